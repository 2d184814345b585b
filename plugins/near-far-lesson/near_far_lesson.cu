// near-far-lesson is near-far on a GPU as simple as it can be while it goes by distance and is faster than the template
// my-cuda-plugin, after which it is to be read; the plugin near-far is faster still. Reference: A. Davidson, S. Baxter,
// M. Garland, J. D. Owens, Work-efficient parallel GPU methods for single-source shortest paths, IPDPS 2014.
//
// Vertices wait in two piles. Each round takes the near pile: vertices at distances up to the limit. What improves and
// lies up to the limit goes on at once, in the block that improved it, for a few hops between which only the block
// meets. After the last hop, and where the block's queue is full, it goes to the near pile of the next round. What
// lies beyond the limit goes to the far pile. When the near pile is empty, the schedule (NearFar) moves the limit up,
// and the round takes the far pile instead: what lies up to the new limit is relaxed, the rest goes to it again.
//
// The arcs of the rows that a warp has are spread evenly over its lanes (expand_rows), so that a long row does not keep
// one thread busy while all others wait.
//
// No pile ever overflows, because none holds a vertex twice: a stamp per vertex says for which round it was last put on
// the near pile, and a flag whether it lies on the far pile. Both piles are queues (QueueRef) of one entry per vertex.
//
// A round has one phase, so that it costs one barrier of the grid. What a thread reads must have been complete when the
// round began, or come from its own block: the near pile and its tail, the far pile of the last turn, the turn. What is
// written to the piles in the round is for later rounds. There are three copies of each word that every round
// writes, because the copy for the round after the next is cleared while this one and the next are in use.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/expand.cuh"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/cuda/queue_push.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/plugin.hpp"

namespace {

using namespace wayfront;
namespace cuda = wayfront::cuda;  // there is a ::cuda, too, the toolkit's

/// Words in device memory that all blocks share.
template <WeightType W>
struct Words {
  std::uint32_t turn[3];          // by round % 3: the turn of the far pile when the round begins
  cuda::KeyOf<W> far_nearest[3];  // by turn % 3: the smallest distance that was put on the far pile
};

constexpr std::uint32_t first_turn = 1;

template <WeightType W>
__global__ void reset(Words<W>* words) {
  for (int i = 0; i < 3; ++i) {
    words->turn[i] = first_turn;
    words->far_nearest[i] = cuda::unreached_key<W>;
  }
}

template <WeightType W, OffsetType O>
struct Step {
  static constexpr int phases = 1;
  static constexpr cuda::Kernels kernels = cuda::Kernels::rounds;  // the host's loop launches the same kernel
  static constexpr unsigned local_capacity = 1024;
  struct Shared {
    Vertex local[2][local_capacity];  // queues of this block: one is read in a hop, the other one written
    unsigned counts[2];               // pushes to them; those beyond the capacity went to the near pile
  };

  CsrView<W, O> graph;
  cuda::KeyOf<W>* distances;
  cuda::QueueRef near;
  cuda::QueueRef far;  // its "rounds" are turns: turn t reads what was pushed in turn t - 1
  std::uint32_t* stamps;
  std::uint32_t* on_far;
  Words<W>* words;
  unsigned hops;  // inside a block, after that which takes entries off a pile

  /// Where this hop pushes.
  struct Piles {
    cuda::QueueRound near, far;
    cuda::KeyOf<W>* far_nearest;
    std::uint32_t stamp;
    W limit;
    Vertex* local;  // null in the last hop
    unsigned* local_count;
  };

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    // All threads decide the same, because nobody changes these words in this round.
    const std::uint32_t near_count = __ldcg(near.tail_of(round.number));
    const bool split = near_count == 0;  // then the limit has moved: see NearFar
    const std::uint32_t turn = __ldcg(&words->turn[round.number % 3]) + (split ? 1 : 0);
    Piles piles{near.at(round.number),
                far.at(turn),
                &words->far_nearest[(turn + 1) % 3],
                static_cast<std::uint32_t>(round.number + 1),
                round.limit,
                nullptr,
                nullptr};
    if (blockIdx.x == 0 && threadIdx.x == 0) {
      words->turn[(round.number + 1) % 3] = turn;
      near.clear_ahead(round.number);
      if (split) {
        far.clear_ahead(turn);
        words->far_nearest[(turn + 2) % 3] = cuda::unreached_key<W>;
      } else {
        wait_on_far(turn, tally);
      }
    }
    use_local(piles, shared, 0);

