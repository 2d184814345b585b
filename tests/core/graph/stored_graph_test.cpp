#include "graph/stored_graph.hpp"
#include "../pipe.hpp"
#include "base/big_array.hpp"
#include "graph/csr.hpp"
#include "graph/graph_inspection.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace stored_graph_test {

const std::vector<Arc<std::int32_t>> five_arcs = {{2, 0, 5}, {0, 1, -3}, {0, 2, 7}, {0, 1, 4}, {1, 1, 0}};

TEST_CASE("rows keep the order of their arcs, columns are ordered by source") {
  for (const OffsetKind kind : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    const auto graph = make_graph<std::int32_t>(4, five_arcs, kind);
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

TEST_CASE("a protected graph cannot be written to, nor its derived forms, made before or after") {
  for (const bool before : {true, false}) {
    const auto graph = make_graph<std::int32_t>(4, five_arcs);
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
  const auto other = make_graph<std::int32_t>(4, five_arcs);
  visit(other->csr(), [](const auto& view) { CHECK(is_writable(view.weights)); });
}

TEST_CASE("mirroring gives both directions, and a self-loop once") {
  const std::span<const Arc<std::int32_t>> blocks[] = {five_arcs};
  const StoredGraph graph(build_csr<std::int32_t>(3, blocks, true, OffsetKind::offsets32));
  CHECK(graph.info().edges == 9);
}

TEST_CASE("no vertices, no edges") {
  CHECK(make_graph<float>(0, {})->info().edges == 0);
  CHECK(make_graph<float>(3, {}, OffsetKind::offsets64)->info().vertices == 3);
}

TEST_CASE("an attachment is made once per key; a maker that throws leaves nothing") {
  const auto graph = make_graph<std::int32_t>(4, five_arcs);
  int made = 0;
  const auto make = [&]() -> std::shared_ptr<void> { return std::make_shared<int>(++made); };
  const auto first = graph->attachment("a", make);
  CHECK(graph->attachment("a", make) == first);
  CHECK(graph->attachment("b", make) != first);
  CHECK(made == 2);
  CHECK_THROWS_AS(graph->attachment("c", []() -> std::shared_ptr<void> { throw std::runtime_error("no"); }),
                  std::runtime_error);
  CHECK(graph->attachment("c", make) != nullptr);
  CHECK(graph->attachment("d", [] { return std::shared_ptr<void>(); }) == nullptr);
  CHECK(graph->attachment("d", make) != nullptr);
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
  CHECK(make_graph<float>(2, alike)->info().mean_weight == static_cast<double>(0.1F));
  const std::vector<Arc<std::int32_t>> heavy(70'001, Arc<std::int32_t>{0, 1, 2147483646});
  CHECK(make_graph<std::int32_t>(2, heavy)->info().mean_weight == 2147483646.0);
  const std::vector<Arc<std::int32_t>> mixed = {{0, 1, -5}, {1, 0, 2}};
  CHECK(inspect(make_graph<std::int32_t>(2, mixed)->csr()).weights == WeightSummary{-5, 2, -1.5});
  CHECK(inspect(make_graph<float>(2, {})->csr()).weights == WeightSummary{});
}

using Int = std::int32_t;

/// What a CSR or CSC view holds.
struct Rows {
  std::vector<std::uint64_t> offsets;
  std::vector<Vertex> ends;
  std::vector<Int> weights;
  friend bool operator==(const Rows&, const Rows&) = default;
};

template <class View>
Rows rows_of(const View& view, const Vertex* ends) {
  return {{view.offsets, view.offsets + view.vertices + 1},
          {ends, ends + view.edges},
          {reinterpret_cast<const Int*>(view.weights), reinterpret_cast<const Int*>(view.weights) + view.edges}};
}
Rows rows_of(const OwnedCsr& csr) {
  return visit(csr.view, [](const auto& view) { return rows_of(view, view.targets); });
}
Rows rows_of(const OwnedCsc& csc) {
  return visit(csc.view, [](const auto& view) { return rows_of(view, view.sources); });
}

/// The definition: arc by arc into lists.
Rows expected(Vertex vertices, const std::vector<Arc<Int>>& arcs, bool mirrored) {
  std::vector<std::vector<std::pair<Vertex, Int>>> lists(vertices);
  for (const Arc<Int>& arc : arcs) {
    lists[arc.source].emplace_back(arc.target, arc.weight);
    if (mirrored && arc.source != arc.target) lists[arc.target].emplace_back(arc.source, arc.weight);
  }
  Rows rows{{0}, {}, {}};
  for (const auto& list : lists) {
    for (const auto& [end, weight] : list) {
      rows.ends.push_back(end);
      rows.weights.push_back(weight);
    }
    rows.offsets.push_back(rows.ends.size());
  }
  return rows;
}

/// Built in parallel, in blocks of big arrays.
OwnedCsr build(Vertex vertices, const std::vector<Arc<Int>>& arcs, bool mirrored, OffsetKind offsets, unsigned threads,
               std::size_t blocks) {
  std::vector<BigArray<Arc<Int>>> memory;
  std::vector<std::span<Arc<Int>>> parts;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::size_t begin = arcs.size() * i / blocks, end = arcs.size() * (i + 1) / blocks;
    memory.push_back(make_big_array<Arc<Int>>(end - begin));
    std::copy(arcs.begin() + static_cast<std::ptrdiff_t>(begin), arcs.begin() + static_cast<std::ptrdiff_t>(end),
              memory.back().get());
    parts.emplace_back(memory.back().get(), end - begin);
  }
  HostContext context(threads);
  return build_csr<Int>(vertices, parts, mirrored, offsets, context);
}

void check_all(Vertex vertices, const std::vector<Arc<Int>>& arcs) {
  for (const bool mirrored : {false, true}) {
    const Rows wanted = expected(vertices, arcs, mirrored);
    const std::span<const Arc<Int>> block[] = {arcs};
    const OwnedCsr alone = build_csr<Int>(vertices, block, mirrored, OffsetKind::offsets32);
    CHECK(rows_of(alone) == wanted);
    for (const unsigned threads : {1U, 3U}) {
      CHECK(rows_of(build(vertices, arcs, mirrored, OffsetKind::offsets64, threads, 1)) == wanted);
      const OwnedCsr csr = build(vertices, arcs, mirrored, OffsetKind::offsets32, threads, 5);
      CHECK(rows_of(csr) == wanted);
      HostContext context(threads);
      CHECK(rows_of(transpose(csr.view, &context)) == rows_of(transpose(csr.view)));
      const OwnedSources one = edge_sources(csr.view), many = edge_sources(csr.view, &context);
      CHECK(std::equal(one.sources, one.sources + wanted.ends.size(), many.sources));
    }
  }
}

std::vector<Arc<Int>> random_arcs(Vertex vertices, std::size_t count) {
  std::mt19937_64 random(count + vertices);
  std::vector<Arc<Int>> arcs(count);
  for (std::size_t i = 0; i < count; ++i)
    arcs[i] = {static_cast<Vertex>(random() % vertices), static_cast<Vertex>(random() % vertices), static_cast<Int>(i)};
  return arcs;
}

TEST_CASE("rows are the same however they are built") {
  SUBCASE("few arcs") { check_all(100, random_arcs(100, 1000)); }
  SUBCASE("none") { check_all(3, {}); }
  SUBCASE("many arcs") { check_all(20'000, random_arcs(20'000, 400'000)); }
  SUBCASE("many arcs of few vertices") { check_all(3, random_arcs(3, 200'000)); }
  SUBCASE("of one vertex") { check_all(1, random_arcs(1, 100'000)); }
  SUBCASE("few arcs of many vertices") { check_all(1'000'000, random_arcs(1'000'000, 70'000)); }
  SUBCASE("in order") {
    std::vector<Arc<Int>> arcs = random_arcs(30'000, 300'000);
    std::ranges::stable_sort(arcs, {}, &Arc<Int>::source);
    check_all(30'000, arcs);
    check_all(50'000, arcs);  // empty rows at the end
    for (Arc<Int>& arc : arcs) arc.source += 12'345;
    check_all(50'000, arcs);  // and at the beginning
  }
  SUBCASE("in order but for a block") {
    std::vector<Arc<Int>> arcs = random_arcs(30'000, 300'000);
    std::ranges::stable_sort(arcs, {}, &Arc<Int>::source);
    std::ranges::rotate(arcs, arcs.begin() + 60'000);  // at a multiple of the block size, so each block is in order
    check_all(30'000, arcs);
  }
  SUBCASE("a star") {
    std::vector<Arc<Int>> arcs = random_arcs(50'000, 150'000);
    for (Arc<Int>& arc : arcs) arc.source = 49'999;
    check_all(50'000, arcs);
  }
}

TEST_CASE("a copy holds the same in memory of its own") {
  const std::vector<Arc<Int>> arcs = {{0, 1, 5}, {2, 0, -3}, {2, 2, 0}, {2, 0, -3}};
  HostContext context(2);
  context.start(0, false);
  for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    const OwnedCsr csr = build(4, arcs, false, offsets, 1, 1);
    const OwnedCsr copy = copy_of(csr.view, context);
    CHECK(rows_of(copy) == rows_of(csr));
    CHECK(copy.view.index() == csr.view.index());
    visit(copy.view, [&]<class W, class O>(const CsrView<W, O>& view) {
      CHECK(view.targets != std::get<CsrView<W, O>>(csr.view).targets);
    });
  }
}

TEST_CASE("a build that is cancelled throws") {
  HostContext context(2);
  context.cancel();
  const std::size_t count = 100'000;
  const BigArray<Arc<Int>> memory = make_big_array<Arc<Int>>(count);
  std::fill_n(memory.get(), count, Arc<Int>{0, 0, 0});
  const std::span<Arc<Int>> blocks[] = {{memory.get(), count}};
  CHECK_THROWS_AS(build_csr<Int>(1, blocks, false, OffsetKind::offsets32, context), Cancelled);
}

}  // namespace stored_graph_test
}  // namespace wayfront::host
