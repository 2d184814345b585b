// Batches: several sources of one problem, and what the threads that solve them need.
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

/// One row of an output, with work of its own. `is_reached`: a device may write to it.
template <WeightType W>
Output row_of(const Output& output, std::uint32_t row, bool is_reached) {
  Output one;
  one.kind = output.kind;
  one.vertices = output.vertices;
  one.predecessors = output.predecessors_of(row);
  if (output.distances != nullptr) one.distances = output.distances_as<W>(row).data();
  if (output.exact_to != nullptr) one.exact_to = &output.exact_to_as<W>(row);
  one.memory = is_reached ? output.memory : 0;
  return one;
}

/// What a search needs beside the graph, for as many threads as search at once; kept from solve to solve.
template <class T>
class Workspaces {
 public:
  /// Calls f(workspace) with one that nobody else uses meanwhile, a new one if there is none. [any thread]
  template <class F>
  void with(F&& f) {
    auto give_back = [this](T* used) {
      const std::scoped_lock lock(mutex_);
      free_.emplace_back(used);
    };
    const std::unique_ptr<T, decltype(give_back)> workspace(take().release(), give_back);
    f(*workspace);
  }

 private:
  std::unique_ptr<T> take() {
    {
      const std::scoped_lock lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<T> kept = std::move(free_.back());
        free_.pop_back();
        return kept;
      }
      free_.reserve(++made_);  // giving it back then needs no memory
    }
    return std::make_unique<T>();
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
  std::size_t made_ = 0;
};

}  // namespace wayfront
