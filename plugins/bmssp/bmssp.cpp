// bmssp computes shortest distances by the algorithm that breaks the sorting barrier: vertices are settled in sets, which are
// never sorted as a whole, in O(m log^(2/3) n) where degrees are bounded. One thread.
//
// Read labels.hpp (what orders vertices), partial_queue.hpp (Lemma 3.3), search.hpp (Algorithms 1 to 3, and where this
// differs from the paper), rows.hpp (bounded degrees), in this order, beside the paper.
//
// Reference: R. Duan, J. Mao, X. Mao, X. Shu, L. Yin, Breaking the sorting barrier for directed single-source shortest paths,
// STOC 2025.

#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "labels.hpp"
#include "rows.hpp"
#include "search.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/plugin.hpp"
#include "wayfront/run.hpp"
#include "wayfront/stopping.hpp"

namespace wayfront::bmssp {

enum class Base : std::uint8_t { paper, raised };
enum class Degree : std::uint8_t { as_is, cycle };

struct Options {
  Base base;
  unsigned levels, t;
  std::uint64_t k;
  Degree degree;
  bool comparisons;
};

/// A graph made ready: virtual once per solve, so that nothing below has to ask for types.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

template <WeightType W, class Labels, bool counted>
class SolverOf final : public Solver {
 public:
  /// `cycles` are the graph's, or null where `rows` are the graph itself.
  SolverOf(const Rows<W>& rows, std::unique_ptr<const CycleGraph<W>> cycles, const Options& options)
      : cycles_(std::move(cycles)),
        search_(rows, Shape::of(rows.vertices, options.k, options.t, options.levels, options.base == Base::raised)) {}

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    auto* const row = reinterpret_cast<Magnitude<W>*>(output.distances_as<W>().data());
    const auto place = [&](Vertex v) { return cycles_ == nullptr ? v : cycles_->first(v); };
    output.work = search_.run(place(problem.source), Stopping<W>(problem, row).start(), context);
    for (Vertex v = 0; v < output.vertices; ++v) row[v] = search_.distance(place(v));
  }

 private:
  std::unique_ptr<const CycleGraph<W>> cycles_;
  Search<W, Labels, counted> search_;
};

template <WeightType W, class... Arguments>
std::unique_ptr<Solver> make_solver(bool has_hops, bool counted, Arguments&&... arguments) {
  const auto make = [&]<class Labels>() -> std::unique_ptr<Solver> {
    if (counted) return std::make_unique<SolverOf<W, Labels, true>>(std::forward<Arguments>(arguments)...);
    return std::make_unique<SolverOf<W, Labels, false>>(std::forward<Arguments>(arguments)...);
  };
  if constexpr (std::is_same_v<W, std::int32_t>)
    if (!has_hops) return make.template operator()<ShortLabels<W>>();
  return make.template operator()<LongLabels<W>>();
}

}  // namespace wayfront::bmssp

namespace wayfront {
namespace {

using bmssp::Base, bmssp::Degree;

class Bmssp {
 public:
  static constexpr PluginAbout about{
      .name = "bmssp",
      .version = "1.0.0",
      .summary =
          "Breaking the sorting barrier: sets of vertices between bounds, never sorted as a whole, in one thread.",
      .reference = "R. Duan, J. Mao, X. Mao, X. Shu, L. Yin, STOC 2025",
      .capabilities = capability::any_weights | capability::exact_work | capability::early,
      .counters = {"comparisons", "pulls"}};

  using Options = bmssp::Options;
  static constexpr NamedValue<Base> bases[] = {{"paper", Base::paper}, {"raised", Base::raised}};
  static constexpr NamedValue<Degree> degrees[] = {{"as is", Degree::as_is}, {"cycle", Degree::cycle}};
  static constexpr OptionRow rows[] = {
      choice<&Options::base>("base", Base::paper, bases,
                             "The lowest level: from single vertices, as in the paper, or one search for two levels.")
          .tried(R"("raised")"),
      integer<&Options::levels>("levels", 0, {0, 32},
                                "Levels of the recursion; 0: the cube root of log2 of the vertices.")
          .tried("2"),
      integer<&Options::k>("k", 0, {0, 1 << 20},
                           "Rounds of each search for pivots; 0: the cube root of log2 of the vertices."),
      integer<&Options::t>("t", 0, {0, 32}, "A level has 2^t parts; 0: as the number of levels needs."),
      choice<&Options::degree>(
          "degree", Degree::as_is, degrees,
          "The graph as it is, or each vertex as a cycle, which the proof of the running time needs."),
      boolean<&Options::comparisons>("comparisons", false,
                                     "Count comparisons of distances and keys, which costs time.")};

  explicit Bmssp(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext&) {
    const bool cycles = options_.degree == Degree::cycle;
    const bool has_hops = cycles || !(graph.info().min_weight >= 1);
    solver_ = visit<about.capabilities>(
        graph.csr(), [&]<class W, class O>(const CsrView<W, O>& csr) -> std::unique_ptr<bmssp::Solver> {
          std::unique_ptr<const bmssp::CycleGraph<W>> made;
          if (cycles) made = std::make_unique<const bmssp::CycleGraph<W>>(csr);
          const bmssp::Rows<W> arcs = cycles ? bmssp::Rows<W>(made->view()) : bmssp::Rows<W>(csr);
          return bmssp::make_solver<W>(has_hops, options_.comparisons, arcs, std::move(made), options_);
        });
  }

  void solve(const Problem& problem, Output& output, RunContext& context) { solver_->solve(problem, output, context); }

 private:
  Options options_;
  std::unique_ptr<bmssp::Solver> solver_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Bmssp)
