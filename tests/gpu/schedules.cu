#include "schedules.hpp"

#include <algorithm>

#include "flag_frontier.cuh"
#include "gpu_test.hpp"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/cuda/stream.hpp"

namespace wayfront::cuda {
namespace {

/// Each vertex once per round: the first to claim it.
struct OnceQueue {
  QueueRef queue;
  std::uint32_t* claims;

  __device__ void turn(std::uint64_t round) const {
    if (blockIdx.x == 0 && threadIdx.x == 0) queue.clear_ahead(round);
  }
  __device__ void push(std::uint64_t round, Vertex v) const {
    const auto mine = static_cast<std::uint32_t>(round);
    if (atomicExch(claims + v, mine) != mine) queue.at(round).push(v);
  }
  template <class F>
  __device__ void for_each(std::uint64_t round, const F& f) const {
    const std::uint32_t count = __ldcg(queue.tail_of(round));
    const Vertex* const entries = queue.at(round).now;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
      f(__ldcg(entries + i));
  }
};

struct Marks {
  FlagRef flags;
  Vertex vertices;

  __device__ void turn(std::uint64_t round) const { flags.clear_ahead(round); }
  __device__ void push(std::uint64_t round, Vertex v) const { flags.at(round).push(v); }
  template <class F>
  __device__ void for_each(std::uint64_t round, const F& f) const {
    const FlagRound now = flags.at(round);
    for (Vertex v = blockIdx.x * blockDim.x + threadIdx.x; v < vertices; v += gridDim.x * blockDim.x)
      if (now.active(v)) f(v);
  }
};

/// A round takes the active vertices up to the limit and leaves the others; then what waits is counted.
template <WeightType W, class Active>
struct TestStep {
  static constexpr int phases = 2;
  struct Shared {};
  CsrView<W, std::uint32_t> graph;
  KeyOf<W>* distances;
  Active active;

  template <int Phase>
  __device__ void run(const Round<W>& round, Tally<W>& tally, Shared&) const {
    if constexpr (Phase == 0) {
      active.turn(round.number);
      active.for_each(round.number, [&](Vertex u) { take(u, round, tally); });
    } else {
      active.for_each(round.number + 1, [&](Vertex v) {
        const W distance = fresh_distance<W>(distances, v);
        W lightest = unreached<W>;
        for (std::uint32_t arc = graph.begin(v); arc < graph.end(v); ++arc)
          lightest = graph.weights[arc] < lightest ? graph.weights[arc] : lightest;
        const W safe = saturating_add(distance, lightest);
        ++tally.waiting;
        tally.min_distance = distance < tally.min_distance ? distance : tally.min_distance;
        tally.safe = safe < tally.safe ? safe : tally.safe;
      });
    }
  }

  __device__ void take(Vertex u, const Round<W>& round, Tally<W>& tally) const {
    const W distance = fresh_distance<W>(distances, u);
    if (distance > round.limit) return active.push(round.number, u);
    ++tally.active;
    for (std::uint32_t arc = graph.begin(u); arc < graph.end(u); ++arc) {
      ++tally.relaxed;
      if (!relax(distances, graph.targets[arc], saturating_add(distance, graph.weights[arc]))) continue;
      ++tally.improved;
      active.push(round.number, graph.targets[arc]);
    }
  }
};

/// Any schedule that reads distances, so that the kernels are compiled for one.
template <WeightType W>
struct AnySchedule {
  TestSchedule which;
  W delta;
  WAYFRONT_HD W limit(const RoundStats<W>& last) const {
    if (which == TestSchedule::near_far) return NearFar<W>{delta}.limit(last);
    return Crauser<W>{}.limit(last);
  }
};

template <WeightType W, class Step>
void run(RoundLoop<W>& loop, TestSchedule schedule, W delta, const Step& step, const LoopShape& shape,
         RunContext& context) {
  if (schedule == TestSchedule::every_vertex) {
    run_rounds<W>(loop, EveryVertex<W>{}, step, shape, {}, context);
  } else {
    run_rounds<W>(loop, AnySchedule<W>{schedule, delta}, step, shape, {}, context);
  }
}

}  // namespace

template <WeightType W>
TestAnswer<W> solve_by(const CsrView<W, std::uint32_t>& graph, Vertex source, TestFrontier frontier,
                       TestSchedule schedule, W delta, bool on_host, RunContext& context) {
  const LoopShape shape{.loop = on_host ? Loop::host : Loop::device, .block = 128, .items = graph.vertices};
  const Stream stream;
  RoundLoop<W> loop(stream);
  const Vertex n = graph.vertices;
  const auto offsets = uploaded(graph.offsets, std::uint64_t{n} + 1, stream);
  const auto targets = uploaded(graph.targets, graph.edges, stream);
  const auto weights = uploaded(graph.weights, graph.edges, stream);
  std::vector<KeyOf<W>> keys(n, unreached_key<W>);
  keys[source] = 0;
  const auto distances = uploaded(keys.data(), n, stream);
  const CsrView<W, std::uint32_t> view{n, graph.edges, offsets.data(), targets.data(), weights.data()};
  loop.start(context);
  if (frontier == TestFrontier::queue) {
    const QueueFrontier queue(n, stream);
    const DeviceBuffer<std::uint32_t> claims(n, "claims", stream);
    claims.fill_bytes(0, stream);
    queue.start(source, stream);
    run(loop, schedule, delta, TestStep<W, OnceQueue>{view, distances.data(), {queue.ref(), claims.data()}}, shape,
        context);
  } else {
    const FlagFrontier flags(n, stream);
    flags.start(source, stream);
    run(loop, schedule, delta, TestStep<W, Marks>{view, distances.data(), {flags.ref(), n}}, shape, context);
  }
  TestAnswer<W> answer{{}, loop.work()};
  for (const KeyOf<W> key : distances.read(stream)) answer.distances.push_back(distance_of<W>(key));
  return answer;
}

template TestAnswer<std::int32_t> solve_by(const CsrView<std::int32_t, std::uint32_t>&, Vertex, TestFrontier,
                                           TestSchedule, std::int32_t, bool, RunContext&);
template TestAnswer<float> solve_by(const CsrView<float, std::uint32_t>&, Vertex, TestFrontier, TestSchedule, float,
                                    bool, RunContext&);
template TestAnswer<std::int64_t> solve_by(const CsrView<std::int64_t, std::uint32_t>&, Vertex, TestFrontier,
                                           TestSchedule, std::int64_t, bool, RunContext&);
template TestAnswer<double> solve_by(const CsrView<double, std::uint32_t>&, Vertex, TestFrontier, TestSchedule, double,
                                     bool, RunContext&);

}  // namespace wayfront::cuda
