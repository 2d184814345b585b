#include "graph/graph_inspection.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "graph/stored_graph.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("the inspection is the same for any number of threads and finds the first fault") {
  std::mt19937_64 random(7);
  std::vector<Arc<float>> arcs(300'000);
  for (Arc<float>& arc : arcs)
    arc = {static_cast<Vertex>(random() % 70'000), static_cast<Vertex>(random() % 70'000),
           static_cast<float>(random() % 1000) - 200.F};
  const auto graph = make_graph<float>(70'000, arcs, OffsetKind::offsets64);
  HostContext three(3);
  const Inspection alone = inspect(graph->csr()), together = inspect(graph->csr(), &three);
  CHECK(alone.digest == together.digest);
  CHECK(alone.fault == "");
  CHECK(together.weights == alone.weights);
  CHECK(together.weights == weights_of(graph->info()));
  double sum = 0;
  for (const Arc<float>& arc : arcs) sum += static_cast<double>(arc.weight);  // exact: they are small integers
  CHECK(together.weights.mean == sum / 300'000);
  visit(graph->csr(), []<class W, class O>(const CsrView<W, O>& view) {
    const_cast<Vertex*>(view.targets)[299'000] = 70'000;
    const_cast<Vertex*>(view.targets)[150'000] = 70'001;
  });
  CHECK(inspect(graph->csr(), &three).fault == "edge 150000 goes to vertex 70001 of 70000");
}

TEST_CASE("the mean of weights does not pass their range by rounding, and integers do not overflow") {
  const std::vector<Arc<float>> alike(70'001, Arc<float>{0, 1, 0.1F});
  CHECK(make_graph<float>(2, alike, OffsetKind::offsets32)->info().mean_weight == static_cast<double>(0.1F));
  const std::vector<Arc<std::int32_t>> heavy(70'001, Arc<std::int32_t>{0, 1, 2147483646});
  CHECK(make_graph<std::int32_t>(2, heavy, OffsetKind::offsets32)->info().mean_weight == 2147483646.0);
  const std::vector<Arc<std::int32_t>> mixed = {{0, 1, -5}, {1, 0, 2}};
  CHECK(inspect(make_graph<std::int32_t>(2, mixed, OffsetKind::offsets32)->csr()).weights ==
        WeightSummary{-5, 2, -1.5});
  CHECK(inspect(make_graph<float>(2, {}, OffsetKind::offsets32)->csr()).weights == WeightSummary{});
}

}  // namespace
}  // namespace wayfront::host
