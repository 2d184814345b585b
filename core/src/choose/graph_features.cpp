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
constexpr Vertex near = 4096;             // ids that are closer are close in memory, too

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

/// The power p of a search that finds `found[l]` vertices up to level l, as found ~ l^p.
double growth_of(const std::vector<double>& found) {
  const std::size_t last = found.size() - 1, half = last / 2;
  if (half == 0) return 64;
  const double deeper = static_cast<double>(last) / static_cast<double>(half);
  return std::clamp(std::log(found[last] / found[half]) / std::log(deeper), 1.0, 64.0);
}

template <class View>
void search(const View& view, Vertex source, GraphFeatures& it) {
  Found seen;
  seen.add(source);
  std::vector<Vertex> queue = {source};
  queue.reserve(max_found);
  std::vector<double> found = {1};  // up to each level
  std::uint64_t looked_at = 0, far = 0, widest = 0;
  double arcs = 0;
  std::size_t at = 0;
  bool complete = true;
  while (at < queue.size() && complete) {
    for (const std::size_t end = queue.size(); at < end && complete; ++at) {
      const Vertex u = queue[at];
      const std::uint64_t row = view.degree(u), taken = std::min(row, max_row);
      arcs += static_cast<double>(row);
      widest = std::max(widest, row);
      if (taken < row) complete = false;
      for (std::uint64_t i = 0; i < taken; ++i) {
        const Vertex v = view.targets[view.begin(u) + i * (row / taken)];
        far += (v > u ? v - u : u - v) > near ? 1 : 0;
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
  it.sampled = true;
  it.scatter = looked_at == 0 ? 0 : static_cast<double>(far) / static_cast<double>(looked_at);
  it.skew = std::max(1.0, static_cast<double>(widest) * it.vertices / std::max(it.arcs, 1.0));
  const double levels = static_cast<double>(found.size() - 1), size = found.back();
  if (complete) {
    it.reached = size;
    it.reached_arcs = arcs;
    it.levels = std::max(levels, 1.0);
    return;
  }
  it.growth = growth_of(found);
  const double by_power = levels * std::pow(it.vertices / size, 1 / it.growth);
  const double by_factors = levels * std::log(it.vertices + 1) / std::log(size + 1);
  it.levels = std::max(1.0, it.growth < 8 ? by_power : std::min(by_power, by_factors));
}

}  // namespace

GraphFeatures features_of(const Graph& graph, Vertex source) {
  const GraphInfo& info = graph.info();
  GraphFeatures it;
  it.vertices = it.reached = info.vertices;
  it.arcs = it.reached_arcs = static_cast<double>(info.edges);
  it.weights = info.weights;
  it.min_weight = info.min_weight;
  it.max_weight = info.max_weight;
  it.mean_weight = info.mean_weight;
  if (info.edges <= small_graph || source >= info.vertices) return it;
  visit(graph.csr(), [&](const auto& view) { search(view, source, it); });
  return it;
}

}  // namespace wayfront::host
