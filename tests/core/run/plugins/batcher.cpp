// Dijkstra's answers for a whole batch in one call, so that tests see what the host passes on.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "wayfront/distance.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::batcher {

class Batcher {
 public:
  static constexpr PluginAbout about = {.name = "batcher",
                                        .version = "1",
                                        .summary = "Solves batches, and logs what it is asked.",
                                        .capabilities = capability::any_weights | capability::batch};

  void prepare(const Graph& graph, RunContext&) { graph_ = &graph; }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::string text = "asked from";
    for (const Vertex source : problem.sources) text += ' ' + std::to_string(source);
    if (problem.limit != std::numeric_limits<double>::infinity()) text += " up to a limit";
    context.log(Level::info, text);
    for (std::uint32_t row = 0; row < output.rows; ++row)
      visit(graph_->csr(), [&](const auto& csr) { search(csr, problem.sources[row], output, row); });
  }

 private:
  template <class W, class O>
  static void search(const CsrView<W, O>& csr, Vertex source, Output& output, std::uint32_t row) {
    const auto distances = output.distances_as<W>(row);
    std::fill(distances.begin(), distances.end(), unreached<W>);
    using Entry = std::pair<W, Vertex>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    distances[source] = 0;
    queue.emplace(W{0}, source);
    while (!queue.empty()) {
      const auto [distance, u] = queue.top();
      queue.pop();
      if (distance != distances[u]) continue;
      for (O e = csr.begin(u); e < csr.end(u); ++e) {
        const W sum = saturating_add(distance, csr.weights[e]);
        if (!(sum < distances[csr.targets[e]])) continue;
        distances[csr.targets[e]] = sum;
        queue.emplace(sum, csr.targets[e]);
      }
    }
  }

  const Graph* graph_ = nullptr;
};

}  // namespace wayfront::batcher

WAYFRONT_PLUGIN(wayfront::batcher::Batcher)
