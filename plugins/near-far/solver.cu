// A prepared graph and the course of a solve.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "alone.cuh"
#include "batch/batch.cuh"
#include "batch/row_results.cuh"
#include "core.cuh"
#include "depth.hpp"
#include "near_far.hpp"
#include "packed_graph.cuh"
#include "step.cuh"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/cuda/trial.hpp"
#include "wayfront/status.hpp"

namespace wayfront::near_far {

/// Up to this mean degree there are heads for batches, and a core is looked for.
inline constexpr unsigned sparse = 6;
/// A core is looked for where this share of the vertices at least has two arcs or fewer, and kept where at most that
/// share of the arcs is left: on meshes it has fewer hops, but more arcs.
inline constexpr double thin_share = 0.25, core_share = 0.75;

/// Near-Far up to a cap: nothing above it waits, so that a round always takes something.
template <WeightType W>
struct CappedNearFar {
  NearFar<W> schedule;
  W cap = unreached<W>;
  WAYFRONT_HD W limit(const RoundStats<W>& last) const {
    const W limit = schedule.limit(last);
    return limit < cap ? limit : cap;
  }
};

template <WeightType W, OffsetType O, bool Heads>
class SolverOf final : public Solver {
  using Key = cuda::KeyOf<W>;
  static constexpr unsigned slots = Heads ? head_arcs : 0;
  static constexpr double usual_constant = Heads ? 64 : 16, usual_core_constant = 32;  // C that a trial begins with
  static constexpr std::uint64_t direct_bytes = 8 << 20;  // a longer answer is copied faster than kernels write it
  // Sums of floats depend on the order of additions; and with 2^32 arcs there is no room for tables of neighbours.
  static constexpr bool may_have_core = Heads && std::is_integral_v<W> && std::is_same_v<O, std::uint32_t>;
  static constexpr bool has_batch = std::is_same_v<O, std::uint32_t>;

 public:
  SolverOf(const Options& options, const Graph& graph, RunContext& context)
      : options_(options),
        vertices_(graph.info().vertices),
        local_(std::min(options.local, PushMemory<Key>::room)),
        mean_degree_(vertices_ == 0 ? 0 : static_cast<double>(graph.info().edges) / vertices_),
        packed_(graph, Heads || (has_batch && options.batch != 0 && mean_degree_ <= sparse), options.hub_degree,
                context, stream_),
        loop_(stream_),
        distances_(vertices_, stream_) {
    capacity_ = cuda::queue_capacity(std::uint64_t{options.room} * vertices_);
    const std::uint64_t piles = options.far ? 2 : 1;
    cuda::require_memory(piles * 2 * capacity_ * sizeof(Entry<Key>), "near-far: piles");
    near_ = {2 * std::uint64_t{capacity_}, "near-far: near pile", stream_};
    if (options.far) far_ = {2 * std::uint64_t{capacity_}, "near-far: far pile", stream_};
    counts_ = {3 * RoundCounts<Key>::stride, "near-far: piles", stream_};
    tails_ = {96, "near-far: piles", stream_};
    if (options.duplicates == Duplicates::lookup) taken_ = {vertices_, "near-far: lookup table", stream_};
    hubs_ = HubQueue<Key>(packed_.hub_tiles(), stream_);
    shape_.loop = options.loop;
    shape_.block = options.block_size != 0 ? options.block_size : 512;
    shape_.threads_per_sm = 1024;
    shape_.items = std::uint64_t{cuda::multiprocessors(context.device())} * shape_.threads_per_sm;
    delta_ = interval(packed_.mean_weight(), mean_degree_, usual_constant);
    if constexpr (may_have_core) make_core(graph.info().edges, context);
    if constexpr (Heads)
      if (may_be_alone(graph.info().edges)) make_alone(graph, context);
    stream_.wait();
    const bool is_open = options_.far && options_.delta == 0 && options_.delta_constant == 0;
    if (is_open && graph.info().edges >= cuda::min_trial_arcs && alone_report_.size() == 0)
      try_deltas(graph, context);
    else if (vertices_ != 0)
      load_kernels(context);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    output.work = {};
    if (problem.more.sources.size() > 1 || problem.more.reduce)
      solve_many(problem, output, context);
    else
      solve_one(problem, output, context);
  }

