// LEMON's algorithms against ours: the same distances bit for bit. Verdicts on negative cycles: negative_weights_test.cpp.
#include "../../plugins/lemon-graph/digraph.hpp"
#include "../core/threaded_context.hpp"
#include "conformance/graphs.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace lemon_test {

constexpr const char* every_heap[] = {"bin", "quad", "dary", "fibonacci", "pairing"};

std::string with_heap(const std::string& heap) { return "heap = '" + heap + "'"; }

TEST_CASE("lemon-bellman-ford finds a negative cycle long before |V| rounds") {
  constexpr Vertex length = 20'000;  // a path with a cycle of three at its start
  std::vector<Arc<std::int32_t>> arcs = {{0, 1, 1}, {1, 2, 1}, {2, 0, -3}};
  for (Vertex v = 2; v + 1 < length; ++v) arcs.push_back({v, v + 1, 1});
  const auto answer = solve<std::int32_t>(WAYFRONT_LEMON_BELLMAN_FORD, "", length, arcs, 0);
  REQUIRE_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
  CHECK(answer.output.outcome == Outcome::negative_cycle);
  CHECK(answer.cycle().size() == 3);
  CHECK(answer.output.work.rounds < length / 2);
}

/// Cancels at the second look.
class SecondLook final : public ThreadedContext {
 public:
  SecondLook() : ThreadedContext(1) { trace_rounds = true; }
  bool cancelled() const noexcept override { return ++looks_ > 1; }

 private:
  mutable int looks_ = 0;
};

TEST_CASE("lemon-bellman-ford notices in the middle of a round that it is cancelled") {
  const std::vector<Arc<std::int32_t>> arcs(3'000'000, {0, 1, 7});  // one round of all arcs
  const auto graph = make_graph<std::int32_t>(2, arcs, OffsetKind::offsets32);
  const Plugin plugin = load_plugin(WAYFRONT_LEMON_BELLMAN_FORD);
  const auto algorithm = create_algorithm(plugin, {});
  HostContext preparing(1);
  preparing.start(0, false);
  REQUIRE(algorithm->prepare(*graph, preparing).ok());
  OutputBuffers buffers(WeightKind::int32, 2, false);
  SecondLook context;
  CHECK(algorithm->solve({.source = 0}, buffers.fresh(), context).code == StatusCode::cancelled);
  CHECK(context.records.empty());
}

TEST_CASE("lemon-bellman-ford: its rounds are traced, and add up to its work") {
  const auto answer = solve<std::int32_t>(WAYFRONT_LEMON_BELLMAN_FORD, "", 400, grid_arcs<std::int32_t>(20, 50), 0);
  check_rounds(answer);
  CHECK(answer.output.work.pushed == answer.output.work.settled);
  CHECK(answer.records.front().active == 1);
  CHECK(answer.records.front().relaxed == 2);
}

template <WeightType W>
void compare_heaps(const Graph& graph, Vertex source) {
  const auto expected = solve<W>(WAYFRONT_DIJKSTRA, "", graph, source);
  std::vector<std::string> heaps(std::begin(every_heap), std::end(every_heap));
  if constexpr (std::is_same_v<W, std::int32_t>) heaps.insert(heaps.end(), {"radix", "bucket"});
  for (const std::string& heap : heaps) {
    CAPTURE(heap);
    const auto answer = solve<W>(WAYFRONT_LEMON_DIJKSTRA, with_heap(heap), graph, source);
    REQUIRE_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
    CHECK(answer.distances == expected.distances);
    const Work& work = answer.output.work;
    CHECK(work.settled == graph.info().vertices);
    CHECK(work.relaxed == graph.info().edges);
    CHECK(work.pushed == work.settled);
    CHECK(work.improved >= work.settled - 1);
  }
}

