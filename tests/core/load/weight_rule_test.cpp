#include "load/weights.hpp"

#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "settings/option_text.hpp"

namespace wayfront::host {
namespace weight_rule_test {

using Kind = WeightRule::Kind;

template <WeightType W>
void give(const WeightRule& rule, bool directed, std::span<Arc<W>> arcs, unsigned threads = 1) {
  ThreadedContext context(threads);
  // In two blocks, as loaders may leave them.
  const std::span<Arc<W>> blocks[] = {arcs.first(arcs.size() / 3), arcs.subspan(arcs.size() / 3)};
  give_weights<W>(rule, {.arcs = arcs.size(), .directed = directed, .weighted = false}, {}, blocks, context);
}

std::int32_t weight(const WeightRule& rule, bool directed, Vertex source, Vertex target) {
  Arc<std::int32_t> arc{source, target, 0};
  give<std::int32_t>(rule, directed, {&arc, 1});
  return arc.weight;
}

bool accepted(const WeightRule& rule, WeightKind weights) {
  return refusal_by(ExitCode::usage, [&] { require_fit(rule, weights); }).empty();
}

TEST_CASE("hash1000 is the formula of the reference answers") {
  const WeightRule rule{.kind = Kind::hash1000};
  CHECK(weight(rule, true, 0, 0) == 1);
  CHECK(weight(rule, true, 1, 0) == 94);
  CHECK(weight(rule, true, 0, 1) == 664);
  CHECK(weight(rule, true, 1, 2) == 1 + static_cast<int>((73856093ULL ^ (2 * 19349663ULL)) % 1000));
  CHECK(weight(rule, false, 2, 1) == weight(rule, true, 1, 2));
  constexpr std::uint64_t a = 4'000'000'000, b = 4'100'000'000;  // beyond 32 bits when multiplied
  CHECK(weight(rule, true, a, b) == 1 + static_cast<int>((73856093 * a ^ 19349663 * b) % 1000));
}

TEST_CASE("uniform weights reach both ends of the range, evenly, and depend on ends and seed alone") {
  const WeightRule rule{.kind = Kind::uniform, .min = -3, .max = 6, .seed = 5};
  WeightRule other = rule;
  other.seed = 6;
  std::vector<int> counts(10);
  int differing = 0, turned = 0;
  for (Vertex u = 0; u < 200; ++u) {
    for (Vertex v = 0; v < 200; ++v) {
      const std::int32_t here = weight(rule, true, u, v);
      REQUIRE(here >= -3);
      REQUIRE(here <= 6);
      ++counts[static_cast<std::size_t>(here + 3)];
      differing += here != weight(other, true, u, v) ? 1 : 0;
      turned += here != weight(rule, true, v, u) ? 1 : 0;
      REQUIRE(weight(rule, false, u, v) == weight(rule, false, v, u));
    }
  }
  CHECK(std::ranges::min(counts) > 3700);  // of 4000 expected; the deviation of one is 60
  CHECK(std::ranges::max(counts) < 4300);
  CHECK(differing > 35'000);
  CHECK(turned > 35'000);
  CHECK(weight({.kind = Kind::uniform, .min = 4, .max = 4}, true, 1, 2) == 4);
}

TEST_CASE("floats get the same whole numbers") {
  const WeightRule rule{.kind = Kind::uniform, .min = 1, .max = 1 << 24};
  for (Vertex v = 0; v < 100; ++v) {
    Arc<float> arc{v, 7, 0};
    give<float>(rule, true, {&arc, 1});
    CHECK(arc.weight == static_cast<float>(weight(rule, true, v, 7)));
  }
  Arc<float> arc{0, 1, 0};
  give<float>({.kind = Kind::constant, .constant = 0.5}, true, {&arc, 1});
  CHECK(arc.weight == 0.5F);
}

TEST_CASE("gap: blocks of the edge list, each with a generator of its own") {
  constexpr std::size_t block = 1 << 18;
  std::vector<Arc<std::int32_t>> arcs(2 * block + 1000), again;
  for (auto& arc : arcs) arc = {0, 0, -1};
  again = arcs;
  give<std::int32_t>({.kind = Kind::gap}, true, arcs, 1);
  give<std::int32_t>({.kind = Kind::gap}, false, again, 3);
  CHECK(std::ranges::equal(arcs, again, {}, &Arc<std::int32_t>::weight, &Arc<std::int32_t>::weight));
  // The definition, written once more: a remainder of 2^32 - 1 = 255 * 16843009.
  for (std::size_t number = 0; number < 3; ++number) {
    std::mt19937 random(static_cast<unsigned>(27491095 + number));
    for (std::size_t i = number * block; i < std::min((number + 1) * block, arcs.size()); ++i) {
      std::uint64_t drawn = random();
      while (drawn == 0xffff'ffff) drawn = random();
      REQUIRE(arcs[i].weight == static_cast<std::int32_t>(1 + drawn % 255));
    }
  }
  const auto [min, max] = std::ranges::minmax(arcs, {}, &Arc<std::int32_t>::weight);
  CHECK(min.weight == 1);
  CHECK(max.weight == 255);
  std::vector<Arc<float>> floats(5);
  give<float>({.kind = Kind::gap}, true, floats);
  for (std::size_t i = 0; i < 5; ++i) CHECK(floats[i].weight == static_cast<float>(arcs[i].weight));
}

constexpr std::string_view square = "c four corners\np aux sp co 4\nv 1 0 0\nv 2 3 4\r\nv 4 -1.5e0 2\n\nv 3 0 0";

std::string give_by(const WeightRule& rule, std::span<Arc<std::int32_t>> arcs, const VertexIds& ids = VertexIds(1)) {
  ThreadedContext context(2);
  return refusal_by(ExitCode::input, [&] {
    const std::span<Arc<std::int32_t>> blocks[] = {arcs};
    give_weights<std::int32_t>(rule, {.vertices = 4, .arcs = arcs.size(), .weighted = false}, ids, blocks, context);
  });
}

TEST_CASE("euclidean: the distance of the ends, scaled, rounded for integers") {
  const Scratch scratch;
  const WeightRule rule{.kind = Kind::euclidean, .coordinates = scratch.write("a.co", square), .scale = 2};
  std::vector<Arc<std::int32_t>> arcs = {{0, 1, -1}, {1, 0, -1}, {0, 2, -1}, {0, 3, -1}, {3, 3, -1}};
  CHECK(give_by(rule, arcs) == "");
  CHECK(arcs[0].weight == 10);
  CHECK(arcs[1].weight == 10);
  CHECK(arcs[2].weight == 0);
  CHECK(arcs[3].weight == 5);
  CHECK(arcs[4].weight == 0);
  ThreadedContext context(1);
  std::vector<Arc<float>> floats = {{1, 3, 0}};
  const std::span<Arc<float>> blocks[] = {floats};
  give_weights<float>({.kind = Kind::euclidean, .coordinates = rule.coordinates},
                      {.vertices = 4, .arcs = 1, .weighted = false}, VertexIds(1), blocks, context);
  CHECK(floats[0].weight == static_cast<float>(std::hypot(4.5, 2.0)));
}

TEST_CASE("euclidean: what is wrong with coordinates is said with file and line") {
  const Scratch scratch;
  const auto message = [&](std::string_view content, double scale = 1) {
    std::vector<Arc<std::int32_t>> arcs = {{0, 1, 0}};
    const WeightRule rule{.kind = Kind::euclidean, .coordinates = scratch.write("bad.co", content), .scale = scale};
    const std::string text = give_by(rule, arcs);
    const std::size_t at = text.find("bad.co:");
    return at == std::string::npos ? text : text.substr(at + 7);
  };
  CHECK(message("p aux sp co 4\nv 1 0 0\nv 2 1 1\nv 3 0 0\n") == " vertex 4 has no coordinates");
  CHECK(message("p sp 4 4\n").starts_with("1: the header is not 'p aux sp co N'"));
  CHECK(message("c\nv 5 0 0\n").starts_with("2: vertex 5 is not in the graph, whose ids are 1 .. 4"));
  CHECK(message("v 0 0 0\n").starts_with("1: vertex 0 is not in the graph"));
  CHECK(message("v 1 0 0\nv 1 0 0\n").starts_with("2: vertex 1 already has coordinates"));
  for (const char* line : {"v 1 0", "v 1 0 x", "v 1 0 nan", "v 1 inf 0", "v -1 0 0", "v 1 0 0 0", "v 1.0 0 0", "v"})
    CHECK(message(line).starts_with("1: a vertex is 'v ID X Y'"));
  CHECK(message("q 1 2 3\n").starts_with("1: this is neither a comment"));
  CHECK(contains(message(square, 1e9), "are 5000000000 apart, which does not fit int32"));
}

TEST_CASE("euclidean: ids with gaps are found, names are refused") {
  const Scratch scratch;
  const WeightRule rule{.kind = Kind::euclidean, .coordinates = scratch.write("a.co", "v 70 0 0\nv 9 3 4\n")};
  std::vector<Arc<std::int32_t>> arcs = {{0, 1, -1}};
  ThreadedContext context(1);
  const std::span<Arc<std::int32_t>> blocks[] = {arcs};
  const GraphHeader header{.vertices = 2, .arcs = 1, .weighted = false};
  give_weights<std::int32_t>(rule, header, VertexIds::of_numbers({9, 70}), blocks, context);
  CHECK(arcs[0].weight == 5);
  CHECK_THROWS_AS(give_weights<std::int32_t>(rule, header, VertexIds::of_names("ab", {1, 2}), blocks, context),
                  UserError);
}

TEST_CASE("rules that the weight type cannot hold are refused") {
  CHECK(accepted({}, WeightKind::int32));
  CHECK(accepted({.kind = Kind::constant, .constant = -7}, WeightKind::int32));
  CHECK_FALSE(accepted({.kind = Kind::constant, .constant = 0.5}, WeightKind::int32));
  CHECK(accepted({.kind = Kind::constant, .constant = 0.5}, WeightKind::float32));
  CHECK_FALSE(accepted({.kind = Kind::constant, .constant = 2147483647}, WeightKind::int32));
  CHECK_FALSE(accepted({.kind = Kind::constant, .constant = 1e39}, WeightKind::float32));
  CHECK_FALSE(accepted({.kind = Kind::uniform, .min = 2, .max = 1}, WeightKind::int32));
  CHECK(accepted({.kind = Kind::uniform, .min = -2147483646, .max = 2147483646}, WeightKind::int32));
  CHECK_FALSE(accepted({.kind = Kind::uniform, .min = 1, .max = 2147483647}, WeightKind::int32));
  CHECK_FALSE(accepted({.kind = Kind::uniform, .min = 1, .max = (1 << 24) + 1}, WeightKind::float32));
}

TEST_CASE("the type that a rule needs") {
  CHECK(kind_for({}) == WeightKind::int32);
  CHECK(kind_for({.kind = Kind::constant, .constant = -2147483646}) == WeightKind::int32);
  CHECK(kind_for({.kind = Kind::constant, .constant = 2147483647}) == WeightKind::int64);
  CHECK(kind_for({.kind = Kind::constant, .constant = 0.5}) == WeightKind::float64);
  CHECK(kind_for({.kind = Kind::constant, .constant = 1e300}) == WeightKind::float64);
  CHECK(kind_for({.kind = Kind::uniform, .min = -2147483646, .max = 2147483646}) == WeightKind::int32);
  CHECK(kind_for({.kind = Kind::uniform, .min = -2147483647, .max = 1}) == WeightKind::int64);
  CHECK(kind_for({.kind = Kind::gap}) == WeightKind::int32);
}

TEST_CASE("rules describe themselves") {
  CHECK(describe(WeightRule{}) == "");
  CHECK(describe({.kind = Kind::constant}) == "constant 1");
  CHECK(describe({.kind = Kind::uniform, .seed = 7}) == "uniform 1..100, seed 7");
  CHECK(describe({.kind = Kind::hash1000}) == "hash1000");
  CHECK(describe({.kind = Kind::gap}) == "gap");
  CHECK(describe({.kind = Kind::euclidean, .coordinates = "x/NY.co", .scale = 10}) == "euclidean NY.co times 10");
}

}  // namespace weight_rule_test
}  // namespace wayfront::host
