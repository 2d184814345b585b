#include "pipeline_steps.hpp"

#include <fmt/format.h>

#include "pipeline_tables.hpp"

namespace wayfront::host {
namespace {

constexpr const char* title = "[[graph.steps]]";

/// One element of the array: a table with one key, the step's name.
void add_step(const toml::node& node, PlannedSteps& planned, Diagnostics& diagnostics) {
  const toml::table* const table = node.as_table();
  if (table == nullptr || table->size() != 1)
    return diagnostics.error(
        node.source(), fmt::format("{}: each step is a table with one key, such as {{ potentials = {{ seed = 1 }} "
                                   "}}, not {}",
                                   title, shown(node)));
  const std::size_t errors = diagnostics.count();
  const Settings settings = Settings::from(step_rows(), table, title, diagnostics);
  if (diagnostics.count() != errors) return;
  StepTable step;
  settings.store(&step);
  if (step.has_potentials) planned.steps.emplace_back(PotentialsStep{step.seed, step.most});
  planned.resolved.push_back(settings.to_json());
}

}  // namespace

PlannedSteps plan_steps(const toml::node* node, Diagnostics& diagnostics) {
  PlannedSteps planned;
  if (node == nullptr) return planned;
  const toml::array* const list = node->as_array();
  if (list == nullptr) {
    diagnostics.error(node->source(),
                      fmt::format("[graph]: 'steps' must be an array of tables, but is {}", shown(*node)));
    return planned;
  }
  for (const toml::node& element : *list) add_step(element, planned, diagnostics);
  return planned;
}

}  // namespace wayfront::host
