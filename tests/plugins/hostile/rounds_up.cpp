// Rounds its sums upwards, in its own threads and in those that it borrows, and leaves them so: right where the judge
// rounds upwards, too.
#include <cfenv>

#include "opening.hpp"

namespace wayfront::hostile {

class RoundsUp : public Correct {
 public:
  static constexpr PluginAbout about = hostile::about("rounds-up", "Rounds its sums upwards and does not stop.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    context.parallel_for(1000, 1, [](std::uint64_t, std::uint64_t) { std::fesetround(FE_UPWARD); });
    std::fesetround(FE_UPWARD);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::fesetround(FE_UPWARD);
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::RoundsUp)
