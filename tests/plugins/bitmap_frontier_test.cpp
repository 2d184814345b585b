#include "bitmap_frontier.hpp"

#include <memory_resource>
#include <mutex>

#include "../core/threaded_context.hpp"
#include "../test.hpp"

namespace wayfront::host {
namespace {

std::vector<Vertex> active(const BitmapFrontier& frontier) {
  std::vector<Vertex> vertices;
  frontier.for_each(0, frontier.words(), [&](Vertex v) { vertices.push_back(v); });
  return vertices;
}

TEST_CASE("bits at the ends of words, blocks and the graph") {
  for (const Vertex vertices : {1U, 64U, 65U, 4096U, 4097U, 300'000U}) {
    CAPTURE(vertices);
    BitmapFrontier frontier(vertices, *std::pmr::new_delete_resource());
    frontier.start(vertices - 1);
    CHECK(active(frontier) == std::vector<Vertex>{vertices - 1});
    std::vector<Vertex> wanted;
    for (const Vertex v : {0U, 63U, 64U, 4095U, 4096U, 262'143U, 262'144U, vertices - 1})
      if (v < vertices && (wanted.empty() || v > wanted.back())) wanted.push_back(v);
    const auto ref = frontier.ref();
    for (const Vertex v : wanted) {
      ref.push(v);
      ref.push(v);
      CHECK(frontier.contains(v) == (v == vertices - 1));
    }
    CHECK(frontier.size() == 1);
    frontier.advance();
    CHECK(active(frontier) == wanted);
    CHECK(frontier.size() == wanted.size());
    CHECK(std::ranges::all_of(wanted, [&](Vertex v) { return frontier.contains(v); }));
    frontier.advance();
    CHECK(frontier.size() == 0);
    CHECK(active(frontier).empty());
  }
}

TEST_CASE("start forgets what an abandoned run left") {
  BitmapFrontier frontier(9000, *std::pmr::new_delete_resource());
  frontier.start(0);
  frontier.ref().push(8000);
  frontier.start(1);
  CHECK(active(frontier) == std::vector<Vertex>{1});
  frontier.advance();
  CHECK(frontier.size() == 0);
}

TEST_CASE("threads push the same vertices and scan parts of the words") {
  constexpr Vertex vertices = 10'007;
  ThreadedContext context(4);
  BitmapFrontier frontier(vertices, context.memory());
  frontier.start(0);
  context.parallel_for(vertices * 8, 1000, [&](std::uint64_t begin, std::uint64_t end) {
    const auto ref = frontier.ref();
    for (std::uint64_t i = begin; i < end; ++i)
      if (const auto v = static_cast<Vertex>(i % vertices); v % 3 == 0) ref.push(v);
  });
  frontier.advance();
  CHECK(frontier.size() == (vertices + 2) / 3);
  for (const std::uint64_t grain : {1, 7, 64}) {
    std::mutex mutex;
    std::vector<Vertex> seen;
    context.parallel_for(frontier.words(), grain, [&](std::uint64_t begin, std::uint64_t end) {
      frontier.for_each(begin, end, [&](Vertex v) {
        frontier.ref().push(v);
        const std::scoped_lock lock(mutex);
        seen.push_back(v);
      });
    });
    std::ranges::sort(seen);
    CHECK(seen == active(frontier));
    frontier.advance();
    CHECK(frontier.size() == seen.size());
  }
}

}  // namespace
}  // namespace wayfront::host
