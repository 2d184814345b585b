// What each step does. For graph_steps.cpp, which applies them in order and names them, and for code that reverses one.
#pragma once

#include "graph/steps/graph_step.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::steps {

// arcs.cpp
void apply(const SymmetrizeStep& step, GraphInSteps& graph, RunContext& context);
void apply(const TransposeStep& step, GraphInSteps& graph, RunContext& context);
void apply(const DropSelfLoopsStep& step, GraphInSteps& graph, RunContext& context);
void apply(const MergeParallelStep& step, GraphInSteps& graph, RunContext& context);

// weights.cpp
void apply(const AbsWeightsStep& step, GraphInSteps& graph, RunContext& context);
void apply(const ScaleWeightsStep& step, GraphInSteps& graph, RunContext& context);
void apply(const PotentialsStep& step, GraphInSteps& graph, RunContext& context);
void apply(const NegativeFractionStep& step, GraphInSteps& graph, RunContext& context);

// vertices.cpp
void apply(const LargestComponentStep& step, GraphInSteps& graph, RunContext& context);
void apply(const ReorderStep& step, GraphInSteps& graph, RunContext& context);
/// Gives the vertices new numbers: vertex order[v] becomes v. Throws as apply() does.
void renumber(GraphInSteps& graph, std::vector<Vertex> order, RunContext& context);

}  // namespace wayfront::host::steps
