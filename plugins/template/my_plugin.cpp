// my-plugin computes shortest distances by Bellman-Ford with a queue, in one thread: each round scans the vertices whose
// distance fell in the round before. Reference: R. Bellman, On a routing problem, Quarterly of Applied Mathematics,
// 1958.

#include <algorithm>
#include <cstdint>

#include "wayfront/cpu/queue_frontier.hpp"
#include "wayfront/cpu/relax.hpp"
#include "wayfront/plugin.hpp"

using namespace wayfront;

class MyPlugin {
 public:
  static constexpr PluginAbout about{.name = "my-plugin",
                                     .version = "1.0.0",
                                     .summary = "Bellman-Ford with a queue: the smallest plugin, to be changed.",
                                     .reference = "R. Bellman, On a routing problem, 1958",
                                     .capabilities = capability::any_weights | capability::exact_work};
  struct Options {
    std::uint64_t max_rounds;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::max_rounds>("max_rounds", 0, {0, 1LL << 40}, "Give up after this many rounds; 0: never.")};

  explicit MyPlugin(const Options& options) : options_(options) {}
  void prepare(const Graph& graph, RunContext&) { graph_ = &graph; }  // once per graph; its time is not the solve's

  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& csr) {  // compiled for every kind of graph
      const auto distances = output.distances_as<W>();
      std::ranges::fill(distances, unreached<W>);
      distances[problem.source] = 0;
      QueueFrontier frontier(csr.vertices, context.memory());
      frontier.start(problem.source);
      const auto scan = [&](std::uint64_t, W) {
        RoundStats<W> stats{.active = frontier.size()};
        const auto next = frontier.ref();
        for (const Vertex u : frontier.active())
          for (O arc = csr.begin(u); arc < csr.end(u); ++arc, ++stats.relaxed) {
            if (!relax(distances[csr.targets[arc]], saturating_add(distances[u], csr.weights[arc]))) continue;
            next.push(csr.targets[arc]);
            ++stats.improved;
          }
        return stats;
      };
      const std::uint64_t max = options_.max_rounds == 0 ? ~std::uint64_t{0} : options_.max_rounds;
      if (!run_rounds(context, frontier, EveryVertex<W>{}, output.work, scan, max))
        throw Failure(StatusCode::failed, "my-plugin: vertices are still active; raise max_rounds");
    });
  }

 private:
  Options options_;
  const Graph* graph_ = nullptr;
};

WAYFRONT_PLUGIN(MyPlugin)
