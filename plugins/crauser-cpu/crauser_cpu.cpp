// crauser-cpu computes shortest distances from one source in one thread by Dijkstra's algorithm in rounds: a round
// settles all vertices that a criterion proves to be final, and relaxes their arcs. It is the sequential program that
// Ortega-Arranz et al. measure their GPU version against ("CPU Crauser"), and, with Martin's criterion, the one of
// Martin et al. ("CPU Martin").
//
// The rounds are defined exactly, so that another program can be compared with this one round by round. out(v) and
// in(v) are the weights of the lightest arc out of v and into v (self-loops and arcs between settled vertices count),
// or `unreached` where there is none. Sums are those of relaxation: float32 rounds; an int32 sum that does not fit, and
// any sum with `unreached`, is `unreached`; nothing wraps.
//   Start:   d[source] = 0, d[v] = unreached for all others; no vertex is settled.
//   Waiting: the vertices with d[v] < unreached that are not settled: the source alone, before the first round.
//   Round:   L = min d[v] and T = min d[v] + out(v), both over the waiting vertices. F is the set of waiting vertices
//            with   crauser: d[v] <= T      martin: d[v] <= L      in: d[v] <= L + in(v)      in_or_out: the first or
//            the third. The vertices of F are settled now, all at once; then all arcs out of F are relaxed. L and T are
//            those before the round's relaxations, so a vertex that these reach or lower waits at least one round.
//   End:     when no vertex waits. `work.rounds` is the number of rounds; that of the source counts, and so does the
//            last one even where it settles vertices without out-arcs alone. A vertex without out-arcs does not bound T
//            (T = unreached where only such wait, and all of them are settled in that round).
// Rounds, the set F of each, and `work.settled` (the vertices reached) follow from the graph and the source, whatever
// `frontier` and `direction`. So does `work.relaxed`: with successors all arcs out of the sets F; with predecessors,
// the sum over the rounds of the arcs into the vertices that are not settled after the round's F is, reached or not.
// `improved` and `pushed` depend on the order in which this program goes.
//
// `frontier = "flags"` is the paper's form: three vectors (distance, unsettled, frontier), and each round passes over
// all vertices to update, to relax and to find the minimum. `queue` keeps the waiting vertices in a list; a round costs
// the waiting vertices and the arcs of F. With `direction = "predecessors"` every unsettled vertex looks for members of
// F along its in-arcs instead of F pushing along its out-arcs.
//
// Deviations from the paper: its loop ends as soon as T is infinite, one round earlier where only vertices without
// out-arcs wait (their distances are final); here they are settled. Printed code would add to an infinite distance,
// assign atomicMin's old value, and settle unreached vertices at the end; none of that here. The criteria `in` and
// `in_or_out` are of Crauser et al. and not in the paper; in(v) is fixed, not updated as arcs go out of use.
//
// Reference: H. Ortega-Arranz, Y. Torres, A. Gonzalez-Escribano, D. R. Llanos, Comprehensive evaluation of a new
// GPU-based approach to the shortest path problem, Int. J. of Parallel Programming 43 (2015), section 3; A. Crauser, K.
// Mehlhorn, U. Meyer, P. Sanders, A parallelization of Dijkstra's shortest path algorithm, MFCS 1998; P. J. Martin, R.
// Torres, A. Gavilanes, CUDA solutions for the SSSP problem, ICCS 2009.

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>

#include "criterion.hpp"
#include "flags.hpp"
#include "queue.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

using crauser_cpu::Criterion;
using crauser_cpu::Direction;
enum class Form : std::uint8_t { flags, queue };

class CrauserCpu {
 public:
  static constexpr PluginAbout about{
      .name = "crauser-cpu",
      .version = "1.0.0",
      .summary = "Dijkstra in rounds that settle many vertices, in one thread: Crauser's and Martin's criteria.",
      .reference = "Ortega-Arranz, Torres, Gonzalez-Escribano, Llanos, IJPP 43 (2015), section 3",
      .capabilities = capability::weights32 | capability::exact_work};

