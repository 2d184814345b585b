// Checks every entry of a distance array, for certify(): written, a number, finite. Only verify_distances.cpp calls it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host::detail {

struct Entries {
  std::uint32_t finite = 0;
  std::uint32_t unwritten = 0;
  std::uint32_t no_number = 0;  // NaN or -inf, the unwritten ones among them
  std::uint32_t minus_zero = 0;
  double sum = 0;  // of the finite distances; exact up to 2^53 for integers
  double most = 0;

  bool sound() const { return unwritten == 0 && no_number == 0; }
};

template <WeightType W>
Entries look_at(std::span<const W> distances);

/// The message for the first invalid entry; "" if all are valid. Names vertices by their ids.
template <WeightType W>
std::string entry_fault(std::span<const W> distances, const VertexIds& ids);

/// -0.0 counts as 0.0, so that equal answers have equal digests.
template <WeightType W>
std::string digest_of(std::span<const W> distances, const Entries& entries);

}  // namespace wayfront::host::detail