 private:
  void solve_one(const Problem& problem, Output& output, RunContext& context) {
    if (!problem.more.targets.empty() && output.vertices != vertices_)
      return solve_targets_alone(problem, output, context);
    let_go_of_old_memory(problem, output);
    const bool direct = reaches(output);
    const bool found = search(problem, direct ? output.distances_as<W>().data() : nullptr, output.work, context);
    if (!direct) distances_.write(output, transfer_, context, stream_);
    if (found) output.exact_to_as<W>() = farthest(problem.more.targets, output);
  }

  /// Before targets are copied: memory of an output that is gone, and that they may have now, is locked until here.
  void let_go_of_old_memory(const Problem& problem, const Output& output) {
    if (!problem.more.targets.empty())
      transfer_.reaches(output.distances, std::uint64_t{output.vertices} * sizeof(W), output.memory);
  }

  /// For an output that has an entry for each target.
  void solve_targets_alone(const Problem& problem, Output& output, RunContext& context) {
    let_go_of_old_memory(problem, output);
    search(problem, nullptr, output.work, context);
    context.phase(Phase::download);
    const std::uint64_t count = problem.more.targets.size();
    if (gathered_.size() < count) gathered_ = {count, "near-far: distances of targets", stream_};
    gather_targets<W>(distances_.data(), 1, nullptr, vertices_, targets_.data(), count, gathered_.data(), stream_);
    transfer_.to_host(output.distances, gathered_.data(), count * sizeof(W), context, stream_, output.memory);
  }

  /// Leaves distances on the device, or in `answer`, host memory that kernels reach. Whether it stopped because all
  /// targets are exact.
  bool search(const Problem& problem, W* answer, Work& work, RunContext& context) {
    cap_ = limit_as<W>(problem.more.limit);
    const Targets targets = start_targets(problem.more.targets, context);
    if constexpr (Heads)
      if (alone_report_.size() != 0 && !context.tracing())
        return search_by_one_block(problem, targets, answer, work, context);
    const Ends<W> ends{problem.source, answer, {}};
    loop_.start_in_kernel(context);
    if constexpr (may_have_core) {
      if (core_.view().rounds != 0 && targets.count == 0) {
        run(core_step(ends), core_delta_, core_shape_, context);
      } else {
        run(step(ends, targets), delta_, shape_, context);
      }
    } else {
      run(step(ends, targets), delta_, shape_, context);
    }
    work += loop_.work();
    return targets.count != 0 && round_on_host_[0] != 0;
  }

  /// Several sources, or reductions.
  void solve_many(const Problem& problem, Output& output, RunContext& context) {
    const std::uint64_t bytes = sources_of(problem).size() * std::uint64_t{output.vertices} * sizeof(W);
    const bool is_reached = !problem.more.reduce && transfer_.reaches(output.distances, bytes, output.memory);
    for (const std::uint32_t row : solve_batch(problem, output, is_reached, context)) {
      context.throw_if_cancelled();
      Problem one = problem;
      one.source = sources_of(problem)[row];
      one.more.sources = {};
      if (problem.more.reduce) {
        search(one, nullptr, output.work, context);
        output.reduction_as<W>(row) = reduce_alone(packed_.csr(), distances_.data(), one, context, stream_);
      } else {
        Output part = row_of<W>(output, row, is_reached);
        solve_one(one, part, context);
        output.work += part.work;
      }
    }
  }

