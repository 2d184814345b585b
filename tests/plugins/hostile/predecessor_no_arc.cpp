// The predecessor of the last vertex has no arc to it.
#include "correct.hpp"

namespace wayfront::faulty {

class PredecessorNoArc : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("predecessor-no-arc", "Predecessor without an arc.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (output.predecessors == nullptr) return;
    output.predecessors[output.vertices - 1] = 0;
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::PredecessorNoArc)
