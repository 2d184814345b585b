// Delta-stepping on several threads: a round relaxes the active vertices of the first bucket that is not empty.
#include <algorithm>
#include <atomic>
#include <limits>

#include "wayfront/cpu/bucket_frontier.hpp"
#include "wayfront/plugin.hpp"

namespace {

using namespace wayfront;

class DeltaStepping {
 public:
  static constexpr PluginAbout about{"small-delta-stepping", "1.0", "Delta-stepping without light and heavy edges.",
                                     "Meyer and Sanders, 2003", capability::any_weights};
  struct Options {
    double delta;
    std::uint64_t grain;
  };
  static constexpr OptionRow rows[] = {
      real<&Options::delta>("delta", 0, {0, 1e9}, "Width of a bucket; 0: largest weight / mean out-degree."),
      integer<&Options::grain>("grain", 64, {1, 1 << 20}, "Vertices per task.")};

  explicit DeltaStepping(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext&) {
    const GraphInfo& info = graph.info();
    if (info.min_weight < 0) throw Unsupported("small-delta-stepping: weights must not be negative");
    graph_ = graph.csr();
    delta_ = options_.delta;
    if (delta_ == 0) delta_ = info.max_weight * std::min(1.0, info.vertices / std::max(1.0, double(info.edges)));
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit(graph_, [&](const auto& graph) { run(graph, problem.source, output, context); });
  }

 private:
  template <class W, class O>
  void run(const CsrView<W, O>& graph, Vertex source, Output& output, RunContext& context) {
    const auto distances = output.distances_as<W>();
    std::ranges::fill(distances, unreached<W>);
    distances[source] = W{0};
    BucketFrontier<W> frontier(distances, context.memory());
    frontier.start(source);

    const auto step = [&](std::uint64_t, W limit) {
      const auto active = frontier.take(limit);
      std::atomic<std::uint64_t> relaxed{0}, improved{0};
      context.parallel_for(active.size(), options_.grain, [&](std::uint64_t begin, std::uint64_t end) {
        Writer writer(frontier.ref());
        std::uint64_t scanned = 0, lowered = 0;
        for (const Vertex u : active.subspan(begin, end - begin)) {
          const W distance = load_distance(distances[u]);
          scanned += graph.degree(u);
          for (O e = graph.begin(u); e < graph.end(u); ++e) {
            if (!relax_shared(distances[graph.targets[e]], extend(distance, graph.weights[e]))) continue;
            ++lowered;
            writer.push(graph.targets[e]);
          }
        }
        relaxed += scanned;
        improved += lowered;
      });
      return RoundStats<W>{
          .active = active.size(), .relaxed = relaxed, .improved = improved, .least = frontier.least()};
    };

    const W delta = delta_ >= 1 || (std::is_same_v<W, float> && delta_ > 0) ? static_cast<W>(delta_) : W{1};
    ScheduledBy<W, Buckets<W>> buckets(Buckets<W>{delta});
    const RoundStats<W> first{.waiting = 1, .least = W{0}};
    run_rounds(context, frontier, buckets, first, std::numeric_limits<std::uint64_t>::max(), output.work, step);
  }

  Options options_;
  AnyCsr graph_;
  double delta_ = 1;
};

}  // namespace

WAYFRONT_PLUGIN(DeltaStepping)
