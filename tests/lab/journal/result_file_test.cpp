#include "journal/result_file.hpp"

#include "../../test.hpp"
#include "../sample_results.hpp"
#include "base/json/json_text.hpp"
#include "record/result_json.hpp"

namespace wayfront::host {
namespace result_file_test {

namespace fs = std::filesystem;

void save(const fs::path& file, std::string_view text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string error_of(const fs::path& path) {
  return refusal_by(ExitCode::input, [&] { read_results(path); });
}

/// As a run writes it while it goes on, all samples of a run after each other.
std::string journal_of(const Results& results, bool head = true, bool endings = true) {
  std::string text = head ? journal_head(results) : "";
  for (const RunResult& run : results.runs) {
    for (const Sample& sample : run.samples) text += journal_sample(run, sample);
    if (endings) text += journal_ending(run);
  }
  return text;
}

TEST_CASE("a report, a journal, and a directory of either hold the same results") {
  const Scratch scratch;
  const fs::path folder = scratch.path();
  const Results made = made_results();
  const std::string whole = to_json(made).dump();
  save(folder / "a/report.json", json_text(to_json(made)));
  save(folder / "b/samples.jsonl", journal_of(made));
  for (const fs::path path : {"a", "a/report.json", "b", "b/samples.jsonl"}) {
    INFO(path.string());
    const ReadResults read = read_results(folder / path);
    REQUIRE(read.results.size() == 1);
    CHECK(read.notes.empty());
    CHECK(to_json(read.results[0]).dump() == whole);
  }
  CHECK(read_results(folder).results.size() == 2);
}

TEST_CASE("a journal cut anywhere is read up to there") {
  const Scratch scratch;
  const fs::path file = scratch.path() / "samples.jsonl";
  const Results made = made_results();
  const std::string head = journal_head(made), all = journal_of(made);
  for (std::size_t size = head.size(); size <= all.size(); size += all[size - 1] == '\n' ? 1 : 37) {
    save(file, std::string_view(all).substr(0, size));
    const ReadResults read = read_results(file);
    const auto lines = static_cast<std::size_t>(std::count(all.begin(), all.begin() + static_cast<long>(size), '\n'));
    const bool whole_line = all[size - 1] == '\n';
    std::size_t samples = 0;
    for (const RunResult& run : read.results.at(0).runs) samples += run.samples.size();
    INFO(size);
    CHECK(read.results[0].runs.size() == 3);
    // Lines: the head, two samples and an ending, twice, then an ending. One that lacks its newline alone still counts.
    const std::size_t max[] = {0, 0, 1, 2, 2, 3, 4, 4, 4};
    CHECK(samples >= max[lines]);
    CHECK(samples <= max[std::min<std::size_t>(lines + 1, 8)]);
    CHECK(read.notes.size() <= (whole_line ? 0U : 1U));
    CHECK(read.journal_bytes <= size);
    CHECK((read.journal_bytes == size) == (read.notes.empty()));
    CHECK(read.results[0].interrupted == (read.results[0].runs[1].status == RunStatus::interrupted));
  }
}

TEST_CASE("a journal without heads still has its labels; heads part graphs, and the same graph goes on") {
  const Scratch scratch;
  const fs::path file = scratch.path() / "samples.jsonl";
  const Results made = made_results();
  save(file, journal_of(made, false, false));
  const ReadResults bare = read_results(file);
  REQUIRE(bare.results.size() == 1);
  REQUIRE(bare.results[0].runs.size() == 2);
  CHECK_FALSE(bare.results[0].runs[0].baseline);
  CHECK(bare.results[0].runs[1].samples.size() == 2);

  Results other = made;
  other.graph["digest"] = "4567";
  save(file,
       journal_of(made) + journal_of(other) + journal_head(made) + journal_sample(made.runs[0], made_sample(9, 9, 1)));
  const ReadResults two = read_results(file);
  REQUIRE(two.results.size() == 2);
  CHECK(two.results[0].runs[0].samples.size() == 3);
  CHECK(two.results[1].runs[0].samples.size() == 2);
}

TEST_CASE(
    "of a directory with a report for each graph and a journal of all, what has no report comes from the journal") {
  const Scratch scratch;
  const fs::path folder = scratch.path();
  const Results made = made_results();
  Results other = made;
  other.graph["digest"] = "4567";
  save(folder / "x/report.json", json_text(to_json(made)));
  save(folder / "samples.jsonl", journal_of(made) + journal_of(other, true, false));
  const ReadResults read = read_results(folder);
  REQUIRE(read.results.size() == 2);
  CHECK(to_json(read.results[0]) == to_json(made));
  CHECK(read.results[1].graph == other.graph);
  CHECK(read.results[1].interrupted);
  CHECK(read.notes.size() == 1);
  save(folder / "y/report.json", json_text(to_json(other)));
  CHECK(read_results(folder).notes.empty());
  CHECK_FALSE(read_results(folder).results.at(1).interrupted);
}

TEST_CASE("errors name file and line") {
  const Scratch scratch;
  const fs::path folder = scratch.path(), file = folder / "samples.jsonl";
  const Results made = made_results();
  save(file, "");
  CHECK(error_of(file).ends_with("samples.jsonl: is empty"));
  save(file, journal_head(made) + "{broken\n" + journal_sample(made.runs[0], made.runs[0].samples[0]));
  CHECK(contains(error_of(file), "samples.jsonl:2:2: is not JSON"));
  save(file, journal_head(made) + "{\"label\": \"slow\"}\n");
  CHECK(error_of(file).ends_with("samples.jsonl:2: 'source' is missing"));
  save(file, "{\"schema\": 7}\n");
  CHECK(contains(error_of(file), "samples.jsonl:1: schema 7, but"));
  save(file, "{\"cut off");
  CHECK(error_of(file).ends_with("has no samples"));
}

}  // namespace result_file_test
}  // namespace wayfront::host
