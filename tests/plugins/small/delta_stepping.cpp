// Delta-stepping on several threads: each round scans the active vertices of the first bucket that has any.
#include <algorithm>
#include <memory>
#include <span>

#include "wayfront/cpu/bucket_rounds.hpp"
#include "wayfront/cpu/relax.hpp"
#include "wayfront/plugin.hpp"

using namespace wayfront;

class DeltaStepping {
 public:
  static constexpr PluginAbout about{"small-delta-stepping", "1.0", "Delta-stepping without light and heavy arcs.",
                                     "Meyer and Sanders, 2003", capability::any_weights};
  struct Options {
    double delta;
  };
  static constexpr OptionRow rows[] = {
      real<&Options::delta>("delta", 0, {0, 1e9}, "Width of a bucket; 0: mean weight / mean out-degree.")};

  explicit DeltaStepping(const Options& options) : delta_(options.delta) {}

  void prepare(const Graph& graph, RunContext& context) {
    const GraphInfo& info = graph.info();
    width_ = delta_ > 0 ? delta_ : info.mean_weight * std::min(1.0, info.vertices / std::max(1.0, double(info.edges)));
    graph_ = graph.csr();
    team_ = std::make_unique<ThreadTeam>(context.threads());
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit(graph_, [&]<class W, class O>(const CsrView<W, O>& graph) {
      using D = Magnitude<W>;  // no weight is negative: sums of unsigned integers need no branch
      const std::span distances(static_cast<D*>(output.distances), graph.vertices);
      std::ranges::fill(distances, D(unreached<W>));
      distances[problem.source] = 0;
      TeamQueues<D> queues(team_->size());
      queues.start(width_);
      queues.push({0, problem.source});

      const auto scan = [&](std::span<const QueueEntry<D>> entries, BucketQueue<D>& queue, Work& work) {
        for (const auto [distance, u] : entries) {
          if (load_distance(distances[u]) < distance) continue;  // it fell after this entry was pushed
          ++work.settled;
          for (O arc = graph.begin(u); arc < graph.end(u); ++arc, ++work.relaxed) {
            const Vertex v = graph.targets[arc];
            const D through = add_nonnegative<W>(distance, graph.weights[arc]);
            if (!relax_shared(distances[v], through)) continue;
            ++work.improved;
            queue.push({through, v});
          }
        }
      };
      run_rounds(context, *team_, queues, FirstBucket{}, {.fusion = 100}, output.work, scan);
    });
  }

 private:
  double delta_, width_ = 0;
  AnyCsr graph_;
  std::unique_ptr<ThreadTeam> team_;
};

WAYFRONT_PLUGIN(DeltaStepping)
