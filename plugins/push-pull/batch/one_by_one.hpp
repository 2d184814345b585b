// Several sources for a solver that takes one: their rows one after the other, and reductions of them on the host.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <mutex>
#include <vector>

#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/cuda/row_reduction.cuh"
#include "wayfront/function_ref.hpp"
#include "wayfront/run.hpp"

namespace wayfront::push_pull {

/// Solves each row of a problem by `solve`, which knows neither sources nor reductions.
template <WeightType W>
class OneByOne {
 public:
  /// `reaches`: the solver can have its device write to all rows of the output.
  OneByOne(const Problem& problem, Output& output, RunContext& context, bool reaches)
      : problem_(problem),
        output_(output),
        context_(context),
        row_(&context.memory()),
        memory_(reaches ? output.memory : 0) {
    if (problem.more.reduce) row_.resize(output.vertices);
  }

  template <class Solve>
  void solve(std::uint32_t row, const Solve& solve) {
    context_.throw_if_cancelled();
    Problem problem;
    problem.source = sources_of(problem_)[row];
    W exact_to = unreached<W>;
    Output single;
    single.kind = output_.kind;
    single.vertices = output_.vertices;
    single.distances = problem_.more.reduce ? row_.data() : output_.template distances_as<W>(row).data();
    single.exact_to = &exact_to;
    single.memory = memory_;
    solve(problem, single, context_);
    output_.work += single.work;
    if (problem_.more.reduce) output_.template reduction_as<W>(row) = reduction(cuda::RowLimits<W>::of(problem_));
  }

 private:
  Reduction<W> reduction(const cuda::RowLimits<W>& limits) const {
    Reduction<W> all;
    std::mutex mutex;
    context_.parallel_for(row_.size(), 1 << 16, [&](std::uint64_t begin, std::uint64_t end) {
      Reduction<W> part;
      for (std::uint64_t v = begin; v < end; ++v) cuda::add_distance(part, row_[v], limits);
      const std::scoped_lock lock(mutex);
      cuda::add_reduction(all, part);
    });
    return all;
  }

  const Problem& problem_;
  Output& output_;
  RunContext& context_;
  std::pmr::vector<W> row_;  // where no distances are wanted
  std::uint64_t memory_;
};

}  // namespace wayfront::push_pull
