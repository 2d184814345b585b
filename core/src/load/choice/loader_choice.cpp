#include "load/choice/loader_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/errors.hpp"
#include "load/choice/known_formats.hpp"
#include "plugins/loader_opinion.hpp"
#include "plugins/plugin_opening.hpp"

namespace wayfront::host {
namespace {

struct Candidate {
  const Plugin* plugin;
  LoaderOpinion opinion;
};

/// The loaders that answered. Why another one did not is in `unusable`.
std::vector<Candidate> judge(const PluginRegistry& plugins, std::string_view head, std::string_view file,
                             std::vector<std::string>& unusable) {
  std::vector<const Plugin*> loaders;
  for (const Plugin& plugin : plugins.plugins())
    if (plugin.descriptor->kind == PluginKind::loader && plugin.descriptor->sniff != nullptr)
      loaders.push_back(&plugin);
  const std::vector<LoaderOpinion> opinions = ask_loaders(loaders, head);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < loaders.size(); ++i) {
    const LoaderOpinion& opinion = opinions[i];
    if (opinion.unusable.empty() && opinion.left_out.empty()) {
      candidates.push_back({loaders[i], opinion});
      continue;
    }
    unusable.push_back(opinion.unusable);
    if (opinion.left_out.empty()) continue;
    const std::string name = loaders[i]->about().name, path = loaders[i]->file.string();
    unusable.back() = fmt::format("{}: {}", path, opinion.left_out);
    add_opening_note(fmt::format("loader '{}' was left out: it {}; remove {}, or name the loader of {}", name,
                                 opinion.left_out, path, file));
  }
  return candidates;
}

/// "dimacs (header line 'p sp')".
std::string described(const Candidate& it) {
  const std::string& reason = it.opinion.reason;
  return reason.empty() ? it.plugin->about().name : fmt::format("{} ({})", it.plugin->about().name, reason);
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
  const std::vector<Candidate> candidates = judge(plugins, head, file, unusable);
  if (candidates.empty())
    throw UserError(ExitCode::input, fmt::format("{}: no loader plugin that reads files was found{}{}", file,
                                                 unusable.empty() ? "" : "; not usable: ", fmt::join(unusable, ", ")));
  std::vector<std::string> best;
  const Candidate* chosen = nullptr;
  const int confidence =
      std::ranges::max(candidates, {}, [](const Candidate& it) { return it.opinion.confidence; }).opinion.confidence;
  for (const Candidate& it : candidates) {
    if (it.opinion.confidence != confidence) continue;
    chosen = &it;
    best.push_back(described(it));
  }
  constexpr int weak = 30;  // the confidence of tables of words
  const std::string decompressed = compression.empty() ? "" : fmt::format("decompressed from {}, ", compression);
  if (const std::string_view known = unreadable_format(head); !known.empty() && confidence <= weak)
    throw UserError(ExitCode::input, fmt::format("{}: no loader reads it; {}it is {}", file, decompressed, known));
  if (confidence <= 0) {
    std::vector<std::string> tried;
    for (const Candidate& it : candidates) tried.push_back(described(it));
    for (const std::string& failure : unusable) tried.push_back(fmt::format("not usable: {}", failure));
    throw UserError(ExitCode::input,
                    fmt::format("{}: no loader recognises it; {}it starts with \"{}\"; tried {}; if it is one of these "
                                "formats, name the loader: {}",
                                file, decompressed, start_of(head), fmt::join(tried, ", "), how_to_name_one));
  }
  if (best.size() > 1)
    throw UserError(ExitCode::input, fmt::format("{}: more than one loader recognises it: {}; name one: {}", file,
                                                 fmt::join(best, ", "), how_to_name_one));
  return {chosen->plugin, chosen->opinion.reason};
}

}  // namespace wayfront::host
