#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/process.hpp"
#include "base/refusal.hpp"
#include "commands.hpp"
#include "journal/journal.hpp"
#include "measure/experiment.hpp"
#include "measure/time_budget.hpp"
#include "pipeline/pipeline.hpp"
#include "pipeline/pipeline_parts.hpp"
#include "pipeline/plan.hpp"
#include "report/report.hpp"
#include "run.hpp"
#include "run/call_watch.hpp"
#include "terminal.hpp"
#include "workers/process_family.hpp"

namespace wayfront::app {
namespace {

/// What the command line says in addition to what pipelines may be told.
struct RunArguments : RunRules {
  std::filesystem::path pipeline;
  std::filesystem::path graph;          // --graph: in place of the pipeline's
  std::vector<std::string> overrides;   // --set
  std::string distances, predecessors;  // "": as the pipeline says
  bool aa = false;
  std::string filter;          // --filter; "" keeps all runs
  std::filesystem::path keep;  // --keep

  void add_to(std::vector<Option>& rows) {
    rows = {
        {"PIPELINE", &pipeline, "The pipeline file (TOML); - reads it from standard input.", true},
        {"--graph", &graph, "Run on this graph file instead of the pipeline's graph."},
        {"--set", &overrides, "Override a key: --set measure.repeats=3 (repeatable)."},
        {"--distances", &distances,
         "Write the baseline's distances to this file (.txt, .csv, .npy or .jsonl); sets output.distances."},
        {"--predecessors", &predecessors, "Write its shortest-path tree to this file; sets output.predecessors."},
        {"--aa", &aa, "Measure the baseline twice, to show what 'same' looks like (measure.aa)."},
        {"--filter", &filter, "Run only runs whose label contains this; * and ? stand for any text and any character."},
        {"--keep", &keep,
         "Write the smallest graph found on which a run is wrong or crashes into this folder, with a pipeline that "
         "repeats it."},
        {"--strict", &strict, "Treat a run that is not possible as an error."}};
    RunRules::add_to(rows);
  }
};

std::vector<std::filesystem::path> folders_of(const host::Pipeline& pipeline) {
  std::vector<std::string> labels;
  for (const host::PlannedCase& planned : pipeline.cases) labels.push_back(planned.label);
  return host::case_folders(labels);
}

/// Prints and writes the reports of one pipeline: of each case in its folder, and of all together. A report that cannot
/// be written is an error, printed at once; the other reports are still written.
class Reports {
 public:
  Reports(const RunRules& arguments, const host::Pipeline& pipeline, host::Journal* journal)
      : arguments_(arguments), plan_(pipeline.report), folders_(folders_of(pipeline)), journal_(journal) {}

  /// The next case has ended.
  void add(host::Results results) {
    all_.push_back(std::move(results));
    if (folders_.size() == 1) return;
    for (const host::ReportFormat format : plan_.formats)
      write(folders_[all_.size() - 1] / host::file_name(format), format, {&all_.back(), 1});
  }

  /// `saved`: whether the journal has every sample.
  void finish(bool saved) {
    if (all_.empty()) return;
    const bool table = !arguments_.json && ((plan_.has(host::ReportFormat::table) && !arguments_.silent) || !saved);
    if (arguments_.json) print(host::json_report(all_));
    if (table) print(host::make_report(host::ReportFormat::table, all_));
    for (const host::ReportFormat format : plan_.formats)
      if (folders_.size() == 1 || format != host::ReportFormat::json)  // with several cases, each has its own
        write(host::file_name(format), format, all_);
    if (failed_ && !table && !arguments_.json) print(host::make_report(host::ReportFormat::table, all_));
    if (journal_ != nullptr && saved && !failed_ && !arguments_.quiet && !arguments_.silent)
      say(fmt::format("results are in {}", journal_->directory().string()));
  }

  const std::vector<host::Results>& all() const { return all_; }
  bool failed() const { return failed_; }

