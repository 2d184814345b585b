#include "pipeline/pipeline_output.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/nearest.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

constexpr std::string_view placeholders[] = {"{source}", "{case}"};

/// The first unknown word in braces, including the braces; "" if there is none.
std::string_view unknown_placeholder(std::string_view name) {
  for (std::size_t open = name.find('{'); open != name.npos; open = name.find('{', open + 1)) {
    const std::size_t close = name.find_first_of("{}", open + 1);
    if (close == name.npos || name[close] == '{') continue;
    const std::string_view word = name.substr(open, close - open + 1);
    if (std::ranges::find(placeholders, word) == std::end(placeholders)) return word;
  }
  return {};
}

std::optional<OutputPlan::File> file_of(const std::string& name, const char* key, const Settings& settings,
                                        const OutputTable& table, Diagnostics& diagnostics) {
  if (name.empty()) return {};
  const auto format =
      table.format < 0 ? solution_format(name) : std::optional(static_cast<SolutionFormat>(table.format));
  if (!format)
    diagnostics.error(settings.place(key),
                      fmt::format("[output]: the name {} does not end in .txt, .csv, .npy or .jsonl; change it, or set "
                                  "the 'format'",
                                  name));
  if (const std::string_view word = unknown_placeholder(name); !word.empty())
    diagnostics.error(settings.place(key), fmt::format("[output]: {} in the name {} is unknown; known are {}", word,
                                                       name, fmt::join(placeholders, " and ")));
  return OutputPlan::File{name, format.value_or(SolutionFormat::text)};
}

}  // namespace

OutputPlan plan_output(const Settings& settings, const OutputTable& table, std::span<const std::string> labels,
                       Diagnostics& diagnostics) {
  OutputPlan plan;
  plan.distances = file_of(table.distances, "distances", settings, table, diagnostics);
  plan.predecessors = file_of(table.predecessors, "predecessors", settings, table, diagnostics);
  if (plan.any() && table.distances == table.predecessors)
    diagnostics.error(settings.place("predecessors"), "[output]: 'distances' and 'predecessors' name the same file");
  plan.run = table.run;
  if (table.run.empty() || labels.empty() || std::ranges::find(labels, table.run) != labels.end()) return plan;
  const std::vector<std::string_view> known(labels.begin(), labels.end());
  const std::string near = nearest(table.run, known);
  diagnostics.error(settings.place("run"), fmt::format("[output]: there is no run labelled '{}'{}", table.run,
                                                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  return plan;
}

}  // namespace wayfront::host
