// Answers written down in a test, and what the certificate says of them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "certify/verify.hpp"
#include "graph/stored_graph.hpp"

namespace wayfront::host {

template <WeightType W>
std::unique_ptr<StoredGraph> graph_of(Vertex n, const std::vector<Arc<W>>& arcs,
                                      OffsetKind offsets = OffsetKind::offsets32) {
  return make_graph<W>(n, arcs, offsets);
}

/// An answer with distances and, if any are given, predecessors.
template <WeightType W>
struct Answer {
  explicit Answer(std::vector<W> d, std::vector<Vertex> p = {}) : distances(std::move(d)), predecessors(std::move(p)) {
    output.kind = weight_kind<W>;
    output.vertices = static_cast<Vertex>(distances.size());
    output.distances = distances.data();
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
    return certify(graph, source, output, tree);
  }
  Certificate judged(const Graph& graph, const Question& question, Vertex* tree = nullptr) const {
    return certify(graph, question, output, 0, tree);
  }

  std::vector<W> distances;
  std::vector<Vertex> predecessors;
  W exact_to{};
  Output output;
};

}  // namespace wayfront::host
