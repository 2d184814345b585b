#include "graph/graph_statistics.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "base/gather.hpp"
#include "graph/paths/path_bound.hpp"
#include "graph/rows_view.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

// Breadth-first search that ignores directions and returns the farthest vertex: for graph_statistics.

/// Among the vertices that a search found last, the first of those with the fewest arcs, which is likely to lie at the
/// rim; and its distance in arcs.
struct Farthest {
  Vertex vertex = 0;
  Vertex distance = 0;
};

/// One search, level by level: top-down from the vertices of a level or, if these are many, bottom-up from the vertices
/// not found yet (Beamer, Asanovic and Patterson, SC 2012).
class FarthestSearch {
 public:
  /// `in` null: the graph has each arc in both directions.
  FarthestSearch(const ArcsView& view, const ArcsView* in, RunContext& context)
      : view_(view), in_(in), context_(context), levels_(make_big_array<Vertex>(view.vertices)) {}

  Farthest from(Vertex start) {
    context_.parallel_for(view_.vertices, vertex_grain, [&](std::uint64_t begin, std::uint64_t end) {
      std::fill(levels_.get() + begin, levels_.get() + end, no_vertex);
    });
    levels_[start] = 0;
    std::vector<Vertex> level = {start};
    for (Vertex number = 0;; ++number) {
      context_.throw_if_cancelled();
      std::vector<Vertex> next = level.size() > view_.vertices / 16 ? pull(number) : push(level, number);
      if (next.empty())
        return {*std::ranges::min_element(level, {}, [this](Vertex v) { return std::pair(degree(v), v); }), number};
      level = std::move(next);
    }
  }

 private:
  static constexpr std::uint64_t vertex_grain = std::uint64_t{1} << 13;
  static constexpr std::size_t level_grain = std::size_t{1} << 10;

  std::uint64_t degree(Vertex v) const { return view_.degree(v) + (in_ == nullptr ? 0 : in_->degree(v)); }

  std::atomic_ref<Vertex> level_of(Vertex v) { return std::atomic_ref(levels_[v]); }

  /// Calls f(neighbour) until it returns true.
  template <class F>
  void any_neighbour(Vertex v, F&& f) {
    for (auto e = view_.begin(v); e < view_.end(v); ++e)
      if (f(view_.targets[e])) return;
    if (in_ == nullptr) return;
    for (auto e = in_->begin(v); e < in_->end(v); ++e)
      if (f(in_->targets[e])) return;
  }

  std::vector<Vertex> push(const std::vector<Vertex>& level, Vertex number) {
    return gather(level.size(), level_grain, context_,
                  [&](std::size_t begin, std::size_t end, std::vector<Vertex>& found) {
                    for (std::size_t i = begin; i < end; ++i) {
                      any_neighbour(level[i], [&](Vertex v) {
                        Vertex expected = no_vertex;
                        if (level_of(v).load(std::memory_order_relaxed) == no_vertex &&
                            level_of(v).compare_exchange_strong(expected, number + 1, std::memory_order_relaxed))
                          found.push_back(v);
                        return false;
                      });
                    }
                  });
  }

  std::vector<Vertex> pull(Vertex number) {
    return gather(view_.vertices, vertex_grain, context_,
                  [&](std::size_t begin, std::size_t end, std::vector<Vertex>& found) {
                    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
                      if (level_of(v).load(std::memory_order_relaxed) != no_vertex) continue;
                      any_neighbour(v, [&](Vertex u) {
                        if (level_of(u).load(std::memory_order_relaxed) != number) return false;
                        level_of(v).store(number + 1, std::memory_order_relaxed);
                        found.push_back(v);
                        return true;
                      });
                    }
                  });
  }

  const ArcsView& view_;
  const ArcsView* in_;
  RunContext& context_;
  BigArray<Vertex> levels_;
};

constexpr std::uint64_t vertices_at_once = std::uint64_t{1} << 13;

/// How many vertices have which degree.
struct DegreeCounts {
  std::array<Vertex, 1024> low{};        // by degree
  std::map<std::uint64_t, Vertex> high;  // of the others

  void operator+=(const DegreeCounts& other) {
    for (std::size_t degree = 0; degree < low.size(); ++degree) low[degree] += other.low[degree];
    for (const auto& [degree, count] : other.high) high[degree] += count;
  }
  void count(std::uint64_t degree) {
    if (degree < low.size())
      ++low[degree];
    else
      ++high[degree];
  }
};

