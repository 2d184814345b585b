// A prepared graph and the course of a solve, for each way to keep distances. Once for each type of weights.
#include <algorithm>
#include <type_traits>
#include <vector>

#include "hbf.hpp"
#include "marked_graph.cuh"
#include "step.cuh"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/predecessor_cycle.hpp"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/cuda/stream.hpp"

namespace wayfront::hbf {

/// A byte for each vertex, 1 where two arcs out of it have one target: for the class of the source's arcs as printed, which
/// does not take a minimum. Rows that are not sorted are copied and sorted.
template <WeightType W, OffsetType O>
std::vector<std::uint8_t> parallel_rows(const CsrView<W, O>& graph, RunContext& context) {
  std::vector<std::uint8_t> found(graph.vertices, 0);
  context.parallel_for(graph.vertices, 4096, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<Vertex> row;
    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
      row.assign(graph.targets + graph.begin(v), graph.targets + graph.end(v));
      if (!std::ranges::is_sorted(row)) std::ranges::sort(row);
      found[v] = std::ranges::adjacent_find(row) != row.end() ? 1 : 0;
    }
  });
  return found;
}

/// The pass after the last round, as a round of its own: arcs to leaves. An arc from one leaf to another joins a
/// component of two, of which the solve's source is one, so that it does no harm when a distance is read here while it
/// is written.
template <WeightType W>
struct LeafStep {
  static constexpr int phases = 1;
  static constexpr cuda::Kernels kernels = cuda::Kernels::rounds;  // one round: the host's launch of it is as good
  struct Shared {};
  cuda::KeyOf<W>* keys;
  const LeafArc<W>* arcs;
  std::uint64_t count;

  template <int Phase>
  __device__ void run(const cuda::Round<W>&, cuda::Tally<W>& tally, Shared&) const {
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = cuda::grid_thread(); i < count; i += step) {
      const LeafArc<W> arc = arcs[i];
      const W distance = cuda::distance_of<W>(__ldcg(keys + arc.source));
      if (distance == unreached<W>) continue;
      ++tally.relaxed;
      if (cuda::relax(keys, arc.target, saturating_add(distance, arc.weight))) ++tally.improved;
    }
  }
};

template <WeightType W, OffsetType O, class Labels>
class SolverOf final : public Solver {
 public:
  static constexpr bool paired = std::is_same_v<Labels, PairedLabels>;

