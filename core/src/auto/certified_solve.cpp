#include "auto/certified_solve.hpp"

#include <utility>

#include "auto/replacement.hpp"
#include "base/errors.hpp"
#include "call/call.hpp"
#include "load/cache/graph_cache.hpp"
#include "load/graph_file.hpp"

namespace wayfront::host {
namespace {

constexpr double slow_preparation = 0.2;  // seconds: what plugins keep of it is kept without being asked for

void require_ok(const Ending& ending, const Plugin& plugin, std::string_view doing) {
  if (ending.status == RunStatus::ok) return;
  throw UserError(ending.status == RunStatus::interrupted ? ExitCode::interrupted : ExitCode::failed_run,
                  sentence_on(ending, plugin.about().name, doing));
}

int shared_graph(LoadedGraph& loaded, bool apart, RunContext& context) {
  if (apart) return share_graph_in_place(loaded, context);
  protect_graph(loaded, context);
  return -1;
}

GroundRules rules_of(const SolvePlace& place, int shared, unsigned threads) {
  return {.shared = shared,
          .measure = {.work = false,
                      .keep = {.directory = default_cache_directory(), .min_seconds = slow_preparation},
                      .devices = place.devices},
          .workers = {.program = place.worker, .grace = std::chrono::duration<double>(Engine::time_to_end).count()},
          .threads = threads,
          .printed = place.printed};
}

}  // namespace

std::string_view default_algorithm(const GraphInfo& graph) {
  return graph.min_weight < 0 ? "bellman-ford-tarjan" : "dijkstra";
}

CertifiedSolver::CertifiedSolver(LoadedGraph& loaded, Asked scope, std::span<const Vertex> sources,
                                 const std::function<TrialCalls(const Plugin&)>& calls, Choice choice,
                                 const PluginRegistry& plugins, HostContext& context, SolvePlace place)
    : choice_(std::move(choice)),
      place_(std::move(place)),
      shared_(shared_graph(loaded, !place_.worker.empty(), context)),
      ground_(loaded, plugins, std::move(scope), rules_of(place_, shared_.get(), context.threads())) {
  const auto make = [&](const Candidate& it) {
    if (place_.begins) place_.begins(*it.plugin);
    return std::make_unique<Engine>(
        ground_, *it.plugin, *it.options,
        EngineRules{.label = it.plugin->about().name,
                    .parallel_sources = static_cast<unsigned>(calls(*it.plugin).instances)});
  };
  EngineBench bench({.sources = sources, .processes = ground_.in_workers(), .calls = calls, .make = make});
  EngineBench::Chosen chosen = bench.choose(choice_);
  declined_ = std::move(chosen.dropped);
  for (const auto& [plugin, next, ending] : chosen.declined)
    declined_.push_back(replacement_note(*plugin, ending, *next));
  engine_ = std::move(chosen.engine);
  require_ok(chosen.ending, plugin(), "preparing");
}

const Verifier::Answer& CertifiedSolver::solve(std::span<const Vertex> sources) {
  Call figures;
  require_ok(engine_->answer(sources, CallWatch::unlimited, figures), plugin(), "solving");
  seconds_ += figures.solve;
  for (const DeviceShare& share : figures.devices) add_share(devices_, share);
  if (figures.certified) {
    drawn_rows_.certified += *figures.certified;
    drawn_rows_.others += figures.sources - *figures.certified;
  }
  drawn_rows_.checked += figures.checked;
  drawn_rows_.unchecked += figures.unchecked;
  return ground_.verifier.last_right();
}

void CertifiedSolver::finish() { require_ok(engine_->end(), plugin(), "ending"); }

}  // namespace wayfront::host
