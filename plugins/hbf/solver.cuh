// A prepared graph and the course of a solve, for each way to keep distances.
#pragma once

#include <algorithm>
#include <type_traits>

#include "hbf.hpp"
#include "marked_graph.cuh"
#include "step.cuh"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/predecessor_cycle.hpp"
#include "wayfront/cuda/rounds.cuh"

namespace wayfront::hbf {

/// One round of the host's loop whose kernels launch others: compiled apart, because only that needs device linking.
template <WeightType W, OffsetType O, class Labels>
void run_round_with_children(cuda::RoundLoop& loop, const Step<W, O, Labels>& step, const cuda::LoopShape& shape,
                             RunContext& context);

/// The pass after the last round: arcs to leaves. An arc from one leaf to another joins a component of two, of which
/// the solve's source is one, so that it does no harm when a distance is read here while it is written.
template <WeightType W>
struct LeafStep {
  static constexpr int phases = 1;
  struct Shared {};
  Key* keys;
  const LeafArc<W>* arcs;
  std::uint64_t count;

  template <int Phase>
  __device__ void run(const cuda::Round<W>&, cuda::Tally<W>& tally, Shared&) const {
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
      const LeafArc<W> arc = arcs[i];
      const W distance = cuda::distance_of<W>(__ldcg(keys + arc.source));
      if (distance == unreached<W>) continue;
      ++tally.relaxed;
      if (cuda::relax(keys, arc.target, extend(distance, arc.weight))) ++tally.improved;
    }
  }
};

