// The last two rows of a batch change places.
#include "correct.hpp"

namespace wayfront::faulty {

class MixesRows : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("mixes-rows", "Exchanges rows.", 0);

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (output.rows < 2 || output.outcome != Outcome::solved) return;
    with_weight_type(output.kind, [&]<WeightType W>() {
      std::ranges::swap_ranges(output.distances_as<W>(output.rows - 1), output.distances_as<W>(output.rows - 2));
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::MixesRows)
