#include "contenders.hpp"

#include "local_contender.hpp"
#include "worker_contender.hpp"
#include "worker_process.hpp"

namespace wayfront::host {
namespace {

MeasureRules with_predecessors(MeasureRules rules, bool predecessors) {
  rules.predecessors = predecessors;
  return rules;
}

}  // namespace

Contenders::Contenders(const LoadedGraph& graph, int shared_graph, const MeasurePlan& plan,
                       const PluginRegistry& plugins, const WorkerRules& workers, unsigned threads, bool predecessors,
                       CallWatch& watch, Sinks sinks)
    : graph_(graph),
      shared_graph_(shared_graph),
      rules_(with_predecessors(plan.rules, predecessors)),
      plugins_(plugins),
      workers_(workers),
      threads_(threads),
      watch_(watch),
      sinks_(std::move(sinks)),
      judge_(*graph.graph, graph.ids, predecessors),
      copy_(graph.graph->info().weights, graph.graph->info().vertices, predecessors) {}

std::string_view Contenders::predecessors_of(const Plugin& plugin) const {
  if (!rules_.predecessors) return "none";
  return plugin.has(capability::predecessors) ? "plugin" : "host";
}

std::unique_ptr<Contender> Contenders::make(const Plugin& plugin, const Settings& options, const std::string& label) {
  if (shared_graph_ < 0) {
    return std::make_unique<LocalContender>(
        plugins_, plugin, options, *graph_.graph, rules_, threads_, watch_,
        [this, label](Level level, std::string_view text) {
          if (level != Level::debug) sinks_.log(label, text);
        },
        judge_, copy_);
  }
  return std::make_unique<WorkerContender>(
      WorkerContender::Shared{workers_, shared_graph_, copy_, judge_, graph_.ids},
      worker_setup(plugins_, plugin, options, rules_, threads_, workers_.graph_copy != 0),
      predecessors_of(plugin) == "plugin",
      Worker::Sinks{[this, label](std::string_view line) { sinks_.log(label, line); },
                    [this, label](std::string_view line) { sinks_.printed(label, line); }});
}

}  // namespace wayfront::host
