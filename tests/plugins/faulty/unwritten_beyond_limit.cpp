// Vertices beyond the limit are left as they were.
#include <cstddef>
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class UnwrittenBeyondLimit : public Correct {
 public:
  static constexpr PluginAbout about =
      about_fault("unwritten-beyond-limit", "Does not write what is beyond the limit.", 0);

  void solve(const Problem& problem, Output& output, RunContext& context) {
    with_distances(output, [&]<class W>(std::span<W> distances) {
      const std::vector<W> before(distances.begin(), distances.end());
      Correct::solve(problem, output, context);
      for (std::size_t v = 0; v < distances.size(); ++v)
        if (distances[v] > limit_as<W>(problem.limit)) distances[v] = before[v];
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::UnwrittenBeyondLimit)
