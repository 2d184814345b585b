// A graph made ready for one type of weights.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "departure.hpp"
#include "numbers.hpp"
#include "structure.hpp"
#include "sweep.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

/// Virtual once per solve, so that nothing below has to ask for types.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

template <WeightType W, OffsetType O>
class SolverOf final : public Solver {
 public:
  SolverOf(const CsrView<W, O>& graph, const Skeleton& skeleton, const Structure& structure, RunContext& context)
      : graph_(graph), structure_(structure), numbers_(numbers_of(skeleton, structure, graph, context)) {}

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    output.work =
        solve_each_source(problem, context, workspaces_, [&](Workspace& work, Vertex source, std::uint32_t row) {
          if (work.sweep == nullptr) work.make(*this);
          work.sweep->run(work.departure->from(source),
                          reinterpret_cast<Magnitude<W>*>(output.distances_as<W>(row).data()));
          return Work{};
        });
  }

 private:
  struct Workspace {
    void make(const SolverOf& solver) {
      departure = std::make_unique<DepartureSearch<W, O>>(solver.graph_, solver.structure_);
      sweep = std::make_unique<Sweep<W>>(solver.structure_, solver.numbers_);
    }
    std::unique_ptr<DepartureSearch<W, O>> departure;
    std::unique_ptr<Sweep<W>> sweep;
  };

  CsrView<W, O> graph_;
  const Structure& structure_;
  Numbers<W> numbers_;
  Workspaces<Workspace> workspaces_;
};

}  // namespace wayfront::separators
