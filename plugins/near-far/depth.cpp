#include "depth.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

namespace wayfront::near_far {
namespace {

constexpr std::size_t enough = 4096;             // vertices that a search finds
constexpr std::uint64_t max_arcs = 16 * enough;  // that it looks at
constexpr std::size_t deep_levels = 24;          // random graphs of degree 2 take 12, roads and grids 45
// Of rows that go on behind their heads: triangulations have 0.8, and take 1.6 times as long with heads.
constexpr double long_share = 0.25;
constexpr std::uint64_t starts = 8;  // a search that ends early says little, and is followed by another

struct Seen {
  std::size_t vertices = 0, levels = 0, long_rows = 0;
};

template <class View>
Seen search(const View& view, Vertex source) {
  std::unordered_set<Vertex> found = {source};
  std::vector<Vertex> order = {source};
  Seen seen;
  std::size_t at = 0;
  std::uint64_t arcs = 0;
  for (; at < order.size() && order.size() < enough && arcs < max_arcs; ++seen.levels)
    for (const std::size_t end = order.size(); at < end && order.size() < enough && arcs < max_arcs; ++at) {
      const Vertex u = order[at];
      if (view.degree(u) > head_arcs) ++seen.long_rows;
      const std::uint64_t row_end = std::min<std::uint64_t>(view.end(u), view.begin(u) + max_arcs - arcs);
      for (std::uint64_t arc = view.begin(u); arc < row_end && order.size() < enough; ++arc, ++arcs)
        if (found.insert(view.targets[arc]).second) order.push_back(view.targets[arc]);
    }
  seen.vertices = at;
  return seen;
}

}  // namespace

bool pays_for_heads(const Graph& graph) {
  const std::uint64_t vertices = graph.info().vertices;
  Seen largest;
  visit(graph.csr(), [&](const auto& view) {
    for (std::uint64_t i = 0; i < std::min(starts, vertices) && largest.vertices < enough / 2; ++i) {
      const Seen seen = search(view, static_cast<Vertex>((2 * i + 1) * vertices / (2 * starts)));
      if (seen.vertices > largest.vertices) largest = seen;
    }
  });
  return largest.levels > deep_levels &&
         static_cast<double>(largest.long_rows) < long_share * static_cast<double>(largest.vertices);
}

}  // namespace wayfront::near_far