    // Hop 0: entries of a pile, dealt to the blocks one by one. Every lane of a warp comes along.
    const Vertex* const entries = split ? piles.far.now : piles.near.now;
    const std::uint32_t count = split ? __ldcg(far.tail_of(turn)) : near_count;
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t first = 0; first < count; first += threads) {
      const std::uint64_t i = first + std::uint64_t{threadIdx.x} * gridDim.x + blockIdx.x;
      const bool has = i < count;
      const Vertex u = has ? __ldcg(entries + i) : 0;
      if (has && split) {
        // Off the pile first, then look: who lowers it from now on finds no flag and pushes it again, and what was
        // lowered before is seen here.
        atomicExch(on_far + u, 0);
        __threadfence();
      }
      take(has, u, piles, tally);
    }
    for (unsigned hop = 1; hop <= hops; ++hop) {
      __syncthreads();
      const unsigned pushed = min(shared.counts[(hop - 1) % 2], local_capacity);
      if (pushed == 0) break;
      const Vertex* const now = shared.local[(hop - 1) % 2];
      use_local(piles, shared, hop);
      for (unsigned first = 0; first < pushed; first += blockDim.x) {
        const unsigned i = first + threadIdx.x;
        take(i < pushed, i < pushed ? now[i] : 0, piles, tally);
      }
    }
    __syncthreads();  // the next round writes `shared`
  }

  /// Pushes of hop `hop` go to the block's own queue, but for the last hop.
  __device__ void use_local(Piles& piles, Shared& shared, unsigned hop) const {
    if (threadIdx.x == 0) shared.counts[hop % 2] = 0;
    __syncthreads();
    piles.local = hop < hops ? shared.local[hop % 2] : nullptr;
    piles.local_count = &shared.counts[hop % 2];
  }

  /// An entry of each lane of a warp, if it has one.
  __device__ void take(bool has, Vertex u, const Piles& piles, cuda::Tally<W>& tally) const {
    cuda::Row<O, W> row;
    if (has) {
      row.from = cuda::fresh_distance<W>(distances, u);
      if (row.from > piles.limit) {
        push_far(u, row.from, piles, tally);
      } else {
        row.begin = graph.begin(u);
        row.degree = graph.end(u) - row.begin;
        ++tally.active;
      }
    }
    Relaxer relaxer{*this, piles, tally};
    cuda::expand_rows(row, relaxer);
  }

  struct Relaxer {
    const Step& step;
    const Piles& piles;
    cuda::Tally<W>& tally;

    /// `Arcs` arcs of this lane.
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
        if (through[i] > piles.limit)
          step.push_far(v[i], through[i], piles, tally);
        else
          step.push_near(v[i], through[i], piles, tally);
      }
    }
  };

  /// What lies on the far pile waits, and the schedule must know how near it is. Pushes of this round count themselves,
  /// and perhaps here once more: it only matters that the sum is not 0 while something waits.
  __device__ void wait_on_far(std::uint32_t turn, cuda::Tally<W>& tally) const {
    tally.waiting += __ldcg(far.tail_of(turn + 1)) != 0 ? 1 : 0;
    tally.min_distance = cuda::distance_of<W>(__ldcg(&words->far_nearest[(turn + 1) % 3]));
  }

  __device__ void push_near(Vertex v, W distance, const Piles& piles, cuda::Tally<W>& tally) const {
    if (piles.local != nullptr) {
      const unsigned at = atomicAdd(piles.local_count, 1U);
      if (at < local_capacity) {
        piles.local[at] = v;
        return;
      }
    }
    waits(distance, tally);
    if (atomicExch(stamps + v, piles.stamp) != piles.stamp) piles.near.push(v);
  }

  __device__ void push_far(Vertex v, W distance, const Piles& piles, cuda::Tally<W>& tally) const {
    waits(distance, tally);
    const cuda::KeyOf<W> key = cuda::key_of(distance);
    if (key < __ldcg(piles.far_nearest))
      atomicMin(piles.far_nearest, key);  // one word for all: most would change nothing
    __threadfence();                      // the distance is lowered before the flag says so
    if (atomicExch(on_far + v, 1) == 0) piles.far.push(v);
  }

  /// What a step owes its schedule, whoever pushes v in the end.
  __device__ static void waits(W distance, cuda::Tally<W>& tally) {
    ++tally.waiting;
    if (distance < tally.min_distance) tally.min_distance = distance;
  }
};

