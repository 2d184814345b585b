#include <stop_token>

#include "../../test.hpp"
#include "run/call_watch.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace host_context_test {

TEST_CASE("parallel_for covers its range once, in chunks that are no longer than the grain") {
  for (const unsigned threads : {1U, 4U}) {
    CAPTURE(threads);
    HostContext context(threads);
    std::vector<std::atomic<int>> visits(100'001);
    std::atomic<std::uint64_t> longer = 0;
    constexpr std::uint64_t grain = 10;
    context.parallel_for(visits.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
      longer += end - begin > grain ? 1 : 0;
      for (std::uint64_t i = begin; i < end; ++i) ++visits[i];
    });
    CHECK(longer == 0);
    std::uint64_t wrong = 0;
    for (const auto& count : visits) wrong += count == 1 ? 0 : 1;
    CHECK(wrong == 0);
    context.parallel_for(0, 1, [](std::uint64_t, std::uint64_t) { FAIL("an empty range has no chunk"); });
  }
}

TEST_CASE("parallel_for may be nested and called from several threads, and hands on what a body throws") {
  HostContext context(4);
  std::atomic<std::uint64_t> sum = 0;
  std::atomic<int> thrown = 0;
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 6; ++caller) {
    callers.emplace_back([&] {
      context.parallel_for(1000, 10, [&](std::uint64_t begin, std::uint64_t end) {
        context.parallel_for(end - begin, 3, [&](std::uint64_t first, std::uint64_t last) { sum += last - first; });
      });
      try {
        context.parallel_for(1000, 1, [](std::uint64_t begin, std::uint64_t) {
          if (begin == 500) throw std::runtime_error("stop");
        });
      } catch (const std::runtime_error&) {
        ++thrown;
      }
    });
  }
  callers.clear();
  CHECK(sum == 6000);
  CHECK(thrown == 6);
}

TEST_CASE("a trace keeps evenly spread rounds, the first, the last, and what all of them relaxed") {
  HostContext context(1);
  for (const std::uint64_t count :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, std::uint64_t{RoundTrace::max},
        std::uint64_t{RoundTrace::max} + 1, std::uint64_t{1'000'003}}) {
    CAPTURE(count);
    context.start(0, true);
    for (std::uint64_t i = 0; i < count; ++i) context.trace({.round = i, .relaxed = 2, .seconds = 1});
    const TracedRounds rounds = context.rounds();
    CHECK(rounds.count == count);
    CHECK(rounds.kept.size() <= RoundTrace::max);
    CHECK(rounds.kept.size() >= std::min<std::uint64_t>(count, RoundTrace::max / 2));
    if (count < RoundTrace::max) CHECK(rounds.kept.size() == count);
    if (count == 0) continue;
    CHECK(rounds.kept.front().round == 0);
    CHECK(rounds.kept.back().round == count - 1);
    const std::uint64_t step = rounds.kept.size() > 1 ? rounds.kept[1].round : 1;
    std::uint64_t uneven = 0;
    for (std::size_t i = 0; i < rounds.kept.size(); ++i) {
      if (i + 1 < rounds.kept.size() && rounds.kept[i].round != i * step) ++uneven;
      if (rounds.kept[i].relaxed_so_far != 2 * (rounds.kept[i].round + 1)) ++uneven;
    }
    CHECK(uneven == 0);
  }
}

TEST_CASE("a stop that is requested lasts over starts, until another token takes its place") {
  HostContext context(1);
  std::stop_source stop;
  context.stop_by(stop.get_token());
  context.start(0, false);
  CHECK_FALSE(context.cancelled());
  std::jthread([&stop] { stop.request_stop(); }).join();
  CHECK(context.cancelled());
  context.start(0, false);
  CHECK(context.cancelled());
  context.stop_by({});
  CHECK_FALSE(context.cancelled());
}

