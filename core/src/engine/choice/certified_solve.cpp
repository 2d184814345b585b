#include "engine/choice/certified_solve.hpp"

#include <utility>

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

CertifiedSolver::CertifiedSolver(LoadedGraph& loaded, Asked scope, std::size_t sources,
                                 std::function<CallsOf(const Plugin&)> calls, Choice choice,
                                 const PluginRegistry& plugins, HostContext& context, SolvePlace place)
    : choice_(std::move(choice)),
      calls_(std::move(calls)),
      place_(std::move(place)),
      shared_(shared_graph(loaded, !place_.worker.empty(), context)),
      ground_(loaded, plugins, std::move(scope), rules_of(place_, shared_.get(), context.threads())),
      sources_(sources),
      prepared_(prepare_first(choice_, bench())),
      first_call_(sources_of_race(choice_, bench())) {
  require_ok(prepared_.ending, plugin(), "preparing");
}

ChoicePlace CertifiedSolver::bench() {
  const auto make = [this](const Candidate& it) {
    if (place_.begins) place_.begins(*it.plugin);
    return std::make_unique<Engine>(
        ground_, *it.plugin, *it.options,
        EngineRules{.label = it.plugin->about().name,
                    .chosen = !choice_.chooser.empty(),
                    .parallel_sources = static_cast<unsigned>(calls_(*it.plugin).instances)});
  };
  return {.make = make, .calls = calls_, .left = {}, .sources = sources_};
}

/// Replaces a plugin that failed, or whose first answer was wrong, if the next one can solve as many sources in a call.
/// Returns whether it was replaced.
bool CertifiedSolver::replaces(const Ending& ending, std::size_t sources) {
  const bool replaceable = ending.status == RunStatus::wrong
                               ? !proved_
                               : ending.status == RunStatus::failed && (!proved_ || prepared_.engine->died());
  if (!replaceable || choice_.ranking.size() < 2 || calls_(*choice_.ranking[1].plugin).sources < sources) return false;
  const std::size_t before = choice_.ranking.size();
  if (replace_failed(choice_, prepared_, bench(), ending)) return true;
  if (choice_.ranking.size() < before) require_ok(prepared_.ending, plugin(), "preparing");
  return false;
}

const Verifier::Answer& CertifiedSolver::solve(std::span<const Vertex> sources) {
  Call figures;
  Ending ending = prepared_.engine->answer(sources, CallWatch::unlimited, figures);
  while (replaces(ending, sources.size())) {
    proved_ = false;
    figures = {};
    ending = prepared_.engine->answer(sources, CallWatch::unlimited, figures);
  }
  require_ok(ending, plugin(), "solving");
  proved_ = true;
  if (std::exchange(first_call_, 0) != 0 && figures.outcome == Outcome::solved) {
    const Plugin& before = plugin();
    race(choice_, prepared_, bench(), sources, seconds_each(choice_.ranking.front(), sources.size(), figures));
    proved_ = &before == &plugin();
  }
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

void CertifiedSolver::finish() { require_ok(prepared_.engine->end(), plugin(), "ending"); }

}  // namespace wayfront::host
