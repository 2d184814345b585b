// Only the first row of a batch has what lies beyond its limit.
#include "correct.hpp"

namespace wayfront::faulty {

class LimitsFirstRow : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("limits-first-row", "Takes the limit for the first row alone.", 0);

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_weight_type(output.kind, [&]<WeightType W>() {
      const W limit = limit_as<W>(problem.limit);
      for (std::uint32_t row = 1; row < output.rows; ++row)
        for (W& d : output.distances_as<W>(row))
          if (limit > 0 && d > limit) d = limit;
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::LimitsFirstRow)
