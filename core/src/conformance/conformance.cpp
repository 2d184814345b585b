#include "conformance/conformance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "base/process.hpp"
#include "conformance/case.hpp"
#include "run/call_watch.hpp"

namespace wayfront::host {
namespace {

using conformance::Case;
using conformance::Cases;
using conformance::Suite;

std::string_view word(CaseResult result) {
  switch (result) {
    case CaseResult::passed:
      return "passed";
    case CaseResult::failed:
      return "failed";
    default:
      return "skipped";
  }
}

constexpr std::string_view declines = "the plugin declines";

/// A declined case is skipped, a case declined in part passes. With `strict` it fails, unless an option value is
/// declined.
void judge_declined(CaseReport& report, CaseResult result, const char* reason, bool strict) {
  const bool by_option = report.name.starts_with("option ");
  report.result = strict && !by_option ? CaseResult::failed : result;
  report.reason = fmt::format("{}{}: {}", declines, by_option ? "" : " with its default options", reason);
}

CaseReport run_case(const Plugin& plugin, const Case& it, const ConformanceOptions& options) {
  CaseReport report{it.name};
  const auto start = std::chrono::steady_clock::now();
  try {
    CallWatch watch;
    const CallWatch::Call call(&watch, options.limit, [&] {
      fmt::print(stderr, "{}: case '{}' did not return within {} s; giving up\n", plugin.about().name, it.name,
                 options.limit);
      std::fflush(stdout);
      std::fflush(stderr);
      std::_Exit(static_cast<int>(ExitCode::failed_run));
    });
    it.body();
  } catch (const conformance::Skipped& skipped) {
    report.result = CaseResult::skipped;
    report.reason = skipped.what();
  } catch (const Unsupported& declined) {
    judge_declined(report, CaseResult::skipped, declined.what(), options.strict);
  } catch (const conformance::DeclinedInPart& declined) {
    judge_declined(report, CaseResult::passed, declined.what(), options.strict);
  } catch (const conformance::Failed& failed) {
    report.result = CaseResult::failed;
    report.reason = failed.what();
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

/// Why the plugin cannot run here; nothing if it can.
std::optional<std::string> obstacle(const Suite& suite) {
  const PluginDescriptor& it = *suite.plugin.descriptor;
  if (it.probe == nullptr) return std::nullopt;
  const Status status = it.probe(suite.device);
  if (status.ok()) return std::nullopt;
  return std::string(status.text());
}

Cases cases_for(const Suite& suite) {
  Cases cases;
  if (suite.plugin.descriptor->kind == PluginKind::loader) {
    if (suite.plugin.has(capability::generates))
      conformance::add_generator_cases(suite, cases);
    else
      conformance::add_reader_cases(suite, cases);
    return cases;
  }
  conformance::add_graph_cases(suite, cases);
  conformance::add_random_cases(suite, cases);
  conformance::add_part_cases(suite, cases);
  conformance::add_state_cases(suite, cases);
  conformance::add_cheat_cases(suite, cases);
  conformance::add_worker_cases(suite, cases);
  conformance::add_cancellation_cases(suite, cases);
  conformance::add_option_cases(suite, cases);
  return cases;
}

}  // namespace

void conformance::Attempts::finish() const {
  if (declined_ == 0) return;
  if (declined_ == made_) throw Unsupported(reason_);
  throw DeclinedInPart(fmt::format("{} (for {} of {} attempts)", reason_, declined_, made_));
}

std::size_t ConformanceResult::count(CaseResult result) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(cases, [result](const CaseReport& report) { return report.result == result; }));
}

ConformanceResult check_plugin(const Plugin& plugin, const ConformanceOptions& options,
                               const std::function<void(const CaseReport&)>& done) {
  const unsigned threads = options.threads != 0 ? options.threads : std::min(available_processors(), 4U);
  Suite suite{plugin, options, threads, plugin.has(capability::device) ? options.device : -1};
  ConformanceResult result;
  if (const std::optional<std::string> reason = obstacle(suite)) {
    result.obstacle = *reason;
    return result;
  }
  for (const Case& it : cases_for(suite)) {
    if (it.name.find(options.only) == std::string::npos) continue;
    suite.now = it.name;
    if (options.starting) options.starting(it.name);
    CaseReport report = run_case(plugin, it, options);
    if (done) done(report);
    result.cases.push_back(std::move(report));
  }
  return result;
}

std::string to_text(const CaseReport& report) {
  std::string text = fmt::format("{:8} {} ({:.2f} s)", word(report.result), report.name, report.seconds);
  if (!report.reason.empty()) text += fmt::format("\n           {}", report.reason);
  return text;
}

std::string summary(const Plugin& plugin, const ConformanceResult& result) {
  if (!result.obstacle.empty()) return fmt::format("{}: nothing was checked: {}", plugin.about().name, result.obstacle);
  double seconds = 0;
  std::vector<std::pair<std::string, std::size_t>> reasons;  // in order of first occurrence
  for (const CaseReport& report : result.cases) {
    seconds += report.seconds;
    if (report.result != CaseResult::skipped) continue;
    const auto known = std::ranges::find(reasons, report.reason, &std::pair<std::string, std::size_t>::first);
    if (known == reasons.end())
      reasons.emplace_back(report.reason, 1);
    else
      ++known->second;
  }
  std::string text = fmt::format("{}: {} passed, {} failed, {} skipped ({:.2f} s)", plugin.about().name,
                                 result.count(CaseResult::passed), result.count(CaseResult::failed),
                                 result.count(CaseResult::skipped), seconds);
  if (result.count(CaseResult::passed) == 0 && result.count(CaseResult::failed) == 0) text += "; nothing passed";
  for (const auto& [reason, count] : reasons) text += fmt::format("\n  {} skipped: {}", count, reason);
  for (const CaseReport& report : result.cases)
    if (report.result == CaseResult::failed) text += fmt::format("\n  {}", report.name);
  return text;
}

}  // namespace wayfront::host
