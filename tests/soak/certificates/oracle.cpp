#include "oracle.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

namespace wayfront::certificates {
namespace {

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

}  // namespace

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

template <WeightType W>
Oracle<W>::Oracle(const RandomGraph<W>& graph) : graph_(graph), reached_(graph.vertices) {
  reached_[graph.source] = true;
  for (bool grown = true; grown;) {
    grown = false;
    for (const Arc<W>& arc : graph.arcs) {
      if (!reached_[arc.source] || reached_[arc.target]) continue;
      reached_[arc.target] = true;
      grown = true;
    }
  }
  for (const Arc<W>& arc : graph.arcs) {
    negative_weights_ |= arc.weight < 0;
    heaviest_ = std::max(heaviest_, std::abs(static_cast<double>(arc.weight)));
  }
  find_truth();
}

template <WeightType W>
void Oracle<W>::find_truth() {
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

template <WeightType W>
bool Oracle<W>::supported() const {
  std::vector<bool> held(graph_.vertices);
  held[graph_.source] = true;
  for (bool grown = true; grown;) {
    grown = false;
    for (const Arc<W>& arc : graph_.arcs) {
      if (!held[arc.source] || held[arc.target]) continue;
      if (sum<W>(distances_[arc.source], arc.weight) != distances_[arc.target]) continue;
      held[arc.target] = true;
      grown = true;
    }
  }
  return held == reached_;
}

template <WeightType W>
bool Oracle<W>::is_tight(Vertex from, Vertex to) const {
  return std::ranges::any_of(graph_.arcs, [&](const Arc<W>& arc) {
    return arc.source == from && arc.target == to && distances_[from] != absent<W> &&
           sum<W>(distances_[from], arc.weight) == distances_[to];
  });
}

template <WeightType W>
bool Oracle<W>::is_short(Vertex from, Vertex to) const {
  return std::ranges::any_of(graph_.arcs, [&](const Arc<W>& arc) {
    return arc.source == from && arc.target == to && lengths_[from] != nowhere<W> &&
           sum<W>(lengths_[from], arc.weight) == lengths_[to];
  });
}

template <WeightType W>
bool Oracle<W>::is_tree(const std::vector<Vertex>& predecessors, Length<W> last, bool only_within) const {
  const Vertex n = graph_.vertices;
  const auto within = [&](Vertex v) { return lengths_[v] <= last && lengths_[v] != nowhere<W>; };
  for (Vertex v = 0; v < n; ++v) {
    if (only_within && !within(v)) continue;
    const bool root = v == graph_.source || !within(v);
    if (root != (predecessors[v] == no_vertex)) return false;
    if (!root && (predecessors[v] >= n || !is_short(predecessors[v], v))) return false;
  }
  for (Vertex v = 0; v < n; ++v) {  // n steps back are too many for any path
    if (!within(v)) continue;
    Vertex at = v;
    for (Vertex steps = 0; at != no_vertex; ++steps, at = predecessors[at])
      if (steps == n) return false;
  }
  return true;
}

/// The limit as a length; `absent` and more is no limit.
template <WeightType W>
Length<W> Oracle<W>::limit_of(const Asked& asked) const {
  if constexpr (std::is_floating_point_v<W>)
    return static_cast<W>(asked.limit);  // only such limits are tried
  else
    return asked.limit >= static_cast<double>(absent<W>) ? Length<W>{absent<W>}
                                                         : static_cast<Length<W>>(std::floor(asked.limit));
}

template <WeightType W>
Length<W> Oracle<W>::wanted(const Asked& asked) const {
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

template <WeightType W>
std::vector<W> Oracle<W>::cut_distances(const Asked& asked) const {
  std::vector<W> cut(graph_.vertices, absent<W>);
  for (Vertex v = 0; v < graph_.vertices; ++v)
    if (lengths_[v] <= wanted(asked) && lengths_[v] != nowhere<W>) cut[v] = static_cast<W>(lengths_[v]);
  return cut;
}

template <WeightType W>
bool Oracle<W>::far_enough(const Asked& asked, W exact_to) const {
  if (exact_to >= limit_of(asked)) return true;
  if (asked.targets.empty() && asked.count == 0) return false;
  const auto within = [&](Length<W> length) { return length <= exact_to; };
  return std::ranges::all_of(asked.targets, [&](Vertex target) { return within(lengths_[target]); }) &&
         static_cast<std::uint64_t>(std::ranges::count_if(lengths_, within)) >= asked.count;
}

template <WeightType W>
Ruling Oracle<W>::rule(const Answer<W>& answer, const Asked& asked) const {
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

template <WeightType W>
Ruling Oracle<W>::rule_on_cycle(const std::vector<Vertex>& cycle) const {
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

template class Oracle<std::int32_t>;
template class Oracle<float>;
template class Oracle<std::int64_t>;
template class Oracle<double>;
template std::vector<std::int32_t> walk_lengths(const RandomGraph<std::int32_t>&, Vertex, std::size_t);
template std::vector<float> walk_lengths(const RandomGraph<float>&, Vertex, std::size_t);
template std::vector<std::int64_t> walk_lengths(const RandomGraph<std::int64_t>&, Vertex, std::size_t);
template std::vector<double> walk_lengths(const RandomGraph<double>&, Vertex, std::size_t);

}  // namespace wayfront::certificates
