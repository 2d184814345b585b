#include "wayfront/cpu/queue_frontier.hpp"

#include <memory_resource>

#include "../../test.hpp"
#include "../threaded_context.hpp"

namespace wayfront::host {
namespace {

std::vector<Vertex> sorted(std::span<const Vertex> vertices) {
  std::vector<Vertex> copy(vertices.begin(), vertices.end());
  std::ranges::sort(copy);
  return copy;
}

TEST_CASE("a vertex is queued once per round, in the order of the pushes") {
  QueueFrontier frontier(10, *std::pmr::new_delete_resource());
  frontier.start(3);
  CHECK(sorted(frontier.active()) == std::vector<Vertex>{3});
  const auto ref = frontier.ref();
  for (const Vertex v : {7U, 3U, 7U, 1U, 3U}) ref.push(v);
  CHECK(frontier.size() == 1);
  frontier.advance();
  CHECK(std::ranges::equal(frontier.active(), std::vector<Vertex>{7, 3, 1}));
  frontier.ref().push(7);
  frontier.advance();
  CHECK(std::ranges::equal(frontier.active(), std::vector<Vertex>{7}));
  frontier.advance();
  CHECK(frontier.size() == 0);
}

TEST_CASE("start forgets what an abandoned run left") {
  QueueFrontier frontier(4, *std::pmr::new_delete_resource());
  frontier.start(0);
  frontier.ref().push(2);
  frontier.start(1);
  CHECK(sorted(frontier.active()) == std::vector<Vertex>{1});
  frontier.ref().push(2);
  frontier.advance();
  CHECK(sorted(frontier.active()) == std::vector<Vertex>{2});
}

TEST_CASE("round stamps may wrap") {
  QueueFrontier frontier(3, *std::pmr::new_delete_resource());
  frontier.start(0);
  frontier.ref().push(2);
  std::uint64_t wrong = 0;
  for (int round = 0; round < 140'000; ++round) {
    const auto ref = frontier.ref();
    for (const Vertex v : {0U, 1U, 1U, 0U}) ref.push(v);
    frontier.advance();
    wrong += frontier.size() != (round == 0 ? 3 : 2) ? 1 : 0;
  }
  CHECK(wrong == 0);
  frontier.ref().push(2);
  frontier.advance();
  CHECK(frontier.size() == 1);
}

TEST_CASE("threads push the same vertices, and each is queued once") {
  constexpr Vertex vertices = 64'000;
  constexpr std::uint64_t block = 1000, repeats = 8;
  std::vector<Vertex> all(vertices);
  std::iota(all.begin(), all.end(), Vertex{0});
  ThreadedContext context(4);
  QueueFrontier frontier(vertices, context.memory());
  frontier.start(0);
  for (int round = 0; round < 30; ++round) {
    // Neighbouring chunks push the same vertices, so that threads meet at every one.
    context.parallel_for(vertices * repeats, block, [&](std::uint64_t begin, std::uint64_t end) {
      const std::uint64_t shift = begin / (block * repeats) * block;
      const auto vertex = [&](std::uint64_t i) { return static_cast<Vertex>(shift + i % block); };
      const auto ref = frontier.ref();
      for (std::uint64_t i = begin; i < end; ++i) ref.push(vertex(i));
    });
    frontier.advance();
    REQUIRE(sorted(frontier.active()) == all);
  }
}

}  // namespace
}  // namespace wayfront::host
