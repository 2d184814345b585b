// Rows of a call with several sources that are solved one after the other.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::near_far {

inline std::vector<std::uint32_t> all_rows(const Problem& problem) {
  std::vector<std::uint32_t> all(sources_of(problem).size());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

/// Calls solve(one, part) for each row of `left`, with the problem and the output of that row alone, or, where reductions
/// are asked for, reduce(one, work), which returns the row's. `is_reached`: the device may write to output.distances.
template <WeightType W, class Solve, class Reduce>
void solve_one_by_one(const Problem& problem, std::span<const std::uint32_t> left, Output& output, bool is_reached,
                      RunContext& context, const Solve& solve, const Reduce& reduce) {
  for (const std::uint32_t row : left) {
    context.throw_if_cancelled();
    Problem one = problem;
    one.source = sources_of(problem)[row];
    one.more.sources = {};
    if (problem.more.reduce) {
      output.reduction_as<W>(row) = reduce(one, output.work);
      continue;
    }
    Output part;
    part.kind = output.kind;
    part.vertices = output.vertices;
    part.distances = output.distances_as<W>(row).data();
    part.exact_to = &output.exact_to_as<W>(row);
    part.memory = is_reached ? output.memory : 0;
    solve(one, part);
    output.work += part.work;
  }
}

}  // namespace wayfront::near_far
