#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "base/json/field_json.hpp"
#include "conformance/conformance.hpp"

namespace wayfront::host {
namespace {

double seconds_of(const ConformanceResult& result) {
  double seconds = 0;
  for (const CaseReport& report : result.cases) seconds += report.seconds;
  return seconds;
}

}  // namespace

std::string to_text(const CaseReport& report) {
  std::string text = fmt::format("{:8} {} ({:.2f} s)", name(report.result), report.name, report.seconds);
  if (!report.reason.empty()) text += fmt::format("\n           {}", report.reason);
  return text;
}

std::string summary(const Plugin& plugin, const ConformanceResult& result) {
  if (!result.obstacle.empty())
    return fmt::format(
        "{}: not checked: {}\n  Its file, descriptor and options are in order; none of its code was tried.\n  Check it "
        "on a machine where it can run. The exit code is {}, which tests can take for skipped.",
        plugin.about().name, result.obstacle, static_cast<int>(ExitCode::unchecked));
  std::vector<std::pair<std::string, std::size_t>> reasons;  // in order of first occurrence
  for (const CaseReport& report : result.cases) {
    if (report.result != CaseResult::skipped) continue;
    const auto known = std::ranges::find(reasons, report.reason, &std::pair<std::string, std::size_t>::first);
    if (known == reasons.end())
      reasons.emplace_back(report.reason, 1);
    else
      ++known->second;
  }
  std::string text = fmt::format("{}: {} passed, {} failed, {} skipped ({:.2f} s)", plugin.about().name,
                                 result.count(CaseResult::passed), result.count(CaseResult::failed),
                                 result.count(CaseResult::skipped), seconds_of(result));
  if (result.count(CaseResult::passed) == 0 && result.count(CaseResult::failed) == 0) text += "; nothing passed";
  for (const auto& [reason, count] : reasons) text += fmt::format("\n  {} skipped: {}", count, reason);
  for (const CaseReport& report : result.cases)
    if (report.result == CaseResult::failed) text += fmt::format("\n  {}", report.name);
  if (!result.smallest.empty()) text += '\n' + result.smallest;
  return text;
}

nlohmann::json conformance_json(const Plugin& plugin, const ConformanceResult& result) {
  return {{"plugin", plugin.about().name},
          {"version", plugin.about().version},
          {"file", plugin.file.string()},
          {"passed", result.count(CaseResult::passed)},
          {"failed", result.count(CaseResult::failed)},
          {"skipped", result.count(CaseResult::skipped)},
          {"not_checked", result.obstacle.empty() ? nlohmann::json() : nlohmann::json(result.obstacle)},
          {"smallest", result.smallest.empty() ? nlohmann::json() : nlohmann::json(result.smallest)},
          {"seconds", seconds_of(result)},
          {"cases", json_of(result.cases)}};
}

}  // namespace wayfront::host
