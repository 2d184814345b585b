#include "pipeline/pipeline_parts.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/ranges.h>

#include "base/text.hpp"

namespace wayfront::host {
namespace {

constexpr std::string_view placeholders[] = {"{source}", "{case}"}, of_cases[] = {"{case}"};

/// The first word in braces that is not among `known`, including the braces; "" if there is none.
std::string_view unknown_placeholder(std::string_view name, std::span<const std::string_view> known) {
  for (std::size_t open = name.find('{'); open != name.npos; open = name.find('{', open + 1)) {
    const std::size_t close = name.find_first_of("{}", open + 1);
    if (close == name.npos || name[close] == '{') continue;
    const std::string_view word = name.substr(open, close - open + 1);
    if (std::ranges::find(known, word) == known.end()) return word;
  }
  return {};
}

void check_placeholders(const std::string& name, const char* key, const Settings& settings,
                        std::span<const std::string_view> known, Diagnostics& diagnostics) {
  if (const std::string_view word = unknown_placeholder(name, known); !word.empty())
    diagnostics.error(settings.place(key), fmt::format("[output]: {} in the name {} is unknown; known are {}", word,
                                                       name, fmt::join(known, ", ")));
}

/// The file that `key` names, of this format, which nothing says if its ending is unknown: `endings` are those known.
template <class File, class Format>
std::optional<File> file_of(const std::string& name, const char* key, std::optional<Format> format, const char* endings,
                            std::span<const std::string_view> known, const Settings& settings,
                            Diagnostics& diagnostics) {
  if (name.empty()) return {};
  if (!format)
    diagnostics.error(settings.place(key), fmt::format("[output]: the name {} does not end in {}", name, endings));
  check_placeholders(name, key, settings, known, diagnostics);
  return File{.name = name, .format = format.value_or(Format{})};
}

std::optional<OutputPlan::Reductions> reductions_of(const Settings& settings, const OutputTable& table,
                                                    std::span<const std::string> figures, Diagnostics& diagnostics) {
  const auto refuse = [&](const char* key, const std::string& text) {
    diagnostics.error(settings.place(key), "[output]: " + text);
  };
  if (!settings.has("reduce")) {
    if (settings.has("within")) refuse("within", "'within' is the limit of a figure; name it: reduce = [\"within\"]");
    if (!table.reductions.empty())
      refuse("reductions", "'reductions' needs figures to write; name them: reduce = [\"sum\"]");
    return {};
  }
  std::vector<RowFigure> asked;
  if (std::string fault = read_figures(figures, settings.has("within"), asked); !fault.empty())
    refuse("reduce", "'reduce': " + fault);
  for (const char* const key : {"distances", "predecessors", "labels", "matrix"})
    if (settings.has(key))
      refuse(key, fmt::format("with 'reduce' there are no distances for '{}'; remove one of them", key));
  auto plan = file_of<OutputPlan::Reductions>(table.reductions, "reductions", reduction_format(table.reductions),
                                              ".csv or .npy; change it", of_cases, settings, diagnostics);
  if (plan) plan->figures = std::move(asked);
  return plan;
}

/// Two keys must not name one file.
void refuse_same_names(const Settings& settings, const OutputTable& table, Diagnostics& diagnostics) {
  const std::pair<const char*, const std::string*> files[] = {{"distances", &table.distances},
                                                              {"predecessors", &table.predecessors},
                                                              {"labels", &table.labels},
                                                              {"matrix", &table.matrix}};
  for (std::size_t i = 0; i < std::size(files); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!files[i].second->empty() && *files[i].second == *files[j].second)
        diagnostics.error(settings.place(files[i].first),
                          fmt::format("[output]: '{}' and '{}' name the same file", files[j].first, files[i].first));
}

}  // namespace

OutputPlan plan_output(const Settings& settings, const OutputTable& table, std::span<const std::string> figures,
                       std::span<const std::string> labels, Diagnostics& diagnostics) {
  OutputPlan plan;
  const auto solutions = [&](const std::string& name, const char* key) {
    const auto format =
        table.format < 0 ? solution_format(name) : std::optional(static_cast<SolutionFormat>(table.format));
    return file_of<OutputPlan::File>(name, key, format, ".txt, .csv, .npy or .jsonl; change it, or set the 'format'",
                                     placeholders, settings, diagnostics);
  };
  plan.distances = solutions(table.distances, "distances");
  plan.predecessors = solutions(table.predecessors, "predecessors");
  plan.labels = solutions(table.labels, "labels");
  plan.matrix = file_of<OutputPlan::Matrix>(table.matrix, "matrix", matrix_format(table.matrix),
                                            ".npy, .npz or .csv; change it", of_cases, settings, diagnostics);
  plan.reductions = reductions_of(settings, table, figures, diagnostics);
  refuse_same_names(settings, table, diagnostics);
  plan.run = table.run;
  if (table.run.empty() || labels.empty() || std::ranges::find(labels, table.run) != labels.end()) return plan;
  const std::vector<std::string_view> known(labels.begin(), labels.end());
  const std::string near = nearest(table.run, known);
  diagnostics.error(settings.place("run"), fmt::format("[output]: there is no run labelled '{}'{}", table.run,
                                                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  return plan;
}

}  // namespace wayfront::host
