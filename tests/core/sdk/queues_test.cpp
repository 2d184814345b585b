#include <memory_resource>
#include <new>

#include "../../../plugins/rho-stepping/nearest_entries.hpp"
#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "wayfront/cpu/bucket.hpp"
#include "wayfront/cpu/bucket_queue.hpp"
#include "wayfront/cpu/bucket_schedules.hpp"
#include "wayfront/cpu/queue_frontier.hpp"

namespace wayfront::host {
namespace queues_test {

TEST_CASE("bucket: items stay in order, and a count that its type cannot hold is refused") {
  Bucket<int> first, second;
  for (int i = 0; i < 100; ++i) (i < 40 ? first : second).push(i);
  first.append(second);
  REQUIRE(first.size() == 100);
  for (std::size_t i = 0; i < 100; ++i) CHECK(first[i] == static_cast<int>(i));
  const int* const memory = first.data();
  first.clear();
  first.push(7);
  CHECK(first.data() == memory);  // kept
  first.swap(second);
  CHECK(second.size() == 1);
  CHECK(first.size() == 60);

  Bucket<int, std::uint8_t> small;
  const auto fill = [&] {
    for (int i = 0; i < 256; ++i) small.push(i);
  };
  CHECK_THROWS_AS(fill(), std::bad_alloc);
  CHECK(small.size() >= 128);
  CHECK(small[100] == 100);
  CHECK_THROWS_AS(small.append(small), std::bad_alloc);
}

TEST_CASE_TEMPLATE("bucket index: never less for a larger distance, whatever the width", D, std::uint32_t, float,
                   std::uint64_t, double) {
  std::mt19937 random(1);
  const auto bits = [&] { return std::uint64_t{random()} << 32 | random(); };
  for (const double width : {1e-30, 1e-3, 1.0, 1.5, 3.0, 1000.0, 1e9, 1e30}) {
    const BucketIndex<D> index(width);
    std::vector<D> distances = {0};
    for (int i = 0; i < 2000; ++i) {
      if constexpr (std::is_same_v<D, float>)
        distances.push_back(std::bit_cast<D>(static_cast<std::uint32_t>(random() % 0x7f80'0000)));
      else if constexpr (std::is_same_v<D, double>)
        distances.push_back(std::bit_cast<D>(bits() % 0x7ff0'0000'0000'0000));
      else
        distances.push_back(static_cast<D>(bits() >> (64 - 8 * sizeof(D) + 1 + random() % (8 * sizeof(D) - 1))));
    }
    std::ranges::sort(distances);
    CHECK(std::ranges::is_sorted(distances, {}, index));
    CHECK(index(distances.back()) < no_bucket / 2);
  }
  CHECK(BucketIndex<D>(100)(D{1000}) == 10);
  CHECK(BucketIndex<D>(0)(D{1000}) == 0);
}

TEST_CASE("bucket index: distances of 64 bits, whose product with anything needs more") {
  constexpr std::uint64_t largest = 0x7fff'ffff'ffff'fffeU;
  CHECK(BucketIndex<std::uint64_t>(1)(largest) == largest);
  CHECK(BucketIndex<std::uint64_t>(0.25)(largest) == largest);  // the width of integers is at least 1
  CHECK(BucketIndex<std::uint64_t>(2)(std::uint64_t{1} << 50) == std::uint64_t{1} << 49);
  CHECK(BucketIndex<std::uint64_t>(2)(largest) >= largest / 2);
  CHECK(BucketIndex<std::uint64_t>(1e30)(largest) == 0);
  for (const double width : {3.0, 7.0, 10.0, 1000.0, 1e9})
    for (const std::uint64_t bucket : {1U, 2U, 3U, 1000U, 123'456U}) {
      const auto begin = static_cast<std::uint64_t>(width) * bucket;
      CHECK(BucketIndex<std::uint64_t>(width)(begin) == bucket);
      if (width <= 1000) CHECK(BucketIndex<std::uint64_t>(width)(begin - 1) == bucket - 1);
    }
  CHECK(BucketIndex<double>(1e-30)(1e300) == std::uint64_t{1} << 62);
}

TEST_CASE_TEMPLATE("bucket queue: entries leave in the order of their buckets, from the ring and from the piles", D,
                   std::uint32_t, std::uint64_t) {
  constexpr D largest = std::numeric_limits<D>::max() / 2;
  std::mt19937_64 random(2);
  BucketQueue<D> queue;
  const BucketIndex<D> index(1);
  for (int round = 0; round < 20; ++round) {
    queue.start(index);
    std::vector<D> pushed, taken;
    const auto push = [&](D distance) {
      queue.push({distance, 0});
      pushed.push_back(distance);
    };
    push(static_cast<D>(random() % 3));
    Bucket<QueueEntry<D>> bucket;
    for (std::uint64_t min; (min = queue.first()) != no_bucket;) {
      queue.move_to(min);
      bucket.clear();
      queue.take(min, bucket);
      REQUIRE(bucket.size() > 0);
      for (std::size_t i = 0; i < bucket.size(); ++i) {
        const D distance = bucket.data()[i].distance;
        REQUIRE(distance == min);
        taken.push_back(distance);
        for (int k = 0; k < 2 && pushed.size() < 5000; ++k)
          if (const D step = static_cast<D>(random()) >> (6 + random() % (8 * sizeof(D) - 6));
              distance + step < largest)
            push(distance + step);
      }
    }
    CHECK(std::ranges::is_sorted(taken));
    std::ranges::sort(pushed);
    CHECK(taken == pushed);
  }
}

TEST_CASE("bucket queue: start forgets what an abandoned run left in ring and piles") {
  BucketQueue<std::uint32_t> queue;
  queue.start(BucketIndex<std::uint32_t>(1));
  for (const std::uint32_t distance : {0U, 7U, 1023U, 1024U, 70'000U, 0x7fff'fffeU}) queue.push({distance, 1});
  queue.move_to(5);
  queue.start(BucketIndex<std::uint32_t>(1));
  CHECK(queue.first() == no_bucket);
  queue.push({9, 1});
  CHECK(queue.first() == 9);
}

TEST_CASE("rho-stepping takes the fewest buckets with rho entries, and no more than it sees") {
  Waiting waiting;
  waiting.first = 100;
  waiting.entries = {3, 0, 4, 5};
  CHECK(NearestEntries{1}.limit(waiting) == 100);
  CHECK(NearestEntries{3}.limit(waiting) == 100);
  CHECK(NearestEntries{4}.limit(waiting) == 102);
  CHECK(NearestEntries{12}.limit(waiting) == 103);
  CHECK(NearestEntries{13}.limit(waiting) == 100 + Waiting::max_buckets - 1);
  CHECK(waiting.up_to(102) == 7);
}

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

}  // namespace queues_test
}  // namespace wayfront::host
