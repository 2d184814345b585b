#include <fmt/format.h>

#include <utility>

#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"
#include "settings/profile.hpp"
#include "settings/settings.hpp"

namespace wayfront::host::conformance {
namespace {

struct Trial {
  std::string text;
  OptionValue value;
};

/// Both ends of a row's range, both truth values, all words; nothing for texts, lists and tables, which have no range.
std::vector<Trial> trials(const OptionRow& row) {
  std::vector<Trial> all;
  const auto add = [&](std::string text, auto set) {
    OptionValue value = row.default_value;
    value.is_set = true;
    if (value.text == nullptr) value.text = "";
    set(value);
    all.push_back({std::move(text), value});
  };
  switch (row.type) {
    case OptionType::boolean:
      for (const bool truth : {false, true}) add(truth ? "true" : "false", [&](OptionValue& v) { v.boolean = truth; });
      break;
    case OptionType::integer:
      for (const std::int64_t end : {row.integers.min, row.integers.max})
        add(fmt::to_string(end), [&](OptionValue& v) { v.integer = end; });
      break;
    case OptionType::real:
      for (const double end : {row.reals.min, row.reals.max})
        add(fmt::to_string(end), [&](OptionValue& v) { v.real = end; });
      break;
    case OptionType::choice:
      for (const Choice& word : std::span(row.choices).first(row.choice_count)) {
        add(fmt::format("\"{}\"", word.name), [&](OptionValue& v) {
          v.integer = word.value;
          v.text = word.name;
        });
      }
      break;
    default:
      break;
  }
  return all;
}

template <WeightType W>
void try_battery(const Suite& suite, std::span<const OptionValue> values, Attempts& attempts) {
  std::vector<TestGraph<W>> battery = {grid<W>(12, 9, 6), TestGraph<W>{1, {{0, 0, 0}}, {0}}};
  for (const NamedGraph<W>& named : with_weights<W>(hard_graphs(true))) {
    if (named.name.starts_with("parallel") || named.name.starts_with("cycle of weight zero") ||
        named.name == "skewed degrees" || named.name == "light and heavy arcs" || named.name == "complete graph")
      battery.push_back(named.make());
  }
  for (std::uint64_t seed = 0; seed < 12; ++seed) battery.push_back(random_graph<W>(seed));
  if (suite.plugin.has(capability::negative_weights)) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) battery.push_back(random_negative_graph<W>(seed, seed % 2 == 0));
  }
  bool wide = false;
  for (const TestGraph<W>& test : battery) {
    const auto graph = test.build(wide ? OffsetKind::offsets64 : OffsetKind::offsets32);
    wide = !wide;
    attempts.make([&] {
      Subject subject(suite, values, suite.threads);
      subject.prepare(*graph);
      for (const Vertex source : test.sources) subject.check<W>(source, solve_plainly<W>(*graph, source));
      if (graph->info().min_weight >= 0) try_parts<W>(suite, subject, *graph, test.sources, part_capabilities);
    });
  }
}

void try_value(const Suite& suite, std::size_t index, const OptionValue& value) {
  std::vector<OptionValue> values = default_values(suite.plugin);
  values[index] = value;
  const std::span<const OptionRow> rows = suite.plugin.options();
  Settings set;
  if (is_profile(rows[index])) {
    set = settings_with(suite.plugin, rows[index].name, value.text);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (!rows[i].required) values[i] = set.values()[i];
  }
  Attempts attempts;
  for_each_weight(suite.plugin, [&]<WeightType W>() { try_battery<W>(suite, values, attempts); });
  attempts.finish();
}

}  // namespace

void add_option_cases(const Suite& suite, Cases& cases) {
  const std::span<const OptionRow> rows = suite.plugin.options();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const Trial& trial : trials(rows[i])) {
      cases.push_back({fmt::format("option {} = {}", rows[i].name, trial.text),
                       [&suite, i, value = trial.value] { try_value(suite, i, value); }});
    }
  }
}

}  // namespace wayfront::host::conformance
