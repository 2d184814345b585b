// Gives up one vertex that is nearer than the farthest target.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class TargetsNotFinal : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("targets-not-final", "Calls distances exact that are not.", 0);

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (problem.targets.empty() || output.outcome != Outcome::solved) return;
    with_distances(output, [&]<class W>(std::span<W> distances) {
      W farthest = 0;
      for (const Vertex target : problem.targets) farthest = std::max(farthest, distances[target]);
      output.exact_to_as<W>() = std::min(output.exact_to_as<W>(), farthest);
      for (W& d : distances)
        if (d > 0 && d < farthest) return void(d = unreached<W>);
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::TargetsNotFinal)
