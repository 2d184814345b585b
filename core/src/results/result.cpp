#include "results/result.hpp"

#include "base/errors.hpp"
#include "graph/graph_inspection.hpp"

namespace wayfront::host {
namespace {

/// The value up to `last` with the name `text`.
template <class Enum>
std::optional<Enum> named(std::string_view text, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (name(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace

std::string_view name(RunStatus status) {
  switch (status) {
    case RunStatus::ok:
      return "ok";
    case RunStatus::skipped:
      return "skipped";
    case RunStatus::failed:
      return "failed";
    case RunStatus::wrong:
      return "wrong";
    case RunStatus::timeout:
      return "timeout";
    case RunStatus::interrupted:
      return "interrupted";
  }
  return "?";
}

std::string_view name(Finding finding) {
  switch (finding) {
    case Finding::right:
      return "right";
    case Finding::wrong:
      return "wrong";
    case Finding::overflow:
      return "overflow";
    case Finding::undecided:
      return "undecided";
  }
  return "?";
}

std::string_view name(Outcome outcome) { return outcome == Outcome::solved ? "solved" : "negative_cycle"; }

std::optional<RunStatus> run_status(std::string_view name) { return named(name, RunStatus::interrupted); }
std::optional<Finding> finding(std::string_view name) { return named(name, Finding::undecided); }
std::optional<Outcome> outcome(std::string_view name) { return named(name, Outcome::negative_cycle); }

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
