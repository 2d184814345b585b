#include "load/loader_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/errors.hpp"
#include "base/float_mode.hpp"
#include "load/known_formats.hpp"

namespace wayfront::host {
namespace {

struct Candidate {
  const Plugin* plugin;
  Match match;
};

/// A loader that cannot be opened recognises nothing; `unusable` has the reason.
std::vector<Candidate> judge(const PluginRegistry& plugins, std::string_view head, std::vector<std::string>& unusable) {
  std::vector<Candidate> candidates;
  for (const Plugin& plugin : plugins.plugins()) {
    if (plugin.descriptor->kind != PluginKind::loader || plugin.descriptor->sniff == nullptr) continue;
    try {
      const PluginDescriptor& functions = opened(plugin);
      const FloatMode mode;
      candidates.push_back({&plugin, functions.sniff(head.data(), head.size())});
    } catch (const UserError& failure) {
      unusable.emplace_back(failure.what());
    }
  }
  return candidates;
}

/// "dimacs (header line 'p sp')".
std::string described(const Candidate& it) {
  const std::string_view reason = it.match.reason == nullptr ? "" : it.match.reason;
  return reason.empty() ? it.plugin->about().name : fmt::format("{} ({})", it.plugin->about().name, reason);
}

/// The first line, as far as it is printable.
std::string start_of(std::string_view head) {
  constexpr std::size_t most = 40;
  std::string text;
  for (const char c : head.substr(0, std::min(head.find('\n'), most))) text += c >= ' ' && c < 0x7f ? c : '.';
  return text;
}

/// Does not suggest a name: no loader, or more than one, recognised the file.
constexpr std::string_view how_to_name_one = "loader = \"NAME\", on the command line --loader NAME";

}  // namespace

LoaderChoice choose_loader(const PluginRegistry& plugins, std::string_view head, std::string_view file) {
  std::vector<std::string> unusable;
  const std::vector<Candidate> candidates = judge(plugins, head, unusable);
  if (candidates.empty())
    throw UserError(ExitCode::input, fmt::format("{}: no loader plugin that reads files was found", file));
  std::vector<std::string> best;
  const Candidate* chosen = nullptr;
  const int confidence =
      std::ranges::max(candidates, {}, [](const Candidate& it) { return it.match.confidence; }).match.confidence;
  for (const Candidate& it : candidates) {
    if (it.match.confidence != confidence) continue;
    chosen = &it;
    best.push_back(described(it));
  }
  constexpr int weak = 30;  // the confidence of tables of words
  if (const std::string_view known = unreadable_format(head); !known.empty() && confidence <= weak)
    throw UserError(ExitCode::input, fmt::format("{}: no loader reads it; it is {}", file, known));
  if (confidence <= 0) {
    std::vector<std::string> tried;
    for (const Candidate& it : candidates) tried.push_back(described(it));
    for (const std::string& failure : unusable) tried.push_back(fmt::format("not usable: {}", failure));
    throw UserError(ExitCode::input,
                    fmt::format("{}: no loader recognises it; it starts with \"{}\"; tried {}; if it is one of these "
                                "formats, name the loader: {}",
                                file, start_of(head), fmt::join(tried, ", "), how_to_name_one));
  }
  if (best.size() > 1)
    throw UserError(ExitCode::input, fmt::format("{}: more than one loader recognises it: {}; name one: {}", file,
                                                 fmt::join(best, ", "), how_to_name_one));
  return {chosen->plugin, chosen->match.reason};
}

}  // namespace wayfront::host
