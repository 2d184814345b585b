// Throws where there are more than 100 vertices.
#include <stdexcept>

#include "correct.hpp"

namespace wayfront::faulty {

class Throws : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("throws", "Throws.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (graph_->info().vertices > 100) throw std::runtime_error("more than 100 vertices are too many for me");
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Throws)
