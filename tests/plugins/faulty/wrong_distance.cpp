// The largest distance is one too small.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class WrongDistance : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("wrong-distance", "Gives one wrong distance.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, []<class W>(std::span<W> distances) {
      W* worst = nullptr;
      for (W& d : distances)
        if (d != unreached<W> && d > 0 && (worst == nullptr || d > *worst)) worst = &d;
      if (worst != nullptr) *worst -= 1;
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WrongDistance)
