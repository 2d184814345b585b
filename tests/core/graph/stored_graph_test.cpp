#include <unistd.h>

#include "../../test.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/stored_graph.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

const std::vector<Arc<std::int32_t>> arcs = {{2, 0, 5}, {0, 1, -3}, {0, 2, 7}, {0, 1, 4}, {1, 1, 0}};

TEST_CASE("rows keep the order of their arcs, columns are ordered by source") {
  for (const OffsetKind kind : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    const auto graph = make_graph<std::int32_t>(4, arcs, kind);
    CHECK(graph->info().edges == 5);
    CHECK(graph->info().offsets == kind);
    CHECK(graph->info().min_weight == -3);
    CHECK(graph->info().max_weight == 7);
    visit(graph->csr(), [](const auto& view) {
      CHECK(std::vector(view.offsets, view.offsets + 5) ==
            std::vector<std::remove_cvref_t<decltype(*view.offsets)>>{0, 3, 4, 5, 5});
      CHECK(std::vector(view.targets, view.targets + 5) == std::vector<Vertex>{1, 2, 1, 1, 0});
      CHECK(view.weights[0] == -3);
      CHECK(view.degree(3) == 0);
    });
    visit(graph->csc(), [](const auto& view) {
      CHECK(std::vector(view.sources, view.sources + 5) == std::vector<Vertex>{2, 0, 0, 1, 0});
      CHECK(view.weights[2] == 4);
    });
    visit(graph->coo(), [](const auto& view) {
      CHECK(std::vector(view.sources, view.sources + 5) == std::vector<Vertex>{0, 0, 0, 1, 2});
    });
  }
}

/// Whether the kernel may write there; where it may not, a write by this program would be a crash.
bool is_writable(const void* memory) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  REQUIRE(::write(ends[1], "x", 1) == 1);
  const bool written = ::read(ends[0], const_cast<void*>(memory), 1) == 1;
  ::close(ends[0]);
  ::close(ends[1]);
  return written;
}

TEST_CASE("a protected graph cannot be written to, nor its derived forms, made before or after") {
  for (const bool before : {true, false}) {
    const auto graph = make_graph<std::int32_t>(4, arcs, OffsetKind::offsets32);
    if (before) {
      graph->csc();
      graph->coo();
    }
    graph->protect();
    graph->protect();
    visit(graph->csr(), [](const auto& view) {
      CHECK_FALSE(is_writable(view.offsets));
      CHECK_FALSE(is_writable(view.targets));
      CHECK_FALSE(is_writable(view.weights + 4));
      CHECK(view.weights[0] == -3);
    });
    visit(graph->csc(), [](const auto& view) {
      CHECK_FALSE(is_writable(view.offsets));
      CHECK_FALSE(is_writable(view.sources));
      CHECK_FALSE(is_writable(view.weights));
      CHECK(view.weights[2] == 4);
    });
    visit(graph->coo(), [](const auto& view) {
      CHECK_FALSE(is_writable(view.sources));
      CHECK(view.sources[4] == 2);
    });
  }
  const auto other = make_graph<std::int32_t>(4, arcs, OffsetKind::offsets32);
  visit(other->csr(), [](const auto& view) { CHECK(is_writable(view.weights)); });
}

TEST_CASE("mirroring gives both directions, and a self-loop once") {
  const std::span<const Arc<std::int32_t>> blocks[] = {arcs};
  const StoredGraph graph(build_csr<std::int32_t>(3, blocks, true, OffsetKind::offsets32));
  CHECK(graph.info().edges == 9);
}

TEST_CASE("no vertices, no edges") {
  CHECK(make_graph<float>(0, {}, OffsetKind::offsets32)->info().edges == 0);
  CHECK(make_graph<float>(3, {}, OffsetKind::offsets64)->info().vertices == 3);
}

TEST_CASE("an attachment is made once per key; a maker that throws leaves nothing") {
  const auto graph = make_graph<std::int32_t>(4, arcs, OffsetKind::offsets32);
  int made = 0;
  const auto make = [&]() -> std::shared_ptr<void> { return std::make_shared<int>(++made); };
  const auto first = graph->attachment("a", make);
  CHECK(graph->attachment("a", make) == first);
  CHECK(graph->attachment("b", make) != first);
  CHECK(made == 2);
  CHECK_THROWS_AS(graph->attachment("c", []() -> std::shared_ptr<void> { throw std::runtime_error("no"); }),
                  std::runtime_error);
  CHECK(graph->attachment("c", make) != nullptr);
}

TEST_CASE("the inspection is the same for any number of threads and finds the first fault") {
  std::mt19937_64 random(7);
  std::vector<Arc<float>> drawn(300'000);
  for (Arc<float>& arc : drawn)
    arc = {static_cast<Vertex>(random() % 70'000), static_cast<Vertex>(random() % 70'000),
           static_cast<float>(random() % 1000) - 200.F};
  const auto graph = make_graph<float>(70'000, drawn, OffsetKind::offsets64);
  HostContext three(3);
  const Inspection alone = inspect(graph->csr()), together = inspect(graph->csr(), &three);
  CHECK(alone.digest == together.digest);
  CHECK(alone.fault == "");
  CHECK(together.weights == alone.weights);
  CHECK(together.weights == weights_of(graph->info()));
  double sum = 0;
  for (const Arc<float>& arc : drawn) sum += static_cast<double>(arc.weight);  // exact: they are small integers
  CHECK(together.weights.mean == sum / 300'000);
  visit(graph->csr(), []<class W, class O>(const CsrView<W, O>& view) {
    const_cast<Vertex*>(view.targets)[299'000] = 70'000;
    const_cast<Vertex*>(view.targets)[150'000] = 70'001;
  });
  CHECK(inspect(graph->csr(), &three).fault == "arc 150000 goes to vertex 70001 of 70000");
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