  /// Returns the rows that are left. Rounds are not traced where each source has a block.
  std::vector<std::uint32_t> solve_batch(const Problem& problem, Output& output, bool is_reached, RunContext& context) {
    std::vector<std::uint32_t> left(sources_of(problem).size());
    std::iota(left.begin(), left.end(), 0U);
    if constexpr (has_batch) {
      const std::uint64_t few = std::max<std::uint64_t>(options_.batch, packed_.csr().edges / 1'000'000);
      if (options_.batch != 0 && packed_.view().heads != nullptr && problem.more.sources.size() >= few &&
          !context.tracing())
        cuda::has_memory_for([&] {
          if (batch_ == nullptr) batch_ = make_batch();
          left = batch_->run(problem, output, is_reached, transfer_, context);
        });
    }
    return left;
  }

  std::unique_ptr<Batch<W>> make_batch() const {
    using Deltas = typename Batch<W>::Deltas;
    if constexpr (may_have_core)
      if (core_.view().rounds != 0) {
        const auto delta = [this](double usual) { return interval(core_.mean_weight(), core_degree_, usual); };
        return std::make_unique<Batch<W>>(packed_.view(), packed_.csr(), core_.view(), Deltas{delta(8), delta(32)});
      }
    const W delta = interval(packed_.mean_weight(), mean_degree_, 16);
    return std::make_unique<Batch<W>>(packed_.view(), packed_.csr(), CoreView<W>{}, Deltas{delta, delta});
  }

  /// How far the limit moves on a graph of such arcs; `usual` is C where no option says it.
  W interval(double mean_weight, double mean_degree, double usual) const {
    if (!options_.far) return unreached<W>;
    if (options_.delta > 0) return width_as<W>(options_.delta);
    if (mean_degree == 0) return width_as<W>(0);
    const double constant = options_.delta_constant > 0 ? options_.delta_constant : usual;
    return width_as<W>(constant * mean_weight / mean_degree);
  }

  bool may_be_alone(std::uint64_t edges) const {
    return vertices_ != 0 && vertices_ <= std::numeric_limits<SmallVertex>::max() && edges <= options_.alone &&
           options_.loop == cuda::Loop::device && options_.duplicates == Duplicates::distance;
  }

  /// Where the device has shared memory enough.
  void make_alone(const Graph& graph, RunContext& context) {
    const std::size_t bytes = AloneMemory<Key>::bytes(vertices_);
    if (cuda::allow_all_shared_memory(solve_alone<W, slots>) < bytes) return;
    if constexpr (may_have_core)
      if (cuda::allow_all_shared_memory(solve_alone<W, core_slots>) < bytes) return;
    if constexpr (!std::is_same_v<O, std::uint32_t>) {
      const O* const wide = std::get<CsrView<W, O>>(graph.csr()).offsets;
      const std::vector<std::uint32_t> offsets(wide, wide + vertices_ + 1);
      alone_offsets_ = {offsets.size(), "near-far: offsets", stream_};
      transfer_.to_device(alone_offsets_.data(), offsets.data(), alone_offsets_.bytes(), context, stream_);
    }
    alone_report_ = cuda::HostBuffer<AloneReport>(1, "near-far: report");
  }

  HeadedView<W, std::uint32_t> alone_graph() const {
    const HeadedView<W, O> view = packed_.view();
    if constexpr (std::is_same_v<O, std::uint32_t>) {
      return view;
    } else {
      return {{view.vertices, alone_offsets_.data(), view.arcs}, view.heads};
    }
  }
  template <unsigned Slots>
  void launch_alone(const AloneTask<W>& task) {
    cuda::launch(solve_alone<W, Slots>, {1, alone_threads, AloneMemory<Key>::bytes(vertices_)}, stream_, task);
  }

