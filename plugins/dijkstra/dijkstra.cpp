// dijkstra computes shortest distances from one source in one thread: vertices are settled in the order of their
// distance, and each reached vertex is scanned once, or seldom again (below).
//
// The queue decides the speed. `radix` (radix_queue.hpp) compares no keys; it serves floats too, because the bits of
// non-negative floats are ordered like their values. `dary` (dary_heap.hpp) is the classic 4-ary heap. Both keep
// several entries for a vertex whose distance fell and drop the outdated ones when they come up, which is cheaper than
// finding and moving an entry. What search.hpp adds is fetching ahead of memory. Several sources are solved side by
// side, each by one thread.
//
// Deviations: the radix heap has 256 buckets per level instead of 2, so an entry of 32 bits moves at most 3 times
// instead of 31, and it keeps several entries per vertex. Small buckets narrower than half the mean weight are scanned in the order of
// arrival; a vertex whose distance falls after that is scanned again (about one in 10,000 on road graphs, none on dense
// ones).
//
// Reference: E. W. Dijkstra, A note on two problems in connexion with graphs, Numerische Mathematik 1 (1959); R. K.
// Ahuja, K. Mehlhorn, J. B. Orlin, R. E. Tarjan, Faster algorithms for the shortest path problem, JACM 37 (1990); E. V.
// Denardo, B. L. Fox, Shortest-route methods: 1. Reaching, pruning, and buckets, Operations Research 27 (1979).

#include <algorithm>
#include <cstdint>
#include <memory>

#include "each_source.hpp"
#include "search.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/plugin.hpp"
#include "wayfront/run.hpp"
#include "wayfront/stopping.hpp"

namespace wayfront::dijkstra {

/// A graph made ready for one type of queue: virtual once per solve, so that nothing below has to ask for types.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

/// Several sources are solved side by side, each by one thread with a queue of its own. Queues are kept, and emptied
/// where something is left in them: a search that stops early costs what it has touched, and the filling of its row.
template <WeightType W, OffsetType O, class Queue>
class SolverOf final : public Solver {
 public:
  SolverOf(const CsrView<W, O>& graph, double narrow) : graph_(graph), narrow_(narrow) {}

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    const bool traces = context.tracing() && sources_of(problem).size() == 1;
    output.work =
        solve_each_source(problem, context, queues_, [&](Queue& queue, Vertex source, std::uint32_t row) -> Work {
          auto* const distances = reinterpret_cast<Magnitude<W>*>(output.distances_as<W>(row).data());
          Stopping<W> stopping(problem, distances);
          std::fill_n(distances, graph_.vertices, stopping.start());
          Looks looks(graph_.vertices, context, traces);
          const Work work = search(graph_, source, distances, queue, narrow_, stopping, looks);
          stopping.write(output, row);
          return work;
        });
  }

 private:
  CsrView<W, O> graph_;
  double narrow_;
  Workspaces<Queue> queues_;
};

}  // namespace wayfront::dijkstra

namespace wayfront {
namespace {

enum class Queue : std::uint8_t { automatic, radix, dary };

class Dijkstra {
 public:
  static constexpr PluginAbout about{
      .name = "dijkstra",
      .version = "1.0.0",
      .summary = "Dijkstra in one thread with a radix heap: the bar that parallel algorithms have to clear.",
      .reference = "R. K. Ahuja, K. Mehlhorn, J. B. Orlin, R. E. Tarjan, JACM 37 (1990), section 2",
      .capabilities = capability::any_weights | capability::exact_work | capability::batch | capability::early};

  struct Options {
    Queue queue;
  };
  static constexpr NamedValue<Queue> queues[] = {
      {"auto", Queue::automatic}, {"radix", Queue::radix}, {"dary", Queue::dary}};
  static constexpr OptionRow rows[] = {
      choice<&Options::queue>(
          "queue", Queue::automatic, queues,
          "The priority queue: a radix heap, a 4-ary heap, or the faster one (so far always radix).")
          .tried(R"("dary", "radix")")};

  explicit Dijkstra(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext&) {
    const double narrow = graph.info().mean_weight / 2;
    solver_ = visit<about.capabilities>(
        graph.csr(), [&]<class W, class O>(const CsrView<W, O>& view) -> std::unique_ptr<dijkstra::Solver> {
          using Key = dijkstra::KeyOf<W>;
          if (options_.queue == Queue::dary)
            return std::make_unique<dijkstra::SolverOf<W, O, dijkstra::DaryHeap<Key>>>(view, narrow);
          return std::make_unique<dijkstra::SolverOf<W, O, dijkstra::RadixQueue<Key>>>(view, narrow);
        });
  }

  void solve(const Problem& problem, Output& output, RunContext& context) { solver_->solve(problem, output, context); }

 private:
  Options options_;
  std::unique_ptr<dijkstra::Solver> solver_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Dijkstra)
