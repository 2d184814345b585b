#include "pipeline_cases.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "errors.hpp"
#include "option_text.hpp"

namespace wayfront::host {
namespace {

constexpr std::size_t most_cases = 1000;
constexpr std::size_t longest_value = 24;  // of a label, in characters

/// Every setting of a table by its path, "options.scale", as text.
void flatten(const nlohmann::json& marked, const std::string& prefix, std::map<std::string, std::string>& all) {
  for (const auto& [name, entry] : marked.items()) {
    const nlohmann::json& value = entry.contains("value") ? entry["value"] : entry;
    const bool inner =
        value.is_object() && !value.empty() && value.begin()->is_object() && value.begin()->contains("value");
    if (inner)
      flatten(value, prefix + name + '.', all);
    else
      all[prefix + name] = on_one_line(value.is_string() ? value.get<std::string>() : value.dump());
  }
}

std::string shortened(const std::string& text) {
  return text.size() <= longest_value ? text : text.substr(0, longest_value) + "...";
}

/// A label for each table: its own, or its base and the settings in which it differs from others of that base.
template <class Table, class Base>
std::vector<std::string> labels_of(const std::vector<Table>& tables, Base&& base,
                                   const std::set<std::string>& ignored) {
  std::vector<std::map<std::string, std::string>> settings(tables.size());
  for (std::size_t i = 0; i < tables.size(); ++i) flatten(tables[i].resolved, "", settings[i]);
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    std::string label = tables[i].label;
    if (label.empty()) {
      label = base(tables[i]);
      for (const auto& [name, value] : settings[i]) {
        bool differs = false;
        for (std::size_t k = 0; k < tables.size() && !ignored.contains(name); ++k) {
          const auto other = settings[k].find(name);
          const bool equal = other != settings[k].end() && other->second == value;
          const bool alike = base(tables[i]).empty() || (tables[k].label.empty() && base(tables[k]) == base(tables[i]));
          differs |= alike && !equal;
        }
        if (!differs) continue;
        const std::size_t dot = name.rfind('.');
        const std::string last = dot == name.npos ? name : name.substr(dot + 1);
        label += fmt::format("{}{}={}", label.empty() ? "" : " ", last == "value" ? name : last, shortened(value));
      }
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

std::string base_of(const PlannedGraph& graph) {
  return graph.request.path.empty() ? graph.request.loader : graph.request.path.filename().string();
}

template <class Table>
void refuse_twins(const std::vector<Table>& tables, const std::vector<std::string>& labels, const char* title,
                  Diagnostics& diagnostics) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < tables.size(); ++i)
    if (!seen.insert(labels[i]).second)
      diagnostics.error(tables[i].place,
                        fmt::format("[[{}]]: '{}' is there already; give each a 'label' of its own", title, labels[i]));
}

bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] != '*')
    return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) && matches(pattern.substr(1), text.substr(1));
  for (std::size_t skipped = 0; skipped <= text.size(); ++skipped)
    if (matches(pattern.substr(1), text.substr(skipped))) return true;
  return false;
}

}  // namespace

std::vector<PlannedCase> plan_cases(std::vector<PlannedGraph> graphs, std::vector<PlannedProblem> problems,
                                    std::size_t runs, const nlohmann::json& common, Diagnostics& diagnostics) {
  if (graphs.size() * problems.size() > most_cases) {
    diagnostics.error({}, fmt::format("{} graphs with {} problems are more than {} cases", graphs.size(),
                                      problems.size(), most_cases));
    return {};
  }
  const auto graph_labels = labels_of(graphs, base_of, {"label", "path"});
  const auto problem_labels = labels_of(problems, [](const PlannedProblem&) { return std::string(); }, {"label"});
  refuse_twins(graphs, graph_labels, "graph", diagnostics);
  refuse_twins(problems, problem_labels, "problem", diagnostics);
  std::vector<PlannedCase> cases;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    for (std::size_t p = 0; p < problems.size(); ++p) {
      PlannedCase& it = cases.emplace_back();
      if (graphs.size() > 1) it.label = graph_labels[g];
      if (problems.size() > 1) it.label += (it.label.empty() ? "" : ", ") + problem_labels[p];
      it.graph_number = g;
      it.graph = graphs[g].request;
      it.loader_options = graphs[g].loader_options;
      it.sources = problems[p].sources;
      it.predecessors = problems[p].predecessors;
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

std::string name_of_run(const PlannedCase& planned, const PlannedRun& run) {
  return planned.label.empty() ? run.label : fmt::format("{}: {}", planned.label, run.label);
}

void keep_runs(Pipeline& pipeline, std::string_view pattern) {
  const bool wild = pattern.find_first_of("*?") != std::string_view::npos;
  std::string names;
  for (PlannedCase& planned : pipeline.cases) {
    std::erase_if(planned.runs, [&](std::size_t index) {
      const std::string name = name_of_run(planned, pipeline.runs[index]);
      names += fmt::format("\n  {}", name);
      if (!wild) return name.find(pattern) == std::string::npos;
      return !matches(pattern, name) && !matches(pattern, pipeline.runs[index].label);
    });
  }
  std::erase_if(pipeline.cases, [](const PlannedCase& planned) { return planned.runs.empty(); });
  if (pipeline.cases.empty())
    throw UserError(ExitCode::usage, fmt::format("--filter: no run matches '{}'; there are{}", pattern, names));
}

}  // namespace wayfront::host
