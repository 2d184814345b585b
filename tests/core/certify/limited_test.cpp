// Answers that are exact up to a distance: limits, targets, counts, rows of a batch.
#include "certify/poison.hpp"
#include "certify/projection.hpp"
#include "judged.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace limited_test {

constexpr Vertex none = no_vertex;

void check_fault(const Certificate& certificate, std::string_view reason) {
  CHECK(certificate.finding == Finding::wrong);
  CHECK(certificate.reason == reason);
}

//  0 -> 1 (4)  0 -> 2 (1)  2 -> 1 (2)  1 -> 3 (5)  3 -> 4 (1)  0 -> 5 (3); 6 alone. Distances 0 3 1 8 9 3 -
template <WeightType W>
std::unique_ptr<StoredGraph> small(OffsetKind offsets = OffsetKind::offsets32) {
  return graph_of<W>(7, {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {3, 4, 1}, {0, 5, 3}}, offsets);
}

template <WeightType W>
constexpr W far = unreached<W>;

TEST_CASE_TEMPLATE("entries above exact_to count as unreached, whatever they are", W, std::int32_t, float, std::int64_t,
                   double) {
  for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    const auto graph = small<W>(offsets);
    const Problem question{.source = 0, .more = {.limit = 3}};
    Answer<W> answer({0, 3, 1, 77, 4, 3, far<W>}, {none, 2, 0, 99, 4, 0, 5});
    answer.up_to(3);
    std::vector<Vertex> tree(7);
    const Certificate given = answer.judged(*graph, question);
    CHECK(given.reason == "");
    answer.predecessors.clear();
    // Somebody who knows all distances has the same answer once it is cut.
    for (const Answer<W>& one : {answer, Answer<W>({0, 3, 1, 8, 9, 3, far<W>})}) {
      const Certificate certificate = one.judged(*graph, question, tree.data());
      CHECK(certificate.reason == "");
      CHECK(certificate.finding == Finding::right);
      CHECK(certificate.reached == 4);
      CHECK(certificate.reached_edges == 5);
      CHECK(certificate.distance_sum == 7);
      CHECK(certificate.max_distance == 3);
      CHECK(tree == std::vector<Vertex>{none, 2, 0, none, none, 0, none});
      CHECK(certificate.digest == given.digest);
    }
  }
}

TEST_CASE_TEMPLATE("faults of an answer up to a distance, each with its sentence", W, std::int32_t, float, std::int64_t,
                   double) {
  const auto graph = small<W>();
  const auto fault = [&](std::vector<W> d, std::string_view reason, std::vector<Vertex> p = {}) {
    check_fault(Answer<W>(std::move(d), std::move(p)).up_to(8).judged(*graph, {.more = {.limit = 8}}), reason);
  };
  fault({9, 3, 1, 8, 9, 3, 9}, "source 0 has distance 9 instead of 0");
  fault({0, 3, 1, 9, 9, 3, 9},
        "vertex 3 counts as unreached, because its entry 9 is above 8, up to which the answer is exact, but arc 1 -> 3 "
        "gives distance 3 + weight 5 = 8");
  fault({0, 3, 1, far<W>, 9, 3, 9}, "vertex 3 is marked unreached, but arc 1 -> 3 gives distance 3 + weight 5 = 8");
  fault({0, 3, 1, 8, 8, 3, 9}, "vertex 4 has distance 8, but its best in-arc 3 -> 4 gives distance 8 + weight 1 = 9");
  fault({0, 4, 1, 8, 9, 3, 9}, "vertex 1 has distance 4, but arc 2 -> 1 gives distance 1 + weight 2 = 3");
  fault({0, 3, 1, 8, 9, 3, 8}, "vertex 6 has distance 8, but no arc leads to it from a reached vertex");
  fault({0, 3, 1, 8, std::bit_cast<W>(poison_bits<W>), 3, 9}, "entry of vertex 4 was not written");
  fault({0, 3, 1, 8, 9, 3, 9}, "vertex 5 is reached, but has no predecessor", {none, 2, 0, 1, 3, none, none});
  fault({0, 3, 1, 8, 9, 3, 9}, "vertex 3 has predecessor 2, but there is no arc 2 -> 3", {none, 2, 0, 2, 3, 0, none});
  const auto far_off =
      Answer<W>({0, 3, 1, 8, 9, 3, 9}).up_to(8).judged(*graph, Problem{.source = 0, .more = {.limit = 8.5}});
  CHECK((far_off.finding == Finding::right) == !is_floating(weight_kind<W>));
  if constexpr (std::is_floating_point_v<W>) {
    fault({0, 3, 1, 8, std::numeric_limits<W>::quiet_NaN(), 3, 9},
          "the distance of vertex 4 is nan, which is not a distance");
    check_fault(Answer<W>({0, 3, 1, 8, 9, 3, 9}).up_to(std::numeric_limits<W>::quiet_NaN()).judged(*graph),
                "the answer is exact up to distance nan, which is not a distance");
  }
}

