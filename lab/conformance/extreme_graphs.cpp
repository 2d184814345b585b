// Graphs at the limits of a weight type.
#include <cmath>
#include <concepts>
#include <initializer_list>
#include <limits>

#include "conformance/graphs.hpp"

namespace wayfront::host::conformance {
namespace {

template <class W>
using Graphs = std::vector<NamedGraph<W>>;

/// Distances that a narrower type confuses: keys of a queue that are float, double or 32 bits wide, sums made in these.
/// The bases rise; in a narrower type, base + 2 * step is base. Who takes a vertex too early is wrong behind it.
template <class W>
TestGraph<W> near_ties(std::initializer_list<W> bases, W step) {
  TestGraph<W> graph{1, {}, {0}};
  const auto add = [&](Vertex early, Vertex late, W direct, Vertex behind) {
    graph.add(0, late, direct);
    graph.add(early, late, step);
    graph.add(late, behind, step);
    graph.vertices = behind + 1;
  };
  for (const W base : bases) {
    for (const Vertex first : {Vertex{0}, Vertex{1}}) {  // the same in both orders
      const Vertex v = graph.vertices;
      graph.add(0, v + 1 - first, base);
      add(v + 1 - first, v + first, base + 2 * step, v + 2);
    }
    add(2, graph.vertices, base, graph.vertices + 1);  // key 0 where only the low bits are kept
  }
  return graph;
}

template <std::integral W>
Graphs<W> extremes() {
  using G = TestGraph<W>;
  constexpr W max = std::numeric_limits<W>::max();
  constexpr W half = max / 2 + 1;
  return {
      {"the largest distance that fits", G{4, {{0, 1, half}, {1, 2, half - 3}, {2, 3, 1}}, {0}}},
      {"the largest weight that fits", G{3, {{0, 1, max - 1}, {1, 2, 0}, {2, 0, max - 1}}, {0, 1}}},
      {"heavy arcs beside the shortest paths",
       [] {
         G graph{20, {}, {0, 10}};
         for (Vertex v = 0; v + 1 < 20; ++v) {
           graph.add_both(v, v + 1, 100'000'000);
           graph.add(v + 1, v, max);
           graph.add(v, 19 - v, max);
           if (v > 2) graph.add(v, v - 2, max - 1);
         }
         return graph;
       }},
      {"a distance one too large", G{4, {{0, 1, half}, {1, 2, half - 2}, {2, 3, 1}}, {0, 1}}},  // not from 1
      {"a weight that is too large", G{2, {{0, 1, max}}, {0}}},
      {"distances that wrap around to small numbers",
       [] {
         G graph{6, {}, {0}};
         for (Vertex v = 0; v + 1 < 6; ++v) graph.add(v, v + 1, half);
         return graph;
       }},
      {"two routes, only one of which fits", G{4, {{0, 1, max - 5}, {1, 3, 100}, {0, 2, 7}, {2, 3, 8}}, {0}}},
      {"distances that a narrower type confuses",
       [] {
         if constexpr (sizeof(W) == 4)
           return near_ties<W>({1 << 25}, 1);
         else
           return near_ties<W>({W{1} << 25, W{1} << 32, W{1} << 54, W{1} << 62}, 1);
       }},
  };
}

template <std::floating_point W>
Graphs<W> extremes() {
  using G = TestGraph<W>;
  constexpr W min = std::numeric_limits<W>::denorm_min();
  constexpr W normal = std::numeric_limits<W>::min();
  constexpr W max = std::numeric_limits<W>::max();
  constexpr W whole = W{1} / std::numeric_limits<W>::epsilon() * 2;  // 2^24, 2^53
  return {
      {"denormal weights",
       [] {
         G graph{30, {}, {0}};
         for (Vertex v = 0; v + 1 < 30; ++v) graph.add_both(v, v + 1, min * static_cast<W>(1 + v % 4));
         graph.add(0, 20, min * 7);
         graph.add(20, 25, normal);
         return graph;
       }},
      {"weights of minus zero", G{4, {{0, 1, W(-0.0)}, {1, 2, W(-0.0)}, {2, 0, W(-0.0)}, {2, 3, W(0.5)}}, {0, 2}}},
      {"sums that round",
       [] {
         Random random(7);
         G graph{80, {}, {0, 40}};
         for (int i = 0; i < 900; ++i)
           graph.add(random.below(80), random.below(80), W(0.1) * static_cast<W>(1 + random.below(30)));
         return graph;
       }},
      {"arcs too light to count",  // 1 more rounds back to it
       G{5, {{0, 1, whole}, {1, 2, W(1.0)}, {2, 3, W(0.5)}, {3, 1, W(0.25)}, {3, 4, W(2.0)}}, {0, 1, 3}}},
      {"weights from 1e-30 to 1e30",
       [] {
         Random random(8);
         G graph{60, {}, {0, 30}};
         for (int i = 0; i < 500; ++i)
           graph.add(random.below(60), random.below(60), std::pow(W{10}, static_cast<W>(random.below(61)) - W{30}));
         return graph;
       }},
      {"routes that differ in the last bit",
       G{4, {{0, 1, W(0.1)}, {1, 3, W(0.2)}, {0, 2, W(0.2)}, {2, 3, W(0.1)}, {0, 3, W(0.3)}}, {0}}},
      {"distances that a narrower type confuses",
       [] { return near_ties<W>({W{1}}, sizeof(W) == 4 ? W(0x1p-14) : W(0x1p-26)); }},
      {"the largest distance that fits", G{3, {{0, 1, max}, {1, 2, W(1.0)}, {2, 0, max}}, {0, 1}}},
      {"distances beyond the largest number", G{4, {{0, 1, max}, {1, 2, max}, {2, 3, W(1.0)}}, {0, 2}}},
  };
}

template <std::integral W>
Graphs<W> negative_extremes() {
  using G = TestGraph<W>;
  constexpr W low = std::numeric_limits<W>::lowest() + 1;
  constexpr W far = low / 15 * 14;
  return {
      {"the smallest distance that fits", G{4, {{0, 1, low + 9}, {1, 2, -9}, {2, 3, 5}}, {0}}},
      {"a distance one too small", G{3, {{0, 1, low + 9}, {1, 2, -10}}, {0}}},
      {"distances that wrap around to large numbers", G{4, {{0, 1, far}, {1, 2, far}, {2, 3, far}}, {0}}},
  };
}

template <std::floating_point W>
Graphs<W> negative_extremes() {
  using G = TestGraph<W>;
  constexpr W min = std::numeric_limits<W>::denorm_min();
  constexpr W far = std::numeric_limits<W>::max() / 34 * 30;
  return {
      {"negative denormal weights", G{4, {{0, 1, 3 * min}, {1, 2, -2 * min}, {2, 3, -5 * min}}, {0}}},
      {"negative cycle of denormal weight", G{3, {{0, 1, W(1.0)}, {1, 1, W(0.0)}, {2, 2, -min}, {0, 2, W(0.0)}}, {2}}},
      {"distances below the lowest number", G{5, {{0, 1, -far}, {1, 2, -far}, {2, 3, -far}, {3, 4, W(1.0)}}, {0}}},
      {"cycle of weight zero below the lowest number", G{3, {{0, 1, -far}, {1, 2, -far}, {2, 1, far}}, {0}}},
  };
}

}  // namespace

template <WeightType W>
std::vector<NamedGraph<W>> extreme_graphs(bool negative) {
  return negative ? negative_extremes<W>() : extremes<W>();
}

template std::vector<NamedGraph<std::int32_t>> extreme_graphs(bool);
template std::vector<NamedGraph<float>> extreme_graphs(bool);
template std::vector<NamedGraph<std::int64_t>> extreme_graphs(bool);
template std::vector<NamedGraph<double>> extreme_graphs(bool);

}  // namespace wayfront::host::conformance
