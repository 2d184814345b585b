#include "wayfront/cpu/thread_team.hpp"

#include <sched.h>

#include <ctime>

#include "../../test.hpp"

namespace wayfront {
namespace thread_team_test {

using namespace std::chrono_literals;

/// Processor time of the calling thread.
std::chrono::nanoseconds processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// Keeps the calling thread, and those that it starts, on one processor.
class OneProcessor {
 public:
  OneProcessor() {
    REQUIRE(sched_getaffinity(0, sizeof before_, &before_) == 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    int processor = 0;
    while (!CPU_ISSET(processor, &before_)) ++processor;
    CPU_SET(processor, &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;
  ~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_;
};

/// Waits for a moment that another thread comes, which it may not do.
template <class F>
void wait_a_moment(F&& came) {
  const auto end = std::chrono::steady_clock::now() + 10ms;
  while (!came() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

/// Nobody comes to a share() where the caller has the only processor: it would be in the caller's way.
bool others_can_come() {
  if (usable_processors() > 1) return true;
  MESSAGE("not tried: this process may use one processor alone");
  return false;
}

/// A share() to which another thread comes and then does not run for a while. Whether one comes to a given call is up
/// to the machine.
void share_with_a_late_thread(ThreadTeam& team, std::chrono::milliseconds late) {
  for (std::atomic<bool> came{false}; !came;)
    team.share([&](unsigned thread) {
      if (thread == 0) {
        wait_a_moment([&] { return came.load(); });
      } else {
        came = true;
        std::this_thread::sleep_for(late);
      }
    });
}

TEST_CASE("pieces cover a range once each, and one piece wakes no thread") {
  ThreadTeam team(3);
  for (const std::uint64_t count : {0U, 1U, 10U, 1000U, 1003U}) {
    CAPTURE(count);
    std::vector<std::atomic<int>> seen(count);
    std::atomic<int> calls{0};
    std::atomic<bool> others{false};
    team.share_pieces(count, 10, [&](unsigned thread, std::uint64_t begin, std::uint64_t end) {
      ++calls;
      if (thread != 0) others = true;
      for (std::uint64_t i = begin; i < end; ++i) ++seen[i];
    });
    CHECK(calls == static_cast<int>((count + 9) / 10));
    for (const auto& times : seen) REQUIRE(times == 1);
    if (count <= 10) CHECK_FALSE(others);
  }
  CHECK_THROWS_WITH(team.share_pieces(100, 1,
                                      [](unsigned, std::uint64_t begin, std::uint64_t) {
                                        if (begin == 50) throw std::runtime_error("half way");
                                      }),
                    "half way");
}

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

TEST_CASE("who waits at a barrier for long does so asleep") {
  ThreadTeam team(3);
  std::array<std::chrono::nanoseconds, 3> used{};
  team.run([&](unsigned thread) {
    if (thread == 0) std::this_thread::sleep_for(300ms);
    const auto before = processor_time();
    team.barrier();
    used[thread] = processor_time() - before;
  });
  for (const auto time : used) CHECK(time < 100ms);
}

TEST_CASE("share: all work is done once, whoever comes, and the caller sees it") {
  for (const unsigned threads : {1U, 2U, 5U}) {
    ThreadTeam team(threads);
    std::vector<std::uint64_t> done(1000);  // plain: share() alone orders them
    std::vector<std::uint64_t> pieces(team.size());
    for (int round = 0; round < 500; ++round) {
      std::atomic<std::size_t> next{0};
      team.share([&](unsigned thread) {
        for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < done.size();) {
          ++done[i];
          ++pieces[thread];
        }
      });
      REQUIRE(std::accumulate(pieces.begin(), pieces.end(), std::uint64_t{0}) == 1000U * (round + 1U));
    }
    CHECK(done == std::vector<std::uint64_t>(1000, 500));
  }
}

TEST_CASE("share: threads that sleep are woken and come") {
  if (!others_can_come()) return;
  ThreadTeam team(2);
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(20ms);
    share_with_a_late_thread(team, 0ms);
  }
}

TEST_CASE("share: who waits for a thread that is not running does so asleep, and leaves it out after that") {
  if (!others_can_come()) return;
  ThreadTeam team(2);
  std::atomic<bool> came{false};
  std::chrono::nanoseconds used{};
  while (!came) {
    std::chrono::nanoseconds before{};
    team.share([&](unsigned thread) {
      if (thread == 0) {
        wait_a_moment([&] { return came.load(); });
        before = processor_time();
      } else {
        came = true;
        std::this_thread::sleep_for(300ms);
      }
    });
    used = processor_time() - before;
  }
  CHECK(used < 100ms);
  CHECK(team.left_out() == 1);

  team.run([](unsigned) {});  // needs everybody
  CHECK(team.left_out() == 0);
  share_with_a_late_thread(team, 20ms);
  CHECK(team.left_out() == 1);
  while (team.left_out() == 1) team.share([](unsigned) {});  // comes again after a while
  share_with_a_late_thread(team, 0ms);
}

TEST_CASE("a team whose threads are left out can be dismissed") {
  if (!others_can_come()) return;
  ThreadTeam team(3);
  share_with_a_late_thread(team, 300ms);
  CHECK(team.left_out() >= 1);
}

TEST_CASE("teams can be dismissed, or asked for everybody, right after a share() to which some come late") {
  for (int i = 0; i < 2000; ++i) {
    ThreadTeam team(3);
    for (int k = 0; k < i % 4; ++k) team.share([](unsigned) {});
    std::atomic<unsigned> calls{0};
    if (i % 2 == 0) team.run([&](unsigned) { ++calls; });
    CHECK(calls == (i % 2 == 0 ? 3 : 0));
  }
}

TEST_CASE("share: exceptions of the caller and of others come out after all have ended") {
  if (!others_can_come()) return;
  ThreadTeam team(2);
  for (const unsigned culprit : {0U, 1U}) {
    std::atomic<bool> came{false};
    for (bool thrown = false; !thrown;) {  // until the culprit comes
      std::atomic<unsigned> inside{0};
      try {
        team.share([&](unsigned thread) {
          ++inside;
          if (thread == 0) wait_a_moment([&] { return came || culprit == 0; });
          came = came || thread == 1;
          --inside;
          if (thread == culprit) throw std::runtime_error("enough");
        });
      } catch (const std::runtime_error&) {
        thrown = true;
      }
      CHECK(inside == 0);
    }
    team.share([](unsigned) {});
  }
}

TEST_CASE("many threads on one processor come to an end, with the right sums") {
  const OneProcessor processor;
  ThreadTeam team(16);
  std::vector<std::uint64_t> sums(16);
  team.run([&](unsigned thread) {
    for (int round = 0; round < 1000; ++round) {
      ++sums[thread];
      team.barrier();
    }
  });
  CHECK(sums == std::vector<std::uint64_t>(16, 1000));
  std::atomic<std::uint64_t> sum{0};
  for (int round = 0; round < 3000; ++round) {
    std::atomic<std::uint64_t> next{0};
    team.share([&](unsigned) {
      while (next.fetch_add(1) < 100) ++sum;
    });
  }
  CHECK(sum == 300'000);
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

}  // namespace thread_team_test
}  // namespace wayfront
