#include "record/result.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/json/json_text.hpp"
#include "files/file_digest.hpp"

namespace wayfront::host {
namespace {

using namespace nlohmann::literals;

std::string content_of(const std::string& file, RunContext& context) try {
  const auto digest = file_digest(file, context);
  return digest ? digest->hex() : "";
} catch (const Cancelled&) {
  throw UserError(ExitCode::interrupted, "interrupted before anything was measured");
}

}  // namespace

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

std::string run_key(const RunResult& run, const Results& results, RunContext& context) {
  nlohmann::json facts = {{"label", run.label},
                          {"plugin", run.plugin},
                          {"file", content_of(run.file, context)},
                          {"predecessors", run.predecessors},
                          {"graph", results.graph.value("digest", "")},
                          {"offset_bits", results.graph.value("offset_bits", 32)},  // which the digest does not have
                          {"machine", results.machine}};
  for (const auto& [name, option] : run.options.items()) facts["options"][name] = option.at("value");
  const nlohmann::json& measure = results.pipeline.at("measure");
  for (const char* rule : {"threads", "trace", "work", "isolation"})
    facts["measure"][rule] = measure.at(rule).at("value");
  if (!run.devices.empty()) facts["devices"] = run.devices;
  // What changes an answer or its time. Sources that are asked one by one have samples of their own.
  const nlohmann::json problem = results.pipeline.value("problem", nlohmann::json::object());
  for (const char* rule : {"batch", "limit", "targets", "count"})
    if (problem.contains(rule) && problem.at(rule).at("set") == true) facts["problem"][rule] = problem.at(rule);
  if (facts.contains("/problem/batch"_json_pointer)) {
    facts["problem"]["sources"] = results.sources;
    facts["measure"]["parallel_sources"] = measure.at("parallel_sources").at("value");
  }
  const nlohmann::json output = results.pipeline.value("output", nlohmann::json::object());
  if (output.contains("reduce") && output.at("reduce").at("set") == true) {
    for (const char* rule : {"reduce", "within"}) facts["output"][rule] = output.at(rule).at("value");
    for (const char* rule : {"sample_rows", "check_rows"}) facts["measure"][rule] = measure.at(rule).at("value");
    facts["measure"]["seed"] = measure.at("seed").at("value");
  }
  if (measure.contains("sample_whole") && measure.at("sample_whole").at("value") == true)
    for (const char* rule : {"sample_rows", "sample_whole", "seed"})
      facts["measure"][rule] = measure.at(rule).at("value");
  const std::string text = json_text(facts, -1);
  Digest digest;
  digest.add(text.data(), text.size());
  return digest.hex();
}

}  // namespace wayfront::host
