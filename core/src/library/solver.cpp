#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

#include "answers/k_nearest.hpp"
#include "answers/shortest_path.hpp"
#include "engine/ground.hpp"
#include "library/solver_state.hpp"
#include "library/states.hpp"
#include "load/asked_graph.hpp"
#include "load/graph_file.hpp"
#include "question/sources.hpp"

namespace wayfront {

void require_ok(const host::Ending& ending, std::string_view plugin, std::string_view doing) {
  using host::ExitCode;
  using host::RunStatus;
  if (ending.status == RunStatus::ok) return;
  const std::string sentence = host::sentence_on(ending, plugin, doing);
  const int failed = static_cast<int>(ExitCode::failed_run);
  if (ending.status == RunStatus::skipped) throw UnsupportedError(failed, sentence);
  if (ending.status == RunStatus::wrong) throw WrongAnswerError(failed, sentence);
  throw_error(ending.status == RunStatus::interrupted ? ExitCode::interrupted
              : ending.status == RunStatus::timeout   ? ExitCode::timeout
                                                      : ExitCode::failed_run,
              sentence);
}

namespace {

std::filesystem::path required_program() {
  std::filesystem::path program = worker_program();
  if (program.empty())
    throw UnsupportedError(
        static_cast<int>(host::ExitCode::failed_run),
        "a plugin cannot be isolated here: the program 'wayfront', whose processes these are, is not "
        "installed beside the library");
  return program;
}

host::GroundRules rules_of(const SolverGround& it) {
  const auto log = [sink = it.library->options.log](std::string_view /*label*/, std::string_view line) {
    if (sink) sink(line);
  };
  host::GroundRules rules{.shared = it.shared.get(),
                          .measure = {.parallel_sources = it.rest.parallel},
                          .threads = it.rest.threads != 0 ? it.rest.threads : it.library->threads,
                          .log = log,
                          .printed = log,
                          .most_said = std::numeric_limits<std::size_t>::max()};
  if (!it.rest.isolated) return rules;
  rules.workers.program = required_program();
  rules.workers.grace = std::chrono::duration<double>(host::Engine::time_to_end).count();
  rules.workers.watches_whole_host = true;  // this thread may end before the solver
  return rules;
}

}  // namespace

SolverGround::SolverGround(SharedGraph on, std::shared_ptr<const LibraryState> of, const SolverOptions& how)
    : graph(std::move(on)),
      library(std::move(of)),
      rest(how),
      shared(how.isolated && !required_program().empty() ? host::share_graph(Access::state(graph).loaded) : -1),
      ground(Access::state(graph).loaded, library->plugins, {}, rules_of(*this)) {}

std::unique_ptr<host::Engine> SolverGround::engine(const host::Plugin& plugin, const host::Settings& options) {
  if (rest.stop.stop_requested()) require_ok({host::RunStatus::interrupted, {}}, plugin.about().name, "preparing");
  auto made = std::make_unique<host::Engine>(ground, plugin, options, host::EngineRules());
  made->stop_by(rest.stop);
  return made;
}

Solver::State::State(std::shared_ptr<SolverGround> on, std::shared_ptr<const host::Settings> options,
                     std::unique_ptr<host::Engine> made, std::vector<std::string> notes)
    : base(std::move(on)),
      settings(std::move(options)),
      engine(std::move(made)),
      verifier(base->ground.verifier),
      reasons(std::move(notes)),
      name(engine->plugin().about().name) {
  take_notes();
}

void Solver::State::take_notes() {
  remarks = reasons;
  std::ranges::copy(engine->notes(), std::back_inserter(remarks));
}

std::unique_ptr<SolverState> named_solver(std::shared_ptr<SolverGround> on, const host::Plugin& plugin,
                                          std::shared_ptr<const host::Settings> options) {
  std::unique_ptr<host::Engine> engine = on->engine(plugin, *options);
  double seconds = 0;
  require_ok(engine->prepare(host::CallWatch::unlimited, seconds), plugin.about().name, "preparing");
  return std::make_unique<SolverState>(std::move(on), std::move(options), std::move(engine));
}

/// Throws UsageError for a question that this graph does not have.
void Solver::State::check(std::span<const Vertex> sources, const SolveOptions& options) const {
  const SharedGraph& graph = base->graph;
  const GraphInfo& info = graph.info();
  const auto require = [&](std::span<const Vertex> all, std::string_view what) {
    for (const Vertex v : all)
      if (v >= info.vertices)
        throw_usage(fmt::format("{}: {} {} is not a vertex; the graph has {}", graph.name(), what, v, info.vertices));
  };
  if (sources.empty()) throw_usage("there is no source; name at least one");
  require(sources, "source");
  require(options.targets, "target");
  if (options.count > info.vertices)
    throw_usage(fmt::format("SolveOptions::count is {}, but the graph has {} vertices", options.count, info.vertices));
  if (!(options.timeout >= 0))
    throw_usage(fmt::format("SolveOptions::timeout is {}; it must be >= 0", options.timeout));
  if (!options.reduce && options.within != SolveOptions().within)
    throw_usage("SolveOptions::within is for reduce; leave it out");
  host::require_limit(options.limit, info.weights);
}

ResultState Solver::State::solve(std::span<const Vertex> sources, const SolveOptions& options) {
  check(sources, options);
  if (options.reduce) return reduce(sources, options);
  const GraphInfo& info = base->graph.info();
  // Whoever proves a row needs all of it.
  const host::Asked scope{.limit = options.limit,
                          .targets = host::distinct(options.targets),
                          .count = options.count,
                          .predecessors = options.predecessors,
                          .whole_rows = options.certify || !std::isinf(options.limit)};
  engine->ask(scope);
  engine->stop_by(options.stop);
  verifier.ask(scope);
  ResultState result{.graph = base->graph, .sources = {sources.begin(), sources.end()}};
  result.vertices = info.vertices;
  result.stride = info.vertices;
  const std::size_t entries = sources.size() * result.stride;
  const std::size_t bytes = entries * weight_size(info.weights);
  // A part of the question is answered on the host: only there is the rest of a row cut off.
  const bool stays =
      !engine->in_worker() && options.on_device && engine->plugin().has(capability::device_output) && scope.whole();
  if (options.on_device) result.on_device = device_block(bytes);
  if (!stays || options.certify || options.predecessors) result.distances = host::make_big_array<std::byte>(bytes);
  if (stays && result.distances != nullptr)  // what the plugin does not write must not be right because it once was
    result.on_device.fill(is_floating(info.weights) ? 0xff : 0x80);
  if (options.predecessors) result.trees = host::make_big_array<Vertex>(entries);
  const std::size_t per_call = host::sources_per_call(info, &engine->plugin());
  for (std::size_t done = 0; done < sources.size() && !result.cycle;) {
    const auto some = sources.subspan(done, host::distinct_count(sources.subspan(done), per_call));
    add_rows(some, options, stays, result);
    done += some.size();
    if (options.progress) options.progress(done, sources.size());
  }
  if (result.cycle)
    result.on_device = {};
  else if (options.on_device && !stays)
    result.on_device.from_host(result.on_device.data(), result.distances.get(), bytes);
  return result;
}

ResultState Solver::State::reduce(std::span<const Vertex> sources, const SolveOptions& options) {
  if (!options.targets.empty() || options.count != 0 || options.predecessors || options.on_device)
    throw_usage("SolveOptions::reduce goes neither with targets and count nor with predecessors and on_device");
  if (std::isnan(options.within)) throw_usage("SolveOptions::within is not a number");
  const host::Asked scope{.limit = options.limit, .reduce = host::Reducing{.within = options.within}};
  engine->ask(scope);
  engine->stop_by(options.stop);
  verifier.ask(scope);
  ResultState result{.graph = base->graph, .sources = {sources.begin(), sources.end()}};
  result.vertices = base->graph.info().vertices;
  result.certified = options.certify || engine->in_worker();
  if (!result.certified) verifier.certify_rows_of({}, true);
  const double limit = options.timeout == 0 ? host::CallWatch::unlimited : options.timeout;
  // So that it tells how far it is; a plugin that adds up its rows itself may solve many together.
  const std::size_t some = engine->projection() == host::Projection::fold
                               ? std::size_t{1} << 16
                               : host::sources_per_call(base->graph.info(), &engine->plugin());
  while (result.rows < sources.size()) {
    const auto left = sources.subspan(result.rows);
    const auto batch = left.first(host::distinct_count(left, some));
    host::Call figures;
    require_ok(restarted(), name, "solving");
    require_ok(engine->answer(batch, limit, figures), name, "solving");
    end_if_stopped(options);
    count(figures, result);
    const host::Verifier::Answer& answer = verifier.last_right();
    if (figures.outcome == Outcome::negative_cycle) {
      result.cycle = path_of(host::cycle_arcs(base->stored(), answer.output->cycle));
      result.figures.clear();
      result.rows = 0;
      return result;
    }
    for (const host::ReducedRow& row : answer.reduced)
      result.figures.push_back({row.reached, row.within, row.sum.rounded(), row.max.rounded(), row.harmonic});
    result.rows += batch.size();
    if (options.progress) options.progress(result.rows, sources.size());
  }
  return result;
}

void Solver::State::end_if_stopped(const SolveOptions& options) const {
  if (options.stop.stop_requested()) require_ok({host::RunStatus::interrupted, {}}, name, "solving");
}

/// Adds what a call cost.
void Solver::State::count(const host::Call& figures, ResultState& result) {
  result.work += figures.work;
  result.counters.resize(figures.counters.size());
  std::ranges::transform(figures.counters, result.counters.begin(), &host::OwnCounter::name);
  result.seconds += figures.solve;
  result.certify_seconds += figures.verify;
}

/// A plugin whose process has ended, or was told to stop, is prepared again, and so it is after a failed update.
host::Ending Solver::State::restarted() {
  if (is_prepared && engine->answers()) return {};
  engine->end();
  double seconds = 0;
  host::Ending ending = engine->prepare(host::CallWatch::unlimited, seconds);
  is_prepared = ending.status == host::RunStatus::ok;
  if (!is_prepared) engine->end();
  return ending;
}

std::unique_ptr<SolverState> Solver::State::updated(const SharedGraph& graph, std::stop_token stop) {
  SolverOptions how = base->rest;
  how.stop = std::move(stop);
  const auto on = std::make_shared<SolverGround>(graph, base->library, how);
  auto other = std::make_unique<State>(on, settings, on->engine(engine->plugin(), *settings), reasons);
  other->device = device;
  other->engine->exchange_instances(*engine);
  try {
    other->engine->stop_by(how.stop);
    double seconds = 0;
    require_ok(other->engine->prepare(host::CallWatch::unlimited, seconds), name, "preparing");
    other->take_notes();
  } catch (...) {
    other->engine->exchange_instances(*engine);
    is_prepared = engine->in_worker();
    throw;
  }
  return other;
}

/// One call of the plugin, checked: its rows go into the result, behind those that are there, or its negative cycle.
/// `stays`: the plugin leaves them on the device.
void Solver::State::add_rows(std::span<const Vertex> sources, const SolveOptions& options, bool stays,
                             ResultState& result) {
  end_if_stopped(options);
  host::Call figures;
  const Output* given = nullptr;
  const double limit = options.timeout == 0 ? host::CallWatch::unlimited : options.timeout;
  const std::size_t row = result.rows * result.row_bytes();
  require_ok(restarted(), name, "solving");
  require_ok(engine->solve(sources, limit, figures, given, stays ? result.on_device.data() + row : nullptr), name,
             "solving");
  end_if_stopped(options);  // a plugin may have returned what it had until then
  std::byte* const here = result.distances == nullptr ? nullptr : result.distances.get() + row;
  Output answer = copied(*given, here, result.on_device);
  const bool cycle = answer.outcome == Outcome::negative_cycle;
  const host::Asked& scope = verifier.scope();
  // Nobody may walk along an unchecked cycle.
  if (engine->in_worker() || options.certify || options.predecessors || cycle) {
    require_ok(verifier.check(sources, answer, figures), name, "solving");
  } else {
    result.certified = false;
    if (!scope.whole() && engine->projection() == host::Projection::none)
      for (std::uint32_t i = 0; i < sources.size(); ++i)
        host::cut(base->stored(), scope.question(sources[i]), answer, i, verifier.arena());
  }
  count(figures, result);
  if (cycle) {
    result.cycle = path_of(host::cycle_arcs(base->stored(), answer.cycle));
    result.rows = 0;
    result.distances.reset();
    result.trees.reset();
    return;
  }
  if (options.predecessors)
    std::ranges::copy(verifier.last_right().predecessors, result.trees.get() + result.rows * result.stride);
  result.rows += sources.size();
}

/// What the plugin answered, with its distances copied to `to`, unless that is null: threads that it left behind cannot
/// change them there. Those on a device are part of `block`.
Output Solver::State::copied(const Output& answer, std::byte* to, const host::DeviceMemory::Block& block) {
  constexpr std::uint64_t grain = std::uint64_t{1} << 18;  // bytes
  const std::size_t size = weight_size(answer.kind);
  exact_to.resize(answer.rows);
  std::memcpy(exact_to.data(), answer.exact_to, answer.rows * size);
  Output copy = answer;
  copy.vertices = base->graph.info().vertices;
  copy.distances = to;
  copy.exact_to = exact_to.data();
  if (to == nullptr || answer.outcome != Outcome::solved) return copy;
  const std::uint64_t bytes = std::uint64_t{answer.rows} * answer.vertices * size;
  const auto* const from = static_cast<const std::byte*>(answer.distances);
  if (answer.memory == Output::device_memory)
    block.to_host(to, from, bytes);
  else if (engine->projection() == host::Projection::gather)
    spread(answer, copy);
  else
    verifier.arena().parallel_for(
        bytes, grain, [&](std::uint64_t begin, std::uint64_t end) { std::copy(from + begin, from + end, to + begin); });
  return copy;
}

/// From rows of the targets alone to rows of all vertices, of which the others are unreached.
void Solver::State::spread(const Output& alone, Output& whole) const {
  for (std::uint32_t i = 0; i < alone.rows; ++i) {
    with_weight_type(alone.kind, [&]<WeightType W>() { std::ranges::fill(whole.distances_as<W>(i), unreached<W>); });
    host::place_targets(alone, i, verifier.scope().targets, whole, i);
  }
}

host::DeviceMemory::Block Solver::State::device_block(std::size_t bytes) {
  constexpr int first = -1;  // the device of all solvers here
  if (!device) device = host::DeviceMemory::of(first);
  return device->take(bytes);
}

ResultState Solver::State::nearest(std::span<const Vertex> sources, const SolveOptions& options) {
  check(sources, options);
  if (options.reduce) throw_usage("SolveOptions::reduce is for solve(), not for nearest()");
  if (options.k != 1) return k_nearest(sources, options);
  const unsigned threads = base->ground.rules.threads;
  host::HostContext context(threads);
  context.stop_by(options.stop);
  const Vertex root = base->graph.info().vertices;
  const auto wider = Access::make<SharedGraph>(
      {host::graph_with_virtual_source(base->ground.loaded, host::distinct(sources), context), false, threads});
  SolverOptions how = base->rest;
  how.stop = options.stop;
  const std::unique_ptr<State> other =
      named_solver(std::make_shared<SolverGround>(wider, base->library, how), engine->plugin(), settings);
  other->device = device;
  SolveOptions asked = options;
  asked.predecessors = true;  // they tell which source is the nearest
  if (asked.count != 0) ++asked.count;
  ResultState result = other->solve({&root, 1}, asked);
  device = other->device;
  result.graph = base->graph;
  result.sources.assign(sources.begin(), sources.end());
  result.vertices = root;
  if (result.cycle) return result;
  Vertex* const tree = result.trees.get();
  result.nearest = host::nearest_sources({tree, result.stride}, root);
  if (options.predecessors)
    std::replace(tree, tree + root, root, no_vertex);
  else
    result.trees.reset();
  return result;
}

ResultState Solver::State::k_nearest(std::span<const Vertex> sources, const SolveOptions& options) const {
  if (!options.targets.empty() || options.count != 0 || options.predecessors || options.on_device || options.progress)
    throw_usage("SolveOptions::k goes with none of targets, count, predecessors, on_device and progress");
  if (options.k == 0) throw_usage("SolveOptions::k is 0; it must be 1 or more");
  host::HostContext context(1);
  context.start(options.timeout, false);
  context.stop_by(options.stop);
  ResultState result{.graph = base->graph, .sources = {sources.begin(), sources.end()}};
  result.vertices = base->graph.info().vertices;
  result.stride = result.vertices;
  result.certified = options.certify;
  const std::vector<Vertex> distinct = host::distinct(sources);
  try {
    host::KNearest found = host::k_nearest(base->stored(), distinct, options.k, options.limit, context);
    result.seconds = context.seconds(Phase::compute);
    if (options.certify) {
      const std::string fault =
          host::k_nearest_fault(base->stored(), distinct, options.limit, found, base->ground.loaded.ids, context);
      require_ok({fault.empty() ? host::RunStatus::ok : host::RunStatus::wrong, fault}, name, "solving");
      result.certify_seconds = context.seconds(Phase::compute) - result.seconds;
    }
    result.rows = found.rows;
    result.distances = std::move(found.distances);
    result.nearest = std::move(found.sources);
  } catch (const Cancelled&) {
    if (!context.timed_out()) throw;
    throw_error(host::ExitCode::timeout, fmt::format("stopped after its timeout of {} s", options.timeout));
  }
  return result;
}

Solver Access::make(std::unique_ptr<Solver::State> state) { return Solver(std::move(state)); }

Solver::Solver(std::unique_ptr<State> state) : state_(std::move(state)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

const std::string& Solver::plugin() const { return Access::state(*this).name; }
const SharedGraph& Solver::graph() const { return Access::state(*this).base->graph; }
const std::vector<std::string>& Solver::notes() const { return Access::state(*this).remarks; }

Result Solver::solve(Vertex source, const SolveOptions& options) { return solve({&source, 1}, options); }

Result Solver::solve(std::span<const Vertex> sources, const SolveOptions& options) {
  return translated([&] { return Access::make<Result>(Access::state(*this).solve(sources, options)); });
}

Result Solver::nearest(std::span<const Vertex> sources, const SolveOptions& options) {
  return translated([&] { return Access::make<Result>(Access::state(*this).nearest(sources, options)); });
}

void Solver::update(const SharedGraph& graph, std::stop_token stop) {
  translated([&] { state_ = Access::state(*this).updated(graph, std::move(stop)); });
}

Solver Library::solver(const SharedGraph& graph, std::string_view plugin, const Options& options,
                       const SolverOptions& rest) const {
  return translated([&] {
    const auto& library = Access::shared(*this);
    const host::Plugin& named = library->plugins.algorithm(plugin);
    auto settings = std::make_shared<const host::Settings>(settings_of(options, named));
    if (host::is_chooser(named)) return Access::make(chosen_solver(graph, library, named, *settings, rest));
    return Access::make(named_solver(std::make_shared<SolverGround>(graph, library, rest), named, std::move(settings)));
  });
}

}  // namespace wayfront
