// The last vertex is its own predecessor.
#include "correct.hpp"

namespace wayfront::faulty {

class OwnPredecessor : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("own-predecessor", "Own predecessor.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (output.predecessors == nullptr) return;
    output.predecessors[output.vertices - 1] = output.vertices - 1;
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::OwnPredecessor)
