// When each distance of one answer had its last value, as the host sees it from outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wayfront::host {

struct AnswerOrder {
  /// Looks at an answer: more are thinned, so that long searches have evenly spaced ones.
  static constexpr std::size_t max_steps = 1024;

  /// The answer at the end of a traced round. The last step is the end of the solve.
  struct Step {
    double seconds = 0;         // since the start, without those of looking
    std::uint64_t rounds = 0;   // until then
    std::uint64_t relaxed = 0;  // arcs looked at in these
  };
  std::vector<Step> steps;
  std::vector<std::uint32_t> last;  // by vertex: the step by whose end its distance had its last value
};

}  // namespace wayfront::host
