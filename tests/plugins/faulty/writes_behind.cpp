// Rounds the number of entries up to a multiple of four, as vector code does without care.
#include <cstddef>
#include <span>

#include "correct.hpp"

namespace wayfront::faulty {

class WritesBehind : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("writes-behind", "Writes behind the end.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, []<class W>(std::span<W> distances) {
      for (std::size_t v = distances.size(); v % 4 != 0; ++v) distances.data()[v] = unreached<W>;
    });
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WritesBehind)
