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

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
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

/// Of floats the rounded sum. In double the sum of two float32 has at least two bits more than it needs for rounding it
/// twice to be the same as rounding it once.
template <class W>
Length<W> sum(Length<W> length, W weight) {
  if constexpr (std::is_same_v<W, float>)
    return static_cast<float>(static_cast<double>(length) + double{weight});
  else if constexpr (std::is_floating_point_v<W>)
    return length + weight;
  else
    return length == nowhere<W> ? length : length + weight;
}

template <class W>
W stopped(Length<W> length) {
  if constexpr (std::is_floating_point_v<W>) {
    return std::max(length, std::numeric_limits<W>::lowest());
  } else {
    constexpr Length<W> end = absent<W>;
    return static_cast<W>(std::clamp<Length<W>>(length, -end, end));
  }
}

/// One round: the lengths that arcs make of `before`.
template <class W>
std::vector<Length<W>> next_round(const RandomGraph<W>& graph, const std::vector<Length<W>>& before) {
  std::vector<Length<W>> after = before;
  for (const Arc<W>& arc : graph.arcs) {
    const Length<W> length = sum<W>(before[arc.source], arc.weight);
    if (length < after[arc.target]) after[arc.target] = length;
  }
  return after;
}

/// The sum of a cycle's weights, which is exact.
template <class W>
using Total = std::conditional_t<std::is_floating_point_v<W>, boost::multiprecision::cpp_rational, Length<W>>;

template <class W>
bool fits(Length<W> length) {
  if constexpr (std::is_floating_point_v<W>)
    return std::isfinite(length);
  else
    return length < absent<W> && length >= -Length<W>{absent<W>};
}

