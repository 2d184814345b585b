// Certifies the answers of runs, in the host's process: what a plugin can reach has no say in it.
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
  /// Refers to `graph`. With `predecessors` it derives them where an answer comes without. Throws std::bad_alloc.
  Judge(const Graph& graph, const VertexIds& ids, bool predecessors);

  /// Certifies `output` into the sample's certificate and cycle with its arcs. Ok where the answer is right.
  Ending judge(Vertex source, const Output& output, Sample& sample);

  /// The answer that was found right last, and its shortest-path tree as plugins give them, empty where nobody wants
  /// one. Until the plugin's next call.
  struct Answer {
    const Output* output = nullptr;
    std::span<const Vertex> predecessors{};
  };
  const Answer& last_right() const { return last_right_; }

 private:
  void tell_cycle(std::span<const Vertex> cycle, Sample& sample) const;

  const Graph& graph_;
  VertexIds ids_;
  std::vector<Vertex> tree_;  // predecessors that the host derives; empty where nobody wants them
  Answer last_right_;
};

}  // namespace wayfront::host
