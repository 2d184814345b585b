#include "results/case_names.hpp"

#include <fmt/format.h>

#include <algorithm>
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

}  // namespace wayfront::host