/// 64-bit words of distance and round, all unreached but the source's; does not wait.
void start_words(long long* words, Vertex vertices, Vertex source, Key unreached, cudaStream_t stream);
/// All improvements of `words` count as those of earlier rounds; does not wait.
void forget_epochs(long long* words, Vertex vertices, cudaStream_t stream);
/// The distances of `words`, alone; does not wait.
void take_keys(const long long* words, Key* keys, Vertex vertices, cudaStream_t stream);

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
        queue_(options.dedup == Dedup::none ? roomy(options.room) : vertices_, stream_) {
    if constexpr (paired) words_ = {vertices_, "distances with their rounds", stream_};
    if (options.dedup == Dedup::stamp) stamps_ = {vertices_, "rounds of improvements", stream_};
    if (options.dedup == Dedup::lookup) {
      raw_ = cuda::QueueFrontier(roomy(options.room), stream_);
      lookup_ = {vertices_, "lookup table", stream_};
    }
    if (options.hubs == Hubs::queue && marked_.hub_tiles() != 0) {
      const std::uint64_t room = std::min<std::uint64_t>(marked_.hub_tiles() + 64, 1U << 30);
      hub_tiles_ = {room, "queue of hubs", stream_};
      hub_tails_ = {96, "queue of hubs", stream_};
    }
    // Cycles are looked for between rounds of the loop, and hubs are shared by all blocks.
    if (options.loop == DrivenBy::device && options.dedup != Dedup::lookup && !negative_ && marked_.hub_tiles() == 0 &&
        vertices_ != 0)
      alone_ = static_cast<std::uint32_t>(
          std::min<std::uint64_t>({options.alone / (graph.info().edges / vertices_ + 1), LocalList::room,
                                   queue_.ref().capacity}));  // it reads every vertex that waits from the queue
    more_ = {1, "rounds of one block", stream_};
    more_on_host_ = cuda::HostBuffer<std::uint64_t>(1, "rounds of one block");
    if (negative_) cycles_ = cuda::PredecessorCycle(vertices_, stream_);
    int multiprocessors = 0, threads = 0, device = 0;
    WAYFRONT_CUDA(cudaGetDevice(&device));
    WAYFRONT_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    WAYFRONT_CUDA(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
    dealing_ = {options.mapping == Mapping::scan, options.virtual_warp_min, options.virtual_warp_max,
                options.warp_workload, static_cast<std::uint64_t>(multiprocessors) * static_cast<unsigned>(threads)};
    shape_.loop = options.loop == DrivenBy::device ? cuda::Loop::device : cuda::Loop::host;
    shape_.block = options.block_size;
    shape_.items = dealing_.resident;
    shape_.threads_per_sm = 1024;
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    if constexpr (paired) {
      start_words(words_.data(), vertices_, problem.source, cuda::unreached_key<W>, stream_);
    } else {
      distances_.template start<W>(problem.source, stream_);
    }
    if (negative_) cycles_.start(stream_);
    if (stamps_.size() != 0) stamps_.fill_bytes(0, stream_);
    if (hub_tails_.size() != 0) hub_tails_.fill_bytes(0, stream_);
    if (lookup_.size() != 0) raw_.start(0, stream_);
    queue_.start(problem.source, stream_);
    more_.fill_bytes(0, stream_);
    loop_.start(context);
    const bool solved = run(output, context);
    if (solved) {
      if constexpr (paired) take_keys(words_.data(), distances_.data(), vertices_, stream_);
      reach_leaves(context);
    }
    output.work = loop_.work();
    output.outcome = solved ? Outcome::solved : Outcome::negative_cycle;
    WAYFRONT_CUDA(
        cudaMemcpyAsync(more_on_host_.data(), more_.data(), sizeof(std::uint64_t), cudaMemcpyDeviceToHost, stream_));
    if (solved) distances_.template write<W>(output, transfer_, context, stream_);
    if (!solved) stream_.wait();
    output.work.rounds += more_on_host_[0];
  }

 private:
  /// Entries of a queue that keeps duplicates.
  std::uint32_t roomy(unsigned per_vertex) const {
    const std::uint64_t wanted = std::max<std::uint64_t>(std::uint64_t{per_vertex} * vertices_, 64);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, 0xffff'0000U));
  }

  Step<W, O, Labels> step() const {
    Step<W, O, Labels> step{};
    step.state.graph = marked_.view();
    if constexpr (paired) {
      step.state.labels = {words_.data()};
    } else {
      step.state.labels = {distances_.data(), stamps_.data()};
    }
    step.state.predecessors = negative_ ? cycles_.data() : nullptr;
    step.state.skips_looks = options_.edge_classes == Classes::all || options_.edge_classes == Classes::source;
    step.state.defers = options_.defer;
    step.state.direct = options_.enqueue == Enqueue::direct;
    step.state.frontier_cache = options_.frontier_cache;
    step.state.arc_cache = options_.arc_cache;
    step.state.bypass = options_.distance_cache == Cache::bypass;
    step.queue = queue_.ref();
    step.raw = raw_.ref();
    step.lookup = lookup_.data();
    step.hubs = {hub_tiles_.data(), hub_tails_.data(), static_cast<std::uint32_t>(hub_tiles_.size()),
                 options_.hub_degree};
    step.dealing = dealing_;
    step.sums = loop_.control()->sums;
    step.alone = alone_;
    step.more = more_.data();
    if (alone_ != 0) step.epochs.per_round = Step<W, O, Labels>::max_alone;
    return step;
  }

  void run_until(const Step<W, O, Labels>& step, std::uint64_t round, RunContext& context) {
    if (options_.loop == DrivenBy::device) {
      cuda::run_rounds<W>(loop_, EveryVertex<W>{}, step, shape_, {.until = round}, context);
      return;
    }
    while (loop_.waiting() != 0 && loop_.rounds() < round) {
      const std::uint64_t active = std::min<std::uint64_t>(loop_.waiting(), vertices_);
      shape_.items = std::max(active * dealing_.virtual_warp(active), hub_tiles_.size() * 32);
      if (options_.hubs == Hubs::dynamic_parallelism) {
        run_round_with_children(loop_, step, shape_, context);
      } else {
        cuda::run_rounds<W>(loop_, EveryVertex<W>{}, step, shape_, {.until = loop_.rounds() + 1}, context);
      }
    }
  }

  /// Rounds until nothing changes, or a negative cycle is found: then false.
  bool run(Output& output, RunContext& context) {
    Step<W, O, Labels> step = this->step();
    cuda::CycleSearch search(cycles_, graph_, negative_);
    for (;;) {
      run_until(step, std::min(search.pause(), step.epochs.last_round()), context);
      if (loop_.waiting() == 0) return true;
      if (loop_.rounds() == step.epochs.last_round()) {
        if constexpr (paired) forget_epochs(words_.data(), vertices_, stream_);
        if (stamps_.size() != 0) stamps_.fill_bytes(0, stream_);
        step.epochs.forgotten = loop_.rounds();
      }
      if (loop_.rounds() < search.pause()) continue;
      output.cycle = search.look(loop_, transfer_, context);
      if (!output.cycle.empty()) return false;
    }
  }

  /// A round of its own, after the last.
  void reach_leaves(RunContext& context) {
    if (marked_.leaf_arc_count() == 0) return;
    cuda::LoopShape shape = shape_;
    shape.items = marked_.leaf_arc_count();
    const LeafStep<W> leaves{distances_.data(), marked_.leaf_arcs(), marked_.leaf_arc_count()};
    cuda::run_rounds<W>(loop_, EveryVertex<W>{}, leaves, shape, {.until = loop_.rounds() + 1, .to_the_end = true},
                        context);
  }

  const Options options_;
  const Graph& graph_;
  const Vertex vertices_;
  const bool negative_;
  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  MarkedGraph<W, O> marked_;
  cuda::RoundLoop loop_;
  cuda::Distances distances_;
  cuda::DeviceBuffer<long long> words_;
  cuda::DeviceBuffer<std::uint32_t> stamps_, lookup_;
  cuda::QueueFrontier queue_, raw_;
  cuda::DeviceBuffer<HubTile> hub_tiles_;
  cuda::DeviceBuffer<std::uint32_t> hub_tails_;
  cuda::PredecessorCycle cycles_;
  Dealing dealing_{};
  std::uint32_t alone_ = 0;
  cuda::DeviceBuffer<std::uint64_t> more_;
  cuda::HostBuffer<std::uint64_t> more_on_host_;
  cuda::LoopShape shape_;
};

template <class Labels>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context) {
  return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<Solver> {
    return std::make_unique<SolverOf<W, O, Labels>>(options, graph, context);
  });
}

std::unique_ptr<Solver> make_paired_solver(const Options& options, const Graph& graph, RunContext& context);
std::unique_ptr<Solver> make_plain_solver(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::hbf
