#include "load/choice/loader_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "load/choice/known_formats.hpp"
#include "plugins/plugin_work.hpp"

namespace wayfront::host {
namespace {

struct Candidate {
  const Plugin* plugin;
  int confidence;
  std::string reason;  // what it saw
};

Candidate ask(const Plugin& loader, std::string_view head) {
  constexpr std::size_t longest_reason = 1000;
  const PluginDescriptor& functions = opened(loader);
  const PluginWork work(functions);
  const Match match = functions.sniff(head.data(), head.size());
  Candidate candidate{&loader, match.confidence, ""};
  if (match.reason != nullptr) candidate.reason.assign(match.reason, ::strnlen(match.reason, longest_reason));
  return candidate;
}

/// What the loaders say. Why one cannot be asked is in `unusable`.
std::vector<Candidate> ask_all(const PluginRegistry& plugins, std::string_view head,
                               std::vector<std::string>& unusable) {
  std::vector<Candidate> candidates;
  for (const Plugin& plugin : plugins.plugins()) {
    if (plugin.descriptor->kind != PluginKind::loader || plugin.descriptor->sniff == nullptr) continue;
    try {
      candidates.push_back(ask(plugin, head));
    } catch (const UserError& failure) {
      unusable.emplace_back(failure.what());
    }
  }
  if (const std::string twice = plugins.twice(PluginKind::loader); !twice.empty()) unusable.push_back(twice);
  return candidates;
}

/// "dimacs (header line 'p sp')".
std::string described(const Candidate& it) {
  const char* const name = it.plugin->about().name;
  return it.reason.empty() ? name : fmt::format("{} ({})", name, it.reason);
}

/// The first line, as far as it is printable.
std::string start_of(std::string_view head) {
  constexpr std::size_t max = 40;
  std::string text;
  for (const char c : head.substr(0, std::min(head.find('\n'), max))) text += c >= ' ' && c < 0x7f ? c : '.';
  return text;
}

/// Does not suggest a name: no loader, or more than one, recognised the file.
constexpr std::string_view how_to_name_one = "loader = \"NAME\", on the command line --loader NAME";

}  // namespace

LoaderChoice choose_loader(const PluginRegistry& plugins, std::string_view head, std::string_view file,
                           std::string_view compression) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  std::vector<std::string> unusable;
  const std::vector<Candidate> candidates = ask_all(plugins, head, unusable);
  const std::string also = unusable.empty() ? "" : fmt::format("; not usable: {}", fmt::join(unusable, ", "));
  if (candidates.empty())
    throw UserError(ExitCode::input, fmt::format("{}: no loader plugin that reads files was found{}", file, also));
  std::vector<std::string> best;
  const Candidate* chosen = nullptr;
  const int confidence = std::ranges::max(candidates, {}, &Candidate::confidence).confidence;
  for (const Candidate& it : candidates) {
    if (it.confidence != confidence) continue;
    chosen = &it;
    best.push_back(described(it));
  }
  constexpr int weak = 30;  // the confidence of tables of words
  const std::string decompressed = compression.empty() ? "" : fmt::format("decompressed from {}, ", compression);
  if (const std::string_view known = unreadable_format(head); !known.empty() && confidence <= weak)
    throw UserError(ExitCode::input,
                    fmt::format("{}: no loader reads it; {}it is {}{}", file, decompressed, known, also));
  if (confidence <= 0) {
    std::vector<std::string> tried;
    for (const Candidate& it : candidates) tried.push_back(described(it));
    throw UserError(ExitCode::input,
                    fmt::format("{}: no loader recognises it; {}it starts with \"{}\"; tried {}; if it is one of these "
                                "formats, name the loader: {}{}",
                                file, decompressed, start_of(head), fmt::join(tried, ", "), how_to_name_one, also));
  }
  if (best.size() > 1)
    throw UserError(ExitCode::input, fmt::format("{}: more than one loader recognises it: {}; name one: {}", file,
                                                 fmt::join(best, ", "), how_to_name_one));
  return {chosen->plugin, chosen->reason};
}

}  // namespace wayfront::host
