// The correct algorithm with reductions of rows (capability::reduce) and rows of targets alone, for plugins that change a part of them.
#pragma once

#include "correct.hpp"
#include "wayfront/cpu/row_reduction.hpp"

namespace wayfront::faulty {

inline constexpr std::uint64_t reducing_capabilities = capability::any_weights | capability::batch | capability::reduce;

/// The rows of all vertices, of which an output may want a part.
struct WholeRows {
  WholeRows(const Problem& problem, const Output& wanted, const Graph& graph, RunContext& context)
      : memory(std::size_t{wanted.rows} * graph.info().vertices) {
    output.kind = wanted.kind;
    output.vertices = graph.info().vertices;
    output.rows = wanted.rows;
    output.distances = memory.data();
    Correct correct;
    correct.prepare(graph, context);
    correct.solve({.source = problem.source, .more = {.sources = problem.more.sources}}, output, context);
  }

  /// Says of every second row that it could check it.
  void take(const Problem& problem, Output& wanted) {
    with_weight_type(output.kind, [&]<WeightType W>() {
      for (std::uint32_t row = 0; row < output.rows; ++row) {
        const auto distances = output.distances_as<W>(row);
        if (problem.more.reduce) {
          Reduction<W>& it = wanted.reduction_as<W>(row) =
              reduce_row<W>(distances, problem.more.limit, problem.more.within);
          if (problem.more.check && row % 2 == 0) it.faults = 0;
        } else if (problem.more.targets.empty()) {
          std::ranges::copy(distances, wanted.distances_as<W>(row).begin());
        } else {
          for (std::size_t i = 0; i < problem.more.targets.size(); ++i)
            wanted.distances_as<W>(row)[i] = distances[problem.more.targets[i]];
        }
      }
    });
  }

  std::vector<std::uint64_t> memory;
  Output output;
};

class Reducing : public Correct {
 public:
  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (!problem.more.reduce && problem.more.targets.empty()) return Correct::solve(problem, output, context);
    WholeRows(problem, output, *graph_, context).take(problem, output);
  }
};

}  // namespace wayfront::faulty
