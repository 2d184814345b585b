#include "generated.hpp"

namespace wayfront::host {
namespace generate_test {

/// One instance of everything, large enough for several chunks of work where the kind allows.
/// Changing one of the digests changes everyone's generated graphs: results measured before and after no longer compare.
struct Instance {
  std::string options;
  std::uint64_t digest, digest_of_floats;
};
const std::vector<Instance> instances = {
    {"kind = 'road'; vertices = 5000", 15161719246225326594U, 16595535902631606210U},
    {"kind = 'rmat'; scale = 13; edge_factor = 8", 3983992661082318362U, 10609388643662254529U},
    {"kind = 'rmat'; scale = 11; order = 'natural'; self_loops = true; symmetric = true", 7802881539786728907U,
     9744303807345531834U},
    {"kind = 'uniform'; vertices = 3000; edges = 50000; distribution = 'exponential'", 10309803248558970177U,
     6737117478163862146U},
    {"kind = 'regular'; vertices = 6000", 11045368143407061603U, 2625025554787674474U},
    {"kind = 'regular'; vertices = 6000; degree_of = 'in'; max_weight = 10", 601488297230547736U, 7090925030620559040U},
    {"kind = 'grid'; rows = 130; columns = 170; distribution = 'log_uniform'", 931012962122306869U,
     17360557940905012678U},
    {"kind = 'grid'; rows = 130; columns = 170; order = 'random'; min_weight = -5", 305009543050212399U,
     14948113899437001240U},
    {"kind = 'grid'; rows = 130; columns = 70; reach = 3", 10917549717918430325U, 2763769121904012756U},
    {"kind = 'honeycomb'; rows = 130; columns = 170", 3935040460820154079U, 11404883654210105650U},
    {"kind = 'shell'; rows = 30; columns = 20; self_loops = true; order = 'random'", 16741253419296250243U,
     1685219310799568742U},
    {"kind = 'triangulation'; vertices = 6000", 16420513584813156725U, 3059777762222459085U},
    {"kind = 'complete'; vertices = 200", 17931433807352459864U, 8143445744142116311U},
    {"kind = 'path'; vertices = 40000", 951564239618901606U, 7572938264629809016U},
    {"kind = 'cycle'; vertices = 40000", 4962363801908102143U, 8834116450817497093U},
    {"kind = 'star'; vertices = 40000; hubs = 3", 13271212601975693120U, 2633925395524159938U},
    {"kind = 'tree'; vertices = 40000; degree = 3", 6210510101820118673U, 2263733415218745679U},
};

template <WeightType W>
bool same(const Generated<W>& x, const Generated<W>& y) {
  return x.header.vertices == y.header.vertices && x.header.directed == y.header.directed &&
         std::ranges::equal(x.arcs, y.arcs, [](const Arc<W>& a, const Arc<W>& b) {
           return a.source == b.source && a.target == b.target && a.weight == b.weight;
         });
}

TEST_CASE("a graph depends on its options and seed, not on the number of threads") {
  for (const auto& [options, digest, digest_of_floats] : instances) {
    CAPTURE(options);
    const auto first = generate<Int>(options);
    CHECK(first.header.first_id == 0);
    CHECK(first.header.weighted);
    CHECK(std::ranges::all_of(first.arcs, [&](const Arc<Int>& arc) {
      return arc.source < first.header.vertices && arc.target < first.header.vertices;
    }));
    for (const unsigned threads : {1U, 2U, 3U}) CHECK(same(first, generate<Int>(options, threads)));
    CHECK(same(generate<float>(options), generate<float>(options, 3)));
    CHECK_FALSE(same(first, generate<Int>(options + "; seed = 2")));
  }
}

TEST_CASE("golden digests of small graphs") {
  for (const Instance& it : instances) {
    CAPTURE(it.options);
    CHECK(generate<Int>(it.options).digest() == it.digest);
    CHECK(generate<float>(it.options).digest() == it.digest_of_floats);
  }
}

TEST_CASE("no vertices, one, two") {
  for (const char* kind : {"road", "triangulation", "complete", "regular", "path", "cycle", "star", "tree"}) {
    CAPTURE(kind);
    for (const int n : {0, 1, 2}) {
      std::string options = fmt::format("kind = '{}'; vertices = {}", kind, n);
      if (kind == std::string("regular") && n < 2) options += n == 0 ? "; degree = 0" : "; self_loops = true";
      const auto graph = generate<Int>(options);
      CHECK(graph.header.vertices == n);
      if (n == 0) CHECK(graph.arcs.empty());
      if (n == 2) CHECK_FALSE(graph.arcs.empty());
    }
  }
  CHECK(generate<Int>("kind = 'uniform'; vertices = 0; edges = 0").header.vertices == 0);
  CHECK(generate<Int>("kind = 'uniform'; vertices = 1; self_loops = true").arcs.size() == 16);
  CHECK(generate<Int>("kind = 'rmat'; scale = 0; edges = 0").header.vertices == 1);
  CHECK(generate<Int>("kind = 'rmat'; scale = 1").arcs.size() == 32);
  CHECK(generate<Int>("kind = 'grid'; rows = 0; columns = 9").header.vertices == 0);
  CHECK(generate<Int>("kind = 'grid'; rows = 1; columns = 9").arcs.size() == 8);
  CHECK(generate<Int>("kind = 'grid'; rows = 9; columns = 1").arcs.size() == 8);
}

TEST_CASE("rmat: as many arcs as asked for, skewed degrees, quarters as the shares say") {
  const auto graph = generate<Int>("kind = 'rmat'; scale = 14; order = 'natural'; self_loops = true");
  CHECK(graph.header.vertices == 1U << 14);
  CHECK(graph.arcs.size() == std::size_t{16} << 14);
  const auto degrees = graph.out_degrees();
  CHECK(*std::ranges::max_element(degrees) > 40 * 16);
  for (int bit = 0; bit < 14; ++bit) {  // every level of the recursion on its own
    double quarters[4] = {};
    for (const Arc<Int>& arc : graph.arcs) ++quarters[2 * (arc.source >> bit & 1) + (arc.target >> bit & 1)];
    const double shares[] = {.57, .19, .19, .05};
    for (int q = 0; q < 4; ++q)
      CHECK(quarters[q] / static_cast<double>(graph.arcs.size()) == doctest::Approx(shares[q]).epsilon(0.03));
  }

  const auto usual = generate<Int>("kind = 'rmat'; scale = 12");
  CHECK(std::ranges::none_of(usual.arcs, [](const Arc<Int>& arc) { return arc.source == arc.target; }));
  CHECK(usual.header.directed);
  CHECK(usual.out_degrees()[0] < 100);  // the largest degree, were it not for the new numbers
  auto natural = generate<Int>("kind = 'rmat'; scale = 12; order = 'natural'").out_degrees();
  auto random = usual.out_degrees();
  CHECK(natural != random);
  std::ranges::sort(natural);
  std::ranges::sort(random);
  CHECK(natural == random);
  CHECK_FALSE(generate<Int>("kind = 'rmat'; scale = 4; symmetric = true").header.directed);
  CHECK(generate<Int>("kind = 'rmat'; scale = 5; a = 0.5; b = 1e-9; c = 0").arcs.size() == 512);
}

TEST_CASE("uniform: mean and spread of degrees, no self-loops unless wanted") {
  const auto graph = generate<Int>("kind = 'uniform'; vertices = 20000; edges = 320000");
  for (const auto& degrees : {graph.out_degrees(), graph.in_degrees()}) {
    double variance = 0;
    for (const std::uint64_t d : degrees) variance += std::pow(static_cast<double>(d) - 16, 2) / 20000;
    CHECK(variance == doctest::Approx(16).epsilon(0.05));  // Poisson
  }
  const auto loops = [](const Generated<Int>& g) {
    return std::ranges::count_if(g.arcs, [](const Arc<Int>& arc) { return arc.source == arc.target; });
  };
  CHECK(loops(graph) == 0);
  CHECK(loops(generate<Int>("kind = 'uniform'; vertices = 10; edges = 1000; self_loops = true")) > 50);
}

TEST_CASE("regular: every vertex has exactly its arcs, out or in") {
  const auto all = [](const std::vector<std::uint64_t>& degrees, std::uint64_t degree) {
    return std::ranges::all_of(degrees, [=](std::uint64_t d) { return d == degree; });
  };
  const auto out = generate<Int>("kind = 'regular'; vertices = 5000");
  CHECK(all(out.out_degrees(), 7));
  CHECK_FALSE(all(out.in_degrees(), 7));
  const auto in = generate<Int>("kind = 'regular'; vertices = 5000; degree = 3; degree_of = 'in'");
  CHECK(all(in.in_degrees(), 3));
  CHECK_FALSE(all(in.out_degrees(), 3));
}

TEST_CASE("grid: the neighbours of a row or column, with reach all pairs at most so many away, each once, in order") {
  for (const auto& [rows, columns, reach] :
       {std::tuple{30, 50, 0}, {9, 7, 3}, {7, 9, 1}, {2, 30, 5}, {30, 2, 5}, {1, 1, 2}, {4, 4, 64}}) {
    const auto graph =
        generate<Int>(fmt::format("kind = 'grid'; rows = {}; columns = {}; reach = {}", rows, columns, reach));
    CHECK(!graph.header.directed);
    std::vector<std::pair<Vertex, Vertex>> expected;
    for (int u = 0; u < rows * columns; ++u)
      for (int v = u + 1; v < rows * columns; ++v) {
        const int down = v / columns - u / columns, across = std::abs(v % columns - u % columns);
        if (reach == 0 ? down + across == 1 : down <= reach && across <= reach) expected.emplace_back(u, v);
      }
    std::vector<std::pair<Vertex, Vertex>> made;
    for (const auto& arc : graph.arcs) made.emplace_back(arc.source, arc.target);
    CHECK(made == expected);
  }
}

TEST_CASE("complete: every ordered pair once") {
  const auto graph = generate<Int>("kind = 'complete'; vertices = 60; order = 'random'");
  std::set<std::pair<Vertex, Vertex>> pairs;
  for (const Arc<Int>& arc : graph.arcs) pairs.emplace(arc.source, arc.target);
  CHECK(graph.arcs.size() == 60 * 59);
  CHECK(pairs.size() == 60 * 59);
  CHECK(std::ranges::none_of(pairs, [](const auto& pair) { return pair.first == pair.second; }));
}

TEST_CASE("path, cycle, star and tree: degrees and reach") {
  for (const char* kind : {"path", "cycle", "star", "tree"}) {
    CAPTURE(kind);
    const auto graph = generate<Int>(fmt::format("kind = '{}'; vertices = 100", kind));
    CHECK(graph.header.directed);
    CHECK(graph.arcs.size() == (kind == std::string("cycle") ? 100 : 99));
    CHECK(std::ranges::count(reached(graph, 0), true) == 100);
    const auto both =
        generate<Int>(fmt::format("kind = '{}'; vertices = 100; symmetric = true; order = 'random'", kind));
    CHECK(std::ranges::count(reached(both, 57), true) == 100);
  }
  CHECK(generate<Int>("kind = 'star'; vertices = 100").out_degrees()[0] == 99);
  const auto hubs = generate<Int>("kind = 'star'; vertices = 104; hubs = 4").out_degrees();
  CHECK(std::vector(hubs.begin(), hubs.begin() + 5) == std::vector<std::uint64_t>{26, 26, 26, 25, 0});
  const auto tree = generate<Int>("kind = 'tree'; vertices = 121; degree = 3").out_degrees();
  CHECK(std::ranges::count(tree, 3U) == 40);
  CHECK(std::ranges::count(tree, 0U) == 81);
}

TEST_CASE("weights: the range, both ends of integers, the shape of each distribution") {
  const auto weights = []<class W>(W, const std::string& extra) {
    std::vector<W> all;
    for (const Arc<W>& arc : generate<W>("kind = 'uniform'; vertices = 1000; edges = 100000; " + extra).arcs)
      all.push_back(arc.weight);
    std::ranges::sort(all);
    return all;
  };
  const auto ends = [](const auto& sorted) { return std::pair(sorted.front(), sorted.back()); };
  const auto usual = weights(Int{}, "");
  CHECK(ends(usual) == std::pair(1, 100));
  CHECK(usual[50000] == doctest::Approx(50).epsilon(0.05));
  const auto real = weights(0.F, "min_weight = 0.25; max_weight = 0.5");
  CHECK(real.front() >= 0.25F);
  CHECK(real.front() < 0.251F);
  CHECK(real.back() < 0.5F);
  CHECK(real.back() > 0.499F);
  CHECK(real[50000] == doctest::Approx(0.375).epsilon(0.02));
  CHECK(ends(weights(Int{}, "min_weight = -3; max_weight = -1")) == std::pair(-3, -1));
  const auto widest = weights(Int{}, "min_weight = -2147483646; max_weight = 2147483646");
  CHECK(widest.front() < -2100000000);
  CHECK(widest.back() > 2100000000);
  CHECK(weights(Int{}, "min_weight = 1; max_weight = 1").back() == 1);
  const auto wide = weights(std::int64_t{}, "min_weight = -9007199254740992; max_weight = 9007199254740992");
  CHECK(wide.front() >= -9007199254740992);
  CHECK(wide.front() < -9000000000000000);
  CHECK(wide.back() <= 9007199254740992);
  CHECK(wide.back() > 9000000000000000);
  CHECK(ends(weights(std::int64_t{}, "")) == std::pair<std::int64_t, std::int64_t>(1, 100));
  const auto fine = weights(0.0, "min_weight = 0.25; max_weight = 0.5");
  CHECK(fine.front() >= 0.25);
  CHECK(fine.back() < 0.5);
  CHECK(fine.back() > 0.499);
  CHECK(std::ranges::any_of(fine, [](double it) { return it != static_cast<double>(static_cast<float>(it)); }));
  CHECK(weights(0.F, "min_weight = 2; max_weight = 2").back() == 2.F);

  for (const int max : {1'000, 1'000'000'000}) {
    const std::string range = fmt::format("min_weight = 1; max_weight = {}; distribution = ", max);
    const std::string exponential = range + "'exponential'", log_uniform = range + "'log_uniform'";
    CHECK(weights(0.F, exponential)[50000] == doctest::Approx(1 + max / 8 * std::log(2)).epsilon(0.03));
    CHECK(weights(0.F, log_uniform)[50000] == doctest::Approx(std::sqrt(max)).epsilon(0.1));
    for (const std::string& options : {exponential, log_uniform}) {
      CHECK(weights(Int{}, options).front() >= 1);
      CHECK(weights(Int{}, options).back() <= max);
      CHECK(weights(Int{}, options).back() > 0.8 * max);
    }
  }
}

TEST_CASE("options that do not belong to the kind, and values that cannot be, are refused with both names") {
  CHECK(refusal("kind = 'path'; scale = 20") ==
        "generate: option scale does not apply to kind \"path\", only to rmat; remove it");
  CHECK(refusal("kind = 'complete'; vertices = 4294967294") == "too many arcs: 18446744052234715142");
  const std::pair<const char*, const char*> others[] = {
      {"kind = 'road'; max_weight = 5", "max_weight does not apply to kind \"road\""},
      {"kind = 'grid'; vertices = 5", "tree or hard; remove it"},
      {"kind = 'uniform'; edges = 5; edge_factor = 16", "edges and edge_factor"},
      {"kind = 'uniform'; vertices = 0; edges = 5", "no vertices, but 5 arcs"},
      {"kind = 'uniform'; vertices = 1", "no arcs but self-loops"},
      {"kind = 'regular'; vertices = 1", "no arcs but self-loops"},
      {"kind = 'rmat'; scale = 0", "no arcs but self-loops"},
      {"kind = 'rmat'; b = 0; c = 0", "no arcs but self-loops"},
      {"kind = 'rmat'; a = 0.9", "a + b + c is 1.28"},
      {"kind = 'star'; vertices = 3; hubs = 4", "4 hubs among 3 vertices"},
      {"kind = 'tree'; degree = 0", "at least one child"},
      {"kind = 'path'; min_weight = 5; max_weight = 4", "min_weight is 5 and max_weight 4"},
      {"kind = 'path'; min_weight = 0.5", "whole numbers"},
      {"kind = 'path'; max_weight = 2147483647", "use weights = \"int64\""},
      {"kind = 'path'; min_weight = 0; distribution = 'log_uniform'", "above 0"},
      {"kind = 'grid'; rows = 65536; columns = 65536", "4294967296 vertices, but ids have 32 bits"},
      {"kind = 'honeycomb'; rows = 65536; columns = 65536", "vertices, but ids have 32 bits"},
      {"kind = 'shell'; rows = 30000; columns = 30000", "shell: 8100360003 vertices, but ids have 32 bits"},
      {"kind = 'shell'; rows = 4294967294; columns = 4294967294", "vertices, but ids have 32 bits"},
      {"kind = 'grid'; freedoms = 2", "only to shell"},
      {"kind = 'rmat'; coordinates = true", "option coordinates does not apply"}};
  for (const auto& [given, words] : others) {
    const std::string said = refusal(given);
    CHECK_MESSAGE(contains(said, words), words << " is not in: " << said);
  }
}

TEST_CASE("a cancelled load says so") {
  for (const char* kind : {"road", "rmat", "grid", "complete"}) {
    try {
      generate<Int>(fmt::format("kind = '{}'", kind), 2, true);
      FAIL("went on");
    } catch (const Failure& failure) {
      CHECK(failure.code() == StatusCode::cancelled);
    }
  }
}

}  // namespace generate_test
}  // namespace wayfront::host
