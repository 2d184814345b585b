// A graph made ready for one type of weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "departure.hpp"
#include "mending.hpp"
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

template <WeightType W>
class SolverOf final : public Solver {
  using Entry = Magnitude<W>;

 public:
  SolverOf(const CsrView<W, std::uint32_t>& graph, const Preparation& preparation, std::int64_t max_memory,
           RunContext& context)
      : graph_(graph),
        structure_(preparation.structure),
        numbers_(numbers_of(preparation, graph, max_memory, context)) {
    if constexpr (std::is_floating_point_v<W>) exact_up_to_ = exact_up_to(graph);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    output.work =
        solve_each_source(problem, context, workspaces_, [&](Workspace& work, Vertex source, std::uint32_t row) {
          if (work.sweep == nullptr) work.make(*this);
          solve_one(work, source, reinterpret_cast<Entry*>(output.distances_as<W>(row).data()));
          return Work{};
        });
  }

 private:
  using MendingOf = Mending<std::conditional_t<std::is_floating_point_v<W>, W, float>>;  // floats only

  struct Workspace {
    void make(const SolverOf& solver) {
      departure = std::make_unique<DepartureSearch<W>>(solver.graph_, solver.structure_);
      sweep = std::make_unique<Sweep<W>>(solver.structure_, solver.numbers_);
      if constexpr (std::is_floating_point_v<W>) mending = std::make_unique<MendingOf>(solver.graph_);
    }
    std::unique_ptr<DepartureSearch<W>> departure;
    std::unique_ptr<Sweep<W>> sweep;
    std::conditional_t<std::is_floating_point_v<W>, std::unique_ptr<MendingOf>, std::nullptr_t> mending{};
  };

  void solve_one(Workspace& work, Vertex source, Entry* answer) {
    work.sweep->run(work.departure->from(source), answer);
    if constexpr (std::is_floating_point_v<W>) {
      if (is_exact(answer)) return;
      std::copy_n(answer, graph_.vertices, work.mending->rough());
      work.mending->mend(source, answer);
    }
  }

  bool is_exact(const Entry* answer) const {
    bool all = exact_up_to_ != 0;
    for (Vertex v = 0; v < graph_.vertices; ++v) all &= answer[v] <= exact_up_to_ || answer[v] == unreached<W>;
    return all;
  }

  CsrView<W, std::uint32_t> graph_;
  const Structure& structure_;
  Numbers<W> numbers_;
  W exact_up_to_{};  // floats only
  Workspaces<Workspace> workspaces_;
};

}  // namespace wayfront::separators
