// cpu-bellman-ford computes shortest distances from one source with several threads, negative weights allowed: arcs
// are relaxed in rounds until no distance falls, or until the predecessors close a cycle, which is then negative.
//
// `naive` and `mask` are the two multithreaded versions of Bidani and Mohammad: the threads own contiguous parts of the
// edge list, lower distances under a lock per vertex after a check without it, and end a round together. `mask` skips
// arcs whose source did not change in the round before and stops when nothing changes, but still looks at every arc in
// every round. `frontier` does not: it keeps the active vertices in queues, one per thread, or in a bitmap while they
// are many, and its rounds cost the arcs of those alone; an atomic minimum takes the place of the locks. All lower
// distances in place, so a round sees part of what it changed itself.
//
// Deviations: the paper reads distances outside the lock as plain integers, a data race, and here as relaxed atomics;
// its parts are equal but for the last one, and here differ by one arc at most; its mask is an array of int, and here
// of bytes; its threads may be started anew, and here wait between two solves; it waits for every thread in every
// round, and here the part of a thread that has no processor is taken by the others. `naive` stops after a round
// without change unless `early_exit = false`, which makes |V| - 1 rounds and one that tests for negative cycles. The
// paper only tests for those at the end; here the predecessors are searched whenever the work has doubled, which finds
// the cycle itself, mostly within a few rounds. Sums out of range saturate. A cycle of floats within rounding of zero
// may be returned as negative; whoever reads the answer has to add it up.
//
// Reference: A. Bidani, T. Y. Mohammad, Parallelized Bellman-Ford Algorithm, University of Pisa, 2025, section 5; R.
// Bellman, On a routing problem, Quarterly of Applied Mathematics 16 (1958).

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <system_error>
#include <tuple>
#include <vector>

#include "frontier.hpp"
#include "sweeps.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

enum class Variant : std::uint8_t { naive, mask, frontier };

class CpuBellmanFord {
 public:
  static constexpr PluginAbout about{
      .name = "cpu-bellman-ford",
      .version = "1.0.0",
      .summary = "Bellman-Ford in several threads: locks, active masks or a frontier; finds negative cycles.",
      .reference = "A. Bidani and T. Y. Mohammad, Parallelized Bellman-Ford Algorithm, Pisa, 2025, section 5",
      .capabilities = capability::any_weights | capability::negative_weights | capability::predecessors};

  struct Options {
    Variant variant;
    std::int64_t threads;
    bool early_exit;
    double density;
    std::uint64_t alone;
  };
  static constexpr NamedValue<Variant> variants[] = {
      {"naive", Variant::naive}, {"mask", Variant::mask}, {"frontier", Variant::frontier}};
  static constexpr OptionRow rows[] = {
      choice<&Options::variant>("variant", Variant::frontier, variants,
                                "All arcs per round under locks, those of changed vertices, or a frontier.")
          .tried(R"("mask")"),
      integer<&Options::threads>("threads", 0, {0, 256},
                                 "Threads; 0: as many as the host gives (measure.threads). More than the machine runs "
                                 "at once: a warning."),
      boolean<&Options::early_exit>(
          "early_exit", true,
          "naive: stop after a round without change; false: always |V| rounds. The others always stop."),
      real<&Options::density>(
          "density", 0.01, {0, 1},
          "frontier: rounds of more than this share of all vertices put the next one into a bitmap, "
          "others into a queue.")
          .tried("0.001, 0.1"),
      integer<&Options::alone>("alone", 512, {0, 0xffff'ffff},
                               "frontier: rounds of fewer vertices are run by one thread.")
          .tried("64, 4096, 100000")};

  explicit CpuBellmanFord(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext& context) {
    graph_ = &graph;
    const GraphInfo& info = graph.info();
    negative_ = info.min_weight < 0;
    if (const unsigned threads = threads_wanted(options_.threads, context); !team_ || team_->size() != threads)
      start_team(threads);
    sweeps_.reset();
    frontier_.reset();
    if (options_.variant == Variant::frontier) {
      frontier_ = std::make_unique<MixedFrontier>(info.vertices, team_->size(), dense_from(info.vertices),
                                                  *std::pmr::get_default_resource());
    } else {
      graph.coo();
      sweeps_ = std::make_unique<cpu_bellman_ford::SweepScratch>(info.vertices, options_.variant == Variant::mask);
    }
    walks_.resize(negative_ ? info.vertices : 0);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    CycleSearch search(about.name, negative_, walks_, output);
    switch (options_.variant) {
      case Variant::naive:
        sweep<false>(problem, output, context, search);
        break;
      case Variant::mask:
        sweep<true>(problem, output, context, search);
        break;
      case Variant::frontier:
        visit<about.capabilities>(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
          if (negative_ || output.predecessors != nullptr)
            follow_pairs(view, problem, output, context, search);
          else
            follow_distances(view, problem, output, context, search);
        });
        break;
    }
  }

