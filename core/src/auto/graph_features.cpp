#include "auto/graph_features.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "graph/rows_view.hpp"

namespace wayfront::host {
namespace {

constexpr std::size_t max_found = 2048;   // vertices of the search
constexpr std::uint64_t max_arcs = 8192;  // that it looks at
constexpr std::uint64_t max_row = 256;    // of one vertex: a hub would be all that the search sees
constexpr std::size_t max_searches = 3;
constexpr std::size_t small = 256;  // vertices of a small component, and four arcs for each

/// One arc in four, in no pattern that rows of a graph may have, too.
constexpr bool look_closer(std::uint64_t arc) { return static_cast<std::uint32_t>(arc * 2654435769U) >> 30 == 0; }
constexpr std::size_t max_closer = [] {
  std::size_t count = 0;
  for (std::uint64_t arc = 0; arc < max_arcs + max_row; ++arc) count += look_closer(arc) ? 1 : 0;
  return count;
}();
constexpr Vertex near = 4096;  // ids that are closer are close in memory, too

/// Vertices that were found, in their order; of fixed size, so that nothing depends on the size of the graph.
template <std::size_t max>
class Found {
 public:
  explicit Found(Vertex source) {
    slots_.fill(no_vertex);
    add(source);
  }

  /// False if it was there. Only while it is not full. It does not branch on whether v is new, which no processor can
  /// predict.
  bool add(Vertex v) {
    constexpr int shift = 32 - std::countr_zero(4 * max);
    std::size_t i = v * 2654435769U >> shift;
    while (slots_[i] != v && slots_[i] != no_vertex) i = (i + 1) % slots_.size();
    const bool is_new = slots_[i] != v;
    order_[size_] = v;
    size_ += is_new ? 1 : 0;
    slots_[i] = v;
    return is_new;
  }

  std::size_t size() const { return size_; }
  bool is_full() const { return size_ == max; }
  Vertex operator[](std::size_t i) const { return order_[i]; }

 private:
  std::array<Vertex, 4 * max> slots_;
  std::array<Vertex, max> order_;
  std::size_t size_ = 0;
};

/// The sum of the logarithms to base 2 of factors in 1 .. 2^33, from their product: a logarithm for each takes longer
/// than the search.
class SumOfLogarithms {
 public:
  void add(double factor) {
    product_ *= factor;
    if (product_ < huge) return;
    product_ /= huge;
    exponent_ += 512;
  }
  double value() const { return std::log2(product_) + exponent_; }

