// A plugin on a GPU whose author writes what a thread does with one active vertex, the rule, and names a schedule. All
// else is here: stream, copy of the graph, distances, queue, and the rounds, in one kernel.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <variant>

#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"

namespace wayfront::cuda {

/// What a rule lowers distances with. Belongs to one thread in one round.
template <WeightType W, bool Distances>
class Relaxing {
 public:
  __device__ Relaxing(KeyOf<W>* distances, const QueueRound& vertices, Tally<W>& tally)
      : distances_(distances), vertices_(vertices), tally_(tally) {}

  /// An arc to v offers `distance`. If that is less than v has, v is active from the next round on.
  __device__ void operator()(Vertex v, W distance) const {
    ++tally_.relaxed;
    if (!relax(distances_, v, distance)) return;
    ++tally_.improved;
    activate(v, distance);
  }
  /// v takes part in a later round.
  __device__ void activate(Vertex v, W distance) const {
    vertices_.push(v);
    ++tally_.waiting;
    if constexpr (Distances)
      if (distance < tally_.min_distance) tally_.min_distance = distance;
  }

 private:
  KeyOf<W>* distances_;
  const QueueRound& vertices_;
  Tally<W>& tally_;
};

/// One round: run() is called by every thread of the grid, and adds up what this thread did.
template <WeightType W, OffsetType O, class Rule, class Schedule>
struct FrontierStep {
  static constexpr int phases = 1;
  struct Shared {};

  CsrView<W, O> graph;  // in device memory, as is all of this
  KeyOf<W>* distances;
  QueueRef queue;
  Rule rule;

  template <int Phase>
  __device__ void run(const Round<W>& round, Tally<W>& tally, Shared&) const {
    const QueueRound vertices = queue.at(round.number);
    const Relaxing<W, reads_distances<Schedule>> relaxing(distances, vertices, tally);
    if (blockIdx.x == 0 && threadIdx.x == 0) queue.clear_ahead(round.number);
    const bool all = round.active > vertices.capacity;  // some found no room in the queue: then every vertex
    const std::uint64_t count = all ? graph.vertices : round.active;
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = grid_thread(); i < count; i += threads) {
      const Vertex u = all ? static_cast<Vertex>(i) : __ldcg(vertices.now + i);
      const W distance = fresh_distance<W>(distances, u);
      if (all && distance == unreached<W>) continue;
      if (reads_distances<Schedule> && distance > round.limit) {
        relaxing.activate(u, distance);
        continue;
      }
      ++tally.active;
      rule(graph, u, distance, relaxing);
    }
  }
};

/// Rounds on a graph that was prepared: all that does not depend on the step. A solver derives from it.
template <WeightType W, OffsetType O>
class RoundsSolver : public Solver {
 protected:
  RoundsSolver(const Graph& graph, RunContext& context, LoopShape shape)
      : graph_(DeviceGraph::of(graph, context)),  // one copy for all plugins of the process
        csr_(std::get<CsrView<W, O>>(graph_->csr(context))),
        loop_(stream_),
        distances_(csr_.vertices, stream_),
        shape_(shape) {
    shape_.items = csr_.vertices;
  }

  /// Once per solve, after what the step needs besides the distances was started on stream().
  template <Schedule<W> S, class Step>
  void run(const S& schedule, const Step& step, const Problem& problem, Output& output, RunContext& context) {
    distances_.start(problem.source, stream_);
    loop_.start(context);
    run_rounds<W>(loop_, schedule, step, shape_, {}, context);
    output.work = loop_.work();
    distances_.write(output, transfer_, context, stream_);
  }

  const CsrView<W, O>& csr() const { return csr_; }  // in device memory
  KeyOf<W>* distances() const { return distances_.data(); }
  const Stream& stream() const { return stream_; }

 private:
  Stream stream_;  // outlives all that follows, and what a derived class has
  Transfer transfer_;
  std::shared_ptr<const DeviceGraph> graph_;
  CsrView<W, O> csr_;
  RoundLoop<W> loop_;
  Distances<W> distances_;
  LoopShape shape_;
};

template <WeightType W, OffsetType O, class Rule, class Schedule>
class FrontierSolver final : public RoundsSolver<W, O> {
 public:
  FrontierSolver(const Graph& graph, RunContext& context, const Rule& rule, const Schedule& schedule, LoopShape shape)
      : RoundsSolver<W, O>(graph, context, shape),
        queue_(queue_capacity(graph.info().vertices), this->stream()),
        step_{this->csr(), this->distances(), queue_.ref(), rule},
        schedule_(schedule) {
    this->stream().wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    queue_.start(problem.source, this->stream());
    this->run(schedule_, step_, problem, output, context);
  }

 private:
  QueueFrontier queue_;
  FrontierStep<W, O, Rule, Schedule> step_;
  Schedule schedule_;
};

/// Of rounds that take every active vertex.
struct EveryRound {
  template <WeightType W>
  EveryVertex<W> operator()() const {
    return {};
  }
};

/// What make_solver() returns. `rule` is called on the device as rule(CsrView<W, O>, u, distance, relaxing), with a
/// Relaxing<W>, by one thread for each active vertex that the schedule lets through, for any types that `weights` has.
/// `schedule` is a template of <WeightType W> that returns it: [&]<WeightType W>() { return NearFar<W>{W(delta)}; }.
template <std::uint64_t weights = capability::any_weights, class Rule, class MakeSchedule = EveryRound>
std::unique_ptr<Solver> frontier_solver(const Graph& graph, RunContext& context, const Rule& rule,
                                        const LoopShape& shape, const MakeSchedule& schedule = {}) {
  return visit<weights>(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<Solver> {
    const auto of_weights = schedule.template operator()<W>();
    using Made = FrontierSolver<W, O, Rule, std::remove_const_t<decltype(of_weights)>>;
    return std::make_unique<Made>(graph, context, rule, of_weights, shape);
  });
}

}  // namespace wayfront::cuda