TEST_CASE("a ring of weight zero does not support itself within a distance, either") {
  const auto graph = graph_of<std::int32_t>(4, {{0, 1, 5}, {1, 2, 0}, {2, 1, 0}, {0, 3, 9}});
  CHECK(Answer<std::int32_t>({0, 5, 5, 50}).up_to(6).judged(*graph, {.more = {.limit = 6}}).finding == Finding::right);
  CHECK(Answer<std::int32_t>({0, 3, 3, 50}).up_to(6).judged(*graph, {.more = {.limit = 6}}).finding == Finding::wrong);
  const auto with = [&](std::vector<Vertex> predecessors) {
    return Answer<std::int32_t>({0, 5, 5, 50}, std::move(predecessors)).up_to(6).judged(*graph, {.more = {.limit = 6}});
  };
  CHECK(with({none, 0, 1, 3}).finding == Finding::right);
  check_fault(with({none, 2, 1, 3}), "the predecessors of vertex 1 form a cycle");
}

TEST_CASE_TEMPLATE("sums out of the type's range are above every limit", W, std::int32_t, float, std::int64_t, double) {
  const W most = std::is_floating_point_v<W> ? std::numeric_limits<W>::max() : unreached<W> - 1;
  const auto graph = graph_of<W>(3, {{0, 1, most}, {1, 2, most}});
  for (const W above : {most, far<W>}) {
    CHECK(Answer<W>({0, above, far<W>}).up_to(7).judged(*graph, {.more = {.limit = 7}}).finding == Finding::right);
    CHECK(Answer<W>({0, 7, above}).up_to(7).judged(*graph, {.more = {.limit = 7}}).finding == Finding::wrong);
  }
  const Vertex target[] = {1};
  const Problem to_one{.source = 0, .more = {.targets = target}};
  CHECK(Answer<W>({0, most, far<W>}).up_to(most).judged(*graph, to_one).finding == Finding::right);
  CHECK(Answer<W>({0, most, far<W>}).judged(*graph, to_one).finding == Finding::overflow);
}

TEST_CASE("with negative weights no answer ends at a distance") {
  const auto graph = graph_of<std::int32_t>(3, {{0, 1, 9}, {1, 2, -5}});
  check_fault(
      Answer<std::int32_t>({0, 9, 4}).up_to(10).judged(*graph, {.more = {.limit = 10}}),
      "the answer is exact up to distance 10, but the graph has negative weights, with which no search may stop "
      "at a distance");
  CHECK(Answer<std::int32_t>({0, 9, 4}).judged(*graph, {.more = {.limit = 5}}).finding == Finding::right);
  CHECK(Answer<std::int32_t>({0, 9, 4}).judged(*graph, {.more = {.limit = 5}}).reached == 2);
  // The path to the target passes a vertex that is farther away: its tree is kept whole.
  const Vertex target[] = {2};
  std::vector<Vertex> tree(3);
  const Certificate to_two =
      Answer<std::int32_t>({0, 9, 4}).judged(*graph, Problem{.source = 0, .more = {.targets = target}}, tree.data());
  CHECK(to_two.finding == Finding::right);
  CHECK(tree == std::vector<Vertex>{none, 0, 1});
}

TEST_CASE("below zero nothing is within the limit") {
  const auto graph = small<float>();
  const Certificate certificate =
      Answer<float>({7, 7, 7, 7, 7, 7, 7}).up_to(-1).judged(*graph, {.more = {.limit = -1}});
  CHECK(certificate.finding == Finding::right);
  CHECK(certificate.reached == 0);
  CHECK(certificate.max_distance == 0);
  check_fault(Answer<float>({7, 7, -3, 7, 7, 7, 7}).up_to(-1).judged(*graph, {.more = {.limit = -1}}),
              "vertex 2 has distance -3, but no weight is negative");
}

