#include "engine/choice/choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/refusal.hpp"
#include "graph/weight_kind.hpp"
#include "plugins/plugin_work.hpp"
#include "run/instance.hpp"

namespace wayfront::host {
namespace {

/// Why the host does not offer a plugin, or "".
std::string unfit(const Plugin& plugin, const GraphInfo& graph, const Asked& asked, std::uint64_t sources) {
  if (!plugin.takes(graph.weights)) return fmt::format("does not support {} weights", name(graph.weights));
  if (graph.min_weight < 0 && !plugin.has(capability::negative_weights)) return "does not support negative weights";
  if (std::ranges::any_of(plugin.options(), &OptionRow::required)) return "has an option without a default";
  if (asked.reduce && asked.sample.rows < sources && plugin.has(capability::reduce))
    return "sums its rows itself, and only a sample of them would be certified";
  return "";
}

Advice ask(const Plugin& chooser, const Settings& options, const ChoiceQuestion& question, double& seconds) {
  const InstancePtr<Chooser> instance = create_chooser(chooser, options.values());
  Advice advice;
  const PluginWork work(opened(chooser));
  const auto start = std::chrono::steady_clock::now();
  const Status status = instance->choose(question, advice);
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!status.ok())
    fail(status.code == StatusCode::unsupported ? ExitCode::usage : ExitCode::failed_run, "plugin '{}': {}",
         chooser.about().name, status.text());
  return advice;
}

}  // namespace

Choice choose(const Plugin& chooser, const Settings& options, const Graph& graph, const Workload& work,
              const PluginRegistry& plugins, unsigned threads, const std::function<const InstalledDevice*()>& device) {
  const Asked all_distances;
  const Asked& asked = work.asked != nullptr ? *work.asked : all_distances;
  std::vector<Candidate> candidates;     // all algorithms
  std::vector<InstalledPlugin> offered;  // the same
  std::vector<std::string> reasons;      // why they are not in the ranking, or ""
  for (const Plugin& it : plugins.plugins()) {
    if (it.descriptor->kind != PluginKind::algorithm || is_chooser(it)) continue;
    const bool projects = projection_for(it, graph.info(), asked) != Projection::none;
    candidates.push_back({.plugin = &it, .solves = asked.reduce && projects && work.is_all ? 2U : 1U});
    reasons.push_back(unfit(it, graph.info(), asked, work.sources));
    offered.push_back({&it.about(), reasons.back().empty(), projects});
  }
  if (offered.empty())
    fail(ExitCode::plugin,
         "no algorithm plugin is installed that '{}' could choose; name the directory where they are with --plugins, "
         "in LibraryOptions::plugins or in $WAYFRONT_PLUGIN_PATH",
         chooser.about().name);
  Choice choice{.chooser = chooser.about().name, .unusable = plugins.twice(PluginKind::algorithm)};
  More more = asked.question(0).more;
  more.reduce = asked.reduce.has_value();
  const ChoiceQuestion question{.graph = graph,
                                .plugins = offered,
                                .known = work.some,
                                .sources = work.sources,
                                .per_call = work.per_call,
                                .threads = threads,
                                .instances = work.parallel != 0 ? std::min(work.parallel, threads) : threads,
                                .more = more,
                                .is_all = work.is_all,
                                .device = device};
  Advice advice = ask(chooser, options, question, choice.seconds);
  choice.sources = std::max<std::uint64_t>(advice.sources, 1);
  choice.race = advice.race;
  choice.figures = std::move(advice.figures);
  for (const Estimate& it : advice.estimates) {
    if (it.plugin >= offered.size())
      fail(ExitCode::failed_run, "plugin '{}' speaks of plugin number {}, but was told of {}", chooser.about().name,
           it.plugin, offered.size());
    Candidate& made = candidates[it.plugin];
    std::string& reason = reasons[it.plugin];
    if (!reason.empty() || made.expected) continue;
    reason = it.why_not;
    made.expected = reason.empty() && std::isfinite(it.prepare + it.solve) && it.prepare >= 0 && it.solve >= 0;
    if (!made.expected) continue;
    made.prepare = it.prepare;
    made.solve = it.solve;
    made.sure = it.sure;
    choice.ranking.push_back(made);
  }
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (!reasons[i].empty())
      choice.refused.push_back(fmt::format("{}: {}", offered[i].about->name, reasons[i]));
    else if (!candidates[i].expected)
      choice.ranking.push_back(candidates[i]);
  for (Candidate& it : choice.ranking)
    it.options = std::make_shared<const Settings>(Settings::defaults(it.plugin->options()));
  // What may be far off comes later: it has to win a race. Of those without a time, the ones for a device come last.
  std::ranges::stable_sort(choice.ranking, {}, [&](const Candidate& it) {
    return std::tuple(!it.expected, !it.sure, it.total(choice.sources),
                      !it.expected && it.plugin->has(capability::device));
  });
  if (!choice.ranking.empty()) return choice;
  fail(ExitCode::plugin,
       "no plugin fits this graph and question: {}; install one that does, or change the options of {}{}",
       fmt::join(choice.refused, "; "), chooser.about().name,
       choice.unusable.empty() ? "" : "; not usable: " + choice.unusable);
}

std::string time_text(double seconds) {
  const double value = seconds < 1e-3 ? seconds * 1e6 : seconds < 1 ? seconds * 1e3 : seconds;
  const int decimals = value < 10 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s");
}

std::string reason_of(const Choice& choice) {
  constexpr std::size_t max = 120;
  const auto text_of = [&](const Candidate& it) {  // with the seconds that reports will have
    const double seconds = it.prepare + static_cast<double>(choice.sources) * it.solve / it.solves;
    return fmt::format("{}, {}", it.plugin->about().name,
                       it.expected ? time_text(seconds) : "of which no time is known");
  };
  std::string text = text_of(choice.ranking.front());
  if (!choice.ranking.front().expected) return text;
  if (choice.sources > 1) text += fmt::format(" for {} sources", choice.sources);
  if (choice.ranking.size() > 1 && choice.ranking[1].expected) text += "; next " + text_of(choice.ranking[1]);
  const std::string figures = choice.figures.empty() ? "" : fmt::format(" ({})", choice.figures);
  return text.size() + figures.size() <= max ? text + figures : text;
}

}  // namespace wayfront::host
