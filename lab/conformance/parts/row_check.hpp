// Judges one row of an answer to a problem with parts: a limit, targets or a count.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/reference.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::conformance {

/// What a plugin gives of each row.
enum class Form : std::uint8_t {
  rows,
  targets,     // an entry for each of the problem's targets alone, in their order (capability::targets_only)
  reductions,  // Problem::reduce; rows that the plugin checked itself must be without faults
};

/// What is wrong with row `row` of `output` as the answer to `problem` on `graph`, as a sentence; "" if nothing is.
/// `expected` are all distances from the source of that row, with Kind::distances. At most Output::exact_to, distances
/// must be those of the reference, bit for bit, and what lies above it must be above it in the row, too; exact_to must
/// be as large as the problem needs, and not above its limit.
template <WeightType W>
std::string fault_of(const Graph& graph, const Problem& problem, const Reference<W>& expected, const Output& output,
                     std::uint32_t row, Form form);

}  // namespace wayfront::host::conformance
