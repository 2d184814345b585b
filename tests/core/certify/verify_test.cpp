#include "certify/verify.hpp"

#include "certify/poison.hpp"
#include "judged.hpp"

namespace wayfront::host {
namespace verify_test {

constexpr std::int32_t far_away = unreached<std::int32_t>;
constexpr float nowhere = unreached<float>;

template <WeightType W>
Certificate judge(const Graph& graph, std::vector<W> distances, std::vector<Vertex> predecessors = {}) {
  return Answer<W>(std::move(distances), std::move(predecessors)).judged(graph);
}

template <WeightType W>
Certificate judge_cycle(const Graph& graph, std::vector<Vertex> cycle, Vertex source = 0) {
  Answer<W> answer(std::vector<W>(graph.info().vertices));
  answer.output.outcome = Outcome::negative_cycle;
  answer.output.cycle.assign(cycle.begin(), cycle.end());
  return answer.judged(graph, source);
}

void check_fault(const Certificate& certificate, Finding finding, std::string_view reason) {
  CHECK(certificate.finding == finding);
  CHECK(certificate.reason == reason);
}

//  0 -> 1 (4)  0 -> 2 (1)  2 -> 1 (2)  2 -> 2 (3)  1 -> 3 (5)  1 -> 3 (7)  4 -> 0 (1); 5 alone
template <WeightType W>
std::vector<Arc<W>> small() {
  return {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {2, 2, 3}, {1, 3, 5}, {1, 3, 7}, {4, 0, 1}};
}

TEST_CASE_TEMPLATE("a right answer, its tree and its figures", W, std::int32_t, float, std::int64_t, double) {
  for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    const auto graph = graph_of<W>(6, small<W>(), offsets);
    std::vector<Vertex> tree(6);
    const Answer<W> answer({0, 3, 1, 8, unreached<W>, unreached<W>});
    const Certificate certificate = answer.judged(*graph, 0, tree.data());
    check_fault(certificate, Finding::right, "");
    CHECK(certificate.reached == 4);
    CHECK(certificate.reached_edges == 6);
    CHECK(certificate.digest.size() == 32);
    CHECK(tree == std::vector<Vertex>{no_vertex, 2, 0, 1, no_vertex, no_vertex});
  }
}

TEST_CASE("digests are equal exactly for equal distances") {
  const auto graph = graph_of<float>(2, {{0, 1, 0.0F}});
  const auto digest = [&](float a, float b) { return judge<float>(*graph, {a, b}).digest; };
  CHECK(digest(0.0F, 0.0F) == digest(-0.0F, -0.0F));
  CHECK(digest(0.0F, 0.0F) != digest(0.0F, 1.0F));
  CHECK(judge<float>(*graph, {-0.0F, 0.0F}).finding == Finding::right);
}

TEST_CASE("faults of distances, each with its sentence") {
  const auto graph = graph_of<std::int32_t>(6, small<std::int32_t>());
  const auto fault = [&](std::vector<std::int32_t> d, std::string_view reason) {
    check_fault(judge<std::int32_t>(*graph, std::move(d)), Finding::wrong, reason);
  };
  fault({1, 3, 1, 8, far_away, far_away}, "source 0 has distance 1 instead of 0");
  fault({0, 4, 1, 9, far_away, far_away}, "vertex 1 has distance 4, but arc 2 -> 1 gives distance 1 + weight 2 = 3");
  fault({0, 3, 1, far_away, far_away, far_away},
        "vertex 3 is marked unreached, but arc 1 -> 3 gives distance 3 + weight 5 = 8");
  fault({0, 2, 1, 7, far_away, far_away},
        "vertex 1 has distance 2, but its best in-arc 2 -> 1 gives distance 1 + weight 2 = 3");
  fault({0, 3, 1, 8, far_away, 5}, "vertex 5 has distance 5, but no arc leads to it from a reached vertex");
  fault({0, 3, 1, 8, far_away, -5}, "vertex 5 has distance -5, but no weight is negative");
  fault({0, 3, 1, std::numeric_limits<std::int32_t>::lowest(), far_away, far_away},
        "entry of vertex 3 was not written");
}

TEST_CASE("vertices that only hold each other up are wrong") {
  const auto graph = graph_of<std::int32_t>(3, {{0, 1, 5}, {1, 2, 0}, {2, 1, 0}});
  CHECK(judge<std::int32_t>(*graph, {0, 5, 5}).finding == Finding::right);
  check_fault(
      judge<std::int32_t>(*graph, {0, 3, 3}), Finding::wrong,
      "vertex 1 has distance 3, but no path from the source is that short: arc 2 -> 1 gives distance 3 + weight 0 = 3, "
      "and vertex 2 is not on a path from the source either");
}

TEST_CASE("cycles of weight zero with negative arcs hold nobody up either") {
  const auto graph = graph_of<std::int32_t>(4, {{0, 3, 1}, {1, 2, 3}, {2, 1, -3}});
  CHECK(judge<std::int32_t>(*graph, {0, far_away, far_away, 1}).finding == Finding::right);
  CHECK(judge<std::int32_t>(*graph, {0, 5, 8, 1}).finding == Finding::wrong);
  CHECK(judge<std::int32_t>(*graph, {0, -8, -5, 1}).finding == Finding::wrong);
}

TEST_CASE_TEMPLATE("few and many arcs of weight zero", W, std::int32_t, float, std::int64_t, double) {
  for (const unsigned every : {1U, 2U, 50U}) {  // each such vertex hangs on its predecessor by weight zero
    std::vector<Arc<W>> arcs;
    std::vector<W> d = {0};
    for (Vertex v = 1; v < 3000; ++v) {
      const W weight = v % every == 0 ? W{0} : W{2};
      arcs.push_back({v - 1, v, weight});
      arcs.push_back({v, v - 1, weight});
      d.push_back(d.back() + weight);
    }
    const auto graph = graph_of<W>(3001, arcs);
    d.push_back(unreached<W>);
    std::vector<Vertex> tree(3001);
    REQUIRE(Answer<W>(d).judged(*graph, 0, tree.data()).finding == Finding::right);
    for (Vertex v = 1; v < 3000; ++v) REQUIRE(tree[v] == v - 1);
    CHECK(tree[3000] == no_vertex);
    CHECK(judge<W>(*graph, d, tree).finding == Finding::right);
    for (const Vertex cut : {1000U, 2950U}) {  // from there on everything hangs together, one too low
      std::vector<W> wrong = d;
      for (Vertex v = cut; v < 3000; ++v) wrong[v] -= 1;
      CHECK(judge<W>(*graph, wrong).finding == Finding::wrong);
    }
  }
}

TEST_CASE("floats that are no distances") {
  const auto graph = graph_of<float>(3, {{0, 1, 1.5F}, {0, 2, -1.0F}});
  CHECK(judge<float>(*graph, {0, 1.5F, -1}).finding == Finding::right);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  check_fault(judge<float>(*graph, {0, nan, -1}), Finding::wrong,
              "the distance of vertex 1 is nan, which is not a distance");
  check_fault(judge<float>(*graph, {0, 1.5F, -nowhere}), Finding::wrong,
              "the distance of vertex 2 is -inf, which is not a distance");
  CHECK(judge<float>(*graph, {nan, 1.5F, -1}).finding == Finding::wrong);
  CHECK(judge<float>(*graph, {0, std::nextafter(1.5F, 2.0F), -1}).finding == Finding::wrong);
  CHECK(judge<float>(*graph, {0, std::nextafter(1.5F, 1.0F), -1}).finding == Finding::wrong);
}

TEST_CASE("float sums are judged as rounded, one by one") {
  // 2^24 + 1 rounds to 2^24: the second arc adds nothing, and the distances of a correct algorithm say so.
  const auto graph = graph_of<float>(3, {{0, 1, 16777216.0F}, {1, 2, 1.0F}});
  CHECK(judge<float>(*graph, {0, 16777216.0F, 16777216.0F}).finding == Finding::right);
  CHECK(judge<float>(*graph, {0, 16777216.0F, 16777218.0F}).finding == Finding::wrong);
}

TEST_CASE("distances up to the largest but one fit; beyond it the verdict is overflow") {
  const auto chain = [](std::int32_t last) { return graph_of<std::int32_t>(3, {{0, 1, 1 << 30}, {1, 2, last}}); };
  const std::int32_t fits = far_away - 1 - (1 << 30);
  CHECK(judge<std::int32_t>(*chain(fits), {0, 1 << 30, far_away - 1}).finding == Finding::right);
  CHECK(judge<std::int32_t>(*chain(fits), {0, 1 << 30, far_away}).finding == Finding::wrong);
  check_fault(judge<std::int32_t>(*chain(fits + 1), {0, 1 << 30, far_away}), Finding::overflow,
              "arc 1 -> 2 gives distance 1073741824 + weight 1073741823 = 2147483647, which does not fit int32; use "
              "weights = \"int64\" or smaller weights");
  CHECK(judge<std::int32_t>(*chain(far_away), {0, 1 << 30, far_away}).finding == Finding::overflow);
  // A wrong entry elsewhere is what the user has to hear about first.
  CHECK(judge<std::int32_t>(*chain(far_away), {0, 1, far_away}).finding == Finding::wrong);
}

TEST_CASE("overflow below the range") {
  const std::int32_t low = std::numeric_limits<std::int32_t>::lowest() + 1;
  const auto graph = graph_of<std::int32_t>(4, {{0, 1, low + 5}, {1, 2, -6}, {2, 3, 10}});
  CHECK(judge<std::int32_t>(*graph, {0, low + 5, low, low + 10}).finding == Finding::overflow);
  const auto fits = graph_of<std::int32_t>(3, {{0, 1, low + 5}, {1, 2, -5}});
  CHECK(judge<std::int32_t>(*fits, {0, low + 5, low}).finding == Finding::right);
}

TEST_CASE_TEMPLATE("overflow of floats", W, float, double) {
  const W huge = std::numeric_limits<W>::max();
  const auto graph = graph_of<W>(3, {{0, 1, huge}, {1, 2, huge}});
  const Certificate certificate = judge<W>(*graph, {0, huge, unreached<W>});
  CHECK(certificate.finding == Finding::overflow);
  CHECK(contains(certificate.reason, std::is_same_v<W, float>
                                         ? "which does not fit float32; use weights = \"float64\" or smaller"
                                         : "out of the range of float64; use smaller weights"));
}

TEST_CASE("64-bit distances up to the ends of the range; the message names no other type") {
  constexpr std::int64_t end = unreached<std::int64_t>;
  const auto chain = [](std::int64_t first, std::int64_t last) {
    return graph_of<std::int64_t>(3, {{0, 1, first}, {1, 2, last}});
  };
  using Longs = std::vector<std::int64_t>;
  const std::int64_t half = std::int64_t{1} << 62;
  CHECK(judge<std::int64_t>(*chain(half, half - 2), Longs{0, half, end - 1}).finding == Finding::right);
  check_fault(judge<std::int64_t>(*chain(half, half - 1), Longs{0, half, end}), Finding::overflow,
              "arc 1 -> 2 gives distance 4611686018427387904 + weight 4611686018427387903 = 9223372036854775807, which "
              "is out of the range of int64; use smaller weights");
  check_fault(judge<std::int64_t>(*chain(end, end), Longs{0, end - 1, end}), Finding::wrong,
              "vertex 1 has distance 9223372036854775806, but its best in-arc 0 -> 1 gives distance 0 + weight "
              "9223372036854775807 = 9223372036854775807, which is out of the range of int64; use smaller weights");
  check_fault(judge<std::int64_t>(*chain(-half, -half), Longs{0, -half, -end}), Finding::overflow,
              "arc 1 -> 2 gives distance -4611686018427387904 + weight -4611686018427387904 = -9223372036854775808, "
              "which is out of the range of int64; use smaller weights");
  CHECK(judge<std::int64_t>(*chain(-half, -half + 1), Longs{0, -half, -end}).finding == Finding::right);
}

TEST_CASE("the sum of int64 distances passes 64 bits, and the reader of entries sees each bit of a double") {
  const std::int64_t far = std::int64_t{1} << 62;
  const auto graph = graph_of<std::int64_t>(5, {{0, 1, far}, {0, 2, far}, {0, 3, far}, {0, 4, far + 1}});
  const Certificate certificate = judge<std::int64_t>(*graph, {0, far, far, far, far + 1});
  CHECK(certificate.finding == Finding::right);
  CHECK(certificate.distance_sum == 0x1p64);
  CHECK(certificate.max_distance == 0x1p62);
  CHECK(judge<std::int64_t>(*graph, {0, far, far, far, far}).finding == Finding::wrong);
  const auto tenth = graph_of<double>(2, {{0, 1, 0.1}});
  CHECK(judge<double>(*tenth, {-0.0, 0.1}).finding == Finding::right);
  CHECK(judge<double>(*tenth, {-0.0, 0.1}).digest == judge<double>(*tenth, {0.0, 0.1}).digest);
  for (const double off : {double{0.1F}, std::nextafter(0.1, 1.0), std::nextafter(0.1, 0.0)})
    CHECK(judge<double>(*tenth, {0, off}).finding == Finding::wrong);
  check_fault(judge<double>(*tenth, {0, std::bit_cast<double>(poison_bits<double>)}), Finding::wrong,
              "entry of vertex 1 was not written");
  check_fault(judge<std::int64_t>(*graph, {0, far, far, std::numeric_limits<std::int64_t>::lowest(), far + 1}),
              Finding::wrong, "entry of vertex 3 was not written");
}

TEST_CASE("the sum of a cycle is exact, whatever its weights") {
  const std::int64_t far = unreached<std::int64_t>;
  const auto longs = graph_of<std::int64_t>(3, {{0, 1, far}, {1, 2, far}, {2, 0, -far}, {2, 2, 0}});
  check_fault(judge_cycle<std::int64_t>(*longs, {0, 1, 2}), Finding::wrong,
              "the weights of the cycle sum up to 9223372036854775807, which is not negative");
  const auto lows = graph_of<std::int64_t>(3, {{0, 1, -far}, {1, 2, -far}, {2, 0, far}});
  CHECK(judge_cycle<std::int64_t>(*lows, {0, 1, 2}).finding == Finding::right);
  // 64 bits, even with an error term, do not hold these sums of doubles.
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  const auto doubles = graph_of<double>(6, {{0, 1, huge},
                                            {1, 2, huge},
                                            {2, 3, -huge},
                                            {3, 4, 1e-300},
                                            {4, 5, -1e-300},
                                            {5, 0, -huge},
                                            {3, 5, -tiny},
                                            {2, 0, huge}});
  CHECK(judge_cycle<double>(*doubles, {0, 1, 2, 3, 5}).finding == Finding::right);
  CHECK(judge_cycle<double>(*doubles, {0, 1, 2, 3, 4, 5}).finding == Finding::undecided);
  CHECK(judge_cycle<double>(*doubles, {0, 1, 2}).finding != Finding::right);
}

TEST_CASE("given predecessors must be a tree of tight arcs") {
  const auto graph = graph_of<std::int32_t>(6, small<std::int32_t>());
  const std::vector<std::int32_t> d = {0, 3, 1, 8, far_away, far_away};
  const Vertex none = no_vertex;
  CHECK(judge<std::int32_t>(*graph, d, {none, 2, 0, 1, none, none}).finding == Finding::right);
  const auto fault = [&](std::vector<Vertex> p, std::string_view reason) {
    check_fault(judge<std::int32_t>(*graph, d, std::move(p)), Finding::wrong, reason);
  };
  fault({0, 2, 0, 1, none, none}, "the source 0 has vertex 0 as its predecessor instead of none");
  fault({none, 2, 0, 1, 4, none}, "the unreached vertex 4 has vertex 4 as its predecessor instead of none");
  fault({none, 2, 0, none, none, none}, "vertex 3 is reached, but has no predecessor");
  fault({none, 2, 0, 99, none, none}, "vertex 3 has predecessor 99, but the graph has 6 vertices");
  fault({none, 2, 0, 2, none, none}, "vertex 3 has predecessor 2, but there is no arc 2 -> 3");
  fault({none, 0, 0, 1, none, none},
        "vertex 1 has predecessor 0 and distance 3, but arc 0 -> 1 gives distance 0 + weight 4 = 4");
  fault({none, 2, 0, 1, none, poison_vertex}, "the predecessor of vertex 5 was not written");
  fault({none, 2, 2, 1, none, none},
        "vertex 2 has predecessor 2 and distance 1, but arc 2 -> 2 gives distance 1 + weight 3 = 4");
}

TEST_CASE("predecessors along arcs of weight zero may not go round in a circle") {
  const auto graph = graph_of<std::int32_t>(4, {{0, 1, 5}, {1, 2, 0}, {2, 3, 0}, {3, 1, 0}});
  const std::vector<std::int32_t> d = {0, 5, 5, 5};
  CHECK(judge<std::int32_t>(*graph, d, {no_vertex, 0, 1, 2}).finding == Finding::right);
  check_fault(judge<std::int32_t>(*graph, d, {no_vertex, 3, 1, 2}), Finding::wrong,
              "the predecessors of vertex 1 form a cycle");
}

TEST_CASE_TEMPLATE("negative cycles are walked", W, std::int32_t, float, std::int64_t, double) {
  // 0 -> 1 -> 2 -> 1 with 2 - 3 (a heavier parallel arc is no excuse); 3 -> 3 loop, not reachable; 4 -> 5 -> 4 of
  // weight 0
  const auto graph =
      graph_of<W>(6, {{0, 1, 1}, {1, 2, 9}, {1, 2, 2}, {2, 1, -3}, {3, 3, -1}, {0, 4, 1}, {4, 5, 2}, {5, 4, -2}});
  CHECK(judge_cycle<W>(*graph, {1, 2}).finding == Finding::right);
  CHECK(judge_cycle<W>(*graph, {2, 1}).finding == Finding::right);
  CHECK(judge_cycle<W>(*graph, {3}, 3).finding == Finding::right);
  const auto fault = [&](std::vector<Vertex> cycle, std::string_view reason) {
    check_fault(judge_cycle<W>(*graph, std::move(cycle)), Finding::wrong, reason);
  };
  fault({}, "the outcome is a negative cycle, but no cycle is given");
  fault({1, 77}, "the cycle contains vertex 77, but the graph has 6 vertices");
  fault({1, 2, 1, 2}, "the cycle contains vertex 1 twice");
  fault({1, 4}, "the cycle uses arc 1 -> 4, which the graph does not have");
  fault({0, 1}, "the cycle uses arc 1 -> 0, which the graph does not have");
  fault({3}, "no path leads from source 0 to the cycle at vertex 3");
  const Certificate zero = judge_cycle<W>(*graph, {4, 5});
  if (!is_floating(weight_kind<W>)) {
    check_fault(zero, Finding::wrong, "the weights of the cycle sum up to 0, which is not negative");
  } else {
    CHECK(zero.finding == Finding::undecided);
    CHECK(contains(zero.reason, "cannot tell from a cycle of weight zero"));
  }
  // Whoever calls it solved cannot be right: no distances satisfy the arcs of a negative cycle.
  CHECK(judge<W>(*graph, {0, 1, 3, unreached<W>, 1, 3}).finding == Finding::wrong);
  CHECK(judge<W>(*graph, {0, 0, 2, unreached<W>, 1, 3}).finding == Finding::wrong);
}

TEST_CASE("a float cycle that is far from zero is not excused by rounding") {
  const auto graph = graph_of<float>(2, {{0, 1, 5.0F}, {1, 0, -4.0F}});
  CHECK(judge_cycle<float>(*graph, {0, 1}).finding == Finding::wrong);
  const auto tiny = graph_of<float>(3, {{0, 1, 1e8F}, {1, 2, -1e8F}, {2, 0, -1e-8F}});
  CHECK(judge_cycle<float>(*tiny, {0, 1, 2}).finding == Finding::right);
}

TEST_CASE("poison fills whatever there is and is seen at every entry") {
  const auto graph = graph_of<float>(3, {{0, 1, 1.0F}, {1, 2, 1.0F}});
  for (Vertex hole = 0; hole < 3; ++hole) {
    Answer<float> answer({0, 0, 0}, {0, 0, 0});
    answer.output.outcome = Outcome::negative_cycle;
    answer.output.cycle = {1};
    answer.output.work.rounds = 3;
    poison(answer.output);
    CHECK(answer.output.outcome == Outcome::solved);
    CHECK(answer.output.cycle.empty());
    CHECK(answer.output.work.rounds == 0);
    CHECK(std::ranges::all_of(answer.predecessors, [](Vertex p) { return p == poison_vertex; }));
    for (Vertex v = 0; v < 3; ++v)
      if (v != hole) answer.distances[v] = static_cast<float>(v);
    check_fault(answer.judged(*graph), Finding::wrong, "entry of vertex " + std::to_string(hole) + " was not written");
  }
}

TEST_CASE("reasons call vertices by the file's ids") {
  const auto graph = graph_of<std::int32_t>(3, {{0, 1, 5}, {1, 2, 5}});
  const auto reason = [&](const Answer<std::int32_t>& answer) {
    Arena arena(2);
    return certify(*graph, 0, answer.output, nullptr, arena, 1).reason;
  };
  using Ints = std::vector<std::int32_t>;
  CHECK(reason(Answer<std::int32_t>(Ints{1, 5, 10})) == "source 1 has distance 1 instead of 0");
  CHECK(reason(Answer<std::int32_t>(Ints{0, 5, 11})) ==
        "vertex 3 has distance 11, but arc 2 -> 3 gives distance 5 + weight 5 = 10");
  CHECK(reason(Answer<std::int32_t>(Ints{0, 5, 10}, {no_vertex, 0, 0})) ==
        "vertex 3 has predecessor 1, but there is no arc 1 -> 3");
  Answer<std::int32_t> cycle(Ints{0, 0, 0});
  cycle.output.outcome = Outcome::negative_cycle;
  cycle.output.cycle.assign({0, 2});
  CHECK(reason(cycle) == "the cycle uses arc 1 -> 3, which the graph does not have");
}

}  // namespace verify_test
}  // namespace wayfront::host
