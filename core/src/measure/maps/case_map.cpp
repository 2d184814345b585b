#include "measure/maps/case_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "answers/asked_scope.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "graph/places/vertex_points.hpp"
#include "maps/map_data.hpp"
#include "maps/map_order.hpp"
#include "maps/map_selection.hpp"
#include "measure/contenders.hpp"
#include "measure/time_budget.hpp"
#include "plugins/chooser.hpp"
#include "settings/diagnostics.hpp"
#include "settings/option_text.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"
#include "workers/worker_process.hpp"

namespace wayfront::host {
namespace {

using Json = nlohmann::json;

/// Runs whose order a page shows; each takes as much room as the distances.
constexpr std::size_t max_orders = 6;

MeasurePlan unmeasured(MeasurePlan plan) {
  plan.rules.watch = plan.rules.trace;
  plan.rules.parallel_sources = 1;
  plan.sampling = {};
  return plan;
}

class MapMaker {
 public:
  MapMaker(const CaseSetting& setting, const Results& results, Vertex source, Scope scope, CallWatch& watch,
           Observer& observer)
      : case_(setting),
        results_(results),
        source_(source),
        scope_(std::move(scope)),
        observer_(observer),
        plan_(unmeasured(setting.pipeline.measure)),
        contenders_(setting.graph, setting.shared_graph, scope_, plan_, setting.plugins, setting.workers,
                    setting.threads, true, 0, keep_rule(setting.planned.graph.cache), &watch,
                    {[](std::string_view, std::string_view) {}, [](std::string_view, std::string_view) {}}) {}

  Json make() {
    observer_.step("solving for the map");
    Json map;
    std::string reason = "no run has an answer to draw";
    for (const std::size_t i : runs_in_order()) {
      const bool first = !map.contains("data");
      if (!first && (!plan_.rules.trace || orders_ == max_orders)) break;
      if (!first) observer_.step("watching " + results_.runs[i].label);
      Sample sample;
      const Ending ending = solve(i, sample, [&](const Judge::Answer& answer) {
        if (first) map["data"] = drawn(i, answer);
        if (plan_.rules.trace) add_order(i, answer, sample, map["data"]);
      });
      if (ending.status == RunStatus::ok) continue;
      if (first) reason = fmt::format("{}: {}", results_.runs[i].label, ending.reason);
      if (!first) map["data"]["no_orders"].push_back(fmt::format("{}: {}", results_.runs[i].label, ending.reason));
      if (stop_requested) break;
    }
    if (!map.contains("data")) return {{"reason", fmt::format("There is no map: {}.", reason)}};
    return map;
  }

 private:
  /// Those with right answers, the baseline first.
  std::vector<std::size_t> runs_in_order() const {
    std::vector<std::size_t> order;
    for (const bool baseline : {true, false})
      for (std::size_t i = 0; i < results_.runs.size(); ++i)
        if (results_.runs[i].status == RunStatus::ok && !results_.runs[i].control &&
            results_.runs[i].baseline == baseline)
          order.push_back(i);
    return order;
  }

  /// Those that auto gave the plugin of a run. Throws UserError.
  static Settings chosen_options(const Plugin& plugin, const RunResult& run) {
    const Document options(table_as_toml(set_values(plugin.options(), run.options)), "options");
    Diagnostics diagnostics;
    Settings settings = Settings::from(plugin.options(), options.root(), "options", diagnostics);
    diagnostics.throw_if_any();
    return settings;
  }

