// Runs on all ranks of an MPI job: each has its slice, and all make the same calls. Rank 0 writes the files. Here: answers,
// their certificates, and what is sent for them.
#define DOCTEST_CONFIG_IMPLEMENT
#include "ranks.hpp"
#include "../test.hpp"
#include "base/arena.hpp"
#include "certificate.hpp"
#include "conformance/reference.hpp"
#include "shared_scratch.hpp"
#include "slice.hpp"
#include "stepping.hpp"

namespace wayfront::ranks {
namespace {

/// Solves on a file, compares with a plain search, certifies, and refutes spoiled answers.
template <WeightType W>
class Checked {
 public:
  Checked(const TestGraph<W>& test, const std::filesystem::path& file, Balance balance, const Ranks& ranks,
          unsigned threads = 1)
      : test_(test), ranks_(ranks), arena_(threads), slice_(*open_slices({file, balance}, ranks), ranks) {}

  double width() const { return chosen_width(slice_.graph(), slice_.crossing()); }

  /// `in_full`: predecessors and limits, too.
  void answers_are_right(double width, bool in_full) {
    const auto graph = test_.build(OffsetKind::offsets32);
    for (const Vertex source : test_.sources) {
      CAPTURE(source);
      const auto expected = host::conformance::solve_plainly<W>(*graph, source);
      SteppingWork work;
      const std::vector<W> distances = Stepping<W>(slice_, ranks_, arena_, width).solve(source, work);
      std::vector<Vertex> tree;
      const Verdict verdict =
          Certificate<W>(slice_, ranks_, arena_).judge({.source = source, .distances = distances}, &tree);
      if (expected.kind == host::conformance::Kind::distances) {
        CHECK(distances == own_rows(expected.distances, slice_.graph(), ranks_));
        CHECK_MESSAGE(verdict.right, verdict.reason);
        if (!in_full) continue;
        const Verdict again = Certificate<W>(slice_, ranks_, arena_)
                                  .judge({.source = source, .distances = distances, .predecessors = &tree});
        CHECK_MESSAGE(again.right, again.reason);
        tree_is_refuted_when_spoiled(source, distances, tree);
        limits_are_right(source, expected.distances, width);
      } else {
        CHECK(host::contains(verdict.reason, "too long for"));
      }
    }
  }

  /// How many of `count` answers, each spoiled in one place, are called right; `tried` grows by the answers.
  unsigned spoiled_but_right(unsigned count, std::uint64_t seed, unsigned& tried) {
    const Vertex source = test_.sources.front();
    const auto graph = test_.build(OffsetKind::offsets32);
    const auto expected = host::conformance::solve_plainly<W>(*graph, source);
    REQUIRE(expected.kind == host::conformance::Kind::distances);
    std::mt19937_64 random(seed);  // the same on all ranks
    unsigned right = 0;
    for (unsigned i = 0; i < count; ++i) {
      std::vector<W> all = expected.distances;
      spoil(all, random);
      if (all == expected.distances) continue;
      const std::vector<W> own = own_rows(all, slice_.graph(), ranks_);
      ++tried;
      right += Certificate<W>(slice_, ranks_, arena_).judge({.source = source, .distances = own}).right ? 1 : 0;
    }
    return right;
  }

 private:
  /// One vertex gets a wrong predecessor: itself, or none although it is reached.
  void tree_is_refuted_when_spoiled(Vertex source, const std::vector<W>& distances, const std::vector<Vertex>& tree) {
    const std::uint64_t last = slice_.graph().bounds.back() - 1, first = slice_.first_vertex();
    const bool is_here = last >= first && last < first + slice_.vertices();
    const bool is_reached = ranks_.sum(std::uint64_t{is_here && distances[last - first] < unreached<W> ? 1U : 0U}) != 0;
    if (last == source || !is_reached) return;
    for (const Vertex wrong : {static_cast<Vertex>(last), no_vertex}) {
      std::vector<Vertex> spoiled = tree;
      if (is_here) spoiled[last - first] = wrong;
      const Verdict verdict = Certificate<W>(slice_, ranks_, arena_)
                                  .judge({.source = source, .distances = distances, .predecessors = &spoiled});
      CHECK_FALSE(verdict.right);
    }
  }

