// Says that it is exact up to the nearest target, and not the farthest.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class StopsBeforeTargets : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("stops-before-targets", "Stops at the first target.", 0);

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (problem.targets.empty() || output.outcome != Outcome::solved) return;
    with_distances(output, [&]<class W>(std::span<W> distances) {
      for (const Vertex target : problem.targets)
        output.exact_to_as<W>() = std::min(output.exact_to_as<W>(), distances[target]);
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::StopsBeforeTargets)
