#include "graph_figures.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace wayfront::chooser {
namespace {

constexpr std::size_t max_found = 1536;  // vertices of a search
constexpr std::size_t some = 192;        // of one after that, which only tells whether it gets far
constexpr std::size_t arcs_each = 4;     // arcs that it looks at, by its vertices
constexpr std::uint64_t max_row = 256;   // of one vertex: a hub would be all that the search sees
constexpr std::size_t max_searches = 3;
constexpr std::size_t slots = 1 << 12;
constexpr Vertex near = 4096;  // ids that are closer are close in memory, too

/// Vertices that were found, in their order; of fixed size, so that nothing depends on the size of the graph.
class Found {
 public:
  Found() { slots_.fill(no_vertex); }
  /// 1 where v is new, else 0. Only while it has fewer than `max_found`. Does not branch on which, as no processor can predict that.
  std::size_t add(Vertex v) {
    constexpr int shift = 32 - std::countr_zero(slots);
    std::size_t i = v * 2654435769U >> shift;
    while (slots_[i] != v && slots_[i] != no_vertex) i = (i + 1) % slots_.size();
    order_[size_] = v;
    const std::size_t added = slots_[i] != v ? 1 : 0;
    size_ += added;
    slots_[i] = v;
    return added;
  }
  std::size_t size() const { return size_; }
  Vertex operator[](std::size_t i) const { return order_[i]; }

 private:
  std::array<Vertex, slots> slots_;
  std::array<Vertex, max_found + 1> order_;  // add() writes one more
  std::size_t size_ = 0;
};

/// The power p of a search that finds `found[l]` vertices up to level l, as found ~ l^p. Where it has found all that it
/// reaches, its first part counts, up to the level with half of the vertices.
double growth_of(const std::vector<double>& found, bool complete) {
  std::size_t last = found.size() - 1;
  while (complete && last > 1 && found[last - 1] >= found.back() / 2) --last;
  const std::size_t half = last / 2;
  if (half == 0) return 64;
  const double deeper = static_cast<double>(last) / static_cast<double>(half);
  return std::clamp(std::log(found[last] / found[half]) / std::log(deeper), 1.0, 64.0);
}

/// GraphFigures::simplicial, of some vertices with few neighbours. Whether two have an arc is looked up in the shorter row.
template <class View>
double simplicial_share(const View& view) {
  constexpr Vertex samples = 64;
  constexpr std::uint64_t max_degree = 16;
  const auto sample = [&](Vertex i) { return static_cast<Vertex>(std::uint64_t{i} * view.vertices / samples); };
  const auto row_of = [&](Vertex v) {
    return std::span(view.targets + view.begin(v), std::min<std::uint64_t>(view.degree(v), max_row));
  };
  const auto are_joined = [&](Vertex u, Vertex v) {
    if (view.degree(v) < view.degree(u)) std::swap(u, v);
    const auto row = row_of(u);
    return u == v || std::ranges::find(row, v) != row.end();
  };
  double looked_at = 0, found = 0;
  for (Vertex i = 0; i < samples; ++i) __builtin_prefetch(view.offsets + sample(i));
  for (Vertex i = 0; i < samples; ++i) {
    const auto row = row_of(sample(i));
    if (row.size() < 2 || row.size() > max_degree) continue;
    const std::size_t may_miss = row.size() * (row.size() - 1) / 2 / 16;  // of all pairs
    std::size_t missing = 0;
    for (auto v = row.begin() + 1; v != row.end() && missing <= may_miss; ++v)
      missing += std::count_if(row.begin(), v, [&](Vertex u) { return !are_joined(u, *v); });
    ++looked_at;
    found += missing <= may_miss ? 1 : 0;
  }
  return found / std::max(looked_at, samples / 3.0);
}

/// Whether weights of some arcs are whole numbers.
template <class View>
bool has_whole_weights(const View& view, std::uint64_t arcs) {
  constexpr std::uint64_t places = 8, each = 8;
  for (std::uint64_t i = 0; i < places; ++i)
    for (std::uint64_t arc = arcs * i / places; arc < std::min(arcs, arcs * i / places + each); ++arc)
      if (const auto weight = static_cast<double>(view.weights[arc]); weight != std::floor(weight)) return false;
  return true;
}

/// A search from there, until it has found `max` vertices. `it` comes with the sizes of the graph.
template <class View>
GraphFigures search(const View& view, Vertex source, std::size_t max, GraphFigures it) {
  constexpr std::size_t ahead = 16;  // rows to ask the memory for in advance, so as not to wait for each
  Found seen;
  seen.add(source);
  std::vector<double> found = {1};  // up to each level
  std::uint64_t looked_at = 0, far = 0, ascending = 0;
  double arcs = 0;
  std::size_t at = 0;
  bool complete = true;
  while (at < seen.size() && complete) {
    for (const std::size_t end = seen.size(); at < end && complete; ++at) {
      if (at + ahead < seen.size()) __builtin_prefetch(view.offsets + seen[at + ahead]);
      const Vertex u = seen[at];
      const std::uint64_t row = view.degree(u), taken = std::min(row, max_row);
      const std::uint64_t step = taken < row ? row / taken : 1;
      arcs += static_cast<double>(row);
      it.hub = std::max(it.hub, static_cast<double>(row));
      for (std::uint64_t i = 0, arc = view.begin(u); i < taken; ++i, arc += step) {
        const Vertex v = view.targets[arc], apart = v > u ? v - u : u - v;
        far += apart > near ? 1 : 0;
        if (seen.size() == max)
          complete = false;
        else
          ascending += seen.add(v) & (v > u ? 1 : 0);
      }
      looked_at += taken;
      if (taken < row || looked_at > arcs_each * max) complete = false;
    }
    found.push_back(static_cast<double>(seen.size()));
  }
  it.growth = growth_of(found, complete);
  it.ascending = static_cast<double>(ascending) / static_cast<double>(seen.size());
  it.scatter = looked_at == 0 ? 0 : static_cast<double>(far) / static_cast<double>(looked_at);
  const double levels = std::max(static_cast<double>(found.size() - 1), 1.0), size = found.back();
  it.reached = complete ? size : it.vertices;
  it.reached_arcs = complete ? arcs : it.arcs;
  const double by_power = levels * std::pow(it.vertices / size, 1 / it.growth);
  const double by_factors = levels * std::log(it.vertices + 1) / std::log(size + 1);
  it.levels = complete ? levels : it.growth < 8 ? by_power : std::min(by_power, by_factors);
  return it;
}

}  // namespace

