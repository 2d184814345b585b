#include "certify/worst_arc.hpp"

#include "../../test.hpp"
#include "judged.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// 0 -> 1 -> 2 -> 3 of weights 3, 4, 5, an arc 0 -> 2 of weight 9 and a vertex 4 that nothing leads to.
template <WeightType W>
std::optional<WorstArc> worst(std::vector<W> distances, W up_to = unreached<W>) {
  const auto graph = graph_of<W>(5, {{0, 1, W(3)}, {1, 2, W(4)}, {2, 3, W(5)}, {0, 2, W(9)}, {4, 0, W(1)}});
  Answer<W> answer(std::move(distances));
  if (up_to != unreached<W>) answer.up_to(up_to);
  return worst_arc(*graph, 0, answer.output, 0, VertexIds());
}

TEST_CASE_TEMPLATE("the arc with the largest contradiction", W, std::int32_t, float, std::int64_t, double) {
  constexpr W far = unreached<W>;
  CHECK_FALSE(worst<W>({0, 3, 7, 12, far}));
  const auto long_one = worst<W>({0, 4, 9, 12, far});  // 1 too long, 2 too long by 9 - 8, 3 too short by 2
  REQUIRE(long_one);
  CHECK(long_one->from == 2);
  CHECK(long_one->to == 3);
  CHECK(long_one->excess == 2);
  CHECK_FALSE(long_one->too_long);
  const auto short_one = worst<W>({0, 3, 6, 12, far});
  REQUIRE(short_one);
  CHECK(short_one->from == 1);  // the arc that gives the least, not 0 -> 2
  CHECK(short_one->to == 2);
  CHECK(short_one->excess == 1);
  const auto unmarked = worst<W>({0, 3, 8, far, far});
  REQUIRE(unmarked);
  CHECK(unmarked->to == 3);
  CHECK(std::isinf(unmarked->excess));
  CHECK(contains(unmarked->text, "is marked unreached"));
}

TEST_CASE("entries above the distance up to which an answer is exact count as unreached") {
  CHECK_FALSE(worst<std::int32_t>({0, 3, 7, 100, 100}, 11));
  const auto found = worst<std::int32_t>({0, 3, 7, 100, 100}, 12);
  REQUIRE(found);
  CHECK(found->to == 3);
}

}  // namespace
}  // namespace wayfront::host