  /// Answers up to the distance of a vertex in the middle, and a little less.
  void limits_are_right(Vertex source, const std::vector<W>& all, double width) {
    const W middle = all[all.size() / 2];
    if (middle == unreached<W>) return;
    for (const W limit : {middle, middle > 1 ? static_cast<W>(middle - 1) : W{0}}) {
      CAPTURE(limit);
      std::vector<W> expected = own_rows(all, slice_.graph(), ranks_);
      for (W& distance : expected)
        if (!(distance <= limit)) distance = unreached<W>;
      SteppingWork work;
      const std::vector<W> found = Stepping<W>(slice_, ranks_, arena_, width, limit).solve(source, work);
      CHECK(found == expected);
      const Verdict verdict =
          Certificate<W>(slice_, ranks_, arena_).judge({.source = source, .distances = found, .limit = limit});
      CHECK_MESSAGE(verdict.right, verdict.reason);
      // What is missing within the limit is noticed.
      if (limit != middle) continue;
      const std::uint64_t v = all.size() / 2, first = slice_.first_vertex();
      if (v >= first && v < first + expected.size()) expected[v - first] = unreached<W>;
      CHECK_FALSE(Certificate<W>(slice_, ranks_, arena_)
                      .judge({.source = source, .distances = expected, .limit = limit})
                      .right);
    }
  }

  /// One entry a little lower or higher, reached or unreached, or a set of vertices further away by the same amount.
  void spoil(std::vector<W>& all, std::mt19937_64& random) const {
    const std::size_t v = random() % all.size();
    switch (random() % 5) {
      case 0:
        all[v] = all[v] == unreached<W> ? W{1} : all[v] + 1;
        break;
      case 1:
        all[v] = all[v] == unreached<W> ? W{0} : all[v] - 1;
        break;
      case 2:
        all[v] = all[v] == unreached<W> ? W{7} : unreached<W>;
        break;
      case 3:
        for (W& distance : all)
          if (distance != unreached<W> && distance > all[v]) distance += 1;
        break;
      default:
        for (W& distance : all)
          if (distance != unreached<W> && distance != 0) distance = distance > 1 ? distance - 1 : W{0};
    }
  }

  const TestGraph<W>& test_;
  const Ranks& ranks_;
  host::Arena arena_;
  Slice<W> slice_;
};

/// The graph as a .wfg of either offsets, and as slices of either balance.
template <WeightType W, class F>
void each_file(const TestGraph<W>& test, const SharedScratch& scratch, const Ranks& ranks, const F& f) {
  for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    const Balance balance = offsets == OffsetKind::offsets32 ? Balance::arcs : Balance::vertices;
    if (ranks.id() == 0) {
      const host::LoadedGraph graph = loaded(test, offsets);
      host::write_graph_file(scratch / "g.wfg", graph);
      host::write_slices(graph, scratch / "g.wfs", static_cast<std::uint64_t>(ranks.count()), balance);
    }
    ranks.wait_for_all();
    f(scratch / "g.wfg", balance);
    f(scratch / "g.wfs", balance);
    ranks.wait_for_all();
  }
}

TEST_CASE_TEMPLATE("answers equal those of one process, and are certified", W, std::int32_t, float, std::int64_t,
                   double) {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  const auto check = [&](const TestGraph<W>& test) {
    each_file(test, scratch, ranks, [&](const std::filesystem::path& file, Balance balance) {
      CAPTURE(file.string());
      Checked<W> checked(test, file, balance, ranks, balance == Balance::arcs ? 1 : 3);
      checked.answers_are_right(checked.width(), balance == Balance::vertices && file.extension() == ".wfs");
      checked.answers_are_right(1e12, false);
    });
  };
  for (const auto& named : host::conformance::with_weights<W>(host::conformance::hard_graphs(true))) {
    if (named.name.starts_with("chain") || named.name == "ring") continue;  // a round for each arc that crosses
    CAPTURE(named.name);
    check(named.make());
  }
  for (const auto& named : host::conformance::extreme_graphs<W>(false)) {
    CAPTURE(named.name);
    check(named.make());
  }
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    check(host::conformance::random_graph<W>(seed));
  }
}

TEST_CASE_TEMPLATE("1000 spoiled answers are refuted", W, std::int32_t, double) {
  unsigned tried = 0;
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const auto test = host::conformance::random_graph<W>(seed);
    write_graph(test, scratch, ranks);
    CHECK(Checked<W>(test, scratch / "g.wfg", Balance::vertices, ranks).spoiled_but_right(70, seed, tried) == 0);
    ranks.wait_for_all();
  }
  CHECK(tried >= 1000);
}

TEST_CASE("vertices that only support each other along arcs of weight 0 are refuted, on whatever ranks they are") {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  TestGraph<std::int32_t> test{40, {}, {0}};
  for (Vertex v = 10; v < 40; ++v) test.add(v, v == 39 ? 10 : v + 1, 0);  // a circle that the source does not reach
  for (Vertex v = 0; v < 9; ++v) test.add(v, v + 1, 0);
  write_graph(test, scratch, ranks);
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
  write_graph(test, scratch, ranks);
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

int main(int argc, char** argv) {
  int threads = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
  doctest::Context context(argc, argv);
  const int failed = context.run();
  MPI_Finalize();
  return failed;
}