  template <class Take>
  Ending solve(std::size_t i, Sample& sample, Take&& take) {
    const PlannedRun& planned = case_.pipeline.runs[case_.planned.runs[i]];
    const bool chosen = is_chooser(planned.plugin);
    TimeBudget budget(plan_.rules, 1, case_.start);
    const auto limit = [&] { return budget.left(0); };
    if (limit().seconds <= 0) return {RunStatus::timeout, limit().reason};
    sample.source = case_.graph.ids[source_];
    try {
      const RunResult& run = results_.runs[i];
      const Plugin& plugin = chosen ? case_.plugins.find(PluginKind::algorithm, run.plugin) : planned.plugin;
      const Settings options = chosen ? chosen_options(plugin, run) : Settings();
      const auto contender = contenders_.make(
          plugin, chosen ? options : planned.options, planned.label,
          {.give_up = [this] { observer_.stuck(results_); }, .whole_rows = true, .devices = planned.devices});
      double seconds = 0;
      Ending ending = contender->prepare(limit().seconds, seconds);
      if (ending.status == RunStatus::ok) {
        ending = limit().seconds > 0 ? contender->solve({&source_, 1}, limit().seconds, sample)
                                     : Ending{RunStatus::timeout, limit().reason};
        if (ending.status == RunStatus::ok && sample.outcome != Outcome::solved)
          ending = {RunStatus::failed, "there is a negative cycle, so that no shortest distances exist"};
        if (ending.status == RunStatus::ok) take(contenders_.last_right());
      }
      contender->dismiss();
      contender->finish(budget.deadline(grace(plan_.rules)));
      return ending;
    } catch (const std::bad_alloc&) {
      return {RunStatus::failed, "there is not enough memory for its map"};
    } catch (const UserError& error) {
      return {RunStatus::failed, error.what()};
    }
  }

  Json drawn(std::size_t i, const Judge::Answer& answer) {
    const ProblemPlan& problem = case_.planned.problem;
    const MapAnswer shown{.graph = case_.graph,
                          .source = source_,
                          .virtual_source = problem.nearest,
                          .target = target(),
                          .to_source = problem.reversed,
                          .limit = problem.limit,
                          .plugin = results_.runs[i].plugin,
                          .row = *answer.output,
                          .predecessors = answer.predecessors,
                          .max_vertices = max_report_vertices};
    selection_ = select_vertices(shown);
    return map_data(shown, selection_);
  }

  std::optional<Vertex> target() const {
    const ProblemPlan& problem = case_.planned.problem;
    if (problem.targets.empty()) return {};
    return case_.graph.ids.find(problem.targets.front(), case_.graph.graph->info().vertices);
  }

  void add_order(std::size_t i, const Judge::Answer& answer, const Sample& sample, Json& data) {
    const std::string& label = results_.runs[i].label;
    const std::string_view why =
        sample.order == nullptr ? "is not watched" : no_order(*sample.order, *answer.output, source_);
    if (!why.empty()) {
      data["no_orders"].push_back(fmt::format("{} {}", label, why));
      return;
    }
    Json order = map_order(*sample.order, selection_);
    order["label"] = label;
    data["orders"].push_back(std::move(order));
    ++orders_;
  }

  const CaseSetting& case_;
  const Results& results_;
  Vertex source_;
  Scope scope_;
  Observer& observer_;
  MeasurePlan plan_;
  Contenders contenders_;
  MapSelection selection_;
  std::size_t orders_ = 0;
};

}  // namespace

std::string no_map_of(const LoadedGraph& graph) {
  if (!graph.coordinates)
    return fmt::format(
        "there is no map: {} has no coordinates; coordinates = \"FILE.co\" in [graph] names them, and OpenStreetMap, "
        "GraphML and others have them",
        graph.name);
  if (std::ranges::none_of(graph.coordinates.points(), [](const Point& it) { return is_known(it); }))
    return fmt::format("there is no map: the coordinates of no vertex of {} are known", graph.name);
  return {};
}

Json case_map(const CaseSetting& setting, const Results& results, CallWatch& watch, Observer& observer) {
  const auto none = [](std::string text) {
    text.front() = 'T';
    return Json{{"reason", text + "."}};
  };
  if (std::string why = no_map_of(setting.graph); !why.empty()) return none(std::move(why));
  const ProblemPlan& problem = setting.planned.problem;
  const Vertex vertices = setting.graph.graph->info().vertices;
  std::optional<Vertex> source;
  if (problem.nearest)
    source = vertices - 1;
  else if (!results.sources.empty())
    source = setting.graph.ids.find(results.sources.front(), vertices);
  if (!source) return none("there is no map: there is no source");
  try {
    Scope scope = asked_scope({.limit = problem.limit, .count = problem.count}, setting.graph.graph->info(),
                              setting.graph.ids, problem.nearest);
    return MapMaker(setting, results, *source, std::move(scope), watch, observer).make();
  } catch (const std::bad_alloc&) {
    return none("there is no map: there is not enough memory for it");
  } catch (const UserError& error) {
    return none(fmt::format("there is no map: {}", error.what()));
  }
}

}  // namespace wayfront::host
