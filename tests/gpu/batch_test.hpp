// For tests of several sources at a time, after plugin_test.hpp.
#pragma once

#include "plugin_test.hpp"
#include "wayfront/cuda/memory_use.hpp"

namespace wayfront::host::conformance {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// `count` different vertices, or all.
inline std::vector<Vertex> some_sources(Vertex vertices, std::size_t count, std::uint64_t seed) {
  std::vector<Vertex> all(vertices);
  std::iota(all.begin(), all.end(), Vertex{0});
  Random random(seed);
  count = std::min<std::size_t>(count, vertices);
  for (Vertex i = 0; i < count; ++i) std::swap(all[i], all[i + random.below(vertices - i)]);
  all.resize(count);
  return all;
}

/// The largest distance of what is reached.
template <WeightType W>
W farthest_of(const Reference<W>& reference) {
  W farthest = 0;
  for (const W distance : reference.distances)
    if (distance < unreached<W>) farthest = std::max(farthest, distance);
  return farthest;
}

/// As a Subject takes them.
template <WeightType W>
std::vector<const Reference<W>*> pointers_to(std::span<const Reference<W>> references) {
  std::vector<const Reference<W>*> all;
  for (const Reference<W>& it : references) all.push_back(&it);
  return all;
}

/// Reductions of a problem's rows, against the references; and each row was checked where that is asked, or at least
/// said not to be unless `always_checked`, and else was not.
template <WeightType W>
void check_reductions(Subject& subject, Problem problem, std::span<const Reference<W>> expected, bool always_checked) {
  problem.more.reduce = true;
  REQUIRE_NOTHROW(subject.template check<W>(problem, pointers_to<W>(expected), Form::reductions));
  OutputBuffers buffers(weight_kind<W>, static_cast<Vertex>(expected[0].distances.size()),
                        OutputBuffers::Content::reductions);
  Output& output = buffers.fresh(static_cast<std::uint32_t>(expected.size()), problem.more.limit);
  subject.context().start(0, false);
  const Status status = subject.instance().solve(problem, output, subject.context());
  REQUIRE_MESSAGE(status.ok(), std::string(status.text()));
  for (std::uint32_t row = 0; row < expected.size(); ++row) {
    const std::uint64_t faults = output.template reduction_as<W>(row).faults;
    const bool is_checked = faults != Reduction<W>::not_checked;
    REQUIRE((!is_checked || faults == 0));
    REQUIRE((problem.more.check ? is_checked || !always_checked : !is_checked));
  }
}

/// How a solve ends that is cancelled after `wait`: within a second.
inline Status cancelled_after(std::chrono::milliseconds wait, Subject& subject, const Problem& problem,
                              Output& output) {
  using Clock = std::chrono::steady_clock;
  subject.context().start(0, false);
  Clock::time_point cancelled;
  std::jthread other([&] {
    std::this_thread::sleep_for(wait);
    cancelled = Clock::now();
    subject.context().cancel();
  });
  const Status status = subject.instance().solve(problem, output, subject.context());
  const auto end = Clock::now();
  other.join();
  const double seconds = std::chrono::duration<double>(end - cancelled).count();
  MESSAGE("seconds until it ended: " << seconds);
  CHECK(seconds < 1);
  return status;
}

/// Device memory that goes away in the middle of a batch costs time or a sentence, and no answer: of batches whose first,
/// second, third ... buffer fails, until none is left that could, each ends with right answers, some of them all the
/// same, or says that memory is missing; and the next one is right.
inline void check_vanishing_memory(const Values& values) {
  const auto graph = grid<std::int32_t>(40, 40, 5).build(OffsetKind::offsets32);
  std::vector<Vertex> sources(40);
  std::iota(sources.begin(), sources.end(), Vertex{7});
  const std::vector<Reference<std::int32_t>> expected = references<std::int32_t>(*graph, sources);
  constexpr std::uint64_t max = 200;
  int survived = 0;
  for (std::uint64_t nth = 1;; ++nth) {
    CAPTURE(nth);
    REQUIRE(nth < max);
    Subject subject(suite(), values);
    subject.prepare(*graph);
    const auto solve = [&] {
      Output& output = subject.buffers(false).fresh(static_cast<std::uint32_t>(sources.size()),
                                                    std::numeric_limits<double>::infinity());
      subject.context().start(0, false);
      const Status status =
          subject.instance().solve({.source = sources[0], .more = {.sources = sources}}, output, subject.context());
      if (!status.ok()) return status;
      CHECK(subject.buffers(false).damage().empty());
      for (std::uint32_t row = 0; row < sources.size(); ++row) {
        const auto found = output.distances_as<std::int32_t>(row);
        CHECK(std::equal(found.begin(), found.end(), expected[row].distances.begin()));
      }
      return status;
    };
    cuda::fail_device_buffer(nth);
    const Status status = solve();
    const bool failed = cuda::fail_device_buffer(0) == 0;
    if (status.ok()) {
      survived += failed ? 1 : 0;
    } else {
      CHECK(status.code == StatusCode::out_of_memory);
      CHECK(contains(status.text(), "device memory"));
    }
    CHECK(solve().ok());
    if (!failed) break;
  }
  CHECK(survived > 0);
}

}  // namespace wayfront::host::conformance
