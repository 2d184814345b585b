#include "conformance/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "base/errors.hpp"
#include "base/process.hpp"
#include "plugins/plugin_work.hpp"
#include "run/call_watch.hpp"

namespace wayfront::host::conformance {
namespace {

constexpr std::string_view declines = "the plugin declines";

/// A declined case is skipped, a case declined in part passes. With `strict` it fails, unless an option value is
/// declined.
void judge_declined(CaseReport& report, CaseResult result, const char* reason, bool strict) {
  const bool by_option = report.name.starts_with("option ");
  report.result = strict && !by_option ? CaseResult::failed : result;
  report.reason = fmt::format("{}{}: {}", declines, by_option ? "" : " with its default options", reason);
}

}  // namespace

CaseReport run_case(const Plugin& plugin, const Case& it, const ConformanceOptions& options) {
  CaseReport report{it.name};
  const auto start = std::chrono::steady_clock::now();
  try {
    const PluginWork work(*plugin.descriptor);
    it.body();
  } catch (const Skipped& skipped) {
    report.result = CaseResult::skipped;
    report.reason = skipped.what();
  } catch (const Unsupported& declined) {
    judge_declined(report, CaseResult::skipped, declined.what(), options.strict);
  } catch (const DeclinedInPart& declined) {
    judge_declined(report, CaseResult::passed, declined.what(), options.strict);
  } catch (const Failed& failed) {
    report.result = CaseResult::failed;
    report.reason = failed.what();
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

std::optional<std::string> obstacle(const Suite& suite) {
  const PluginDescriptor& it = *suite.plugin.descriptor;
  if (it.probe == nullptr) return std::nullopt;
  const Status status = it.probe(suite.device);
  if (status.ok()) return std::nullopt;
  return std::string(status.text());
}

namespace {

Cases cases_for(const Suite& suite) {
  Cases cases;
  if (suite.plugin.descriptor->kind == PluginKind::loader) {
    if (suite.plugin.has(capability::generates)) {
      add_generator_cases(suite, cases);
    } else {
      add_reader_cases(suite, cases);
      add_writer_cases(suite, cases);
    }
    return cases;
  }
  add_graph_cases(suite, cases);
  add_random_cases(suite, cases);
  add_state_cases(suite, cases);
  add_cancellation_cases(suite, cases);
  add_part_cases(suite, cases);  // which take longest
  add_work_cases(suite, cases);
  add_option_cases(suite, cases);
  return cases;
}

}  // namespace

Suite suite_of(const Plugin& plugin, const ConformanceOptions& options) {
  const unsigned threads = options.threads != 0 ? options.threads : std::min(available_processors(), 4U);
  return {plugin, options, threads, plugin.has(capability::device) ? 0 : -1};
}

Cases selected_cases(const Suite& suite) {
  Cases cases = cases_for(suite);
  std::erase_if(cases, [&](const Case& it) { return it.name.find(suite.options.only) == std::string::npos; });
  std::ranges::stable_partition(cases, [&](const Case& it) { return it.name == suite.options.first; });
  return cases;
}

namespace {

/// The same in this process, which ends if the case does not.
CaseReport run_watched(const Plugin& plugin, const Case& it, const ConformanceOptions& options) {
  CallWatch watch;
  const CallWatch::Call call(&watch, options.limit, [&] {
    fmt::print(stderr, "{}: case '{}' did not return within {} s; giving up\n", plugin.about().name, it.name,
               options.limit);
    std::fflush(stdout);
    std::fflush(stderr);
    std::_Exit(static_cast<int>(ExitCode::failed_run));
  });
  return run_case(plugin, it, options);
}

ConformanceResult check_here(const Plugin& plugin, const ConformanceOptions& options,
                             const std::function<void(const CaseReport&)>& done) {
  Suite suite = suite_of(plugin, options);
  ConformanceResult result;
  if (const std::optional<std::string> reason = obstacle(suite)) {
    result.obstacle = *reason;
    return result;
  }
  for (const Case& it : selected_cases(suite)) {
    suite.now = it.name;
    if (options.starting) options.starting(it.name);
    CaseReport report = run_watched(plugin, it, options);
    if (done) done(report);
    result.cases.push_back(std::move(report));
  }
  return result;
}

}  // namespace

void Attempts::finish() const {
  if (declined_ == 0) return;
  if (declined_ == made_) throw Unsupported(reason_);
  throw DeclinedInPart(fmt::format("{} (for {} of {} attempts)", reason_, declined_, made_));
}

}  // namespace wayfront::host::conformance

namespace wayfront::host {

std::size_t ConformanceResult::count(CaseResult result) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(cases, [result](const CaseReport& report) { return report.result == result; }));
}

ConformanceResult check_plugin(const Plugin& plugin, const ConformanceOptions& options,
                               const std::function<void(const CaseReport&)>& done) {
  return options.apart ? conformance::check_apart(plugin, options, done)
                       : conformance::check_here(plugin, options, done);
}

}  // namespace wayfront::host
