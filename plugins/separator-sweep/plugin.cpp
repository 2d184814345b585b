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

#include <cstdint>
#include <memory>
#include <utility>
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
      .capabilities = capability::any_weights | capability::exact_work | capability::batch | capability::targets_only |
                      capability::reduce};

  using Options = separators::PreparationOptions;
  static constexpr const auto& rows = separators::preparation_rows;

  explicit SeparatorSweep(const Options& options) : options_(options) {}

  /// An instance that is prepared again, with other weights on the same streets, keeps the structure, as the host's
  /// cache does for later runs, and the memory of its tables.
  void prepare(const Graph& graph, RunContext& context) {
    const std::unique_ptr<separators::Solver> before = std::move(solver_);
    context.phase(Phase::setup);
    separators::prepare_structure(graph, options_, preparation_, context);
    context.phase(Phase::compute);
    solver_ = separators::with_narrow_offsets(
        graph.csr(), narrow_offsets_,
        [&]<class W>(const CsrView<W, std::uint32_t>& csr) -> std::unique_ptr<separators::Solver> {
          return std::make_unique<separators::SolverOf<W>>(csr, preparation_, options_.max_memory, context,
                                                           before.get());
        });
  }

  void solve(const Problem& problem, Output& output, RunContext& context) { solver_->solve(problem, output, context); }

 private:
  Options options_;
  separators::Preparation preparation_;
  std::vector<std::uint32_t> narrow_offsets_;
  std::unique_ptr<separators::Solver> solver_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::SeparatorSweep)
