#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <span>
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
  std::vector<std::string> overrides = arguments.overrides;
  if (arguments.aa) overrides.emplace_back("measure.aa=true");
  const host::Pipeline pipeline = host::parse_pipeline(file, overrides, plugins, named(arguments.graph));
  std::optional<host::Journal> journal;
  if (!pipeline.report.directory.empty()) journal.emplace(pipeline.report.directory, arguments.overwrite);

  std::string saved_in;
  if (journal) saved_in = journal->samples_file().string();
  report_crashes(saved_in);

  const auto report = [&](const host::Results& results, bool all_saved) {
    const std::span one(&results, 1);
    if (arguments.json)
      print(host::json_report(one));
    else if (pipeline.report.has(host::ReportFormat::table) || !all_saved)
      print(host::table_report(one));
    if (!journal || !all_saved) return;
    for (const host::ReportFormat format : pipeline.report.formats)
      journal->write(host::file_name(format), host::make_report(format, one));
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
