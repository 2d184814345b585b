// Several sources of one problem, each solved by one thread. Better than all threads on one source after another where
// there are at least as many sources as threads, because sources wait for nothing of each other.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>

#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/run.hpp"

namespace wayfront::dijkstra {

/// Calls solve(workspace, source, row) for each source of the problem, on the threads of the run, and returns the sum
/// of the Work that it returns. A single source is solved on the calling thread.
template <class T, class Solve>
Work solve_each_source(const Problem& problem, RunContext& context, Workspaces<T>& workspaces, Solve&& solve) {
  const std::span<const Vertex> sources = sources_of(problem);
  Work sum;
  if (sources.size() == 1) {
    workspaces.with([&](T& workspace) { sum = solve(workspace, sources[0], std::uint32_t{0}); });
    return sum;
  }
  std::mutex mutex;  // of sum
  context.parallel_for(sources.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
    Work work;
    workspaces.with([&](T& workspace) {
      for (std::uint64_t row = begin; row < end; ++row) {
        context.throw_if_cancelled();
        work += solve(workspace, sources[row], static_cast<std::uint32_t>(row));
      }
    });
    const std::scoped_lock lock(mutex);
    sum += work;
  });
  return sum;
}

}  // namespace wayfront::dijkstra
