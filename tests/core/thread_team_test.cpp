#include "wayfront/cpu/thread_team.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <stdexcept>

namespace wayfront {
namespace {

TEST_CASE("every thread of a team runs the body once, every time") {
  for (const unsigned threads : {0U, 1U, 2U, 5U, 17U}) {
    ThreadTeam team(threads);
    std::vector<int> calls(team.size());
    for (int i = 0; i < 20; ++i) team.run([&](unsigned thread) { ++calls[thread]; });
    CHECK(calls == std::vector<int>(std::max(threads, 1U), 20));
  }
}

TEST_CASE("a barrier makes what was written before visible to all") {
  ThreadTeam team(4);
  std::vector<std::uint64_t> written(4);  // plain: the barrier alone orders them
  std::vector<std::uint64_t> seen(4);
  team.run([&](unsigned thread) {
    for (std::uint64_t round = 1; round <= 1000; ++round) {
      written[thread] = round;
      team.barrier();
      seen[thread] += std::accumulate(written.begin(), written.end(), std::uint64_t{0});
      team.barrier();
    }
  });
  CHECK(seen == std::vector<std::uint64_t>(4, 4 * 1000 * 1001 / 2));
}

TEST_CASE("an exception ends the others at their next barrier, and the team can be used again") {
  ThreadTeam team(4);
  for (unsigned culprit = 0; culprit < 4; ++culprit)
    for (int after = 0; after < 3; ++after) {
      CHECK_THROWS_AS(team.run([&](unsigned thread) {
        for (int round = 0;; ++round) {
          if (thread == culprit && round == after) throw std::runtime_error("enough");
          team.barrier();
        }
      }),
                      std::runtime_error);
      std::atomic<unsigned> sum{0};
      team.run([&](unsigned thread) {
        team.barrier();
        sum += thread;
      });
      CHECK(sum == 6);
    }
}

TEST_CASE("when all throw, one exception comes out") {
  ThreadTeam team(3);
  CHECK_THROWS_AS(team.run([](unsigned) { throw std::runtime_error("all"); }), std::runtime_error);
}

TEST_CASE("parts cover everything, in order, and differ by at most one item") {
  const ThreadTeam team(3);
  for (const std::uint64_t count : {0U, 1U, 2U, 3U, 10U, 11U, 12U}) {
    std::uint64_t end = 0;
    for (unsigned thread = 0; thread < 3; ++thread) {
      const auto [begin, next] = team.part(count, thread);
      CHECK(begin == end);
      CHECK(next - begin >= count / 3);
      CHECK(next - begin <= (count + 2) / 3);
      end = next;
    }
    CHECK(end == count);
  }
}

}  // namespace
}  // namespace wayfront
