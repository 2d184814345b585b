#include "record/result.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/characters.hpp"
#include "base/errors.hpp"

namespace wayfront::host {

const nlohmann::json& json_at(const nlohmann::json& value, const char* place) {
  static const nlohmann::json nothing;
  const nlohmann::json::json_pointer at(place);
  return value.contains(at) ? value.at(at) : nothing;
}

std::string text_at(const nlohmann::json& value, const char* place) {
  const nlohmann::json& found = json_at(value, place);
  if (found.is_null()) return {};
  return found.is_string() ? found.get<std::string>() : found.dump();
}

double number_at(const nlohmann::json& value, const char* place) {
  const nlohmann::json& found = json_at(value, place);
  return found.is_number() ? found.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string Results::case_label() const { return text_at(pipeline, "/case"); }

bool Results::apart() const { return json_at(pipeline, "/measure/isolation/value") == "process"; }

std::string Results::graph_digest() const { return text_at(graph, "/digest"); }

int Results::exit_code() const {
  if (interrupted) return static_cast<int>(ExitCode::interrupted);
  ExitCode code = ExitCode::fine;
  for (const RunResult& run : runs) {
    if (run.status == RunStatus::failed || run.status == RunStatus::wrong || !run.unwritten.empty())
      return static_cast<int>(ExitCode::failed_run);
    if (run.status == RunStatus::timeout) code = ExitCode::timeout;
  }
  return static_cast<int>(code);
}

std::string graph_key(const Results& results) {
  const std::string digest = results.graph_digest();
  return digest.empty() ? text_at(results.graph, "/name") : digest;
}

std::pair<std::string, std::string> case_key(const Results& results) {
  return {graph_key(results), results.case_label()};
}

std::string case_name(const Results& results) {
  if (!results.graph.is_object()) return "a graph without a name";
  const std::string label = results.case_label();
  return on_one_line(text_at(results.graph, "/name") + (label.empty() ? "" : fmt::format(" ({})", label)));
}

std::string short_case_name(const Results& results, std::span<const Results> all) {
  const std::string label = results.case_label();
  const bool taken = std::ranges::any_of(
      all, [&](const Results& it) { return it.case_label() == label && graph_key(it) != graph_key(results); });
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
