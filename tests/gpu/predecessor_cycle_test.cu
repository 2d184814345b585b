// Negative cycles in predecessor graphs.
#include "../core/threaded_context.hpp"
#include "gpu_test.hpp"
#include "graph/stored_graph.hpp"
#include "wayfront/cuda/predecessor_cycle.hpp"

namespace wayfront::cuda {
namespace predecessor_cycle_test {

using Arcs = std::vector<Arc<std::int32_t>>;

template <WeightType W = std::int32_t>
std::vector<Vertex> found(const std::vector<Arc<W>>& arcs, const std::vector<Vertex>& predecessors) {
  const auto vertices = static_cast<Vertex>(predecessors.size());
  const auto graph = host::make_graph<W>(vertices, arcs, OffsetKind::offsets32);
  const Stream stream;
  host::ThreadedContext context(1);
  Transfer transfer;
  const PredecessorCycle search(vertices, stream);
  search.start(stream);
  WAYFRONT_CUDA(cudaMemcpyAsync(search.data(), predecessors.data(), predecessors.size() * sizeof(Vertex),
                                cudaMemcpyHostToDevice, stream));
  const auto cycle = search.find(*graph, false, transfer, context, stream);
  return {cycle.begin(), cycle.end()};
}

constexpr Vertex none = no_vertex;

TEST_CASE("a tree has no cycle, however deep") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex vertices = 100'000;
  std::vector<Vertex> path(vertices);
  std::iota(path.begin(), path.end(), none);  // 0 has none, v has v - 1
  CHECK(found(Arcs{}, path).empty());
  CHECK(found(Arcs{}, {none}).empty());
  CHECK(found(Arcs{}, {none, 0, 0, 1, none}).empty());
}

TEST_CASE("a negative cycle comes in the direction of its arcs; others are passed over") {
  WAYFRONT_NEEDS_DEVICE();
  // 1 -> 2 -> 1 sums to 0, 3 -> 4 -> 5 -> 3 to -1 (the lighter of two parallel arcs counts)
  const Arcs arcs = {{0, 1, 1}, {1, 2, 4}, {2, 1, -4}, {2, 3, 1}, {3, 4, 9}, {3, 4, 2}, {4, 5, -2}, {5, 3, -1}};
  const auto cycle = found(arcs, {none, 2, 1, 5, 3, 4});
  REQUIRE(cycle.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(cycle[(i + 1) % 3] == (cycle[i] == 5 ? 3 : cycle[i] + 1));
  CHECK(found(arcs, {none, 2, 1, 2, 3, 4}).empty());
}

TEST_CASE("a negative self-loop is a cycle of one") {
  WAYFRONT_NEEDS_DEVICE();
  CHECK(found(Arcs{{0, 1, 1}, {1, 1, -1}}, {none, 1}) == std::vector<Vertex>{1});
  CHECK(found(Arcs{{0, 1, 1}, {1, 1, 0}}, {none, 1}).empty());
}

TEST_CASE("a cycle of 64-bit integers is added up exactly, where a sum of doubles would be zero") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr std::int64_t large = std::int64_t{1} << 60;
  CHECK(found<std::int64_t>({{0, 1, large}, {1, 0, -large - 1}}, {1, 0}).size() == 2);
  CHECK(found<std::int64_t>({{0, 1, large}, {1, 0, -large}}, {1, 0}).empty());
  CHECK(found<double>({{0, 1, 0.5}, {1, 0, -0.75}}, {1, 0}).size() == 2);
}

TEST_CASE("a long cycle behind a long path") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex vertices = 50'000;
  Arcs arcs;
  std::vector<Vertex> predecessors(vertices);
  for (Vertex v = 0; v + 1 < vertices; ++v) arcs.push_back({v, v + 1, -1});
  arcs.push_back({vertices - 1, 20'000, 3});
  std::iota(predecessors.begin(), predecessors.end(), none);
  predecessors[20'000] = vertices - 1;
  CHECK(found(arcs, predecessors).size() == 30'000);
}

}  // namespace predecessor_cycle_test
}  // namespace wayfront::cuda
