// When a waiting vertex is settled: the four criteria, and what they need to know of each vertex.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/rounds.hpp"

namespace wayfront::crauser_cpu {

enum class Criterion : std::uint8_t { crauser, martin, in, in_or_out };
enum class Direction : std::uint8_t { successors, predecessors };

constexpr bool uses_out(Criterion c) { return c == Criterion::crauser || c == Criterion::in_or_out; }
constexpr bool uses_in(Criterion c) { return c == Criterion::in || c == Criterion::in_or_out; }

/// The weight of each vertex's lightest arc out and in, unreached<W> where it has none. Empty where not needed.
template <WeightType W>
struct LightestArcs {
  std::vector<Magnitude<W>> out;
  std::vector<Magnitude<W>> in;

  LightestArcs() = default;
  template <OffsetType O>
  LightestArcs(const CsrView<W, O>& graph, Criterion criterion) {
    if (uses_out(criterion)) out.assign(graph.vertices, Magnitude<W>(unreached<W>));
    if (uses_in(criterion)) in.assign(graph.vertices, Magnitude<W>(unreached<W>));
    for (Vertex u = 0; u < graph.vertices; ++u)
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc) {
        const auto weight = static_cast<Magnitude<W>>(graph.weights[arc]);
        if (!out.empty()) out[u] = std::min(out[u], weight);
        if (!in.empty()) in[graph.targets[arc]] = std::min(in[graph.targets[arc]], weight);
      }
  }
};

/// The smallest distance, and the smallest distance + lightest out-arc, of the waiting vertices. Sums are those of
/// add_nonnegative, so an int32 sum that does not fit counts as unreached.
template <Criterion C, WeightType W>
class Threshold {
  using M = Magnitude<W>;

 public:
  explicit Threshold(const LightestArcs<W>& lightest) : out_(lightest.out.data()), in_(lightest.in.data()) {}

  /// Forgets the vertices of the last round.
  void clear() { min_distance_ = safe_ = M(unreached<W>); }
  /// v waits at `distance`; unreached<W> counts for nothing, and so does a distance that falls later in the round.
  void add(Vertex v, M distance) {
    min_distance_ = std::min(min_distance_, distance);
    if constexpr (uses_out(C)) safe_ = std::min(safe_, distance + out_[v]);
  }
  W min_distance() const { return static_cast<W>(min_distance_); }
  W safe() const { return static_cast<W>(uses_out(C) ? safe_ : min_distance_); }

  /// The test of a round, fixed before the first add() of the next: whether v, waiting at `distance`, is settled.
  class Test {
   public:
    bool operator()(Vertex v, M distance) const {
      if constexpr (uses_in(C)) return (distance <= limit_) | (distance <= min_distance_ + in_[v]);
      return distance <= limit_;
    }

   private:
    friend class Threshold;
    M limit_{};
    M min_distance_{};
    const M* in_ = nullptr;
  };
  Test test(W limit) const {
    Test test;
    test.limit_ = static_cast<M>(limit);
    test.min_distance_ = min_distance_;
    test.in_ = in_;
    return test;
  }

 private:
  const M* out_;
  const M* in_;
  M min_distance_{};  // of the source, before the first round
  M safe_{};
};

}  // namespace wayfront::crauser_cpu
