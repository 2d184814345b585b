// The last vertex is one nearer than it is.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class OneTooFew : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("one-too-few", "One too few.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [&]<class W>(std::span<W> distances) { distances.back() -= 1; });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::OneTooFew)
