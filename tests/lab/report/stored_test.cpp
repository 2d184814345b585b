// Results that version 0.2.0 wrote, and its reports of them (tests/data/results_0_2): of three graphs, with batches, traces, a
// negative cycle, devices and their readings, rows that were drawn, ranks, and runs that ended early.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "files/file_replacement.hpp"
#include "journal/result_file.hpp"
#include "report/report.hpp"

namespace wayfront::host {
namespace {

const std::filesystem::path folder = WAYFRONT_STORED_RESULTS;

TEST_CASE("results of version 0.2.0 are read, and give the reports that it made of them") {
  const std::vector<Results> all = read_results(folder / "report.json").results;
  REQUIRE(all.size() == 3);
  for (const ReportFormat format :
       {ReportFormat::json, ReportFormat::csv, ReportFormat::table, ReportFormat::markdown, ReportFormat::latex}) {
    CAPTURE(name(format));
    std::string made = make_report(format, all), stored = read_whole(folder / file_name(format)).value();
    if (format == ReportFormat::latex)  // its first line names the program that made it
      for (std::string* text : {&made, &stored}) text->erase(0, text->find('\n'));
    CHECK(made == stored);
  }
}

}  // namespace
}  // namespace wayfront::host
