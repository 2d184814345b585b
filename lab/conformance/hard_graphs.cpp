// Graphs on which algorithms have failed: without negative arcs, and with them, without cycles or with cycles of negative
// weight in and out of reach.
#include "conformance/graphs.hpp"

namespace wayfront::host::conformance {
namespace {

// All weights are small integers, which every type of weights holds.
using Weight = std::int32_t;
using Plain = TestGraph<Weight>;

Plain chain(Vertex vertices) {
  Plain graph{vertices, {}, {0}};
  for (Vertex v = 0; v + 1 < vertices; ++v) graph.add(v, v + 1, static_cast<Weight>(1 + v % 3));
  return graph;
}

/// A chain against the order of the vertices, with shortcuts that are found early and beaten late: each round over an
/// edge list in order makes one step of progress.
Plain backward_chain(Vertex vertices) {
  Plain graph{vertices, {}, {vertices - 1}};
  for (Vertex v = vertices - 1; v > 0; --v) {
    graph.add(v, v - 1, 1);
    graph.add(vertices - 1, v - 1, static_cast<Weight>(2 * (vertices - v)));
  }
  return graph;
}

/// Every vertex that is settled improves all later ones.
Plain all_improve(Vertex vertices) {
  Plain graph{vertices, {}, {0}};
  for (Vertex u = 0; u < vertices; ++u)
    for (Vertex v = u + 1; v < vertices; ++v) graph.add(u, v, static_cast<Weight>(v == u + 1 ? 1 : 3 * (v - u)));
  return graph;
}

/// Rungs whose upper path is found first and is longer by 2^k: stacks and naive queues take exponential time.
Plain ladder(Vertex rungs) {
  Plain graph{2 * rungs + 1, {}, {0}};
  for (Vertex k = 0; k < rungs; ++k) {
    const Vertex u = 2 * k;
    const Weight step = static_cast<Weight>(1U << (rungs - 1 - k));
    graph.add(u, u + 2, 2 * step);
    graph.add(u, u + 1, 0);
    graph.add(u + 1, u + 2, step);
  }
  return graph;
}

Plain hub(Vertex leaves) {
  Plain graph{leaves + 1, {}, {0, leaves}};
  for (Vertex v = 1; v <= leaves; ++v) graph.add_both(0, v, static_cast<Weight>(v % 7));
  return graph;
}

/// More out-arcs than 2^20, in one direction to keep it cheap.
Plain huge_hub() {
  constexpr Vertex leaves = 1'100'000;
  Plain graph{leaves + 1, {}, {0}};
  graph.arcs.reserve(leaves);
  for (Vertex v = 1; v <= leaves; ++v) graph.add(0, v, static_cast<Weight>(v % 7));
  return graph;
}

/// A row and a column of 100,000 arcs: what is counted in 16 bits, or held in a table of 65,536, loses the last of them,
/// which is the way to the last vertex.
Plain wide_rows() {
  constexpr Vertex width = 100'000;
  Plain graph{width + 2, {}, {0}};
  for (Vertex v = 1; v <= width; ++v) {
    graph.add(0, v, static_cast<Weight>(v % 7));
    graph.add(v, width + 1, v == width ? 1 : 10 + static_cast<Weight>(v % 5));
  }
  return graph;
}

/// Bundles of arcs, the lightest of which is the last, the first and in the middle.
Plain bundles() {
  constexpr Weight size = 1000;
  Plain graph{4, {}, {0, 2}};
  for (Weight i = 0; i < size; ++i) {
    graph.add(0, 1, 2 * size - i);
    graph.add(1, 2, size + i);
    graph.add(2, 3, size + (i * 7 + 13) % size);
  }
  graph.add(2, 0, 5);
  return graph;
}

/// Vertices that all lead into one, which leads to all of others.
Plain hourglass(Vertex width) {
  Plain graph{2 * width + 2, {}, {0}};
  const Vertex waist = width + 1;
  for (Vertex v = 1; v <= width; ++v) {
    graph.add(0, v, static_cast<Weight>(width - v));
    graph.add(v, waist, static_cast<Weight>(v % 5));
    graph.add(waist, waist + v, static_cast<Weight>(v % 3));
  }
  return graph;
}

/// Complete between neighbouring layers, all weights 1: only ties.
Plain layers(Vertex count, Vertex width) {
  Plain graph{1 + count * width, {}, {0}};
  for (Vertex v = 0; v < width; ++v) graph.add(0, 1 + v, 1);
  for (Vertex layer = 0; layer + 1 < count; ++layer)
    for (Vertex u = 0; u < width; ++u)
      for (Vertex v = 0; v < width; ++v) graph.add(1 + layer * width + u, 1 + (layer + 1) * width + v, 1);
  return graph;
}

Plain tree(Vertex vertices) {
  Plain graph{vertices, {}, {0, vertices - 1, vertices / 2}};
  for (Vertex v = 1; v < vertices; ++v) graph.add_both((v - 1) / 2, v, static_cast<Weight>(1 + v % 10));
  return graph;
}

Plain ring(Vertex vertices, Weight weight) {
  Plain graph{vertices, {}, {0, vertices / 2}};
  for (Vertex v = 0; v < vertices; ++v) graph.add(v, v + 1 < vertices ? v + 1 : 0, weight);
  return graph;
}

Plain complete(Vertex vertices) {
  Random random(3);
  Plain graph{vertices, {}, {0, vertices - 1}};
  for (Vertex u = 0; u < vertices; ++u)
    for (Vertex v = 0; v < vertices; ++v)
      if (u != v) graph.add(u, v, static_cast<Weight>(1 + random.below(1000)));
  return graph;
}

/// Skewed degrees, self-loops, parallel arcs, vertices without arcs, as Graph500's generator makes them.
Plain rmat(std::uint32_t scale, std::uint32_t arcs) {
  Random random(5);
  Plain graph;
  graph.vertices = 1U << scale;
  for (std::uint32_t i = 0; i < arcs; ++i) {
    Vertex u = 0;
    Vertex v = 0;
    for (std::uint32_t bit = 0; bit < scale; ++bit) {
      const std::uint32_t quadrant = random.below(100);
      u = 2 * u + (quadrant >= 76 ? 1 : 0);
      v = 2 * v + ((quadrant >= 57 && quadrant < 76) || quadrant >= 95 ? 1 : 0);
    }
    graph.add(u, v, static_cast<Weight>(random.below(256)));
  }
  graph.sources = {0, graph.vertices - 1, graph.vertices / 3};
  return graph;
}

/// Weights 1 and 10^9 side by side: buckets far apart, most of them empty.
Plain light_and_heavy() {
  Plain graph{40, {}, {0, 20}};
  for (Vertex v = 0; v + 1 < 40; ++v) {
    if (v == 19) continue;
    graph.add_both(v, v + 1, 1);
    if (v + 5 < 40) graph.add(v, v + 5, 4);
  }
  graph.add(3, 20, 1'000'000'000);
  graph.add(19, 20, 1'000'000'064);
  graph.add(25, 2, 1'000'000'000);
  return graph;
}

/// A long chain whose last arc leads back: vertices 400 to 899 sum up to 3 before it.
Plain chain_into_itself(Weight last) {
  Plain graph{900, {}, {0, 700}};
  for (Vertex v = 0; v + 1 < 900; ++v) graph.add(v, v + 1, v % 2 == 0 ? 3 : -3);
  graph.add(899, 400, last);
  return graph;
}

}  // namespace

std::vector<NamedGraph<std::int32_t>> hard_graphs(bool quick) {
  std::vector<NamedGraph<Weight>> all = {
      {"one vertex", Plain{1, {}, {0}}},
      {"one vertex with self-loops", Plain{1, {{0, 0, 0}, {0, 0, 5}}, {0}}},
      {"no arcs", Plain{70, {}, {0, 69}}},
      {"isolated source", Plain{5, {{0, 1, 1}, {1, 3, 2}, {3, 4, 1}}, {2}}},
      {"source without out-arcs", Plain{4, {{1, 0, 1}, {2, 0, 2}, {2, 3, 1}}, {0}}},
      {"leaf as source", Plain{4, {{0, 1, 2}, {1, 0, 2}, {1, 2, 3}, {2, 1, 3}, {2, 3, 1}, {3, 2, 1}}, {0, 3}}},
      {"source with in-degree 1", Plain{4, {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}, {1, 3, 7}, {2, 3, 1}}, {0, 2}}},
      {"two vertices, both ways", Plain{2, {{0, 1, 3}, {1, 0, 4}}, {0, 1}}},
      {"two vertices, one way", Plain{2, {{0, 1, 3}}, {0, 1}}},
      {"parallel arcs, the lightest last", Plain{3, {{0, 1, 9}, {0, 1, 7}, {0, 1, 2}, {1, 2, 8}, {1, 2, 5}}, {0}}},
      {"parallel arcs, the lightest first", Plain{3, {{0, 1, 2}, {0, 1, 7}, {0, 1, 9}, {1, 2, 5}, {1, 2, 5}}, {0}}},
      {"1,000 parallel arcs", [] { return bundles(); }},
      {"self-loops", Plain{4, {{0, 0, 3}, {0, 1, 4}, {1, 1, 0}, {1, 1, 2}, {1, 2, 1}, {3, 3, 1}}, {0, 3}}},
      {"cycle of weight zero", Plain{5, {{0, 1, 4}, {1, 2, 0}, {2, 3, 0}, {3, 1, 0}, {3, 4, 2}}, {0, 2}}},
      {"cycle of weight zero out of reach", Plain{5, {{0, 1, 4}, {2, 3, 0}, {3, 4, 0}, {4, 2, 0}, {4, 1, 0}}, {0}}},
      {"cycle of weight zero through the source", Plain{4, {{0, 1, 0}, {1, 2, 0}, {2, 0, 0}, {2, 3, 1}}, {0, 1}}},
      {"arcs of weight zero back to the source", Plain{4, {{0, 1, 2}, {0, 2, 0}, {1, 0, 0}, {2, 0, 0}, {2, 3, 0}, {3, 0, 0}}, {0}}},
      {"all weights zero",
       [] {
         Plain graph = rmat(7, 700);
         for (auto& arc : graph.arcs) arc.weight = 0;
         return graph;
       }},
      {"hub with 5,000 leaves", [] { return hub(5000); }},
      {"rows of 100,000 arcs", [] { return wide_rows(); }},
      {"thousands into one and out again", [] { return hourglass(4500); }},
      {"chain of 100,000 vertices", [] { return chain(100'000); }},
      {"chain against the order of the vertices", [] { return backward_chain(1500); }},
      {"each settled vertex improves all others", [] { return all_improve(150); }},
      {"ladder of doubling weights", [] { return ladder(20); }},
      {"several vertices improve one at once", Plain{6, {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {1, 4, 3}, {2, 4, 2}, {3, 4, 1}, {4, 5, 1}, {4, 5, 1}}, {0}}},
      // The facts that Busato and Bombieri's figure 2 shows: self-loops 2, 4; in-degree 1 (loops not counted) by 0-2,
      // 2-1, 4-5, 7-6, 3-7; out-degree 0 at 1, 5, 8.
      {"edges of every class", Plain{9, {{0, 2, 3}, {0, 3, 9}, {2, 1, 4}, {2, 2, 1}, {2, 3, 5}, {2, 4, 11}, {3, 4, 2}, {3, 7, 1}, {3, 0, 1}, {4, 4, 0}, {4, 5, 6}, {6, 4, 1}, {6, 8, 9}, {7, 6, 2}, {7, 8, 12}, {4, 8, 8}}, {0, 3, 8}}},
      {"layers full of ties", [] { return layers(6, 40); }},
      {"binary tree", [] { return tree(4095); }},
      {"ring", [] { return ring(3000, 1); }},
      {"complete graph", [] { return complete(60); }},
      {"grid", [] { return grid<Weight>(50, 40, 2); }},
      {"two parts",
       [] {
         Plain graph = grid<Weight>(10, 10, 4);
         for (const auto& arc : std::vector(graph.arcs))
           graph.add(arc.source + 100, arc.target + 100, arc.weight);
         graph.vertices = 203;
         graph.sources = {5, 150, 202};
         return graph;
       }},
      {"skewed degrees", [] { return rmat(10, 12'000); }},
      {"light and heavy arcs", [] { return light_and_heavy(); }},
  };
  if (!quick) all.push_back({"hub with 1,100,000 leaves", [] { return huge_hub(); }});
  return all;
}

std::vector<NamedGraph<std::int32_t>> negative_graphs() {
  return {
      {"negative arc that Dijkstra settles too early", Plain{4, {{0, 1, 2}, {0, 2, 3}, {2, 1, -2}, {1, 3, 1}}, {0, 2}}},
      {"all arcs negative, no cycle",
       [] {
         Plain graph{60, {}, {0, 30}};
         for (Vertex u = 0; u < 60; ++u)
           for (Vertex v = u + 1; v < 60; v += 1 + u % 5) graph.add(u, v, -1 - static_cast<Weight>((u * v) % 7));
         return graph;
       }},
      {"cycle of weight zero with negative arcs",
       Plain{5, {{0, 1, 4}, {1, 2, -3}, {2, 3, 5}, {3, 1, -2}, {3, 4, -9}}, {0, 1, 3}}},
      {"negative cycle", Plain{5, {{0, 1, 4}, {1, 2, -3}, {2, 3, 5}, {3, 1, -3}, {3, 4, -9}}, {0, 2, 4}}},
      {"negative cycle out of reach", Plain{6, {{0, 1, 4}, {1, 2, -3}, {3, 4, 1}, {4, 3, -2}, {4, 1, -9}}, {0, 1, 5}}},
      {"negative cycle through the source", Plain{3, {{0, 1, 4}, {1, 0, -5}, {1, 2, 1}}, {0, 1, 2}}},
      {"negative self-loop", Plain{4, {{0, 1, 4}, {1, 1, -1}, {1, 2, 1}, {3, 0, 1}}, {0, 1, 2, 3}}},
      {"negative self-loop out of reach", Plain{3, {{0, 1, 4}, {2, 2, -1}, {2, 0, -7}}, {0}}},
      {"negative self-loop at the source", Plain{2, {{0, 0, -1}, {0, 1, 4}}, {0, 1}}},
      {"negative cycle by one of two parallel arcs", Plain{3, {{0, 1, 1}, {1, 2, 2}, {2, 1, 5}, {2, 1, -3}}, {0}}},
      {"two negative cycles",
       Plain{7, {{0, 1, 1}, {1, 2, -2}, {2, 1, 1}, {0, 3, 1}, {3, 4, 1}, {4, 5, -5}, {5, 3, 1}, {5, 6, 1}}, {0, 3, 6}}},
      {"long negative cycle at the end of a chain", [] { return chain_into_itself(-4); }},
      {"long cycle that is just not negative", [] { return chain_into_itself(-3); }},
  };
}

}  // namespace wayfront::host::conformance
