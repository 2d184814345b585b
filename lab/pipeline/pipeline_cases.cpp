#include "pipeline/pipeline_parts.hpp"

#include <cstddef>
#include <numeric>

#include <fmt/format.h>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/json/json_text.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_cases = 1000;

/// Every setting of a table by its path, "options.scale", as text.
void flatten(const nlohmann::json& marked, const std::string& prefix, LabelledEntry& all) {
  for (const auto& [name, entry] : marked.items()) {
    const nlohmann::json& value = entry.contains("value") ? entry["value"] : entry;
    const bool inner =
        value.is_object() && !value.empty() && value.begin()->is_object() && value.begin()->contains("value");
    if (inner) {
      flatten(value, prefix + name + '.', all);
      continue;
    }
    if (entry.contains("set") && entry["set"].get<bool>()) all.set.insert(prefix + name);
    all.settings[prefix + name] = value_text(value);
  }
}

template <class Table, class Path>
std::vector<std::string> labels_of(const std::vector<Table>& tables, const char* kind, Path&& path) {
  std::vector<LabelledEntry> entries;
  for (const Table& table : tables) {
    LabelledEntry& entry = entries.emplace_back();
    entry.given = table.label;
    entry.path = path(table);
    flatten(table.resolved, "", entry);
    for (const char* const name : {"label", "path"}) entry.settings.erase(name);
  }
  return make_labels(entries, kind);
}

fs::path path_of(const PlannedGraph& graph) {
  return graph.request.path.empty() ? fs::path(graph.request.loader) : graph.request.path.lexically_normal();
}

template <class Table>
void refuse_twins(const std::vector<Table>& tables, const std::vector<std::string>& labels, const char* title,
                  Diagnostics& diagnostics) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < tables.size(); ++i)
    if (!seen.insert(labels[i]).second)
      diagnostics.error(tables[i].place,
                        fmt::format("[[{}]]: '{}' is a duplicate; give each a different 'label'", title, labels[i]));
}

/// "CASE: LABEL", or only the label if there is one case.
std::string name_of_run(const PlannedCase& planned, const PlannedRun& run) {
  return planned.label.empty() ? run.label : fmt::format("{}: {}", planned.label, run.label);
}

}  // namespace

std::vector<PlannedCase> plan_cases(std::vector<PlannedGraph> graphs, std::vector<PlannedProblem> problems,
                                    std::size_t runs, const nlohmann::json& common, Diagnostics& diagnostics) {
  if (graphs.size() * problems.size() > max_cases) {
    diagnostics.error({}, fmt::format("{} graphs with {} problems are more than {} cases", graphs.size(),
                                      problems.size(), max_cases));
    return {};
  }
  const auto graph_labels = labels_of(graphs, "graph", path_of);
  const auto problem_labels = labels_of(problems, "problem", [](const PlannedProblem&) { return fs::path(); });
  refuse_twins(graphs, graph_labels, "graph", diagnostics);
  refuse_twins(problems, problem_labels, "problem", diagnostics);
  std::vector<PlannedCase> cases;
  std::set<std::string> taken;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    for (std::size_t p = 0; p < problems.size(); ++p) {
      PlannedCase& it = cases.emplace_back();
      if (graphs.size() > 1) it.label = graph_labels[g];
      if (problems.size() > 1) it.label += (it.label.empty() ? "" : ", ") + problem_labels[p];
      it.label = free_label(it.label, taken);
      taken.insert(it.label);
      it.graph_number = g;
      it.graph = graphs[g].request;
      it.loader_options = graphs[g].loader_options;
      it.question = problems[p].question;
      it.runs.resize(runs);
      std::iota(it.runs.begin(), it.runs.end(), std::size_t{0});
      it.resolved = common;
      it.resolved["graph"] = graphs[g].resolved;
      it.resolved["problem"] = problems[p].resolved;
      if (!it.label.empty()) it.resolved["case"] = it.label;
    }
  }
  return cases;
}

/// The part after a * is tried at later and later places of the text. Only the last * needs this: a later match of
/// earlier parts would not help.
bool matches(std::string_view pattern, std::string_view text) {
  constexpr std::size_t none = std::string_view::npos;
  std::size_t p = 0, t = 0, after_star = none, tried = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      after_star = ++p;
      tried = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      t = pattern[p] == '?' ? next_character(text, t) : t + 1;
      ++p;
    } else if (after_star != none) {
      p = after_star;
      t = tried = next_character(text, tried);
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

void keep_runs(Pipeline& pipeline, std::string_view pattern) {
  const bool wild = pattern.find_first_of("*?") != std::string_view::npos;
  std::string names;
  for (PlannedCase& planned : pipeline.cases) {
    std::erase_if(planned.runs, [&](std::size_t index) {
      const bool control = pipeline.runs[index].control;  // stays with the baseline, which is before it
      const PlannedRun& run = pipeline.runs[control ? index - 1 : index];
      const std::string name = name_of_run(planned, run);
      if (!control) names += fmt::format("\n  {}", name);
      if (!wild) return name.find(pattern) == std::string::npos;
      return !matches(pattern, name) && !matches(pattern, run.label);
    });
  }
  std::erase_if(pipeline.cases, [](const PlannedCase& planned) { return planned.runs.empty(); });
  for (PlannedCase& planned : pipeline.cases) planned.resolved["filter"] = pattern;
  if (pipeline.cases.empty())
    throw UserError(ExitCode::usage, fmt::format("--filter: no run matches '{}'; there are{}", pattern, names));
}

}  // namespace wayfront::host
