// Answers targets alone, but in ascending order instead of the order that was asked. Right wherever it answers in full.
#include "correct.hpp"

namespace wayfront::faulty {

class SortsTargets : public Correct {
 public:
  static constexpr PluginAbout about = {
      .name = "sorts-targets",
      .version = "1",
      .summary = "Puts the distances of targets into an order of its own.",
      .capabilities = capability::any_weights | capability::batch | capability::targets_only};

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (problem.targets.empty()) return Correct::solve(problem, output, context);
    const Vertex vertices = graph_->info().vertices;
    std::vector<std::uint64_t> memory(std::size_t{output.rows} * vertices);
    Output whole;
    whole.kind = output.kind;
    whole.vertices = vertices;
    whole.rows = output.rows;
    whole.distances = memory.data();
    Correct::solve({.source = problem.source, .sources = problem.sources}, whole, context);
    std::vector<Vertex> targets(problem.targets.begin(), problem.targets.end());
    std::ranges::sort(targets);
    with_weight_type(output.kind, [&]<WeightType W>() {
      for (std::uint32_t row = 0; row < output.rows; ++row)
        std::ranges::transform(targets, output.distances_as<W>(row).begin(),
                               [&](Vertex target) { return whole.distances_as<W>(row)[target]; });
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::SortsTargets)
