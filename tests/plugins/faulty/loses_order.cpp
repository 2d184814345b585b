// Near-far with a loop of its own, which does not say which distance is the smallest that waits: the schedule goes on
// without limits, so that the answers are right and the work is that of Bellman-Ford.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "wayfront/distance.hpp"
#include "wayfront/plugin.hpp"
#include "wayfront/rounds.hpp"

namespace {

using namespace wayfront;

class LosesOrder {
 public:
  static constexpr PluginAbout about{.name = "loses-order",
                                     .version = "1.0",
                                     .summary = "A schedule that loses its limits.",
                                     .reference = "",
                                     .capabilities = capability::any_weights};
  void prepare(const Graph& graph, RunContext&) { graph_ = &graph; }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& csr) {
      const auto distances = output.distances_as<W>();
      std::ranges::fill(distances, unreached<W>);
      distances[problem.source] = 0;
      const NearFar<W> schedule{static_cast<W>(graph_->info().mean_weight + 1)};
      RoundStats<W> last{.min_distance = 0};
      std::vector<Vertex> waiting = {problem.source}, later;
      for (std::uint64_t round = 1; !waiting.empty(); ++round) {
        context.throw_if_cancelled();
        const W limit = schedule.limit(last);
        last = {.round = round, .limit = limit};  // without min_distance
        later.clear();
        std::vector<bool> pushed(csr.vertices);
        const auto push = [&](Vertex v) {
          if (!pushed[v]) later.push_back(v);
          pushed[v] = true;
        };
        for (const Vertex u : waiting) {
          if (distances[u] > limit) {
            push(u);
            continue;
          }
          for (O arc = csr.begin(u); arc < csr.end(u); ++arc, ++last.relaxed) {
            const Vertex v = csr.targets[arc];
            const W through = saturating_add(distances[u], csr.weights[arc]);
            if (!(through < distances[v])) continue;
            distances[v] = through;
            push(v);
          }
        }
        waiting.swap(later);
        output.work.relaxed += last.relaxed;
        const double end = limit == unreached<W> ? std::numeric_limits<double>::infinity() : static_cast<double>(limit);
        if (context.tracing()) context.trace({.round = round, .relaxed = last.relaxed, .limit = end});
      }
    });
  }

 private:
  const Graph* graph_ = nullptr;
};

}  // namespace

WAYFRONT_PLUGIN(LosesOrder)
