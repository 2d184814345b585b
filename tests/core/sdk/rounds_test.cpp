#include "wayfront/rounds.hpp"
#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "conformance/reference.hpp"
#include "graph/rows_view.hpp"
#include "graph/stored_graph.hpp"
#include "wayfront/cpu/queue_frontier.hpp"
#include "wayfront/cpu/relax.hpp"
#include "wayfront/cuda/options.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/packed_arc.hpp"

namespace wayfront::host {
namespace rounds_test {

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
  CHECK(run_rounds(context, frontier, schedule, work, step));
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
  Work work{.rounds = 100, .relaxed = 7};
  CHECK_FALSE(run_rounds(context, walk.frontier, NearFar<float>{2.0F}, work, walk, 5));
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

  CHECK_FALSE(run_rounds(context, walk.frontier, EveryVertex<float>{}, work, walk, 1));
  CHECK(context.records.back().limit == std::numeric_limits<double>::infinity());
}

/// Takes every vertex at a distance up to 1, for three rounds.
template <WeightType W>
struct Thrice {
  const Work* work;
  bool ended() const { return work->rounds == 3; }
  W limit(const RoundStats<W>& last) const {
    CHECK(last.waiting == 1);
    return 1;
  }
};

TEST_CASE("run_rounds ends with an empty frontier, a schedule that has had enough, or a cancelled context") {
  ThreadedContext context(1);
  Work work;
  Endless walk(10);
  const Thrice<float> thrice{&work};
  CHECK(run_rounds(context, walk.frontier, thrice, work, walk, 100));
  CHECK(work.rounds == 3);
  CHECK(run_rounds(context, walk.frontier, thrice, work, walk, 100));  // has had enough
  CHECK(work.rounds == 3);

  const auto idle = [](std::uint64_t, float) { return RoundStats<float>{.active = 1}; };
  CHECK(run_rounds(context, walk.frontier, EveryVertex<float>{}, work, idle, 100));
  CHECK(work.rounds == 4);
  CHECK(run_rounds(context, walk.frontier, thrice, work, idle, 0));  // nothing left

  Endless other(10);
  context.cancel = true;
  CHECK_THROWS_AS(run_rounds(context, other.frontier, thrice, work, other, 100), Cancelled);
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
    Work work;
    run_rounds(context, walk.frontier, schedule, work, walk, 3);
  };
  CHECK_THROWS_WITH_AS(run(NearFar<float>{1}), doctest::Contains("RoundStats::min_distance"), Failure);
  CHECK_THROWS_WITH_AS(run(Crauser<float>{}), doctest::Contains("RoundStats::min_distance"), Failure);
  CHECK_NOTHROW(run(EveryVertex<float>{}));

  // The last round leaves nothing waiting, so there is no distance to give.
  QueueFrontier frontier(1, *std::pmr::new_delete_resource());
  frontier.start(0);
  Work work;
  const auto step = [](std::uint64_t, float) { return RoundStats<float>{.active = 1}; };
  CHECK(run_rounds(context, frontier, NearFar<float>{1}, work, step, 3));
}

TEST_CASE_TEMPLATE("a distance is lowered by less, and by nothing else", D, std::int32_t, float, std::uint32_t) {
  const auto check = [](auto&& lower) {
    D distance = std::numeric_limits<D>::max();
    CHECK(lower(distance, D{9}));
    CHECK_FALSE(lower(distance, D{9}));
    CHECK_FALSE(lower(distance, D{10}));
    CHECK(lower(distance, D{8}));
    CHECK(load_distance(distance) == D{8});
    if constexpr (std::is_signed_v<D>) {
      CHECK(lower(distance, D{-3}));
      CHECK_FALSE(lower(distance, D{2}));
      CHECK(distance == D{-3});
    }
  };
  check([](D& distance, D candidate) { return relax(distance, candidate); });
  check([](D& distance, D candidate) { return relax_shared(distance, candidate); });
}

TEST_CASE("floats: zeros are equal, a NaN lowers nothing, infinity is lowered by all") {
  float distance = 0.0F;
  CHECK_FALSE(relax_shared(distance, -0.0F));
  CHECK_FALSE(relax(distance, -0.0F));
  CHECK_FALSE(relax_shared(distance, std::numeric_limits<float>::quiet_NaN()));
  CHECK_FALSE(relax(distance, std::numeric_limits<float>::quiet_NaN()));
  distance = unreached<float>;
  CHECK(relax_shared(distance, std::numeric_limits<float>::max()));
}

