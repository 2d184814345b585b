// What is right, worked out for small graphs without the certificate's code or its way: the certificate judges an
// answer from its tight arcs, the oracle knows the answer and compares.
//
// The answer comes from rounds over a list of arcs: after round k, d[v] is the smallest length of the walks of at most
// k arcs. Lengths are exact for integers. For floats they are rounded after each arc, which is monotone: a smaller
// distance never has a greater sum. So if d[s] = 0, no arc shortens a distance, and tight paths hold up all finite
// entries, then d[v] is the smallest length of all walks to v, and one without repeated vertices has it. Hence only the
// distances after round n - 1 can be right, and they are if they meet the three conditions.
//
// Without negative weights the lengths after round n - 1 are the smallest, whether they fit the type or not. An answer
// that is exact up to a distance is right if its entries are these lengths up to there, and any larger number beyond.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "random_graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::certificates {

/// Lengths of walks: wide enough for the sums of 41 weights. Floats are rounded at each arc.
__extension__ typedef __int128 Wide;
template <class W>
using Length =
    std::conditional_t<std::is_floating_point_v<W>, W, std::conditional_t<sizeof(W) == 4, std::int64_t, Wide>>;

/// No path, as a length.
template <class W>
constexpr Length<W> nowhere = [] {
  if constexpr (std::is_floating_point_v<W>)
    return std::numeric_limits<W>::infinity();
  else
    return Length<W>{1} << (sizeof(W) == 4 ? 62 : 126);
}();

/// No path, in an answer.
template <class W, class Limits = std::numeric_limits<W>>
constexpr W absent = Limits::has_infinity ? Limits::infinity() : Limits::max();

/// What is asked for beside the source. The limit is a value of the weight type, or infinite.
struct Asked {
  double limit = std::numeric_limits<double>::infinity();
  std::vector<Vertex> targets;
  std::uint64_t count = 0;
};

template <WeightType W>
struct Answer {
  std::string what;  // how it was made, for people
  std::vector<W> distances;
  bool has_predecessors = false;
  std::vector<Vertex> predecessors;
  Outcome outcome = Outcome::solved;
  std::vector<Vertex> cycle;
  W exact_to = absent<W>;
};

enum class Truth : std::uint8_t {
  solved,        // there are right distances
  out_of_range,  // a shortest distance does not fit the weight type
  falling,       // round n still shortens a distance: a negative cycle, or one that rounding makes look so
  unsupported,   // floats: distances at rest, but only a cycle holds some of them up
};

struct Ruling {
  bool right = false;
  bool maybe_undecided = false;  // floats: the sum of the cycle is within rounding of zero
};

template <WeightType W>
class Oracle {
 public:
  /// `graph` must outlive it and have a vertex.
  explicit Oracle(const RandomGraph<W>& graph);

  Truth truth() const { return truth_; }
  /// The right distances. Without such, those of round n - 1 with sums that stop at the ends of the range.
  const std::vector<W>& distances() const { return distances_; }
  bool negative_weights() const { return negative_weights_; }

  Ruling rule(const Answer<W>& answer, const Asked& asked) const;
  /// The right distances that are asked for, and `absent` for all others. Only if there are some.
  std::vector<W> cut_distances(const Asked& asked) const;
  /// The length up to which they are wanted.
  Length<W> wanted(const Asked& asked) const;
  /// Whether `predecessors` form a tree of shortest paths to the vertices whose length is not above `last`. The others
  /// have none, or with `only_within` anything.
  bool is_tree(const std::vector<Vertex>& predecessors, Length<W> last, bool only_within) const;
  /// Whether such an arc belongs to a shortest path.
  bool is_tight(Vertex from, Vertex to) const;
  /// Whether arcs lead from the source to v, whatever they weigh.
  bool reaches(Vertex v) const { return reached_[v]; }

 private:
  void find_truth();
  bool supported() const;
  bool is_short(Vertex from, Vertex to) const;
  Length<W> limit_of(const Asked& asked) const;
  bool far_enough(const Asked& asked, W exact_to) const;
  Ruling rule_on_cycle(const std::vector<Vertex>& cycle) const;

  const RandomGraph<W>& graph_;
  Truth truth_ = Truth::solved;
  std::vector<W> distances_;
  std::vector<Length<W>> lengths_;  // the same, not bounded by the range of W
  std::vector<bool> reached_;
  bool negative_weights_ = false;
  double heaviest_ = 0;
};

/// The smallest lengths of walks of at most `rounds` arcs, with sums that stop at the ends of the range.
template <WeightType W>
std::vector<W> walk_lengths(const RandomGraph<W>& graph, Vertex source, std::size_t rounds);

}  // namespace wayfront::certificates
