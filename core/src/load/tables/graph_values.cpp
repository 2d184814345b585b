#include "load/tables/graph_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "settings/argument_options.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

constexpr const char* title = "[[graph.steps]]";

/// The step in `settings`, whose only key is `name`; nothing if its value is false.
std::optional<GraphStep> step_of(std::string_view name, const Settings& settings) {
  StepTable table;
  settings.store(&table);
  const auto if_wanted = [](bool wanted, GraphStep step) { return wanted ? std::optional(step) : std::nullopt; };
  if (name == "symmetrize") return if_wanted(table.symmetrize, SymmetrizeStep{});
  if (name == "transpose") return if_wanted(table.transpose, TransposeStep{});
  if (name == "drop_self_loops") return if_wanted(table.drop_self_loops, DropSelfLoopsStep{});
  if (name == "merge_parallel") return MergeParallelStep{table.merge_parallel};
  if (name == "largest_component") return if_wanted(table.largest_component, LargestComponentStep{});
  if (name == "abs_weights") return if_wanted(table.abs_weights, AbsWeightsStep{});
  if (name == "scale_weights") return ScaleWeightsStep{table.scale_weights};
  if (name == "potentials") return PotentialsStep{table.potentials_seed, table.max_potential};
  if (name == "negative_fraction")
    return NegativeFractionStep{table.has_negative_table ? table.negative_table_fraction : table.negative_fraction,
                                table.negative_seed};
  return ReorderStep{table.has_reorder_table ? table.reorder_table : table.reorder, table.reorder_seed};
}

/// Adds one step; the entries already have their places.
void add_step(const Settings::Entry& entry, const Place& place, PlannedSteps& planned, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.count();
  const Settings settings = Settings::from(step_rows(), {&entry, 1}, place, title, diagnostics);
  if (diagnostics.count() != errors) return;
  if (const auto step = step_of(entry.key, settings)) planned.steps.push_back(*step);
  const nlohmann::json all = settings.to_json();
  planned.resolved.push_back({{std::string(entry.key), all.at(std::string(entry.key))}});
}

/// What a step's name alone stands for: yes, a table of defaults, or the first choice; nothing if it needs a value.
std::optional<Document> value_of_name(std::string_view name, const Place& place) {
  const auto row = std::ranges::find(step_rows(), name, &OptionRow::name);
  const std::string source = place.source == nullptr ? "" : *place.source;
  // "true" also for a step that does not exist, which is the error to come
  if (row == step_rows().end() || row->type == OptionType::boolean) return Document("value = true", source);
  if (row->type == OptionType::table) return Document("value = {}", source);
  if (name == "merge_parallel") return Document(fmt::format("value = '{}'", row->default_value.text), source);
  return {};
}

void add_named_step(std::string_view name, const Place& place, PlannedSteps& planned, Diagnostics& diagnostics) {
  const std::optional<Document> document = value_of_name(name, place);
  if (!document) return diagnostics.error(place, fmt::format("{}: '{}' needs a value", title, name));
  add_step({name, place, document->root().get("value")}, place, planned, diagnostics);
}

/// One element of the array.
void add_element(Value element, PlannedSteps& planned, Diagnostics& diagnostics) {
  if (element.is_text()) return add_named_step(element.text(), element.place(), planned, diagnostics);
  const std::vector<Value::Entry> keys = element.entries();
  if (keys.size() != 1)
    return diagnostics.error(
        element.place(),
        fmt::format("{}: each step is a name, such as \"symmetrize\", or a table with one key, such as "
                    "{{ potentials = {{ seed = 1 }} }}, not {}",
                    title, element.shown()));
  add_step(keys.front(), element.place(), planned, diagnostics);
}

/// Converts a rule on the command line to TOML: "constant=1" and "7" become "{ constant = 1 }", "{ constant = 7 }".
std::string rule_as_toml(std::string_view text) {
  const std::size_t word = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz ");
  if (word != 0 && word != text.npos && text[word] == '=') return fmt::format("{{ {} }}", text);
  if (const auto value = number_of<double>(text); value && std::isfinite(*value))
    return fmt::format("{{ constant = {} }}", text);
  return std::string(text);
}

}  // namespace

