// Each bug in the table of docs/authors/check.md is named by the case that stands beside it.
#include <sstream>

#include "../../test.hpp"
#include "conformance/conformance.hpp"
#include "faulty_plugin.hpp"

namespace wayfront::host {
namespace bugs_test {

ConformanceResult check(const std::string& bug, bool quick, const std::string& only) {
  ConformanceOptions options;
  options.quick = quick;
  options.threads = 2;
  options.limit = 300;
  options.only = only;
  return check_plugin(with_bug(bug), options, nullptr);
}

/// What is between "`" in a cell, and nothing else.
std::string code_in(const std::string& cell) {
  const std::size_t begin = cell.find('`'), end = cell.rfind('`');
  return begin < end ? cell.substr(begin + 1, end - begin - 1) : "";
}

struct Row {
  std::string bug, case_name;
};
std::vector<Row> table() {
  std::vector<Row> rows;
  std::ifstream page(WAYFRONT_TABLE_OF_BUGS);
  for (std::string line; std::getline(page, line);) {
    std::string none, bug, what, name;
    std::istringstream cells(line);
    if (!line.starts_with("| `")) continue;
    for (std::string* const cell : {&none, &bug, &what, &name}) std::getline(cells, *cell, '|');
    rows.push_back({code_in(bug), code_in(name)});
  }
  return rows;
}

TEST_CASE("the table has every bug once") {
  std::multiset<std::string> in_table, in_plugin;
  for (const Row& row : table()) in_table.insert(row.bug);
  std::istringstream words(with_bug("none").options()[0].help);
  for (std::string word; words >> word;)
    if (!word.starts_with("none") && !word.ends_with(":") && word != "Which") in_plugin.insert(word);
  CHECK(in_table == in_plugin);
  CHECK(in_table.size() >= 40);
}

TEST_CASE("without a bug every case passes") {
  for (const char* algorithm : {"none", "none_heap", "none_buckets"})
    for (const CaseReport& report : check(algorithm, true, "int32").cases)
      if (report.result != CaseResult::passed) FAIL_CHECK(algorithm << ": " << to_text(report));
}

TEST_CASE("each bug is named by its case") {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // whose allocators do not say what is in use
  const std::set<std::string> left_out = {"leaks_memory", "ids_in_float"};
#else
  const std::set<std::string> left_out;
#endif
  for (const Row& row : table()) {
    if (left_out.contains(row.bug)) continue;
    CAPTURE(row.bug);
    CAPTURE(row.case_name);
    bool named = false;
    for (const CaseReport& report : check(row.bug, false, row.case_name).cases)
      named |= report.name == row.case_name &&
               (report.result == CaseResult::failed || contains(report.reason, "less than 3 GiB"));
    CHECK(named);
  }
}

}  // namespace bugs_test
}  // namespace wayfront::host