 private:
  static constexpr double huge = 0x1p512;
  double product_ = 1, exponent_ = 0;
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

/// How far a weight is from the mean one, as a factor.
double times_apart(double weight, double mean) {
  constexpr double max = 256;
  if (mean <= 0) return 1;
  return weight <= 0 ? max : std::min(max, weight > mean ? weight / mean : mean / weight);
}

/// Asks the memory for the rows of vertices that come next: the search of a graph that is in no cache would wait for
/// each.
void fetch_ahead(const ArcsView& view, const Found<max_found>& found, std::size_t at) {
  constexpr std::size_t rows = 16, arcs = 8;
  if (at + rows < found.size()) view.prefetch_offset(found[at + rows]);
  if (at + arcs < found.size()) __builtin_prefetch(view.targets + view.begin(found[at + arcs]));
}

struct SearchSize {
  double vertices, arcs;
};

/// The size of what a search reaches if that is a small component. It ends as soon as it has found more.
std::optional<SearchSize> small_reach(const ArcsView& view, Vertex source) {
  Found<small> found(source);
  std::uint64_t arcs = view.degree(source);
  for (std::size_t at = 0; at < found.size(); ++at) {
    const Vertex u = found[at];
    if (arcs > 4 * small) return std::nullopt;
    for (auto arc = view.begin(u); arc < view.end(u); ++arc) {
      if (found.is_full()) return std::nullopt;
      const Vertex v = view.targets[arc];
      arcs += found.add(v) ? view.degree(v) : 0;
    }
  }
  return SearchSize{static_cast<double>(found.size()), static_cast<double>(arcs)};
}

template <WeightType W>
void search(const RowsView<W>& view, Vertex source, GraphFeatures& it) {
  struct Closer {
    std::uint64_t arc;
    Vertex apart;  // the ids at its ends
  };
  std::array<Closer, max_closer + 1> closer;
  Found<max_found> seen(source);
  std::vector<double> found = {1};  // up to each level
  found.reserve(64);
  std::uint64_t looked_at = 0, far = 0, widest = 0, leaves = 0, looked_closer = 0;
  double arcs = 0;
  std::size_t at = 0;
  bool complete = true;
  while (at < seen.size() && complete) {
    for (const std::size_t end = seen.size(); at < end && complete; ++at) {
      fetch_ahead(view, seen, at);
      const Vertex u = seen[at];
      const std::uint64_t row = view.degree(u), taken = std::min(row, max_row);
      const std::uint64_t step = taken < row ? row / taken : 1;
      arcs += static_cast<double>(row);
      widest = std::max(widest, row);
      leaves += row <= 1 ? 1 : 0;
      if (taken < row) complete = false;
      for (std::uint64_t i = 0, arc = view.begin(u); i < taken; ++i, arc += step) {
        const Vertex v = view.targets[arc], apart = v > u ? v - u : u - v;
        far += apart > near ? 1 : 0;
        closer[looked_closer] = {arc, apart};
        looked_closer += look_closer(looked_at++) ? 1 : 0;
        if (seen.is_full())
          complete = false;
        else
          seen.add(v);
      }
      if (looked_at > max_arcs) complete = false;
    }
    found.push_back(static_cast<double>(seen.size()));
  }
  SumOfLogarithms distance, spread;
  const double mean = std::abs(it.mean_weight);
  for (const Closer& one : std::span(closer).first(looked_closer)) {
    distance.add(1.0 + one.apart);
    spread.add(times_apart(std::abs(static_cast<double>(view.weights[one.arc])), mean));
  }
  const auto samples = static_cast<double>(std::max<std::uint64_t>(looked_closer, 1));
  it.sampled = true;
  it.distance = distance.value() / samples;
  it.spread = spread.value() / samples;
  it.leaves = static_cast<double>(leaves) / static_cast<double>(std::max<std::size_t>(at, 1));
  it.growth = growth_of(found, complete);
  it.scatter = looked_at == 0 ? 0 : static_cast<double>(far) / static_cast<double>(looked_at);
  it.skew = std::max(1.0, static_cast<double>(widest) * it.vertices / std::max(it.arcs, 1.0));
  const double levels = static_cast<double>(found.size() - 1), size = found.back();
  if (complete) {
    it.reached = size;
    it.reached_arcs = arcs;
    it.levels = std::max(levels, 1.0);
    return;
  }
  const double by_power = levels * std::pow(it.vertices / size, 1 / it.growth);
  const double by_factors = levels * std::log(it.vertices + 1) / std::log(size + 1);
  it.levels = std::max(1.0, it.growth < 8 ? by_power : std::min(by_power, by_factors));
}

/// Somewhere in the middle, with arcs if that is easy.
Vertex any_source(const Graph& graph) {
  const Vertex vertices = graph.info().vertices;
  const ArcsView arcs = arcs_view(graph.csr());
  for (Vertex i = 0; i < std::min<Vertex>(vertices, 64); ++i)
    if (const Vertex v = (vertices / 2 + i) % vertices; arcs.degree(v) > 1) return v;
  return vertices / 2;
}

}  // namespace

GraphFeatures features_of(const Graph& graph, std::span<const Vertex> sources) {
  const GraphInfo& info = graph.info();
  GraphFeatures it;
  it.vertices = it.reached = info.vertices;
  it.arcs = it.reached_arcs = static_cast<double>(info.edges);
  it.weights = info.weights;
  it.min_weight = info.min_weight;
  it.max_weight = info.max_weight;
  it.mean_weight = info.mean_weight;
  if (info.vertices == 0) return it;
  const std::array<Vertex, 1> middle = {sources.empty() ? any_source(graph) : 0};
  if (sources.empty()) sources = middle;
  const std::size_t searches = std::min(max_searches, sources.size());
  GraphFeatures farthest = it;
  double reached = 0, reached_arcs = 0;
  visit_rows(graph.csr(), [&](const auto& view) {
    for (std::size_t i = 0; i < searches; ++i) {
      const Vertex source = sources[i * (sources.size() - 1) / std::max<std::size_t>(searches - 1, 1)];
      if (source >= info.vertices) continue;
      SearchSize reach = {it.vertices, it.arcs};
      if (farthest.sampled) reach = small_reach(view, source).value_or(reach);
      if (!farthest.sampled || reach.vertices > farthest.reached) {
        farthest = it;
        search(view, source, farthest);
        reach = {farthest.reached, farthest.reached_arcs};
      }
      reached += reach.vertices;
      reached_arcs += reach.arcs;
    }
  });
  if (!farthest.sampled) return it;
  farthest.reached = reached / static_cast<double>(searches);
  farthest.reached_arcs = reached_arcs / static_cast<double>(searches);
  return farthest;
}

}  // namespace wayfront::host
