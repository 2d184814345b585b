// The result of checking an answer: the verdict with its reason and figures.
#pragma once

#include <cstdint>
#include <string>

#include "wayfront/graph.hpp"

namespace wayfront::host {

enum class Finding : std::uint8_t {
  right,
  wrong,      // the answer contradicts the graph, or an entry was not written
  overflow,   // a shortest distance does not fit the weight type
  undecided,  // float weights: a negative cycle within rounding of zero
};

struct Certificate {
  Finding finding = Finding::right;
  std::string reason{};             // one sentence, empty when right
  std::uint64_t reached = 0;        // vertices with a finite distance, the source among them; of all rows
  double distance_sum = 0;          // of the finite distances; exact up to 2^53 for integers
  double max_distance = 0;          // the largest finite distance
  std::uint64_t reached_edges = 0;  // their out-arcs: the m of TEPS (directed count)
  std::string digest{};             // of the distances, hexadecimal; equal for equal answers
};

}  // namespace wayfront::host
