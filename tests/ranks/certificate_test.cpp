// What the certificate refutes, and how it says why.
#include "certificate.hpp"
#include "../test.hpp"
#include "base/arena.hpp"
#include "shared_scratch.hpp"
#include "slice.hpp"

namespace wayfront::ranks {
namespace {

TEST_CASE("vertices that only support each other along arcs of weight 0 are refuted, on whatever ranks they are") {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  TestGraph<std::int32_t> test{40, {}, {0}};
  for (Vertex v = 10; v < 40; ++v) test.add(v, v == 39 ? 10 : v + 1, 0);  // a circle that the source does not reach
  for (Vertex v = 0; v < 9; ++v) test.add(v, v + 1, 0);
  if (ranks.id() == 0) host::write_graph_file(scratch / "g.wfg", loaded(test, OffsetKind::offsets32));
  ranks.wait_for_all();
  const Slice<std::int32_t> slice(*open_slices({scratch / "g.wfg", Balance::vertices}, ranks), ranks);
  std::vector<std::int32_t> all(40, unreached<std::int32_t>);
  std::fill_n(all.begin(), 10, 0);
  host::Arena arena(1);
  const auto judged = [&] {
    const auto own = own_rows(all, slice.graph(), ranks);
    return Certificate<std::int32_t>(slice, ranks, arena).judge({.source = 0, .distances = own});
  };
  CHECK(judged().right);
  std::fill(all.begin() + 10, all.end(), 5);
  const Verdict verdict = judged();
  CHECK_FALSE(verdict.right);
  CHECK(host::contains(verdict.reason,
                       "vertex 10 has distance 5, but no path from the source is that short: arc 39 -> 10"));
}

TEST_CASE("the certificate names the arc at fault, or the one that comes closest, wherever it is") {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  TestGraph<std::int32_t> test{30, {}, {0}};
  for (Vertex v = 0; v < 29; ++v) test.add(v, v + 1, 3);
  test.add(2, 29, 1000);
  if (ranks.id() == 0) host::write_graph_file(scratch / "g.wfg", loaded(test, OffsetKind::offsets32));
  ranks.wait_for_all();
  const Slice<std::int32_t> slice(*open_slices({scratch / "g.wfg", Balance::vertices}, ranks), ranks);
  host::Arena arena(1);
  const auto reason = [&](Vertex v, std::int32_t distance, const std::vector<Vertex>* tree = nullptr) {
    std::vector<std::int32_t> all(30);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = 3 * static_cast<std::int32_t>(i);
    all[v] = distance;
    const auto own = own_rows(all, slice.graph(), ranks);
    const std::vector<Vertex> own_tree =
        tree == nullptr ? std::vector<Vertex>() : own_rows(*tree, slice.graph(), ranks);
    return Certificate<std::int32_t>(slice, ranks, arena)
        .judge({.source = 0, .distances = own, .predecessors = tree == nullptr ? nullptr : &own_tree})
        .reason;
  };
  const auto has = [](const std::string& text, const char* words) {
    INFO(text);
    CHECK(host::contains(text, words));
  };
  has(reason(29, 88), "the arc from vertex 28 to vertex 29 of weight 3 shortens a distance: 84 + 3 is below 88");
  has(reason(29, 86), "vertex 29 has distance 86, but its best in-arc 28 -> 29 gives distance 84 + weight 3 = 87");
  has(reason(29, unreached<std::int32_t>), "is below unreached");
  std::vector<Vertex> tree(30);
  for (Vertex v = 0; v < 30; ++v) tree[v] = v == 0 ? no_vertex : v - 1;
  CHECK(reason(29, 87, &tree).empty());
  tree[29] = 2;
  has(reason(29, 87, &tree),
      "vertex 29 has predecessor 2 and distance 87, but arc 2 -> 29 gives distance 6 + weight 1000");
  tree[29] = 5;
  has(reason(29, 87, &tree), "vertex 29 has predecessor 5 and distance 87, but no arc leads from there");
}

}  // namespace
}  // namespace wayfront::ranks
