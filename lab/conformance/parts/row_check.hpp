// Judges one row of an answer to a problem with parts: a limit, targets or a count.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/reference.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::conformance {

/// What is wrong with row `row` of `output` as the answer to `problem` on `graph`, as a sentence; "" if nothing is.
/// `expected` are all distances from the source of that row, with Kind::distances. At most Output::exact_to, distances
/// must be those of the reference, bit for bit, and what lies above it must be above it in the row, too; exact_to must
/// be as large as the problem needs, and not above its limit.
template <WeightType W>
std::string fault_of_row(const Graph& graph, const Problem& problem, const Reference<W>& expected, const Output& output,
                         std::uint32_t row);

/// The same for a row that has an entry for each of the problem's targets alone, in their order.
template <WeightType W>
std::string fault_of_targets(const Problem& problem, const Reference<W>& expected, const Output& output,
                             std::uint32_t row);

/// The same for the reduction of a row (Problem::reduce): rows that the plugin checked itself must be without faults.
template <WeightType W>
std::string fault_of_reduction(const Problem& problem, const Reference<W>& expected, const Output& output,
                               std::uint32_t row);

}  // namespace wayfront::host::conformance
