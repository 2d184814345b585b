// The three kinds of rounds, and the course of a solve.
#include <algorithm>
#include <type_traits>

#include "lonestar_bf.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/expand_block.cuh"
#include "wayfront/cuda/predecessor_cycle.hpp"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/cuda/stream.hpp"

namespace wayfront::lonestar_bf {
namespace {

/// A vertex that a round takes.
template <WeightType W>
struct From {
  Vertex vertex = 0;
  W distance{};
};
template <WeightType W>
__device__ From<W> from_lane(const From<W>& from, unsigned lane) {
  return {cuda::from_lane(from.vertex, lane), cuda::from_lane(from.distance, lane)};
}

template <WeightType W, OffsetType O, Driven By>
struct Step {
  static constexpr int phases = 1;
  // For 64-bit offsets, which are for graphs of 2^32 arcs and more, the host's loop needs no kernel of its own.
  static constexpr cuda::Kernels kernels =
      std::is_same_v<O, std::uint32_t> ? cuda::Kernels::both : cuda::Kernels::rounds;
  using Shared = cuda::BlockRow<O, From<W>>;

  CsrView<W, O> graph;
  cuda::KeyOf<W>* distances;
  Vertex* predecessors;  // null unless negative cycles are possible
  cuda::QueueRef list;   // of the vertices that a round takes

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    std::uint64_t count = graph.vertices;
    const Vertex* entries = nullptr;
    cuda::QueueRound pushes{};
    if constexpr (By != Driven::topology) {
      pushes = list.at(round.number);
      if (round.active <= list.capacity) {  // else some of them are lost
        count = round.active;
        entries = pushes.now;
      }
      if (blockIdx.x == 0 && threadIdx.x == 0) list.clear_ahead(round.number);
    }
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    const auto vertex = [&](std::uint64_t i) {
      return entries != nullptr ? __ldcg(entries + i) : static_cast<Vertex>(i);
    };
    if constexpr (By == Driven::cooperative) {
      for (std::uint64_t first = std::uint64_t{blockIdx.x} * blockDim.x; first < count; first += step) {
        cuda::Row<O, From<W>> row;
        if (first + threadIdx.x < count) row = row_of(vertex(first + threadIdx.x), tally);
        Relaxer relaxer{*this, pushes, tally};
        cuda::expand_block(row, relaxer, shared);
      }
    } else {
      for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step)
        relax(vertex(i), pushes, tally);
    }
  }

  /// For cuda::expand_block().
  struct Relaxer {
    const Step& step;
    const cuda::QueueRound& pushes;
    cuda::Tally<W>& tally;

    template <int B>
    __device__ void relax(const bool (&on)[B], const O (&at)[B], const From<W> (&from)[B]) {
      for (int i = 0; i < B; ++i)
        if (on[i]) step.relax_arc(from[i], at[i], pushes, tally);
    }
  };

  /// The arcs of a vertex, none where it has no distance.
  __device__ cuda::Row<O, From<W>> row_of(Vertex u, cuda::Tally<W>& tally) const {
    cuda::Row<O, From<W>> row;
    row.from = {u, cuda::fresh_distance<W>(distances, u)};
    if (row.from.distance == unreached<W>) return row;
    ++tally.active;
    row.begin = graph.begin(u);
    row.degree = graph.degree(u);
    return row;
  }

  __device__ void relax(Vertex u, const cuda::QueueRound& pushes, cuda::Tally<W>& tally) const {
    const W distance = cuda::fresh_distance<W>(distances, u);
    if (distance == unreached<W>) return;
    ++tally.active;
    const O end = graph.end(u);
    for (O arc = graph.begin(u); arc < end; ++arc) relax_arc({u, distance}, arc, pushes, tally);
  }

