// Certifies the answers of runs, in the host's process: what a plugin can reach has no say in it.
#pragma once

#include <vector>

#include "result.hpp"
#include "vertex_ids.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class Judge {
 public:
  /// Refers to `graph`. With `predecessors` it derives them where an answer comes without. Throws std::bad_alloc.
  Judge(const Graph& graph, const VertexIds& ids, bool predecessors);

  /// Certifies `output` into the sample's certificate and cycle. Ok where the answer is right.
  Ending judge(Vertex source, const Output& output, Sample& sample);

 private:
  const Graph& graph_;
  VertexIds ids_;
  std::vector<Vertex> tree_;  // predecessors that the host derives; empty where nobody wants them
};

}  // namespace wayfront::host