 private:
  using MixedFrontier = cpu_bellman_ford::MixedFrontier;

  void start_team(unsigned threads) {
    try {
      team_ = std::make_unique<ThreadTeam>(threads);
    } catch (const std::system_error& error) {
      throw Failure(StatusCode::failed,
                    "cpu-bellman-ford: cannot start " + std::to_string(threads) + " threads: " + error.what());
    }
  }

  std::uint64_t dense_from(Vertex vertices) const {
    return static_cast<std::uint64_t>(std::floor(options_.density * vertices));
  }

  template <bool masked>
  void sweep(const Problem& problem, Output& output, RunContext& context, CycleSearch& search) {
    visit<about.capabilities>(graph_->coo(), [&]<class W>(const CooView<W>& arcs) {
      cpu_bellman_ford::Sweeps<W, masked>(arcs, *team_, *sweeps_, output, context, search)
          .solve(problem.source, options_.early_exit);
    });
  }

  template <WeightType W, OffsetType O>
  void follow_distances(const CsrView<W, O>& view, const Problem& problem, Output& output, RunContext& context,
                        CycleSearch& search) {
    const cpu_bellman_ford::DistanceLabels<W> labels{static_cast<Magnitude<W>*>(output.distances)};
    for_vertices([&](Vertex v) { labels.start(v); });
    solve_frontier(view, problem.source, labels, *frontier_, options_.alone, *team_, output, context, search,
                   [] { return std::span<const Vertex>(); });
  }

  template <WeightType W, OffsetType O>
  void follow_pairs(const CsrView<W, O>& view, const Problem& problem, Output& output, RunContext& context,
                    CycleSearch& search) {
    using Labels = cpu_bellman_ford::PairLabels<W>;
    auto& words = std::get<std::vector<typename Labels::Word>>(words_);
    words.resize(view.vertices);
    Vertex* parents = output.predecessors;
    if (parents == nullptr) {
      parents_.resize(view.vertices);
      parents = parents_.data();
    }
    const Labels labels{words.data()};
    for_vertices([&](Vertex v) { labels.start(v); });
    solve_frontier(view, problem.source, labels, *frontier_, options_.alone, *team_, output, context, search, [&] {
      for_vertices([&](Vertex v) { parents[v] = Labels::parent_of(words[v]); });
      return std::span<const Vertex>(parents, view.vertices);
    });
    W* const distances = output.distances_as<W>().data();
    for_vertices([&](Vertex v) {
      distances[v] = Labels::distance_of(words[v]);
      if (output.predecessors != nullptr) parents[v] = Labels::parent_of(words[v]);
    });
  }

  /// Calls f(v) for every vertex, by all threads where it is worth it.
  template <class F>
  void for_vertices(F&& f) {
    constexpr std::uint64_t few = 1U << 15;
    const std::uint64_t vertices = graph_->info().vertices;
    std::atomic<std::uint64_t> next{0};
    const auto take = [&](unsigned) {
      for (std::uint64_t begin; (begin = next.fetch_add(few, std::memory_order_relaxed)) < vertices;)
        for (std::uint64_t v = begin; v < std::min(begin + few, vertices); ++v) f(static_cast<Vertex>(v));
    };
    if (vertices <= few)
      take(0);
    else
      team_->share(take);
  }

  Options options_;
  const Graph* graph_ = nullptr;
  bool negative_ = false;
  std::unique_ptr<ThreadTeam> team_;
  std::unique_ptr<cpu_bellman_ford::SweepScratch> sweeps_;
  std::unique_ptr<MixedFrontier> frontier_;
  std::tuple<std::vector<std::uint64_t>, std::vector<cpu_bellman_ford::LockedPair>> words_;  // PairLabels, by type
  std::vector<Vertex> parents_;  // its predecessors, for searches
  std::vector<Vertex> walks_;    // scratch of searches
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::CpuBellmanFord)
