// separator-sweep answers thousands of questions about one road network: preparing takes about as long as a dozen
// searches, and each answer a fiftieth of one.
//
// `prepare` cuts the network into parts by small separators, again and again (nested dissection), and computes for
// each part the distances between its separator and the vertices around it. A search goes up through the parts that
// hold the source and then down through all parts, from large to small: it has no queue, and works on dense tables,
// many entries at a time. structure.hpp has the arrays and says what is done with them.
//
// Reference: J. Dibbelt, B. Strasser, D. Wagner, Customizable contraction hierarchies, ACM JEA 21 (2016); P. Sao,
// R. Kannan, P. Gera, R. Vuduc, A supernodal all-pairs shortest path algorithm, PPoPP 2020; A. Schild, C. Sommer, On
// balanced separators in road networks, SEA 2015. What stands where: docs/roads.md.

#include "wayfront/plugin.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "preparation.hpp"
#include "solver.hpp"

namespace wayfront {
namespace {

class SeparatorSweep {
 public:
  static constexpr PluginAbout about{
      .name = "separator-sweep",
      .version = "1.1.0",
      .summary =
          "For many sources on one road network: preparation by nested dissection, then sweeps over dense tables.",
      .reference = "J. Dibbelt, B. Strasser, D. Wagner, ACM JEA 21 (2016), with supernodes in place of arcs",
      .capabilities = capability::any_weights | capability::exact_work | capability::batch | capability::targets_only};

  using Options = separators::PreparationOptions;
  static constexpr OptionRow rows[] = {
      integer<&Options::seed>("seed", 1, {0, 1'000'000'000}, "Where searches for separators start."),
      integer<&Options::leaf_size>("leaf_size", 32, {8, 256}, "Parts of at most this many vertices are not cut."),
      integer<&Options::max_memory>("max_memory", 0, {0, 1 << 30},
                                    "MiB that the tables may take; 0: what the system has available.")};

  explicit SeparatorSweep(const Options& options) : options_(options) {}

  /// An instance that is prepared again, with other weights on the same streets, keeps the structure.
  void prepare(const Graph& graph, RunContext& context) {
    solver_.reset();
    context.phase(Phase::setup);
    const bool is_new = separators::prepare_structure(graph, options_, preparation_, context);
    if (!is_new) context.log(Level::debug, "the separators of the graph before are used again: only weights differ");
    context.phase(Phase::compute);
    solver_ = visit(graph.csr(), [&](const auto& csr) { return solver_of(csr, context); });
  }

  void solve(const Problem& problem, Output& output, RunContext& context) { solver_->solve(problem, output, context); }

 private:
  template <class W>
  std::unique_ptr<separators::Solver> solver_of(const CsrView<W, std::uint32_t>& csr, RunContext& context) const {
    return std::make_unique<separators::SolverOf<W>>(csr, preparation_, options_.max_memory, context);
  }
  /// Graphs that are admitted have so few arcs that offsets of 64 bits fit 32.
  template <class W>
  std::unique_ptr<separators::Solver> solver_of(const CsrView<W, std::uint64_t>& csr, RunContext& context) {
    narrow_offsets_.assign(csr.offsets, csr.offsets + csr.vertices + 1);
    return solver_of(CsrView<W, std::uint32_t>{csr.vertices, static_cast<std::uint32_t>(csr.edges),
                                               narrow_offsets_.data(), csr.targets, csr.weights},
                     context);
  }

  Options options_;
  separators::Preparation preparation_;
  std::vector<std::uint32_t> narrow_offsets_;
  std::unique_ptr<separators::Solver> solver_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::SeparatorSweep)
