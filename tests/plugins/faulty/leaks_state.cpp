// Vertices that are out of reach keep the distance of the last source that reached them.
#include <cstddef>
#include <span>
#include <vector>

#include "correct.hpp"

namespace wayfront::faulty {

class LeaksState : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("leaks-state", "Remembers the last source.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    last_.assign(graph.info().vertices, 0);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    with_distances(output, [&]<class W>(std::span<W> distances) {
      for (std::size_t v = 0; v < distances.size(); ++v) {
        if (distances[v] == unreached<W> && last_[v] != 0) distances[v] = static_cast<W>(last_[v]);
        last_[v] = distances[v] == unreached<W> ? 0 : static_cast<double>(distances[v]);
      }
    });
  }

 private:
  std::vector<double> last_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::LeaksState)
