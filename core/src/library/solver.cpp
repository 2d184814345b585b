#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "answers/nearest_sources.hpp"
#include "answers/shortest_path.hpp"
#include "certify/cut.hpp"
#include "choose/choice.hpp"
#include "choose/trial.hpp"
#include "graph/bitmap.hpp"
#include "library/isolated_plugin.hpp"
#include "library/option_settings.hpp"
#include "library/states.hpp"
#include "load/asked_graph.hpp"
#include "measure/certified_solve.hpp"
#include "measure/judge.hpp"
#include "run/solver.hpp"

namespace wayfront {
namespace {

host::MeasureRules rules_of(unsigned parallel) {
  host::MeasureRules rules;
  rules.parallel_sources = parallel;
  return rules;
}

/// `doing`: "solving".
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

}  // namespace

struct Solver::State {
  State(SharedGraph on, std::shared_ptr<const LibraryState> of, const host::Plugin& chosen,
        std::shared_ptr<const host::Settings> options, const SolverOptions& how, std::vector<std::string> why = {},
        double patience = host::CallWatch::unlimited)
      : graph(std::move(on)),
        library(std::move(of)),
        plugin(chosen),
        settings(std::move(options)),
        rest(how),
        remarks(std::move(why)),
        name(chosen.about().name),
        threads(rest.threads != 0 ? rest.threads : library->threads),
        judge(stored(), Access::state(graph).loaded.ids, {}, false, threads, 0, false) {
    if (rest.stop.stop_requested()) require_ok({host::RunStatus::interrupted, {}}, name, "preparing");
    const host::MeasureRules rules = rules_of(rest.parallel);
    if (rest.isolated) {
      isolated.emplace(Access::state(graph).loaded, *library, plugin, *settings, rules, threads, judge);
      require_ok(in_time(isolated->prepare(rest.stop, patience, prepared), patience), name, "preparing");
      std::ranges::copy(isolated->notes(), std::back_inserter(remarks));
      return;
    }
    solver.emplace(library->plugins, plugin, *settings, stored(), host::Scope(), rules, threads, host::Watched(),
                   library->log());
    solver->stop_by(rest.stop);
    require_ok(in_time(solver->prepare(std::min(patience, host::CallWatch::unlimited), prepared), patience), name,
               "preparing");
    std::ranges::copy(solver->notes(), std::back_inserter(remarks));
  }

  /// The end of preparing within this time: a chosen plugin that needs more has declined.
  static host::Ending in_time(host::Ending ending, double patience) {
    if (ending.status != host::RunStatus::timeout || patience >= host::CallWatch::unlimited) return ending;
    return host::out_of_patience(patience);
  }

  const host::StoredGraph& stored() const { return *Access::state(graph).loaded.graph; }
  void check(std::span<const Vertex> sources, const SolveOptions& options) const;
  ResultState solve(std::span<const Vertex> sources, const SolveOptions& options);
  host::Ending try_call(std::span<const Vertex> sources, double limit, double& seconds);
  void add_rows(std::span<const Vertex> sources, const SolveOptions& options, const host::Scope& scope, bool stays,
                ResultState& result);
  Output copied(const Output& answer, std::byte* to, std::span<const Vertex> targets,
                const host::DeviceMemory::Block& block);
  static void spread(const Output& alone, std::span<const Vertex> targets, Output& whole);
  host::DeviceMemory::Block device_block(std::size_t bytes);
  ResultState nearest(std::span<const Vertex> sources, const SolveOptions& options);