DegreeStatistics degree_statistics(const ArcsView& view, RunContext& context) {
  const Vertex vertices = view.vertices;
  const auto counts = sum_over(vertices, vertices_at_once, context, [&](std::uint64_t begin, std::uint64_t end) {
    DegreeCounts mine;
    for (auto v = static_cast<Vertex>(begin); v < end; ++v) mine.count(view.degree(v));
    return mine;
  });
  DegreeStatistics statistics;
  statistics.zeros = counts.low[0];
  double sum = 0, squares = 0;
  const auto add = [&](std::uint64_t value, Vertex count) {
    if (count == 0) return;
    sum += static_cast<double>(value) * count;
    squares += static_cast<double>(value) * static_cast<double>(value) * count;
    statistics.max = value;
    const auto bin = static_cast<std::size_t>(std::bit_width(value));
    statistics.histogram.resize(bin + 1);
    statistics.histogram[bin] += count;
    if (count > statistics.mode_count) std::tie(statistics.mode, statistics.mode_count) = std::pair(value, count);
  };
  for (std::size_t value = 0; value < counts.low.size(); ++value) add(value, counts.low[value]);
  for (const auto& [value, count] : counts.high) add(value, count);
  if (vertices == 0) return statistics;
  statistics.mean = sum / vertices;
  statistics.deviation = std::sqrt(std::max(0.0, squares / vertices - statistics.mean * statistics.mean));
  return statistics;
}

struct ArcSums : ArcCounts {
  void operator+=(const ArcCounts& other) {
    self_loops += other.self_loops;
    parallel_arcs += other.parallel_arcs;
    zero_weights += other.zero_weights;
    negative_weights += other.negative_weights;
  }
};

template <WeightType W>
ArcCounts count_arcs(const RowsView<W>& view, RunContext& context) {
  return sum_over(view.vertices, vertices_at_once, context, [&](std::uint64_t begin, std::uint64_t end) {
    ArcSums mine;
    std::vector<Vertex> targets;
    for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
      bool ascending = true;
      for (auto e = view.begin(u); e < view.end(u); ++e) {
        mine.self_loops += view.targets[e] == u ? 1 : 0;
        mine.zero_weights += view.weights[e] == 0 ? 1 : 0;
        mine.negative_weights += view.weights[e] < 0 ? 1 : 0;
        ascending = ascending && (e == view.begin(u) || view.targets[e - 1] < view.targets[e]);
      }
      if (ascending) continue;
      targets.assign(view.targets + view.begin(u), view.targets + view.end(u));
      std::ranges::sort(targets);
      for (std::size_t i = 1; i < targets.size(); ++i) mine.parallel_arcs += targets[i - 1] == targets[i] ? 1 : 0;
    }
    return mine;
  });
}

/// Searches again from the end of the last search while this finds larger distances, but only a few times.
DiameterBounds search_diameter(const ArcsView& view, const ArcsView* in, const Components& components,
                               RunContext& context) {
  constexpr int max_searches = 6;
  DiameterBounds bounds;
  if (components.largest_size == 0) return bounds;
  Vertex start = components.largest;  // the busiest vertex, from which no other can be very far
  for (Vertex v = start; v < view.vertices; ++v)
    if (components.first[v] == components.largest && view.degree(v) > view.degree(start)) start = v;
  bounds.from = bounds.to = start;
  Vertex smallest = no_vertex;
  FarthestSearch search(view, in, context);
  for (int i = 0; i < max_searches; ++i) {
    const Farthest farthest = search.from(start);
    smallest = std::min(smallest, farthest.distance);
    if (i > 0 && farthest.distance <= bounds.min) break;
    if (farthest.distance >= bounds.min) {
      bounds.min = farthest.distance;
      bounds.from = start;
      bounds.to = farthest.vertex;
    }
    start = farthest.vertex;
  }
  bounds.max = static_cast<Vertex>(
      std::min<std::uint64_t>(2 * std::uint64_t{smallest}, std::uint64_t{components.largest_size} - 1));
  return bounds;
}

DiameterBounds diameter_bounds(const Graph& graph, bool directed, const Components& components, RunContext& context) {
  const ArcsView out = arcs_view(graph.csr());
  if (!directed) return search_diameter(out, nullptr, components, context);
  const ArcsView in = arcs_view(graph.csc());
  return search_diameter(out, &in, components, context);
}

bool any_distance_fits(const Graph& graph, bool directed, RunContext& context) {
  const GraphInfo& info = graph.info();
  if (is_floating(info.weights)) return true;
  const Int128 max =
      info.weights == WeightKind::int32 ? Int128{unreached<std::int32_t>} - 1 : Int128{unreached<std::int64_t>} - 1;
  return path_bound(graph.csr(), max, !directed, context) <= max;
}

}  // namespace

DiameterBounds diameter_bounds(const Graph& graph, bool directed, RunContext& context) {
  return diameter_bounds(graph, directed, weak_components(graph.csr(), context), context);
}

GraphStatistics graph_statistics(const Graph& graph, bool directed, RunContext& context) {
  GraphStatistics statistics;
  static_cast<ArcCounts&>(statistics) =
      visit_rows(graph.csr(), [&](const auto& view) { return count_arcs(view, context); });
  statistics.any_distance_fits = any_distance_fits(graph, directed, context);
  statistics.out = degree_statistics(arcs_view(graph.csr()), context);
  const Components components = weak_components(graph.csr(), context);
  statistics.components = components.count;
  statistics.largest_component = components.largest_size;
  statistics.diameter = diameter_bounds(graph, directed, components, context);
  statistics.in = directed ? degree_statistics(arcs_view(graph.csc()), context) : statistics.out;
  return statistics;
}

}  // namespace wayfront::host
