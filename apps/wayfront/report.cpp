#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <system_error>

#include "base/errors.hpp"
#include "commands.hpp"
#include "files/file_replacement.hpp"
#include "journal/journal.hpp"
#include "journal/result_file.hpp"
#include "report/figures/figures.hpp"
#include "report/overview.hpp"
#include "report/report.hpp"

namespace wayfront::app {
namespace {

struct ReportArguments {
  bool table = false;  // only the table of graphs and runs
  std::vector<std::filesystem::path> results;
  std::string format;             // empty: the table, unless only figures are requested
  std::filesystem::path output;   // empty: standard output
  std::filesystem::path figures;  // a directory for drawings and their data; empty: none

  void add_to(std::vector<Option>& rows) {
    rows = {{"RESULT", &results, "report.json, samples.jsonl, or a directory of them; - reads standard input.", true},
            {"--format", &format, "table (default), markdown, csv, json, html or latex."},
            {"--table", &table, "Only the table with graphs in rows and runs in columns, of the format."},
            {"-o,--output", &output, "Write the report to this file instead of standard output."},
            {"--figures", &figures, "Write every figure of the HTML page into this directory, as SVG and CSV."}};
  }
};

/// Throws UserError (usage) if the report would replace a result that it is made from.
void refuse_inputs(const ReportArguments& arguments) {
  if (arguments.output.empty() || arguments.output == "-") return;
  const auto refuse_if_same = [&](const std::filesystem::path& input) {
    std::error_code error;
    if (std::filesystem::exists(input, error) && host::same_file(arguments.output, input))
      refuse("--output: {} is one of the results that the report is made from; name another file",
             arguments.output.string());
  };
  const std::filesystem::path name = arguments.output.filename();
  for (const std::filesystem::path& path : arguments.results) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      refuse_if_same(path == "-" ? std::filesystem::path("/dev/stdin") : path);
    } else if (name == host::file_name(host::ReportFormat::json) || name == host::samples_file_name) {
      refuse_if_same(path / name);
      for (const auto& entry : std::filesystem::directory_iterator(path, error)) refuse_if_same(entry.path() / name);
    }
  }
}

/// The table of graphs and runs alone. Throws UserError (usage) for formats that have none.
std::string graphs_alone(host::ReportFormat format, std::span<const host::Results> all) {
  using enum host::ReportFormat;
  if (format == table || format == markdown || format == latex) return host::graphs_report(format, all);
  refuse("--table: the format \"{}\" has no table of its own; use table, markdown or latex", host::name(format));
}

int report(const ReportArguments& arguments) {
  const host::ReportFormat format = host::parse_report_format(arguments.format.empty() ? "table" : arguments.format);
  refuse_inputs(arguments);
  std::vector<host::Results> all;
  for (const auto& path : arguments.results) {
    host::ReadResults read = host::read_results(path);
    for (const std::string& text : read.notes) say(text);
    std::move(read.results.begin(), read.results.end(), std::back_inserter(all));
  }
  if (const std::string line = host::grouping_line(all); !line.empty()) say(line);
  int code = 0;
  if (!arguments.figures.empty()) {
    try {
      say(fmt::format("{}: {} drawing(s), each with its numbers as CSV", arguments.figures.string(),
                      host::write_figures(host::with_called(all), arguments.figures)));
    } catch (const host::UserError& error) {
      if (error.code() != host::ExitCode::failed_run) throw;
      say(fmt::format("error: {}", error.what()));  // the report is written anyway
      code = static_cast<int>(error.code());
    }
    if (code == 0 && !arguments.table && arguments.output.empty() && arguments.format.empty()) return 0;
  }
  const std::string text =
      arguments.table ? graphs_alone(format, host::with_called(all)) : host::make_report(format, all);
  if (arguments.output.empty() || arguments.output == "-") {
    print(text);
    return code;
  }
  try {
    host::write_whole(arguments.output, text, host::Links::follow);
  } catch (const host::UserError& error) {
    throw host::UserError(error.code(), fmt::format("--output: {}", error.what()));
  }
  return code;
}

}  // namespace

Command report_command() {
  return command("report", "Make a report from one or more results, including those of interrupted runs.", report);
}

}  // namespace wayfront::app
