// Its own check of a row finds faults where there are none.
#include "reducing.hpp"

namespace wayfront::faulty {

class FindsFaults : public Reducing {
 public:
  static constexpr PluginAbout about = {.name = "finds-faults",
                                        .version = "1",
                                        .summary = "Says that rows contradict the certificate.",
                                        .capabilities = reducing_capabilities};

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Reducing::solve(problem, output, context);
    if (!problem.reduce || !problem.check) return;
    with_weight_type(output.kind, [&]<WeightType W>() { output.reduction_as<W>(output.rows - 1).faults = 3; });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::FindsFaults)
