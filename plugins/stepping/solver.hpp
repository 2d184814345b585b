// What the stepping plugins share around the loop: threads, packed arcs and the width of buckets in prepare(), and the
// choice of the loop's instance in solve().
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "loop.hpp"
#include "packed_graph.hpp"
#include "wayfront/cpu/thread_team.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"
#include "width.hpp"

namespace wayfront::stepping {

/// One graph, made ready for one schedule: virtual once per solve, so that nothing below has to ask for types.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

template <WeightType W, OffsetType O, class Schedule>
class SolverOf final : public Solver {
 public:
  using D = Magnitude<W>;

  SolverOf(std::shared_ptr<const PackedGraph<W, O>> graph, unsigned threads, Schedule schedule, LoopOptions options)
      : graph_(std::move(graph)), team_(threads), schedule_(schedule), options_(options) {
    for (unsigned i = 0; i < team_.size(); ++i) workers_.push_back(std::make_unique<Worker<D>>());
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    const bool counted = context.counting() || context.tracing();
    if (team_.size() > 1)
      counted ? run<true, true>(problem, output, context) : run<true, false>(problem, output, context);
    else
      counted ? run<false, true>(problem, output, context) : run<false, false>(problem, output, context);
  }

 private:
  template <bool shared, bool counted>
  void run(const Problem& problem, Output& output, RunContext& context) {
    Loop<W, O, Schedule, shared, counted> loop(*graph_, static_cast<D*>(output.distances), workers_, team_, schedule_,
                                               options_, context);
    output.work = loop.run(problem.source);
  }

  std::shared_ptr<const PackedGraph<W, O>> graph_;
  ThreadTeam team_;
  Schedule schedule_;
  LoopOptions options_;
  std::vector<std::unique_ptr<Worker<D>>> workers_;
};

/// What a plugin decides when it has seen the graph.
template <class Schedule>
struct Plan {
  Schedule schedule;
  LoopOptions loop;
};

/// plan(const Profile&, unsigned threads) returns a Plan. `threads`: the option of that name.
template <class MakePlan>
std::unique_ptr<Solver> make_solver(const Graph& graph, RunContext& context, std::int64_t threads, MakePlan&& plan) {
  return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>& view) -> std::unique_ptr<Solver> {
    const unsigned wanted = threads_wanted(threads, context);
    auto packed = packed_graph(graph, view, context);
    auto made = plan(profile(view), wanted);
    return std::make_unique<SolverOf<W, O, decltype(made.schedule)>>(std::move(packed), wanted, made.schedule,
                                                                     made.loop);
  });
}

}  // namespace wayfront::stepping
