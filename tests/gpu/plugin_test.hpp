// For the test program of one CUDA plugin: its options by name, and answers against the plain reference. What all plugins
// are tested for alike: plugin_cases.cpp.
#pragma once

#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "conformance/subject.hpp"
#include "gpu_test.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/output_buffers.hpp"
#include "settings/settings.hpp"

namespace wayfront::host::conformance {

/// The plugin under test, from the folder that belongs to the running program.
const Plugin& plugin();

inline const Suite& suite() {
  static const ConformanceOptions options;
  static const Suite it{plugin(), options, 4, 0};
  return it;
}

using Values = std::vector<OptionValue>;

/// Each program's own: the file of its plugin, below lib/wayfront.
std::string plugin_file();

/// Each program's own: every option away from its default at least once, most of them with either loop.
std::vector<Values> option_sets();

/// The place of an option; where two rows have its name, of the first one, or of that whose values are real numbers.
inline std::size_t place_of(std::string_view name, bool real = false) {
  const auto rows = plugin().options();
  const auto row = std::ranges::find_if(
      rows, [&](const OptionRow& it) { return it.name == name && (!real || it.type == OptionType::real); });
  REQUIRE(row != rows.end());
  return static_cast<std::size_t>(row - rows.begin());
}

/// `values`, or the defaults, but for what `set` says: option, then number, truth or word.
struct Set {
  std::string_view name;
  std::int64_t number = 0;  // also 0 or 1 for a boolean, and the position of a word
};
inline Values values_with(std::initializer_list<Set> sets, Values values = default_values(plugin())) {
  for (const Set& set : sets) {
    const std::size_t at = place_of(set.name);
    const OptionRow& row = plugin().options()[at];
    OptionValue& value = values[at];
    value.is_set = true;
    value.integer = set.number;
    value.real = static_cast<double>(set.number);
    value.boolean = set.number != 0;
    if (row.type == OptionType::choice) {
      value.integer = row.choices[static_cast<std::size_t>(set.number)].value;
      value.text = row.choices[static_cast<std::size_t>(set.number)].name;
    }
  }
  return values;
}

/// What a word of the option `profile` sets, beside the defaults. The values point into the plugin's rows alone.
inline Values profile_values(std::string_view word) {
  const Settings settings = settings_with(plugin(), "profile", word);
  return {settings.values().begin(), settings.values().end()};
}

/// The sentence with which options are refused.
inline std::string refusal(const Values& values) {
  Status status;
  CHECK(plugin().descriptor->create(values.data(), status) == nullptr);
  CHECK(status.code == StatusCode::unsupported);
  return std::string(status.text());
}

/// The plugin, prepared for a graph of its own.
template <WeightType W>
struct Prepared {
  explicit Prepared(const TestGraph<W>& test, const Values& values = default_values(plugin()),
                    OffsetKind offsets = OffsetKind::offsets32)
      : graph(test.build(offsets)), subject(suite(), values) {
    subject.prepare(*graph);
  }
  std::unique_ptr<StoredGraph> graph;
  Subject subject;
};

/// The sentence with which a graph is refused.
template <WeightType W>
std::string refusal(const TestGraph<W>& test, const Values& values, StatusCode code = StatusCode::unsupported,
                    OffsetKind offsets = OffsetKind::offsets32) {
  const auto graph = test.build(offsets);
  Subject subject(suite(), values);
  subject.context().start(0, false);
  const Status status = subject.instance().prepare(*graph, subject.context());
  CHECK(status.code == code);
  return std::string(status.text());
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

/// The types of weights that the plugin takes.
inline std::vector<WeightKind> kinds() {
  std::vector<WeightKind> all;
  for_each_weight(plugin(), [&]<WeightType W>() { all.push_back(weight_kind<W>); });
  return all;
}

/// One solve up to `limit` and to `targets`, against the plain reference: exact as far as the answer says that it is,
/// which is far enough.
template <WeightType W>
Work check_bounded(Subject& subject, Vertex source, const Reference<W>& expected, double limit,
                   const std::vector<Vertex>& targets) {
  Output& output = subject.buffers(false).fresh(1, limit);
  subject.context().start(0, false);
  Problem problem{source};
  problem.more.limit = limit;
  problem.more.targets = targets;
  const Status status = subject.instance().solve(problem, output, subject.context());
  REQUIRE(status.ok());
  CHECK(subject.buffers(false).damage().empty());
  const W exact_to = output.exact_to_as<W>(), most = limit_as<W>(limit);
  W farthest = targets.empty() ? unreached<W> : W{};
  for (const Vertex target : targets) farthest = std::max(farthest, expected.distances[target]);
  REQUIRE(exact_to <= most);
  REQUIRE(exact_to >= std::min(farthest, most));
  const std::span<const W> distances = output.distances_as<W>();
  Vertex wrong = 0;  // else written, the length of a path, and exact where the answer says so
  for (; wrong < output.vertices; ++wrong) {
    const W distance = distances[wrong], right = expected.distances[wrong];
    if (!(distance >= right) || (right <= exact_to && distance != right)) break;
  }
  REQUIRE(wrong == output.vertices);
  return output.work;
}

/// How much less a solve of a large mesh does that ends early: vertices taken to reach everything, and up to `limit` or
/// to `targets`.
struct Savings {
  std::uint64_t all, bounded;
};
inline Savings savings(const Values& values, double limit, const std::vector<Vertex>& targets) {
  const auto test = grid<std::int32_t>(300, 300, 3);
  auto [graph, subject] = Prepared(test, values);
  const auto expected = solve_plainly<std::int32_t>(*graph, 0);
  const std::uint64_t all =
      check_bounded<std::int32_t>(subject, 0, expected, std::numeric_limits<double>::infinity(), {}).settled;
  return {all, check_bounded<std::int32_t>(subject, 0, expected, limit, targets).settled};
}

/// What a solve from vertex 0 did; its answer is right.
inline Work work_of(const TestGraph<std::int32_t>& test, const Values& values) {
  return Prepared(test, values).subject.solve_right(0).work;
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
    const Subject::Answer answer = subject.solve_right(0);
    CHECK(answer.outcome == Outcome::negative_cycle);
    CHECK(subject.buffers(false).output().cycle.size() == 3);
    CHECK(answer.work.rounds <= 64);
  }
}

}  // namespace wayfront::host::conformance
