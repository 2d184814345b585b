// Reports of results. Each returns the whole text and ends with a newline; nothing is written here. `all` is one or
// more results, in the order given: those of one graph are shown together, and runs are compared only within one
// result.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "record/result.hpp"

namespace wayfront::host {

enum class ReportFormat : std::uint8_t { table, markdown, csv, json, html, latex };
inline constexpr ReportFormat report_formats[] = {ReportFormat::table, ReportFormat::markdown, ReportFormat::csv,
                                                  ReportFormat::json,  ReportFormat::html,     ReportFormat::latex};
std::string_view name(ReportFormat format);
/// The file name that `wayfront run` uses: report.txt, report.md, samples.csv, report.json, report.html,
/// report.tex.
std::string_view file_name(ReportFormat format);
/// Throws UserError (usage) that lists the formats.
ReportFormat parse_report_format(std::string_view name);

/// With the plugins that a run called in its name; in JSON they are in `called` of the run.
std::string make_report(ReportFormat format, std::span<const Results> all);

/// For a terminal: per graph a row for each run, then what was skipped or failed and why; then the means over graphs.
std::string table_report(std::span<const Results> all);
/// The same as Markdown.
std::string markdown_report(std::span<const Results> all);
/// Everything: all samples, all resolved options, machine and build, graph digest. Several results are a list.
std::string json_report(std::span<const Results> all);
/// One row per sample, flat, with a header line (RFC 4180); last the options that differ among the runs.
std::string csv_report(std::span<const Results> all);
/// One page that needs no other file and no network.
std::string html_report(std::span<const Results> all);
/// The table of graphs and runs (graph_table.hpp) for \input in a paper: needs no package, and uses booktabs if it is
/// loaded.
std::string latex_report(std::span<const Results> all);

/// The table of graphs and runs alone, after a line on what its cells and signs mean: as table, Markdown or LaTeX.
std::string graphs_report(ReportFormat format, std::span<const Results> all);

// The JSON of report.json, for the reports that are made of it.

/// Results as JSON, each run with its summary, and whether the verdicts are to be trusted.
nlohmann::json summarised(const Results& results);

}  // namespace wayfront::host
