#include "answers/k_nearest.hpp"
#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "graph/stored_graph.hpp"

namespace wayfront::host {
namespace k_nearest_test {

struct Found {
  std::shared_ptr<const Graph> graph;
  std::vector<Vertex> sources;
  double limit;
  KNearest labels{};

  std::int32_t* distances() { return reinterpret_cast<std::int32_t*>(labels.distances.get()); }
  std::string fault() {
    ThreadedContext context(1);
    return k_nearest_fault(*graph, sources, limit, labels, VertexIds(0), context);
  }
};

/// 0 -> 1 -> 2 -> 3, and 2 <-> 4 without weight; 3, 0 and 4 are sources.
Found find(std::size_t k, double limit = std::numeric_limits<double>::infinity()) {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {2, 4, 0}, {4, 2, 0}};
  ThreadedContext context(1);
  Found it{make_graph<std::int32_t>(5, arcs), {3, 0, 4}, limit};
  it.labels = k_nearest(*it.graph, it.sources, k, limit, context);
  return it;
}

TEST_CASE("the two nearest of three sources") {
  constexpr Vertex none = no_vertex;
  constexpr std::int32_t far = unreached<std::int32_t>;
  Found it = find(2);
  CHECK(it.labels.sources == std::vector<Vertex>{0, 0, 4, 3, 4, none, none, 0, 4, 0});
  CHECK(std::vector(it.distances(), it.distances() + 10) ==
        std::vector<std::int32_t>{0, 2, 0, 0, 0, far, far, 5, 4, 5});
  CHECK(it.fault().empty());
  CHECK(find(5).fault().empty());
  CHECK(find(5).labels.rows == 3);
  CHECK(find(2, 3).labels.sources == std::vector<Vertex>{0, 0, 4, 3, 4, none, none, none, none, none});
  CHECK(find(2, 3).fault().empty());
}

TEST_CASE("every label that is changed is noticed") {
  for (const std::size_t k : {1U, 2U, 3U})
    for (const double limit : {4.0, std::numeric_limits<double>::infinity()})
      for (std::size_t at = 0; at < 5 * k; ++at) {
        CAPTURE(at);
        for (const int change : {-1, 1}) {
          Found it = find(k, limit);
          if (it.distances()[at] == unreached<std::int32_t>) continue;
          it.distances()[at] += change;
          CHECK_FALSE(it.fault().empty());
        }
        for (Vertex other = 0; other < 6; ++other) {
          Found it = find(k, limit);
          if (it.labels.sources[at] == other) continue;
          it.labels.sources[at] = other;
          CHECK_FALSE(it.fault().empty());
        }
        Found it = find(k, limit);
        if (it.labels.sources[at] == no_vertex) continue;
        it.labels.sources[at] = no_vertex;
        it.distances()[at] = unreached<std::int32_t>;
        CHECK_FALSE(it.fault().empty());
      }
}

TEST_CASE("labels that only hold each other up around a cycle of weight 0 are noticed") {
  Found it = find(3);
  CHECK(it.labels.sources[10 + 2] == no_vertex);
  for (const Vertex v : {2U, 4U}) {  // as if 3 reached them
    it.labels.sources[10 + v] = 3;
    it.distances()[10 + v] = 9;
  }
  CHECK(it.fault() == "vertex 2 has no path of length 9 from source 3");
}

}  // namespace k_nearest_test
}  // namespace wayfront::host
