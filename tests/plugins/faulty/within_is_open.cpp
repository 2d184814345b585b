// The figure "within" leaves out the farthest of the vertices that it should count.
#include "reducing.hpp"

namespace wayfront::faulty {

class WithinIsOpen : public Reducing {
 public:
  static constexpr PluginAbout about = {.name = "within-is-open",
                                        .version = "1",
                                        .summary = "Counts one vertex too few within a distance.",
                                        .capabilities = reducing_capabilities};

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Reducing::solve(problem, output, context);
    if (!problem.reduce) return;
    with_weight_type(output.kind, [&]<WeightType W>() {
      for (std::uint32_t row = 0; row < output.rows; ++row)
        if (Reduction<W>& it = output.reduction_as<W>(row); it.within > 1) --it.within;
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WithinIsOpen)
