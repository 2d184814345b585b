#include "weight_rule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "errors.hpp"

namespace wayfront::host {
namespace {

using Kind = WeightRule::Kind;

std::int32_t weight(const WeightRule& rule, bool directed, Vertex source, Vertex target) {
  Arc<std::int32_t> arc{source, target, 0};
  give_weights<std::int32_t>(rule, directed, {&arc, 1});
  return arc.weight;
}

bool accepted(const WeightRule& rule, WeightKind weights) {
  try {
    check(rule, weights);
    return true;
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::usage);
    return false;
  }
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
  const WeightRule rule{.kind = Kind::uniform, .least = -3, .most = 6, .seed = 5};
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
  CHECK(weight({.kind = Kind::uniform, .least = 4, .most = 4}, true, 1, 2) == 4);
}

TEST_CASE("floats get the same whole numbers") {
  const WeightRule rule{.kind = Kind::uniform, .least = 1, .most = 1 << 24};
  for (Vertex v = 0; v < 100; ++v) {
    Arc<float> arc{v, 7, 0};
    give_weights<float>(rule, true, {&arc, 1});
    CHECK(arc.weight == static_cast<float>(weight(rule, true, v, 7)));
  }
  Arc<float> arc{0, 1, 0};
  give_weights<float>({.kind = Kind::constant, .constant = 0.5}, true, {&arc, 1});
  CHECK(arc.weight == 0.5F);
}

TEST_CASE("rules that the weight type cannot hold are refused") {
  CHECK(accepted({}, WeightKind::int32));
  CHECK(accepted({.kind = Kind::constant, .constant = -7}, WeightKind::int32));
  CHECK_FALSE(accepted({.kind = Kind::constant, .constant = 0.5}, WeightKind::int32));
  CHECK(accepted({.kind = Kind::constant, .constant = 0.5}, WeightKind::float32));
  CHECK_FALSE(accepted({.kind = Kind::constant, .constant = 2147483647}, WeightKind::int32));
  CHECK_FALSE(accepted({.kind = Kind::constant, .constant = 1e39}, WeightKind::float32));
  CHECK_FALSE(accepted({.kind = Kind::uniform, .least = 2, .most = 1}, WeightKind::int32));
  CHECK(accepted({.kind = Kind::uniform, .least = -2147483646, .most = 2147483646}, WeightKind::int32));
  CHECK_FALSE(accepted({.kind = Kind::uniform, .least = 1, .most = 2147483647}, WeightKind::int32));
  CHECK_FALSE(accepted({.kind = Kind::uniform, .least = 1, .most = (1 << 24) + 1}, WeightKind::float32));
}

TEST_CASE("rules describe themselves") {
  CHECK(describe({}) == "");
  CHECK(describe({.kind = Kind::constant}) == "constant 1");
  CHECK(describe({.kind = Kind::uniform, .seed = 7}) == "uniform 1..100, seed 7");
  CHECK(describe({.kind = Kind::hash1000}) == "hash1000");
}

}  // namespace
}  // namespace wayfront::host
