// All distances are 0.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class AllZero : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("all-zero", "All zero.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [&]<class W>(std::span<W> distances) { std::ranges::fill(distances, W{0}); });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::AllZero)
