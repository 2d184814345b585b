// Steps that add, remove or reverse arcs; vertices stay.
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "graph/steps/graph_steps.hpp"
#include "graph/steps/rows.hpp"

namespace wayfront::host::steps {
namespace {

/// The transpose as rows.
OwnedCsr reversed(const OwnedCsr& csr, RunContext& context) {
  const double bytes = visit(csr.view, []<class W, class O>(const CsrView<W, O>& view) {
    return static_cast<double>(view.edges) * (sizeof(Vertex) + sizeof(W)) + (view.vertices + 2.0) * sizeof(O);
  });
  require_memory(bytes, "reversing the arcs");
  OwnedCsc turned = transpose(csr.view, &context);
  return visit(turned.view, [&]<class W, class O>(const CscView<W, O>& view) -> OwnedCsr {
    return {CsrView<W, O>{view.vertices, view.edges, view.offsets, view.sources, view.weights},
            std::move(turned.owner)};
  });
}

/// Orders a row by target, then by weight.
template <WeightType W>
void sort_row(Vertex* targets, W* weights, std::size_t degree, std::vector<std::pair<Vertex, W>>& scratch) {
  bool sorted = true;
  for (std::size_t i = 1; i < degree && sorted; ++i)
    sorted = targets[i - 1] < targets[i] || (targets[i - 1] == targets[i] && !(weights[i] < weights[i - 1]));
  if (sorted) return;
  scratch.clear();
  for (std::size_t i = 0; i < degree; ++i) scratch.emplace_back(targets[i], weights[i]);
  std::ranges::sort(scratch);
  for (std::size_t i = 0; i < degree; ++i) std::tie(targets[i], weights[i]) = scratch[i];
}

template <WeightType W>
void sort_rows(const RowsView<W>& view, RunContext& context) {
  Vertex* const targets = const_cast<Vertex*>(view.targets);  // nobody else refers to this graph yet
  W* const weights = const_cast<W*>(view.weights);
  in_chunks(&context, view.vertices, vertex_grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<std::pair<Vertex, W>> scratch;
    for (auto u = static_cast<Vertex>(begin); u < end; ++u)
      sort_row(targets + view.begin(u), weights + view.begin(u), view.degree(u), scratch);
  });
}

}  // namespace

void apply(const TransposeStep&, GraphInSteps& graph, RunContext& context) { graph.csr = reversed(graph.csr, context); }

void apply(const SymmetrizeStep&, GraphInSteps& graph, RunContext& context) {
  if (!graph.directed) return;
  const OwnedCsr turned = reversed(graph.csr, context);
  graph.csr = visit_rows(graph.csr.view, [&]<class W>(const RowsView<W>& out) {
    const RowsView<W> in = rows_view<W>(turned.view);
    const auto loops = [&](Vertex u) { return std::count(out.targets + out.begin(u), out.targets + out.end(u), u); };
    const auto degree = [&](Vertex u) { return out.degree(u) + in.degree(u) - static_cast<std::uint64_t>(loops(u)); };
    return build_rows<W>(out.vertices, context, "symmetrize", degree, [&](Vertex u, Vertex* targets, W* weights) {
      targets = std::copy(out.targets + out.begin(u), out.targets + out.end(u), targets);
      weights = std::copy(out.weights + out.begin(u), out.weights + out.end(u), weights);
      for (std::uint64_t e = in.begin(u); e < in.end(u); ++e) {
        if (in.targets[e] == u) continue;
        *targets++ = in.targets[e];
        *weights++ = in.weights[e];
      }
    });
  });
  graph.directed = false;
}

void apply(const DropSelfLoopsStep&, GraphInSteps& graph, RunContext& context) {
  graph.csr = visit_rows(graph.csr.view, [&]<class W>(const RowsView<W>& view) {
    return chosen_arcs(view, context, "drop_self_loops",
                       [&](Vertex u, std::uint64_t e) { return view.targets[e] != u; });
  });
}

void apply(const MergeParallelStep& step, GraphInSteps& graph, RunContext& context) {
  graph.csr = visit_rows(graph.csr.view, [&]<class W>(const RowsView<W>& view) {
    sort_rows(view, context);
    // In order of weight, the lightest of parallel arcs comes first and the heaviest last.
    return chosen_arcs(view, context, "merge_parallel", [&](Vertex u, std::uint64_t e) {
      if (step.keep == MergeParallelStep::Keep::min)
        return e == view.begin(u) || view.targets[e - 1] != view.targets[e];
      return e + 1 == view.end(u) || view.targets[e + 1] != view.targets[e];
    });
  });
}

}  // namespace wayfront::host::steps
