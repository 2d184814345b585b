// What is left of a row of distances where only reductions are asked for (capability::reduce). Nothing can be proved
// from it, so it is compared with a row that the certificate has proved.
#pragma once

#include <cstdint>
#include <string>

#include "certify/asked.hpp"
#include "graph/exact_weight.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Reduction<W> of any weights.
struct ReducedRow {
  std::uint64_t reached = 0, within = 0;
  ExactWeight sum{}, max{};
  double harmonic = 0;
};

/// Of a row of all vertices that is right for the question; distances above its limit count as unreached.
ReducedRow reduced_row(const Problem& question, double within, const Output& whole, std::uint32_t row);

/// As a plugin gave it.
ReducedRow given_row(const Output& reductions, std::uint32_t row);

/// What the plugin found when it checked the row itself; Reduction::not_checked if it did not.
std::uint64_t faults_found(const Output& reductions, std::uint32_t row);

/// Why no row of this many vertices has such a reduction, such as a figure that was not written; "" if one may.
std::string impossible_figure(const Output& reductions, std::uint32_t row, const Problem& question);

/// The first figure that differs from those of row `whole_row` of `whole`, which is right for the question; "" if none
/// does. Integers must be equal, and sums of floats except for rounding.
std::string reduction_fault(const Problem& question, double within, const Output& reductions, std::uint32_t row,
                            const Output& whole, std::uint32_t whole_row);

}  // namespace wayfront::host
