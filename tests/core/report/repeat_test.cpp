#include "report/repeat.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "../sample_results.hpp"
#include "report/report.hpp"

namespace wayfront::host {
namespace {

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
  CHECK(fact(all[0], "program").find("0.2.0, commit abc123") != std::string::npos);
  CHECK(fact(all[0], "machine").starts_with("P, 2 threads"));
  CHECK(fact(all[0], "seed of the order of runs") == "42");
  CHECK(fact(all[0], "graph x.gr").find("digest 0123") != std::string::npos);
  CHECK(fact(all[0], "sources of x.gr") == "1, 2 (random = 2, seed = 7)");
  CHECK(all[0].pipeline == it.pipeline["text"]);
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
  CHECK(page.find("<details id=\"repeat\"><summary>How to repeat this</summary>") != std::string::npos);
  CHECK(page.find("path = &quot;x&lt;1&gt;.gr&quot;") != std::string::npos);
  const std::string text = markdown_report({&it, 1});
  CHECK(text.find("<details>\n<summary>How to repeat this</summary>\n\n```sh\nwayfront run") != std::string::npos);
  CHECK(text.find("````toml\n[graph]\npath = \"x<1>.gr\"\n# ``` fence\n````\n") != std::string::npos);
  CHECK(text.ends_with("</details>\n"));
}

TEST_CASE("results of earlier versions say what they know") {
  const Results it = made_results();
  const std::vector<Repetition> all = repetitions_of({&it, 1});
  CHECK(all[0].commands == std::vector<std::string>{"wayfront run p.toml"});
  CHECK(all[0].pipeline.empty());
}

}  // namespace
}  // namespace wayfront::host
