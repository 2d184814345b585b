// The two rounds, and the course of a solve.
#include <algorithm>
#include <type_traits>

#include "lonestar_bf.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/predecessor_cycle.hpp"
#include "wayfront/cuda/queue_push.cuh"
#include "wayfront/cuda/rounds.cuh"

namespace wayfront::lonestar_bf {
namespace {

template <WeightType W, OffsetType O, Driven By>
struct Step {
  static constexpr int phases = 1;
  // For 64-bit offsets, which are for graphs of 2^32 arcs and more, the host's loop needs no kernel of its own.
  static constexpr cuda::Kernels kernels =
      std::is_same_v<O, std::uint32_t> ? cuda::Kernels::both : cuda::Kernels::rounds;
  struct Shared {};

  CsrView<W, O> graph;
  cuda::KeyOf<W>* distances;
  Vertex* predecessors;  // null unless negative cycles are possible
  cuda::QueueRef list;   // of the vertices that a round takes

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared&) const {
    std::uint64_t count = graph.vertices;
    const Vertex* entries = nullptr;
    cuda::QueueRound pushes{};
    if constexpr (By == Driven::data) {
      pushes = list.at(round.number);
      if (round.active <= list.capacity) {  // else some of them are lost
        count = round.active;
        entries = pushes.now;
      }
      if (blockIdx.x == 0 && threadIdx.x == 0) list.clear_ahead(round.number);
    }
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step)
      relax(entries != nullptr ? __ldcg(entries + i) : static_cast<Vertex>(i), pushes, tally);
  }

  __device__ void relax(Vertex u, const cuda::QueueRound& pushes, cuda::Tally<W>& tally) const {
    const W distance = cuda::fresh_distance<W>(distances, u);
    if (distance == unreached<W>) return;
    ++tally.active;
    const O end = graph.end(u);
    for (O arc = graph.begin(u); arc < end; ++arc) {
      const Vertex v = graph.targets[arc];
      ++tally.relaxed;
      if (!cuda::relax(distances, v, saturating_add(distance, graph.weights[arc]))) continue;
      ++tally.improved;
      ++tally.waiting;
      if (predecessors != nullptr) predecessors[v] = u;
      if constexpr (By == Driven::data) pushes.push(v);
    }
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
    if constexpr (By == Driven::data)
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
    if constexpr (By == Driven::data) list_.start(problem.source, stream_);
    if (negative_) cycles_.start(stream_);
    loop_.start(context);
    const bool solved = run(output, context);
    output.work = loop_.work();
    output.outcome = solved ? Outcome::solved : Outcome::negative_cycle;
    if (solved) distances_.write(output, transfer_, context, stream_);
  }

 private:
  void run_until(std::uint64_t round, RunContext& context) {
    const bool resized = By == Driven::data && shape_.loop == cuda::Loop::host;  // by what waits
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
        if (options.driven == Driven::data)
          return std::make_unique<SolverOf<W, O, Driven::data>>(options, graph, context);
        return std::make_unique<SolverOf<W, O, Driven::topology>>(options, graph, context);
      });
}

}  // namespace wayfront::lonestar_bf
