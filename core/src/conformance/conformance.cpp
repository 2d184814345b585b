#include "conformance/conformance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "conformance/case.hpp"
#include "conformance/watchdog.hpp"
#include "host_context.hpp"

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

/// Options may decline a graph; the defaults may not.
bool may_decline(const Case& it) { return it.name.starts_with("option "); }

CaseReport run(const Plugin& plugin, const Case& it, double limit) {
  CaseReport report{it.name};
  const auto start = std::chrono::steady_clock::now();
  try {
    const conformance::Watchdog watchdog(limit, fmt::format("{}: case '{}' did not come back within {} s; giving up",
                                                            plugin.about().name, it.name, limit));
    it.body();
  } catch (const conformance::Skipped& skipped) {
    report.result = CaseResult::skipped;
    report.reason = skipped.what();
  } catch (const Unsupported& declined) {
    report.result = may_decline(it) ? CaseResult::skipped : CaseResult::failed;
    report.reason =
        fmt::format("the plugin declines{}: {}", may_decline(it) ? "" : " with its default options", declined.what());
  } catch (const conformance::Failed& failed) {
    report.result = CaseResult::failed;
    report.reason = failed.what();
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

/// Why the plugin cannot run here, if so.
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
    conformance::add_loader_cases(suite, cases);
    return cases;
  }
  conformance::add_graph_cases(suite, cases);
  conformance::add_random_cases(suite, cases);
  conformance::add_state_cases(suite, cases);
  conformance::add_cancellation_cases(suite, cases);
  conformance::add_option_cases(suite, cases);
  return cases;
}

}  // namespace

std::size_t ConformanceResult::count(CaseResult result) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(cases, [result](const CaseReport& report) { return report.result == result; }));
}

ConformanceResult check_plugin(const Plugin& plugin, const ConformanceOptions& options,
                               const std::function<void(const CaseReport&)>& done) {
  const unsigned threads = options.threads != 0 ? options.threads : std::min(available_processors(), 4U);
  const Suite suite{plugin, options, threads, plugin.has(capability::device) ? options.device : -1};
  const std::optional<std::string> reason = obstacle(suite);
  ConformanceResult result;
  for (const Case& it : cases_for(suite)) {
    if (it.name.find(options.only) == std::string::npos) continue;
    CaseReport report = reason ? CaseReport{it.name, CaseResult::skipped, *reason} : run(plugin, it, options.limit);
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
  double seconds = 0;
  for (const CaseReport& report : result.cases) seconds += report.seconds;
  std::string text = fmt::format("{}: {} passed, {} failed, {} skipped ({:.2f} s)", plugin.about().name,
                                 result.count(CaseResult::passed), result.count(CaseResult::failed),
                                 result.count(CaseResult::skipped), seconds);
  for (const CaseReport& report : result.cases)
    if (report.result == CaseResult::failed) text += fmt::format("\n  {}", report.name);
  return text;
}

}  // namespace wayfront::host
