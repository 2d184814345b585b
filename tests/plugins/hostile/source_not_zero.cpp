// All distances are one more, that of the source, too.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class SourceNotZero : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("source-not-zero", "Source not zero.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [&]<class W>(std::span<W> distances) {
      for (W& distance : distances)
        if (distance != unreached<W>) distance += 1;
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::SourceNotZero)
