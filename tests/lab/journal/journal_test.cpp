
#include "journal/journal.hpp"
#include "../../test.hpp"
#include "base/characters.hpp"

namespace wayfront::host {
namespace journal_test {

TEST_CASE("samples are in the file as soon as they are appended") {
  const Scratch scratch;
  Journal journal(scratch.path() / "a/b", Earlier::refuse);
  journal.append("one\n");
  CHECK(content_of(scratch.path() / "a/b/samples.jsonl") == "one\n");
  journal.append("two\n");
  journal.write("report.json", "{}\n");
  CHECK(content_of(scratch.path() / "a/b/samples.jsonl") == "one\ntwo\n");
  CHECK(content_of(scratch.path() / "a/b/report.json") == "{}\n");
}

TEST_CASE("earlier results are refused, or dropped on request") {
  const Scratch scratch;
  Journal(scratch.path(), Earlier::refuse).append("one\n");
  CHECK_THROWS_WITH_AS(Journal(scratch.path(), Earlier::refuse), doctest::Contains("already holds samples.jsonl"),
                       UserError);
  CHECK(content_of(scratch.path() / "samples.jsonl") == "one\n");
  std::ofstream(scratch.path() / "report.json") << "{}";
  Journal(scratch.path(), Earlier::overwrite);  // without a sample of its own nothing is dropped
  CHECK(content_of(scratch.path() / "samples.jsonl") == "one\n");
  CHECK(content_of(scratch.path() / "report.json") == "{}");
  Journal(scratch.path(), Earlier::overwrite).append("two\n");
  CHECK(content_of(scratch.path() / "samples.jsonl") == "two\n");
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "report.json"));
}

TEST_CASE("a run that ends before its first sample leaves nothing behind") {
  const Scratch scratch;
  Journal(scratch.path() / "a", Earlier::refuse);
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "a"));
  std::filesystem::create_directory(scratch.path() / "b");
  Journal(scratch.path() / "b", Earlier::refuse);
  CHECK(std::filesystem::is_empty(scratch.path() / "b"));
  std::ofstream(scratch.path() / "b" / "report.json") << "{}";
  CHECK_THROWS_WITH_AS(Journal(scratch.path() / "b", Earlier::refuse), doctest::Contains("already holds report.json"),
                       UserError);
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "b" / "samples.jsonl"));
}

TEST_CASE("what a writer left that was killed is removed, and nothing else") {
  const Scratch scratch;
  Journal(scratch.path(), Earlier::refuse).append("one\n");
  for (const char* name : {".wayfront-new-report.txt-1-0", "kept.txt"}) scratch.write(name, "x");
  std::filesystem::create_directory(scratch.path() / ".wayfront-new-folder");
  CHECK_THROWS_AS(Journal(scratch.path(), Earlier::refuse), UserError);
  CHECK_FALSE(std::filesystem::exists(scratch.path() / ".wayfront-new-report.txt-1-0"));
  CHECK(std::filesystem::exists(scratch.path() / "kept.txt"));
  CHECK(std::filesystem::exists(scratch.path() / ".wayfront-new-folder"));
}

TEST_CASE("a directory that cannot be made names the reason") {
  CHECK_THROWS_WITH_AS(Journal("/dev/null/results", Earlier::refuse),
                       doctest::Contains("cannot create /dev/null/results"), UserError);
}

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

}  // namespace journal_test
}  // namespace wayfront::host
