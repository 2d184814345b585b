// A plugin that is one function, for a first evening: without options, for one source at a time.
#pragma once

#include <algorithm>

#include "wayfront/cpu/relax.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::detail {

/// The class around the function of WAYFRONT_SOLVE, which is called with a CsrView<W, O>, the source, a std::span<W> of
/// the distances, and the RunContext.
template <class Function>
class OneFunction {
 public:
  void prepare(const Graph& graph, RunContext&) { graph_ = &graph; }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
      const auto distances = output.distances_as<W>();
      std::ranges::fill(distances, unreached<W>);
      distances[problem.source] = 0;
      Function{}(graph, problem.source, distances, context);
    });
  }

 private:
  const Graph* graph_ = nullptr;
};

}  // namespace wayfront::detail

/// The last line of a plugin's file: WAYFRONT_SOLVE("name", "What it is, one sentence.", function), after
///   constexpr auto function = [](const auto& graph, Vertex source, auto distances, RunContext& context) { ... };
/// It lowers `distances`, a span of the graph's weight type with an entry for each vertex, in which the source is 0 and
/// all others are unreached. No weight is negative. What it throws fails the run.
#define WAYFRONT_SOLVE(NAME, SUMMARY, FUNCTION)                                                                     \
  namespace {                                                                                                       \
  struct WayfrontSolve : ::wayfront::detail::OneFunction<decltype(FUNCTION)> {                                      \
    static constexpr ::wayfront::PluginAbout about{                                                                 \
        .name = NAME, .version = "1.0.0", .summary = SUMMARY, .capabilities = ::wayfront::capability::any_weights}; \
  };                                                                                                                \
  }                                                                                                                 \
  WAYFRONT_PLUGIN(WayfrontSolve)
