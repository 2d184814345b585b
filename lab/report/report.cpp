#include "report/report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.hpp"
#include "base/nearest.hpp"
#include "record/case_names.hpp"

namespace wayfront::host {
namespace {

struct Format {
  std::string_view name, file;
  std::string (*make)(std::span<const Results>);
};
/// In the order of ReportFormat.
constexpr Format formats[] = {{"table", "report.txt", table_report}, {"markdown", "report.md", markdown_report},
                              {"csv", "samples.csv", csv_report},    {"json", "report.json", json_report},
                              {"html", "report.html", html_report},  {"latex", "report.tex", latex_report}};

const Format& of(ReportFormat format) { return formats[static_cast<std::size_t>(format)]; }

}  // namespace

std::string_view name(ReportFormat format) { return of(format).name; }
std::string_view file_name(ReportFormat format) { return of(format).file; }
std::string make_report(ReportFormat format, std::span<const Results> all) {
  const bool calls = std::ranges::any_of(all, [](const Results& results) {
    return std::ranges::any_of(results.runs, [](const RunResult& run) { return !run.usage.called.empty(); });
  });
  if (!calls || format == ReportFormat::json) return of(format).make(all);
  return of(format).make(with_called(all));
}

ReportFormat parse_report_format(std::string_view text) {
  std::vector<std::string_view> names;
  for (const ReportFormat format : report_formats) {
    if (name(format) == text) return format;
    names.push_back(name(format));
  }
  const std::string near = nearest(text, names);
  throw UserError(ExitCode::usage,
                  fmt::format("there is no format \"{}\"; {}", text,
                              near.empty() ? fmt::format("there are \"{}\"", fmt::join(names, "\", \""))
                                           : fmt::format("did you mean \"{}\"?", near)));
}

}  // namespace wayfront::host
