#include <memory_resource>
#include <mutex>

#include "../core/threaded_context.hpp"
#include "../test.hpp"
#include "bitmap_frontier.hpp"
#include "conformance/graphs.hpp"
#include "run/host_context.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace cpu_bellman_ford_test {

using Arcs = std::vector<Arc<std::int32_t>>;

const std::string naive = "variant = 'naive'";
const std::string mask = "variant = 'mask'";
const std::string frontier = "variant = 'frontier'";
/// Every round by all threads, and so on small graphs, too.
const std::string queues = frontier + "\nalone = 0\ndensity = 1";
const std::string bitmaps = frontier + "\nalone = 0\ndensity = 0";
const std::string mixed = frontier + "\nalone = 0\ndensity = 0.1";
const std::string variants[] = {naive, naive + "\nearly_exit = false", mask, frontier, queues, bitmaps, mixed};

std::string on(unsigned threads, const std::string& variant) {
  return variant + "\nthreads = " + std::to_string(threads);
}

Answer<std::int32_t> solve(const std::string& options, Vertex vertices, const Arcs& arcs, Vertex source) {
  const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
  return solve<std::int32_t>(WAYFRONT_CPU_BELLMAN_FORD, options, *graph, source);
}

/// The same outcome and distances as the sequential plugin, proved by the host, with and without predecessors.
template <WeightType W>
void compare(const Graph& graph, Vertex source, const std::string& options) {
  CAPTURE(options);
  const auto expected = host::solve<W>(WAYFRONT_BELLMAN_FORD, "", graph, source);
  REQUIRE(expected.solved.ok());
  for (const bool predecessors : {false, true}) {
    CAPTURE(predecessors);
    const auto answer = host::solve<W>(WAYFRONT_CPU_BELLMAN_FORD, options, graph, source, predecessors);
    REQUIRE_MESSAGE(answer.solved.ok(), answer.solved.text());
    CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
    REQUIRE(answer.output.outcome == expected.output.outcome);
    if (answer.output.outcome == Outcome::solved) CHECK(answer.distances == expected.distances);
  }
}

TEST_CASE_TEMPLATE("random graphs, most with negative arcs or cycles, 1 to 8 threads", W, std::int32_t, float,
                   std::int64_t, double) {
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    CAPTURE(seed);
    const bool cycles = seed % 2 == 0;
    const auto test = seed % 4 == 3 ? conformance::random_graph<W>(1000 + seed)
                                    : conformance::random_negative_graph<W>(1000 + seed, cycles);
    const auto graph = test.build(seed % 3 == 0 ? OffsetKind::offsets64 : OffsetKind::offsets32);
    for (const std::string& variant : variants)
      compare<W>(*graph, test.sources.back(), on(1 + static_cast<unsigned>(seed / 2 % 8), variant));
  }
}

TEST_CASE_TEMPLATE("a graph with negative arcs that is large enough for all threads", W, std::int32_t, std::int64_t,
                   double) {
  constexpr Vertex vertices = 40'000;  // more than are initialised by one thread
  conformance::Random random(5);
  std::vector<std::int32_t> potential(vertices);
  for (auto& p : potential) p = static_cast<std::int32_t>(random.below(500));
  std::vector<Arc<W>> arcs;
  for (Vertex u = 0; u < vertices; ++u)
    for (int i = 0; i < 4; ++i) {
      const Vertex v = random.below(vertices);
      arcs.push_back(
          {u, v, static_cast<W>(static_cast<std::int32_t>(random.below(100)) + potential[v] - potential[u])});
    }
  const auto graph = make_graph<W>(vertices, arcs, OffsetKind::offsets32);
  for (const std::string& variant : {naive, mask, frontier, queues, bitmaps, mixed})
    for (const unsigned threads : {1U, 2U, 4U}) compare<W>(*graph, 77, on(threads, variant));
}

TEST_CASE("without early exit the naive variant makes |V| rounds") {
  const Arcs chain = {{0, 1, 2}, {1, 2, -1}, {2, 3, 4}};
  for (const unsigned threads : {1U, 2U, 5U}) {
    CHECK(solve(on(threads, naive), 4, chain, 0).output.work.rounds <= 4);
    const auto all = solve(on(threads, naive + "\nearly_exit = false"), 4, chain, 0);
    CHECK(all.output.work.rounds == 4);
    CHECK(all.output.work.relaxed == 4 * chain.size());
    CHECK(all.output.outcome == Outcome::solved);
    CHECK(all.distances == std::vector<std::int32_t>{0, 2, 1, 5});
  }
}

