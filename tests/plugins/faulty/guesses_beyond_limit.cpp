// Vertices beyond the limit get the limit as their distance.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class GuessesBeyondLimit : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("guesses-beyond-limit", "Cuts distances at the limit.", 0);

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [&]<class W>(std::span<W> distances) {
      for (W& d : distances) d = std::min(d, limit_as<W>(problem.limit));
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::GuessesBeyondLimit)
