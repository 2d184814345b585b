// Certifies the answers of runs, in the host's process: what a plugin can reach has no say in it.
#pragma once

#include <cstdint>
#include <vector>

#include "result.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class Judge {
 public:
  /// Refers to `graph`. With `predecessors` it derives them where an answer comes without. Throws std::bad_alloc.
  Judge(const Graph& graph, std::uint64_t first_id, bool predecessors);

  /// Certifies `output` into `sample`. Ok where the answer is right.
  Ending judge(Vertex source, const Output& output, Sample& sample);

 private:
  const Graph& graph_;
  std::uint64_t first_id_;
  std::vector<Vertex> tree_;  // predecessors that the host derives; empty where nobody wants them
};

}  // namespace wayfront::host
