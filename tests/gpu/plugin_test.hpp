// For the test program of one CUDA plugin: its options by name, what all plugins refuse alike, and answers against the
// plain reference. Two test cases are here, as every program has them; it includes this once.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "conformance/subject.hpp"
#include "gpu_test.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/output_buffers.hpp"

namespace wayfront::host::conformance {

/// The plugin under test: each program defines it.
const Plugin& plugin();

/// A plugin of the folder that belongs to the running program.
inline Plugin built_plugin(std::string_view file) {
  return load_plugin(std::filesystem::read_symlink("/proc/self/exe").parent_path() / "../lib/wayfront/plugins" / file);
}

inline const Suite& suite() {
  static const ConformanceOptions options;
  static const Suite it{plugin(), options, 4, 0};
  return it;
}

using Values = std::vector<OptionValue>;

/// The defaults but for what `set` says: option, then number, truth or word.
struct Set {
  std::string_view name;
  std::int64_t number = 0;  // also 0 or 1 for a boolean, and the position of a word
};
inline Values values_with(std::initializer_list<Set> sets) {
  Values values = default_values(plugin());
  for (const Set& set : sets) {
    const auto row =
        std::ranges::find(plugin().options(), set.name, [](const OptionRow& it) { return std::string_view(it.name); });
    REQUIRE(row != plugin().options().end());
    OptionValue& value = values[static_cast<std::size_t>(row - plugin().options().begin())];
    value.is_set = true;
    value.integer = set.number;
    value.real = static_cast<double>(set.number);
    value.boolean = set.number != 0;
    if (row->type == OptionType::choice) {
      value.integer = row->choices[static_cast<std::size_t>(set.number)].value;
      value.text = row->choices[static_cast<std::size_t>(set.number)].name;
    }
  }
  return values;
}

/// The sentence with which options are refused.
inline std::string refusal(const Values& values) {
  Status status;
  CHECK(plugin().descriptor->create(values.data(), status) == nullptr);
  CHECK(status.code == StatusCode::unsupported);
  return std::string(status.text());
}

/// `option` is a number of threads, and 100 of them are refused.
inline void check_needs_whole_warps(std::string_view option) {
  const std::string sentence = refusal(values_with({{option, 100}}));
  CHECK(sentence.starts_with(std::string(plugin().descriptor->about.name) + ": " + std::string(option) + " = 100 "));
  CHECK(sentence.find("multiple of 32") != std::string::npos);
}

TEST_CASE("a device that does not exist is refused with a sentence") {
  const Status probed = plugin().descriptor->probe(99);
  CHECK(probed.code == StatusCode::unsupported);
  CHECK(probed.text().size() > 20);
}

TEST_CASE("a solve before a prepare fails with a sentence") {
  WAYFRONT_NEEDS_DEVICE();
  Subject subject(suite());
  OutputBuffers buffers(WeightKind::int32, 1, false);
  subject.context().start(0, false);
  const Status status = subject.instance().solve({0}, buffers.fresh(), subject.context());
  CHECK(status.code == StatusCode::failed);
  CHECK(status.text() == std::string(plugin().descriptor->about.name) + ": solve before a prepare that succeeded");
}

/// Each set of options from each source, against the plain reference.
template <WeightType W>
void check_all(const TestGraph<W>& test, const std::vector<Values>& sets, OffsetKind offsets = OffsetKind::offsets32) {
  const auto graph = test.build(offsets);
  std::vector<Reference<W>> expected;
  for (const Vertex source : test.sources) expected.push_back(solve_plainly<W>(*graph, source));
  for (std::size_t set = 0; set < sets.size(); ++set) {
    CAPTURE(set);
    Subject subject(suite(), sets[set]);
    subject.prepare(*graph);
    for (std::size_t i = 0; i < test.sources.size(); ++i)
      REQUIRE_NOTHROW(subject.template check<W>(test.sources[i], expected[i]));
  }
}

template <WeightType W>
void check_random(std::uint64_t seed, bool negative, const Values& values) {
  const TestGraph<W> test =
      negative && seed % 2 == 0 ? random_negative_graph<W>(seed, seed % 4 == 0) : random_graph<W>(seed);
  check_all(test, {values}, seed % 3 == 0 ? OffsetKind::offsets64 : OffsetKind::offsets32);
}

/// 1,000 random graphs, the sets of options in turn. `negative`: half of the graphs have negative arcs.
inline void check_random_graphs(const std::vector<Values>& sets, bool negative) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    CAPTURE(seed);
    const Values& values = sets[seed / 2 % sets.size()];
    if (seed % 7 < 3) {
      check_random<float>(seed, negative, values);
    } else {
      check_random<std::int32_t>(seed, negative, values);
    }
  }
}

/// What a solve from vertex 0 did; its answer is right.
inline Work work_of(const TestGraph<std::int32_t>& test, const Values& values) {
  const auto graph = test.build(OffsetKind::offsets32);
  Subject subject(suite(), values);
  subject.prepare(*graph);
  subject.context().start(0, false);
  const Subject::Answer answer = subject.solve(0, false);
  REQUIRE(answer.status.ok());
  CHECK(answer.certificate.finding == Finding::right);
  return answer.work;
}

/// A negative cycle of three vertices, near the beginning of a long path, is found long before |V| rounds.
inline void check_finds_cycle_early(const std::vector<Values>& sets) {
  constexpr Vertex vertices = 200'000;
  TestGraph<std::int32_t> test{vertices, {{10, 11, 2}, {11, 12, 2}, {12, 10, -5}}, {0}};
  for (Vertex v = 0; v + 1 < vertices; ++v) test.add(v, v + 1, 3);
  const auto graph = test.build(OffsetKind::offsets32);
  for (std::size_t set = 0; set < sets.size(); ++set) {
    CAPTURE(set);
    Subject subject(suite(), sets[set]);
    subject.prepare(*graph);
    subject.context().start(0, false);
    const Subject::Answer answer = subject.solve(0, false);
    REQUIRE(answer.status.ok());
    CHECK(answer.outcome == Outcome::negative_cycle);
    CHECK(answer.certificate.finding == Finding::right);
    CHECK(subject.buffers(false).output().cycle.size() == 3);
    CHECK(answer.work.rounds <= 64);
  }
}

}  // namespace wayfront::host::conformance
