// Answers written down in a test, and what the certificate says of them.
#pragma once

#include "../output_of.hpp"
#include "certify/verify.hpp"
#include "graph/stored_graph.hpp"

namespace wayfront::host {

template <WeightType W>
std::unique_ptr<StoredGraph> graph_of(Vertex n, const std::vector<Arc<W>>& arcs,
                                      OffsetKind offsets = OffsetKind::offsets32) {
  return make_graph<W>(n, arcs, offsets);
}

/// What 1, 2 and 16 threads say, in parts of `part` elements, and one of its own: all the same. `tree`: of a right answer, or null.
inline Certificate judged_alike(const Graph& graph, const Problem& question, const Output& output, Vertex* tree,
                                std::uint64_t part = 3) {
  static Arena arenas[] = {Arena(1), Arena(2), Arena(16)};
  const Certificate whole = certify(graph, question, output, 0, tree, arenas[0]);
#if defined(__SANITIZE_THREAD__)  // each loop makes its threads anew there, which takes long
  static unsigned calls = 0;
  if (part == 3 && calls++ % 100 != 0) return whole;
#endif
  std::optional<double> sum;
  for (Arena& arena : arenas) {
    std::vector<Vertex> other(tree == nullptr ? 0 : graph.info().vertices);
    const Certificate again =
        certify(graph, question, output, 0, tree == nullptr ? nullptr : other.data(), Crew(arena, part));
    CHECK(again.finding == whole.finding);
    CHECK(again.reason == whole.reason);
    CHECK(again.reached == whole.reached);
    CHECK(again.reached_edges == whole.reached_edges);
    CHECK(again.distance_sum == doctest::Approx(whole.distance_sum));  // floats are added up in other parts
    CHECK(again.distance_sum == sum.value_or(again.distance_sum));
    CHECK(again.max_distance == whole.max_distance);
    CHECK(again.digest == whole.digest);
    if (tree != nullptr && whole.finding == Finding::right) CHECK(std::equal(other.begin(), other.end(), tree));
    sum = again.distance_sum;
  }
  return whole;
}

/// An answer with distances and, if any are given, predecessors.
template <WeightType W>
struct Answer {
  explicit Answer(std::vector<W> d, std::vector<Vertex> p = {})
      : distances(std::move(d)), predecessors(std::move(p)), output(output_of(distances)) {
    output.predecessors = predecessors.empty() ? nullptr : predecessors.data();
  }
  Answer(const Answer& other) : Answer(other.distances, other.predecessors) {
    if (other.output.exact_to != nullptr) up_to(other.exact_to);
  }
  Answer& operator=(const Answer&) = delete;

  Answer& up_to(W distance) {
    exact_to = distance;
    output.exact_to = &exact_to;
    return *this;
  }
  Certificate judged(const Graph& graph, Vertex source = 0, Vertex* tree = nullptr) const {
    return judged(graph, Problem{.source = source}, tree);
  }
  /// On 1, 2 and 16 threads, which must agree; in parts of three elements, so that small graphs have many.
  Certificate judged(const Graph& graph, const Problem& question, Vertex* tree = nullptr) const {
    return judged_alike(graph, question, output, tree);
  }

  std::vector<W> distances;
  std::vector<Vertex> predecessors;
  W exact_to{};
  Output output;
};

}  // namespace wayfront::host
