// Leaves out the vertices at exactly the limit.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class LimitIsOpen : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("limit-is-open", "Stops just before the limit.", 0);

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [&]<class W>(std::span<W> distances) {
      for (W& d : distances)
        if (d == limit_as<W>(problem.limit)) d = unreached<W>;
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::LimitIsOpen)