TEST_CASE("lemon-dijkstra: every heap on a grid, all types of weights") {
  const auto compare = [&]<WeightType W>(std::uint32_t max) {
    const auto graph = make_graph<W>(3600, grid_arcs<W>(60, max), OffsetKind::offsets64);
    for (const Vertex source : {0, 1799, 3599}) compare_heaps<W>(*graph, static_cast<Vertex>(source));
  };
  compare.operator()<std::int32_t>(100);
  compare.operator()<std::int32_t>(100'000);
  compare.operator()<float>(16'000'000);  // sums round
  compare.operator()<std::int64_t>(100);
  compare.operator()<double>(100);
}

TEST_CASE("lemon-dijkstra counts the comparisons of its binary heap where asked") {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 5}, {0, 2, 7}, {1, 2, 1}, {2, 0, 1}};
  const auto graph = make_graph<std::int32_t>(3, arcs, OffsetKind::offsets32);
  // 1 enters an empty heap, 2 rises against 1, is relaxed once and decreased in a heap of its own; 0 is settled.
  const auto counted = solve<std::int32_t>(WAYFRONT_LEMON_DIJKSTRA, "comparisons = true", *graph, 0);
  CHECK(counted.output.work.own[0] == 2);
  CHECK(solve<std::int32_t>(WAYFRONT_LEMON_DIJKSTRA, "", *graph, 0).output.work.own[0] == 0);
  const auto other = solve<std::int32_t>(WAYFRONT_LEMON_DIJKSTRA, "heap = 'quad'\ncomparisons = true", *graph, 0);
  CHECK(other.prepared.code == StatusCode::unsupported);
}

TEST_CASE("lemon-dijkstra settles no vertex beyond what was asked") {
  const auto graph = make_graph<std::int32_t>(10'000, grid_arcs<std::int32_t>(100, 9), OffsetKind::offsets32);
  const auto all = solve_rows<std::int32_t>(WAYFRONT_LEMON_DIJKSTRA, "", *graph, {.source = 0});
  std::uint64_t within = 0;
  for (const std::int32_t distance : all.distances) within += distance <= 40 ? 1 : 0;
  REQUIRE(within > 10);

  const auto limited =
      solve_rows<std::int32_t>(WAYFRONT_LEMON_DIJKSTRA, "", *graph, {.source = 0, .more = {.limit = 40}});
  CHECK(limited.work.settled == within);
  const Vertex targets[] = {101, 5};
  const auto targeted =
      solve_rows<std::int32_t>(WAYFRONT_LEMON_DIJKSTRA, "", *graph, {.source = 0, .more = {.targets = targets}});
  CHECK(targeted.distances[5] == all.distances[5]);
  CHECK(targeted.distances[101] == all.distances[101]);
  CHECK(targeted.exact_to[0] == std::max(all.distances[5], all.distances[101]));
  CHECK(targeted.work.settled < 200);
  const auto counted =
      solve_rows<std::int32_t>(WAYFRONT_LEMON_DIJKSTRA, "", *graph, {.source = 0, .more = {.count = 50}});
  CHECK(counted.work.settled >= 50);
  CHECK(counted.work.settled < 100);
}

TEST_CASE("lemon-dijkstra: heaps for int refuse what they cannot take, up to the last path that they can") {
  const auto ends = [](const char* heap, std::int32_t length) {
    const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 1}, {1, 2, length - 1}};
    return solve<std::int32_t>(WAYFRONT_LEMON_DIJKSTRA, with_heap(heap), 3, arcs, 0);
  };
  for (const auto& [heap, max] : {std::pair("radix", (1 << 29) - 1), std::pair("bucket", (1 << 26) - 1)}) {
    CAPTURE(heap);
    const auto longest = ends(heap, max);
    CHECK_MESSAGE(longest.certificate.finding == Finding::right, longest.certificate.reason);
    const auto longer = ends(heap, max + 1);
    CHECK(longer.solved.code == StatusCode::unsupported);
    CHECK(contains(longer.solved.text(), "choose another"));

    const auto declined = solve<float>(WAYFRONT_LEMON_DIJKSTRA, with_heap(heap), 2, {{0, 1, 1}}, 0);
    CHECK(declined.prepared.code == StatusCode::unsupported);
    CHECK(contains(declined.prepared.text(), "int32"));
  }
}

TEST_CASE("a graph whose ids are too large for LEMON is declined before it is read") {
  constexpr std::uint64_t many = std::numeric_limits<std::int32_t>::max();
  CHECK_THROWS_AS(lemon_graph::digraph_of(CsrView<float, std::uint64_t>{.vertices = 3, .edges = many}), Unsupported);
  CHECK_THROWS_AS(lemon_graph::digraph_of(CsrView<float, std::uint32_t>{.vertices = many, .edges = 3}), Unsupported);
}

}  // namespace lemon_test
}  // namespace wayfront::host
