#include <fmt/format.h>

#include <cstdio>
#include <iterator>

#include "commands.hpp"
#include "errors.hpp"
#include "file_output.hpp"
#include "gnuplot.hpp"
#include "output.hpp"
#include "overview.hpp"
#include "report.hpp"
#include "result_file.hpp"

namespace wayfront::app {
namespace {

void note(const std::string& text) { std::fprintf(stderr, "wayfront: %s\n", text.c_str()); }

}  // namespace

int report(const ReportArguments& arguments) {
  const host::ReportFormat format = host::parse_report_format(arguments.format);
  std::vector<host::Results> all;
  for (const auto& path : arguments.results) {
    host::ReadResults read = host::read_results(path);
    for (const std::string& text : read.notes) note(text);
    std::move(read.results.begin(), read.results.end(), std::back_inserter(all));
  }
  if (const std::string line = host::grouping_line(all); !line.empty()) note(line);
  if (!arguments.gnuplot.empty()) {
    const std::size_t plots = host::write_gnuplot(all, arguments.gnuplot);
    note(fmt::format("{}: {} plot(s); make them with gnuplot *.gp there", arguments.gnuplot.string(), plots));
    if (arguments.output.empty() && arguments.format == "table") return 0;
  }
  const std::string text = host::make_report(format, all);
  if (arguments.output.empty() || arguments.output == "-") {
    print(text);
    return 0;
  }
  if (const std::string error = host::write_whole(arguments.output, text); !error.empty())
    throw host::UserError(host::ExitCode::usage, fmt::format("--output: {}: {}", arguments.output.string(), error));
  return 0;
}

}  // namespace wayfront::app
