// Distances as an output that has them.
#pragma once

#include "../test.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

template <WeightType W>
Output output_of(std::vector<W>& distances) {
  Output output;
  output.kind = weight_kind<W>;
  output.vertices = static_cast<Vertex>(distances.size());
  output.distances = distances.data();
  return output;
}

/// As many rows as there are entries in `exact_to`, which says how far each is exact.
template <WeightType W>
Output output_of(std::vector<W>& distances, std::vector<W>& exact_to) {
  Output output = output_of(distances);
  output.rows = static_cast<std::uint32_t>(exact_to.size());
  output.vertices = static_cast<Vertex>(distances.size() / exact_to.size());
  output.exact_to = exact_to.data();
  return output;
}

/// A row of its own.
template <WeightType W>
struct OutputRow {
  OutputRow(std::vector<W> values) : distances(std::move(values)), output(output_of(distances)) {}
  std::vector<W> distances;
  Output output;
};

}  // namespace wayfront::host
