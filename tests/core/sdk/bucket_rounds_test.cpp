#include "wayfront/cpu/bucket_rounds.hpp"

#include <mutex>

#include "../../../plugins/rho-stepping/nearest_entries.hpp"
#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "conformance/reference.hpp"
#include "graph/stored_graph.hpp"
#include "wayfront/cpu/relax.hpp"

namespace wayfront::host {
namespace bucket_rounds_test {

template <WeightType W>
using Csr = CsrView<W, std::uint32_t>;

/// Relaxes the arcs of entries that are not stale.
template <WeightType W>
auto relaxation(const Csr<W>& graph, std::vector<Magnitude<W>>& distances) {
  using D = Magnitude<W>;
  return [&](std::span<const QueueEntry<D>> entries, BucketQueue<D>& queue, Work& work) {
    for (const auto [distance, u] : entries) {
      if (load_distance(distances[u]) < distance) {
        ++work.stale;
        continue;
      }
      ++work.settled;
      for (std::uint32_t arc = graph.begin(u); arc < graph.end(u); ++arc) {
        ++work.relaxed;
        const Vertex v = graph.targets[arc];
        const D through = add_nonnegative<W>(distance, graph.weights[arc]);
        if (!relax_shared(distances[v], through)) continue;
        ++work.improved;
        queue.push({through, v});
      }
    }
  };
}

TEST_CASE_TEMPLATE("any width, schedule, fusion and number of threads gives Dijkstra's distances", W, std::int32_t,
                   float) {
  using D = Magnitude<W>;
  std::mt19937 random(5);
  for (const unsigned threads : {1U, 4U}) {
    ThreadedContext context(threads);
    ThreadTeam team(threads);
    TeamQueues<D> queues(threads);  // for all searches
    for (const int max_weight : {0, 1, 100, 100'000'000}) {
      std::vector<Arc<W>> arcs;
      for (int i = 0; i < 6000; ++i)
        arcs.push_back({static_cast<Vertex>(random() % 1000), static_cast<Vertex>(random() % 1000),
                        static_cast<W>(static_cast<int>(random() % static_cast<unsigned>(max_weight + 1)))});
      const auto graph = make_graph<W>(1010, arcs, OffsetKind::offsets32);
      const auto csr = std::get<Csr<W>>(graph->csr());
      const std::vector<W> plain = conformance::solve_plainly<W>(*graph, 1).distances;
      const std::vector<D> wanted(plain.begin(), plain.end());
      const auto solved = [&](double width, auto schedule, const BucketOptions& options) {
        std::vector<D> distances(csr.vertices, D(unreached<W>));
        distances[1] = 0;
        queues.start(width);
        queues.push({0, 1});
        Work work{.rounds = 100, .relaxed = 7};
        run_rounds(context, team, queues, schedule, options, work, relaxation(csr, distances));
        CHECK(work.rounds > 100);
        CHECK(work.relaxed > 5000);
        CHECK(work.settled + work.stale == work.improved + 1);  // whatever is pushed is taken
        CHECK(distances == wanted);
        return work.rounds - 100;
      };
      for (const std::uint64_t fusion : {0, 100})
        for (const std::size_t chunk : {1, 32}) {
          CAPTURE(threads);
          CAPTURE(max_weight);
          const BucketOptions options{.fusion = fusion, .min_chunk = chunk, .by_vertex = (fusion == 0) == (chunk == 1)};
          const auto narrow = solved(1, FirstBucket{}, options);
          solved(max_weight / 3 + 1, FirstBucket{}, options);
          const auto single = solved(0, FirstBucket{}, options);  // Bellman-Ford
          if (max_weight == 100 && chunk == 1 && fusion == 0) CHECK(single < narrow);
          solved(1, NearestEntries{1}, options);
          solved(max_weight / 10, NearestEntries{200}, options);
        }
    }
  }
}

/// 0 -> 1 -> 2 ..., each arc of weight 10.
std::vector<Arc<std::int32_t>> path(Vertex vertices) {
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 1; v < vertices; ++v) arcs.push_back({v - 1, v, 10});
  return arcs;
}

struct Path {
  explicit Path(unsigned threads, double width)
      : graph(make_graph<std::int32_t>(101, path(101), OffsetKind::offsets32)),
        csr(std::get<Csr<std::int32_t>>(graph->csr())),
        distances(101, unreached<std::int32_t>),
        context(threads),
        team(threads),
        queues(threads) {
    distances[0] = 0;
    queues.start(width);
    queues.push({0, 0});
  }
  std::unique_ptr<StoredGraph> graph;
  Csr<std::int32_t> csr;
  std::vector<std::uint32_t> distances;
  ThreadedContext context;
  ThreadTeam team;
  TeamQueues<std::uint32_t> queues;
};

TEST_CASE("rounds are counted and traced") {
  Path path(1, 100);
  path.context.trace_rounds = true;
  Work work;
  const auto scan = relaxation(path.csr, path.distances);
  run_rounds(path.context, path.team, path.queues, FirstBucket{}, {}, work, scan);
  CHECK(work.rounds == 101);  // each vertex has a round of its own, ten to a bucket
  REQUIRE(path.context.records.size() == 101);
  CHECK(path.context.records[0].limit == 100);
  CHECK(path.context.records[100].round == 101);
  CHECK(path.context.records[100].limit == 1100);
  CHECK(path.context.records[100].active == 1);
  CHECK(path.context.records[100].relaxed == 0);

  Path other(1, 0);
  other.context.trace_rounds = true;
  run_rounds(other.context, other.team, other.queues, FirstBucket{}, {}, work, relaxation(other.csr, other.distances));
  CHECK(other.context.records[0].limit == std::numeric_limits<double>::infinity());
}

TEST_CASE("a cancelled context ends the rounds") {
  for (const unsigned threads : {1U, 2U}) {
    Path path(threads, 100);
    Work work;
    const auto scan = [&](std::span<const QueueEntry<std::uint32_t>> entries, BucketQueue<std::uint32_t>& queue,
                          Work&) {
      path.context.cancel = true;
      for (const auto& entry : entries) queue.push(entry);  // for ever
    };
    CHECK_THROWS_AS(run_rounds(path.context, path.team, path.queues, FirstBucket{}, {}, work, scan), Cancelled);
    CHECK_THROWS_AS(run_rounds(path.context, path.team, path.queues, FirstBucket{}, {}, work, scan), Cancelled);
  }
}

/// Rounds that run as far as they are told.
struct PathRounds {
  using Scan = decltype(relaxation(std::declval<Csr<std::int32_t>&>(), std::declval<std::vector<std::uint32_t>&>()));
  using Scanner = wayfront::detail::ScanBy<std::uint32_t, Scan>;
  explicit PathRounds(Path& path)
      : scan(relaxation(path.csr, path.distances)),
        rounds(path.context, path.team, path.queues, FirstBucket{}, {},
               [this](unsigned, TeamWorker<std::uint32_t>& worker) { return Scanner(scan, worker.queue); }) {}
  auto* operator->() { return &rounds; }

