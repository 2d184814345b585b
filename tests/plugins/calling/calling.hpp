// A plugin that has another one do all of its work.
#pragma once

#include <memory>
#include <string>

#include "wayfront/plugin.hpp"

namespace wayfront::calling {

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
    callee_ = context.algorithm(options_.callee, options_.callee_options, graph.info());
    throw_if_failed(callee_->prepare(graph, context));
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    throw_if_failed(callee_->solve(problem, output, context));
  }

 private:
  Options options_;
  std::shared_ptr<Algorithm> callee_;
};

}  // namespace wayfront::calling