  bool search_by_one_block(const Problem& problem, const Targets& targets, W* answer, Work& work, RunContext& context) {
    *loop_.stop() = 0;
    AloneTask<W> task{};
    task.graph = alone_graph();
    task.source = problem.source;
    task.delta = delta_;
    task.cap = cap_;
    task.targets = targets.vertices;
    task.target_count = targets.count;
    task.answer = answer;
    task.distances = distances_.data();
    task.report = alone_report_.data();
    task.stop = loop_.stop();
    bool whole = true;
    if constexpr (may_have_core)
      if (core_.view().rounds != 0 && targets.count == 0) {
        task.graph.heads = core_.view().rows;
        task.core = core_.view();
        task.delta = core_delta_;
        launch_alone<core_slots>(task);
        whole = false;
      }
    if (whole) launch_alone<slots>(task);
    cuda::wait_or_stop(stream_, context, loop_.stop());
    const AloneReport& report = alone_report_[0];
    if (report.stopped != 0) throw Cancelled();
    work.rounds += report.hops;
    work.settled += report.settled;
    work.relaxed += report.relaxed;
    work.improved += report.improved;
    return report.found != 0;
  }

  /// Whether kernels write the answer where it belongs.
  bool reaches(Output& output) {
    W* const distances = output.distances_as<W>().data();
    const std::uint64_t bytes = std::uint64_t{vertices_} * sizeof(W);
    return bytes <= direct_bytes && reinterpret_cast<std::uintptr_t>(distances) % Ends<W>::alignment == 0 &&
           transfer_.reaches(distances, bytes, output.memory);
  }

  /// Where it pays.
  void make_core(std::uint64_t edges, RunContext& context) {
    if (options_.core == 0 || mean_degree_ > sparse ||
        static_cast<double>(packed_.thin_vertices()) < thin_share * vertices_)
      return;
    const bool has_memory = cuda::has_memory_for(
        [&] { core_ = Core<W>(packed_.view(), options_.core, options_.core_rounds, context, stream_); });
    if (!has_memory) return;
    if (static_cast<double>(core_.arcs()) > core_share * static_cast<double>(edges)) {
      core_ = {};
      return;
    }
    core_degree_ = core_.vertices() == 0 ? 0 : static_cast<double>(core_.arcs()) / core_.vertices();
    core_delta_ = interval(core_.mean_weight(), core_degree_, usual_core_constant);
    core_shape_ = shape_;
    if (options_.block_size == 0) core_shape_.block = 1024;
  }

  /// Else the first solve would wait for them.
  void load_kernels(RunContext& context) {
    Work none;
    search({.source = 0, .more = {.limit = 0}}, nullptr, none, context);
  }

  /// Solves with several constants. None suits all graphs: a wide interval costs work and saves hops, and both depend on
  /// how many vertices are near at once.
  void try_deltas(const Graph& graph, RunContext& context) {
    const cuda::Trial trial(graph, [&](Vertex source) {
      Work work;
      search({.source = source}, nullptr, work, context);
      return work.settled;
    });
    const auto set = [&](double factor) {
      delta_ = interval(packed_.mean_weight(), mean_degree_, factor * usual_constant);
      if (core_.view().rounds != 0)
        core_delta_ = interval(core_.mean_weight(), core_degree_, factor * usual_core_constant);
    };
    const auto seconds = [&](double factor) {
      set(factor);
      return trial.seconds();
    };
    set(cuda::best_width(1, 1.0 / 32, 32, seconds));
  }

  template <class S>
  void run(const S& step, W delta, const cuda::LoopShape& shape, RunContext& context) {
    cuda::run_rounds<W>(loop_, CappedNearFar<W>{{delta}, cap_}, step, shape, {}, context);
  }

  /// Does not wait, but for memory where there are more targets than before.
  Targets start_targets(std::span<const Vertex> targets, RunContext& context) {
    if (targets.empty()) return {};
    if (found_.size() == 0) {
      found_ = {1, "near-far: targets", stream_};
      round_on_host_ = cuda::HostBuffer<std::uint64_t>(1, "near-far: targets");
    }
    if (targets_.size() < targets.size()) targets_ = {targets.size(), "near-far: targets", stream_};
    transfer_.to_device(targets_.data(), targets.data(), targets.size_bytes(), context, stream_);
    return {targets_.data(), targets.size(), found_.data(), round_on_host_.data()};
  }

