// The last vertex is one farther than it is.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class OneTooMany : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("one-too-many", "One too many.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [&]<class W>(std::span<W> distances) { distances.back() += 1; });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::OneTooMany)
