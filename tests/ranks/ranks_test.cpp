// Runs on all ranks of an MPI job: each has its slice, and all make the same calls. Rank 0 writes the files.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "answer_file.hpp"
#include "base/arena.hpp"
#include "base/errors.hpp"
#include "certificate.hpp"
#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "graph/graph_inspection.hpp"
#include "load/graph_file.hpp"
#include "load/graph_file_layout.hpp"
#include "ranks.hpp"
#include "scratch.hpp"
#include "slice.hpp"
#include "stepping.hpp"
#include "wanted.hpp"

namespace wayfront::ranks {
namespace {

using host::Balance;
using host::conformance::TestGraph;

/// A folder that rank 0 makes and removes, and that all know.
class SharedScratch {
 public:
  explicit SharedScratch(const Ranks& ranks) : ranks_(ranks) {
    std::string path(256, '\0');
    if (ranks.id() == 0) {
      own_ = std::make_unique<host::Scratch>();
      own_->path().string().copy(path.data(), path.size());
    }
    MPI_Bcast(path.data(), static_cast<int>(path.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    path_ = path.c_str();
  }
  ~SharedScratch() { ranks_.wait_for_all(); }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  const Ranks& ranks_;
  std::unique_ptr<host::Scratch> own_;
  std::filesystem::path path_;
};

template <WeightType W>
host::LoadedGraph loaded(const TestGraph<W>& test, OffsetKind offsets) {
  host::LoadedGraph loaded;
  loaded.graph = test.build(offsets);
  loaded.name = "test";
  loaded.digest = host::graph_digest(*loaded.graph);
  return loaded;
}

/// The rows of this rank.
template <class W>
std::vector<W> own_rows(const std::vector<W>& all, const WholeGraph& graph, const Ranks& ranks) {
  const auto id = static_cast<std::size_t>(ranks.id());
  return {all.begin() + static_cast<std::ptrdiff_t>(graph.bounds[id]),
          all.begin() + static_cast<std::ptrdiff_t>(graph.bounds[id + 1])};
}

/// Solves on a file, compares with a plain search, certifies, and refutes spoiled answers.
template <WeightType W>
class Checked {
 public:
  Checked(const TestGraph<W>& test, const std::filesystem::path& file, Balance balance, const Ranks& ranks,
          unsigned threads = 1)
      : test_(test), ranks_(ranks), arena_(threads), slice_(*open_slices({file, balance}, ranks), ranks) {}

  double width() const { return chosen_width(slice_.graph()); }

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
        targets_are_right(source, expected.distances, width);
      } else {
        CHECK(verdict.reason.find("too long for") != std::string::npos);
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
  /// One vertex gets a predecessor that is none of its own: itself, or none although it is reached.
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

  /// The vertex in the middle alone, and together with the last one; either may be unreached.
  void targets_are_right(Vertex source, const std::vector<W>& all, double width) {
    const std::vector<std::uint64_t> both = {all.size() / 2, all.size() - 1};
    for (const std::vector<std::uint64_t>& wanted : {std::vector<std::uint64_t>{both.front()}, both}) {
      W farthest = 0;
      for (const std::uint64_t v : wanted) farthest = std::max(farthest, all[v]);
      CAPTURE(farthest);
      std::vector<W> expected = own_rows(all, slice_.graph(), ranks_);
      for (W& distance : expected)
        if (distance > farthest) distance = unreached<W>;
      const Targets<W> targets(wanted, slice_, ranks_);
      SteppingWork work;
      std::vector<W> found =
          Stepping<W>(slice_, ranks_, arena_, width, unreached<W>, targets.own()).solve(source, work);
      CHECK(targets.cut(found, unreached<W>) == farthest);
      CHECK(found == expected);
      const nlohmann::json told = targets.distances(found);
      REQUIRE(told.size() == wanted.size());
      for (std::size_t i = 0; i < wanted.size(); ++i)
        CHECK(told[i] == (all[wanted[i]] == unreached<W> ? nlohmann::json() : nlohmann::json(all[wanted[i]])));
      const Verdict verdict =
          Certificate<W>(slice_, ranks_, arena_).judge({.source = source, .distances = found, .limit = farthest});
      CHECK_MESSAGE(verdict.right, verdict.reason);
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
  CHECK(verdict.reason.find("vertex 10 has distance 5, but no path from the source is that short: arc 39 -> 10") !=
        std::string::npos);
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
    CHECK(text.find(words) != std::string::npos);
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

std::string refusal(const std::filesystem::path& file, const Ranks& ranks) {
  try {
    const auto source = open_slices({file, Balance::arcs}, ranks);
    with_weight_type(source->graph().weights, [&]<WeightType W>() { const Slice<W> slice(*source, ranks); });
    return "";
  } catch (const host::UserError& error) {
    return error.what();
  }
}

void overwrite(const std::filesystem::path& path, std::uint64_t at, char byte) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(at));
  file.put(byte);
}

TEST_CASE("files that are missing, damaged, or of another graph or split are refused on all ranks with one sentence") {
  const Ranks ranks;
  const auto count = static_cast<std::uint64_t>(ranks.count());
  const SharedScratch scratch(ranks);
  const auto last = host::slice_path(scratch / "g.wfs", count - 1, count);
  const auto grid = host::conformance::grid<std::int32_t>(20, 20, 1);
  const auto write = [&](const TestGraph<std::int32_t>& graph) {
    ranks.wait_for_all();
    if (ranks.id() == 0) {
      host::write_graph_file(scratch / "g.wfg", loaded(graph, OffsetKind::offsets32));
      host::write_slices(loaded(graph, OffsetKind::offsets32), scratch / "g.wfs", count, Balance::arcs);
    }
    ranks.wait_for_all();
  };
  const auto after = [&](const char* name, const auto& damage) {
    ranks.wait_for_all();
    if (ranks.id() == 0) damage();
    ranks.wait_for_all();
    const std::string said = refusal(scratch / name, ranks);
    INFO(said);
    return said;
  };
  const auto has = [](const std::string& text, const char* words) {
    INFO(text);
    CHECK(text.find(words) != std::string::npos);
  };
  write(grid);
  CHECK(refusal(scratch / "g.wfs", ranks).empty());
  has(after("g.wfs", [&] { std::filesystem::remove(last); }), "No such file or directory");
  write(grid);
  has(after("g.wfs", [&] { std::filesystem::resize_file(last, 1000); }), "truncated");
  write(grid);
  has(after("g.wfs", [&] { overwrite(last, std::filesystem::file_size(last) - 2, 77); }), "is damaged");
  write(grid);
  if (count > 1) {
    if (ranks.id() == 0) {
      host::write_slices(loaded(host::conformance::grid<std::int32_t>(20, 20, 2), OffsetKind::offsets32),
                         scratch / "h.wfs", count, Balance::arcs);
      std::filesystem::copy_file(host::slice_path(scratch / "h.wfs", count - 1, count), last,
                                 std::filesystem::copy_options::overwrite_existing);
    }
    ranks.wait_for_all();
    has(refusal(scratch / "g.wfs", ranks), "is of another graph, or of another split");
    if (ranks.id() == 0) {
      std::filesystem::copy_file(host::slice_path(scratch / "h.wfs", 0, count), last,
                                 std::filesystem::copy_options::overwrite_existing);
    }
    ranks.wait_for_all();
    has(refusal(scratch / "g.wfs", ranks), "start as many ranks as there are slices");
  }
}

TEST_CASE("an answer is written by all ranks into one file, and read again; another type or length is refused") {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  const auto test = host::conformance::grid<std::int32_t>(30, 20, 1);
  if (ranks.id() == 0) host::write_graph_file(scratch / "g.wfg", loaded(test, OffsetKind::offsets32));
  ranks.wait_for_all();
  const Slice<std::int32_t> slice(*open_slices({scratch / "g.wfg"}, ranks), ranks);
  host::Arena arena(1);
  SteppingWork work;
  const std::vector<std::int32_t> distances = Stepping<std::int32_t>(slice, ranks, arena, 5).solve(0, work);
  for (const char* name : {"d.npy", "d.{rank}.npy"}) {
    write_distances<std::int32_t>(scratch / name, distances, slice.graph(), ranks);
    CHECK(read_distances<std::int32_t>(scratch / name, slice.graph(), ranks) == distances);
  }
  CHECK(std::filesystem::file_size(scratch / "d.npy") == 128 + 600 * 4);
  CHECK_THROWS_AS(read_distances<float>(scratch / "d.npy", slice.graph(), ranks), host::UserError);
  CHECK_THROWS_AS(read_distances<std::int32_t>(scratch / "g.wfg", slice.graph(), ranks), host::UserError);
  CHECK_THROWS_AS(write_distances<std::int32_t>(scratch / "no/d.npy", distances, slice.graph(), ranks),
                  host::UserError);
}

/// The sentence that all ranks get, or "".
template <class F>
std::string said(const F& f) {
  try {
    f();
    return "";
  } catch (const host::UserError& error) {
    return error.what();
  }
}

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

TEST_CASE("a disk that is full on one rank is told to all, and the file from before stays") {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  const auto test = host::conformance::grid<std::int32_t>(30, 20, 1);
  if (ranks.id() == 0) host::write_graph_file(scratch / "g.wfg", loaded(test, OffsetKind::offsets32));
  ranks.wait_for_all();
  const Slice<std::int32_t> slice(*open_slices({scratch / "g.wfg"}, ranks), ranks);
  std::vector<std::int32_t> old(slice.vertices(), 1), other(slice.vertices(), 2);
  for (const char* name : {"d.npy", "d.{rank}.npy"}) {
    CAPTURE(name);
    write_distances<std::int32_t>(scratch / name, old, slice.graph(), ranks);
    ranks.wait_for_all();
    const std::size_t files = files_in(scratch / "");
    ranks.wait_for_all();
    const bool is_last = ranks.id() + 1 == ranks.count();
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    if (is_last) {
      const rlimit small{200, before.rlim_max};  // a header fits, rows do not
      ::setrlimit(RLIMIT_FSIZE, &small);
    }
    const std::string fault = said([&] { write_distances<std::int32_t>(scratch / name, other, slice.graph(), ranks); });
    ::setrlimit(RLIMIT_FSIZE, &before);
    INFO(fault);
    CHECK(fault.find("rank " + std::to_string(ranks.count() - 1) + ": ") == 0);
    CHECK(fault.find("cannot be written: File too large") != std::string::npos);
    ranks.wait_for_all();
    CHECK(files_in(scratch / "") == files);
    CHECK(read_distances<std::int32_t>(scratch / name, slice.graph(), ranks) == old);
    ranks.wait_for_all();
  }
}

TEST_CASE("weights that are negative or no numbers are refused with their place") {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  TestGraph<float> test{20, {}, {0}};
  for (Vertex v = 0; v < 19; ++v) test.add(v, v + 1, v == 17 ? -2.5F : 1.F);
  if (ranks.id() == 0) host::write_graph_file(scratch / "g.wfg", loaded(test, OffsetKind::offsets32));
  ranks.wait_for_all();
  const std::string negative = refusal(scratch / "g.wfg", ranks);
  INFO(negative);
  CHECK(negative.find("arc 17, from vertex 17 to vertex 18, has the weight -2.5") != std::string::npos);
  if (ranks.id() == 0) {
    std::ifstream file(scratch / "g.wfg", std::ios::binary);
    host::GraphFileHeader header{};
    file.read(reinterpret_cast<char*>(&header), sizeof header);
    for (const std::uint64_t byte : {0U, 1U, 2U, 3U})
      overwrite(scratch / "g.wfg", header.sections[2].offset + 18 * sizeof(float) + byte, static_cast<char>(0xff));
    overwrite(scratch / "g.wfg", header.sections[2].offset + 17 * sizeof(float) + 3, 0x40);
  }
  ranks.wait_for_all();
  const std::string nan = refusal(scratch / "g.wfg", ranks);
  INFO(nan);
  CHECK(nan.find("arc 18, from vertex 18 to vertex 19, has the weight") != std::string::npos);
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
  const auto distances = Stepping<std::int32_t>(slice, ranks, arena, chosen_width(slice.graph())).solve(0, work);
  const Verdict verdict = Certificate<std::int32_t>(slice, ranks, arena).judge({.source = 0, .distances = distances});
  REQUIRE(verdict.right);
  const double relaxed = static_cast<double>(ranks.sum(work.relaxed));
  const double crossing = static_cast<double>(ranks.sum(work.crossing));
  const double bytes = static_cast<double>(ranks.sum(work.traffic.bytes));
  CHECK(bytes <= 8 * crossing);
  CHECK(bytes <= 8 * relaxed);
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
