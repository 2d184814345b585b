#include "journal/case_folders.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/characters.hpp"

namespace wayfront::host {
namespace {

std::vector<std::string> folders(const std::vector<std::string>& labels) {
  std::vector<std::string> names;
  for (const auto& folder : case_folders(labels)) names.push_back(folder.string());
  return names;
}

using Names = std::vector<std::string>;

TEST_CASE("a folder for each case, inside the directory, and none that hides a report") {
  CHECK(folders({""}) == Names{""});
  CHECK(folders({"NY.gr, hub", "../../x", "a/b", ".h"}) == Names{"NY.gr, hub", "_._.._x", "a_b", "_h"});
  CHECK(folders({"a/b", "a_b", "a_b 2"}) == Names{"a_b", "a_b 2", "a_b 2 2"});
  CHECK(folders({"report.html", "samples.jsonl", "samples.csv"}) ==
        Names{"report.html 2", "samples.jsonl 2", "samples.csv 2"});
}

TEST_CASE("long labels are cut between characters") {
  std::string label = "a";
  for (int i = 0; i < 100; ++i) label += "漢";
  const Names names = folders({label, label + "x"});
  CHECK(names[0] == first_characters(label, 67));
  CHECK(names[1] == names[0] + " 2");
}

}  // namespace
}  // namespace wayfront::host
