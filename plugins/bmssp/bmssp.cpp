// bmssp computes shortest distances by the algorithm that breaks the sorting barrier: vertices are settled in sets,
// which are never sorted as a whole, in O(m log^(2/3) n) where degrees are bounded. One thread.
//
// Read labels.hpp (what orders vertices), partial_queue.hpp (Lemma 3.3), search.hpp (Algorithms 1 to 3, and where this
// differs from the paper), cycles.hpp (bounded degrees), in this order, beside the paper.
//
// Reference: R. Duan, J. Mao, X. Mao, X. Shu, L. Yin, Breaking the sorting barrier for directed single-source shortest
// paths, STOC 2025.

#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "cycles.hpp"
#include "labels.hpp"
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

/// Solves on a graph that was made ready, so that nothing below has to ask for types.
using Solve = std::function<void(const Problem&, Output&, RunContext&)>;

/// `owner` keeps the arrays of `csr`, where they are not the host's. The rows of an output may be shorter than the
/// graph.
template <WeightType W, OffsetType O>
Solve solver(const CsrView<W, O>& csr, std::shared_ptr<const void> owner, bool has_hops, const Options& options) {
  const Shape shape = Shape::of(csr.vertices, options.k, options.t, options.levels, options.base == Base::raised);
  const auto make = [&]<class Labels, bool counted>() -> Solve {
    const auto search = std::make_shared<Search<W, O, Labels, counted>>(csr, shape);
    return [search, owner](const Problem& problem, Output& output, RunContext& context) {
      auto* const row = reinterpret_cast<Magnitude<W>*>(output.distances_as<W>().data());
      output.work = search->run(problem.source, Stopping<W>(problem, row).start(), context);
      for (Vertex v = 0; v < output.vertices; ++v) row[v] = search->distance(v);
    };
  };
  const auto with = [&]<class Labels>() {
    return options.comparisons ? make.template operator()<Labels, true>() : make.template operator()<Labels, false>();
  };
  if constexpr (std::is_same_v<W, std::int32_t>)
    if (!has_hops) return with.template operator()<ShortLabels<W>>();
  return with.template operator()<LongLabels<W>>();
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
    const bool zeros = !(graph.info().min_weight >= 1);
    visit<about.capabilities>(graph.csr(), [&]<class W, class O>(const CsrView<W, O>& csr) {
      if (options_.degree == Degree::as_is) {
        solve_ = bmssp::solver(csr, nullptr, zeros, options_);
      } else {
        const auto cycles = std::make_shared<const bmssp::CycleGraph<W>>(csr);
        solve_ = bmssp::solver(cycles->view(), cycles, true, options_);
      }
    });
  }

  void solve(const Problem& problem, Output& output, RunContext& context) { solve_(problem, output, context); }

 private:
  Options options_;
  bmssp::Solve solve_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Bmssp)
