// near-far-lesson is near-far on a GPU as simple as it can be while it is faster than the template my-cuda-plugin, after
// which it is to be read; the plugin near-far is faster still. Reference: A. Davidson, S. Baxter, M. Garland, J. D.
// Owens, Work-efficient parallel GPU methods for single-source shortest paths, IPDPS 2014.
//
// Vertices wait on two piles. A round takes the near pile: vertices at distances up to the limit. What improves and lies
// up to the limit goes on at once, in the block that improved it, for a few hops between which only the block meets.
// After the last hop, and where the block's queue is full, it goes to the near pile of the next round; what lies beyond
// the limit goes to the far pile. When the near pile is empty, the schedule (NearFar) moves the limit up, and the round
// is a split: it takes the far pile, relaxes what lies up to the new limit, and puts the rest onto the far pile again.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "wayfront/cuda/expand.cuh"
#include "wayfront/cuda/frontier_solver.cuh"
#include "wayfront/plugin.hpp"

namespace {

using namespace wayfront;
namespace cuda = wayfront::cuda;  // there is a ::cuda, too, the toolkit's

/// What is pushed at a time, 1 or later, is read at the next one. A vertex is pushed at most once at a time, as its
/// stamp says, so a queue of an entry per vertex never overflows.
struct PileRef {
  cuda::QueueRef queue;
  std::uint32_t* stamps;  // when each vertex was pushed last

  __device__ void push(Vertex v, std::uint32_t time) const {
    if (atomicExch(stamps + v, time) != time) queue.at(time).push(v);
  }
  __device__ std::uint32_t count(std::uint32_t time) const { return __ldcg(queue.tail_of(time)); }
};

class Pile {
 public:
  Pile(Vertex vertices, cudaStream_t stream)
      : queue_(std::max<Vertex>(vertices, 64), stream), stamps_(vertices, "stamps of a pile", stream) {}
  void start(Vertex source, cudaStream_t stream) {
    queue_.start(source, stream);
    stamps_.fill_bytes(0, stream);
  }
  PileRef ref() const { return {queue_.ref(), stamps_.data()}; }

 private:
  cuda::QueueFrontier queue_;
  cuda::DeviceBuffer<std::uint32_t> stamps_;
};

/// Below unreached.
template <WeightType W>
inline constexpr W largest = std::is_integral_v<W> ? unreached<W> - 1 : std::numeric_limits<W>::max();

/// A round, with one barrier of the grid. What a thread reads was complete when the round began, or comes from its own
/// block. What is pushed to the piles is for later rounds.
template <WeightType W, OffsetType O>
struct Step {
  static constexpr int phases = 1;
  static constexpr cuda::Kernels kernels = cuda::Kernels::rounds;  // the host's loop launches the same kernel
  static constexpr unsigned capacity = 1024;
  struct Shared {
    Vertex queues[2][capacity];  // of this block: one is read in a hop, the other one written
    unsigned counts[2];          // pushes to them; those beyond the capacity went to the near pile
  };

  CsrView<W, O> graph;
  cuda::KeyOf<W>* distances;
  PileRef near, far;     // their times: rounds; turns, which count the splits
  std::uint32_t* turns;  // by round % 3, because one is read, one written, while others may still read the last one
  NearFar<W> schedule;
  unsigned hops;  // inside a block, after that which takes entries off a pile

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    const auto number = static_cast<std::uint32_t>(round.number);
    const std::uint32_t near_count = near.count(number);
    const bool split = near_count == 0;  // all threads decide the same, because nobody changes this count now
    const std::uint32_t turn = max(__ldcg(turns + number % 3), 1U) + (split ? 1 : 0);
    if (cuda::grid_thread() == 0) {
      turns[(number + 1) % 3] = turn;
      near.queue.clear_ahead(number);
      if (split) far.queue.clear_ahead(turn);
      if (!split && far.count(turn + 1) != 0) wait_on_far(round.limit, tally);
    }
    Hop hop{*this, number, turn, round.limit, tally, nullptr, nullptr};
    use_queue(hop, shared, 0);

    // Hop 0: entries of a pile, dealt to the blocks one by one. Every lane of a warp comes along.
    const Vertex* const entries = split ? far.queue.at(turn).now : near.queue.at(number).now;
    const std::uint32_t count = split ? far.count(turn) : near_count;
    for (std::uint64_t first = 0; first < count; first += std::uint64_t{gridDim.x} * blockDim.x) {
      const std::uint64_t i = first + std::uint64_t{threadIdx.x} * gridDim.x + blockIdx.x;
      hop.take(i < count, i < count ? __ldcg(entries + i) : 0);
    }
    for (unsigned i = 1; i <= hops; ++i) {
      __syncthreads();
      const unsigned pushed = min(shared.counts[(i - 1) % 2], capacity);
      if (pushed == 0) break;
      use_queue(hop, shared, i);
      for (unsigned first = 0; first < pushed; first += blockDim.x) {
        const unsigned at = first + threadIdx.x;
        hop.take(at < pushed, at < pushed ? shared.queues[(i - 1) % 2][at] : 0);
      }
    }
    __syncthreads();  // the next round writes `shared`
  }

