#include "graph/graph_statistics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "graph/stored_graph.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

using Matrix = std::vector<std::vector<double>>;

/// All distances, directions ignored, by Floyd and Warshall.
template <WeightType W>
Matrix plain_distances(Vertex n, const std::vector<Arc<W>>& arcs) {
  Matrix distances(n, std::vector<double>(n, std::numeric_limits<double>::infinity()));
  for (Vertex v = 0; v < n; ++v) distances[v][v] = 0;
  for (const Arc<W>& arc : arcs) {
    double& there = distances[arc.source][arc.target];
    there = distances[arc.target][arc.source] = std::min(there, static_cast<double>(arc.weight));
  }
  for (Vertex k = 0; k < n; ++k)
    for (Vertex i = 0; i < n; ++i)
      for (Vertex j = 0; j < n; ++j) distances[i][j] = std::min(distances[i][j], distances[i][k] + distances[k][j]);
  return distances;
}

TEST_CASE_TEMPLATE("random graphs: two vertices that are that far apart, as far as one sees from either", W,
                   std::int32_t, float) {
  std::mt19937 random(11);
  HostContext context(1);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const auto n = static_cast<Vertex>(1 + random() % 40);
    std::vector<Arc<W>> arcs;
    for (std::size_t i = random() % (2 * n); i > 0; --i)
      arcs.push_back(
          {static_cast<Vertex>(random() % n), static_cast<Vertex>(random() % n), static_cast<W>(random() % 9)});
    const bool directed = round % 2 == 0;
    std::vector<Arc<W>> stored = arcs;
    if (!directed)
      for (const Arc<W>& arc : arcs) stored.push_back({arc.target, arc.source, arc.weight});
    const auto graph = make_graph<W>(n, std::span<const Arc<W>>(stored), OffsetKind::offsets32);
    const auto start = static_cast<Vertex>(random() % n);
    const WeightedDiameter got = weighted_diameter(*graph, directed, start, context);
    const Matrix distances = plain_distances<W>(n, arcs);
    const auto farthest = [&](Vertex v) {
      double max = 0;
      for (const double distance : distances[v])
        if (distance < std::numeric_limits<double>::infinity()) max = std::max(max, distance);
      return max;
    };
    CHECK(distances[got.from][got.to] == got.min);
    CHECK(distances[start][got.from] == farthest(start));
    CHECK(got.min == farthest(got.from));
  }
}

TEST_CASE("sums beyond int32") {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 2'000'000'000}, {2, 1, 2'000'000'000}};
  const auto graph = make_graph<std::int32_t>(3, std::span<const Arc<std::int32_t>>(arcs), OffsetKind::offsets64);
  HostContext context(1);
  CHECK(weighted_diameter(*graph, true, 1, context).min == 4e9);
}

}  // namespace
}  // namespace wayfront::host
