#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

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
  const std::filesystem::path file = arguments.pipeline == "-" ? "/dev/stdin" : arguments.pipeline;
  const host::Pipeline pipeline = host::parse_pipeline(file, arguments.overrides, plugins, arguments.graph);
  std::optional<host::Journal> journal;
  if (!pipeline.report.directory.empty()) journal.emplace(pipeline.report.directory, arguments.overwrite);

  report_crashes(journal ? (journal->directory() / "samples.jsonl").string() : "");
  Terminal terminal(arguments.quiet, journal ? &*journal : nullptr);
  const host::Results results = host::execute(pipeline, plugins, terminal);

  terminal.finish();
  const bool saved = terminal.journal_error().empty();
  if (arguments.json)
    print(host::json_report(results));
  else if (pipeline.report.table || !saved)
    print(host::table_report(results));
  if (!saved) throw host::UserError(host::ExitCode::failed_run, terminal.journal_error());
  if (journal) {
    if (pipeline.report.table) journal->write("report.txt", host::table_report(results));
    if (pipeline.report.json) journal->write("report.json", host::json_report(results));
    if (pipeline.report.csv) journal->write("samples.csv", host::csv_report(results));
    terminal.note(fmt::format("results are in {}", journal->directory().string()));
  }

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
