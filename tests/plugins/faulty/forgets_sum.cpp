// The sum of the last row of a batch is not written.
#include "reducing.hpp"

namespace wayfront::faulty {

class ForgetsSum : public Reducing {
 public:
  static constexpr PluginAbout about = {.name = "forgets-sum",
                                        .version = "1",
                                        .summary = "Does not write the sum of the last row.",
                                        .capabilities = reducing_capabilities};

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (!problem.reduce || output.rows < 2) return Reducing::solve(problem, output, context);
    with_weight_type(output.kind, [&]<WeightType W>() {
      const auto unwritten = output.reduction_as<W>(output.rows - 1).sum;
      Reducing::solve(problem, output, context);
      output.reduction_as<W>(output.rows - 1).sum = unwritten;
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::ForgetsSum)