/// A graph that was prepared.
template <WeightType W, OffsetType O>
class Prepared final : public cuda::Solver {
 public:
  Prepared(cuda::LoopShape shape, double delta, unsigned hops, const Graph& graph, RunContext& context)
      : graph_(cuda::DeviceGraph::of(graph, context)),
        loop_(stream_),
        distances_(graph.info().vertices, stream_),
        near_(std::max<Vertex>(graph.info().vertices, 64), stream_),
        far_(std::max<Vertex>(graph.info().vertices, 64), stream_),
        stamps_(graph.info().vertices, "stamps", stream_),
        on_far_(graph.info().vertices, "flags of the far pile", stream_),
        words_(1, "words of the piles", stream_),
        step_{std::get<CsrView<W, O>>(graph_->csr(context)),
              distances_.data(),
              near_.ref(),
              far_.ref(),
              stamps_.data(),
              on_far_.data(),
              words_.data(),
              hops},
        schedule_{std::max(static_cast<W>(delta), std::is_integral_v<W> ? W{1} : std::numeric_limits<W>::min())},
        shape_(shape) {
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    distances_.start(problem.source, stream_);
    near_.start(problem.source, stream_);
    far_.start(problem.source, stream_);  // sets the tail of turn 1, which is never read: the first split is turn 2
    stamps_.fill_bytes(0, stream_);
    on_far_.fill_bytes(0, stream_);
    reset<W><<<1, 1, 0, stream_>>>(words_.data());
    WAYFRONT_CUDA(cudaGetLastError());
    loop_.start(context);
    cuda::run_rounds<W>(loop_, schedule_, step_, shape_, {}, context);
    output.work = loop_.work();
    distances_.write(output, transfer_, context, stream_);
  }

 private:
  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  std::shared_ptr<const cuda::DeviceGraph> graph_;
  cuda::RoundLoop<W> loop_;
  cuda::Distances<W> distances_;
  cuda::QueueFrontier near_, far_;
  cuda::DeviceBuffer<std::uint32_t> stamps_, on_far_;
  cuda::DeviceBuffer<Words<W>> words_;
  Step<W, O> step_;
  NearFar<W> schedule_;
  cuda::LoopShape shape_;
};

class NearFarLesson {
 public:
  static constexpr PluginAbout about{.name = "near-far-lesson",
                                     .version = "1.1.0",
                                     .summary = "Near-far on a GPU, written to be read: two piles without duplicates.",
                                     .reference = "A. Davidson, S. Baxter, M. Garland, J. D. Owens, IPDPS, 2014",
                                     .capabilities = capability::any_weights | capability::device};
  struct Options {
    double delta;
    int hops;
    cuda::Loop loop;
  };
  static constexpr OptionRow rows[] = {
      real<&Options::delta>("delta", 0, {0, 1e9},
                            "By how much the limit moves up; 0: 128 * mean weight / mean degree."),
      integer<&Options::hops>(
          "hops", -1, {-1, 1000},
          "Hops inside a block before all blocks meet again; -1: 8 where a row has fewer than 8 arcs "
          "on the average, else 1."),
      cuda::loop_option<&Options::loop>()};

  explicit NearFarLesson(const Options& options) : options_(options) {}

  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    const GraphInfo& info = graph.info();
    const double degree = static_cast<double>(info.edges) / std::max<double>(info.vertices, 1);
    const double delta = options_.delta != 0 ? options_.delta : 128 * info.mean_weight / std::max(degree, 1.0);
    constexpr double few = 8;  // arcs of a row
    const auto hops = static_cast<unsigned>(options_.hops >= 0 ? options_.hops : degree < few ? 8 : 1);
    const cuda::LoopShape shape{.loop = options_.loop, .block = 512, .items = info.vertices};
    return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<cuda::Solver> {
      return std::make_unique<Prepared<W, O>>(shape, std::min(delta, 1e9), hops, graph, context);
    });
  }

 private:
  Options options_;
};

}  // namespace

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<NearFarLesson>)
