// Says what is not a number, or the largest one that is.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class NotANumber : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("not-a-number", "Not a number.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [&]<class W>(std::span<W> distances) {
      distances.back() = std::numeric_limits<W>::has_quiet_NaN ? std::numeric_limits<W>::quiet_NaN()
                                                               : std::numeric_limits<W>::max() - 1;
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::NotANumber)
