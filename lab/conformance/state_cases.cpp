// Nothing may leak from one call to the next, or from one instance to another.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <future>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"
#include "run/device_memory.hpp"

namespace wayfront::host::conformance {
namespace {

/// A graph with the correct answers from some sources, kept for many solves.
template <WeightType W>
struct Solved {
  Solved(const TestGraph<W>& test, OffsetKind offsets, Vertex sources) : graph(test.build(offsets)) {
    const Vertex n = test.vertices;
    for (Vertex i = 0; i < sources; ++i) {
      const Vertex source = static_cast<Vertex>(std::uint64_t{i} * 7919 % n);
      answers.emplace_back(source, solve_plainly<W>(*graph, source));
    }
  }
  std::unique_ptr<StoredGraph> graph;
  std::vector<std::pair<Vertex, Reference<W>>> answers;
};

/// In several components, so that each solve leaves vertices unreached that others reach.
template <WeightType W>
TestGraph<W> in_parts(std::uint64_t seed) {
  Random random(seed);
  TestGraph<W> graph;
  graph.vertices = 180;
  for (int i = 0; i < 500; ++i) {
    const Vertex part = random.below(3) * 60;
    graph.add(part + random.below(60), part + random.below(60), static_cast<W>(random.below(50)));
  }
  return graph;
}

template <WeightType W>
void check_all(Subject& subject, const Solved<W>& solved, const std::string& when) {
  for (const auto& [source, reference] : solved.answers) told_of(when, [&] { subject.check<W>(source, reference); });
}

/// One instance, prepared once, from all sources `times` times.
template <WeightType W>
void ask_again(const Suite& suite, const Solved<W>& solved, int times) {
  Subject subject(suite, *solved.graph);
  for (int time = 1; time <= times; ++time) check_all(subject, solved, fmt::format("time {}, same instance", time));
}

template <WeightType W>
void many_sources(const Suite& suite) {
  ask_again<W>(suite, {in_parts<W>(21), OffsetKind::offsets32, 100}, 2);
}

template <WeightType W>
void same_source(const Suite& suite) {
  ask_again<W>(suite, {grid<W>(20, 20, 3), OffsetKind::offsets64, 1}, 10);
}

/// After a negative cycle was found, the next sources must not see it.
template <WeightType W>
void after_cycle(const Suite& suite) {
  const TestGraph<W> test{6, {{0, 1, 2}, {1, 0, -3}, {2, 3, 4}, {3, 4, 1}, {5, 2, 1}, {5, 0, 1}}, {}};
  ask_again<W>(suite, {test, OffsetKind::offsets32, 6}, 2);
}

/// One instance on graphs of all weight and offset kinds, alternately larger and smaller.
void prepare_again(const Suite& suite) {
  Subject subject(suite);
  for (const std::uint64_t seed : {31, 32, 33}) {
    for_each_weight(suite.plugin, [&]<WeightType W>() {
      for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
        const Solved<W> large(in_parts<W>(seed), offsets, 5);
        subject.prepare(*large.graph);
        check_all(subject, large, "prepared again, on a larger graph");
        const Solved<W> small(grid<W>(4, 5, seed), offsets, 5);
        subject.prepare(*small.graph);
        check_all(subject, small, "prepared again, on a smaller graph");
      }
    });
  }
}

/// Two graphs that differ only in which arc has which weight: no kept answer of one is correct for the other.
template <WeightType W>
void other_weights(const Suite& suite) {
  TestGraph<W> test = grid<W>(20, 20, 71);
  const Solved<W> first(test, OffsetKind::offsets32, 6);
  for (std::size_t i = 1; i < test.arcs.size(); ++i) std::swap(test.arcs[i - 1].weight, test.arcs[i].weight);
  const Solved<W> second(test, OffsetKind::offsets32, 6);
  Subject subject(suite);
  for (int turn = 0; turn < 2; ++turn) {
    subject.prepare(*first.graph);
    check_all(subject, first, "before weights changed");
    subject.prepare(*second.graph);
    check_all(subject, second, "prepared again, on the same graph with other weights");
  }
}

/// Two instances prepare and then solve at the same time, first on the same graph, then on one graph each. Neither
/// solves before both are prepared: on a busy machine the first would end before the second begins.
template <WeightType W>
void two_instances(const Suite& suite) {
  const Solved<W> parts(in_parts<W>(41), OffsetKind::offsets32, 40);
  const Solved<W> mesh(grid<W>(12, 15, 4), OffsetKind::offsets64, 40);
  for (const Solved<W>* other : {&parts, &mesh}) {
    Subject first(suite), second(suite);
    const auto at_once = [&](const auto& call) {
      auto one = std::async(std::launch::async, [&] { call(first, parts); });
      auto two = std::async(std::launch::async, [&] { call(second, *other); });
      one.get();  // where it throws, the destructor of the other waits
      two.get();
    };
    at_once([](Subject& subject, const Solved<W>& solved) { subject.prepare(*solved.graph); });
    at_once([](Subject& subject, const Solved<W>& solved) {
      for (int i = 0; i < 5; ++i) check_all(subject, solved, "two instances at once");
    });
  }
}

/// Calls follow one another, each on a thread of its own.
template <WeightType W>
void other_threads(const Suite& suite) {
  const Solved<W> solved(in_parts<W>(42), OffsetKind::offsets32, 5);
  Subject subject(suite);
  const auto elsewhere = [](auto&& call) { std::async(std::launch::async, call).get(); };
  elsewhere([&] { subject.prepare(*solved.graph); });
  for (int i = 0; i < 2; ++i) elsewhere([&] { check_all(subject, solved, "in another thread than the call before"); });
  check_all(subject, solved, "in another thread than the call before");
}

/// What this process holds: threads, open files, bytes that were allocated.
using Held = std::array<std::size_t, 3>;
Held held() {
  const auto count = [](const char* folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  };
  const struct mallinfo2 memory = ::mallinfo2();
  return {count("/proc/self/task"), count("/proc/self/fd"), memory.uordblks + memory.hblkhd};
}

/// Makes, prepares, asks and destroys instances three times as many as it takes: what grows from each to the next third,
/// by one for each instance, is never given back. What is kept once for all instances is there after the first.
template <WeightType W>
void nothing_is_left(const Suite& suite) {
  constexpr std::size_t each = 8;
  const Solved<W> solved(grid<W>(100, 100, 9), OffsetKind::offsets32, 1);
  Held before, after = {}, grown;
  grown.fill(~std::size_t{0});
  for (int third = 0; third < 3; ++third) {
    for (std::size_t i = 0; i < each; ++i) {
      Subject subject(suite, *solved.graph);
      check_all(subject, solved, "one instance after another");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // threads that are told to end
    before = std::exchange(after, held());
    for (std::size_t i = 0; third > 0 && i < grown.size(); ++i)
      grown[i] = std::min(grown[i], after[i] - std::min(before[i], after[i]));
  }
  const std::size_t array = std::size_t{solved.graph->info().vertices} * sizeof(W);
  const auto require = [&](std::size_t i, std::size_t one, const char* what) {
    if (grown[i] >= each * one)
      throw Failed(fmt::format("{} instances were made, prepared, asked and destroyed: {} {} more than before are left",
                               each, grown[i], what));
  };
  require(0, 1, "threads");
  require(1, 1, "open files");
  require(2, array, "bytes of memory");
}

/// Traces and counters are observations: with and without them the answer is the same.
template <WeightType W>
void observed(const Suite& suite) {
  const Solved<W> solved(grid<W>(15, 15, 5), OffsetKind::offsets32, 3);
  Subject subject(suite, *solved.graph);
  for (const bool tracing : {false, true}) {
    for (const bool counting : {false, true}) {
      for (const auto& [source, reference] : solved.answers) {
        subject.context().set_counting(counting);
        subject.solve_right(source, tracing);
        if (!tracing && !subject.context().rounds().kept.empty())
          throw Failed("rounds were traced although nobody asked for them");
      }
    }
  }
}

template <WeightType W>
void work_repeats(const Suite& suite) {
  const Solved<W> solved(in_parts<W>(51), OffsetKind::offsets32, 5);
  for (const auto& [source, reference] : solved.answers) {
    const auto counters = [&, source = source] {
      Subject subject(suite, *solved.graph);
      const Work work = subject.solve_right(source).work;
      return std::array{work.rounds, work.settled, work.relaxed, work.improved,
                        work.pushed, work.stale,   work.own[0],  work.own[1]};
    };
    const auto first = counters();
    if (const auto second = counters(); first != second)
      throw Failed(
          fmt::format("work counters differ between two runs from source {}, although the plugin declares them exact: "
                      "{} and {}",
                      source, fmt::join(first, " "), fmt::join(second, " ")));
  }
}

template <WeightType W>
void one_thread(const Suite& suite) {
  for (const TestGraph<W>& test : {in_parts<W>(61), grid<W>(20, 20, 6)}) {
    const Solved<W> solved(test, OffsetKind::offsets32, 4);
    Subject subject(suite, default_values(suite.plugin), 1);
    subject.prepare(*solved.graph);
    check_all(subject, solved, "one thread");
  }
}

/// Distances that stay on the device, at any place that fits their type, in turns with the host's.
template <WeightType W>
void left_on_device(const Suite& suite) {
  const Solved<W> solved(in_parts<W>(81), OffsetKind::offsets32, 20);
  const Vertex n = solved.graph->info().vertices;
  std::shared_ptr<DeviceMemory> device;
  try {
    device = DeviceMemory::of(suite.device);
  } catch (const Unsupported& reason) {
    throw Skipped(reason.what());
  }
  const DeviceMemory::Block block = device->take(2 * (n + 1) * sizeof(W));
  Subject subject(suite, *solved.graph);
  for (const auto& [source, reference] : solved.answers) {
    if (reference.kind != Kind::distances) continue;
    for (const Vertex place : {Vertex{0}, n + 1}) {
      block.fill(0x80);
      std::byte* const at = block.data() + place * sizeof(W);
      OutputBuffers buffers(weight_kind<W>, n, at, 1);
      Output& output = buffers.fresh();
      Problem problem{.source = source};
      if (suite.plugin.has(capability::batch)) problem.more.sources = {&source, 1};
      subject.context().start(0, false);
      require_ok(subject.instance().solve(problem, output, subject.context()), "solve");
      if (const std::string damage = buffers.damage(); !damage.empty()) throw Failed(damage);
      std::vector<W> row(n);
      block.to_host(row.data(), at, n * sizeof(W));
      const auto wrong = std::ranges::mismatch(row, reference.distances).in1 - row.begin();
      if (wrong != n)
        throw Failed(
            fmt::format("left on the device, from source {}: vertex {} has distance {}, but the reference says {}",
                        source, wrong, row[wrong], reference.distances[wrong]));
    }
    check_all(subject, solved, "after an answer on the device");
  }
}

}  // namespace

void add_state_cases(const Suite& suite, Cases& cases) {
  bool added = false;
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    const auto add = [&](const char* name, void (*body)(const Suite&)) {
      add_case(cases, weight_kind<W>, name, [&suite, body] { body(suite); });
    };
    add("100 sources, twice, without preparing again", many_sources<W>);
    add("the same source ten times", same_source<W>);
    if (suite.plugin.has(capability::negative_weights)) add("other sources after a negative cycle", after_cycle<W>);
    add("prepared again with other weights", other_weights<W>);
    add("two instances at once", two_instances<W>);
    add("each call in another thread", other_threads<W>);
    if (!std::exchange(added, true)) add("nothing is left of an instance", nothing_is_left<W>);  // once is enough
    add("with and without traces and counters", observed<W>);
    if (suite.plugin.has(capability::exact_work)) add("work counters repeat", work_repeats<W>);
    add("one thread", one_thread<W>);
    if (suite.plugin.has(capability::device_output)) add("distances left on the device", left_on_device<W>);
  });
  cases.push_back({"prepared again on other graphs", [&suite] { prepare_again(suite); }});
}

}  // namespace wayfront::host::conformance