TEST_CASE("exact_to has to be far enough for the question") {
  const auto graph = small<std::int32_t>();
  const auto judged = [&](std::int32_t exact_to, const Problem& question) {
    std::vector<std::int32_t> d = {0, 3, 1, 8, 9, 3, far<std::int32_t>};
    for (auto& entry : d)
      if (entry > exact_to) entry = far<std::int32_t>;
    return Answer<std::int32_t>(d).up_to(exact_to).judged(*graph, question);
  };
  check_fault(judged(8, {}), "the answer is exact up to distance 8, but all distances are asked for");
  check_fault(judged(7, {.more = {.limit = 8}}),
              "the answer is exact up to distance 7, but all distances up to the limit 8 are asked for");
  CHECK(judged(9, {.more = {.limit = 8}}).finding == Finding::right);

  const Vertex near[] = {2, 1};
  CHECK(judged(3, {.more = {.targets = near}}).finding == Finding::right);
  CHECK(judged(2, {.more = {.targets = near, .limit = 2}}).finding == Finding::right);
  check_fault(judged(2, {.more = {.targets = near, .limit = 20}}),
              "the answer is exact up to distance 2, but target 1 is farther or unreached, so that all distances up to "
              "the limit 20 have to be exact");
  const Vertex lone[] = {2, 6};
  CHECK(judged(far<std::int32_t>, {.more = {.targets = lone}}).finding == Finding::right);
  CHECK(judged(20, {.more = {.targets = lone, .limit = 20}}).finding == Finding::right);
  check_fault(judged(20, {.more = {.targets = lone}}),
              "the answer is exact up to distance 20, but target 6 is farther or unreached, so that all distances have "
              "to be exact");

  CHECK(judged(3, {.more = {.count = 4}}).finding == Finding::right);
  check_fault(judged(3, {.more = {.count = 5}}),
              "the answer is exact up to distance 3, within which are 4 vertices, but the nearest 5 are asked for");
  check_fault(judged(2, {.more = {.limit = 4, .count = 3}}),
              "the answer is exact up to distance 2, within which are 2 vertices, but the nearest 3 up to the limit 4 "
              "are asked for");
  CHECK(judged(4, {.more = {.limit = 4, .count = 6}}).finding == Finding::right);
  CHECK(judged(far<std::int32_t>, {.more = {.count = 7}}).finding == Finding::right);
  CHECK(judged(3, {.more = {.targets = near, .count = 4}}).finding == Finding::right);
  CHECK(judged(3, {.more = {.targets = near, .count = 5}}).finding == Finding::wrong);
  CHECK(judged(1, {.more = {.targets = near, .count = 2}}).finding == Finding::wrong);
}

TEST_CASE("each row of a batch is judged by itself, and cut by itself") {
  const auto graph = small<double>();
  const double none_there = unreached<double>;
  std::vector<double> rows = {0, 3, 1, 8, 9, 3, none_there, none_there, 0, none_there, 5, 6, none_there, none_there};
  std::vector<Vertex> predecessors = {none, 2, 0, 1, 3, 0, none, none, none, none, 1, 3, none, none};
  std::vector<double> exact_to = {none_there, 5};
  Output output = output_of(rows, exact_to);
  output.predecessors = predecessors.data();
  const Problem first{.source = 0, .more = {.limit = 5}};
  const Problem second{.source = 1, .more = {.limit = 5}};
  Arena arena(2);
  CHECK(certify(*graph, first, output, 0, nullptr, arena).finding == Finding::right);
  CHECK(certify(*graph, second, output, 1, nullptr, arena).finding == Finding::right);
  CHECK(certify(*graph, first, output, 1, nullptr, arena).finding == Finding::wrong);
  CHECK(certify(*graph, second, output, 0, nullptr, arena).finding == Finding::wrong);
  const std::vector<double> before = rows;
  cut(*graph, second, output, 1, arena);
  CHECK(std::equal(rows.begin(), rows.begin() + 7, before.begin()));
  CHECK(rows[11] == none_there);
  CHECK(rows[10] == 5);
  CHECK(predecessors[11] == none);
  CHECK(predecessors[10] == 1);
  CHECK(exact_to == std::vector<double>{none_there, 5});
  predecessors[10] = 2;
  CHECK(certify(*graph, first, output, 0, nullptr, arena).finding == Finding::right);
  CHECK(certify(*graph, second, output, 1, nullptr, arena).finding == Finding::wrong);
  output.outcome = Outcome::negative_cycle;
  cut(*graph, first, output, 0, arena);
  CHECK(rows[4] == 9);
}

}  // namespace limited_test
}  // namespace wayfront::host