TEST_CASE_TEMPLATE("of several threads' candidates the least stays, and each fall has one author", D, std::int32_t,
                   float) {
  constexpr std::uint64_t vertices = 64, values = 2000;
  ThreadedContext context(4);
  std::vector<D> distances(vertices, unreached<D>);
  std::vector<std::atomic<int>> authors(vertices * values);
  // Values fall, and neighbouring chunks offer the same ones, so that threads meet at every distance.
  context.parallel_for(vertices * values * 4, vertices, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint64_t value = values - 1 - i / (vertices * 4);
      if (relax_shared(distances[i % vertices], static_cast<D>(static_cast<int>(value) - 50)))
        authors[i % vertices * values + value].fetch_add(1, std::memory_order_relaxed);
    }
  });
  for (const D distance : distances) CHECK(distance == D{-50});
  CHECK(std::ranges::all_of(authors, [](const auto& count) { return count.load() <= 1; }));
  for (std::uint64_t v = 0; v < vertices; ++v) CHECK(authors[v * values].load() == 1);
}

TEST_CASE_TEMPLATE("of parallel arcs the lightest counts, of equally light ones the first", W, std::int32_t, float) {
  const std::vector<Arc<W>> arcs = {{0, 1, 5},  {0, 2, 1}, {0, 1, -3},          {0, 1, 4},
                                    {0, 1, -3}, {1, 0, 2}, {2, 2, unreached<W>}};
  for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    const auto graph = make_graph<W>(3, arcs, offsets);
    visit(graph->csr(), [&]<class V, class O>(const CsrView<V, O>& csr) {
      const std::optional<O> arc = lightest_arc(csr, 0, 1);
      REQUIRE(arc);
      CHECK(csr.targets[*arc] == 1);
      CHECK(csr.weights[*arc] == -3);
      for (O before = csr.begin(0); before < *arc; ++before)
        CHECK((csr.targets[before] != 1 || csr.weights[before] > -3));
      CHECK_FALSE(lightest_arc(csr, 1, 2));
      CHECK_FALSE(lightest_arc(csr, 1, 1));
      CHECK(lightest_arc(csr, 2, 2));  // however heavy
    });
  }
}

TEST_CASE_TEMPLATE("a packed arc as one word is the arc's own bytes, for integers and floats of both sizes and signs",
                   W, std::int32_t, float, std::int64_t, double) {
  constexpr W weights[] = {W{0}, W{1}, W{-7}, std::numeric_limits<W>::lowest(), std::numeric_limits<W>::max()};
  for (const W weight : weights)
    for (const Vertex target : {Vertex{0}, Vertex{5}, Vertex{0x8000'0000U}, no_vertex}) {
      PackedArc<W> arc{};
      store_arc(&arc, target, weight);
      CHECK(arc.target == target);
      CHECK(arc.weight == weight);
      const ArcWordOf<W> word = arc_word(target, weight);
      static_assert(sizeof word == sizeof arc && alignof(PackedArc<W>) == sizeof arc);
      CHECK(std::memcmp(&word, &arc, sizeof arc) == 0);
      CHECK(target_of(word) == target);
      CHECK(weight_of<W>(word) == weight);
    }
}

TEST_CASE("a packed view gives the rows of its offsets, as arcs and as numbers") {
  const std::uint32_t offsets[] = {0, 2, 2, 3};
  const PackedArc<float> arcs[] = {{1, 0.5F}, {2, -3.0F}, {0, 9.0F}};
  const PackedView<float, std::uint32_t> view{3, offsets, arcs};
  CHECK(view.begin(0) == 0);
  CHECK(view.end(0) == 2);
  CHECK(view.begin(1) == view.end(1));
  CHECK(target_of(view.words()[view.begin(2)]) == 0);
  CHECK(weight_of<float>(view.words()[1]) == -3.0F);
}

struct Options {
  cuda::Loop loop;
};

TEST_CASE("the option loop has one row, which stores where it is told to") {
  constexpr OptionRow row = cuda::loop_option<&Options::loop>();
  REQUIRE(row.choice_count == 2);
  Options options{cuda::Loop::device};
  OptionValue value;
  for (const wayfront::Choice& choice : {row.choices[0], row.choices[1]}) {
    value.integer = choice.value;
    row.store(&options, value);
    CHECK((options.loop == cuda::Loop::host) == (std::string_view(choice.name) == "host"));
  }
  CHECK(std::string_view(row.default_value.text) == "device");
}

}  // namespace rounds_test
}  // namespace wayfront::host