TEST_CASE("work of one thread is that of the sequential plugin") {
  const Arcs arcs = grid_arcs<std::int32_t>(20, 100);
  const Work list = solve(on(1, naive), 400, arcs, 0).output.work;
  CHECK(list.rounds == 4);
  CHECK(list.relaxed == list.rounds * 1520);
  CHECK(list.improved == 717);
  const Work masked = solve(on(1, mask), 400, arcs, 0).output.work;
  CHECK(masked.relaxed < 400 * 4 * masked.rounds);
  CHECK(masked.pushed == masked.settled);
  const Work queue = solve(on(1, queues), 400, arcs, 0).output.work;
  CHECK(queue.rounds == 39);
  CHECK(queue.relaxed == 2053);
  CHECK(queue.improved == 716);
  CHECK(queue.pushed == queue.settled);
}

TEST_CASE("traced rounds add up to the work") {
  const Arcs arcs = grid_arcs<std::int32_t>(30, 100);
  for (const std::string& variant : variants) {
    CAPTURE(variant);
    const auto answer = solve(on(3, variant), 900, arcs, 0);
    check_rounds(answer);
    CHECK(answer.records[0].improved >= 2);
  }
}

TEST_CASE("more threads than the machine runs at once are a warning, and are used") {
  const unsigned more = std::thread::hardware_concurrency() + 1;
  const auto graph = make_graph<std::int32_t>(2, Arcs{{0, 1, 1}}, OffsetKind::offsets32);
  for (const unsigned threads : {0U, 1U, more}) {
    const MadePlugin made(WAYFRONT_CPU_BELLMAN_FORD, "threads = " + std::to_string(threads));
    std::vector<std::string> said;
    HostContext context(1);
    context.set_log([&](Level, std::string_view text) { said.emplace_back(text); });
    REQUIRE(made.algorithm->prepare(*graph, context).ok());
    CHECK(said.size() == (threads == more ? 1 : 0));
    if (!said.empty()) CHECK(said[0].starts_with("threads = " + std::to_string(more)));
  }
}

std::vector<Vertex> active(const BitmapFrontier& bits) {
  std::vector<Vertex> vertices;
  bits.for_each(0, bits.words(), [&](Vertex v) { vertices.push_back(v); });
  return vertices;
}

TEST_CASE("bits at the ends of words, blocks and the graph") {
  for (const Vertex vertices : {1U, 64U, 65U, 4096U, 4097U, 300'000U}) {
    CAPTURE(vertices);
    BitmapFrontier bits(vertices, *std::pmr::new_delete_resource());
    bits.start(vertices - 1);
    CHECK(active(bits) == std::vector<Vertex>{vertices - 1});
    std::vector<Vertex> wanted;
    for (const Vertex v : {0U, 63U, 64U, 4095U, 4096U, 262'143U, 262'144U, vertices - 1})
      if (v < vertices && (wanted.empty() || v > wanted.back())) wanted.push_back(v);
    const auto ref = bits.ref();
    for (const Vertex v : wanted) {
      ref.push(v);
      ref.push(v);
      CHECK(bits.contains(v) == (v == vertices - 1));
    }
    CHECK(bits.size() == 1);
    bits.advance();
    CHECK(active(bits) == wanted);
    CHECK(bits.size() == wanted.size());
    CHECK(std::ranges::all_of(wanted, [&](Vertex v) { return bits.contains(v); }));
    bits.advance();
    CHECK(bits.size() == 0);
    CHECK(active(bits).empty());
  }
}

TEST_CASE("start forgets what an abandoned run left") {
  BitmapFrontier bits(9000, *std::pmr::new_delete_resource());
  bits.start(0);
  bits.ref().push(8000);
  bits.start(1);
  CHECK(active(bits) == std::vector<Vertex>{1});
  bits.advance();
  CHECK(bits.size() == 0);
}

TEST_CASE("threads push the same vertices and scan parts of the words") {
  constexpr Vertex vertices = 10'007;
  ThreadedContext context(4);
  BitmapFrontier bits(vertices, context.memory());
  bits.start(0);
  context.parallel_for(vertices * 8, 1000, [&](std::uint64_t begin, std::uint64_t end) {
    const auto ref = bits.ref();
    for (std::uint64_t i = begin; i < end; ++i)
      if (const auto v = static_cast<Vertex>(i % vertices); v % 3 == 0) ref.push(v);
  });
  bits.advance();
  CHECK(bits.size() == (vertices + 2) / 3);
  for (const std::uint64_t grain : {1, 7, 64}) {
    std::mutex mutex;
    std::vector<Vertex> seen;
    context.parallel_for(bits.words(), grain, [&](std::uint64_t begin, std::uint64_t end) {
      bits.for_each(begin, end, [&](Vertex v) {
        bits.ref().push(v);
        const std::scoped_lock lock(mutex);
        seen.push_back(v);
      });
    });
    std::ranges::sort(seen);
    CHECK(seen == active(bits));
    bits.advance();
    CHECK(bits.size() == seen.size());
  }
}

}  // namespace cpu_bellman_ford_test
}  // namespace wayfront::host