  __device__ void relax_arc(const From<W>& from, O arc, const cuda::QueueRound& pushes, cuda::Tally<W>& tally) const {
    const Vertex v = graph.targets[arc];
    ++tally.relaxed;
    if (!cuda::relax(distances, v, saturating_add(from.distance, graph.weights[arc]))) return;
    ++tally.improved;
    ++tally.waiting;
    if (predecessors != nullptr) predecessors[v] = from.vertex;
    if constexpr (By != Driven::topology) pushes.push(v);
  }
};

template <WeightType W, OffsetType O, Driven By>
class SolverOf final : public Solver {
 public:
  SolverOf(const Options& options, const Graph& graph, RunContext& context)
      : graph_(graph),
        vertices_(graph.info().vertices),
        negative_(graph.info().min_weight < 0),
        shared_(cuda::DeviceGraph::of(graph, context)),
        loop_(stream_),
        distances_(vertices_, stream_) {
    if constexpr (By != Driven::topology)
      list_ = cuda::QueueFrontier(cuda::queue_capacity(std::uint64_t{options.room} * vertices_), stream_);
    if (negative_) cycles_ = cuda::PredecessorCycle(vertices_, stream_);
    step_ = {std::get<CsrView<W, O>>(shared_->csr(context)), distances_.data(), negative_ ? cycles_.data() : nullptr,
             list_.ref()};
    shape_.loop = options.loop;
    shape_.block = options.block_size;
    shape_.items = vertices_;
    shape_.threads_per_sm = 2048;
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    distances_.start(problem.source, stream_);
    if constexpr (By != Driven::topology) list_.start(problem.source, stream_);
    if (negative_) cycles_.start(stream_);
    loop_.start(context);
    const bool solved = run(output, context);
    output.work = loop_.work();
    output.outcome = solved ? Outcome::solved : Outcome::negative_cycle;
    if (solved) distances_.write(output, transfer_, context, stream_);
  }

 private:
  void run_until(std::uint64_t round, RunContext& context) {
    const bool resized = By != Driven::topology && shape_.loop == cuda::Loop::host;  // by what waits
    while (loop_.waiting() != 0 && loop_.rounds() < round) {
      if (resized) shape_.items = std::min<std::uint64_t>(loop_.waiting(), vertices_);
      cuda::run_rounds<W>(loop_, EveryVertex<W>{}, step_, shape_, {.until = resized ? loop_.rounds() + 1 : round},
                          context);
    }
  }

  /// Rounds until nothing changes, or a negative cycle is found: then false.
  bool run(Output& output, RunContext& context) {
    cuda::CycleSearch search(cycles_, graph_, negative_);
    for (;;) {
      run_until(search.pause(), context);
      if (loop_.waiting() == 0) return true;
      output.cycle = search.look(loop_, transfer_, context);
      if (!output.cycle.empty()) return false;
    }
  }

  const Graph& graph_;
  const Vertex vertices_;
  const bool negative_;
  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  cuda::RoundLoop<W> loop_;
  cuda::Distances<W> distances_;
  cuda::QueueFrontier list_;
  cuda::PredecessorCycle cycles_;
  Step<W, O, By> step_{};
  cuda::LoopShape shape_;
};

}  // namespace

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  return visit<capability::weights32>(
      graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<Solver> {
        if (options.driven == Driven::cooperative)
          return std::make_unique<SolverOf<W, O, Driven::cooperative>>(options, graph, context);
        if (options.driven == Driven::data)
          return std::make_unique<SolverOf<W, O, Driven::data>>(options, graph, context);
        return std::make_unique<SolverOf<W, O, Driven::topology>>(options, graph, context);
      });
}

std::uint64_t device_bytes(const Options& options, const GraphInfo& info) {
  const std::uint64_t listed =
      options.driven == Driven::topology ? 0 : cuda::queue_capacity(std::uint64_t{options.room} * info.vertices);
  const std::uint64_t cycles = info.min_weight < 0 ? info.vertices * sizeof(Vertex) : 0;
  return cuda::csr_bytes(info) + info.vertices * weight_size(info.weights) + 2 * listed * sizeof(Vertex) + cycles;
}

}  // namespace wayfront::lonestar_bf
