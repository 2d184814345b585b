// Small random graphs of the kinds that certificates have to tell apart.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "random.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::certificates {

template <WeightType W>
struct RandomGraph {
  Vertex vertices = 0;  // 0 .. 40
  Vertex source = 0;
  OffsetKind offsets = OffsetKind::offsets32;
  std::vector<Arc<W>> arcs;
  std::string weights;  // what kind they are, for people
};

enum class Weights {
  zero_or_one,
  digits,
  wide,
  signed_digits,
  potentials,
  extreme,
  limits,
  huge,
  tiny,
  swallowed,
  bits
};

inline constexpr const char* weights_names[] = {
    "zero or one", "digits",        "wide", "digits of both signs",  "potentials", "extreme",
    "limits",      "near overflow", "tiny", "swallowed by rounding", "any bits"};

template <class W>
W extreme(Random& random) {
  using Limits = std::numeric_limits<W>;
  if constexpr (std::is_floating_point_v<W>) {
    const W even = std::ldexp(W{1}, Limits::digits);  // from here on, only even numbers are floats
    return random.pick({Limits::max(), Limits::lowest(), Limits::max() / 2, Limits::min(), Limits::denorm_min(),
                        -Limits::denorm_min(), even, -even, W{0}, -W{0}, W{1}, W{-1},
                        std::ldexp(W{1}, Limits::max_exponent - Limits::digits - 1)});
  } else {
    constexpr W half = Limits::max() / 2 + 1;
    return random.pick({Limits::max(), static_cast<W>(Limits::max() - 1), Limits::lowest(),
                        static_cast<W>(Limits::lowest() + 1), half, static_cast<W>(-half), static_cast<W>(half - 1),
                        W{0}, W{1}, W{-1}});
  }
}

template <class W>
using Bits = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;

template <class W>
W any_bits(Random& random) {
  for (;;) {
    const W weight = std::bit_cast<W>(static_cast<Bits<W>>(random.bits()));
    if (!(std::is_floating_point_v<W> && weight - weight != 0)) return weight;
  }
}