/// The smallest lengths of walks of at most `rounds` arcs, with sums that stop at the ends of the range.
template <WeightType W>
std::vector<W> walk_lengths(const RandomGraph<W>& graph, Vertex source, std::size_t rounds) {
  std::vector<W> lengths(graph.vertices, absent<W>);
  lengths[source] = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<W> after = lengths;
    for (const Arc<W>& arc : graph.arcs) {
      if (lengths[arc.source] == absent<W>) continue;
      const W length = stopped<W>(sum<W>(lengths[arc.source], arc.weight));
      if (length < after[arc.target]) after[arc.target] = length;
    }
    if (after == lengths) break;
    lengths = std::move(after);
  }
  return lengths;
}

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
  Oracle(const RandomGraph<W>& graph) : graph_(graph), reached_(reached_over([](const Arc<W>&) { return true; })) {
    for (const Arc<W>& arc : graph.arcs) {
      negative_weights_ |= arc.weight < 0;
      heaviest_ = std::max(heaviest_, std::abs(static_cast<double>(arc.weight)));
    }
    find_truth();
  }

  Truth truth() const { return truth_; }
  /// The right distances. Without such, those of round n - 1 with sums that stop at the ends of the range.
  const std::vector<W>& distances() const { return distances_; }
  bool negative_weights() const { return negative_weights_; }

  Ruling rule(const Answer<W>& answer, const Asked& asked) const {
    if (answer.outcome == Outcome::negative_cycle) return rule_on_cycle(answer.cycle);
    if (answer.outcome != Outcome::solved) return {};
    if (answer.exact_to == absent<W>) {
      if (truth_ != Truth::solved) return {};
      if (answer.distances != distances_) return {};  // 0 == -0.0, and a NaN equals nothing
      return {.right = !answer.has_predecessors || is_tree(answer.predecessors, nowhere<W>, false)};
    }
    if (negative_weights_ || answer.exact_to != answer.exact_to || !far_enough(asked, answer.exact_to)) return {};
    for (Vertex v = 0; v < graph_.vertices; ++v) {
      const W entry = answer.distances[v];
      if (lengths_[v] <= answer.exact_to ? entry != lengths_[v] : !(entry > answer.exact_to)) return {};
    }
    return {.right = !answer.has_predecessors || is_tree(answer.predecessors, answer.exact_to, true)};
  }

  /// The right distances that are asked for, and `absent` for all others. Only if there are some.
  std::vector<W> cut_distances(const Asked& asked) const {
    std::vector<W> cut(graph_.vertices, absent<W>);
    for (Vertex v = 0; v < graph_.vertices; ++v)
      if (lengths_[v] <= wanted(asked) && lengths_[v] != nowhere<W>) cut[v] = static_cast<W>(lengths_[v]);
    return cut;
  }

  /// The length up to which they are wanted.
  Length<W> wanted(const Asked& asked) const {
    const Length<W> limit = limit_of(asked);
    std::vector<Length<W>> ends;  // of what each part of the question wants
    if (!asked.targets.empty() && negative_weights_) ends.push_back(limit);
    for (const Vertex target : asked.targets) ends.push_back(lengths_[target]);
    if (asked.count > 0) {
      std::vector<Length<W>> sorted = lengths_;
      std::ranges::sort(sorted);
      ends.push_back(asked.count > sorted.size() ? limit : sorted[asked.count - 1]);
    }
    return ends.empty() ? limit : std::min(limit, *std::ranges::max_element(ends));
  }

  /// Whether `predecessors` form a tree of shortest paths to the vertices whose length is not above `last`. The others
  /// have none, or with `only_within` anything.
  bool is_tree(const std::vector<Vertex>& predecessors, Length<W> last, bool only_within) const {
    const Vertex n = graph_.vertices;
    const auto within = [&](Vertex v) { return lengths_[v] <= last && lengths_[v] != nowhere<W>; };
    for (Vertex v = 0; v < n; ++v) {
      if (only_within && !within(v)) continue;
      const bool root = v == graph_.source || !within(v);
      if (root != (predecessors[v] == no_vertex)) return false;
      if (!root && (predecessors[v] >= n || !is_arc_of(lengths_, nowhere<W>, predecessors[v], v))) return false;
    }
    for (Vertex v = 0; v < n; ++v) {  // n steps back are too many for any path
      if (!within(v)) continue;
      Vertex at = v;
      for (Vertex steps = 0; at != no_vertex; ++steps, at = predecessors[at])
        if (steps == n) return false;
    }
    return true;
  }

  /// Whether such an arc belongs to a shortest path.
  bool is_tight(Vertex from, Vertex to) const { return is_arc_of(distances_, absent<W>, from, to); }

  /// Whether arcs lead from the source to v, whatever they weigh.
  bool reaches(Vertex v) const { return reached_[v]; }

 private:
  void find_truth() {
    const Vertex n = graph_.vertices;
    std::vector<Length<W>> lengths(n, nowhere<W>);
    lengths[graph_.source] = 0;
    bool rests = false;
    for (Vertex round = 0; round < n && !rests; ++round) {  // the last of these is round n: it may change nothing
      std::vector<Length<W>> after = next_round(graph_, lengths);
      rests = after == lengths;
      lengths = std::move(after);
    }
    bool in_range = true;
    for (Vertex v = 0; v < n; ++v) in_range &= !reached_[v] || fits<W>(lengths[v]);
    if (!rests || lengths[graph_.source] != 0) {
      truth_ = Truth::falling;
    } else if (!in_range) {
      truth_ = Truth::out_of_range;
    } else {
      for (const Length<W> length : lengths) distances_.push_back(stopped<W>(length));
      lengths_ = std::move(lengths);
      if (supported()) return;
      truth_ = Truth::unsupported;
    }
    if (lengths_.empty()) lengths_ = std::move(lengths);
    distances_ = walk_lengths(graph_, graph_.source, n - 1);
  }

  /// What the source reaches over arcs for which takes(arc) holds.
  template <class F>
  std::vector<bool> reached_over(F&& takes) const {
    std::vector<bool> reached(graph_.vertices);
    reached[graph_.source] = true;
    for (bool grown = true; grown;) {
      grown = false;
      for (const Arc<W>& arc : graph_.arcs) {
        if (!reached[arc.source] || reached[arc.target] || !takes(arc)) continue;
        reached[arc.target] = true;
        grown = true;
      }
    }
    return reached;
  }

  bool supported() const {
    return reached_ == reached_over([&](const Arc<W>& arc) {
             return sum<W>(distances_[arc.source], arc.weight) == distances_[arc.target];
           });
  }

  /// Whether an arc makes the length of `to` out of that of `from`.
  template <class L>
  bool is_arc_of(const std::vector<L>& lengths, L none, Vertex from, Vertex to) const {
    return std::ranges::any_of(graph_.arcs, [&](const Arc<W>& arc) {
      return arc.source == from && arc.target == to && lengths[from] != none &&
             sum<W>(lengths[from], arc.weight) == lengths[to];
    });
  }

  /// The limit as a length; `absent` and more is no limit.
  Length<W> limit_of(const Asked& asked) const {
    if constexpr (std::is_floating_point_v<W>)
      return static_cast<W>(asked.limit);  // only such limits are tried
    else
      return asked.limit >= static_cast<double>(absent<W>) ? Length<W>{absent<W>}
                                                           : static_cast<Length<W>>(std::floor(asked.limit));
  }

  bool far_enough(const Asked& asked, W exact_to) const {
    if (exact_to >= limit_of(asked)) return true;
    if (asked.targets.empty() && asked.count == 0) return false;
    const auto within = [&](Length<W> length) { return length <= exact_to; };
    return std::ranges::all_of(asked.targets, [&](Vertex target) { return within(lengths_[target]); }) &&
           static_cast<std::uint64_t>(std::ranges::count_if(lengths_, within)) >= asked.count;
  }

  Ruling rule_on_cycle(const std::vector<Vertex>& cycle) const {
    if (cycle.empty()) return {};
    Total<W> total = 0;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const Vertex from = cycle[i];
      const Vertex to = cycle[(i + 1) % cycle.size()];
      if (from >= graph_.vertices || !reached_[from] || std::ranges::count(cycle, from) != 1) return {};
      std::optional<W> lightest;
      for (const Arc<W>& arc : graph_.arcs)
        if (arc.source == from && arc.target == to) lightest = std::min(lightest.value_or(arc.weight), arc.weight);
      if (!lightest) return {};
      total += Total<W>(*lightest);
    }
    if constexpr (std::is_floating_point_v<W>) {
      // Above zero as far as rounding may have moved distances on the way round.
      const auto length = static_cast<double>(cycle.size());
      const double above =
          length * double{std::numeric_limits<W>::epsilon()} * graph_.vertices * heaviest_ * (1 + 0x1p-20);
      return {.right = total < 0, .maybe_undecided = total <= above && total >= 0};
    } else {
      return {.right = total < 0};
    }
  }

  const RandomGraph<W>& graph_;
  Truth truth_ = Truth::solved;
  std::vector<W> distances_;
  std::vector<Length<W>> lengths_;  // the same, not bounded by the range of W
  std::vector<bool> reached_;
  bool negative_weights_ = false;
  double heaviest_ = 0;
};

}  // namespace wayfront::certificates
