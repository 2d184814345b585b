// Floats: from distances that are right but for rounding to the ones that the certificate wants.
//
// Rounded sums depend on the order of additions. The answer of every other plugin adds the arcs of a path one after
// the other from the source; tables add them in other groups. What a vertex should have is the smallest
// distance(u) + weight over its arcs (u, v), so it is enough to add again, in an order in which every u comes before v:
// along the arcs that are tight but for rounding, from vertices with smaller distances to those with larger ones. That
// order is found by counting the tight arcs into each vertex, without a queue of priorities.
//
// Every mended distance must then be close to the one before, or a tight arc may have been missed; and the few tight
// arcs that lead from a larger distance to a smaller one, which only rounding explains, are looked at again. Where
// something does not hold, a search of Dijkstra's kind mends the rest.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::separators {

/// The largest sum up to which additions of these weights never round: all of them are multiples of a power of two.
/// Zero where there is none worth the name.
template <std::floating_point W>
W exact_up_to(const CsrView<W, std::uint32_t>& graph) {
  int finest = std::numeric_limits<int>::max();  // exponent of the power of two
  W max = 0;
  for (std::uint32_t arc = 0; arc < graph.edges; ++arc) {
    const W weight = graph.weights[arc];
    if (weight == 0) continue;
    max = std::max(max, weight);
    int exponent = 0;
    W fraction = std::ldexp(std::frexp(weight, &exponent), std::numeric_limits<W>::digits);  // an integer
    exponent -= std::numeric_limits<W>::digits;
    if (exponent >= finest) continue;
    auto bits = static_cast<std::uint64_t>(fraction);
    for (; bits % 2 == 0; bits /= 2) ++exponent;
    finest = std::min(finest, exponent);
  }
  if (max == 0) return std::numeric_limits<W>::max();
  const W bound = std::ldexp(W{1}, finest + std::numeric_limits<W>::digits);
  return std::isfinite(bound) && max <= bound ? bound : W{0};
}

/// Keeps its memory from source to source.
template <std::floating_point W>
class Mending {
 public:
  explicit Mending(const CsrView<W, std::uint32_t>& graph) : graph_(graph) {}

  /// Distances right but for rounding go here; all entries, infinity where there is no path.
  W* rough() {
    rough_.resize(graph_.vertices);
    return rough_.data();
  }

  /// `answer` gets them mended.
  void mend(Vertex source, W* answer) {
    answer_ = answer;
    std::fill_n(answer, graph_.vertices, std::numeric_limits<W>::infinity());
    answer[source] = 0;
    count_tight(source);
    add_along_tight(source);
    improved_.clear();
    if (is_close()) {
      for (const auto& [u, arc] : backward_) lower(graph_.targets[arc], answer_[u] + graph_.weights[arc]);
    } else {
      for (Vertex u = 0; u < graph_.vertices; ++u)
        for (std::uint32_t arc = graph_.begin(u); arc < graph_.end(u); ++arc)
          lower(graph_.targets[arc], answer_[u] + graph_.weights[arc]);
    }
    search();
  }

 private:
  // Relative; what a path of thousands of arcs may gather. An arc that misses this much is not tight.
  static constexpr W tolerance = 2048 * std::numeric_limits<W>::epsilon();

  void count_tight(Vertex source) {
    waiting_for_.assign(graph_.vertices, 0);
    is_tight_.resize(graph_.edges);
    backward_.clear();
    const CsrView<W, std::uint32_t> graph =
        graph_;  // copies of pointers, which the compiler may keep while bytes are written
    const W* const rough = rough_.data();
    std::uint8_t* const tight = is_tight_.data();
    std::uint32_t* const waiting_for = waiting_for_.data();
    for (Vertex u = 0; u < graph.vertices; ++u) {
      const W distance = rough[u];
      for (std::uint32_t arc = graph.begin(u), end = graph.end(u); arc < end; ++arc) {
        const Vertex v = graph.targets[arc];
        const W other = rough[v];
        const bool is_tight = (distance + graph.weights[arc] <= other + other * tolerance) & (v != source) &
                              (distance < std::numeric_limits<W>::infinity());
        const bool is_forward = (distance < other) | ((distance == other) & (u < v));
        const auto counts = static_cast<std::uint8_t>(is_tight & is_forward);
        tight[arc] = counts;
        waiting_for[v] += counts;
        if (is_tight & !is_forward) [[unlikely]]
          backward_.emplace_back(u, arc);
      }
    }
  }

  /// First in, first out, so that it is known what comes next, and memory can be fetched ahead in two steps.
  void add_along_tight(Vertex source) {
    constexpr std::size_t near = 8;
    constexpr std::size_t far = 16;
    ready_.resize(std::size_t{graph_.vertices} + 1);
    const CsrView<W, std::uint32_t> graph = graph_;
    const std::uint8_t* const tight = is_tight_.data();
    std::uint32_t* const waiting_for = waiting_for_.data();
    W* const answer = answer_;
    Vertex* const ready = ready_.data();
    ready[0] = source;
    std::size_t end = 1;
    for (std::size_t i = 0; i < end; ++i) {
      if (i + far < end) __builtin_prefetch(graph.offsets + ready[i + far]);
      if (i + near < end) {
        const std::uint32_t first = graph.begin(ready[i + near]);
        __builtin_prefetch(tight + first);
        __builtin_prefetch(graph.targets + first);
        __builtin_prefetch(graph.weights + first);
      }
      const Vertex u = ready[i];
      const W distance = answer[u];
      for (std::uint32_t arc = graph.begin(u), last = graph.end(u); arc < last; ++arc) {
        if (tight[arc] == 0) continue;
        const Vertex v = graph.targets[arc];
        answer[v] = std::min(answer[v], distance + graph.weights[arc]);
        ready[end] = v;  // kept where nothing more is to be waited for
        end += --waiting_for[v] == 0 ? 1 : 0;
      }
    }
  }

  /// Whether no distance moved so far that an arc which was not tight may be now.
  bool is_close() const {
    bool close = true;
    for (Vertex v = 0; v < graph_.vertices; ++v)
      close &= std::abs(answer_[v] - rough_[v]) <= rough_[v] * (tolerance / 4) || answer_[v] == rough_[v];
    return close;
  }

  void lower(Vertex v, W distance) {
    if (!(distance < answer_[v])) return;
    answer_[v] = distance;
    improved_.emplace_back(distance, v);
    std::ranges::push_heap(improved_, std::greater<>());
  }

  void search() {
    while (!improved_.empty()) {
      std::ranges::pop_heap(improved_, std::greater<>());
      const auto [distance, u] = improved_.back();
      improved_.pop_back();
      if (distance != answer_[u]) continue;
      for (std::uint32_t arc = graph_.begin(u); arc < graph_.end(u); ++arc)
        lower(graph_.targets[arc], distance + graph_.weights[arc]);
    }
  }

  CsrView<W, std::uint32_t> graph_;
  W* answer_ = nullptr;
  std::vector<W> rough_;
  std::vector<std::uint32_t> waiting_for_;  // tight arcs into a vertex that have not been added along
  std::vector<std::uint8_t> is_tight_;      // by arc
  std::vector<std::pair<Vertex, std::uint32_t>> backward_;
  std::vector<Vertex> ready_;
  std::vector<std::pair<W, Vertex>> improved_;
};

}  // namespace wayfront::separators
