#include "plugins/loader_opinion.hpp"

#include <cstring>
#include <utility>

#include "base/errors.hpp"
#include "base/float_mode.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {
namespace {

AskLoaders& way_to_ask() {
  static AskLoaders way = ask_loaders_here;
  return way;
}

}  // namespace

LoaderOpinion opinion_of(const Plugin& loader, std::string_view head, const std::function<void()>& opened) {
  constexpr std::size_t longest_reason = 1000;
  LoaderOpinion opinion;
  try {
    const PluginDescriptor& functions = host::opened(loader);
    opened();
    const FloatMode mode;
    const Match match = functions.sniff(head.data(), head.size());
    opinion.confidence = match.confidence;
    if (match.reason != nullptr) opinion.reason.assign(match.reason, ::strnlen(match.reason, longest_reason));
  } catch (const UserError& failure) {
    opinion.unusable = failure.what();
  }
  return opinion;
}

std::vector<LoaderOpinion> ask_loaders_here(std::span<const Plugin* const> loaders, std::string_view head) {
  std::vector<LoaderOpinion> opinions;
  opinions.reserve(loaders.size());
  for (const Plugin* const loader : loaders) opinions.push_back(opinion_of(*loader, head));
  return opinions;
}

void ask_loaders_by(AskLoaders ask) { way_to_ask() = std::move(ask); }

std::vector<LoaderOpinion> ask_loaders(std::span<const Plugin* const> loaders, std::string_view head) {
  return way_to_ask()(loaders, head);
}

}  // namespace wayfront::host
