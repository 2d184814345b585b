// Is exact up to the vertex before the last that is wanted.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class CountsOneTooFew : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("counts-one-too-few", "Counts without the source.", 0);

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (problem.count < 2 || output.outcome != Outcome::solved) return;
    with_distances(output, [&]<class W>(std::span<W> distances) {
      std::vector<W> sorted(distances.begin(), distances.end());
      std::ranges::sort(sorted);
      const std::size_t last = std::min<std::size_t>(problem.count, sorted.size()) - 2;
      output.exact_to_as<W>() = std::min(output.exact_to_as<W>(), sorted[last]);
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::CountsOneTooFew)
