// Keys, relaxations and the two frontiers.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "gpu_test.hpp"
#include "wayfront/cuda/flag_frontier.cuh"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/relax.cuh"

namespace wayfront::cuda {
namespace {

TEST_CASE("keys have the order of the distances and come back as they were") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float ordered[] = {-infinity, -3e38F, -2.5F, -1e-40F, 0.0F, 1e-45F, 1e-40F, 1.0F, 1.0000001F, 3e38F, infinity};
  for (std::size_t i = 0; i + 1 < std::size(ordered); ++i) {
    CHECK(key_of(ordered[i]) < key_of(ordered[i + 1]));
    CHECK(distance_of<float>(key_of(ordered[i])) == ordered[i]);
  }
  CHECK(key_of(unreached<float>) == unreached_key<float>);
  CHECK(key_of(unreached<std::int32_t>) == unreached_key<std::int32_t>);
  CHECK(key_of(std::int32_t{-5}) == -5);
  CHECK(key_of(0.0F) == 0);
}

/// Thread i relaxes vertex i % vertices with value(i), from 1000 downwards in steps of 1/4, half of them negative.
template <WeightType W>
__global__ void relax_many(Key* distances, Vertex vertices, int count, unsigned* improved) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const W candidate = static_cast<W>(1000) - static_cast<W>(i) / static_cast<W>(4);
  if (relax(distances, static_cast<Vertex>(i) % vertices, candidate)) atomicAdd(improved, 1U);
  if (relax(distances, static_cast<Vertex>(i) % vertices, candidate)) atomicAdd(improved + 1, 1U);
}

template <WeightType W>
void check_relax() {
  constexpr int count = 8000;
  constexpr Vertex vertices = 8;
  const Stream stream;
  const DeviceBuffer<Key> distances(vertices, "keys", stream);
  const DeviceBuffer<unsigned> improved(2, "counts", stream);
  const std::vector<Key> start(vertices, unreached_key<W>);
  WAYFRONT_CUDA(cudaMemcpyAsync(distances.data(), start.data(), distances.bytes(), cudaMemcpyHostToDevice, stream));
  improved.fill_bytes(0, stream);
  relax_many<W><<<(count + 255) / 256, 256, 0, stream>>>(distances.data(), vertices, count, improved.data());
  stream.wait();
  const auto keys = downloaded(distances.data(), vertices);
  for (Vertex v = 0; v < vertices; ++v) {
    const int last = count - static_cast<int>(vertices) + static_cast<int>(v);
    CHECK(distance_of<W>(keys[v]) == static_cast<W>(1000) - static_cast<W>(last) / static_cast<W>(4));
  }
  CHECK(downloaded(improved.data(), 2)[0] >= vertices);
  CHECK(downloaded(improved.data(), 2)[1] == 0);  // never by what is there already
}

TEST_CASE("the smallest candidate wins, among integers and floats of both signs") {
  WAYFRONT_NEEDS_DEVICE();
  check_relax<std::int32_t>();
  check_relax<float>();
}

/// Active v pushes v + 1 and, three times, 2 v.
__global__ void flag_round(FlagsRef flags, std::uint64_t round, Vertex vertices, unsigned* active) {
  const RoundFlags now = flags.at(round);
  for (Vertex v = blockIdx.x * blockDim.x + threadIdx.x; v < vertices; v += gridDim.x * blockDim.x)
    if (now.active(v)) {
      if (v + 1 < vertices) now.push(v + 1);
      for (int i = 0; i < 3; ++i)
        if (2 * v < vertices) now.push(2 * v);
    }
  if (const unsigned seen = flags.turn(round); seen != 0) atomicAdd(active + round, seen);
}

std::set<Vertex> next_of(const std::set<Vertex>& active, Vertex vertices) {
  std::set<Vertex> next;
  for (const Vertex v : active) {
    if (v + 1 < vertices) next.insert(v + 1);
    if (2 * v < vertices) next.insert(2 * v);
  }
  return next;
}

TEST_CASE("flags: what a round pushes is active in the next one and in no other") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex vertices = 1001;
  const Stream stream;
  const FlagFrontier frontier(vertices, stream);
  const DeviceBuffer<unsigned> active(16, "counts", stream);
  for (const Vertex source : {Vertex{1}, Vertex{1000}, Vertex{3}}) {
    active.fill_bytes(0, stream);
    frontier.start(source, stream);
    for (unsigned round = 1; round <= 15; ++round)
      flag_round<<<3, 64, 0, stream>>>(frontier.ref(), round, vertices, active.data());
    stream.wait();
    const auto counts = downloaded(active.data(), 16);
    std::set<Vertex> expected{source};
    for (unsigned round = 1; round <= 15; ++round, expected = next_of(expected, vertices))
      CHECK(counts[round] == expected.size());
  }
}

/// Each thread pushes the numbers below `each` that it is due, by both ways of pushing.
__global__ void queue_pushes(QueueRef queue, std::uint64_t round, Vertex each) {
  __shared__ BlockQueue<100> block;
  const RoundQueue now = queue.at(round);
  const Vertex first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  block.start();
  for (Vertex i = 0; i < each; ++i) {
    if (i % 2 == 0) {
      now.push(first + i);
    } else {
      block.push(now, first + i);
    }
  }
  block.finish(now);
  if (blockIdx.x == 0 && threadIdx.x == 0) queue.turn(round);
}

TEST_CASE("queue: every push arrives once, gathered per warp or block, also past the block's share") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex each = 5, threads = 7 * 96;
  const Stream stream;
  const QueueFrontier frontier(each * threads, stream);
  frontier.start(42, stream);
  stream.wait();
  const QueueRef queue = frontier.ref();
  CHECK(downloaded(queue.items + queue.capacity, 1)[0] == 42);
  CHECK(downloaded(queue.tails + 32, 1)[0] == 1);
  for (std::uint64_t round = 1; round <= 4; ++round) {
    queue_pushes<<<7, 96, 0, stream>>>(queue, round, each);
    stream.wait();
    CHECK(downloaded(queue.tails + 32 * ((round + 1) % 3), 1)[0] == each * threads);
    CHECK(downloaded(queue.tails + 32 * ((round + 2) % 3), 1)[0] == 0);
    auto items = downloaded(queue.items + queue.capacity * ((round + 1) % 2), each * threads);
    std::ranges::sort(items);
    for (Vertex i = 0; i < items.size(); ++i) REQUIRE(items[i] == i);
  }
}

TEST_CASE("queue: pushes beyond the capacity are counted and touch nothing") {
  WAYFRONT_NEEDS_DEVICE();
  const Stream stream;
  const QueueFrontier frontier(1000, stream);
  frontier.start(0, stream);
  queue_pushes<<<7, 96, 0, stream>>>(frontier.ref(), 1, 5);
  stream.wait();
  CHECK(downloaded(frontier.ref().tails + 64, 1)[0] == 7 * 96 * 5);
}

}  // namespace
}  // namespace wayfront::cuda
