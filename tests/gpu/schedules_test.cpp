// Every frontier with every schedule, in the one device loop and in the host's.
#include "schedules.hpp"

#include "../core/threaded_context.hpp"
#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "gpu_test.hpp"

namespace wayfront::cuda {
namespace schedules_test {

using host::conformance::random_graph;
using host::conformance::solve_plainly;
using host::conformance::TestGraph;

constexpr TestFrontier frontiers[] = {TestFrontier::queue, TestFrontier::flags};
constexpr TestSchedule schedules[] = {TestSchedule::every_vertex, TestSchedule::near_far, TestSchedule::crauser};

template <WeightType W>
void check_pairs(const TestGraph<W>& test, W delta, bool on_host) {
  host::ThreadedContext context{1};
  const auto graph = test.build(OffsetKind::offsets32);
  const auto view = std::get<CsrView<W, std::uint32_t>>(graph->csr());
  for (const Vertex source : test.sources) {
    const auto expected = solve_plainly<W>(*graph, source);
    for (const TestFrontier frontier : frontiers)
      for (const TestSchedule schedule : schedules) {
        CAPTURE(static_cast<int>(frontier));
        CAPTURE(static_cast<int>(schedule));
        const TestAnswer<W> answer = solve_by<W>(view, source, frontier, schedule, delta, on_host, context);
        REQUIRE(answer.distances == expected.distances);
      }
  }
}

TEST_CASE("each pair of a frontier and a schedule gives the distances of random graphs, on either loop") {
  WAYFRONT_NEEDS_DEVICE();
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const bool on_host = seed % 3 == 0;
    with_weight_type(static_cast<WeightKind>(seed / 2 % 4), [&]<WeightType W>() {
      check_pairs<W>(random_graph<W>(seed), static_cast<W>(1 + seed * seed), on_host);
    });
  }
}

TEST_CASE("a schedule orders the rounds: fewer relaxations for more rounds") {
  WAYFRONT_NEEDS_DEVICE();
  host::ThreadedContext context{1};
  const auto test = host::conformance::grid<std::int32_t>(60, 60, 1);
  const auto graph = test.build(OffsetKind::offsets32);
  const auto view = std::get<CsrView<std::int32_t, std::uint32_t>>(graph->csr());
  for (const TestFrontier frontier : frontiers) {
    const auto work = [&](TestSchedule schedule) {
      return solve_by<std::int32_t>(view, 0, frontier, schedule, 100, false, context).work;
    };
    const Work every = work(TestSchedule::every_vertex), near_far = work(TestSchedule::near_far),
               crauser = work(TestSchedule::crauser);
    // Vertices are final when they are taken, but one that falls to the limit in its round may be taken again.
    CHECK(crauser.settled >= 3600);
    CHECK(crauser.settled < 4000);
    CHECK(crauser.relaxed >= view.edges);
    CHECK(every.relaxed > near_far.relaxed);
    CHECK(near_far.relaxed > crauser.relaxed);
    CHECK(every.rounds < near_far.rounds);
    CHECK(near_far.rounds < crauser.rounds);
  }
}

}  // namespace schedules_test
}  // namespace wayfront::cuda
