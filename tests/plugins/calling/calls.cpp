// Plugins that have another one do all of their work.
#include <memory>
#include <string>

#include "fault.hpp"

namespace wayfront::faulty {

class Calls {
 public:
  struct Options {
    std::string callee;
    std::string callee_options;
  };
  static constexpr OptionRow rows[] = {text<&Options::callee>("callee", "", "The plugin to call."),
                                       text<&Options::callee_options>("callee_options", "", "Its options.")};

  explicit Calls(const Options& options) : options_(options) {}
  void prepare(const Graph& graph, RunContext& context) {
    context.log(Level::info, "preparing");
    callee_ = context.host().algorithm(options_.callee, options_.callee_options, graph.info());
    throw_if_failed(callee_->prepare(graph, context));
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    throw_if_failed(callee_->solve(problem, output, context));
  }

 private:
  Options options_;
  std::shared_ptr<Algorithm> callee_;
};

constexpr auto calling = capability::weights32 | capability::negative_weights;

}  // namespace wayfront::faulty

FAULT_PLUGIN(calls_one, "Calls another plugin.", Calls, calling, { using Calls::Calls; })
FAULT_PLUGIN(calls_two, "Calls another plugin.", Calls, calling, { using Calls::Calls; })