  SolverOf(const Options& options, const Graph& graph, RunContext& context)
      : options_(options),
        graph_(graph),
        vertices_(graph.info().vertices),
        negative_(graph.info().min_weight < 0),
        marked_(graph, options.edge_classes, options.hub_degree, context, stream_),
        loop_(stream_),
        distances_(vertices_, stream_),
        queue_(options.dedup == Dedup::none ? with_duplicates() : vertices_, stream_) {
    if (options.hubs == Hubs::dynamic_parallelism && sizeof(W) != 4)
      throw Unsupported("hbf: hubs = \"dynamic_parallelism\" takes weights of 32 bits; hubs = \"queue\" takes all");
    if (options.hubs == Hubs::dynamic_parallelism && !narrow)
      throw Unsupported(
          "hbf: hubs = \"dynamic_parallelism\" takes graphs whose offsets have 32 bits; this one has 64, "
          "as graphs of 2^32 arcs and more do; hubs = \"queue\" takes all");
    if constexpr (paired) words_ = {vertices_, "distances with their rounds", stream_};
    if (!paired && (options.dedup == Dedup::stamp || options.dedup == Dedup::automatic))
      stamps_ = {vertices_, "rounds of improvements", stream_};
    if (options.dedup == Dedup::lookup) {
      raw_ = cuda::QueueFrontier(with_duplicates(), stream_);
      lookup_ = {vertices_, "lookup table", stream_};
    }
    if (options.hubs == Hubs::queue) hubs_ = HubQueue(marked_.hub_tiles(), stream_);
    // Cycles are looked for between rounds of the loop, and hubs are shared by all blocks.
    if (may_run_alone<Way::device, O> && options.loop == cuda::Loop::device && options.dedup != Dedup::lookup &&
        !negative_ && marked_.hub_tiles() == 0 && vertices_ != 0)
      alone_ = static_cast<std::uint32_t>(
          std::min<std::uint64_t>({options.alone / (graph.info().edges / vertices_ + 1), LocalList::room,
                                   queue_.ref().capacity}));  // it reads every vertex that waits from the queue
    more_ = {1, "rounds of one block", stream_};
    more_on_host_ = cuda::HostBuffer<std::uint64_t>(1, "rounds of one block");
    if (negative_) cycles_ = cuda::PredecessorCycle(vertices_, stream_);
    if (options.source_store) parallel_ = parallel_rows(std::get<CsrView<W, O>>(graph.csr()), context);
    split_ = {options.mapping == Mapping::scan, options.virtual_warp_min, options.virtual_warp_max,
              options.warp_workload, cuda::resident_threads(context.device())};
    shape_.loop = options.loop;
    shape_.block = options.block_size;
    shape_.items = split_.resident;
    shape_.threads_per_sm = 1024;
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    if constexpr (paired) {
      start_words(words_.data(), vertices_, problem.source, cuda::unreached_key<W>, stream_);
    } else {
      distances_.start(problem.source, stream_);
    }
    if (negative_) cycles_.start(stream_);
    if (stamps_.size() != 0) stamps_.fill_bytes(0, stream_);
    hubs_.start(stream_);
    if (lookup_.size() != 0) raw_.start(0, stream_);
    queue_.start(problem.source, stream_);
    more_.fill_bytes(0, stream_);
    loop_.start(context);
    source_stores_ = !parallel_.empty() && parallel_[problem.source] == 0;
    const bool solved = run(output, context);
    if (solved) {
      if constexpr (paired) take_keys(words_.data(), distances_.data(), vertices_, stream_);
      if (marked_.leaf_arc_count() != 0) relax_leaves(context);
    }
    output.work = loop_.work();
    output.outcome = solved ? Outcome::solved : Outcome::negative_cycle;
    WAYFRONT_CUDA(
        cudaMemcpyAsync(more_on_host_.data(), more_.data(), sizeof(std::uint64_t), cudaMemcpyDeviceToHost, stream_));
    if (solved) distances_.write(output, transfer_, context, stream_);
    if (!solved) stream_.wait();
    output.work.rounds += more_on_host_[0];
  }

 private:
  static constexpr bool narrow = std::is_same_v<O, std::uint32_t>;
  /// 64-bit offsets are for graphs of 2^32 arcs and more. There, a round costs far more than its launch, so that the
  /// host's loop has no kernels of its own: it launches the device's for one round. So it is for weights of 64 bits,
  /// which the paper does not have.
  static constexpr bool has_host_kernels = narrow && sizeof(W) == 4;
  using DeviceStep = Step<W, O, Labels, Way::device>;
  using HostStep = Step<W, O, Labels, has_host_kernels ? Way::host : Way::device>;

  /// Entries of a queue that keeps duplicates.
  std::uint32_t with_duplicates() const { return cuda::queue_capacity(std::uint64_t{options_.room} * vertices_); }

  Parts<W, O, Labels> parts() const {
    Parts<W, O, Labels> parts{};
    parts.state.graph = marked_.view();
    if constexpr (paired) {
      parts.state.labels = {words_.data()};
    } else {
      parts.state.labels = {distances_.data(), stamps_.data()};
    }
    parts.state.predecessors = negative_ ? cycles_.data() : nullptr;
    parts.state.skips_looks = options_.edge_classes == Classes::all || options_.edge_classes == Classes::source;
    parts.state.source_stores = source_stores_;
    parts.state.defers = options_.defer;
    parts.state.direct = options_.enqueue == Enqueue::direct;
    parts.state.frontier_cache = options_.frontier_cache;
    parts.state.arc_cache = options_.arc_cache;
    parts.state.bypass = options_.distance_cache == Cache::bypass;
    parts.queue = queue_.ref();
    parts.raw = raw_.ref();
    parts.lookup = lookup_.data();
    parts.hubs = hubs_.ref(options_.hub_degree);
    parts.split = split_;
    parts.sums = loop_.control()->sums;
    parts.alone = alone_;
    parts.more = more_.data();
    if (alone_ != 0) parts.epochs.per_round = max_alone;
    return parts;
  }

