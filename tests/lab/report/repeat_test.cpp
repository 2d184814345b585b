#include "report/repeat.hpp"
#include "../../test.hpp"
#include "../sample_results.hpp"
#include "files/file_replacement.hpp"
#include "journal/result_file.hpp"
#include "report/report.hpp"

namespace wayfront::host {
namespace repeat_test {

Results recorded() {
  Results it = made_results();
  it.pipeline = {{"file", "my p.toml"},
                 {"text", "[graph]\npath = \"x<1>.gr\"\n# ``` fence\n"},
                 {"overrides", {"measure.repeats=3", "run.0.label=it's"}},
                 {"graph_file", "y.gr"},
                 {"filter", "fast*"},
                 {"measure", {{"seed", {{"value", 42}, {"set", true}}}}},
                 {"problem",
                  {{"sources",
                    {{"value",
                      {{"file", {{"value", ""}, {"set", false}}},
                       {"random", {{"value", 2}, {"set", true}}},
                       {"seed", {{"value", 7}, {"set", true}}}}},
                     {"set", true}}}}},
                 {"report", {{"directory", {{"value", "results/x"}, {"set", true}}}}}};
  it.machine["wayfront"] = "0.2.0";
  it.machine["revision"] = "abc123";
  return it;
}

std::string fact(const Repetition& it, std::string_view what) {
  const auto found = std::ranges::find(it.facts, what, &std::pair<std::string, std::string>::first);
  return found == it.facts.end() ? "" : found->second;
}

TEST_CASE("how to repeat it: commands as a shell reads them, commit, machine, seeds, digest, pipeline") {
  const Results it = recorded();
  const std::vector<Repetition> all = repetitions_of({&it, 1});
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].commands.size() == 2);
  CHECK(all[0].commands[0] ==
        "wayfront run 'my p.toml' --graph y.gr --set measure.repeats=3 --set 'run.0.label=it'\\''s' --filter 'fast*'");
  CHECK(all[0].commands[1] == "wayfront report results/x --figures results/x/figures");
  CHECK(contains(fact(all[0], "program"), "0.2.0, commit abc123"));
  CHECK(fact(all[0], "processor").starts_with("P, 2 threads"));
  CHECK(fact(all[0], "load when it began") == "1.33 in the last minute");
  CHECK(fact(all[0], "seed of the order of runs") == "42");
  CHECK(contains(fact(all[0], "graph x.gr"), "digest 0123"));
  CHECK(fact(all[0], "sources of x.gr") == "1, 2 (random = 2, seed = 7)");
  CHECK(all[0].pipeline == it.pipeline["text"].get<std::string>());
}

TEST_CASE("the hardware, as far as the report knows it") {
  nlohmann::json machine = {{"processor", "P"},
                            {"threads", 2},
                            {"memory_bytes", 8ULL << 30},
                            {"caches", {{"L1d", 49152}, {"L2", 2 << 20}}},
                            {"governor", "performance"},
                            {"turbo", false},
                            {"system", "S"}};
  machine["devices"] = {{{"index", 1},
                         {"name", "G"},
                         {"driver", "1.2"},
                         {"multiprocessors", 132},
                         {"max_mhz", 1980},
                         {"l2_bytes", 50 << 20},
                         {"memory_bytes", 85'000'000'000},
                         {"bytes_per_second", 3'352'320'000'000},
                         {"compute_capability", "9.0"}},
                        {{"index", 2}, {"name", "old"}, {"driver", "1.2"}}};
  const auto all = hardware(machine);
  REQUIRE(all.size() == 3);
  CHECK(all[0].second == "P, 2 threads, 8 GiB, L1d 48 KiB, L2 2 MiB, governor performance, turbo off, S");
  CHECK(all[1].first == "GPU 1");
  CHECK(all[1].second ==
        "G, 132 multiprocessors, up to 1980 MHz, L2 50 MiB, 85.0 GB at 3.4 TB/s, compute capability 9.0, driver 1.2");
  CHECK(all[2].second == "old, driver 1.2");
  CHECK(hardware(nullptr).empty());
  machine.erase("devices");
  Results it = made_results();
  it.machine = machine;
  CHECK(contains(html_report({&it, 1}), "L1d 48 KiB, L2 2 MiB, governor"));
  CHECK(contains(markdown_report({&it, 1}), "L1d 48 KiB, L2 2 MiB, governor"));
}

TEST_CASE("a pipeline that is in no file is to be made of its text") {
  Results it = made_results();
  it.pipeline = {{"file", "bench"}, {"text", "[graph]\n"}};
  CHECK(repetitions_of({&it, 1})[0].commands[0] == "wayfront run pipeline.toml  # the text below");
}

TEST_CASE("cases of one pipeline are repeated together, other pipelines by themselves") {
  std::vector<Results> all = {recorded(), recorded(), recorded()};
  all[1].graph["name"] = "z.gr";
  all[2].pipeline["text"] = "other";
  const std::vector<Repetition> found = repetitions_of(all);
  REQUIRE(found.size() == 2);
  CHECK_FALSE(fact(found[0], "graph z.gr").empty());
}

TEST_CASE("the page and Markdown fold it, with the pipeline as it was") {
  const Results it = recorded();
  const std::string page = html_report({&it, 1});
  CHECK(contains(page, "<details id=\"repeat\"><summary>How to repeat this</summary>"));
  CHECK(contains(page, "path = &quot;x&lt;1&gt;.gr&quot;"));
  CHECK(contains(markdown_report({&it, 1}), "````toml\n[graph]\npath = \"x<1>.gr\"\n# ``` fence\n````\n"));
}

// Results that version 0.2.0 wrote, and its reports of them (tests/data/results_0_2): of three graphs, with batches, traces, a
// negative cycle, devices and their readings, rows that were drawn, ranks, and runs that ended early.

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

}  // namespace repeat_test
}  // namespace wayfront::host
