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
  CHECK(together.min_weight == graph->info().min_weight);
  CHECK(together.max_weight == graph->info().max_weight);
  visit(graph->csr(), []<class W, class O>(const CsrView<W, O>& view) {
    const_cast<Vertex*>(view.targets)[299'000] = 70'000;
    const_cast<Vertex*>(view.targets)[150'000] = 70'001;
  });
  CHECK(inspect(graph->csr(), &three).fault == "arc 150000 goes to vertex 70001 of 70000");
}

}  // namespace
}  // namespace wayfront::host
