#include "certify/certified_answers.hpp"
#include "../../test.hpp"
#include "certify/worst_arc.hpp"
#include "judged.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace certified_answers_test {

constexpr Vertex n = 1000;

template <WeightType W>
struct Written {
  explicit Written(std::uint32_t rows = 1, bool predecessors = false)
      : distances(std::size_t{rows} * n),
        given(predecessors ? std::size_t{rows} * n : 0),
        exact_to(rows, unreached<W>) {
    std::iota(distances.begin(), distances.end(), W{0});
    std::iota(given.begin(), given.end(), Vertex{5});
    output = output_of(distances, exact_to);
    output.predecessors = predecessors ? given.data() : nullptr;
  }
  std::vector<W> distances;
  std::vector<Vertex> given;
  std::vector<W> exact_to;
  Output output;
};

Certificate right(std::string digest) {
  Certificate it;
  it.digest = std::move(digest);
  return it;
}

TEST_CASE("an answer is found again only with all of its bytes") {
  for (const unsigned threads : {1U, 2U, 16U}) {
    Arena arena(threads);
    const Crew crew(arena, 16);
    for (const bool protect : {false, true}) {
      CertifiedAnswers known(1 << 20, protect);
      Written<float> it(2, true);
      CHECK(known.find(3, it.output, 1, nullptr, crew) == nullptr);
      known.keep(3, it.output, 1, nullptr, right("a"), crew);
      REQUIRE(known.find(3, it.output, 1, nullptr, crew) != nullptr);
      CHECK(known.find(3, it.output, 1, nullptr, crew)->digest == "a");
      CHECK(known.find(4, it.output, 1, nullptr, crew) == nullptr);
      CHECK(known.find(3, it.output, 0, nullptr, crew) == nullptr);  // other numbers
      const auto changed = [&](auto& entry, auto value) {
        const auto before = std::exchange(entry, value);
        CHECK(known.find(3, it.output, 1, nullptr, crew) == nullptr);
        entry = before;
        CHECK(known.find(3, it.output, 1, nullptr, crew) != nullptr);
      };
      for (const Vertex v : {Vertex{0}, Vertex{500}, n - 1}) {
        changed(it.distances[n + v], -1.0F);
        changed(it.given[n + v], Vertex{0});
      }
      changed(it.exact_to[1], 1e30F);
      changed(it.output.outcome, Outcome::negative_cycle);
      changed(it.output.predecessors, static_cast<Vertex*>(nullptr));
      std::vector<Vertex> tree(n);
      CHECK(known.find(3, it.output, 1, tree.data(), crew) == nullptr);  // its tree is not known
    }
  }
}

TEST_CASE("zeros of both signs differ") {
  Arena arena(1);
  CertifiedAnswers known(1 << 20, false);
  Written<double> it;
  known.keep(0, it.output, 0, nullptr, right("a"), arena);
  it.distances[0] = -0.0;
  CHECK(known.find(0, it.output, 0, nullptr, arena) == nullptr);
}

TEST_CASE("the tree of the proof comes back") {
  Arena arena(2);
  CertifiedAnswers known(1 << 20, true);
  Written<std::int64_t> it;
  std::vector<Vertex> tree(n), found(n);
  std::iota(tree.begin(), tree.end(), Vertex{17});
  known.keep(0, it.output, 0, tree.data(), right("a"), {arena, 8});
  REQUIRE(known.find(0, it.output, 0, found.data(), {arena, 8}) != nullptr);
  CHECK(found == tree);
}

TEST_CASE("wrong answers are not kept, and the oldest make room") {
  Arena arena(1);
  Written<std::int32_t> it;
  const std::uint64_t bytes = (n + 1) * sizeof(std::int32_t);
  CertifiedAnswers known(3 * bytes, false);
  known.keep(0, it.output, 0, nullptr, {Finding::wrong, "no"}, arena);
  CHECK(known.count() == 0);
  for (Vertex source = 0; source < 4; ++source) known.keep(source, it.output, 0, nullptr, right("a"), arena);
  CHECK(known.count() == 3);
  CHECK(known.bytes() == 3 * bytes);
  CHECK(known.find(0, it.output, 0, nullptr, arena) == nullptr);
  for (Vertex source = 1; source < 4; ++source) CHECK(known.find(source, it.output, 0, nullptr, arena) != nullptr);
  CertifiedAnswers small(bytes - 1, false);
  small.keep(0, it.output, 0, nullptr, right("a"), arena);
  CHECK(small.count() == 0);
}

TEST_CASE("a source whose answers never repeat keeps the last few") {
  Arena arena(1);
  Written<std::int32_t> it;
  CertifiedAnswers known(1 << 20, false);
  for (std::int32_t i = 0; i < 10; ++i) {
    it.distances[1] = i;
    known.keep(0, it.output, 0, nullptr, right("a"), arena);
  }
  CHECK(known.count() == 4);
  CHECK(known.find(0, it.output, 0, nullptr, arena) != nullptr);
  it.distances[1] = 0;
  CHECK(known.find(0, it.output, 0, nullptr, arena) == nullptr);
}

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
  CHECK(contains(long_one->text, " too short"));
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

}  // namespace certified_answers_test
}  // namespace wayfront::host
