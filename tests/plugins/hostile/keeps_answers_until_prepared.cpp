// Keeps its answers by source until it is prepared again.
#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "correct.hpp"

namespace wayfront::faulty {

class KeepsAnswersUntilPrepared : public Correct {
 public:
  static constexpr PluginAbout about{.name = "keeps-answers-until-prepared",
                                     .version = "1",
                                     .summary = "Keeps answers.",
                                     .capabilities = capability::weights32};

  void prepare(const Graph& graph, RunContext& context) {
    kept_.clear();
    Correct::prepare(graph, context);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    auto& known = kept_[problem.source];
    if (known.empty()) {
      Correct::solve(problem, output, context);
      const auto* const bytes = static_cast<const std::byte*>(output.distances);
      known.assign(bytes, bytes + output.vertices * 4);
    }
    std::ranges::copy(known, static_cast<std::byte*>(output.distances));
  }

 private:
  std::map<Vertex, std::vector<std::byte>> kept_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::KeepsAnswersUntilPrepared)
