#include "host_context.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace wayfront::host {
namespace {

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

TEST_CASE("what a plugin logs is one line without control characters") {
  HostContext context(1);
  std::string line;
  context.set_log([&](Level, std::string_view text) { line = text; });
  context.log(Level::warning, "two\nlines \x1b[31m");
  CHECK(line == "two lines  [31m");
}

}  // namespace
}  // namespace wayfront::host