template <class W>
W weight_of(Weights kind, Random& random) {
  constexpr bool is_float = std::is_floating_point_v<W>;
  const auto whole = [&](std::size_t count) { return static_cast<W>(random.below(count)); };
  switch (kind) {
    case Weights::zero_or_one:
      return whole(2);
    case Weights::digits:
    case Weights::potentials:
      return whole(10);
    case Weights::signed_digits:
      return random.percent(25) ? -whole(4) : whole(10);
    case Weights::extreme:
      return extreme<W>(random);
    case Weights::limits:  // the largest distance that fits, and a little more
      if constexpr (is_float) {
        return std::abs(extreme<W>(random));
      } else {
        constexpr W half = std::numeric_limits<W>::max() / 2 + 1;
        return random.pick({half, static_cast<W>(half - 1), static_cast<W>(half - 2), static_cast<W>(half / 2), W{0},
                            W{0}, W{1}, W{2}});
      }
    case Weights::huge:  // two to ten of them reach the end of the range
      if (random.percent(30)) return whole(3);
      return std::numeric_limits<W>::max() / static_cast<W>(1 + random.below(10));
    case Weights::tiny:
      if constexpr (is_float)
        return whole(4) * std::numeric_limits<W>::denorm_min();
      else
        return whole(3);
    case Weights::swallowed:
      if constexpr (is_float) {
        const W even = std::ldexp(W{1}, std::numeric_limits<W>::digits);
        return random.pick({even, even, W{0}, W(0.75), W(0.75), W(1.5), W{-1}, W{-2}});
      } else {
        return whole(100) - W{10};
      }
    case Weights::bits:
      return any_bits<W>(random);
    case Weights::wide:
      break;
  }
  if constexpr (is_float)
    return sizeof(W) == 4 ? static_cast<W>(random.below(1U << 24)) * W(0x1p-20)
                          : static_cast<W>(random.bits() >> 11) * W(0x1p-49);
  else
    return sizeof(W) == 4 ? whole(100'000) : static_cast<W>(random.bits() >> 8);
}

/// Negative arcs, but cycles keep their weight, as far as floats allow.
template <class W>
void add_potentials(std::vector<Arc<W>>& arcs, Vertex vertices, Random& random) {
  const W step = random.percent(70) ? W{1} : static_cast<W>(0.3);  // 0 for integers: then nothing changes
  std::vector<W> height(vertices);
  for (W& h : height) h = static_cast<W>(random.below(20)) * step;
  for (Arc<W>& arc : arcs) arc.weight += height[arc.source] - height[arc.target];
}

/// A ring over random vertices: of weight 0, or as its weights come, or barely negative.
template <class W>
void add_ring(std::vector<Arc<W>>& arcs, Vertex vertices, Weights kind, Random& random) {
  const Vertex first = random.below(vertices);
  const std::uint32_t length = 1 + random.below(std::min<Vertex>(vertices, 6));
  const std::uint32_t mode = random.below(3);
  for (std::uint32_t i = 0; i < length; ++i) {
    const W weight = mode == 0 ? W{0} : weight_of<W>(kind, random);
    arcs.push_back({(first + i) % vertices, (first + (i + 1) % length) % vertices, weight});
  }
  if (mode != 2) return;
  W others{};
  for (std::size_t i = arcs.size() - length; i + 1 < arcs.size(); ++i) {
    const W weight = std::clamp(arcs[i].weight, W{-1000}, W{1000});
    arcs[i].weight = weight;
    others += weight;
  }
  arcs.back().weight = -others - (random.percent(50) ? W{0} : W{1});
}

/// An exact ring of weight zero and a way in, where the spacing of floats doubles: rounding lowers what comes round,
/// and may come to rest with vertices that only the ring holds up.
template <class W>
void add_rounding_ring(RandomGraph<W>& graph, Random& random) {
  const Vertex entry = random.below(graph.vertices);
  const std::uint32_t length = 2 + random.below(3);
  graph.arcs.push_back(
      {graph.source, entry, std::ldexp(W{1}, std::numeric_limits<W>::digits) + W{2} * static_cast<W>(random.below(3))});
  W others = 0;
  for (std::uint32_t i = 0; i < length; ++i) {
    const bool last = i + 1 == length;
    const W weight = last ? -others : random.pick({W{-2}, W{-1}, W(-0.5), W(0.5), W{1}, W{2}});
    others += weight;
    const Vertex to = last ? entry : (entry + i + 1) % graph.vertices;
    graph.arcs.push_back({(entry + i) % graph.vertices, to, weight});
  }
}

template <class W>
void add_arcs(RandomGraph<W>& graph, Weights kind, Random& random) {
  const Vertex n = graph.vertices;
  const Vertex part = random.percent(30) ? 1 + random.below(n) : n;  // arcs stay on their side of it
  const auto partner = [&](Vertex u) { return u < part ? random.below(part) : part + random.below(n - part); };
  const auto add = [&](Vertex u, Vertex v) { graph.arcs.push_back({u, v, weight_of<W>(kind, random)}); };
  if (random.percent(40))
    for (Vertex v = 1; v < n; ++v)
      if (v != part) add(v - 1, v);
  for (std::uint32_t count = random.below(std::size_t{n} * random.pick({0U, 1U, 2U, 4U, 6U}) + 1); count > 0; --count) {
    const Vertex u = random.below(n);
    add(u, partner(u));
    if (random.percent(10)) graph.arcs.push_back(graph.arcs.back());
    if (random.percent(10)) add(graph.arcs.back().source, graph.arcs.back().target);
    if (random.percent(5)) add(u, u);
  }
  if (kind == Weights::potentials) add_potentials(graph.arcs, n, random);
  while (random.percent(25)) add_ring(graph.arcs, n, kind, random);
  if constexpr (std::is_floating_point_v<W>)
    if (random.percent(10)) add_rounding_ring(graph, random);
}

template <WeightType W>
RandomGraph<W> random_graph(Random& random) {
  RandomGraph<W> graph;
  graph.vertices = random.percent(1) ? 0 : 1 + random.below(random.pick({3U, 8U, 8U, 16U, 40U}));
  graph.offsets = random.pick({OffsetKind::offsets32, OffsetKind::offsets64});
  if (graph.vertices == 0) return graph;
  graph.source = random.below(graph.vertices);
  const auto kind = static_cast<Weights>(random.below(std::size(weights_names)));
  graph.weights = weights_names[static_cast<std::size_t>(kind)];
  add_arcs(graph, kind, random);
  return graph;
}

}  // namespace wayfront::certificates
