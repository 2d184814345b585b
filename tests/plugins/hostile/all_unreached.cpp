// Nothing is reached but the source.
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class AllUnreached : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("all-unreached", "Reaches nothing.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [&]<class W>(std::span<W> distances) {
      for (std::size_t v = 0; v < distances.size(); ++v)
        if (v != problem.source) distances[v] = unreached<W>;
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::AllUnreached)
