// The type of a graph's weights: chosen for weights = "auto", and changed.
#pragma once

#include <string>

#include "graph/csr.hpp"
#include "graph/steps/graph_step.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// The graph with weights of another type, in the same rows. A float is rounded, but must stay finite; an integer must be
/// exact and neither "unreached" nor the lowest value. Throws UserError (ExitCode::input) for the first weight that does
/// not fit, with `name` as the graph's name; Cancelled.
OwnedCsr with_weights_as(OwnedCsr csr, WeightKind kind, const std::string& name, RunContext& context);

/// Gives the weights the smallest type that holds all of them exactly, and returns why it is that one. Whole numbers:
/// int32 if they fit and path_bound() shows that no path is too long, else int64. Others: float32 if it holds each
/// double, else float64. They must be of a type that already holds them. Throws std::bad_alloc; Cancelled.
std::string choose_weights(GraphInSteps& graph, RunContext& context);

}  // namespace wayfront::host
