// The correct algorithm with reductions of rows (capability::reduce), for plugins that change one of their figures.
#pragma once

#include "correct.hpp"
#include "wayfront/cpu/row_reduction.hpp"

namespace wayfront::faulty {

inline constexpr std::uint64_t reducing_capabilities = capability::any_weights | capability::batch | capability::reduce;

/// Says of every second row that it could check it.
class Reducing : public Correct {
 public:
  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (!problem.reduce) return Correct::solve(problem, output, context);
    const Vertex vertices = graph_->info().vertices;
    std::vector<std::uint64_t> memory(std::size_t{output.rows} * vertices);
    Output whole;
    whole.kind = output.kind;
    whole.vertices = vertices;
    whole.rows = output.rows;
    whole.distances = memory.data();
    Correct::solve({.source = problem.source, .sources = problem.sources}, whole, context);
    with_weight_type(output.kind, [&]<WeightType W>() {
      for (std::uint32_t row = 0; row < output.rows; ++row) {
        Reduction<W>& it = output.reduction_as<W>(row);
        it = reduce_row<W>(whole.distances_as<W>(row), problem.limit, problem.within);
        if (problem.check && row % 2 == 0) it.faults = 0;
      }
    });
  }
};

}  // namespace wayfront::faulty
