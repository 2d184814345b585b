#include "choose/graph_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace wayfront::host {
namespace {

constexpr std::size_t max_found = 2048;   // vertices of the search
constexpr std::uint64_t max_arcs = 8192;  // that it looks at
constexpr std::uint64_t max_row = 256;    // of one vertex: a hub would be all that the search sees
constexpr std::size_t max_searches = 3;

/// One arc in four, in no pattern that rows of a graph may have, too.
bool look_closer(std::uint64_t arc) { return static_cast<std::uint32_t>(arc * 2654435769U) >> 30 == 0; }
constexpr Vertex near = 4096;  // ids that are closer are close in memory, too

/// Vertices that were found; of fixed size, so that nothing depends on the size of the graph.
class Found {
 public:
  Found() { slots_.fill(no_vertex); }
  /// False if it was there.
  bool add(Vertex v) {
    for (std::size_t i = v * 2654435761U % slots_.size();; i = (i + 1) % slots_.size()) {
      if (slots_[i] == v) return false;
      if (slots_[i] != no_vertex) continue;
      slots_[i] = v;
      return true;
    }
  }

 private:
  std::array<Vertex, 4 * max_found> slots_;
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

double octaves(double weight, double mean) {
  constexpr double most = 8;
  if (mean <= 0) return 0;
  return weight <= 0 ? most : std::min(most, std::abs(std::log2(weight / mean)));
}

template <class View>
void search(const View& view, Vertex source, GraphFeatures& it) {
  Found seen;
  seen.add(source);
  std::vector<Vertex> queue = {source};
  queue.reserve(max_found);
  std::vector<double> found = {1};  // up to each level
  std::uint64_t looked_at = 0, far = 0, widest = 0, leaves = 0, closer = 0;
  double arcs = 0, distance = 0, spread = 0;
  const double mean = std::abs(it.mean_weight);
  std::size_t at = 0;
  bool complete = true;
  while (at < queue.size() && complete) {
    for (const std::size_t end = queue.size(); at < end && complete; ++at) {
      const Vertex u = queue[at];
      const std::uint64_t row = view.degree(u), taken = std::min(row, max_row);
      arcs += static_cast<double>(row);
      widest = std::max(widest, row);
      leaves += row <= 1 ? 1 : 0;
      if (taken < row) complete = false;
      for (std::uint64_t i = 0; i < taken; ++i) {
        const auto arc = view.begin(u) + i * (row / taken);
        const Vertex v = view.targets[arc], apart = v > u ? v - u : u - v;
        far += apart > near ? 1 : 0;
        if (look_closer(looked_at)) {
          ++closer;
          distance += std::log2(1.0 + apart);
          spread += octaves(std::abs(static_cast<double>(view.weights[arc])), mean);
        }
        ++looked_at;
        if (queue.size() == max_found)
          complete = false;
        else if (seen.add(v))
          queue.push_back(v);
      }
      if (looked_at > max_arcs) complete = false;
    }
    found.push_back(static_cast<double>(queue.size()));
  }
  const auto looked_closer = static_cast<double>(std::max<std::uint64_t>(closer, 1));
  it.sampled = true;
  it.distance = distance / looked_closer;
  it.spread = spread / looked_closer;
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
  return visit(graph.csr(), [&](const auto& view) {
    for (Vertex i = 0; i < std::min<Vertex>(vertices, 64); ++i)
      if (const Vertex v = (vertices / 2 + i) % vertices; view.degree(v) > 1) return v;
    return vertices / 2;
  });
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
  for (std::size_t i = 0; i < searches; ++i) {
    const Vertex source = sources[i * (sources.size() - 1) / std::max<std::size_t>(searches - 1, 1)];
    if (source >= info.vertices) continue;
    GraphFeatures one = it;
    visit(graph.csr(), [&](const auto& view) { search(view, source, one); });
    reached += one.reached;
    reached_arcs += one.reached_arcs;
    if (i == 0 || one.reached > farthest.reached) farthest = one;
  }
  if (!farthest.sampled) return it;
  farthest.reached = reached / static_cast<double>(searches);
  farthest.reached_arcs = reached_arcs / static_cast<double>(searches);
  return farthest;
}

}  // namespace wayfront::host
