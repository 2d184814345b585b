#include "result.hpp"

#include "errors.hpp"

namespace wayfront::host {

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

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::right:
      return "right";
    case Verdict::wrong:
      return "wrong";
    case Verdict::overflow:
      return "overflow";
    case Verdict::undecided:
      return "undecided";
  }
  return "?";
}

std::string_view name(Outcome outcome) { return outcome == Outcome::solved ? "solved" : "negative_cycle"; }

int Results::exit_code() const {
  if (interrupted) return static_cast<int>(ExitCode::interrupted);
  ExitCode code = ExitCode::fine;
  for (const RunResult& run : runs) {
    if (run.status == RunStatus::failed || run.status == RunStatus::wrong)
      return static_cast<int>(ExitCode::failed_run);
    if (run.status == RunStatus::timeout) code = ExitCode::timeout;
  }
  return static_cast<int>(code);
}

}  // namespace wayfront::host
