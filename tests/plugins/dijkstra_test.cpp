#include "../../plugins/dijkstra/dary_heap.hpp"
#include "../../plugins/dijkstra/each_source.hpp"
#include "../../plugins/dijkstra/radix_queue.hpp"
#include "../core/threaded_context.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace dijkstra_test {

using RadixQueue = dijkstra::RadixQueue<std::uint32_t>;
using Bucket = RadixQueue::Bucket;
using Entry = RadixQueue::Entry;

constexpr auto keep_all = [](auto) { return true; };
constexpr auto no_hint = [](Vertex) {};
constexpr auto never_whole = [](auto, auto) { return false; };
constexpr auto often_whole = [](auto first, auto end) { return end - first <= 65536; };

/// Takes everything out, pushing `more(key)` new keys (each at or above key) for every key that comes.
template <class Key, class IsWhole, class More>
std::vector<Key> drain(dijkstra::RadixQueue<Key>& queue, IsWhole is_whole, More more) {
  std::vector<Key> keys;
  std::uint64_t settled = 0;  // all keys up to here must have come, so none may come again
  bool any = false;
  while (auto* const bucket = queue.next(is_whole, no_hint, keep_all)) {
    for (std::size_t i = 0; i < bucket->size(); ++i) {
      const auto entry = (*bucket)[i];
      keys.push_back(entry.key);
      if (any && entry.key <= settled) FAIL("key ", entry.key, " came after all up to ", settled);
      for (const Key key : more(entry.key)) queue.push(key, entry.vertex);
    }
    settled = queue.last_of(*bucket);
    queue.done(*bucket);
    any = true;
  }
  return keys;
}

const auto nothing = []<class Key>(Key) { return std::vector<Key>(); };

TEST_CASE_TEMPLATE("radix queue: keys of every size leave in order", Key, std::uint32_t, std::uint64_t) {
  std::mt19937_64 random(3);
  dijkstra::RadixQueue<Key> queue;
  for (int round = 0; round < 20; ++round) {
    std::vector<Key> pushed;
    queue.start();
    for (int i = 0; i < 3000; ++i) {
      pushed.push_back(static_cast<Key>(random()) >> (random() % (8 * sizeof(Key))));
      queue.push(pushed.back(), static_cast<Vertex>(i));
    }
    std::ranges::sort(pushed);
    CHECK(drain(queue, never_whole, nothing) == pushed);
  }
}

