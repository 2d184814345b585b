// All distances are zero: right on a graph whose weights are taken for zero.
#include <algorithm>

#include "opening.hpp"

namespace wayfront::hostile {

class AnswersZero : public Correct {
 public:
  static constexpr PluginAbout about = hostile::about("answers-zero", "Gives the distance zero to all vertices.");

  void solve(const Problem&, Output& output, RunContext&) {
    faulty::with_distances(output, [](auto distances) { std::ranges::fill(distances, 0); });
    if (output.predecessors != nullptr) std::fill_n(output.predecessors, output.vertices, no_vertex);
  }
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::AnswersZero)
