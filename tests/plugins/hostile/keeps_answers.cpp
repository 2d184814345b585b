// Keeps its answers by source, whatever it is prepared on later.
#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "correct.hpp"

namespace wayfront::faulty {

class KeepsAnswers : public Correct {
 public:
  static constexpr PluginAbout about{.name = "keeps-answers",
                                     .version = "1",
                                     .summary = "Keeps answers for ever.",
                                     .capabilities = capability::weights32};

  void solve(const Problem& problem, Output& output, RunContext& context) {
    auto& known = kept()[problem.source];
    if (known.empty()) {
      Correct::solve(problem, output, context);
      const auto* const bytes = static_cast<const std::byte*>(output.distances);
      known.assign(bytes, bytes + output.vertices * 4);
    }
    std::ranges::copy(known, static_cast<std::byte*>(output.distances));
  }

 private:
  static std::map<Vertex, std::vector<std::byte>>& kept() {
    static std::map<Vertex, std::vector<std::byte>> all;
    return all;
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::KeepsAnswers)
