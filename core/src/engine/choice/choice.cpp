#include "engine/choice/choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "base/refusal.hpp"
#include "graph/weight_kind.hpp"
#include "plugins/plugin_work.hpp"
#include "run/instance.hpp"

namespace wayfront::host {
namespace {

/// Why the host does not offer a plugin, or "".
std::string unfit(const Plugin& plugin, const GraphInfo& graph, const Workload& work) {
  if (!plugin.takes(graph.weights)) return fmt::format("does not support {} weights", name(graph.weights));
  if (graph.min_weight < 0 && !plugin.has(capability::negative_weights)) return "does not support negative weights";
  if (std::ranges::any_of(plugin.options(), &OptionRow::required)) return "has an option without a default";
  if (work.asked != nullptr && work.asked->reduce && work.asked->sample.rows < work.sources &&
      plugin.has(capability::reduce))
    return "sums its rows itself, and only a sample of them would be certified";
  return "";
}

/// Whether both figures are seconds.
bool is_usable(const Estimate& it) {
  return std::isfinite(it.prepare) && std::isfinite(it.solve) && it.prepare >= 0 && it.solve >= 0;
}

Advice ask(const Plugin& chooser, const Settings& options, const ChoiceQuestion& question, double& seconds) {
  const InstancePtr<Chooser> instance = create_chooser(chooser, options.values());
  Advice advice;
  const PluginWork work(opened(chooser));
  const auto start = std::chrono::steady_clock::now();
  const Status status = instance->choose(question, advice);
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!status.ok())
    throw UserError(status.code == StatusCode::unsupported ? ExitCode::usage : ExitCode::failed_run,
                    fmt::format("plugin '{}': {}", chooser.about().name, status.text()));
  return advice;
}

}  // namespace

Choice choose(const Plugin& chooser, const Settings& options, const Graph& graph, const Workload& work,
              const PluginRegistry& plugins, unsigned threads,
              const std::function<const std::optional<InstalledDevice>&()>& device) {
  const GraphInfo& info = graph.info();
  std::vector<const Plugin*> algorithms;
  std::vector<InstalledPlugin> offered;
  std::vector<std::string> reasons;
  for (const Plugin& it : plugins.plugins()) {
    if (it.descriptor->kind != PluginKind::algorithm || is_chooser(it)) continue;
    algorithms.push_back(&it);
    reasons.push_back(unfit(it, info, work));
    const bool projects = work.asked != nullptr && projection_for(it, info, *work.asked) != Projection::none;
    offered.push_back({&it.about(), reasons.back().empty(), projects});
  }
  if (offered.empty())
    fail(
        ExitCode::plugin,
        "no algorithm plugin is installed that '{}' could choose; name the directory where they are with --plugins, in "
        "LibraryOptions::plugins or in $WAYFRONT_PLUGIN_PATH",
        chooser.about().name);
  More more;
  if (work.asked != nullptr)
    more = {.targets = work.asked->targets,
            .limit = work.asked->limit,
            .count = work.asked->count,
            .reduce = work.asked->reduce.has_value()};
  const auto ask_device = [&]() -> const InstalledDevice* {
    const std::optional<InstalledDevice>& found = device();
    return found ? &*found : nullptr;
  };
  double seconds = 0;
  Advice advice = ask(chooser, options,
                      {.graph = graph,
                       .plugins = offered,
                       .known = work.some,
                       .sources = work.sources,
                       .per_call = work.per_call,
                       .threads = threads,
                       .instances = work.parallel != 0 ? std::min(work.parallel, threads) : threads,
                       .more = more,
                       .is_all = work.is_all,
                       .device = ask_device},
                      seconds);
  Choice choice{.chooser = chooser.about().name,
                .sources = std::max<std::uint64_t>(advice.sources, 1),
                .race = advice.race,
                .figures = std::move(advice.figures),
                .seconds = seconds,
                .unusable = plugins.twice(PluginKind::algorithm)};
  std::vector<bool> named(offered.size());
  const auto add = [&](std::size_t i, const Estimate* it) {
    Candidate& made = choice.ranking.emplace_back();
    made.plugin = algorithms[i];
    made.options = std::make_shared<const Settings>(Settings::defaults(algorithms[i]->options()));
    made.solves = more.reduce && offered[i].projects ? 2 : 1;
    if (it == nullptr) return;
    made.expected = true;
    made.prepare = it->prepare;
    made.solve = it->solve;
    made.sure = it->sure;
  };
  for (const Estimate& it : advice.estimates) {
    if (it.plugin >= offered.size())
      fail(ExitCode::failed_run, "plugin '{}' speaks of plugin number {}, but was told of {}", chooser.about().name,
           it.plugin, offered.size());
    if (!reasons[it.plugin].empty() || named[it.plugin]) continue;
    named[it.plugin] = it.why_not.empty() ? is_usable(it) : true;
    if (!it.why_not.empty())
      reasons[it.plugin] = it.why_not;
    else if (is_usable(it))
      add(it.plugin, &it);
  }
  std::ranges::stable_sort(choice.ranking, {}, [&](const Candidate& it) { return it.total(choice.sources); });
  for (const bool on_device : {false, true})
    for (std::size_t i = 0; i < offered.size(); ++i)
      if (!named[i] && reasons[i].empty() && algorithms[i]->has(capability::device) == on_device) add(i, nullptr);
  for (std::size_t i = 0; i < offered.size(); ++i)
    if (!reasons[i].empty()) choice.refused.push_back(fmt::format("{}: {}", offered[i].about->name, reasons[i]));
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

namespace {

/// What reports will say that the plugin took.
std::string seconds_text(const Candidate& it, std::uint64_t sources) {
  return time_text(it.prepare + static_cast<double>(sources) * it.solve / it.solves);
}

}  // namespace

std::string reason_of(const Choice& choice) {
  constexpr std::size_t max = 120;
  const Candidate& first = choice.ranking.front();
  std::string text = first.plugin->about().name;
  if (!first.expected) return text + ", of which no time is known";
  text += ", " + seconds_text(first, choice.sources);
  if (choice.sources > 1) text += fmt::format(" for {} sources", choice.sources);
  if (choice.ranking.size() > 1 && choice.ranking[1].expected)
    text += fmt::format("; next {}, {}", choice.ranking[1].plugin->about().name,
                        seconds_text(choice.ranking[1], choice.sources));
  const std::string figures = choice.figures.empty() ? "" : fmt::format(" ({})", choice.figures);
  return text.size() + figures.size() <= max ? text + figures : text;
}

}  // namespace wayfront::host
