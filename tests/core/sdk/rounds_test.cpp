#include "wayfront/rounds.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <queue>
#include <random>
#include <vector>

#include "../threaded_context.hpp"
#include "graph/stored_graph.hpp"
#include "wayfront/cpu/bucket_frontier.hpp"
#include "wayfront/cpu/queue_frontier.hpp"

namespace wayfront::host {
namespace {

constexpr std::int32_t top = std::numeric_limits<std::int32_t>::max();

template <WeightType W>
RoundStats<W> after(W limit, W least) {
  return {.round = 1, .waiting = 1, .limit = limit, .least = least};
}

TEST_CASE("Buckets: the end of the first bucket that is not empty") {
  const Buckets<std::int32_t> tens{10};
  CHECK(tens.limit({.least = 0}) == 9);
  CHECK(tens.limit(after(9, 9)) == 9);
  CHECK(tens.limit(after(9, 10)) == 19);
  CHECK(tens.limit(after(9, 1'000'003)) == 1'000'009);  // a gap
  CHECK(tens.limit(after(9, top - 7)) == top);          // the last bucket: 2147483640 .. 2147483647
  CHECK(Buckets<std::int32_t>{1}.limit(after(4, 7)) == 7);
  CHECK(Buckets<std::int32_t>{top}.limit(after(4, 7)) == top - 1);
  CHECK(Buckets<std::int32_t>{top}.limit(after(4, top - 1)) == top - 1);
}

TEST_CASE("Buckets of floats take what Buckets of integers take") {
  for (const std::int32_t delta : {1, 2, 3, 10, 1000})
    for (std::int32_t least = 0; least < 5000; ++least) {
      const float limit = Buckets<float>{static_cast<float>(delta)}.limit(after(0.0F, static_cast<float>(least)));
      REQUIRE(std::floor(limit) == static_cast<float>(Buckets<std::int32_t>{delta}.limit(after(0, least))));
    }
}

TEST_CASE("Buckets of floats: a delta that is nothing beside the distance, or everything") {
  constexpr float most = std::numeric_limits<float>::max();
  CHECK(Buckets<float>{0.001F}.limit(after(0.0F, 1e9F)) == 1e9F);
  CHECK(Buckets<float>{1e-30F}.limit(after(0.0F, 1e10F)) == 1e10F);  // the quotient overflows
  CHECK(Buckets<float>{std::numeric_limits<float>::denorm_min()}.limit(after(0.0F, most)) == most);
  CHECK(Buckets<float>{most}.limit(after(0.0F, 3.0F)) == std::nextafter(most, 0.0F));
  CHECK(Buckets<float>{most}.limit(after(0.0F, most)) == most);
  std::mt19937 random(3);
  std::uniform_real_distribution<float> exponent(-20, 20);
  for (int i = 0; i < 100'000; ++i) {
    const float delta = std::exp2(exponent(random));
    const float least = std::exp2(exponent(random));
    const float limit = Buckets<float>{delta}.limit(after(0.0F, least));
    REQUIRE(limit >= least);
    REQUIRE(limit <= least + 2 * delta);
  }
}

TEST_CASE_TEMPLATE("NearFar: the limit stays while something is near, then moves up past gaps", W, std::int32_t,
                   float) {
  const NearFar<W> schedule{W{10}};
  CHECK(schedule.limit({.least = 0}) == 10);
  CHECK(schedule.limit(after(W{10}, W{3})) == 10);
  CHECK(schedule.limit(after(W{10}, W{10})) == 10);
  CHECK(schedule.limit(after(W{10}, W{11})) == 20);
  CHECK(schedule.limit(after(W{10}, W{20})) == 20);
  CHECK(schedule.limit(after(W{10}, W{25})) == 35);
  CHECK(schedule.limit(after(W{10}, W{1 << 20})) == (1 << 20) + 10);
  CHECK(NearFar<W>{W{1}}.limit(after(W{7}, W{8})) == 8);
}

TEST_CASE("NearFar at the ends of its types") {
  CHECK(NearFar<std::int32_t>{10}.limit(after(top - 12, top - 5)) == top - 2);
  CHECK(NearFar<std::int32_t>{10}.limit(after(top - 2, top - 1)) == top);
  CHECK(NearFar<std::int32_t>{top}.limit({.least = 0}) == top);
  CHECK(NearFar<float>{0.001F}.limit(after(1e9F, 1.5e9F)) == 1.5e9F);  // limit + delta is the limit
  constexpr float most = std::numeric_limits<float>::max();
  CHECK(NearFar<float>{most}.limit(after(most, most)) == most);
}

TEST_CASE_TEMPLATE("Crauser: up to the smallest distance + lightest out-arc, never below the smallest distance", W,
                   std::int32_t, float) {
  RoundStats<W> last = after(W{5}, W{6});
  last.safe = W{9};
  CHECK(Crauser<W>{}.limit(last) == 9);
  last.safe = W{6};  // Martin's criterion
  CHECK(Crauser<W>{}.limit(last) == 6);
  last.safe = unreached<W>;  // no waiting vertex has an out-arc
  CHECK(Crauser<W>{}.limit(last) == unreached<W>);
  CHECK(EveryVertex<W>{}.limit(last) == unreached<W>);
}

template <WeightType W>
std::vector<W> dijkstra(const CsrView<W, std::uint32_t>& graph, Vertex source) {
  std::vector<W> distances(graph.vertices, unreached<W>);
  std::priority_queue<std::pair<W, Vertex>, std::vector<std::pair<W, Vertex>>, std::greater<>> queue;
  distances[source] = W{0};
  queue.emplace(W{0}, source);
  while (!queue.empty()) {
    const auto [distance, u] = queue.top();
    queue.pop();
    if (distance != distances[u]) continue;
    for (std::uint32_t e = graph.begin(u); e < graph.end(u); ++e)
      if (relax(distances[graph.targets[e]], extend(distance, graph.weights[e])))
        queue.emplace(distances[graph.targets[e]], graph.targets[e]);
  }
  return distances;
}

/// Distances by rounds of a schedule over a BucketFrontier.
template <WeightType W, class S>
std::vector<W> by_rounds(const CsrView<W, std::uint32_t>& graph, Vertex source, S schedule, RunContext& context,
                         Work& work) {
  std::vector<W> distances(graph.vertices, unreached<W>);
  BucketFrontier<W> frontier(distances, context.memory());
  ScheduledBy<W, S> scheduler(schedule);
  distances[source] = W{0};
  frontier.start(source);
  const auto step = [&](std::uint64_t, W limit) {
    const auto active = frontier.take(limit);
    std::atomic<std::uint64_t> relaxed{0}, improved{0};
    context.parallel_for(active.size(), 16, [&](std::uint64_t begin, std::uint64_t end) {
      Writer writer(frontier.ref());
      for (std::uint64_t i = begin; i < end; ++i) {
        const W distance = load_distance(distances[active[i]]);
        REQUIRE(distance <= limit);
        for (std::uint32_t e = graph.begin(active[i]); e < graph.end(active[i]); ++e) {
          ++relaxed;
          if (!relax_shared(distances[graph.targets[e]], extend(distance, graph.weights[e]))) continue;
          ++improved;
          writer.push(graph.targets[e]);
        }
      }
    });
    return RoundStats<W>{.active = active.size(), .relaxed = relaxed, .improved = improved, .least = frontier.least()};
  };
  const RoundStats<W> first{.waiting = 1, .least = W{0}};
  CHECK(run_rounds<W>(context, frontier, scheduler, first, std::numeric_limits<std::uint64_t>::max(), work, step));
  return distances;
}

TEST_CASE_TEMPLATE("schedules over a bucket frontier find Dijkstra's distances, with threads", W, std::int32_t, float) {
  std::mt19937 random(7);
  for (const int max_weight : {1, 100, 100'000'000}) {
    std::vector<Arc<W>> arcs;
    for (int i = 0; i < 3000; ++i)
      arcs.push_back({static_cast<Vertex>(random() % 500), static_cast<Vertex>(random() % 500),
                      static_cast<W>(static_cast<int>(random() % static_cast<unsigned>(max_weight + 1)))});
    const auto graph = make_graph<W>(510, arcs, OffsetKind::offsets32);
    const auto csr = std::get<CsrView<W, std::uint32_t>>(graph->csr());
    const std::vector<W> wanted = dijkstra(csr, 1);
    for (const unsigned threads : {1U, 4U}) {
      CAPTURE(max_weight);
      CAPTURE(threads);
      ThreadedContext context(threads);
      std::vector<std::uint64_t> rounds;
      const int third = max_weight / 3 + 1;
      for (const W delta : {W{1}, static_cast<W>(third), std::numeric_limits<W>::max()}) {
        Work buckets{}, near_far{};
        CHECK(by_rounds(csr, 1, Buckets<W>{delta}, context, buckets) == wanted);
        CHECK(by_rounds(csr, 1, NearFar<W>{delta}, context, near_far) == wanted);
        CHECK(near_far.settled >= 400);
        rounds.push_back(buckets.rounds);
      }
      if (max_weight > 1) CHECK(rounds.front() > rounds.back());
      Work every{};
      CHECK(by_rounds(csr, 1, EveryVertex<W>{}, context, every) == wanted);
    }
  }
}

/// A walk along 0 -> 1 -> 2 ... that never ends.
struct Endless {
  Vertex vertices;
  QueueFrontier frontier;
  explicit Endless(Vertex n) : vertices(n), frontier(n, *std::pmr::new_delete_resource()) { frontier.start(0); }
  RoundStats<float> operator()(std::uint64_t round, float) {
    frontier.ref().push(static_cast<Vertex>(round % vertices));
    return {.active = frontier.size(), .relaxed = 2, .improved = 1, .least = static_cast<float>(round)};
  }
};

TEST_CASE("run_rounds ends after `most` rounds, adds to the work and traces every round") {
  ThreadedContext context(1);
  context.trace_rounds = true;
  Endless walk(10);
  ScheduledBy<float, NearFar<float>> scheduler(NearFar<float>{2.0F});
  Work work{.rounds = 100, .relaxed = 7};
  CHECK_FALSE(run_rounds<float>(context, walk.frontier, scheduler, {.waiting = 1, .least = 0}, 5, work, walk));
  CHECK(work.rounds == 105);
  CHECK(work.settled == 5);
  CHECK(work.relaxed == 17);
  CHECK(work.improved == 5);
  REQUIRE(context.records.size() == 5);
  CHECK(context.records[4].round == 5);
  CHECK(context.records[4].active == 1);
  CHECK(context.records[0].limit == 2);
  CHECK(context.records[4].limit == 4);
  CHECK(context.records[4].seconds >= context.records[0].seconds);

  ScheduledBy<float, EveryVertex<float>> every{EveryVertex<float>{}};
  CHECK_FALSE(run_rounds<float>(context, walk.frontier, every, {.waiting = 1, .least = 0}, 1, work, walk));
  CHECK(context.records.back().limit == std::numeric_limits<double>::infinity());
}

TEST_CASE("run_rounds ends with an empty frontier, a scheduler that has had enough, or a cancelled context") {
  ThreadedContext context(1);
  Work work;
  Endless walk(10);
  class Thrice final : public Scheduler<float> {
   public:
    std::optional<float> next(const RoundStats<float>& last) override {
      CHECK(last.waiting == 1);
      return last.round < 3 ? std::optional<float>(1.0F) : std::nullopt;
    }
  } thrice;
  CHECK(run_rounds<float>(context, walk.frontier, thrice, {.waiting = 1, .least = 0}, 100, work, walk));
  CHECK(work.rounds == 3);

  const auto idle = [](std::uint64_t, float) { return RoundStats<float>{.active = 1}; };
  CHECK(run_rounds<float>(context, walk.frontier, thrice, {.waiting = 1, .least = 0}, 100, work, idle));
  CHECK(work.rounds == 4);
  CHECK(run_rounds<float>(context, walk.frontier, thrice, {.waiting = 1, .least = 0}, 0, work, idle));  // nothing left

  Endless other(10);
  context.cancel = true;
  CHECK_THROWS_AS(run_rounds<float>(context, other.frontier, thrice, {.waiting = 1, .least = 0}, 100, work, other),
                  Cancelled);
  CHECK(work.rounds == 4);
}

/// The walk, by a step that says nothing of distances.
struct Forgetful : Endless {
  using Endless::Endless;
  RoundStats<float> operator()(std::uint64_t round, float limit) {
    RoundStats<float> stats = Endless::operator()(round, limit);
    stats.least = unreached<float>;
    return stats;
  }
};

TEST_CASE("a step that leaves out the smallest waiting distance is an error where the schedule needs it") {
  ThreadedContext context(1);
  const auto run = [&](auto schedule) {
    Forgetful walk(10);
    ScheduledBy<float, decltype(schedule)> scheduler(schedule);
    Work work;
    run_rounds<float>(context, walk.frontier, scheduler, {.waiting = 1, .least = 0}, 3, work, walk);
  };
  CHECK_THROWS_WITH_AS(run(Buckets<float>{1}), doctest::Contains("RoundStats::least"), Failure);
  CHECK_THROWS_WITH_AS(run(NearFar<float>{1}), doctest::Contains("RoundStats::least"), Failure);
  CHECK_THROWS_WITH_AS(run(Crauser<float>{}), doctest::Contains("RoundStats::least"), Failure);
  CHECK_NOTHROW(run(EveryVertex<float>{}));

  // The last round leaves nothing waiting, so there is no distance to give.
  QueueFrontier frontier(1, *std::pmr::new_delete_resource());
  frontier.start(0);
  ScheduledBy<float, Buckets<float>> buckets(Buckets<float>{1});
  Work work;
  const auto step = [](std::uint64_t, float) { return RoundStats<float>{.active = 1}; };
  CHECK(run_rounds<float>(context, frontier, buckets, {.waiting = 1, .least = 0}, 3, work, step));
}

}  // namespace
}  // namespace wayfront::host
