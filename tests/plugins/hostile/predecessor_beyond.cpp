// The predecessor of the last vertex is no vertex.
#include "correct.hpp"

namespace wayfront::faulty {

class PredecessorBeyond : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("predecessor-beyond", "Predecessor beyond.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (output.predecessors == nullptr) return;
    output.predecessors[output.vertices - 1] = output.vertices + 5;
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::PredecessorBeyond)
