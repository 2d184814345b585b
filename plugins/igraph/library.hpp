// igraph's C library behind C++: errors become exceptions, and calls that must not overlap do not.
//
// Unless it was built to be safe for threads, which Debian's is not, igraph has one error handler and one list of
// things to free for the whole process. Then one call is made at a time, and those of other instances wait.
//
// igraph.h stays out of this header, so that its macros stay out of the plugin's own file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::igraph {

enum class Method : std::uint8_t { dijkstra, bellman_ford };

enum class Found : std::uint8_t { distances, negative_cycle };

/// A directed graph of igraph, without attributes.
class Library {
 public:
  /// `ends` has source and target of each arc, one after another; igraph copies them. Throws Failure and
  /// std::bad_alloc, and Cancelled where the run was cancelled while another call was under way.
  Library(Vertex vertices, std::span<const std::int64_t> ends, const RunContext& context);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// Computes the distances of all vertices from `source`; each arc has an entry in `weights`. Dijkstra ignores paths
  /// longer than `limit`, which is not negative. Throws like the constructor. igraph cannot be interrupted: the call
  /// returns when the answer is there.
  Found solve(Method method, Vertex source, std::span<const double> weights, double limit, const RunContext& context);
  /// The answer of the last solve() that found distances, infinite where there is no path.
  std::span<const double> distances() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wayfront::igraph
