#include "graph/steps/graph_steps.hpp"

#include "../../test.hpp"
#include "graph/stored_graph.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

/// A cycle 0 -> 1 -> ... -> 0 of the given weights, and arcs from each vertex to all others of weight 100.
template <WeightType W>
GraphInSteps cycle_and_chords(const std::vector<W>& weights) {
  std::vector<Arc<W>> arcs;
  const auto n = static_cast<Vertex>(weights.size());
  for (Vertex v = 0; v < n; ++v) arcs.push_back({v, (v + 1) % n, weights[v]});
  for (Vertex u = 0; u < n; ++u)
    for (Vertex v = 0; v < n; ++v) arcs.push_back({u, v, W{100}});
  const std::span<const Arc<W>> blocks[] = {arcs};
  return {build_csr<W>(n, blocks, false, OffsetKind::offsets32)};
}

template <WeightType W>
std::vector<W> weights_after(const std::vector<GraphStep>& steps, unsigned threads) {
  HostContext context(threads);
  GraphInSteps graph = cycle_and_chords<W>(std::vector<W>(500, W{7}));
  apply(steps, graph, context);
  return visit(graph.csr.view, []<class V, class O>(const CsrView<V, O>& view) {
    return std::vector<W>(view.weights, view.weights + view.edges);
  });
}

TEST_CASE_TEMPLATE("potentials make negative arcs and keep the weight of every cycle", W, std::int32_t, float) {
  const std::vector<W> weights = weights_after<W>({PotentialsStep{4, 1000}}, 1);
  const std::size_t n = 500;
  REQUIRE(weights.size() == n + n * n);
  W around = 0;
  bool negative = false;
  // Row u: the arc of the cycle, then the chords in the order of their targets.
  const auto chord = [&](std::size_t u, std::size_t v) { return weights[u * (n + 1) + 1 + v]; };
  for (std::size_t u = 0; u < n; ++u) {
    around += weights[u * (n + 1)];
    CHECK(chord(u, u) == 100);
    for (std::size_t v = 0; v < u; ++v) {
      CHECK(chord(u, v) + chord(v, u) == 200);
      CHECK(chord(0, v) + chord(v, u) + chord(u, 0) == 300);
      CHECK(chord(u, v) <= 1100);
      negative |= chord(u, v) < 0;
    }
  }
  CHECK(around == 7 * n);
  CHECK(negative);
}

TEST_CASE("the same seed gives the same potentials with any number of threads, another seed others") {
  const auto once = weights_after<std::int32_t>({PotentialsStep{4, 1000}}, 1);
  CHECK(once == weights_after<std::int32_t>({PotentialsStep{4, 1000}}, 3));
  CHECK(once != weights_after<std::int32_t>({PotentialsStep{5, 1000}}, 1));
  CHECK(once != weights_after<std::int32_t>({PotentialsStep{4, 1000}, PotentialsStep{5, 10}}, 1));
  CHECK(weights_after<std::int32_t>({PotentialsStep{4, 0}}, 1) == weights_after<std::int32_t>({}, 1));
}

TEST_CASE("a weight that does not fit is refused with its arc") {
  HostContext context(2);
  GraphInSteps graph = cycle_and_chords<std::int32_t>(std::vector<std::int32_t>(40, 2'000'000'000));
  const GraphStep step = PotentialsStep{1, 1'000'000'000};
  CHECK(contains(refusal_by(ExitCode::input,
                            [&] {
                              apply({&step, 1}, graph, context);
                            }),
                 "which does not fit int32; lower 'most'"));
}

TEST_CASE("steps are described in words") {
  CHECK(describe(PotentialsStep{7, 50}) == "potentials up to 50, seed 7");
  CHECK(describe(SymmetrizeStep{}) == "symmetrize");
  CHECK(describe(MergeParallelStep{}) == "merge_parallel min");
  CHECK(describe(ScaleWeightsStep{2.5}) == "scale_weights 2.5");
  CHECK(describe(NegativeFractionStep{0.1, 3}) == "negative_fraction 0.1, seed 3");
  CHECK(describe(ReorderStep{ReorderStep::Order::bfs}) == "reorder bfs");
  CHECK(describe(ReorderStep{ReorderStep::Order::random, 4}) == "reorder random, seed 4");
}

}  // namespace
}  // namespace wayfront::host
