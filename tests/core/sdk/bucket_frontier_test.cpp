#include "wayfront/cpu/bucket_frontier.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory_resource>
#include <random>
#include <set>
#include <vector>

#include "../threaded_context.hpp"

namespace wayfront::host {
namespace {

std::set<Vertex> as_set(std::span<const Vertex> vertices) {
  std::set<Vertex> set(vertices.begin(), vertices.end());
  CHECK(set.size() == vertices.size());  // each vertex once
  return set;
}

TEST_CASE_TEMPLATE("keys keep the order of distances, and come back", W, std::int32_t, float) {
  const std::vector<W> ascending = {std::numeric_limits<W>::lowest(), W{-7},       W{-1}, W{0}, W{1}, W{2}, W{1 << 24},
                                    std::numeric_limits<W>::max(),    unreached<W>};
  for (const W a : ascending) {
    CHECK(detail::distance_of<W>(detail::distance_key(a)) == a);
    for (const W b : ascending) CHECK((a < b) == (detail::distance_key(a) < detail::distance_key(b)));
  }
  CHECK(detail::distance_key(-0.0F) == detail::distance_key(0.0F));
}

TEST_CASE_TEMPLATE("a round takes what lies at or below its limit, the rest waits", W, std::int32_t, float) {
  std::vector<W> distances(6, unreached<W>);
  BucketFrontier<W> frontier(distances, *std::pmr::new_delete_resource());
  distances[0] = 0;
  frontier.start(0);
  CHECK(frontier.size() == 1);
  CHECK(frontier.least() == 0);
  CHECK(as_set(frontier.take(W{10})) == std::set<Vertex>{0});
  CHECK(frontier.least() == unreached<W>);
  const auto push = [&](Vertex v, W distance) {
    distances[v] = distance;
    frontier.ref().push(v);
  };
  push(1, W{10});
  push(2, W{11});
  push(3, W{1'000'000'000});
  push(3, W{500'000'000});  // further down, before the round ends
  push(0, W{-4});           // active again, in its own round
  CHECK(frontier.least() == -4);
  frontier.advance();
  CHECK(frontier.size() == 4);
  CHECK(as_set(frontier.take(W{10})) == std::set<Vertex>{0, 1});
  push(3, W{12});  // waits already, moves to a lower pile
  CHECK(frontier.least() == 11);
  frontier.advance();
  CHECK(frontier.size() == 2);
  CHECK(as_set(frontier.take(W{11})) == std::set<Vertex>{2});
  push(3, W{11});  // now near
  push(4, W{5});
  CHECK(frontier.least() == 5);
  frontier.advance();
  CHECK(as_set(frontier.take(W{5})) == std::set<Vertex>{4});  // a limit below an earlier one
  CHECK(frontier.least() == 11);
  frontier.advance();
  CHECK(as_set(frontier.take(unreached<W>)) == std::set<Vertex>{3});
  frontier.advance();
  CHECK(frontier.size() == 0);
  CHECK(frontier.least() == unreached<W>);
}

/// Random pushes and limits, against a map from active vertices to nothing but their distance.
TEST_CASE_TEMPLATE("random rounds agree with a plain set", W, std::int32_t, float) {
  std::mt19937 random(20);
  for (const int range : {3, 1000, 1 << 30}) {
    for (int trial = 0; trial < 20; ++trial) {
      constexpr Vertex vertices = 200;
      const auto pick = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
      std::vector<W> distances(vertices, unreached<W>);
      BucketFrontier<W> frontier(distances, *std::pmr::new_delete_resource());
      std::set<Vertex> model = {5};
      distances[5] = W{0};
      frontier.start(5);
      for (int round = 0; round < 200 && !model.empty(); ++round) {
        W least = unreached<W>;
        for (const Vertex v : model) least = std::min(least, distances[v]);
        REQUIRE(frontier.least() == least);
        // Mostly limits that move up by little, some far ahead or back.
        const int step = pick(0, 9) == 0 ? pick(-range, range) / 2 : pick(0, range / 8);
        const W limit = extend(least, static_cast<W>(step));
        std::set<Vertex> wanted;
        for (const Vertex v : model)
          if (distances[v] <= limit) wanted.insert(v);
        REQUIRE(as_set(frontier.take(limit)) == wanted);
        for (const Vertex v : wanted) model.erase(v);
        const auto ref = frontier.ref();
        for (int pushes = round < 120 ? pick(0, 30) : 0; pushes > 0; --pushes) {
          const auto v = static_cast<Vertex>(pick(0, vertices - 1));
          const W candidate = extend(least, static_cast<W>(pick(-range / 64, range)));
          if (!relax(distances[v], candidate)) continue;
          ref.push(v);
          model.insert(v);
        }
        frontier.advance();
        REQUIRE(frontier.size() == model.size());
      }
    }
  }
}

TEST_CASE_TEMPLATE("threads lower and push the same vertices", W, std::int32_t, float) {
  constexpr Vertex vertices = 100'000;
  constexpr std::uint64_t block = 500, repeats = 16;
  ThreadedContext context(4);
  std::vector<W> distances(vertices, unreached<W>);
  BucketFrontier<W> frontier(distances, context.memory());
  distances[0] = 0;
  frontier.start(0);
  CHECK(frontier.take(W{500}).size() == 1);
  // Neighbouring chunks lower the same vertices, so that threads meet at every one.
  const auto vertex = [](std::uint64_t i) { return static_cast<Vertex>(i / (block * repeats) * block + i % block); };
  const auto candidate = [](std::uint64_t i) {
    return static_cast<W>((repeats - 1 - i / block % repeats) * 250 + i * 7919 % 251);
  };
  context.parallel_for(vertices * repeats, block, [&](std::uint64_t begin, std::uint64_t end) {
    Writer writer(frontier.ref());
    const auto ref = frontier.ref();
    for (std::uint64_t i = begin; i < end; ++i) {
      const Vertex v = vertex(i);
      if (!relax_shared(distances[v], candidate(i))) continue;
      if (i % 2 == 0)
        writer.push(v);
      else
        ref.push(v);
    }
  });
  std::multimap<W, Vertex> model;  // vertex 0 was taken at 0 and cannot fall
  for (Vertex v = 1; v < vertices; ++v) {
    W least = unreached<W>;
    const std::uint64_t first = v / block * block * repeats + v % block;
    for (std::uint64_t repeat = 0; repeat < repeats; ++repeat)
      least = std::min(least, candidate(first + repeat * block));
    REQUIRE(vertex(first) == v);
    REQUIRE(distances[v] == least);
    model.emplace(least, v);
  }
  CHECK(frontier.least() == model.begin()->first);
  frontier.advance();
  CHECK(frontier.size() == vertices - 1);
  for (W limit = 20; frontier.size() != 0; limit += 40) {
    std::set<Vertex> wanted;
    for (auto it = model.begin(); it != model.end() && it->first <= limit; it = model.erase(it))
      wanted.insert(it->second);
    CHECK(as_set(frontier.take(limit)) == wanted);
    frontier.advance();
  }
  CHECK(model.empty());
}

}  // namespace
}  // namespace wayfront::host
