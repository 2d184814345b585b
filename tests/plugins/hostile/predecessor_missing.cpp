// The last vertex has a distance and no predecessor.
#include "correct.hpp"

namespace wayfront::faulty {

class PredecessorMissing : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("predecessor-missing", "Predecessor missing.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (output.predecessors == nullptr) return;
    output.predecessors[output.vertices - 1] = no_vertex;
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::PredecessorMissing)