TEST_CASE("notes and the seconds of a peer are those of one call; seconds that cannot be are told") {
  HostContext context(1);
  context.start(0, false);
  CHECK_FALSE(context.peer_seconds());
  context.note("two\nlines");
  context.peer_seconds(0);
  CHECK(context.peer_seconds() == 0.0);
  context.peer_seconds(0.25);
  context.peer_seconds(0.5);
  CHECK(context.peer_seconds() == 0.75);
  CHECK(context.notes() == std::vector<std::string>{"two lines"});
  context.start(0, false);
  CHECK(context.notes().empty());
  CHECK_FALSE(context.peer_seconds());
  for (const double seconds : {std::nan(""), -1.0, HUGE_VAL}) {
    context.start(0, false);
    context.peer_seconds(seconds);
    CHECK(contains(context.misuse(), "peer_seconds() was called with"));
    CHECK_FALSE(context.peer_seconds());
  }
}

TEST_CASE("what a plugin keeps is written when the host says so, and not at all without a store") {
  const Scratch scratch;
  const KeptBytesStore store(scratch.path() / "cache", 1e9, [](std::string_view text) { FAIL(text); });
  const std::string_view pieces[] = {"a plugin, version 1", "seed 3"};
  const auto make = [] { return std::vector<std::byte>(7, std::byte{5}); };
  HostContext context(1);
  context.start(0, false);
  context.keep(pieces, [] {
    FAIL("nothing is kept without a store");
    return std::vector<std::byte>();
  });
  CHECK(context.kept(pieces).owner == nullptr);
  context.set_store(&store);
  context.keep(pieces, make);
  CHECK(context.kept(pieces).owner == nullptr);
  context.start(0, false);  // the call failed, and another one begins
  context.write_kept();
  CHECK(context.kept(pieces).owner == nullptr);
  context.keep(pieces, make);
  context.write_kept();
  const KeptBytes kept = context.kept(pieces);
  REQUIRE(kept.bytes.size() == 7);
  CHECK(kept.bytes[6] == std::byte{5});
  CHECK(reinterpret_cast<std::uintptr_t>(kept.bytes.data()) % 64 == 0);
}

using std::chrono::milliseconds;

TEST_CASE("a call that does not come back is noticed once, and end() waits for that") {
  std::atomic<int> noticed{0};
  std::atomic<bool> done{false};
  {
    CallWatch watch;
    CallWatch::Call late(&watch, 0.001, [&] {
      ++noticed;
      std::this_thread::sleep_for(milliseconds(20));
      done = true;
    });
    while (noticed == 0) std::this_thread::sleep_for(milliseconds(1));
    late.end();
    CHECK(done);
    const CallWatch::Call later(&watch, 0.001, [&] { ++noticed; });
    std::this_thread::sleep_for(milliseconds(120));  // time for two looks
  }
  CHECK(noticed == 1);
}

TEST_CASE("a call that goes on when all should have ended is noticed, however long it may take") {
  std::atomic<int> noticed{0};
  CallWatch watch(CallWatch::Clock::now() + milliseconds(1));
  const CallWatch::Call call(&watch, 1e300, [&] { ++noticed; });
  while (noticed == 0) std::this_thread::sleep_for(milliseconds(1));
  CHECK(noticed == 1);
}

TEST_CASE("of calls in each other, the one whose time is over first is given up") {
  std::atomic<int> inner{0}, outer{0};
  {
    CallWatch watch(CallWatch::Clock::now() + milliseconds(1));
    const CallWatch::Call around(
        &watch, CallWatch::unlimited, [&] { ++outer; }, std::chrono::minutes(1));
    const CallWatch::Call within(&watch, 60, [&] { ++inner; });
    while (inner == 0) std::this_thread::sleep_for(milliseconds(1));
  }
  CHECK(inner == 1);
  CHECK(outer == 0);
}

TEST_CASE("calls that end are not noticed, nor is the time between them, nor calls without a watch") {
  std::atomic<int> noticed{0};
  {
    const CallWatch::Call unwatched(nullptr, 0, [&] { ++noticed; });
    CallWatch watch;
    for (int i = 0; i < 1000; ++i) const CallWatch::Call call(&watch, 60, [&] { ++noticed; });
    const CallWatch::Call endless(&watch, 1e300, [&] { ++noticed; });
    std::this_thread::sleep_for(milliseconds(120));
  }
  CHECK(noticed == 0);
}

}  // namespace host_context_test
}  // namespace wayfront::host
