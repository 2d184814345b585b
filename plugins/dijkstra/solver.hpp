// A graph made ready for one type of queue: the searches of a problem, from one source or from many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "search.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"
#include "wayfront/stopping.hpp"

namespace wayfront::dijkstra {

/// Virtual once per solve, so that nothing below has to ask for types.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

/// Several sources are solved side by side, each by one thread with a queue of its own. Queues are kept, and emptied
/// where something is left in them: a search that stops early costs what it has touched, and the filling of its row.
template <WeightType W, OffsetType O, class Queue>
class SolverOf final : public Solver {
 public:
  SolverOf(const CsrView<W, O>& graph, double narrow) : graph_(graph), narrow_(narrow) {}

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    const bool traces = context.tracing() && sources_of(problem).size() == 1;
    output.work =
        solve_each_source(problem, context, queues_, [&](Queue& queue, Vertex source, std::uint32_t row) -> Work {
          auto* const distances = reinterpret_cast<Magnitude<W>*>(output.distances_as<W>(row).data());
          Stopping<W> stopping(problem, distances);
          std::fill_n(distances, graph_.vertices, stopping.start());
          Looks looks(graph_.vertices, context, traces);
          const Work work = search(graph_, source, distances, queue, narrow_, stopping, looks);
          stopping.write(output, row);
          return work;
        });
  }

 private:
  CsrView<W, O> graph_;
  double narrow_;
  Workspaces<Queue> queues_;
};

}  // namespace wayfront::dijkstra