  /// How far the answer is exact once all targets are: up to the farthest of them.
  static W farthest(std::span<const Vertex> targets, const Output& output) {
    W distance{};
    for (const Vertex target : targets) distance = std::max(distance, output.distances_as<W>()[target]);
    return distance;
  }

  Piles<Key> piles() const { return {near_.data(), far_.data(), counts_.data(), tails_.data(), capacity_}; }

  /// Of the whole graph.
  Step<W, O, slots> step(const Ends<W>& ends, const Targets& targets) const {
    return step_of<slots>(ends, targets, mean_degree_);
  }
  /// Of the core, and what is above it.
  Step<W, O, core_slots> core_step(const Ends<W>& ends) const {
    Step<W, O, core_slots> step = step_of<core_slots>(ends, {}, core_degree_);
    step.state.graph.heads = core_.view().rows;
    step.ends.core = core_.view();
    return step;
  }

  template <unsigned Slots>
  Step<W, O, Slots> step_of(const Ends<W>& ends, const Targets& targets, double degree) const {
    Step<W, O, Slots> step{};
    step.state.graph = packed_.view();
    step.state.distances = distances_.data();
    step.state.taken = taken_.data();
    step.state.duplicates = options_.duplicates;
    step.state.recheck = options_.duplicates != Duplicates::distance;
    step.state.ahead = options_.ahead;
    step.state.hubs = hubs_.ref(options_.hub_degree);
    step.piles = piles();
    step.targets = targets;
    step.ends = ends;
    step.cap = cuda::key_of(cap_);
    step.hops = options_.hops;
    step.local = local_;
    const double pushes = std::max(1.0, degree / 4);  // of an entry, where it finds much
    step.local_take = static_cast<std::uint32_t>(std::max(1.0, local_ / pushes));
    return step;
  }

  const Options options_;
  const Vertex vertices_;
  const unsigned local_;  // vertices in a block's list, at most
  const double mean_degree_;
  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  PackedGraph<W, O> packed_;
  cuda::RoundLoop<W> loop_;
  cuda::Distances<W> distances_;
  cuda::DeviceBuffer<Entry<Key>> near_, far_;
  cuda::DeviceBuffer<RoundCounts<Key>> counts_;
  cuda::DeviceBuffer<std::uint32_t> tails_;  // of the far pile
  cuda::DeviceBuffer<Key> taken_;
  HubQueue<Key> hubs_;
  cuda::DeviceBuffer<Vertex> targets_;
  cuda::DeviceBuffer<W> gathered_;  // the distances of targets alone
  cuda::DeviceBuffer<TargetsFound> found_;
  cuda::HostBuffer<std::uint64_t> round_on_host_;
  std::uint32_t capacity_ = 0;
  cuda::LoopShape shape_, core_shape_;
  W delta_{}, core_delta_{};
  W cap_ = unreached<W>;
  cuda::DeviceBuffer<std::uint32_t> alone_offsets_;  // where the graph's have 64 bits
  cuda::HostBuffer<AloneReport> alone_report_;       // where one block solves alone
  Core<W> core_;
  double core_degree_ = 0;
  std::unique_ptr<Batch<W>> batch_;  // made for the first one
};

template <WeightType W, OffsetType O>
std::unique_ptr<Solver> make_mapped_solver(const Options& options, const Graph& graph, RunContext& context) {
  if (options.mapping == Mapping::heads || (options.mapping == Mapping::automatic && pays_for_heads(graph)))
    return std::make_unique<SolverOf<W, O, true>>(options, graph, context);
  return std::make_unique<SolverOf<W, O, false>>(options, graph, context);
}

template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context) {
  if (graph.info().offsets == OffsetKind::offsets64)
    return make_mapped_solver<W, std::uint64_t>(options, graph, context);
  return make_mapped_solver<W, std::uint32_t>(options, graph, context);
}

template std::unique_ptr<Solver> make_solver_of<WAYFRONT_WEIGHT>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::near_far
