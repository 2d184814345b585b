// Certifies the answers of runs, in the host's process: memory that a plugin can write has no influence.
#pragma once

#include <span>
#include <vector>

#include "graph/vertex_ids.hpp"
#include "results/result.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class Judge {
 public:
  /// Refers to `graph`. With `predecessors` it derives them if an answer has none. Throws std::bad_alloc.
  Judge(const Graph& graph, const VertexIds& ids, bool predecessors);

  /// Certifies `output` into the sample's certificate and cycle with its arcs. Ok if the answer is correct.
  Ending judge(Vertex source, const Output& output, Sample& sample);

  /// The last correct answer, and its shortest-path tree in the form of plugins, empty if not requested. Valid until
  /// the plugin's next call.
  struct Answer {
    const Output* output = nullptr;
    std::span<const Vertex> predecessors{};
  };
  const Answer& last_right() const { return last_right_; }

 private:
  void tell_cycle(std::span<const Vertex> cycle, Sample& sample) const;

  const Graph& graph_;
  VertexIds ids_;
  std::vector<Vertex> tree_;  // predecessors that the host derives; empty if not requested
  Answer last_right_;
};

}  // namespace wayfront::host
