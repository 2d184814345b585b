#include "graph/csr.hpp"

#include "../../test.hpp"
#include "base/big_array.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

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

}  // namespace
}  // namespace wayfront::host
