// near-far-lesson is near-far on a GPU as simple as it can be while it still goes by distance: to be read after the
// template my-cuda-plugin and before the plugin near-far, which is many times faster. Reference: A. Davidson, S. Baxter,
// M. Garland, J. D. Owens, Work-efficient parallel GPU methods for single-source shortest paths, IPDPS 2014.
//
// Vertices wait in two piles. Each round takes the near pile: vertices at distances up to the limit. What improves goes
// to the near pile of the next round if it lies up to the limit, else to the far pile. When the near pile is empty, the
// schedule (NearFar) moves the limit up, and the round takes the far pile instead: what lies up to the new limit is
// relaxed, the rest goes to the far pile again.
//
// No pile ever overflows, because none holds a vertex twice: a stamp per vertex says for which round it was last put on
// the near pile, and a flag whether it lies on the far pile. Both piles are queues (QueueRef) of one entry per vertex.
//
// A round has one phase, so that it costs one barrier. What a thread reads must then have been complete when the round
// began: the near pile and its tail, the far pile of the last turn, the turn itself. What is written in the round is
// for later rounds. There are three copies of each word that every round writes, because the copy for the round after
// the next is cleared while this one and the next are in use.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/distances.cuh"
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
  struct Shared {};

  CsrView<W, O> graph;
  cuda::KeyOf<W>* distances;
  cuda::QueueRef near;
  cuda::QueueRef far;  // its "rounds" are turns: turn t reads what was pushed in turn t - 1
  std::uint32_t* stamps;
  std::uint32_t* on_far;
  Words<W>* words;

  /// Where this round pushes.
  struct Piles {
    cuda::QueueRound near, far;
    cuda::KeyOf<W>* far_nearest;
    std::uint32_t stamp;
    W limit;
  };

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared&) const {
    // All threads decide the same, because nobody changes these words in this round.
    const std::uint32_t near_count = __ldcg(near.tail_of(round.number));
    const bool split = near_count == 0;  // then the limit has moved: see NearFar
    const std::uint32_t turn = __ldcg(&words->turn[round.number % 3]) + (split ? 1 : 0);
    const Piles piles{near.at(round.number), far.at(turn), &words->far_nearest[(turn + 1) % 3],
                      static_cast<std::uint32_t>(round.number + 1), round.limit};
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

    const Vertex* const entries = split ? piles.far.now : piles.near.now;
    const std::uint32_t count = split ? __ldcg(far.tail_of(turn)) : near_count;
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
      const Vertex u = __ldcg(entries + i);
      if (split) {
        // Off the pile first, then look: who lowers it from now on finds no flag and pushes it again, and what was
        // lowered before is seen here.
        atomicExch(on_far + u, 0);
        __threadfence();
      }
      const W distance = cuda::fresh_distance<W>(distances, u);
      if (distance > piles.limit)
        push_far(u, distance, piles, tally);
      else
        relax_row(u, distance, piles, tally);
    }
  }

  /// What lies on the far pile waits, and the schedule must know how near it is. Pushes of this round count themselves,
  /// and perhaps here once more: it only matters that the sum is not 0 while something waits.
  __device__ void wait_on_far(std::uint32_t turn, cuda::Tally<W>& tally) const {
    tally.waiting += __ldcg(far.tail_of(turn + 1)) != 0 ? 1 : 0;
    tally.min_distance = cuda::distance_of<W>(__ldcg(&words->far_nearest[(turn + 1) % 3]));
  }

  __device__ void relax_row(Vertex u, W distance, const Piles& piles, cuda::Tally<W>& tally) const {
    ++tally.active;
    for (O arc = graph.begin(u); arc < graph.end(u); ++arc, ++tally.relaxed) {
      const Vertex v = graph.targets[arc];
      const W through = saturating_add(distance, graph.weights[arc]);
      if (!cuda::relax(distances, v, through)) continue;
      ++tally.improved;
      if (through > piles.limit)
        push_far(v, through, piles, tally);
      else
        push_near(v, through, piles, tally);
    }
  }

  __device__ void push_near(Vertex v, W distance, const Piles& piles, cuda::Tally<W>& tally) const {
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
  Prepared(cuda::LoopShape shape, double delta, const Graph& graph, RunContext& context)
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
              words_.data()},
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
                                     .version = "1.0.0",
                                     .summary = "Near-far on a GPU, written to be read: two piles without duplicates.",
                                     .reference = "A. Davidson, S. Baxter, M. Garland, J. D. Owens, IPDPS, 2014",
                                     .capabilities = capability::any_weights | capability::device};
  struct Options {
    double delta;
    unsigned block_size;
    cuda::Loop loop;
  };
  static constexpr OptionRow rows[] = {
      real<&Options::delta>("delta", 0, {0, 1e9}, "By how much the limit moves up; 0: 32 * mean weight / mean degree."),
      integer<&Options::block_size>("block_size", 512, {32, 1024}, "Threads of a block, a multiple of 32."),
      cuda::loop_option<&Options::loop>()};

  explicit NearFarLesson(const Options& options) : options_(options) {
    cuda::require_whole_warps(about.name, "block_size", options.block_size);
  }

  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    const GraphInfo& info = graph.info();
    const double degree = static_cast<double>(info.edges) / std::max<double>(info.vertices, 1);
    const double delta = options_.delta != 0 ? options_.delta : 32 * info.mean_weight / std::max(degree, 1.0);
    const cuda::LoopShape shape{.loop = options_.loop, .block = options_.block_size, .items = info.vertices};
    return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<cuda::Solver> {
      return std::make_unique<Prepared<W, O>>(shape, std::min(delta, 1e9), graph, context);
    });
  }

 private:
  Options options_;
};

}  // namespace

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<NearFarLesson>)