 private:
  void write(const std::filesystem::path& name, host::ReportFormat format, std::span<const host::Results> results) try {
    if (journal_ != nullptr) journal_->write(name, host::make_report(format, results));
  } catch (const host::UserError& error) {
    say(fmt::format("error: {}", error.what()));
    failed_ = true;
  }

  const RunRules& arguments_;
  const host::ReportPlan& plan_;
  std::vector<std::filesystem::path> folders_;
  host::Journal* journal_;
  std::vector<host::Results> all_;
  bool failed_ = false;
};

/// Ends the program where it is still at work, on its reports or on anything else, two seconds after the pipeline's
/// total_timeout.
class LastMoment {
 public:
  LastMoment(const host::MeasureRules& rules, const host::Journal* journal)
      : watch_(moment(rules)), call_(&watch_, host::CallWatch::unlimited, [&rules, journal] { end(rules, journal); }) {}

 private:
  static host::TimeBudget::Clock::time_point moment(const host::MeasureRules& rules) {
    constexpr std::chrono::milliseconds behind(900);  // all that is measured has ended a second after it
    const auto end = host::TimeBudget::end_of_all(rules, host::TimeBudget::Clock::now());
    return end == host::TimeBudget::Clock::time_point::max() ? end : end + behind;
  }

  [[noreturn]] static void end(const host::MeasureRules& rules, const host::Journal* journal) {
    std::string text = fmt::format(
        "wayfront: error: the pipeline's total_timeout of {} s was over before all was written; the program ends here; ",
        rules.total_timeout);
    text += journal == nullptr
                ? "reports that are not finished are lost\n"
                : fmt::format("what was measured is in {}; wayfront report {} makes the reports that are missing\n",
                              journal->samples_file().string(), journal->directory().string());
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(static_cast<int>(host::ExitCode::timeout));
  }

