// Keys, relaxations and the two frontiers.
#include "flag_frontier.cuh"
#include "gpu_test.hpp"
#include "wayfront/cuda/hub_queue.cuh"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/stage.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::cuda {
namespace frontier_test {

TEST_CASE_TEMPLATE("keys have the order of the distances and come back as they were", W, float, double) {
  using Integer = std::conditional_t<sizeof(W) == 4, std::int32_t, std::int64_t>;
  using Limits = std::numeric_limits<W>;
  const W ordered[] = {-Limits::infinity(),  Limits::lowest(),  -2.5, -Limits::denorm_min(), 0,
                       Limits::denorm_min(), Limits::min(),     1,    1 + Limits::epsilon(), W(3e38),
                       Limits::max(),        Limits::infinity()};
  for (std::size_t i = 0; i + 1 < std::size(ordered); ++i) {
    CHECK(key_of(ordered[i]) < key_of(ordered[i + 1]));
    CHECK(distance_of<W>(key_of(ordered[i])) == ordered[i]);
  }
  CHECK(key_of(unreached<W>) == unreached_key<W>);
  CHECK(key_of(unreached<Integer>) == unreached_key<Integer>);
  CHECK(key_of(Integer{-5}) == -5);
  CHECK(key_of(W{0}) == 0);
}

/// Each warp's lanes have 32 of the numbers.
template <class Key>
__global__ void find_minima(const Key* numbers, Key* minima) {
  const Key found = warp_min(numbers[threadIdx.x]);
  if (threadIdx.x % 32 == 31) minima[threadIdx.x / 32] = found;
}

TEST_CASE_TEMPLATE("a warp finds the smallest of its keys, of either size and sign", Key, std::int32_t, long long) {
  WAYFRONT_NEEDS_DEVICE();
  const Stream stream;
  std::vector<Key> numbers(1024);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint64_t mixed = (i + 1) * 0x9e37'79b9'7f4a'7c15U;
    numbers[i] = static_cast<Key>(mixed);  // both signs, all bits
    if (i / 32 % 4 == 1) numbers[i] = static_cast<Key>(mixed >> 1 & static_cast<std::uint64_t>(detail::max_key<Key>));
    if (i / 32 % 4 == 2)
      numbers[i] = static_cast<Key>(mixed | ~std::uint64_t{0xffff'ffff});  // only the low half differs
    if (i / 32 % 4 == 3) numbers[i] = detail::max_key<Key>;
  }
  const auto sent = uploaded(numbers.data(), numbers.size(), stream);
  const DeviceBuffer<Key> minima(32, "minima", stream);
  find_minima<<<1, 1024, 0, stream>>>(sent.data(), minima.data());
  const auto found = minima.read(stream);
  for (std::size_t warp = 0; warp < 32; ++warp) {
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(32 * warp);
    CHECK(found[warp] == *std::min_element(first, first + 32));
  }
}

/// Thread i relaxes vertex i % vertices with value(i), from 1000 downwards in steps of 1/4, half of them negative.
template <WeightType W>
__global__ void relax_many(KeyOf<W>* distances, Vertex vertices, int count, unsigned* improved) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const W candidate = static_cast<W>(1000) - static_cast<W>(i) / static_cast<W>(4);
  if (relax(distances, static_cast<Vertex>(i) % vertices, candidate)) atomicAdd(improved, 1U);
  if (relax(distances, static_cast<Vertex>(i) % vertices, candidate)) atomicAdd(improved + 1, 1U);
}

TEST_CASE_TEMPLATE("the smallest candidate wins, among integers and floats of both signs", W, std::int32_t, float,
                   std::int64_t, double) {
  WAYFRONT_NEEDS_DEVICE();
  constexpr int count = 8000;
  constexpr Vertex vertices = 8;
  const Stream stream;
  const std::vector<KeyOf<W>> start(vertices, unreached_key<W>);
  const auto distances = uploaded(start.data(), vertices, stream);
  const DeviceBuffer<unsigned> improved(2, "counts", stream);
  improved.fill_bytes(0, stream);
  relax_many<W><<<(count + 255) / 256, 256, 0, stream>>>(distances.data(), vertices, count, improved.data());
  const auto keys = distances.read(stream);
  for (Vertex v = 0; v < vertices; ++v) {
    const int last = count - static_cast<int>(vertices) + static_cast<int>(v);
    CHECK(distance_of<W>(keys[v]) == static_cast<W>(1000) - static_cast<W>(last) / static_cast<W>(4));
  }
  CHECK(improved.read(stream)[0] >= vertices);
  CHECK(improved.read(stream)[1] == 0);  // never by what is there already
}

/// Active v pushes v + 1 and, three times, 2 v.
__global__ void flag_round(FlagRef flags, std::uint64_t round, Vertex vertices, unsigned* active) {
  const FlagRound now = flags.at(round);
  for (Vertex v = blockIdx.x * blockDim.x + threadIdx.x; v < vertices; v += gridDim.x * blockDim.x)
    if (now.active(v)) {
      if (v + 1 < vertices) now.push(v + 1);
      for (int i = 0; i < 3; ++i)
        if (2 * v < vertices) now.push(2 * v);
    }
  if (const unsigned seen = flags.clear_ahead(round); seen != 0) atomicAdd(active + round, seen);
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
    const auto counts = active.read(stream);
    std::set<Vertex> expected{source};
    for (unsigned round = 1; round <= 15; ++round, expected = next_of(expected, vertices))
      CHECK(counts[round] == expected.size());
  }
}