TEST_CASE("radix queue: what is pushed while it is read comes in order too, zero steps included") {
  std::mt19937 random(5);
  RadixQueue queue;
  queue.start();
  std::vector<std::uint32_t> pushed = {0};
  queue.push(0, 0);
  const auto keys = drain(queue, never_whole, [&](std::uint32_t key) {
    std::vector<std::uint32_t> next;
    if (pushed.size() < 20'000)
      for (int i = 0; i < 2; ++i) next.push_back(key + static_cast<std::uint32_t>(random()) % (1U << (random() % 20)));
    pushed.insert(pushed.end(), next.begin(), next.end());
    return next;
  });
  std::ranges::sort(pushed);
  CHECK(keys == pushed);
}

TEST_CASE("radix queue: start forgets what an abandoned run left, in every level and in a bucket read whole") {
  RadixQueue queue;
  queue.start();
  for (const std::uint32_t key : {0U, 1U, 300U, 70'000U, 0x7f00'0000U, 0xffff'ffffU}) queue.push(key, 1);
  queue.start();
  CHECK(drain(queue, never_whole, nothing).empty());
  queue.start();
  queue.push(300, 1);
  queue.push(301, 2);
  CHECK(queue.next(often_whole, no_hint, keep_all)->size() == 2);  // and not done
  queue.start();
  queue.push(7, 3);
  CHECK(drain(queue, often_whole, nothing) == std::vector<std::uint32_t>{7});
}

TEST_CASE("radix queue: entries that are not kept vanish") {
  RadixQueue queue;
  queue.start();
  for (std::uint32_t key = 1000; key < 1100; ++key) queue.push(key, key);
  std::vector<Vertex> hinted;
  const Bucket* const bucket = queue.next(
      never_whole, [&](Vertex v) { hinted.push_back(v); }, [](Entry entry) { return entry.key >= 1042; });
  REQUIRE(bucket != nullptr);
  CHECK((*bucket)[0].key == 1042);
  CHECK(hinted.size() >= 42);
}

TEST_CASE("radix queue: buckets read whole lose nothing and stay in their range") {
  std::mt19937 random(9);
  RadixQueue queue;
  queue.start();
  std::vector<std::uint32_t> pushed;
  for (int i = 0; i < 500; ++i) {
    pushed.push_back(static_cast<std::uint32_t>(random()) % 200'000);
    queue.push(pushed.back(), 0);
  }
  auto keys = drain(queue, often_whole, nothing);
  CHECK_FALSE(std::ranges::is_sorted(keys));  // they were read whole
  CHECK(std::ranges::is_sorted(keys, {}, [](std::uint32_t key) { return key / 65536; }));
  std::ranges::sort(keys);
  std::ranges::sort(pushed);
  CHECK(keys == pushed);
}

TEST_CASE("radix queue: no more than the budget is appended to buckets read whole, then order is back") {
  RadixQueue queue;
  queue.start();
  queue.push(65536, 0);  // the bucket of [65536, 131072), which may be read whole
  std::vector<std::uint32_t> pushed = {65536};
  auto keys = drain(queue, often_whole, [&](std::uint32_t key) {
    if (pushed.size() > 5000) return std::vector<std::uint32_t>();
    pushed.insert(pushed.end(), {key + 2, key + 1});
    return std::vector<std::uint32_t>{key + 2, key + 1};
  });
  constexpr std::ptrdiff_t whole = 1 + 1024;  // the first entry and what was appended to it
  REQUIRE(keys.size() > 2 * whole);
  CHECK_FALSE(std::is_sorted(keys.begin() + whole / 2, keys.begin() + whole));
  CHECK(std::is_sorted(keys.begin() + whole, keys.end()));
  std::ranges::sort(keys);
  std::ranges::sort(pushed);
  CHECK(keys == pushed);
}

TEST_CASE_TEMPLATE("4-ary heap: smallest key first, equal keys by vertex", Key, std::uint32_t, std::uint64_t) {
  std::mt19937_64 random(7);
  dijkstra::DaryHeap<Key> heap;
  for (const std::size_t size : {1U, 2U, 3U, 4U, 5U, 6U, 20U, 21U, 22U, 1000U})
    for (const Key step : {Key{1}, static_cast<Key>(std::numeric_limits<Key>::max() / 64)}) {
      std::vector<std::pair<Key, Vertex>> pushed, popped;
      heap.clear();
      for (std::size_t i = 0; i < size; ++i) {
        pushed.emplace_back(static_cast<Key>(random() % 50) * step, static_cast<Vertex>(random()) % 50);
        heap.push(pushed.back().first, pushed.back().second);
      }
      for (; !heap.empty(); heap.pop()) popped.emplace_back(heap.key(), heap.vertex());
      std::ranges::sort(pushed);
      CHECK(popped == pushed);
    }
}

TEST_CASE_TEMPLATE("both queues settle each vertex of a grid about once", W, std::int32_t, float, std::int64_t,
                   double) {
  for (const std::uint32_t max : {1U, 20U, 1000U, 1'000'000U}) {
    const auto graph = make_graph<W>(60 * 60, grid_arcs<W>(60, max), OffsetKind::offsets32);
    for (const std::string queue : {"auto", "radix", "dary"}) {
      CAPTURE(max);
      CAPTURE(queue);
      const auto answer = solve<W>(WAYFRONT_DIJKSTRA, "queue = \"" + queue + "\"", *graph, 1234);
      REQUIRE(answer.solved.ok());
      CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
      const Work& work = answer.output.work;
      CHECK(work.settled >= 3600);
      CHECK(work.settled <= (queue == "dary" ? 3600 : 3700));
      CHECK(work.pushed == work.improved + 1);
      CHECK(work.pushed == work.settled + work.stale);
    }
  }
}

TEST_CASE_TEMPLATE("a search that stops early looks at little more than it must", W, std::int32_t, float, std::int64_t,
                   double) {
  const auto graph = make_graph<W>(200 * 200, grid_arcs<W>(200, 1000), OffsetKind::offsets32);
  const auto whole = solve<W>(WAYFRONT_DIJKSTRA, "", *graph, 20'100);
  const std::vector<Vertex> near = {20'103, 20'303};
  for (const std::string queue : {"radix", "dary"}) {
    CAPTURE(queue);
    const std::string options = "queue = \"" + queue + "\"";
    const auto work = [&](Problem problem) {
      problem.source = 20'100;
      const auto answer = solve_rows<W>(WAYFRONT_DIJKSTRA, options, *graph, problem);
      const std::uint64_t within = check_exact(answer, problem, whole.distances);
      CHECK(answer.work.settled >= within);
      CHECK(answer.work.settled <= within + within / 4 + 8);
      return answer.work.settled;
    };
    CHECK(work({.more = {.limit = 3000}}) < 2000);
    CHECK(work({.more = {.limit = 0}}) == 1);
    CHECK(work({.more = {.count = 100}}) < 110);
    CHECK(work({.more = {.count = 1}}) == 1);
    CHECK(work({.more = {.targets = near}}) < 2000);
    CHECK(work({.more = {.targets = near, .limit = 100}}) < 50);
  }
}

TEST_CASE_TEMPLATE("a batch has the rows and the work of single solves, on any number of threads", W, std::int32_t,
                   double) {
  const auto graph = make_graph<W>(60 * 60, grid_arcs<W>(60, 1000), OffsetKind::offsets32);
  std::vector<Vertex> sources;
  for (Vertex i = 0; i < 17; ++i) sources.push_back(i * 211);
  for (const std::string options : {"queue = \"radix\"", "queue = \"dary\""})
    for (const unsigned threads : {1U, 4U}) {
      const auto batch = solve_rows<W>(WAYFRONT_DIJKSTRA, options, *graph,
                                       {.source = sources[0], .more = {.sources = sources}}, threads);
      REQUIRE(batch.solved.ok());
      std::uint64_t relaxed = 0;
      for (std::size_t row = 0; row < sources.size(); ++row) {
        const auto single = solve<W>(WAYFRONT_DIJKSTRA, options, *graph, sources[row]);
        relaxed += single.output.work.relaxed;
        CHECK(std::equal(single.distances.begin(), single.distances.end(),
                         batch.distances.begin() + static_cast<std::ptrdiff_t>(row * 3600)));
      }
      CHECK(batch.work.relaxed == relaxed);
    }
}

TEST_CASE("work signatures") {
  const auto graph = make_graph<std::int32_t>(60 * 60, grid_arcs<std::int32_t>(60, 1000), OffsetKind::offsets32);
  const Work radix = solve<std::int32_t>(WAYFRONT_DIJKSTRA, "", *graph, 0).output.work;
  CHECK(radix.settled == 3600);
  CHECK(radix.relaxed == 14160);
  CHECK(radix.improved == 4746);
  const Work dary = solve<std::int32_t>(WAYFRONT_DIJKSTRA, "queue = \"dary\"", *graph, 0).output.work;
  CHECK(dary.settled == 3600);
  CHECK(dary.relaxed == 14160);
  CHECK(dary.improved == 4745);
  const Work boost = solve<std::int32_t>(WAYFRONT_BOOST_DIJKSTRA, "", *graph, 0).output.work;
  CHECK(boost.settled == 3600);
  CHECK(boost.relaxed == 14160);
  CHECK(boost.improved == 4745);
  CHECK(boost.pushed == 3600);
}

/// Knows whether two threads use it at once.
struct Workspace {
  Workspace() { ++made; }
  std::atomic<int> users{0};
  static inline std::atomic<int> made{0};
};

TEST_CASE("each source is solved once, with a workspace of its own, and workspaces are kept") {
  Workspaces<Workspace> workspaces;
  Workspace::made = 0;
  ThreadedContext context(4);
  std::vector<Vertex> sources;
  for (Vertex v = 0; v < 50; ++v) sources.push_back(1000 + v);
  for (int repeat = 0; repeat < 3; ++repeat) {
    std::vector<Vertex> rows(sources.size());
    const Work work = dijkstra::solve_each_source({.source = 1000, .more = {.sources = sources}}, context, workspaces,
                                                  [&](Workspace& workspace, Vertex source, std::uint32_t row) {
                                                    CHECK(workspace.users.fetch_add(1) == 0);
                                                    rows[row] = source;
                                                    workspace.users.fetch_sub(1);
                                                    return Work{.settled = 1, .relaxed = row};
                                                  });
    CHECK(rows == sources);
    CHECK(work.settled == 50);
    CHECK(work.relaxed == 49 * 50 / 2);
  }
  CHECK(Workspace::made >= 1);
  CHECK(Workspace::made <= 4);
}

TEST_CASE("what a search throws reaches the caller, its workspace is given back, and a cancelled batch ends") {
  Workspaces<Workspace> workspaces;
  Workspace::made = 0;
  ThreadedContext context(2);
  const std::vector<Vertex> sources = {1, 2, 3, 4};
  const Problem problem{.source = 1, .more = {.sources = sources}};
  const auto fails = [&](Workspace&, Vertex, std::uint32_t) -> Work { throw std::runtime_error("no"); };
  for (int repeat = 0; repeat < 5; ++repeat)
    CHECK_THROWS_AS(dijkstra::solve_each_source(problem, context, workspaces, fails), std::runtime_error);
  CHECK(Workspace::made <= 2);
  context.cancel = true;
  const auto counts = [&](Workspace&, Vertex, std::uint32_t) { return Work{.rounds = 1}; };
  CHECK_THROWS_AS(dijkstra::solve_each_source(problem, context, workspaces, counts), Cancelled);
}

}  // namespace dijkstra_test
}  // namespace wayfront::host
