#include "wayfront/rounds.hpp"

#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "conformance/reference.hpp"
#include "graph/stored_graph.hpp"
#include "wayfront/cpu/queue_frontier.hpp"
#include "wayfront/cpu/relax.hpp"

namespace wayfront::host {
namespace {

constexpr std::int32_t top = std::numeric_limits<std::int32_t>::max();

template <WeightType W>
RoundStats<W> after(W limit, W min) {
  return {.round = 1, .waiting = 1, .limit = limit, .min_distance = min};
}

TEST_CASE_TEMPLATE("NearFar: the limit stays while something is near, then moves up past gaps", W, std::int32_t,
                   float) {
  const NearFar<W> schedule{W{10}};
  CHECK(schedule.limit({.min_distance = 0}) == 10);
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
  CHECK(NearFar<std::int32_t>{top}.limit({.min_distance = 0}) == top);
  CHECK(NearFar<float>{0.001F}.limit(after(1e9F, 1.5e9F)) == 1.5e9F);  // limit + delta is the limit
  constexpr float max = std::numeric_limits<float>::max();
  CHECK(NearFar<float>{max}.limit(after(max, max)) == max);
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

/// The active vertices as a plain set, those beyond the limit among them.
template <WeightType W>
class WaitingSet final : public Frontier {
 public:
  explicit WaitingSet(std::vector<W>& distances) : distances_(distances) {}
  void start(Vertex source) override { active_ = {source}; }
  std::uint64_t size() override { return active_.size(); }
  void advance() override {}
  void push(Vertex v) { active_.insert(v); }
  std::vector<Vertex> take(W limit) {
    std::vector<Vertex> taken;
    std::erase_if(active_, [&](Vertex v) {
      if (distances_[v] <= limit) taken.push_back(v);
      return distances_[v] <= limit;
    });
    return taken;
  }
  W nearest() const {
    W min = unreached<W>;
    for (const Vertex v : active_) min = std::min(min, distances_[v]);
    return min;
  }

 private:
  std::vector<W>& distances_;
  std::set<Vertex> active_;
};

/// Distances by rounds of a schedule.
template <WeightType W, class S>
std::vector<W> by_rounds(const CsrView<W, std::uint32_t>& graph, Vertex source, S schedule, RunContext& context,
                         Work& work) {
  std::vector<W> distances(graph.vertices, unreached<W>);
  WaitingSet<W> frontier(distances);
  ScheduledBy<W, S> scheduler(schedule);
  distances[source] = W{0};
  frontier.start(source);
  const auto step = [&](std::uint64_t, W limit) {
    const std::vector<Vertex> active = frontier.take(limit);
    RoundStats<W> stats{.active = active.size()};
    for (const Vertex u : active)
      for (std::uint32_t arc = graph.begin(u); arc < graph.end(u); ++arc) {
        ++stats.relaxed;
        if (!relax(distances[graph.targets[arc]], saturating_add(distances[u], graph.weights[arc]))) continue;
        ++stats.improved;
        frontier.push(graph.targets[arc]);
      }
    stats.min_distance = frontier.nearest();
    return stats;
  };
  const RoundStats<W> first{.waiting = 1, .min_distance = W{0}};
  CHECK(run_rounds<W>(context, frontier, scheduler, first, std::numeric_limits<std::uint64_t>::max(), work, step));
  return distances;
}

TEST_CASE_TEMPLATE("rounds by schedules find Dijkstra's distances", W, std::int32_t, float) {
  std::mt19937 random(7);
  ThreadedContext context(1);
  for (const int max_weight : {1, 100, 100'000'000}) {
    CAPTURE(max_weight);
    std::vector<Arc<W>> arcs;
    for (int i = 0; i < 3000; ++i)
      arcs.push_back({static_cast<Vertex>(random() % 500), static_cast<Vertex>(random() % 500),
                      static_cast<W>(static_cast<int>(random() % static_cast<unsigned>(max_weight + 1)))});
    const auto graph = make_graph<W>(510, arcs, OffsetKind::offsets32);
    const auto csr = std::get<CsrView<W, std::uint32_t>>(graph->csr());
    const std::vector<W> wanted = conformance::solve_plainly<W>(*graph, 1).distances;
    std::vector<std::uint64_t> rounds;
    const int third = max_weight / 3 + 1;
    for (const W delta : {W{1}, static_cast<W>(third), std::numeric_limits<W>::max()}) {
      Work work{};
      CHECK(by_rounds(csr, 1, NearFar<W>{delta}, context, work) == wanted);
      CHECK(work.settled >= 400);
      rounds.push_back(work.rounds);
    }
    if (max_weight > 1) CHECK(rounds.front() > rounds.back());
    Work every{};
    CHECK(by_rounds(csr, 1, EveryVertex<W>{}, context, every) == wanted);
    CHECK(every.rounds == rounds.back());
  }
}

/// A walk along 0 -> 1 -> 2 ... that never ends.
struct Endless {
  Vertex vertices;
  QueueFrontier frontier;
  explicit Endless(Vertex n) : vertices(n), frontier(n, *std::pmr::new_delete_resource()) { frontier.start(0); }
  RoundStats<float> operator()(std::uint64_t round, float) {
    frontier.ref().push(static_cast<Vertex>(round % vertices));
    return {.active = frontier.size(), .relaxed = 2, .improved = 1, .min_distance = static_cast<float>(round)};
  }
};

TEST_CASE("run_rounds ends after `most` rounds, adds to the work and traces every round") {
  ThreadedContext context(1);
  context.trace_rounds = true;
  Endless walk(10);
  ScheduledBy<float, NearFar<float>> scheduler(NearFar<float>{2.0F});
  Work work{.rounds = 100, .relaxed = 7};
  CHECK_FALSE(run_rounds<float>(context, walk.frontier, scheduler, {.waiting = 1, .min_distance = 0}, 5, work, walk));
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
  CHECK_FALSE(run_rounds<float>(context, walk.frontier, every, {.waiting = 1, .min_distance = 0}, 1, work, walk));
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
  CHECK(run_rounds<float>(context, walk.frontier, thrice, {.waiting = 1, .min_distance = 0}, 100, work, walk));
  CHECK(work.rounds == 3);

  const auto idle = [](std::uint64_t, float) { return RoundStats<float>{.active = 1}; };
  CHECK(run_rounds<float>(context, walk.frontier, thrice, {.waiting = 1, .min_distance = 0}, 100, work, idle));
  CHECK(work.rounds == 4);
  CHECK(run_rounds<float>(context, walk.frontier, thrice, {.waiting = 1, .min_distance = 0}, 0, work,
                          idle));  // nothing left

  Endless other(10);
  context.cancel = true;
  CHECK_THROWS_AS(
      run_rounds<float>(context, other.frontier, thrice, {.waiting = 1, .min_distance = 0}, 100, work, other),
      Cancelled);
  CHECK(work.rounds == 4);
}

/// The walk, by a step that says nothing of distances.
struct Forgetful : Endless {
  using Endless::Endless;
  RoundStats<float> operator()(std::uint64_t round, float limit) {
    RoundStats<float> stats = Endless::operator()(round, limit);
    stats.min_distance = unreached<float>;
    return stats;
  }
};

TEST_CASE("a step that leaves out the smallest waiting distance is an error where the schedule needs it") {
  ThreadedContext context(1);
  const auto run = [&](auto schedule) {
    Forgetful walk(10);
    ScheduledBy<float, decltype(schedule)> scheduler(schedule);
    Work work;
    run_rounds<float>(context, walk.frontier, scheduler, {.waiting = 1, .min_distance = 0}, 3, work, walk);
  };
  CHECK_THROWS_WITH_AS(run(NearFar<float>{1}), doctest::Contains("RoundStats::min_distance"), Failure);
  CHECK_THROWS_WITH_AS(run(Crauser<float>{}), doctest::Contains("RoundStats::min_distance"), Failure);
  CHECK_NOTHROW(run(EveryVertex<float>{}));

  // The last round leaves nothing waiting, so there is no distance to give.
  QueueFrontier frontier(1, *std::pmr::new_delete_resource());
  frontier.start(0);
  ScheduledBy<float, NearFar<float>> near_far(NearFar<float>{1});
  Work work;
  const auto step = [](std::uint64_t, float) { return RoundStats<float>{.active = 1}; };
  CHECK(run_rounds<float>(context, frontier, near_far, {.waiting = 1, .min_distance = 0}, 3, work, step));
}

}  // namespace
}  // namespace wayfront::host
