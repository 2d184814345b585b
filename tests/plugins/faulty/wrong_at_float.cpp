// Float distances are one unit in the last place too large at one vertex.
#include <cmath>

#include "correct.hpp"

namespace wayfront::faulty {

class WrongAtFloat : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("wrong-at-float", "Is wrong at floats only.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (output.kind != WeightKind::float32) return;
    for (float& d : output.distances_as<float>()) {
      if (!(d > 0) || d == unreached<float>) continue;
      d = std::nextafter(d, unreached<float>);
      return;
    }
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WrongAtFloat)