  host::CallWatch watch_;
  host::CallWatch::Call call_;
};

/// The exit code of all cases and reports together: the first that is not 0; a failure before a timeout, an
/// interruption before all others.
int exit_code(const Reports& reports) {
  int code = 0;
  const auto add = [&](int one, bool interrupted) {
    if (interrupted || code == 0) code = one;
    if (code == static_cast<int>(host::ExitCode::timeout) && one == static_cast<int>(host::ExitCode::failed_run))
      code = one;
  };
  for (const host::Results& results : reports.all()) add(results.exit_code(), results.interrupted);
  if (reports.failed()) add(static_cast<int>(host::ExitCode::failed_run), false);
  return code;
}

/// A --set that gives `key` this text, even if it looks like TOML. Throws UserError (usage) if it is not UTF-8.
std::string text_override(const std::string& key, const std::string& text) {
  try {
    return key + "=" + nlohmann::json(text).dump();
  } catch (const nlohmann::json::type_error&) {
    refuse("{}: the name of the file must be UTF-8 text", key);
  }
}

int run(const RunArguments& arguments, const host::PluginRegistry& plugins) {
  const auto named = [](const std::filesystem::path& path) { return path == "-" ? "/dev/stdin" : path; };
  const std::filesystem::path file = named(arguments.pipeline);
  std::vector<std::string> overrides = arguments.overrides;
  if (!arguments.distances.empty()) overrides.push_back(text_override("output.distances", arguments.distances));
  if (!arguments.predecessors.empty())
    overrides.push_back(text_override("output.predecessors", arguments.predecessors));
  if (arguments.aa) overrides.emplace_back("measure.aa=true");
  report_crashes("");
  now_going_on(fmt::format("reading {}", file.string()));
  host::Pipeline pipeline = host::parse_pipeline(file, overrides, plugins, named(arguments.graph));
  if (!arguments.filter.empty()) host::keep_runs(pipeline, arguments.filter);
  pipeline.keep = arguments.keep;
  return run_pipeline(std::move(pipeline), arguments, plugins);
}

}  // namespace

int run_pipeline(host::Pipeline pipeline, const RunRules& arguments, const host::PluginRegistry& plugins) {
  const std::vector<std::filesystem::path> folders = folders_of(pipeline);
  host::check_output_targets(pipeline, folders);
  if (arguments.dry_run) {
    print(plan_text(pipeline));
    return 0;
  }
  if (arguments.resume && pipeline.report.directory.empty())
    refuse("--resume needs the directory of the results: [report] directory");
  std::optional<host::Journal> journal;
  if (!pipeline.report.directory.empty())
    journal.emplace(pipeline.report.directory,
                    arguments.resume      ? host::Earlier::resume
                    : arguments.overwrite ? host::Earlier::overwrite
                                          : host::Earlier::refuse,
                    folders);
  std::string saved_in;
  if (journal) saved_in = journal->samples_file().string();
  report_crashes(saved_in);

  const LastMoment last_moment(pipeline.measure.rules, journal ? &*journal : nullptr);
  Reports reports(arguments, pipeline, journal ? &*journal : nullptr);
  const Terminal::Says says = arguments.silent  ? Terminal::Says::errors
                              : arguments.quiet ? Terminal::Says::nothing
                                                : Terminal::Says::all;
  Terminal terminal(says, journal ? &*journal : nullptr, [&](const host::Results& results) {
    reports.add(results);
    reports.finish(true);
  });
  if (pipeline.measure.workers) host::ProcessFamily::adopt_orphans();
  host::Experiment experiment(pipeline, plugins, "/proc/self/exe", terminal);
  std::exception_ptr fault;  // of a case that could not be executed; thrown once the cases before it are reported
  for (const host::PlannedCase& planned : pipeline.cases) {
    if (host::stop_requested) break;
    if (!planned.label.empty()) terminal.note(planned.label);
    try {
      host::Results results = experiment.execute(planned);
      terminal.finish();
      if (journal && pipeline.cases.size() > 1) journal->remember(results);
      reports.add(std::move(results));
    } catch (...) {
      fault = std::current_exception();
      break;
    }
  }
  terminal.finish();
  reports.finish(terminal.journal_error().empty());
  if (fault) std::rethrow_exception(fault);
  if (!terminal.journal_error().empty()) throw host::UserError(host::ExitCode::failed_run, terminal.journal_error());

  if (reports.all().size() < pipeline.cases.size())  // interrupted before or between cases, so no case knows it
    fail(host::ExitCode::interrupted, "interrupted before {} was measured", reports.all().empty() ? "anything" : "all");

  std::ptrdiff_t skipped = 0, total = 0;
  for (const host::Results& results : reports.all()) {
    skipped += std::ranges::count(results.runs, host::RunStatus::skipped, &host::RunResult::status);
    total += std::ssize(results.runs);
  }
  if (const int code = exit_code(reports); code != 0) return code;
  if (skipped == total) fail(host::ExitCode::failed_run, "nothing was measured: every run was skipped");
  if (arguments.strict && skipped > 0) {
    fail(host::ExitCode::failed_run, "{} of {} runs were skipped, and --strict was given", skipped, total);
  }
  return 0;
}

void RunRules::add_to(std::vector<Option>& rows, std::vector<std::string> apart_from) {
  const auto add_apart = [&](Option option) {
    rows.push_back(std::move(option).excludes(apart_from));
    apart_from.emplace_back(rows.back().name);
  };
  rows.push_back({"--overwrite", &overwrite, "Delete earlier results in the report directory."});
  rows.push_back(
      Option{"--resume", &resume, "Continue with the results in the report directory: measure only what is missing."}
          .excludes({"--overwrite"}));
  add_apart({"--dry-run", &dry_run, "Print what would be run and how long it may take, and exit."});
  add_apart({"--json", &json, "Print the JSON report instead of the table."});
  rows.push_back({"-q,--quiet", &quiet, "Print no progress and no notes, only the table and errors."});
  add_apart({"-s,--silent", &silent, "Print only errors."});
}

Command run_command() {
  return command("run", "Run a pipeline: every run on the same graph, every answer certified.", run);
}

}  // namespace wayfront::app
