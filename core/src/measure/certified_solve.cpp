#include "measure/certified_solve.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string>

#include "base/errors.hpp"
#include "files/byte_source.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"
#include "measure/contenders.hpp"
#include "pipeline/plan.hpp"
#include "run/host_context.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

constexpr double no_limit = 1e9;  // seconds, some thirty years
constexpr std::chrono::duration<double> time_to_end(2);

void require_ok(const Ending& ending, const Plugin& plugin, std::string_view doing) {
  const std::string& name = plugin.about().name;
  switch (ending.status) {
    case RunStatus::ok:
      return;
    case RunStatus::skipped:
      throw UserError(ExitCode::failed_run, ending.reason);
    case RunStatus::interrupted:
      throw UserError(ExitCode::interrupted, fmt::format("{} with '{}' was interrupted", doing, name));
    case RunStatus::wrong:
      throw UserError(ExitCode::failed_run, fmt::format("the answer of plugin '{}' is wrong: {}", name, ending.reason));
    default:
      throw UserError(ExitCode::failed_run, fmt::format("plugin '{}' failed: {}", name, ending.reason));
  }
}

}  // namespace

std::string_view default_algorithm(const GraphInfo& graph) {
  return graph.min_weight < 0 ? "bellman-ford-tarjan" : "dijkstra";
}

CertifiedAnswer solve_certified(LoadedGraph& loaded, Vertex source, const Plugin& plugin, const Settings& options,
                                const PluginRegistry& plugins, HostContext& context, const SolvePlace& place) {
  const bool apart = !place.worker.empty();
  if (!apart) protect_graph(loaded, context);
  const FileHandle shared(apart ? share_graph_in_place(loaded, context) : -1);
  MeasurePlan plan;
  plan.workers = apart;
  plan.rules.work = false;
  const WorkerRules workers{.program = place.worker, .grace = time_to_end.count()};
  Contenders contenders(loaded, shared.get(), {}, plan, plugins, workers, context.threads(), true, nullptr,
                        {[](std::string_view, std::string_view) {},
                         [&place](std::string_view, std::string_view line) { place.printed(line); }});
  const auto contender = contenders.make(plugin, options, plugin.about().name);
  double seconds = 0;
  require_ok(contender->prepare(no_limit, seconds), plugin, "preparing");
  Sample sample;
  sample.source = loaded.ids[source];
  require_ok(contender->solve({&source, 1}, no_limit, sample), plugin, "solving");

  const Judge::Answer& right = contenders.last_right();
  const GraphInfo& info = loaded.graph->info();
  CertifiedAnswer answer;
  answer.buffers = std::make_unique<AnswerCopy>(info.weights, info.vertices);
  answer.answer = &answer.buffers->take(*right.output);
  if (right.output->outcome != Outcome::negative_cycle)
    answer.predecessors.assign(right.predecessors.begin(), right.predecessors.end());
  contender->dismiss();
  using Clock = Contender::Clock;
  require_ok(contender->finish(Clock::now() + std::chrono::duration_cast<Clock::duration>(time_to_end)), plugin,
             "ending");
  return answer;
}

}  // namespace wayfront::host