GraphFigures figures_of(const Graph& graph, std::span<const Vertex> sources) {
  const GraphInfo& info = graph.info();
  GraphFigures all;
  all.vertices = all.reached = info.vertices;
  all.arcs = all.reached_arcs = static_cast<double>(info.edges);
  if (info.vertices == 0) return all;
  return visit(graph.csr(), [&](const auto& view) {
    Vertex middle = info.vertices / 2;  // or near it, with arcs if that is easy
    for (int i = 1; i < 64 && view.degree(middle) < 2; ++i) middle = (middle + 1) % info.vertices;
    if (view.degree(middle) < 2) middle = info.vertices / 2;
    if (sources.empty()) sources = {&middle, 1};
    const std::size_t searches = std::min(max_searches, sources.size());
    GraphFigures farthest;
    double reached = 0, reached_arcs = 0, hub = 0;
    for (std::size_t i = 0; i < searches; ++i) {
      const Vertex source = sources[i * (sources.size() - 1) / std::max<std::size_t>(searches - 1, 1)];
      const GraphFigures one = search(view, source, farthest.reached == info.vertices ? some : max_found, all);
      reached += one.reached;
      reached_arcs += one.reached_arcs;
      hub = std::max(hub, one.hub);
      if (one.reached > farthest.reached) farthest = one;
    }
    farthest.reached = reached / static_cast<double>(searches);
    farthest.reached_arcs = reached_arcs / static_cast<double>(searches);
    farthest.hub = hub;
    farthest.simplicial = simplicial_share(view);
    farthest.whole = !is_floating(info.weights) || has_whole_weights(view, info.edges);
    return farthest;
  });
}

}  // namespace wayfront::chooser
