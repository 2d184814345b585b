#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "case_folders.hpp"
#include "commands.hpp"
#include "crash.hpp"
#include "errors.hpp"
#include "experiment.hpp"
#include "host_context.hpp"
#include "journal.hpp"
#include "output.hpp"
#include "output_targets.hpp"
#include "pipeline.hpp"
#include "plan.hpp"
#include "process_family.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace wayfront::app {
namespace {

std::vector<std::filesystem::path> folders_of(const host::Pipeline& pipeline) {
  std::vector<std::string> labels;
  for (const host::PlannedCase& planned : pipeline.cases) labels.push_back(planned.label);
  return host::case_folders(labels);
}

/// Prints and writes the reports of one pipeline: of each case in its folder, and of all together.
class Reports {
 public:
  Reports(const RunArguments& arguments, const host::Pipeline& pipeline, host::Journal* journal)
      : arguments_(arguments), plan_(pipeline.report), folders_(folders_of(pipeline)), journal_(journal) {}

  /// The next case has ended. `saved`: whether the journal has every sample.
  void add(host::Results results, bool saved) {
    all_.push_back(std::move(results));
    if (journal_ == nullptr || !saved || folders_.size() == 1) return;
    const std::filesystem::path& folder = folders_[all_.size() - 1];
    for (const host::ReportFormat format : plan_.formats)
      journal_->write(folder / host::file_name(format), host::make_report(format, {&all_.back(), 1}));
  }

  void finish(bool saved) {
    if (arguments_.json)
      print(host::json_report(all_));
    else if (plan_.has(host::ReportFormat::table) || !saved)
      print(host::table_report(all_));
    if (journal_ == nullptr || !saved) return;
    for (const host::ReportFormat format : plan_.formats)
      if (folders_.size() == 1 || format != host::ReportFormat::json)  // of several, each has its own
        journal_->write(host::file_name(format), host::make_report(format, all_));
    if (!arguments_.quiet) std::fprintf(stderr, "wayfront: results are in %s\n", journal_->directory().c_str());
  }

  const std::vector<host::Results>& all() const { return all_; }

 private:
  const RunArguments& arguments_;
  const host::ReportPlan& plan_;
  std::vector<std::filesystem::path> folders_;
  host::Journal* journal_;
  std::vector<host::Results> all_;
};

/// The exit code of all cases together: the first that is not fine, an interruption before all others.
int exit_code(const std::vector<host::Results>& all) {
  int code = 0;
  for (const host::Results& results : all) {
    const int one = results.exit_code();
    if (results.interrupted || code == 0) code = one;
    if (code == static_cast<int>(host::ExitCode::timeout) && one == static_cast<int>(host::ExitCode::failed_run))
      code = one;
  }
  return code;
}

}  // namespace

std::string text_override(const std::string& key, const std::string& text) {
  try {
    return key + "=" + nlohmann::json(text).dump();
  } catch (const nlohmann::json::type_error&) {
    throw host::UserError(host::ExitCode::usage, fmt::format("{}: the name of the file must be UTF-8 text", key));
  }
}

int run(const RunArguments& arguments, const host::PluginRegistry& plugins) {
  const auto named = [](const std::filesystem::path& path) { return path == "-" ? "/dev/stdin" : path; };
  const std::filesystem::path file = named(arguments.pipeline);
  std::vector<std::string> overrides = arguments.overrides;
  if (arguments.aa) overrides.emplace_back("measure.aa=true");
  host::Pipeline pipeline = host::parse_pipeline(file, overrides, plugins, named(arguments.graph));
  if (!arguments.filter.empty()) host::keep_runs(pipeline, arguments.filter);
  const std::vector<std::filesystem::path> folders = folders_of(pipeline);
  host::check_output_targets(pipeline, folders);
  if (arguments.dry_run) {
    print(plan_text(pipeline));
    return 0;
  }
  if (arguments.resume && pipeline.report.directory.empty())
    throw host::UserError(host::ExitCode::usage, "--resume needs the directory of the results: [report] directory");
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

  Reports reports(arguments, pipeline, journal ? &*journal : nullptr);
  Terminal terminal(arguments.quiet, journal ? &*journal : nullptr, [&](const host::Results& results) {
    reports.add(results, true);
    reports.finish(true);
  });
  if (pipeline.measure.workers) host::ProcessFamily::adopt_orphans();
  host::Experiment experiment(pipeline, plugins, "/proc/self/exe", terminal);
  for (const host::PlannedCase& planned : pipeline.cases) {
    if (host::stop_requested) break;
    if (!planned.label.empty()) terminal.note(planned.label);
    host::Results results = experiment.execute(planned);
    terminal.finish();
    if (journal && pipeline.cases.size() > 1) journal->remember(results);
    reports.add(std::move(results), terminal.journal_error().empty());
  }
  reports.finish(terminal.journal_error().empty());
  if (!terminal.journal_error().empty()) throw host::UserError(host::ExitCode::failed_run, terminal.journal_error());

  std::ptrdiff_t skipped = 0, total = 0;
  for (const host::Results& results : reports.all()) {
    skipped += std::ranges::count(results.runs, host::RunStatus::skipped, &host::RunResult::status);
    total += std::ssize(results.runs);
  }
  if (const int code = exit_code(reports.all()); code != 0) return code;
  if (skipped == total)
    throw host::UserError(host::ExitCode::failed_run, "nothing was measured: every run was skipped");
  if (arguments.strict && skipped > 0) {
    throw host::UserError(host::ExitCode::failed_run,
                          fmt::format("{} of {} runs were skipped, and --strict was given", skipped, total));
  }
  return 0;
}

}  // namespace wayfront::app