  Scan scan;
  BucketRounds<std::uint32_t, FirstBucket, Scanner> rounds;
};

TEST_CASE("rounds in parts: up to a bucket, up to a number of entries, then to the end") {
  for (const unsigned threads : {1U, 3U}) {
    CAPTURE(threads);
    Path path(threads, 100);
    PathRounds rounds(path);
    CHECK(rounds->run(4));  // distances 0 .. 499
    CHECK(rounds->waiting().first == 5);
    CHECK(path.distances[50] == 500);
    CHECK(path.distances[51] == unreached<std::int32_t>);
    CHECK(rounds->work().settled == 50);
    if (threads == 1) {
      CHECK_FALSE(rounds->run(rounds->last_bucket, 60));
      CHECK(rounds->work().settled == 60);
    }
    CHECK(rounds->run());
    CHECK(path.distances[100] == 1000);
    CHECK(rounds->work().settled == 101);
    CHECK(rounds->waiting().first == no_bucket);
  }
}

/// Says of each entry that it has to be looked at again.
struct Doubtful {
  TeamWorker<std::uint32_t>* worker;
  std::vector<Vertex>* confirmed;
  std::mutex* mutex;  // of `confirmed`
  Work counts{};
  std::uint64_t scan(std::span<const QueueEntry<std::uint32_t>> entries, const QueueEntry<std::uint32_t>*) {
    for (const auto& entry : entries) worker->unconfirmed.push(entry);
    return entries.size();
  }
  void confirm(Bucket<QueueEntry<std::uint32_t>>& unconfirmed) {
    const std::scoped_lock lock(*mutex);
    for (const auto& entry : unconfirmed) confirmed->push_back(entry.vertex);
    unconfirmed.clear();
  }
  const Work& work() const { return counts; }
};
static_assert(ConfirmingScanner<Doubtful, std::uint32_t>);

TEST_CASE("rounds do not end before each unconfirmed entry was looked at again") {
  constexpr unsigned threads = 3;
  ThreadedContext context(threads);
  ThreadTeam team(threads);
  TeamQueues<std::uint32_t> queues(threads);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<Vertex> confirmed;
    std::mutex mutex;
    queues.start(10);
    for (Vertex v = 0; v < 200; ++v) queues.push({v / 50, v});  // one bucket, enough for all threads
    BucketRounds<std::uint32_t, FirstBucket, Doubtful> rounds(context, team, queues, FirstBucket{},
                                                              {.min_chunk = 4, .by_vertex = trial % 3 == 0},
                                                              [&](unsigned, TeamWorker<std::uint32_t>& worker) {
                                                                return Doubtful{&worker, &confirmed, &mutex};
                                                              });
    CHECK(rounds.run(rounds.last_bucket, trial % 2 == 0 ? 1 : rounds.unlimited));
    std::ranges::sort(confirmed);
    REQUIRE(confirmed.size() == 200);
    for (Vertex v = 0; v < 200; ++v) REQUIRE(confirmed[v] == v);
  }
}

