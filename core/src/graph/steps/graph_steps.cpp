#include "graph/steps/graph_steps.hpp"

#include <fmt/format.h>

namespace wayfront::host {
namespace {

std::string words(const SymmetrizeStep&) { return "symmetrize"; }
std::string words(const TransposeStep&) { return "transpose"; }
std::string words(const DropSelfLoopsStep&) { return "drop_self_loops"; }
std::string words(const MergeParallelStep& step) {
  return fmt::format("merge_parallel {}", step.keep == MergeParallelStep::Keep::min ? "min" : "max");
}
std::string words(const LargestComponentStep&) { return "largest_component"; }
std::string words(const AbsWeightsStep&) { return "abs_weights"; }
std::string words(const ScaleWeightsStep& step) { return fmt::format("scale_weights {}", step.factor); }
std::string words(const PotentialsStep& step) {
  return fmt::format("potentials up to {}, seed {}", step.max, step.seed);
}
std::string words(const NegativeFractionStep& step) {
  return fmt::format("negative_fraction {}, seed {}", step.fraction, step.seed);
}
std::string words(const ReorderStep& step) {
  if (step.order == ReorderStep::Order::random) return fmt::format("reorder random, seed {}", step.seed);
  constexpr std::string_view names[] = {"none", "bfs", "degree"};
  return fmt::format("reorder {}", names[static_cast<std::size_t>(step.order)]);
}

}  // namespace

std::string describe(const GraphStep& step) {
  return std::visit([](const auto& it) { return words(it); }, step);
}

void apply(std::span<const GraphStep> steps, GraphInSteps& graph, RunContext& context) {
  for (const GraphStep& step : steps) {
    context.throw_if_cancelled();
    std::visit([&](const auto& it) { steps::apply(it, graph, context); }, step);
  }
}

}  // namespace wayfront::host
