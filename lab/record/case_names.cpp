#include "record/case_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/characters.hpp"

namespace wayfront::host {

std::string graph_key(const Results& results) {
  if (!results.graph.is_object()) return {};
  const std::string digest = results.graph.value("digest", "");
  return digest.empty() ? results.graph.value("name", "") : digest;
}

std::string case_of(const Results& results) {
  const auto& pipeline = results.pipeline;
  const bool named = pipeline.is_object() && pipeline.contains("case") && pipeline["case"].is_string();
  return named ? pipeline["case"].get<std::string>() : std::string();
}

std::pair<std::string, std::string> case_key(const Results& results) { return {graph_key(results), case_of(results)}; }

std::string case_name(const Results& results) {
  if (!results.graph.is_object()) return "a graph without a name";
  const std::string label = case_of(results);
  return on_one_line(results.graph.value("name", "") + (label.empty() ? "" : fmt::format(" ({})", label)));
}

std::string short_case_name(const Results& results, std::span<const Results> all) {
  const std::string label = case_of(results);
  const bool taken = std::ranges::any_of(
      all, [&](const Results& it) { return case_of(it) == label && graph_key(it) != graph_key(results); });
  return label.empty() || taken ? case_name(results) : on_one_line(label);
}

std::vector<Results> with_called(std::span<const Results> all) {
  std::map<std::string, std::vector<std::string>> called;  // by label
  for (const Results& results : all)
    for (const RunResult& run : results.runs)
      for (const std::string& name : run.usage.called)
        if (auto& names = called[run.label]; std::ranges::find(names, name) == names.end()) names.push_back(name);
  std::vector<Results> named(all.begin(), all.end());
  for (Results& results : named)
    for (RunResult& run : results.runs)
      if (const auto found = called.find(run.label); found != called.end()) {
        const std::span<const std::string> names = found->second;
        run.label += fmt::format(" with {}", fmt::join(names.first(names.size() - 1), ", "));
        run.label += (names.size() > 1 ? " and " : "") + names.back();
      }
  return named;
}

}  // namespace wayfront::host
