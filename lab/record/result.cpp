#include "record/result.hpp"

#include "base/errors.hpp"
#include "graph/graph_inspection.hpp"

namespace wayfront::host {
namespace {

std::string text_in(const nlohmann::json& object, const char* key) {
  return object.is_object() && object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : "";
}

}  // namespace

std::string Results::case_label() const { return text_in(pipeline, "case"); }

bool Results::apart() const {
  const nlohmann::json::json_pointer isolation("/measure/isolation/value");
  return pipeline.contains(isolation) && pipeline.at(isolation) == "process";
}

std::string Results::graph_digest() const { return text_in(graph, "digest"); }

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

}  // namespace wayfront::host