  struct Options {
    Criterion criterion;
    Direction direction;
    Form frontier;
  };
  static constexpr NamedValue<Criterion> criteria[] = {{"crauser", Criterion::crauser},
                                                       {"martin", Criterion::martin},
                                                       {"in", Criterion::in},
                                                       {"in_or_out", Criterion::in_or_out}};
  static constexpr NamedValue<Direction> directions[] = {{"successors", Direction::successors},
                                                         {"predecessors", Direction::predecessors}};
  static constexpr NamedValue<Form> forms[] = {{"flags", Form::flags}, {"queue", Form::queue}};
  static constexpr OptionRow rows[] = {
      choice<&Options::criterion>(
          "criterion", Criterion::crauser, criteria,
          "What a round settles: by lightest out-arcs, smallest distance, in-arcs, or both arcs."),
      choice<&Options::direction>("direction", Direction::successors, directions,
                                  "Whether settled vertices push, or unsettled ones look for them."),
      choice<&Options::frontier>(
          "frontier", Form::queue, forms,
          "Waiting vertices as a list, or flags and passes over all vertices, as in the paper.")};

  explicit CrauserCpu(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext&) {
    graph_ = &graph;
    visit<capability::weights32>(graph.csr(), [&]<class W, class O>(const CsrView<W, O>& csr) {
      lightest_ = crauser_cpu::LightestArcs<W>(csr, options_.criterion);
    });
    if (options_.direction == Direction::predecessors) graph.csc();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (options_.direction == Direction::successors)
      visit<capability::weights32>(graph_->csr(), [&](const auto& csr) { choose(csr, problem, output, context); });
    else
      visit<capability::weights32>(graph_->csc(), [&](const auto& csc) { choose(csc, problem, output, context); });
  }

 private:
  template <class Arcs>
  void choose(const Arcs& arcs, const Problem& problem, Output& output, RunContext& context) {
    switch (options_.criterion) {
      case Criterion::crauser:
        return choose<Criterion::crauser>(arcs, problem, output, context);
      case Criterion::martin:
        return choose<Criterion::martin>(arcs, problem, output, context);
      case Criterion::in:
        return choose<Criterion::in>(arcs, problem, output, context);
      case Criterion::in_or_out:
        return choose<Criterion::in_or_out>(arcs, problem, output, context);
    }
  }

  template <Criterion C, class Arcs>
  void choose(const Arcs& arcs, const Problem& problem, Output& output, RunContext& context) {
    using W = typename Arcs::Weight;
    constexpr bool pull = std::is_same_v<Arcs, CscView<W, typename Arcs::Offset>>;
    if (options_.frontier == Form::flags)
      run<crauser_cpu::FlagForm<C, W>>(arcs, problem, output, context);
    else
      run<crauser_cpu::QueueForm<C, pull ? Direction::predecessors : Direction::successors, W>>(arcs, problem, output,
                                                                                                context);
  }

  template <class F, class Arcs>
  void run(const Arcs& arcs, const Problem& problem, Output& output, RunContext& context) {
    using W = typename Arcs::Weight;
    using M = Magnitude<W>;
    const std::span<M> distances(static_cast<M*>(output.distances), output.vertices);
    std::ranges::fill(distances, M(unreached<W>));
    distances[problem.source] = M{0};
    F form(distances, std::get<crauser_cpu::LightestArcs<W>>(lightest_), context);
    form.frontier().start(problem.source);
    // RoundStats::safe is min_distance where out-arcs do not count.
    run_rounds(context, form.frontier(), Crauser<W>{}, output.work,
               [&](std::uint64_t, W limit) { return form.round(arcs, limit); });
    output.work.pushed = form.pushed();
  }

  Options options_;
  const Graph* graph_ = nullptr;
  std::variant<crauser_cpu::LightestArcs<std::int32_t>, crauser_cpu::LightestArcs<float>> lightest_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::CrauserCpu)
