// Writes before the first entry.
#include "correct.hpp"

namespace wayfront::faulty {

class WritesBefore : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("writes-before", "Writes before.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [](const auto distances) { *(distances.data() - 1) = 0; });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WritesBefore)
