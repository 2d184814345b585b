// The last entry is left as it was.
#include "correct.hpp"

namespace wayfront::faulty {

class UnwrittenEntry : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("unwritten-entry", "Does not write the last entry.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    with_distances(output, [&](const auto distances) {
      const auto before = distances.back();
      Correct::solve(problem, output, context);
      distances.back() = before;
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::UnwrittenEntry)
