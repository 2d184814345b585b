// Steps between loading a graph and running on it, in the order in which [[graph.steps]] names them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "csr.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Weights w' = w + h(u) - h(v) with whole random potentials h in [0, most]: negative arcs, but the weight of every
/// cycle stays what it was (for float weights, to within rounding), and distances become d'(v) = d(v) + h(s) - h(v).
struct PotentialsStep {
  std::uint64_t seed = 1;
  std::int64_t most = 100;
};

using GraphStep = std::variant<PotentialsStep>;

/// "potentials up to 100, seed 1".
std::string describe(const GraphStep& step);

/// Applies the steps to a graph that nobody else refers to yet. Throws UserError (ExitCode::input) where a weight would
/// no longer fit its type; throws Cancelled.
void apply(std::span<const GraphStep> steps, OwnedCsr& csr, RunContext& context);

}  // namespace wayfront::host