TEST_CASE("by vertex, uneven entries are dealt in ranges of vertices") {
  constexpr unsigned threads = 4, share = 1024;
  ThreadedContext context(threads);
  ThreadTeam team(threads);
  TeamQueues<std::uint32_t> queues(threads);
  queues.start(10);
  for (Vertex i = 0; i < threads * share; ++i) queues.push({0, i * 1001 % (threads * share)});
  std::array<std::atomic<unsigned>, threads> seen{};
  Work work;
  run_rounds(context, team, queues, FirstBucket{}, {.min_chunk = share, .by_vertex = true}, work,
             [&](std::span<const QueueEntry<std::uint32_t>> entries, auto&, Work&) {
               for (const auto& entry : entries)
                 if (entry.vertex / share == entries[0].vertex / share) ++seen[entry.vertex / share];
             });
  for (const auto& count : seen) CHECK(count == share);
}

TEST_CASE("rounds end where the caller says that enough is settled, and ask only about the part that they run") {
  for (const unsigned threads : {1U, 4U}) {
    CAPTURE(threads);
    Path path(threads, 10);
    PathRounds rounds(path);
    std::uint64_t asked = 0;
    rounds->stop_when([&](std::uint64_t first) {
      asked = std::max(asked, first);
      return first > 50;
    });
    CHECK(rounds->run(25));
    CHECK(asked == 25);
    CHECK(rounds->waiting().first == 26);
    CHECK(rounds->run());
    CHECK(asked == 51);
    CHECK(path.distances[50] == 500);
    CHECK(path.distances[100] == unreached<std::int32_t>);
  }
}

}  // namespace bucket_rounds_test
}  // namespace wayfront::host