PlannedSteps plan_steps(Value list, Diagnostics& diagnostics) {
  PlannedSteps planned;
  if (!list) return planned;
  if (!list.is_list()) {
    diagnostics.error(list.place(),
                      fmt::format("[graph]: 'steps' must be an array of names and tables, but is {}", list.shown()));
    return planned;
  }
  for (const Value element : list.items()) add_element(element, planned, diagnostics);
  return planned;
}

std::vector<GraphStep> parse_steps(std::span<const std::string> texts, std::string_view option) {
  PlannedSteps planned;
  Diagnostics diagnostics;
  for (const std::string& given : texts) {
    const std::string place = fmt::format("{} {}", option, given);
    const std::string_view text = trimmed(given);
    const bool is_table = text.starts_with('{');
    const std::size_t equals = is_table ? text.npos : text.find('=');
    const auto value =
        parse_argument(equals == text.npos ? text : trimmed(text.substr(equals + 1)), place, diagnostics);
    if (!value) continue;
    const Value step = value->root().get("value");
    const std::string_view name = trimmed(text.substr(0, equals));
    if (equals != text.npos)
      add_step({name, step.place(), step}, step.place(), planned, diagnostics);
    else if (is_table)
      add_element(step, planned, diagnostics);
    else
      add_named_step(name, step.place(), planned, diagnostics);
  }
  diagnostics.throw_if_any();
  return std::move(planned.steps);
}

WeightRule plan_weight_rule(const GraphInputTable& table, Value given, Diagnostics& diagnostics) {
  WeightRule rule;
  rule.kind = table.named_rule;
  if (!given || !given.is_table()) return rule;

  const auto fail = [&](std::string_view key, std::string_view text) {
    const Value value = given.get(key);
    diagnostics.error(value ? value.place() : given.place(), fmt::format("missing_weights: {}", text));
  };
  const auto has = [&](std::string_view key) { return static_cast<bool>(given.get(key)); };
  const bool constant = has("constant");
  const bool uniform = has("uniform");
  const bool euclidean = has("euclidean");
  if (constant + uniform + euclidean != 1) fail("", "needs one of 'constant', 'uniform' and 'euclidean'");
  if (has("seed") && !uniform) fail("seed", "'seed' belongs to 'uniform'");
  if (has("scale") && !euclidean) fail("scale", "'scale' belongs to 'euclidean'");
  const auto is_whole = [](double x) { return x == std::trunc(x) && std::abs(x) <= 9'007'199'254'740'992; };  // 2^53
  const auto check_rule = [&](std::string_view key) {
    try {
      require_fit(rule, kind_of(table.weights).value_or(kind_for(rule)));
    } catch (const UserError& fault) {
      diagnostics.error(given.get(key).place(), fault.what());
    }
  };
  if (constant) {
    rule.kind = WeightRule::Kind::constant;
    rule.constant = table.constant;
    check_rule("constant");
  }
  if (uniform) {
    rule.kind = WeightRule::Kind::uniform;
    rule.seed = table.seed;
    if (table.uniform.size() != 2 || !is_whole(table.uniform[0]) || !is_whole(table.uniform[1])) {
      fail("uniform", "'uniform' must be two integers, the min and the max weight, such as [1, 100]");
    } else {
      rule.min = static_cast<std::int64_t>(table.uniform[0]);
      rule.max = static_cast<std::int64_t>(table.uniform[1]);
      check_rule("uniform");
    }
  }
  if (euclidean) {
    rule.kind = WeightRule::Kind::euclidean;
    rule.coordinates = table.euclidean;
    rule.scale = table.scale;
    if (table.euclidean.empty()) fail("euclidean", "'euclidean' must name a DIMACS .co file");
  }
  return rule;
}

WeightRule parse_weight_rule(std::string_view text, WeightChoice weights, std::string_view where) {
  Diagnostics diagnostics;
  GraphInputTable table;
  table.weights = weights;
  WeightRule rule;
  if (const auto argument = parse_argument(rule_as_toml(text), where, diagnostics)) {
    const Value value = argument->root().get("value");
    const Settings::Entry entry{"missing_weights", value.place(), value};
    const Settings settings = Settings::from(weight_rule_rows(), {&entry, 1}, value.place(), "rule", diagnostics);
    settings.store(&table);
    rule = plan_weight_rule(table, value, diagnostics);
  }
  diagnostics.throw_if_any();
  return rule;
}

}  // namespace wayfront::host
