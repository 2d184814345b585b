#include "auto/certified_solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

#include "auto/replacement.hpp"
#include "auto/trial_bench.hpp"
#include "base/errors.hpp"
#include "call/call.hpp"
#include "load/cache/graph_cache.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"
#include "run/host_context.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

constexpr double no_limit = 1e9;  // seconds, some thirty years
constexpr std::chrono::duration<double> time_to_end(2);
constexpr double slow_preparation = 0.2;  // seconds: what plugins keep of it is kept without being asked for

void require_ok(const Ending& ending, const Plugin& plugin, std::string_view doing) {
  if (ending.status == RunStatus::ok) return;
  throw UserError(ending.status == RunStatus::interrupted ? ExitCode::interrupted : ExitCode::failed_run,
                  sentence_on(ending, plugin.about().name, doing));
}

}  // namespace

std::string_view default_algorithm(const GraphInfo& graph) {
  return graph.min_weight < 0 ? "bellman-ford-tarjan" : "dijkstra";
}

namespace {

int shared_graph(LoadedGraph& loaded, bool apart, RunContext& context) {
  if (apart) return share_graph_in_place(loaded, context);
  protect_graph(loaded, context);
  return -1;
}

MeasureRules rules_of(const SolvePlace& place, bool predecessors) {
  return {.work = false,
          .predecessors = predecessors,
          .keep = {.directory = default_cache_directory(), .min_seconds = slow_preparation},
          .devices = place.devices};
}

}  // namespace

CertifiedSolver::CertifiedSolver(LoadedGraph& loaded, Asked scope, bool predecessors, const AskedCalls& calls,
                                 Choice choice, const PluginRegistry& plugins, HostContext& context, SolvePlace place)
    : choice_(std::move(choice)),
      place_(std::move(place)),
      shared_(shared_graph(loaded, !place_.worker.empty(), context)),
      workers_{.program = place_.worker, .grace = time_to_end.count()},
      contenders_(loaded, shared_.get(), std::move(scope), rules_of(place_, predecessors), plugins, workers_,
                  context.threads(), 0, nullptr,
                  {[](std::string_view, std::string_view) {},
                   [this](std::string_view plugin, std::string_view line) { place_.printed(plugin, line); }}) {
  const auto make = [&](const Candidate& it) {
    if (place_.begins) place_.begins(*it.plugin);
    return contenders_.make(*it.plugin, *it.options, it.plugin->about().name,
                            {.parallel_sources = calls.shape(*it.plugin).parallel});
  };
  ContenderBench bench(
      {.sources = calls.sources, .processes = !place_.worker.empty(), .calls = calls.shape, .make = make});
  TrialResult trial = try_candidates(choice_, calls.sources.empty() ? 0 : choice_.sources, bench);
  declined_ = std::move(trial.dropped);
  plugin_ = choice_.ranking.front().plugin;
  if (trial.kept)
    contender_ = bench.take(*trial.kept);
  else
    prepare_first(make);
}

/// Of the ranking, the first one that can be prepared.
void CertifiedSolver::prepare_first(const std::function<std::unique_ptr<Contender>(const Candidate&)>& make) {
  for (auto candidate = choice_.ranking.begin();; ++candidate) {
    plugin_ = candidate->plugin;
    contender_ = make(*candidate);
    double seconds = 0;
    const Ending ending = prepare_patiently(no_limit, candidate->patience,
                                            [&](double limit) { return contender_->prepare(limit, seconds); });
    const auto next = std::next(candidate);
    if (!ending.leaves_to_next() || next == choice_.ranking.end()) return require_ok(ending, *plugin_, "preparing");
    declined_.push_back(replacement_note(*plugin_, ending, *next->plugin));
    end_contender();
  }
}

const Judge::Answer& CertifiedSolver::solve(std::span<const Vertex> sources) {
  Call figures;
  require_ok(contender_->solve(sources, no_limit, figures), *plugin_, "solving");
  seconds_ += figures.solve;
  for (const DeviceShare& share : figures.devices) add_share(devices_, share);
  if (figures.certified) {
    drawn_rows_.certified += *figures.certified;
    drawn_rows_.others += figures.sources - *figures.certified;
  }
  drawn_rows_.checked += figures.checked;
  drawn_rows_.unchecked += figures.unchecked;
  return contenders_.last_right();
}

void CertifiedSolver::finish() { require_ok(end_contender(), *plugin_, "ending"); }

Ending CertifiedSolver::end_contender() {
  contender_->dismiss();
  using Clock = Contender::Clock;
  return contender_->finish(Clock::now() + std::chrono::duration_cast<Clock::duration>(time_to_end));
}

}  // namespace wayfront::host