/// Each thread pushes its `each` numbers, directly and by the stage in turn, and directly again in a branch that some
/// lanes of a warp take.
__global__ void queue_pushes(QueueRef queue, std::uint64_t round, Vertex each) {
  __shared__ StageMemory memory;
  const QueueRound now = queue.at(round);
  Stage stage(memory, now);
  const Vertex first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  for (Vertex i = 0; i < each; ++i) {
    const bool staged = i % 3 != 0 && threadIdx.x % 5 != i % 5;
    stage.push(staged, first + i);
    if (!staged) now.push(first + i);
  }
  stage.finish();
  if (blockIdx.x == 0 && threadIdx.x == 0) queue.clear_ahead(round);
}

TEST_CASE("queue: every push arrives once, at once or staged, also where a warp's stage overflows") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex each = 15, threads = 7 * 96;
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

TEST_CASE("queue: a capacity is never too small, nor so large that a tail could wrap") {
  CHECK(queue_capacity(0) == 64);
  CHECK(queue_capacity(1000) == 1000);
  CHECK(queue_capacity(std::uint64_t{1} << 40) == 0xffff'0000U);
}

using Hubs = HubQueue<HubTile, 16>;

/// Lane i of warp w has a vertex of 10 * (i % 7) arcs; those of more than 20 are queued.
__global__ void queue_hubs(Hubs::Ref hubs, std::uint64_t round, unsigned* left) {
  const Vertex v = blockIdx.x * blockDim.x + threadIdx.x;
  std::uint32_t arcs = 10 * (v % 7);
  hubs.push_hubs(v, arcs, round);
  left[v] = arcs;
  if (v == 0) hubs.clear_ahead(round);
}

/// Every tile that is whole adds its arcs to its vertex's number.
__global__ void count_tiles(Hubs::Ref hubs, std::uint64_t round, unsigned* arcs) {
  for (std::uint32_t i = threadIdx.x; i < hubs.count(round); i += blockDim.x) {
    const HubTile tile = hubs.tiles[i];
    if (tile.vertex == no_vertex) continue;
    const Row<std::uint32_t, unsigned> row{0, 1000, 10 * (tile.vertex % 7)};
    const auto part = Hubs::Ref::part_of(row, tile.part);
    if (part.begin != 1000 + 16 * tile.part) atomicAdd(arcs + tile.vertex, 1000U);
    atomicAdd(arcs + tile.vertex, part.degree);
  }
}

/// What is queued and what is left, of 4 * 64 vertices, in each of five rounds.
void check_hubs(std::uint64_t tiles, bool all_fit) {
  constexpr Vertex vertices = 4 * 64;
  const Stream stream;
  const Hubs hubs(tiles, stream);
  const DeviceBuffer<unsigned> left(vertices, "arcs left", stream), queued(vertices, "arcs queued", stream);
  hubs.start(stream);
  for (std::uint64_t round = 1; round <= 5; ++round) {
    queued.fill_bytes(0, stream);
    queue_hubs<<<4, 64, 0, stream>>>(hubs.ref(20), round, left.data());
    count_tiles<<<1, 128, 0, stream>>>(hubs.ref(20), round, queued.data());
    const auto lefts = left.read(stream), queues = queued.read(stream);
    unsigned refused = 0;
    for (Vertex v = 0; v < vertices; ++v) {
      REQUIRE(lefts[v] + queues[v] == 10 * (v % 7));  // one or the other, whole
      REQUIRE((lefts[v] == 0 || queues[v] == 0));
      if (v % 7 <= 2) REQUIRE(queues[v] == 0);
      if (v % 7 > 2 && lefts[v] != 0) ++refused;
    }
    CHECK((refused == 0) == all_fit);
  }
}

TEST_CASE("hubs: rows are queued as a whole or stay with their warp, round after round") {
  WAYFRONT_NEEDS_DEVICE();
  check_hubs(4 * 64 * 4, true);
  check_hubs(1, false);  // and 64 more, of some 400
}

__global__ void queue_hubs_if_any(Hubs::Ref hubs, unsigned* left) {
  std::uint32_t arcs = hubs.is_hub(1000U) ? 1 : 1000;
  hubs.push_hubs(threadIdx.x, arcs, 1);
  left[threadIdx.x] = arcs;
}

TEST_CASE("hubs: without any there is no queue, and rows stay with their warp") {
  WAYFRONT_NEEDS_DEVICE();
  const Stream stream;
  const Hubs hubs(0, stream);
  const DeviceBuffer<unsigned> left(64, "arcs left", stream);
  hubs.start(stream);
  queue_hubs_if_any<<<1, 64, 0, stream>>>(hubs.ref(20), left.data());
  const auto lefts = left.read(stream);
  for (Vertex v = 0; v < 64; ++v) CHECK(lefts[v] == 1000);
}

}  // namespace frontier_test
}  // namespace wayfront::cuda
