#include "pipeline/pipeline_steps.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "pipeline/pipeline_overrides.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "settings/argument_value.hpp"
#include "settings/toml_value.hpp"

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
  if (name == "potentials") return PotentialsStep{table.potentials_seed, table.potentials_most};
  if (name == "negative_fraction")
    return NegativeFractionStep{table.has_negative_table ? table.negative_table_fraction : table.negative_fraction,
                                table.negative_seed};
  return ReorderStep{table.has_reorder_table ? table.reorder_table : table.reorder, table.reorder_seed};
}

/// Adds one step; the entries already have their places.
void add_step(const Settings::Entry& entry, const toml::source_region& place, PlannedSteps& planned,
              Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.count();
  const Settings settings = Settings::from(step_rows(), {&entry, 1}, place, title, diagnostics);
  if (diagnostics.count() != errors) return;
  if (const auto step = step_of(entry.key, settings)) planned.steps.push_back(*step);
  const nlohmann::json all = settings.to_json();
  planned.resolved.push_back({{std::string(entry.key), all.at(std::string(entry.key))}});
}

/// The value of a step that is only a name: true, a table of defaults, or the first choice; null if it needs a value.
std::unique_ptr<toml::node> value_of_name(std::string_view name) {
  const auto row = std::ranges::find(step_rows(), name, &OptionRow::name);
  if (row == step_rows().end()) return nullptr;
  if (row->type == OptionType::boolean) return std::make_unique<toml::value<bool>>(true);
  if (row->type == OptionType::table) return std::make_unique<toml::table>();
  if (name == "merge_parallel") return std::make_unique<toml::value<std::string>>(row->preset.text);
  return nullptr;
}

bool is_step(std::string_view name) {
  return std::ranges::find(step_rows(), name, &OptionRow::name) != step_rows().end();
}

void add_named_step(std::string_view name, const toml::source_region& place, PlannedSteps& planned,
                    Diagnostics& diagnostics) {
  const auto value = value_of_name(name);
  if (value == nullptr && is_step(name))
    return diagnostics.error(place, fmt::format("{}: '{}' needs a value", title, name));
  const toml::value<bool> anything(true);  // the step does not exist, which is reported later
  add_step({name, place, value == nullptr ? &anything : value.get()}, place, planned, diagnostics);
}

/// One element of the array.
void add_element(const toml::node& node, PlannedSteps& planned, Diagnostics& diagnostics) {
  if (const auto* const name = node.as_string())
    return add_named_step(name->get(), node.source(), planned, diagnostics);
  const toml::table* const table = node.as_table();
  if (table == nullptr || table->size() != 1)
    return diagnostics.error(
        node.source(), fmt::format("{}: each step is a name, such as \"symmetrize\", or a table with one key, such as "
                                   "{{ potentials = {{ seed = 1 }} }}, not {}",
                                   title, shown(node)));
  for (const auto& [key, value] : *table)
    add_step({key.str(), key.source(), &value}, node.source(), planned, diagnostics);
}

/// Without blanks at either end.
std::string without_blanks(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

PlannedSteps plan_steps(const toml::node* node, Diagnostics& diagnostics) {
  PlannedSteps planned;
  if (node == nullptr) return planned;
  const toml::array* const list = node->as_array();
  if (list == nullptr) {
    diagnostics.error(node->source(),
                      fmt::format("[graph]: 'steps' must be an array of names and tables, but is {}", shown(*node)));
    return planned;
  }
  for (const toml::node& element : *list) add_element(element, planned, diagnostics);
  return planned;
}

std::vector<GraphStep> parse_steps(std::span<const std::string> texts, std::string_view option) {
  PlannedSteps planned;
  Diagnostics diagnostics;
  for (const std::string& given : texts) {
    const std::string place = fmt::format("{} {}", option, given);
    const std::string text = without_blanks(given);
    const bool is_table = text.starts_with('{');
    const std::size_t equals = is_table ? std::string::npos : text.find('=');
    const auto value = parse_argument(equals == std::string::npos ? text : without_blanks(text.substr(equals + 1)),
                                      place, diagnostics);
    if (!value) continue;
    const toml::node& node = *value->get("value");
    const std::string name = without_blanks(text.substr(0, equals));
    if (equals != std::string::npos)
      add_step({name, node.source(), &node}, node.source(), planned, diagnostics);
    else if (is_table)
      add_element(node, planned, diagnostics);
    else
      add_named_step(name, node.source(), planned, diagnostics);
  }
  diagnostics.throw_if_any();
  return std::move(planned.steps);
}

}  // namespace wayfront::host