  /// The schedule moves the limit by delta: where nothing lies up to there, the split finds the smallest distance.
  __device__ void wait_on_far(W limit, cuda::Tally<W>& tally) const {
    ++tally.waiting;
    tally.min_distance = min(saturating_add(limit, schedule.delta), largest<W>);
  }

  /// One hop of this thread.
  struct Hop {
    const Step& step;
    std::uint32_t round, turn;
    W limit;
    cuda::Tally<W>& tally;
    Vertex* queue;  // of the block; null in the last hop
    unsigned* count;

    /// An entry of each lane of a warp, if it has one. expand_rows() spreads the arcs of all evenly over the lanes.
    __device__ void take(bool has, Vertex u) {
      cuda::Row<O, W> row;
      if (has) {
        row.from = cuda::fresh_distance<W>(step.distances, u);
        if (row.from > limit) {
          wait(u, row.from, step.far, turn);
        } else {
          row.begin = step.graph.begin(u);
          row.degree = step.graph.end(u) - row.begin;
          ++tally.active;
        }
      }
      cuda::expand_rows(row, *this);
    }

    /// `Arcs` arcs of this lane, for expand_rows().
    template <int Arcs>
    __device__ void relax(const bool (&on)[Arcs], const O (&at)[Arcs], const W (&from)[Arcs]) {
      Vertex v[Arcs];
      W through[Arcs];
      for (int i = 0; i < Arcs; ++i) {
        if (!on[i]) continue;
        v[i] = step.graph.targets[at[i]];
        through[i] = saturating_add(from[i], step.graph.weights[at[i]]);
        ++tally.relaxed;
      }
      for (int i = 0; i < Arcs; ++i) {
        if (!on[i] || !cuda::relax(step.distances, v[i], through[i])) continue;
        ++tally.improved;
        if (through[i] > limit) {
          wait(v[i], through[i], step.far, turn);
        } else if (const unsigned place = queue != nullptr ? atomicAdd(count, 1U) : capacity; place < capacity) {
          queue[place] = v[i];
        } else {
          wait(v[i], through[i], step.near, round);
        }
      }
    }

    __device__ void wait(Vertex v, W distance, const PileRef& pile, std::uint32_t time) {
      ++tally.waiting;  // even where the pile has it already: it only matters that the sum is not 0
      tally.min_distance = min(tally.min_distance, distance);
      pile.push(v, time);
    }
  };

  /// What hop number `i` improves goes to the block's own queue, but for the last hop.
  __device__ void use_queue(Hop& hop, Shared& shared, unsigned i) const {
    if (threadIdx.x == 0) shared.counts[i % 2] = 0;
    __syncthreads();
    hop.queue = i < hops ? shared.queues[i % 2] : nullptr;
    hop.count = &shared.counts[i % 2];
  }
};

template <WeightType W, OffsetType O>
class Prepared final : public cuda::RoundsSolver<W, O> {
 public:
  Prepared(const Graph& graph, RunContext& context, cuda::LoopShape shape, NearFar<W> schedule, unsigned hops)
      : cuda::RoundsSolver<W, O>(graph, context, shape),
        near_(this->csr().vertices, this->stream()),
        far_(this->csr().vertices, this->stream()),
        turns_(3, "turns", this->stream()),
        step_{this->csr(), this->distances(), near_.ref(), far_.ref(), turns_.data(), schedule, hops} {
    this->stream().wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    near_.start(problem.source, this->stream());
    far_.start(problem.source, this->stream());  // an entry of turn 1, which nobody reads: the first split is turn 2
    turns_.fill_bytes(0, this->stream());
    this->run(step_.schedule, step_, problem, output, context);
  }

 private:
  Pile near_, far_;
  cuda::DeviceBuffer<std::uint32_t> turns_;
  Step<W, O> step_;
};

class NearFarLesson {
 public:
  static constexpr PluginAbout about{.name = "near-far-lesson",
                                     .version = "1.1.0",
                                     .summary = "Near-far on a GPU, written to be read: two piles without duplicates.",
                                     .reference = "A. Davidson, S. Baxter, M. Garland, J. D. Owens, IPDPS, 2014",
                                     .capabilities = capability::any_weights};
  struct Options {
    double delta;
    cuda::Loop loop;
  };
  static constexpr OptionRow rows[] = {
      real<&Options::delta>("delta", 0, {0, 1e9},
                            "By how much the limit moves up; 0: 128 * mean weight / mean degree."),
      cuda::loop_option<&Options::loop>()};

  explicit NearFarLesson(const Options& options) : options_(options) {}

  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    const GraphInfo& info = graph.info();
    const double degree = static_cast<double>(info.edges) / std::max<double>(info.vertices, 1);
    const double delta = options_.delta != 0 ? options_.delta : 128 * info.mean_weight / std::max(degree, 1.0);
    const unsigned hops = degree < 8 ? 8 : 1;  // short rows fill no block, and their graphs have many rounds
    return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<cuda::Solver> {
      constexpr W smallest = std::is_integral_v<W> ? W{1} : std::numeric_limits<W>::min();
      const NearFar<W> schedule{std::max(static_cast<W>(std::min(delta, 1e9)), smallest)};
      return std::make_unique<Prepared<W, O>>(graph, context, cuda::LoopShape{.loop = options_.loop, .block = 512},
                                              schedule, hops);
    });
  }

 private:
  Options options_;
};

}  // namespace

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<NearFarLesson>)
