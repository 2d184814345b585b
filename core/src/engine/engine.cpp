#include "engine/engine.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "base/available_memory.hpp"
#include "graph/csr.hpp"
#include "graph/weight_kind.hpp"
#include "run/host_context.hpp"
#include "wayfront/capability.hpp"
#include "workers/worker_process.hpp"

namespace wayfront::host {
namespace {

/// Passes lines on to a sink, with the label, until `said` reaches `most` bytes; then one note, and nothing more.
/// [any thread]
std::function<void(std::string_view)> capped(std::shared_ptr<std::atomic<std::size_t>> said, std::size_t most,
                                             std::string label, const GroundRules::Sink& sink) {
  if (!sink) return [](std::string_view) {};
  return [said = std::move(said), most, label = std::move(label), sink](std::string_view line) {
    const std::size_t before = said->fetch_add(line.size() + 1, std::memory_order_relaxed);
    if (before + line.size() < most)
      sink(label, line);
    else if (before < most)
      sink(label, fmt::format("(this run has printed and logged {}; further output is not shown)",
                              bytes_text(static_cast<double>(most))));
  };
}

/// Adds what a part of the sources cost. Its verdict is that of the whole if it ends the solve.
void add_part(const Call& part, bool is_first, Call& sum) {
  sum.sources = (is_first ? 0 : sum.sources) + part.sources;
  for (const auto cost :
       {&Call::solve, &Call::setup, &Call::upload, &Call::compute, &Call::download, &Call::host, &Call::verify})
    sum.*cost += part.*cost;
  if (part.peer) sum.peer = sum.peer.value_or(0) + *part.peer;
  if (part.certified) sum.certified = sum.certified.value_or(0) + *part.certified;
  sum.compared += part.compared;
  sum.checked += part.checked;
  sum.unchecked += part.unchecked;
  sum.forced_switches += part.forced_switches;
  for (const DeviceShare& share : part.devices) add_share(sum.devices, share);
  sum.outcome = part.outcome;
  sum.cycle = part.cycle;
  sum.cycle_arcs = part.cycle_arcs;
  sum.cycle_weight = part.cycle_weight;
  const std::uint64_t edges = sum.certificate.reached_edges + part.certificate.reached_edges;
  sum.certificate = part.certificate;
  sum.certificate.reached_edges = edges;
  sum.work += part.work;
  if (is_first) sum.rounds = part.rounds;
}

}  // namespace

Engine::Engine(Ground& ground, const Plugin& plugin, const Settings& options, EngineRules rules)
    : ground_(ground), plugin_(plugin) {
  const GraphInfo& info = ground.info();
  const GroundRules& how = ground.rules;
  Asked scope = ground.verifier.scope();
  scope.whole_rows = scope.whole_rows || rules.whole_rows;
  scope.host_trees = rules.chosen;
  MeasureRules measure = how.measure;
  if (rules.devices) measure.devices = *std::move(rules.devices);
  if (rules.parallel_sources) measure.parallel_sources = *rules.parallel_sources;
  projection_ = projection_for(plugin, info, scope);
  if (projection_ == Projection::gather) ground.verifier.expect_targets_alone();
  gives_trees_ = predecessors_of(plugin, scope.predecessors, rules.chosen) == "plugin";
  at_once_ = sources_at_once(info, projection_ == Projection::fold);
  const auto said = std::make_shared<std::atomic<std::size_t>>(0);
  auto log = capped(said, how.most_said, rules.label, how.log);
  if (ground.in_workers()) {
    away_.emplace(how.workers, how.shared,
                  worker_setup(ground.plugins, plugin, options, scope, measure, how.threads, how.workers),
                  ground.loaded.ids,
                  Worker::Sinks{std::move(log), capped(said, how.most_said, rules.label, how.printed)}, ground.room,
                  bytes_of(info));
    return;
  }
  here_.emplace(ground.plugins, plugin, options, *ground.loaded.graph, scope, measure, how.threads,
                Watched{how.watch, std::move(rules.give_up)},
                [log = std::move(log)](Level level, std::string_view text) {
                  if (level != Level::debug) log(text);
                });
  here_->stop_by(how.workers.stop);
}

Ending Engine::prepare(double limit, double& seconds) {
  return here_ ? here_->prepare(limit, seconds) : away_->prepare(limit, seconds);
}

void Engine::exchange_instances(Engine& other) {
  if (here_ && other.here_) here_->exchange_instances(*other.here_);
}

Ending Engine::answer(std::span<const Vertex> sources, double limit, Call& figures) {
  return ground_.verifier.scope().reduce ? answer_in_parts(sources, limit, figures)
                                         : answer_together(sources, limit, figures);
}

/// The host checks a copy of the answer, which threads left behind by the plugin cannot write to.
Ending Engine::answer_together(std::span<const Vertex> sources, double limit, Call& figures) {
  Output* given = nullptr;
  const Ending ending = fetch(sources, limit, figures, projection(), given);
  if (ending.status != RunStatus::ok) return ending;
  return ground_.verifier.check(sources, *given, figures, [&](std::span<const Vertex> some, Output*& whole) {
    Call untimed;
    return fetch(some, limit, untimed, Projection::none, whole);
  });
}

Ending Engine::answer_in_parts(std::span<const Vertex> sources, double limit, Call& figures) {
  std::vector<ReducedRow> rows;
  rows.reserve(sources.size());
  for (std::size_t first = 0; first < sources.size(); first += at_once_) {
    const auto some = sources.subspan(first, std::min(at_once_, sources.size() - first));
    Call part;
    const double left = limit - figures.solve;
    Ending ending{RunStatus::timeout, ""};
    if (left > 0) ending = answer_together(some, left, part);
    add_part(part, first == 0, figures);
    if (ending.status == RunStatus::timeout && sources.size() > at_once_)
      ending.reason =
          fmt::format("stopped after its timeout of {} s, with {} of {} sources solved", limit, first, sources.size());
    if (ending.status != RunStatus::ok || part.outcome != Outcome::solved) return ending;
    const std::span<const ReducedRow> reduced = ground_.verifier.last_right().reduced;
    rows.insert(rows.end(), reduced.begin(), reduced.end());
  }
  ground_.verifier.conclude_reductions(std::move(rows), figures);
  return {};
}

/// An answer in the ground's memory: whole rows, or the plugin's own projection of these.
Ending Engine::fetch(std::span<const Vertex> sources, double limit, Call& figures, Projection projection,
                     Output*& answer) {
  AnswerCopy& copy = projection == Projection::none ? ground_.whole : ground_.projected;
  if (here_) {
    const Ending ending = here_->solve(sources, limit, figures, projection);
    if (ending.status == RunStatus::ok) answer = &copy.take(here_->output(), ground_.verifier.arena());
    return ending;
  }
  const GraphInfo& info = ground_.info();
  const std::size_t targets = ground_.verifier.scope().targets.size();
  answer = &copy.output({.kind = info.weights,
                         .vertices = projection == Projection::gather ? static_cast<Vertex>(targets) : info.vertices,
                         .rows = static_cast<std::uint32_t>(sources.size()),
                         .reductions = projection == Projection::fold,
                         .predecessors = gives_trees_});
  return away_->solve(sources, limit, figures, projection, *answer, ground_.verifier.arena());
}

Ending Engine::solve(std::span<const Vertex> sources, double limit, Call& figures, const Output*& given,
                     std::byte* on_device) {
  if (here_) {
    const Ending ending = on_device != nullptr ? here_->solve_on_device(sources, limit, figures, on_device)
                                               : here_->solve(sources, limit, figures);
    given = &here_->output();
    return ending;
  }
  Output* answer = nullptr;
  const Ending ending = fetch(sources, limit, figures, projection(), answer);
  given = answer;
  return ending;
}

Ending Engine::try_call(std::span<const Vertex> sources, double limit, Call& figures) {
  const auto some = sources.first(tried(sources.size()));
  return here_ ? here_->try_call(some, limit, figures) : away_->try_call(some, limit, figures);
}

void Engine::ask(const Asked& scope) {
  if (!here_) return;
  here_->ask(scope);
  if (scope.reduce) at_once_ = sources_at_once(ground_.info(), projection() == Projection::fold);
}

void Engine::stop_by(const std::stop_token& stop) {
  if (here_)
    here_->stop_by(stop);
  else
    away_->stop_by(stop);
}

void Engine::dismiss() {
  if (away_) away_->dismiss();
}

std::size_t sources_per_call(const GraphInfo& graph, const Plugin* plugin, std::size_t targets_alone) {
  constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30;
  constexpr std::uint64_t max_on_processors = 64, max_of_targets = 4096;
  // Enough to fill a device; beyond these only small rows, since memory that is used again is still in the caches.
  constexpr std::uint64_t fills_device = 128, max_on_device = 1024, max_bytes_beyond = std::uint64_t{1} << 26;
  const std::uint64_t entries = targets_alone != 0 ? targets_alone : graph.vertices;
  const std::uint64_t row = std::max<std::uint64_t>(entries * weight_size(graph.weights), 1);
  const bool on_device = plugin != nullptr && plugin->has(capability::device) && plugin->has(capability::batch);
  const std::uint64_t max = targets_alone != 0 ? max_of_targets
                            : on_device        ? std::clamp(max_bytes_beyond / row, fills_device, max_on_device)
                                               : max_on_processors;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(max_bytes / row, 1, max));
}

std::size_t sources_at_once(const GraphInfo& graph, bool reduces_itself) {
  // Of rows so few that sending and checking them ends soon where the user wants to stop.
  constexpr std::uint64_t max_bytes = std::uint64_t{1} << 27, max_rows = 1024, max_reductions = std::uint64_t{1} << 20;
  if (reduces_itself) return max_reductions;
  constexpr std::uint64_t share = 8;  // of the free memory, which has to hold the rows twice
  const std::uint64_t row = std::max<std::uint64_t>(std::uint64_t{graph.vertices} * weight_size(graph.weights), 1);
  return std::clamp<std::uint64_t>(std::min(max_bytes, available_memory() / share) / row, 1, max_rows);
}

}  // namespace wayfront::host
