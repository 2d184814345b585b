// For the test program of one CUDA plugin: its options by name, and one random graph against the plain reference.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "conformance/subject.hpp"
#include "plugin_registry.hpp"

namespace wayfront::host::conformance {

/// The plugin under test: each program defines it.
const Plugin& plugin();

/// A plugin of the folder that belongs to the running program.
inline Plugin built_plugin(std::string_view file) {
  return load_plugin(std::filesystem::read_symlink("/proc/self/exe").parent_path() / "../lib/wayfront/plugins" / file);
}

inline Suite suite(const ConformanceOptions& options) { return {plugin(), options, 4, 0}; }

/// The defaults but for what `set` says: option, then number, truth or word.
struct Set {
  std::string_view name;
  std::int64_t number = 0;  // also 0 or 1 for a boolean, and the position of a word
};
inline std::vector<OptionValue> values_with(std::initializer_list<Set> sets) {
  std::vector<OptionValue> values = default_values(plugin());
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

template <WeightType W>
void check_random(std::uint64_t seed, const std::vector<OptionValue>& values) {
  const ConformanceOptions options;
  const Suite it = suite(options);
  const TestGraph<W> test = seed % 2 == 0 ? random_negative_graph<W>(seed, seed % 4 == 0) : random_graph<W>(seed);
  const auto graph = test.build(seed % 3 == 0 ? OffsetKind::offsets64 : OffsetKind::offsets32);
  Subject subject(it, values);
  subject.prepare(*graph);
  for (const Vertex source : test.sources) subject.check<W>(source, solve_plainly<W>(*graph, source));
}

}  // namespace wayfront::host::conformance
