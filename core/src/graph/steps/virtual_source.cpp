#include "graph/steps/virtual_source.hpp"

#include <algorithm>

#include "graph/steps/rows.hpp"

namespace wayfront::host {

void add_virtual_source(std::span<const Vertex> sources, GraphInSteps& graph, RunContext& context) {
  graph.csr = visit(graph.csr.view, [&]<class W, class O>(const CsrView<W, O>& view) {
    const Vertex last = view.vertices;
    if (last >= no_vertex - 2)
      throw UserError(ExitCode::input, "mode = \"nearest\" needs one vertex more than the graph has, which is full");
    const auto degree = [&](Vertex u) { return u == last ? sources.size() : std::uint64_t{view.degree(u)}; };
    return steps::build_rows<W>(last + 1, context, "mode = \"nearest\"", degree,
                                [&](Vertex u, Vertex* targets, W* weights) {
                                  if (u == last) {
                                    std::ranges::copy(sources, targets);
                                    std::fill_n(weights, sources.size(), W{0});
                                    return;
                                  }
                                  std::copy(view.targets + view.begin(u), view.targets + view.end(u), targets);
                                  std::copy(view.weights + view.begin(u), view.weights + view.end(u), weights);
                                });
  });
  graph.directed = true;  // no arcs lead back
}

}  // namespace wayfront::host