  SharedGraph graph;
  std::shared_ptr<const LibraryState> library;
  const host::Plugin& plugin;  // of the library
  std::shared_ptr<const host::Settings> settings;
  SolverOptions rest;
  std::vector<std::string> remarks;  // why the plugin was chosen, and what it noted
  double prepared = 0;               // seconds
  std::string name;
  unsigned threads;
  host::Judge judge;
  std::optional<host::Solver> solver{};          // in this process
  std::optional<IsolatedPlugin> isolated{};      // or in another one
  std::shared_ptr<host::DeviceMemory> device{};  // made when it is first asked for
  std::vector<std::uint64_t> exact_to;  // of the last answer: up to which distance each row is exact, in its own type
};

/// Throws UsageError for a question that this graph does not have.
void Solver::State::check(std::span<const Vertex> sources, const SolveOptions& options) const {
  const GraphInfo& info = graph.info();
  const auto require = [&](std::span<const Vertex> all, std::string_view what) {
    for (const Vertex v : all)
      if (v >= info.vertices)
        throw_usage(fmt::format("{}: {} {} is not a vertex; the graph has {}", graph.name(), what, v, info.vertices));
  };
  if (sources.empty()) throw_usage("there is no source; name at least one");
  require(sources, "source");
  require(options.targets, "target");
  if (sources.size() > 1) {
    host::Bitmap taken(info.vertices);
    for (const Vertex v : sources) {
      if (taken.has(v)) throw_usage(fmt::format("source {} is listed twice", v));
      taken.set(v);
    }
  }
  if (options.count > info.vertices)
    throw_usage(fmt::format("SolveOptions::count is {}, but the graph has {} vertices", options.count, info.vertices));
  if (!(options.timeout >= 0))
    throw_usage(fmt::format("SolveOptions::timeout is {}; it must be >= 0", options.timeout));
  host::require_limit(options.limit, info.weights);
}

ResultState Solver::State::solve(std::span<const Vertex> sources, const SolveOptions& options) {
  check(sources, options);
  const GraphInfo& info = graph.info();
  const host::Scope scope{options.limit, options.targets, options.count};
  if (solver) {
    // Whoever proves a row needs all of it.
    solver->ask(scope, !options.certify && !options.predecessors && std::isinf(options.limit));
    solver->stop_by(options.stop);
  }
  judge.ask(scope, options.predecessors);
  ResultState result{.graph = graph, .sources = {sources.begin(), sources.end()}};
  result.vertices = info.vertices;
  result.stride = info.vertices;
  const std::size_t entries = sources.size() * result.stride;
  const std::size_t bytes = entries * weight_size(info.weights);
  // A part of the question is answered on the host: only there is the rest of a row cut off.
  const bool stays = solver && options.on_device && plugin.has(capability::device_output) && scope.whole();
  if (options.on_device) result.on_device = device_block(bytes);
  if (!stays || options.certify || options.predecessors) result.distances = host::make_big_array<std::byte>(bytes);
  if (stays && result.distances != nullptr)  // what the plugin does not write must not be right because it once was
    result.on_device.fill(is_floating(info.weights) ? 0xff : 0x80);
  if (options.predecessors) result.trees = host::make_big_array<Vertex>(entries);
  const std::size_t per_call = host::sources_per_call(info, &plugin);
  for (std::size_t done = 0; done < sources.size() && !result.cycle;) {
    const auto some = sources.subspan(done, std::min(per_call, sources.size() - done));
    add_rows(some, options, scope, stays, result);
    done += some.size();
    if (options.progress) options.progress(done, sources.size());
  }
  if (result.cycle)
    result.on_device = {};
  else if (options.on_device && !stays)
    result.on_device.from_host(result.on_device.data(), result.distances.get(), bytes);
  return result;
}

/// One call of the plugin within `limit`; `seconds` receives its time. Nobody looks at the answer.
host::Ending Solver::State::try_call(std::span<const Vertex> sources, double limit, double& seconds) {
  if (isolated) return isolated->try_call(sources, limit, rest.stop, seconds);
  std::uint64_t solves = 0, solved = 0;
  return solver->repeat(sources, sources.size(), 0, limit, solves, solved, seconds);
}

/// One call of the plugin, judged: its rows go into the result, behind those that are there, or its negative cycle.
/// `stays`: the plugin leaves them on the device.
void Solver::State::add_rows(std::span<const Vertex> sources, const SolveOptions& options, const host::Scope& scope,
                             bool stays, ResultState& result) {
  const auto end_if_stopped = [&] {
    if (options.stop.stop_requested()) require_ok({host::RunStatus::interrupted, {}}, name, "solving");
  };
  end_if_stopped();
  host::Sample sample;
  const double limit = options.timeout == 0 ? host::CallWatch::unlimited : options.timeout;
  const std::size_t row = result.rows * result.row_bytes();
  require_ok(isolated ? isolated->solve(sources, limit, options.stop, sample)
             : stays  ? solver->solve_on_device(sources, limit, sample, result.on_device.data() + row)
                      : solver->solve(sources, limit, sample),
             name, "solving");
  end_if_stopped();  // a plugin may have returned what it had until then
  std::byte* const here = result.distances == nullptr ? nullptr : result.distances.get() + row;
  const Output& given = isolated ? *judge.last_right().output : solver->output();
  Output answer = copied(given, here, options.targets, result.on_device);
  result.work += sample.work;
  result.seconds += sample.solve;
  const bool cycle = answer.outcome == Outcome::negative_cycle;
  if (isolated) {
    result.certify_seconds += sample.verify;
  } else if (options.certify || options.predecessors || cycle) {  // nobody may walk along an unchecked cycle
    require_ok(judge.judge(sources, answer, sample), name, "solving");
    result.certify_seconds += sample.verify;
  } else {
    result.certified = false;
    if (!scope.whole() && !solver->targets_alone())
      for (std::uint32_t i = 0; i < sources.size(); ++i)
        host::cut(stored(), scope.question(sources[i]), answer, i, judge.arena());
  }
  if (cycle) {
    result.cycle = path_of(host::cycle_arcs(stored(), answer.cycle));
    result.rows = 0;
    result.distances.reset();
    result.trees.reset();
    return;
  }
  if (options.predecessors)
    std::ranges::copy(judge.last_right().predecessors, result.trees.get() + result.rows * result.stride);
  result.rows += sources.size();
}

/// What the plugin answered, with its distances copied to `to`, unless that is null: threads that it left behind cannot
/// change them there. Those on a device are part of `block`.
Output Solver::State::copied(const Output& answer, std::byte* to, std::span<const Vertex> targets,
                             const host::DeviceMemory::Block& block) {
  constexpr std::uint64_t grain = std::uint64_t{1} << 18;  // bytes
  const std::size_t size = weight_size(answer.kind);
  exact_to.resize(answer.rows);
  std::memcpy(exact_to.data(), answer.exact_to, answer.rows * size);
  Output copy = answer;
  copy.vertices = graph.info().vertices;
  copy.distances = to;
  copy.exact_to = exact_to.data();
  if (to == nullptr || answer.outcome != Outcome::solved) return copy;
  const std::uint64_t bytes = std::uint64_t{answer.rows} * answer.vertices * size;
  const auto* const from = static_cast<const std::byte*>(answer.distances);
  if (answer.memory == Output::device_memory)
    block.to_host(to, from, bytes);
  else if (solver && solver->targets_alone())
    spread(answer, targets, copy);
  else
    judge.arena().parallel_for(
        bytes, grain, [&](std::uint64_t begin, std::uint64_t end) { std::copy(from + begin, from + end, to + begin); });
  return copy;
}

/// From rows of the targets alone to rows of all vertices, of which the others are unreached.
void Solver::State::spread(const Output& alone, std::span<const Vertex> targets, Output& whole) {
  with_weight_type(alone.kind, [&]<WeightType W>() {
    for (std::uint32_t i = 0; i < alone.rows; ++i) {
      std::ranges::fill(whole.distances_as<W>(i), unreached<W>);
      for (std::size_t k = 0; k < targets.size(); ++k)
        whole.distances_as<W>(i)[targets[k]] = alone.distances_as<W>(i)[k];
    }
  });
}

host::DeviceMemory::Block Solver::State::device_block(std::size_t bytes) {
  constexpr int first = -1;  // the device of all solvers here
  if (!device) device = host::DeviceMemory::of(first);
  return device->take(bytes);
}

ResultState Solver::State::nearest(std::span<const Vertex> sources, const SolveOptions& options) {
  check(sources, options);
  host::HostContext context(threads);
  context.start(0, false);
  context.stop_by(options.stop);
  const Vertex root = graph.info().vertices;
  const auto wider = Access::make<SharedGraph>(
      {host::graph_with_virtual_source(Access::state(graph).loaded, sources, context), false, threads});
  SolverOptions how = rest;
  how.stop = options.stop;
  State other(wider, library, plugin, settings, how);
  other.device = device;
  SolveOptions asked = options;
  asked.predecessors = true;  // they tell which source is the nearest
  if (asked.count != 0) ++asked.count;
  ResultState result = other.solve({&root, 1}, asked);
  device = other.device;
  result.graph = graph;
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

namespace {

/// Trials of solvers. The sources that will be asked are not known, so they are drawn.
class SolverBench final : public host::TrialBench {
 public:
  SolverBench(const SharedGraph& graph, const std::shared_ptr<const LibraryState>& library, const SolverOptions& rest,
              const host::Asked& asked, unsigned threads)
      : graph_(graph),
        library_(library),
        rest_(rest),
        sources_(host::drawn_sources(*Access::state(graph).loaded.graph, asked.per_call)),
        instances_(asked.parallel != 0 ? asked.parallel : threads) {}

  double now() const override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  host::TrialCalls calls(const host::Plugin& /*plugin*/) const override {
    return {.sources = std::max<std::size_t>(sources_.size(), 1), .instances = instances_};
  }
  double start(const host::Plugin& plugin) const override {
    return host::trial_start(plugin, rest_.isolated, device_started_);
  }
  host::Ending prepare(std::size_t number, const host::Candidate& candidate, double limit, double& seconds) override {
    using host::RunStatus;
    if (candidate.plugin->has(capability::device)) device_started_ = true;
    try {
      auto made = std::make_unique<SolverState>(graph_, library_, *candidate.plugin, candidate.options, rest_,
                                                std::vector<std::string>(), limit);
      seconds = made->prepared;
      solvers_[number] = std::move(made);
      return {};
    } catch (const UnsupportedError& declined) {
      return {RunStatus::skipped, declined.what()};
    } catch (const Error& error) {
      return {rest_.stop.stop_requested() ? RunStatus::interrupted : RunStatus::failed, error.what()};
    }
  }
  host::Ending solve(std::size_t number, std::size_t first, std::size_t sources, double limit,
                     double& seconds) override {
    return solvers_.at(number)->try_call(host::spread_sources(sources_, first, sources), limit, seconds);
  }
  void release(std::size_t number) override { solvers_.erase(number); }

  std::unique_ptr<SolverState> take(std::size_t number) { return std::move(solvers_.at(number)); }

 private:
  const SharedGraph& graph_;
  const std::shared_ptr<const LibraryState>& library_;
  const SolverOptions& rest_;
  const std::vector<Vertex> sources_;
  const unsigned instances_;
  bool device_started_ = false;
  std::map<std::size_t, std::unique_ptr<SolverState>> solvers_{};
};

/// With the plugin that is expected to be the fastest, or was in a trial, or the next one, if that declines the graph.
std::unique_ptr<SolverState> chosen_solver(const SharedGraph& graph, const std::shared_ptr<const LibraryState>& library,
                                           const host::ChooserOptions& options, const SolverOptions& rest) {
  const host::StoredGraph& stored = *Access::state(graph).loaded.graph;
  const std::uint64_t sources = std::max<std::int64_t>(options.sources, 1);
  const unsigned threads = rest.threads != 0 ? rest.threads : library->threads;
  const host::Asked asked{
      .sources = sources, .per_call = std::min<std::uint64_t>(sources, 64), .parallel = rest.parallel};
  host::Choice choice = host::choose(stored, asked, options, library->plugins, threads);
  SolverBench bench(graph, library, rest, asked, threads);
  const host::TrialResult trial = host::try_candidates(choice, sources, bench);
  std::vector<std::string> remarks = {
      fmt::format("auto: {}, {}", choice.ranking.front().plugin->about().name, choice.reason)};
  for (const std::string& sentence : trial.dropped) remarks.push_back("auto: " + sentence);
  if (trial.kept) {
    std::unique_ptr<SolverState> made = bench.take(*trial.kept);
    made->remarks.insert(made->remarks.begin(), remarks.begin(), remarks.end());
    return made;
  }
  for (const host::Candidate& it : choice.ranking) {
    try {
      return std::make_unique<SolverState>(graph, library, *it.plugin, it.options, rest, remarks, it.patience);
    } catch (const UnsupportedError& declined) {
      if (&it == &choice.ranking.back()) throw;
      remarks.push_back(fmt::format("auto: {} declined: {}", it.plugin->about().name, declined.what()));
    }
  }
  return nullptr;  // not reached: a choice has at least one plugin
}

}  // namespace

Solver Access::make(std::unique_ptr<Solver::State> state) { return Solver(std::move(state)); }

Solver::Solver(std::unique_ptr<State> state) : state_(std::move(state)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

const std::string& Solver::plugin() const { return Access::state(*this).name; }
const SharedGraph& Solver::graph() const { return Access::state(*this).graph; }
const std::vector<std::string>& Solver::notes() const { return Access::state(*this).remarks; }

Result Solver::solve(Vertex source, const SolveOptions& options) { return solve({&source, 1}, options); }

Result Solver::solve(std::span<const Vertex> sources, const SolveOptions& options) {
  return translated([&] { return Access::make<Result>(Access::state(*this).solve(sources, options)); });
}

Result Solver::nearest(std::span<const Vertex> sources, const SolveOptions& options) {
  return translated([&] { return Access::make<Result>(Access::state(*this).nearest(sources, options)); });
}

Solver Library::solver(const SharedGraph& graph, std::string_view plugin, const Options& options,
                       const SolverOptions& rest) const {
  return translated([&] {
    const auto& library = Access::shared(*this);
    const host::Plugin& named = library->plugins.find(PluginKind::algorithm, plugin.empty() ? "auto" : plugin);
    auto settings = std::make_shared<const host::Settings>(settings_of(options, named));
    if (host::is_chooser(named))
      return Access::make(chosen_solver(graph, library, host::chooser_options(*settings, library->plugins), rest));
    return Access::make(std::make_unique<SolverState>(graph, library, named, std::move(settings), rest));
  });
}

}  // namespace wayfront
