// separator-sweep on a GPU: the tables that plugins/separator-sweep prepares, and one kernel for each source, in which
// blocks wait for each other only once. What the tables are: structure.hpp there. What a block does: share.hpp.

#include <cstdint>
#include <memory>
#include <vector>

#include "device_structure.hpp"
#include "preparation.hpp"
#include "solver.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class SeparatorSweepCuda {
 public:
  static constexpr PluginAbout about{
      .name = "separator-sweep-cuda",
      .version = "1.0.0",
      .summary = "For many sources on one road network, on a GPU: the tables of separator-sweep, swept by one kernel.",
      .reference = "D. Delling, A. Goldberg, A. Nowatzyk, R. Werneck, JPDC 73 (2013), with dense tables",
      .capabilities = capability::any_weights | capability::exact_work | capability::batch | capability::targets_only |
                      capability::reduce};

  using Options = separators::PreparationOptions;
  static constexpr const auto& rows = separators::preparation_rows;

  explicit SeparatorSweepCuda(const Options& options) : options_(options) {}

  /// An instance that is prepared again, with other weights on the same streets, keeps the structure, here and on the
  /// device, and so does the host's cache for later runs.
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) {
    context.phase(Phase::setup);
    const bool had_structure = preparation_.is_complete;
    const bool is_new = separators::prepare_structure(graph, options_, preparation_, context) || !had_structure;
    if (is_new || device_structure_ == nullptr ||
        device_structure_->device() != cuda::chosen_device(context.device())) {
      device_structure_.reset();
      device_structure_ = std::make_unique<separator_sweep_cuda::DeviceStructure>(preparation_.structure, context);
    }
    return separators::with_narrow_offsets(
        graph.csr(), narrow_offsets_,
        [&]<class W>(const CsrView<W, std::uint32_t>& csr) -> std::unique_ptr<cuda::Solver> {
          return std::make_unique<separator_sweep_cuda::SolverOf<W>>(csr, preparation_, *device_structure_,
                                                                     options_.max_memory, context);
        });
  }

 private:
  Options options_;
  separators::Preparation preparation_;
  std::unique_ptr<separator_sweep_cuda::DeviceStructure> device_structure_;
  std::vector<std::uint32_t> narrow_offsets_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::SeparatorSweepCuda>)
