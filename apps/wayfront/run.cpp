#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string>

#include "commands.hpp"
#include "crash.hpp"
#include "errors.hpp"
#include "experiment.hpp"
#include "host_context.hpp"
#include "journal.hpp"
#include "output.hpp"
#include "pipeline.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace wayfront::app {

int run(const RunArguments& arguments, const host::PluginRegistry& plugins) {
  const auto named = [](const std::filesystem::path& path) { return path == "-" ? "/dev/stdin" : path; };
  const std::filesystem::path file = named(arguments.pipeline);
  const host::Pipeline pipeline = host::parse_pipeline(file, arguments.overrides, plugins, named(arguments.graph));
  std::optional<host::Journal> journal;
  if (!pipeline.report.directory.empty()) journal.emplace(pipeline.report.directory, arguments.overwrite);

  std::string saved_in;
  if (journal) saved_in = journal->samples_file().string();
  report_crashes(saved_in);

  const auto report = [&](const host::Results& results, bool all_saved) {
    if (arguments.json)
      print(host::json_report(results));
    else if (pipeline.report.table || !all_saved)
      print(host::table_report(results));
    if (!journal || !all_saved) return;
    if (pipeline.report.table) journal->write("report.txt", host::table_report(results));
    if (pipeline.report.json) journal->write("report.json", host::json_report(results));
    if (pipeline.report.csv) journal->write("samples.csv", host::csv_report(results));
    if (!arguments.quiet) std::fprintf(stderr, "wayfront: results are in %s\n", journal->directory().c_str());
  };
  Terminal terminal(arguments.quiet, journal ? &*journal : nullptr,
                    [&](const host::Results& results) { report(results, true); });
  const host::Results results = host::execute(pipeline, plugins, terminal);
  terminal.finish();
  report(results, terminal.journal_error().empty());
  if (!terminal.journal_error().empty()) throw host::UserError(host::ExitCode::failed_run, terminal.journal_error());

  const auto skipped = std::ranges::count(results.runs, host::RunStatus::skipped, &host::RunResult::status);
  const auto total = std::ssize(results.runs);
  if (results.exit_code() != 0) return results.exit_code();
  if (skipped == total)
    throw host::UserError(host::ExitCode::failed_run, "nothing was measured: every run was skipped");
  if (arguments.strict && skipped > 0) {
    throw host::UserError(host::ExitCode::failed_run,
                          fmt::format("{} of {} runs were skipped, and --strict was given", skipped, total));
  }
  return 0;
}

}  // namespace wayfront::app
