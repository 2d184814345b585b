// adds as a plugin. What it computes and how: adds.hpp.
#include <bit>
#include <memory>
#include <string>

#include "adds.hpp"
#include "wayfront/cuda/error.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class Adds {
 public:
  static constexpr PluginAbout about{
      .name = "adds",
      .version = "1.0.0",
      .summary = "Asynchronous delta-stepping on a GPU: a manager block deals a queue's items out to workers (ADDS).",
      .reference = "K. Wang, D. Fussell, C. Lin, PPoPP, 2021",
      .capabilities = capability::any_weights | capability::device};
  using Options = adds::Options;
  static constexpr auto& rows = adds::rows;

  explicit Adds(const Options& options) : options_(options) {
    if (!std::has_single_bit(options.worker_threads))
      throw Unsupported("adds: worker_threads = " + std::to_string(options.worker_threads) + " is no power of two");
    if (!std::has_single_bit(options.block_words))
      throw Unsupported("adds: block_words = " + std::to_string(options.block_words) + " is no power of two");
    if (!std::has_single_bit(options.segment))
      throw Unsupported("adds: segment = " + std::to_string(options.segment) + " is no power of two");
    if (options.segment > options.block_words)
      throw Unsupported("adds: segment = " + std::to_string(options.segment) + " is above block_words = " +
                        std::to_string(options.block_words) + ", but a block is made of segments");
    if (!options.utilisation.empty() &&
        (options.utilisation.size() != 2 || options.utilisation[0] > options.utilisation[1]))
      throw Unsupported("adds: utilisation takes two numbers, the low one first: [0.2, 0.7]");
    if (!options.utilisation.empty() && (options.delta == adds::Delta::fixed || options.delta_number > 0))
      throw Unsupported(
          "adds: utilisation needs delta = \"dynamic\", because a delta that is given does not follow the load");
    if (options.open_buckets > options.buckets)
      throw Unsupported("adds: open_buckets = " + std::to_string(options.open_buckets) +
                        " is above buckets = " + std::to_string(options.buckets));
  }
  static void probe(int device) { cuda::probe(device); }

  void prepare(const Graph& graph, RunContext& context) {
    cuda::use_device(context.device());
    solver_.reset();  // its memory, before the next one's
    solver_ = adds::make_solver(options_, graph, context);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    cuda::use_device(context.device());
    if (!solver_) throw Failure(StatusCode::failed, "adds: solve before a prepare that succeeded");
    solver_->solve(problem, output, context);
  }

 private:
  Options options_;
  std::unique_ptr<adds::Solver> solver_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Adds)
