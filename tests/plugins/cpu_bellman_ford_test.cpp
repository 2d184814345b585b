// Answers on negative weights: negative_weights_test.cpp.
#include <mutex>

#include "../core/threaded_context.hpp"
#include "bitmap_frontier.hpp"
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
  return host::solve<std::int32_t>(WAYFRONT_CPU_BELLMAN_FORD, options, vertices, arcs, source);
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
    }
    CHECK(bits.size() == 1);
    bits.advance();
    CHECK(active(bits) == wanted);
    CHECK(bits.size() == wanted.size());
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
