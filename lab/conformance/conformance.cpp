#include "conformance/conformance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/errors.hpp"
#include "base/json/field_json.hpp"
#include "base/process.hpp"
#include "conformance/apart/case_process.hpp"
#include "conformance/case.hpp"
#include "plugins/plugin_opening.hpp"
#include "plugins/plugin_work.hpp"
#include "run/call_watch.hpp"
#include "workers/channel.hpp"

namespace wayfront::host {
namespace {

using conformance::Case;
using conformance::Cases;
using conformance::Suite;
using nlohmann::json;

constexpr std::string_view declines = "the plugin declines";

/// A declined case is skipped, a case declined in part passes. With `strict` it fails, unless an option value is
/// declined.
void judge_declined(CaseReport& report, CaseResult result, const char* reason, bool strict) {
  const bool by_option = report.name.starts_with("option ");
  report.result = strict && !by_option ? CaseResult::failed : result;
  report.reason = fmt::format("{}{}: {}", declines, by_option ? "" : " with its default options", reason);
}

using Clock = std::chrono::steady_clock;

double elapsed_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

CaseReport run_case(const Plugin& plugin, const Case& it, const ConformanceOptions& options) {
  CaseReport report{it.name};
  const auto start = Clock::now();
  try {
    const PluginWork work(*plugin.descriptor);
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
  report.seconds = elapsed_since(start);
  return report;
}

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
    if (suite.plugin.has(capability::generates)) {
      conformance::add_generator_cases(suite, cases);
    } else {
      conformance::add_reader_cases(suite, cases);
      conformance::add_writer_cases(suite, cases);
    }
    return cases;
  }
  conformance::add_graph_cases(suite, cases);
  conformance::add_random_cases(suite, cases);
  conformance::add_state_cases(suite, cases);
  conformance::add_cancellation_cases(suite, cases);
  conformance::add_part_cases(suite, cases);  // which take longest
  conformance::add_work_cases(suite, cases);
  conformance::add_option_cases(suite, cases);
  return cases;
}

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

// With options.apart. A process says first that the plugin was opened, with notes, or why it was not, or that there is
// an obstacle; then it sends a report of each of its cases.

/// In the process: opens the plugin and runs the cases of these numbers.
void run_cases(const std::filesystem::path& file, const ConformanceOptions& options, std::size_t begin, std::size_t end,
               Channel& channel) {
  try {
    const Plugin plugin = load_plugin(file);
    Suite suite = suite_of(plugin, options);
    if (const std::optional<std::string> reason = obstacle(suite)) {
      channel.send({{"obstacle", *reason}});
      return;
    }
    channel.send({{"opened", take_opening_notes()}});
    const Cases cases = selected_cases(suite);
    for (std::size_t i = begin; i < end; ++i) {
      suite.now = cases[i].name;
      CaseReport report{cases[i].name, CaseResult::failed};
      try {
        report = run_case(plugin, cases[i], options);
      } catch (const std::bad_alloc&) {
        report.reason = "there is not enough memory for this case";
      } catch (const std::exception& error) {
        report.reason = error.what();
      }
      channel.send(json_of(report));
    }
  } catch (const UserError& error) {
    channel.send({{"error", error.what()}, {"code", static_cast<int>(error.code())}});
  }
}

class CasesApart {
 public:
  CasesApart(const Plugin& plugin, const ConformanceOptions& options,
             const std::function<void(const CaseReport&)>& done)
      : plugin_(plugin),
        options_(options),
        done_(done),
        suite_(suite_of(plugin, options)),
        cases_(selected_cases(suite_)) {}

  ConformanceResult run() {
    const std::size_t each = plugin_.has(capability::device) ? cases_.size() : 1;
    while (result_.cases.size() < cases_.size() && result_.obstacle.empty())
      run_process(result_.cases.size(), std::min(result_.cases.size() + each, cases_.size()));
    return std::move(result_);
  }

 private:
  void run_process(std::size_t begin, std::size_t end) {
    const auto serve = [&](Channel& channel) { run_cases(plugin_.file, options_, begin, end, channel); };
    conformance::CaseProcess process(serve);
    if (!opened(process)) return;
    for (std::size_t i = begin; i < end; ++i) {
      if (options_.starting) options_.starting(cases_[i].name);
      CaseReport report{cases_[i].name};
      const bool answered = answer(process, report);
      if (answered && i + 1 == end && !process.finish(options_.limit)) fail(report, process);
      if (done_) done_(report);
      result_.cases.push_back(std::move(report));
      if (!answered) return keep_crash(i);  // the rest in another process
    }
  }

  /// False if there is an obstacle.
  bool opened(conformance::CaseProcess& process) {
    const std::optional<json> said = process.next(options_.limit);
    throw_if_stopped(cases_[result_.cases.size()].name);
    if (!said)
      throw UserError(ExitCode::plugin, fmt::format("{}: {} when it was opened", plugin_.file.string(), process.why()));
    if (said->contains("error"))
      throw UserError(static_cast<ExitCode>(said->at("code").get<int>()), said->at("error").get<std::string>());
    if (said->contains("obstacle")) {
      result_.obstacle = said->at("obstacle").get<std::string>();
      return false;
    }
    if (result_.cases.empty()) said->at("opened").get_to(result_.notes);
    return true;
  }

  bool answer(conformance::CaseProcess& process, CaseReport& report) {
    const auto start = Clock::now();
    const std::optional<json> said = process.next(options_.limit);
    throw_if_stopped(report.name);
    if (!said) {
      report.seconds = elapsed_since(start);
      fail(report, process);
      return false;
    }
    read_field({*said, "the process of a case"}, report);
    return true;
  }

  /// Once more, to keep the graph on which the plugin crashes.
  void keep_crash(std::size_t i) {
    constexpr double patience = 5;
    const double seconds = result_.cases[i].seconds;
    constexpr std::size_t enough = 3;  // for smallest_failure()
    const bool keeps =
        !options_.keep.empty() || (!options_.scratch.empty() && result_.count(CaseResult::failed) <= enough);
    if (!keeps || seconds >= std::min(patience, options_.limit)) return;
    ConformanceOptions ahead = options_;
    ahead.keeps_ahead = true;
    conformance::CaseProcess again([&](Channel& channel) { run_cases(plugin_.file, ahead, i, i + 1, channel); });
    while (again.next(patience)) {
    }
  }

  static void fail(CaseReport& report, const conformance::CaseProcess& process) {
    report.result = CaseResult::failed;
    report.reason = process.why();
  }

  void throw_if_stopped(const std::string& name) const {
    if (stop_requested)
      throw UserError(ExitCode::interrupted, fmt::format("{}: interrupted in case '{}'", plugin_.file.string(), name));
  }

  const Plugin& plugin_;
  const ConformanceOptions& options_;
  const std::function<void(const CaseReport&)>& done_;
  Suite suite_;
  Cases cases_;
  ConformanceResult result_;
};

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
  return options.apart ? CasesApart(plugin, options, done).run() : check_here(plugin, options, done);
}

}  // namespace wayfront::host
