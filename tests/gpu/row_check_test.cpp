// Rows reduced and checked where they stand, against the host's certificate: right rows, and rows with faults of many
// kinds.
#include "row_check.hpp"
#include "../core/output_of.hpp"
#include "certify/verify.hpp"
#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "gpu_test.hpp"
#include "graph/weight_kind.hpp"

namespace wayfront::host::conformance {
namespace row_check_test {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <WeightType W>
using Rows = std::vector<std::vector<W>>;

template <WeightType W, OffsetType O>
std::vector<Reduction<W>> judged(const CsrView<W, O>& csr, const Problem& problem, const Rows<W>& rows,
                                 unsigned block) {
  std::vector<W> all;
  for (const auto& row : rows) all.insert(all.end(), row.begin(), row.end());
  return judged_on_device(csr, problem, all, block);
}

template <WeightType W>
void check_sums(const Reduction<W>& found, const std::vector<W>& row, const Problem& problem) {
  std::uint64_t reached = 0, within = 0;
  std::conditional_t<std::is_integral_v<W>, Int128, double> sum = 0;
  double harmonic = 0;
  W max = 0;
  for (const W distance : row) {
    if (!(distance < unreached<W>) || static_cast<double>(distance) > problem.more.limit) continue;
    ++reached;
    within += static_cast<double>(distance) <= problem.more.within ? 1 : 0;
    sum += distance;
    if (distance != 0) harmonic += 1 / static_cast<double>(distance);
    max = std::max(max, distance);
  }
  CHECK(found.reached == reached);
  CHECK(found.within == within);
  if constexpr (std::is_integral_v<W>) {
    const Int128 exact = (Int128{found.sum.high} << 64) + Int128{found.sum.low};
    CHECK((exact == sum));
  } else if (std::abs(sum) < infinity) {
    CHECK(found.sum == doctest::Approx(sum).epsilon(1e-9));
  }
  if (harmonic < infinity) CHECK(found.harmonic == doctest::Approx(harmonic).epsilon(1e-9));
  CHECK(found.max == max);
}

/// The row itself, and many with faults.
template <WeightType W>
Rows<W> mutants(const std::vector<W>& right, Vertex source, std::uint64_t seed) {
  Random random(seed);
  const auto vertices = static_cast<std::uint32_t>(right.size());
  Rows<W> rows = {right};
  const auto change = [&](auto&& how) {
    rows.push_back(right);
    how(rows.back());
  };
  for (int i = 0; i < 8; ++i) {
    const Vertex v = random.below(vertices), u = random.below(vertices);
    change([&](auto& row) { row[v] = row[v] == unreached<W> ? W{3} : static_cast<W>(row[v] + 1); });
    change([&](auto& row) { row[v] = row[v] == unreached<W> ? W{0} : static_cast<W>(row[v] - 1); });
    change([&](auto& row) { row[v] = unreached<W>; });
    change([&](auto& row) { row[v] = 0; });
    change([&](auto& row) { row[v] = row[u]; });
    change([&](auto& row) { std::swap(row[v], row[u]); });
  }
  change([&](auto& row) { row[source] = 1; });
  change([&](auto& row) { row[source] = unreached<W>; });
  change([&](auto& row) { std::ranges::fill(row, unreached<W>); });
  change([&](auto& row) { std::ranges::fill(row, W{0}); });
  // What is not reached takes one distance: only arcs of weight 0 are tight there, and prove nothing.
  change([&](auto& row) { std::ranges::replace(row, unreached<W>, W{7}); });
  change([&](auto& row) {
    for (W& distance : row) distance = distance == unreached<W> || distance == 0 ? distance : distance / 2;
  });
  if constexpr (std::is_floating_point_v<W>) {
    change([&](auto& row) { row[random.below(vertices)] = std::numeric_limits<W>::quiet_NaN(); });
    change([&](auto& row) { row[random.below(vertices)] = -unreached<W>; });
    change([&](auto& row) {
      W& distance = row[random.below(vertices)];
      distance = std::nextafter(distance, unreached<W>);
    });
  }
  return rows;
}

struct Tally {
  std::uint64_t right = 0, wrong = 0, open = 0;
};

/// Each row by both certificates. Rows that the device leaves open count, and are none where weights are not negative.
template <WeightType W>
void check_rows(const StoredGraph& graph, const Problem& problem, const Rows<W>& rows, unsigned block, Tally& tally) {
  Arena arena(1);
  visit(graph.csr(), [&]<class V, class O>(const CsrView<V, O>& csr) {
    if constexpr (std::is_same_v<V, W>) {
      const std::vector<Reduction<W>> results = judged(csr, problem, rows, block);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        CAPTURE(i);
        std::vector<W> row = rows[i];
        W exact_to = limit_as<W>(problem.more.limit);
        Output output = output_of(row);
        output.exact_to = &exact_to;
        const Problem question{.source = problem.source, .more = {.limit = problem.more.limit}};
        const bool right = certify(graph, question, output, 0, nullptr, arena).finding == Finding::right;
        if (std::ranges::all_of(row, [](W distance) { return distance == distance; }))
          check_sums(results[i], row, problem);
        if (results[i].faults == Reduction<W>::not_checked) {
          REQUIRE(graph.info().min_weight < 0);
          ++tally.open;
        } else {
          REQUIRE((results[i].faults == 0) == right);
          ++(right ? tally.right : tally.wrong);
        }
      }
    }
  });
}

template <WeightType W>
void check_graph(const TestGraph<W>& test, std::uint64_t seed, Tally& tally) {
  const auto graph = test.build(seed % 3 == 0 ? OffsetKind::offsets64 : OffsetKind::offsets32);
  for (const Vertex source : test.sources) {
    const Reference<W> expected = solve_plainly<W>(*graph, source);
    if (expected.kind != Kind::distances) continue;
    CAPTURE(seed);
    CAPTURE(source);
    Problem problem{.source = source};
    std::vector<W> reached = expected.distances;
    std::erase(reached, unreached<W>);
    std::ranges::sort(reached);
    problem.more.within = static_cast<double>(reached[reached.size() / 2]);
    check_rows(*graph, problem, mutants(expected.distances, source, seed), seed % 2 == 0 ? 32 : 256, tally);
    if (graph->info().min_weight < 0) continue;
    problem.more.limit = static_cast<double>(reached[reached.size() * 2 / 3]);
    check_rows(*graph, problem, mutants(expected.distances, source, seed + 1), 64, tally);
  }
}

TEST_CASE_TEMPLATE("the device agrees with the host's certificate on right rows and on thousands of wrong ones", W,
                   std::int32_t, std::int64_t, float, double) {
  WAYFRONT_NEEDS_DEVICE();
  Tally tally;
  for (std::uint64_t seed = 0; seed < 60; ++seed) check_graph(random_graph<W>(seed), seed, tally);
  check_graph(grid<W>(60, 70, 3), 5, tally);
  CHECK(tally.right > 100);
  CHECK(tally.wrong > 2000);
  CHECK(tally.open == 0);
  Tally negative;
  for (std::uint64_t seed = 0; seed < 40; ++seed) check_graph(random_negative_graph<W>(seed, false), seed, negative);
  CHECK(negative.wrong > 500);
}

TEST_CASE("a circle of weight zero that hangs on nothing is no proof, a path of such arcs is one") {
  WAYFRONT_NEEDS_DEVICE();
  using W = std::int32_t;
  constexpr W none = unreached<W>;
  Tally tally;
  const TestGraph<W> circle{4, {{0, 1, 5}, {2, 3, 0}, {3, 2, 0}}, {0}};
  const auto graph = circle.build(OffsetKind::offsets32);
  const Rows<W> rows = {{0, 5, none, none}, {0, 5, 7, 7}};
  check_rows<W>(*graph, {.source = 0}, rows, 32, tally);
  CHECK(judged(std::get<CsrView<W, std::uint32_t>>(graph->csr()), {.source = 0}, rows, 32)[1].faults == 2);
  // Against the order of the vertices, so that a pass proves few of them.
  TestGraph<W> path{400, {{0, 399, 4}}, {0}};
  for (Vertex v = 399; v > 1; --v) path.add(v, v - 1, 0);
  std::vector<W> row(400, 4);
  row[0] = 0;
  check_rows<W>(*path.build(OffsetKind::offsets64), {.source = 0}, {row}, 1024, tally);
  CHECK(tally.right == 2);
  CHECK(tally.wrong == 1);
}

TEST_CASE("sums that do not fit are faults, and sums of 64-bit distances are exact") {
  WAYFRONT_NEEDS_DEVICE();
  const auto check = []<WeightType W>(W large) {
    Tally tally;
    const TestGraph<W> test{4, {{0, 1, large}, {1, 2, large}, {0, 3, large}}, {0}};
    const auto graph = test.build(OffsetKind::offsets32);
    check_rows<W>(*graph, {.source = 0}, {{0, large, unreached<W>, large}}, 32, tally);  // an overflow
    check_rows<W>(*graph, {.source = 0, .more = {.limit = static_cast<double>(large / 2) * 2}},
                  {{0, large, unreached<W>, large}}, 32, tally);
    CHECK(tally.wrong >= 1);
  };
  check(std::int32_t{2'147'483'646});
  check(std::int64_t{1} << 62);
  check(std::numeric_limits<float>::max());
}

}  // namespace row_check_test
}  // namespace wayfront::host::conformance
