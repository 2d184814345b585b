// For the test program of one CUDA plugin: its options by name, what all plugins refuse alike, and answers against the
// plain reference. Two test cases are here, as every program has them; it includes this once.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "conformance/subject.hpp"
#include "gpu_test.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/output_buffers.hpp"
#include "settings/settings.hpp"

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

/// What a word of the option `profile` sets, beside the defaults. The values point into the plugin's rows alone.
inline Values profile_values(std::string_view word) {
  const Settings settings = settings_with(plugin(), "profile", word);
  return {settings.values().begin(), settings.values().end()};
}

/// The value of an option among `values`; of a choice its word's number.
inline double value_of(const Values& values, std::string_view name) {
  const auto row =
      std::ranges::find(plugin().options(), name, [](const OptionRow& it) { return std::string_view(it.name); });
  REQUIRE(row != plugin().options().end());
  const OptionValue& value = values[static_cast<std::size_t>(row - plugin().options().begin())];
  if (row->type == OptionType::boolean) return value.boolean ? 1 : 0;
  return row->type == OptionType::real ? value.real : static_cast<double>(value.integer);
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

/// The types of weights that the plugin takes.
inline std::vector<WeightKind> kinds() {
  std::vector<WeightKind> all;
  for_each_weight(plugin(), [&]<WeightType W>() { all.push_back(weight_kind<W>); });
  return all;
}

/// 1,000 random graphs, the sets of options and the types of weights in turn. `negative`: half of the graphs have
/// negative arcs.
inline void check_random_graphs(const std::vector<Values>& sets, bool negative) {
  const std::vector<WeightKind> types = kinds();
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    CAPTURE(seed);
    const Values& values = sets[seed / 2 % sets.size()];
    with_weight_type(types[seed % 7 % types.size()], [&]<WeightType W>() { check_random<W>(seed, negative, values); });
  }
}

/// Weights of 64 bits whose lower halves alone, or upper ones, would give other distances. Negative ones among them
/// where `negative`, but no cycles of them.
inline void check_wide_weights(const std::vector<Values>& sets, bool negative) {
  constexpr Vertex side = 20;
  for (const bool wide_offsets : {false, true})
    for_each_weight(plugin(), [&]<WeightType W>() {
      if constexpr (sizeof(W) == 8) {
        TestGraph<W> test = grid<W>(side, side, 11);
        for (std::size_t i = 0; i < test.arcs.size(); ++i) {
          auto& arc = test.arcs[i];
          const auto steps = static_cast<std::int64_t>(arc.weight);
          std::int64_t weight = (steps % 3 << 33) + (steps << 20) + (steps * 7919 & 0xffff);
          if (negative) weight += (std::int64_t{arc.target} - std::int64_t{arc.source}) << 32;
          arc.weight = static_cast<W>(weight);
        }
        check_all(test, sets, wide_offsets ? OffsetKind::offsets64 : OffsetKind::offsets32);
      }
    });
}

/// One solve up to `limit` and to `targets`, against the plain reference: exact as far as the answer says that it is,
/// which is far enough.
template <WeightType W>
Work check_bounded(Subject& subject, Vertex source, const Reference<W>& expected, double limit,
                   const std::vector<Vertex>& targets) {
  Output& output = subject.buffers(false).fresh(1, limit);
  subject.context().start(0, false);
  Problem problem{source};
  problem.limit = limit;
  problem.targets = targets;
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

/// Each word of the option `profile` on random graphs of 32-bit weights and offsets, some with negative arcs if `negative`.
inline void check_profiles(bool negative) {
  const OptionRow& row = plugin().options()[0];
  REQUIRE(std::string_view(row.name) == "profile");
  for (const Choice& word : std::span(row.choices).first(row.choice_count)) {
    CAPTURE(word.name);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      CAPTURE(seed);
      const auto check = [&]<WeightType W>(W) {
        check_all(negative && seed % 3 == 0 ? random_negative_graph<W>(seed, seed % 4 == 0) : random_graph<W>(seed),
                  {profile_values(word.name)});
      };
      if (seed % 2 == 0)
        check(std::int32_t{});
      else
        check(float{});
    }
  }
}

/// Limits at, between and beyond the distances, and where the plugin has them, targets near, far and out of reach.
template <WeightType W>
void check_bounds(const TestGraph<W>& test, const Values& values, OffsetKind offsets) {
  const auto graph = test.build(offsets);
  Subject subject(suite(), values);
  subject.prepare(*graph);
  for (const Vertex source : test.sources) {
    const Reference<W> expected = solve_plainly<W>(*graph, source);
    if (expected.kind != Kind::distances) continue;
    std::vector<Vertex> by_distance(test.vertices);
    std::iota(by_distance.begin(), by_distance.end(), Vertex{0});
    std::ranges::stable_sort(by_distance, {}, [&](Vertex v) { return expected.distances[v]; });
    const auto at = [&](Vertex percent) {
      return by_distance[static_cast<std::size_t>(std::uint64_t{test.vertices - 1} * percent / 100)];
    };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double middle = static_cast<double>(expected.distances[at(40)]);
    const std::vector<std::vector<Vertex>> target_lists =
        plugin().has(capability::targets)
            ? std::vector<std::vector<Vertex>>{{}, {source}, {at(30)}, {at(10), at(60), at(10)}, {at(100)}, by_distance}
            : std::vector<std::vector<Vertex>>{{}};
    for (const double limit : {infinity, 0.0, middle, middle + 0.5, middle / 3, 1e30, 1e-3})
      for (const auto& targets : target_lists) {
        CAPTURE(limit);
        CAPTURE(targets.size());
        check_bounded<W>(subject, source, expected, limit, targets);
      }
    check_bounded<W>(subject, source, expected, infinity, {});  // the next one goes to its end again
  }
}

/// Random graphs and a mesh, the sets of options and the types of weights in turn.
inline void check_bounds(const std::vector<Values>& sets) {
  const std::vector<WeightKind> types = kinds();
  for (std::uint64_t seed = 0; seed < 12 * sets.size(); ++seed) {
    CAPTURE(seed);
    const OffsetKind offsets = seed % 3 == 0 ? OffsetKind::offsets64 : OffsetKind::offsets32;
    with_weight_type(types[seed / sets.size() % types.size()],
                     [&]<WeightType W>() { check_bounds(random_graph<W>(seed), sets[seed % sets.size()], offsets); });
  }
  for (const WeightKind kind : types)
    with_weight_type(kind, [&]<WeightType W>() {
      TestGraph<W> mesh = grid<W>(50, 50, 7);
      mesh.vertices += 3;  // three that nothing leads to
      for (const Values& values : sets) check_bounds(mesh, values, OffsetKind::offsets32);
    });
}

/// How much less a solve of a large mesh does that ends early: vertices taken to reach everything, and up to `limit` or
/// to `targets`.
struct Savings {
  std::uint64_t all, bounded;
};
inline Savings savings(const Values& values, double limit, const std::vector<Vertex>& targets) {
  const auto test = grid<std::int32_t>(300, 300, 3);
  const auto graph = test.build(OffsetKind::offsets32);
  Subject subject(suite(), values);
  subject.prepare(*graph);
  const auto expected = solve_plainly<std::int32_t>(*graph, 0);
  const std::uint64_t all =
      check_bounded<std::int32_t>(subject, 0, expected, std::numeric_limits<double>::infinity(), {}).settled;
  return {all, check_bounded<std::int32_t>(subject, 0, expected, limit, targets).settled};
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
