// Delta-stepping on several threads: a round relaxes the active vertices of the first bucket that is not empty.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "wayfront/cpu/bucket_rounds.hpp"
#include "wayfront/cpu/relax.hpp"
#include "wayfront/plugin.hpp"

namespace {

using namespace wayfront;

class DeltaStepping {
 public:
  static constexpr PluginAbout about{"small-delta-stepping", "1.0", "Delta-stepping without light and heavy arcs.",
                                     "Meyer and Sanders, 2003", capability::any_weights};
  struct Options {
    double delta;
    std::uint64_t fusion;
  };
  static constexpr OptionRow rows[] = {
      real<&Options::delta>("delta", 0, {0, 1e9}, "Width of a bucket; 0: mean weight / mean out-degree."),
      integer<&Options::fusion>("fusion", 100, {0, 1 << 20}, "A thread goes on alone with fewer entries of its own.")};

  explicit DeltaStepping(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext& context) {
    const GraphInfo& info = graph.info();
    if (info.min_weight < 0) throw Unsupported("small-delta-stepping: weights must not be negative");
    graph_ = graph.csr();
    delta_ = options_.delta;
    if (delta_ == 0) delta_ = info.mean_weight * std::min(1.0, info.vertices / std::max(1.0, double(info.edges)));
    team_ = std::make_unique<ThreadTeam>(context.threads());
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit<about.capabilities>(graph_, [&](const auto& graph) { run(graph, problem.source, output, context); });
  }

 private:
  template <class W, class O>
  void run(const CsrView<W, O>& graph, Vertex source, Output& output, RunContext& context) {
    using D = Magnitude<W>;
    const std::span<D> distances(static_cast<D*>(output.distances), graph.vertices);
    std::ranges::fill(distances, D(unreached<W>));
    distances[source] = 0;
    TeamQueues<D> queues(team_->size());
    queues.start(delta_);
    queues.push({0, source});

    const auto scan = [&](std::span<const QueueEntry<D>> entries, BucketQueue<D>& queue, Work& work) {
      for (const auto [distance, u] : entries) {
        if (load_distance(distances[u]) < distance) {
          ++work.stale;
          continue;
        }
        ++work.settled;
        work.relaxed += graph.degree(u);
        for (O arc = graph.begin(u); arc < graph.end(u); ++arc) {
          const Vertex v = graph.targets[arc];
          const D through = add_nonnegative<W>(distance, graph.weights[arc]);
          if (!relax_shared(distances[v], through)) continue;
          ++work.improved;
          queue.push({through, v});
        }
      }
    };
    run_rounds(context, *team_, queues, FirstBucket{}, {.fusion = options_.fusion}, output.work, scan);
  }

  Options options_;
  AnyCsr graph_;
  double delta_ = 1;
  std::unique_ptr<ThreadTeam> team_;
};

}  // namespace

WAYFRONT_PLUGIN(DeltaStepping)
