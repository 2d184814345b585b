// my-plugin computes shortest distances by Dijkstra's algorithm with a heap, as textbooks have it.
#include <queue>

#include "wayfront/solve.hpp"
using namespace wayfront;

constexpr auto dijkstra = [](const auto& graph, Vertex source, auto distances, RunContext& context) {
  using Entry = std::pair<typename decltype(distances)::value_type, Vertex>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (queue.emplace(0, source); !queue.empty(); context.throw_if_cancelled()) {
    const auto [distance, u] = queue.top();
    queue.pop();
    if (distance > distances[u]) continue;  // it fell after this entry was made
    for (auto arc = graph.begin(u); arc < graph.end(u); ++arc)
      if (relax(distances[graph.targets[arc]], saturating_add(distance, graph.weights[arc])))
        queue.emplace(distances[graph.targets[arc]], graph.targets[arc]);
  }
};

WAYFRONT_SOLVE("my-plugin", "Dijkstra's algorithm with a heap: a plugin of one function, to be changed.", dijkstra)
