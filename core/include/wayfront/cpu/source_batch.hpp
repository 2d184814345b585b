// Batches: several sources of one problem, each solved by one thread. Better than all threads on one source after
// another where there are at least as many sources as threads, because sources wait for nothing of each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront {

/// The sources of a problem, one for each row of the output.
inline std::span<const Vertex> sources_of(const Problem& problem) {
  return problem.more.sources.empty() ? std::span(&problem.source, 1) : problem.more.sources;
}

/// What a search needs beside the graph, for as many threads as search at once; kept from solve to solve.
template <class T>
class Workspaces {
 public:
  /// Calls f(workspace) with one that nobody else uses meanwhile, a new one if there is none. [any thread]
  template <class F>
  void with(F&& f) {
    const Lease lease(*this);
    f(*lease);
  }

 private:
  class Lease {
   public:
    explicit Lease(Workspaces& owner) : owner_(owner) {
      {
        const std::scoped_lock lock(owner_.mutex_);
        if (!owner_.free_.empty()) {
          workspace_ = std::move(owner_.free_.back());
          owner_.free_.pop_back();
          return;
        }
        owner_.free_.reserve(++owner_.made_);  // giving it back then needs no memory
      }
      workspace_ = std::make_unique<T>();
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() {
      if (workspace_ == nullptr) return;
      const std::scoped_lock lock(owner_.mutex_);
      owner_.free_.push_back(std::move(workspace_));
    }
    T& operator*() const { return *workspace_; }

   private:
    Workspaces& owner_;
    std::unique_ptr<T> workspace_;
  };

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
  std::size_t made_ = 0;
};

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

}  // namespace wayfront
