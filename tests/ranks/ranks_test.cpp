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
  for (const auto& named : host::conformance::hard_graphs<W>(true)) {
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
    if (ranks.id() == 0) host::write_graph_file(scratch / "g.wfg", loaded(test, OffsetKind::offsets32));
    ranks.wait_for_all();
    CHECK(Checked<W>(test, scratch / "g.wfg", Balance::vertices, ranks).spoiled_but_right(70, seed, tried) == 0);
    ranks.wait_for_all();
  }
  CHECK(tried >= 1000);
}

TEST_CASE("one record per improved ghost and round: bytes on a random graph") {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  TestGraph<std::int32_t> test{20'000, {}, {0}};
  std::mt19937_64 random(1);
  for (int arc = 0; arc < 320'000; ++arc)
    test.add(static_cast<Vertex>(random() % 20'000), static_cast<Vertex>(random() % 20'000),
             static_cast<std::int32_t>(1 + random() % 100));
  if (ranks.id() == 0) host::write_graph_file(scratch / "g.wfg", loaded(test, OffsetKind::offsets32));
  ranks.wait_for_all();
  const Slice<std::int32_t> slice(*open_slices({scratch / "g.wfg"}, ranks), ranks);
  host::Arena arena(1);
  SteppingWork work;
  const auto distances =
      Stepping<std::int32_t>(slice, ranks, arena, chosen_width(slice.graph(), slice.crossing())).solve(0, work);
  const Verdict verdict = Certificate<std::int32_t>(slice, ranks, arena).judge({.source = 0, .distances = distances});
  REQUIRE(verdict.right);
  // A ghost is sent again only where a shorter way to it is found in a later round.
  const double ghosts = static_cast<double>(ranks.sum(slice.ghosts()));
  const double records = static_cast<double>(ranks.sum(work.traffic.bytes)) / 8;
  INFO(records, " records for ", ghosts, " ghosts");
  CHECK(records <= 2.2 * ghosts);
  CHECK(static_cast<double>(ranks.sum(verdict.traffic.bytes)) <= 3.0 * 320'000);
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
