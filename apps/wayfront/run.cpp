#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "commands.hpp"
#include "crash.hpp"
#include "errors.hpp"
#include "experiment.hpp"
#include "host_context.hpp"
#include "journal.hpp"
#include "output.hpp"
#include "pipeline.hpp"
#include "plan.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace wayfront::app {
namespace {

/// A folder for each case: its label without what a file name cannot have. The directory itself where there is one.
std::vector<std::filesystem::path> folders_of(const host::Pipeline& pipeline) {
  std::vector<std::filesystem::path> folders;
  std::set<std::string> taken;
  for (const host::PlannedCase& planned : pipeline.cases) {
    std::string name;
    for (const char c : planned.label) name += c == '/' || (c == '.' && name.empty()) ? '_' : c;
    constexpr std::size_t longest = 200;  // bytes; file systems allow 255
    std::string unique = name.substr(0, longest);
    for (int i = 2; !name.empty() && !taken.insert(unique).second; ++i)
      unique = fmt::format("{} {}", name.substr(0, longest), i);
    folders.emplace_back(unique);
  }
  return folders;
}

/// Prints and writes the reports of one pipeline.
class Reports {
 public:
  Reports(const RunArguments& arguments, const host::Pipeline& pipeline, host::Journal* journal)
      : arguments_(arguments), plan_(pipeline.report), several_(pipeline.cases.size() > 1), journal_(journal) {}

  /// `all_saved`: whether the journal has every sample.
  void report(const host::PlannedCase& planned, const std::filesystem::path& folder, const host::Results& results,
              bool all_saved) {
    if (arguments_.json && several_)
      print(std::exchange(any_, true) ? "," : "[");
    else if (!arguments_.json && several_ && (plan_.table || !all_saved))
      print(fmt::format("{}== {} ==\n", std::exchange(any_, true) ? "\n" : "", planned.label));
    if (arguments_.json)
      print(host::json_report(results));
    else if (plan_.table || !all_saved)
      print(host::table_report(results));
    if (journal_ == nullptr || !all_saved) return;
    if (plan_.table) journal_->write(folder / "report.txt", host::table_report(results));
    if (plan_.json) journal_->write(folder / "report.json", host::json_report(results));
    if (plan_.csv) journal_->write(folder / "samples.csv", host::csv_report(results));
  }

  void finish(bool all_saved) {
    if (arguments_.json && several_) print(any_ ? "]\n" : "[]\n");
    if (journal_ != nullptr && all_saved && !arguments_.quiet)
      std::fprintf(stderr, "wayfront: results are in %s\n", journal_->directory().c_str());
  }

 private:
  const RunArguments& arguments_;
  const host::ReportPlan& plan_;
  bool several_;
  bool any_ = false;
  host::Journal* journal_;
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
  host::Pipeline pipeline = host::parse_pipeline(file, arguments.overrides, plugins, named(arguments.graph));
  if (!arguments.filter.empty()) host::keep_runs(pipeline, arguments.filter);
  if (arguments.dry_run) {
    print(plan_text(pipeline));
    return 0;
  }
  if (arguments.resume && pipeline.report.directory.empty())
    throw host::UserError(host::ExitCode::usage, "--resume needs the directory of the results: [report] directory");
  std::optional<host::Journal> journal;
  if (!pipeline.report.directory.empty())
    journal.emplace(pipeline.report.directory, arguments.resume      ? host::Earlier::resume
                                               : arguments.overwrite ? host::Earlier::overwrite
                                                                     : host::Earlier::refuse);
  std::string saved_in;
  if (journal) saved_in = journal->samples_file().string();
  report_crashes(saved_in);

  Reports reports(arguments, pipeline, journal ? &*journal : nullptr);
  const std::vector<std::filesystem::path> folders = folders_of(pipeline);
  std::size_t now = 0;
  Terminal terminal(arguments.quiet, journal ? &*journal : nullptr, [&](const host::Results& results) {
    reports.report(pipeline.cases[now], folders[now], results, true);
    reports.finish(true);
  });
  host::Experiment experiment(pipeline, plugins, "/proc/self/exe", terminal);
  std::vector<host::Results> all;
  for (now = 0; now < pipeline.cases.size() && !host::stop_requested; ++now) {
    if (pipeline.cases.size() > 1) terminal.note(pipeline.cases[now].label);
    all.push_back(experiment.execute(pipeline.cases[now]));
    terminal.finish();
    reports.report(pipeline.cases[now], folders[now], all.back(), terminal.journal_error().empty());
    if (journal && pipeline.cases.size() > 1) journal->remember(all.back());
  }
  reports.finish(terminal.journal_error().empty());
  if (!terminal.journal_error().empty()) throw host::UserError(host::ExitCode::failed_run, terminal.journal_error());

  std::ptrdiff_t skipped = 0, total = 0;
  for (const host::Results& results : all) {
    skipped += std::ranges::count(results.runs, host::RunStatus::skipped, &host::RunResult::status);
    total += std::ssize(results.runs);
  }
  if (const int code = exit_code(all); code != 0) return code;
  if (skipped == total)
    throw host::UserError(host::ExitCode::failed_run, "nothing was measured: every run was skipped");
  if (arguments.strict && skipped > 0) {
    throw host::UserError(host::ExitCode::failed_run,
                          fmt::format("{} of {} runs were skipped, and --strict was given", skipped, total));
  }
  return 0;
}

}  // namespace wayfront::app
