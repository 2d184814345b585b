// Says -1 where a vertex is out of reach, or else of the last one.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class MinusOne : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("minus-one", "Minus one.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [&]<class W>(std::span<W> distances) { distances.back() = -1; });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::MinusOne)
