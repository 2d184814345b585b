// Small random graphs of the kinds that certificates have to tell apart.
#pragma once

#include <string>
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

template <WeightType W>
RandomGraph<W> random_graph(Random& random);

}  // namespace wayfront::certificates
