#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "commands.hpp"
#include "errors.hpp"
#include "experiment.hpp"
#include "host_context.hpp"
#include "journal.hpp"
#include "pipeline.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace wayfront::app {
namespace {

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

}  // namespace

int run(const RunArguments& arguments, const host::PluginRegistry& plugins) {
  const host::Pipeline pipeline =
      host::parse_pipeline(arguments.pipeline, arguments.overrides, plugins, arguments.graph);
  std::optional<host::Journal> journal;
  if (!pipeline.report.directory.empty()) journal.emplace(pipeline.report.directory, arguments.overwrite);

  Terminal terminal(arguments.quiet, journal ? &*journal : nullptr);
  const host::Results results = host::execute(pipeline, plugins, terminal);

  terminal.finish();
  const bool table = pipeline.report.table && !arguments.json;
  if (table) print(host::table_report(results));
  if (arguments.json) print(host::json_report(results));
  if (!terminal.journal_error().empty()) throw host::UserError(host::ExitCode::failed_run, terminal.journal_error());
  if (journal) {
    if (pipeline.report.table) journal->write("report.txt", host::table_report(results));
    if (pipeline.report.json) journal->write("report.json", host::json_report(results));
    if (pipeline.report.csv) journal->write("samples.csv", host::csv_report(results));
    terminal.note(fmt::format("results are in {}", journal->directory().string()));
  }

  const auto skipped = std::ranges::count(results.runs, host::RunStatus::skipped, &host::RunResult::status);
  if (arguments.strict && skipped > 0 && results.exit_code() == 0) {
    std::fprintf(stderr, "wayfront: error: %td of %zu runs were skipped, and --strict was given\n", skipped,
                 results.runs.size());
    return static_cast<int>(host::ExitCode::failed_run);
  }
  return results.exit_code();
}

}  // namespace wayfront::app
