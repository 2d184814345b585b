#include "pipeline/pipeline_parts.hpp"
#include "pipeline/plan.hpp"
#include "pipeline_files.hpp"

namespace wayfront::host {
namespace runs_test {

TEST_CASE("[[run]]: labels are made of what differs") {
  CHECK(labels(parse(graph + run + "options.delta = 5\n" + run +
                     "options.delta = 'dynamic'\n[[run]]\nplugin = 'sound'\n")) ==
        std::vector<std::string>{"sample delta=5", "sample delta=dynamic", "sound"});
  CHECK(labels(parse(graph + run + run + "options = { mask = false, delta = 3 }\n")) ==
        std::vector<std::string>{"sample delta=10 mask=true", "sample delta=3 mask=false"});
  CHECK(labels(parse(graph + run + "label = 'a b'\n" + run)) == std::vector<std::string>{"a b", "sample"});
  CHECK(errors(graph + run + run) ==
        "p.toml:5:1: error: [[run]]: the label 'sample' is taken; give each run a different 'label'");
  CHECK(errors(graph + run + "label = 'x'\n" + run + "label = 'x'\n") ==
        "p.toml:8:9: error: [[run]]: the label 'x' is taken; give each run a different 'label'");
}

TEST_CASE("[[run]]: a sweep expands into its cross product, the last key fastest") {
  const Pipeline pipeline =
      parse(graph + run + "[run.options]\nmask = false\n[run.sweep]\norder = ['source', 'target']\n" +
            "block_size = [32, 64]\n[[run]]\nplugin = 'sound'\nlabel = 'S'\nsweep.width = [1]\n");
  CHECK(labels(pipeline) == std::vector<std::string>{
                                "sample order=source block_size=32", "sample order=source block_size=64",
                                "sample order=target block_size=32", "sample order=target block_size=64", "S width=1"});
  CHECK(pipeline.runs[2].options.values()[1].integer == 32);
  CHECK(pipeline.runs[2].options.values()[4].integer == 1);
  CHECK_FALSE(pipeline.runs[2].options.values()[0].boolean);
  CHECK(pipeline.runs[0].baseline);
  CHECK_FALSE(pipeline.runs[1].baseline);
}

TEST_CASE("[[run]]: errors in options and sweeps stand where the value is, each once") {
  CHECK(
      errors(graph + "[[run]]\nlabel = 'x'\n") ==
      "p.toml:3:1: error: [[run]]: 'plugin' is missing: The algorithm plugin to run, or the path of its file, relative "
      "to the pipeline file.");
  CHECK(errors(graph + "[[run]]\nplugin = ''\n") == "p.toml:4:10: error: [[run]]: 'plugin' must not be empty");
  CHECK(errors(graph + run + "options = 3\n") == "p.toml:5:11: error: [[run]]: 'options' must be a table, but is 3");
  CHECK(errors(graph + run + "options.block_size = 7\noptions.blok_size = 1\n") ==
        "p.toml:5:22: error: option 'block_size' of plugin 'sample' must be an integer in 32 .. 1024, but is 7\n"
        "p.toml:6:9: error: options of plugin 'sample': unknown key 'blok_size'; did you mean 'block_size'?");
  CHECK(errors(graph + run + "[run.options]\nmask = 1\n[run.sweep]\nblock_size = [32, 7, 64]\nmusk = [1, 2]\n") ==
        "p.toml:6:8: error: option 'mask' of plugin 'sample' must be true or false, but is 1\n"
        "p.toml:8:19: error: option 'block_size' of plugin 'sample' must be an integer in 32 .. 1024, but is 7\n"
        "p.toml:9:1: error: options of plugin 'sample': unknown key 'musk'; did you mean 'mask'?");
  CHECK(errors(graph + run + "[run.options]\nmask = true\n[run.sweep]\nmask = [true]\n") ==
        "p.toml:8:1: error: [run.sweep]: 'mask' is also in [run.options]; remove one");
  CHECK(errors(graph + run + "sweep.mask = true\n") ==
        "p.toml:5:14: error: [run.sweep]: 'mask' must be a list of values, but is true");
  CHECK(errors(graph + run + "sweep.mask = []\n").ends_with("must be a list of values, but is an empty list"));
  CHECK(errors(graph + run + "sweep.mask = [true, true]\n")
            .ends_with("the label 'sample mask=true' is taken; give each run a different 'label'"));
  std::string many = "[" + std::string("1");
  for (int i = 2; i <= 40; ++i) many += "," + std::to_string(i);
  many += "]";
  CHECK(errors(graph + run + "sweep.delta = " + many + "\nsweep.sizes = " + many + "\n") ==
        "p.toml:3:1: error: [run.sweep]: has more than 1000 combinations; sweep fewer values");
}

TEST_CASE("[[run]]: one baseline") {
  CHECK(errors(graph + run + "baseline = true\n[[run]]\nplugin = 'sound'\nbaseline = true\n") ==
        "p.toml:8:12: error: [[run]]: another run is already the baseline; only one can be");
}

TEST_CASE("measure.aa plans the baseline twice") {
  const Pipeline pipeline = parse(graph + "[measure]\naa = true\n" + run + "[[run]]\nplugin = 'sound'\nlabel = 'b'\n" +
                                  "baseline = true\n[[run]]\nplugin = 'sound'\nlabel = 'c'\n");
  REQUIRE(pipeline.runs.size() == 4);
  CHECK(pipeline.runs[1].baseline);
  CHECK(pipeline.runs[2].label == "b (again)");
  CHECK(pipeline.runs[2].control);
  CHECK_FALSE(pipeline.runs[2].baseline);
  CHECK(pipeline.runs[2].options.to_json() == pipeline.runs[1].options.to_json());
  CHECK_FALSE(pipeline.runs[3].control);
  CHECK(errors(graph + "[measure]\naa = true\n" + run + "label = 'x'\n[[run]]\nplugin = 'sound'\nlabel = 'x (again)'\n")
            .ends_with("[[run]]: the label 'x (again)' is taken by measure.aa; choose another"));
}

using Labels = std::vector<std::string>;

Labels of_paths(const std::vector<std::string>& paths) {
  std::vector<LabelledEntry> entries;
  for (const std::string& path : paths) entries.push_back({"", path, {}});
  return make_labels(entries, "graph");
}

TEST_CASE("labels: as much of a path as no other has") {
  CHECK(of_paths({"/x/d1/g.gr", "/x/d2/g.gr"}) == Labels{"d1/g.gr", "d2/g.gr"});
  CHECK(of_paths({"/x/d1/g.gr", "/x/d2/h.gr"}) == Labels{"g.gr", "h.gr"});
  CHECK(of_paths({"a/x/g", "b/x/g", "b/y/g", "h"}) == Labels{"a/x/g", "b/x/g", "y/g", "h"});
  CHECK(of_paths({"g", "d/g", "/g"}) == Labels{"g", "d/g", "/g"});
  CHECK(of_paths({"d/g", "d/g"}) == Labels{"g", "g"});
  CHECK(of_paths({"a\nb", "a b"}) == Labels{"a b", "a b (2)"});
}

TEST_CASE("labels: settings that differ, in full where their short forms are the same") {
  const std::string a24(24, 'a'), umlauts = "ääääääääääääääääääääääää";
  CHECK(make_labels({{{"", "g", {{"options.seed", "1"}}}, {"", "g", {{"options.seed", "2"}}}, {"", "h", {}}}},
                    "graph") == Labels{"g seed=1", "g seed=2", "h"});
  CHECK(make_labels({{{"", "g", {{"a.seed", "1"}}}, {"", "g", {{"b.seed", "1"}}}}}, "graph") ==
        Labels{"g a.seed=1", "g b.seed=1"});
  CHECK(make_labels({{{"", "g", {{"x", a24 + "b"}}}, {"", "g", {{"x", a24 + "c"}}}}}, "graph") ==
        Labels{"g x=" + a24 + "b", "g x=" + a24 + "c"});
  CHECK(make_labels({{{"", "g", {{"x", umlauts + "b"}}}, {"", "g", {{"x", "c"}}}}}, "graph") ==
        Labels{"g x=" + umlauts + "...", "g x=c"});
  CHECK(make_labels({{{"", "", {}}, {"all", "", {}}}}, "problem") == Labels{"problem 1", "all"});
  CHECK(make_labels({{{"g", "h", {}}, {"", "g", {}}, {"g", "i", {}}}}, "graph") == Labels{"g", "g (2)", "g"});
}

/// Few parts, so that much is alike.
template <std::size_t N>
std::string any_of(std::mt19937& random, const char* const (&texts)[N]) {
  return texts[random() % N];
}

TEST_CASE("labels: two entries have one label where they are the same, and only there") {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<LabelledEntry> entries(2 + random() % 6);
    for (LabelledEntry& it : entries) {
      it.path = any_of(random, {"", "g", "a/g", "b/a/g", "a/b/g", "/g", "g (2)", "g s=1"});
      for (const char* const name : {"a.s", "b.s", "s", "a.value"})
        if (random() % 2 == 0) {
          if (random() % 2 == 0) it.set.insert(name);
          it.settings[name] = any_of(
              random, {"1", "2", "1 s=1", "1\ts=1", "aaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaab"});
        }
      if (random() % 4 == 0) it.given = any_of(random, {"g", "a/g", "g s=1", "graph 1", "x"});
    }
    const Labels labels = make_labels(entries, "graph");
    REQUIRE(labels.size() == entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      CHECK_FALSE(labels[i].empty());
      if (!entries[i].given.empty()) CHECK(labels[i] == entries[i].given);
      for (std::size_t k = 0; k < i; ++k) {
        if (!entries[i].given.empty() && !entries[k].given.empty()) continue;
        const bool made = entries[i].given.empty() && entries[k].given.empty();
        const bool same = made && entries[i].path == entries[k].path && entries[i].settings == entries[k].settings;
        CHECK((labels[i] == labels[k]) == same);
      }
    }
  }
}

TEST_CASE("labels: defaults only where they are needed") {
  const auto labels = [](std::vector<LabelledEntry> entries) { return make_labels(entries, "graph"); };
  const std::map<std::string, std::string> grid = {{"kind", "grid"}, {"rows", "9"}, {"scale", "16"}};
  const std::map<std::string, std::string> rmat = {{"kind", "rmat"}, {"rows", "1000"}, {"scale", "8"}};
  CHECK(labels({{"", "g", grid, {"kind", "rows"}}, {"", "g", rmat, {"kind", "scale"}}}) ==
        Labels{"g kind=grid rows=9", "g kind=rmat scale=8"});
  CHECK(labels({{"", "g", {{"weights", "int32"}}, {}}, {"", "g", {{"weights", "float32"}}, {"weights"}}}) ==
        Labels{"g weights=int32", "g weights=float32"});
  CHECK(labels({{"", "g", {{"a", "1"}, {"b", "2"}}, {"a"}},
                {"", "g", {{"a", "1"}, {"b", "3"}}, {"a"}},
                {"", "g", {{"a", "2"}, {"b", "2"}}, {"a"}}}) == Labels{"g a=1 b=2", "g a=1 b=3", "g a=2"});
}

Labels case_labels(const std::string& text) {
  Labels all;
  for (const PlannedCase& it : parse(text).cases) all.push_back(it.label);
  return all;
}

TEST_CASE("labels of cases: graphs of one name in two folders, and labels that join to the same") {
  CHECK(case_labels("[[graph]]\npath = 'd1/g.gr'\n[[graph]]\npath = 'd2/g.gr'\n" + run) ==
        Labels{"d1/g.gr", "d2/g.gr"});
  CHECK(case_labels("[[graph]]\npath = 'g'\nlabel = 'a'\n[[graph]]\npath = 'g'\nlabel = 'a, b'\n"
                    "[[problem]]\nlabel = 'c'\n[[problem]]\nlabel = 'b, c'\n" +
                    run) == Labels{"a, c", "a, b, c", "a, b, c (2)", "a, b, b, c"});
}

TEST_CASE("a label that was given to one run is not made for another one") {
  CHECK(labels(parse(graph + run + "options.delta = 5\n" + run +
                     "[[run]]\nplugin = 'sound'\nlabel = 'sample delta=5'\n")) ==
        Labels{"sample delta=5 (2)", "sample delta=10", "sample delta=5"});
}

}  // namespace runs_test
}  // namespace wayfront::host