  void run_until(const Parts<W, O, Labels>& parts, std::uint64_t round, RunContext& context) {
    if (options_.loop == cuda::Loop::device) {
      cuda::run_rounds<W>(loop_, EveryVertex<W>{}, DeviceStep{parts}, shape_, {.until = round}, context);
      return;
    }
    while (loop_.waiting() != 0 && loop_.rounds() < round) {
      const std::uint64_t active = std::min<std::uint64_t>(loop_.waiting(), vertices_);
      shape_.items = std::max(active * split_.virtual_warp(active), hubs_.capacity() * 32);
      if constexpr (has_host_kernels) {
        if (options_.hubs == Hubs::dynamic_parallelism) {
          run_round_with_children(loop_, parts, shape_, context);
          continue;
        }
      }
      cuda::run_rounds<W>(loop_, EveryVertex<W>{}, HostStep{parts}, shape_, {.until = loop_.rounds() + 1}, context);
    }
  }

  void relax_leaves(RunContext& context) {
    cuda::LoopShape shape = shape_;
    shape.items = marked_.leaf_arc_count();
    const LeafStep<W> leaves{distances_.data(), marked_.leaf_arcs(), shape.items};
    cuda::run_rounds<W>(loop_, EveryVertex<W>{}, leaves, shape, {.until = loop_.rounds() + 1, .to_the_end = true},
                        context);
  }

  /// Rounds until nothing changes, or a negative cycle is found: then false.
  bool run(Output& output, RunContext& context) {
    Parts<W, O, Labels> parts = this->parts();
    cuda::CycleSearch search(cycles_, graph_, negative_);
    for (;;) {
      run_until(parts, std::min(search.pause(), parts.epochs.last_round()), context);
      if (loop_.waiting() == 0) return true;
      if (loop_.rounds() == parts.epochs.last_round()) {
        if constexpr (paired) forget_epochs(words_.data(), vertices_, stream_);
        if (stamps_.size() != 0) stamps_.fill_bytes(0, stream_);
        parts.epochs.forgotten = loop_.rounds();
      }
      if (loop_.rounds() < search.pause()) continue;
      output.cycle = search.look(loop_, transfer_, context);
      if (!output.cycle.empty()) return false;
    }
  }

  const Options options_;
  const Graph& graph_;
  const Vertex vertices_;
  const bool negative_;
  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  MarkedGraph<W, O> marked_;
  cuda::RoundLoop<W> loop_;
  cuda::Distances<W> distances_;
  cuda::DeviceBuffer<long long> words_;
  cuda::DeviceBuffer<std::uint32_t> stamps_, lookup_;
  cuda::QueueFrontier queue_, raw_;
  HubQueue hubs_;
  cuda::PredecessorCycle cycles_;
  std::vector<std::uint8_t> parallel_;  // by vertex, with source_store: whether arcs out of it are
  bool source_stores_ = false;          // in this solve
  WorkSplit split_{};
  std::uint32_t alone_ = 0;
  cuda::DeviceBuffer<std::uint64_t> more_;
  cuda::HostBuffer<std::uint64_t> more_on_host_;
  cuda::LoopShape shape_;
};

template <WeightType W, class Labels>
std::unique_ptr<Solver> make_labelled_solver(const Options& options, const Graph& graph, RunContext& context) {
  if (graph.info().offsets == OffsetKind::offsets64)
    return std::make_unique<SolverOf<W, std::uint64_t, Labels>>(options, graph, context);
  return std::make_unique<SolverOf<W, std::uint32_t, Labels>>(options, graph, context);
}

template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context) {
  if constexpr (sizeof(W) == 4) {
    if (options.dedup == Dedup::atomic64 || options.dedup == Dedup::automatic)
      return make_labelled_solver<W, PairedLabels>(options, graph, context);
  }
  if (options.dedup == Dedup::atomic64)
    throw Unsupported(
        "hbf: dedup = \"atomic64\" takes weights of 32 bits, because the distance and its round share a word of 64; "
        "dedup = \"auto\", \"stamp\", \"lookup\" and \"none\" take all");
  return make_labelled_solver<W, PlainLabels<cuda::KeyOf<W>>>(options, graph, context);
}

template std::unique_ptr<Solver> make_solver_of<WAYFRONT_WEIGHT>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::hbf
