// Graphs with negative arcs: without cycles, and with cycles of negative weight in and out of reach.
#include "conformance/graphs.hpp"

namespace wayfront::host::conformance {

template <WeightType W>
std::vector<NamedGraph<W>> negative_graphs() {
  using G = TestGraph<W>;
  return {
      {"negative arc that Dijkstra settles too early",
       [] {
         return G{4, {{0, 1, 2}, {0, 2, 3}, {2, 1, -2}, {1, 3, 1}}, {0, 2}};
       }},
      {"all arcs negative, no cycle",
       [] {
         G graph{60, {}, {0, 30}};
         for (Vertex u = 0; u < 60; ++u)
           for (Vertex v = u + 1; v < 60; v += 1 + u % 5)
             graph.add(u, v, static_cast<W>(-1) - static_cast<W>((u * v) % 7));
         return graph;
       }},
      {"cycle of weight zero with negative arcs",
       [] {
         return G{5, {{0, 1, 4}, {1, 2, -3}, {2, 3, 5}, {3, 1, -2}, {3, 4, -9}}, {0, 1, 3}};
       }},
      {"negative cycle",
       [] {
         return G{5, {{0, 1, 4}, {1, 2, -3}, {2, 3, 5}, {3, 1, -3}, {3, 4, -9}}, {0, 2, 4}};
       }},
      {"negative cycle out of reach",
       [] {
         return G{6, {{0, 1, 4}, {1, 2, -3}, {3, 4, 1}, {4, 3, -2}, {4, 1, -9}}, {0, 1, 5}};
       }},
      {"negative cycle through the source",
       [] {
         return G{3, {{0, 1, 4}, {1, 0, -5}, {1, 2, 1}}, {0, 1, 2}};
       }},
      {"negative self-loop",
       [] {
         return G{4, {{0, 1, 4}, {1, 1, -1}, {1, 2, 1}, {3, 0, 1}}, {0, 1, 2, 3}};
       }},
      {"negative self-loop out of reach",
       [] {
         return G{3, {{0, 1, 4}, {2, 2, -1}, {2, 0, -7}}, {0}};
       }},
      {"negative self-loop at the source",
       [] {
         return G{2, {{0, 0, -1}, {0, 1, 4}}, {0, 1}};
       }},
      {"negative cycle by one of two parallel arcs",
       [] {
         return G{3, {{0, 1, 1}, {1, 2, 2}, {2, 1, 5}, {2, 1, -3}}, {0}};
       }},
      {"two negative cycles",
       [] {
         return G{
             7, {{0, 1, 1}, {1, 2, -2}, {2, 1, 1}, {0, 3, 1}, {3, 4, 1}, {4, 5, -5}, {5, 3, 1}, {5, 6, 1}}, {0, 3, 6}};
       }},
      {"long negative cycle at the end of a chain",
       [] {
         G graph{900, {}, {0, 700}};
         for (Vertex v = 0; v + 1 < 900; ++v) graph.add(v, v + 1, v % 2 == 0 ? W{3} : W{-3});
         graph.add(899, 400, -4);  // 400 .. 899 sum up to 3
         return graph;
       }},
      {"long cycle that is just not negative",
       [] {
         G graph{900, {}, {0, 700}};
         for (Vertex v = 0; v + 1 < 900; ++v) graph.add(v, v + 1, v % 2 == 0 ? W{3} : W{-3});
         graph.add(899, 400, -3);
         return graph;
       }},
  };
}

template std::vector<NamedGraph<std::int32_t>> negative_graphs();
template std::vector<NamedGraph<std::int64_t>> negative_graphs();
template std::vector<NamedGraph<double>> negative_graphs();
template std::vector<NamedGraph<float>> negative_graphs();

}  // namespace wayfront::host::conformance
