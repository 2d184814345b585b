#include "../../test.hpp"
#include "base/characters.hpp"
#include "load/tables/graph_values.hpp"
#include "pipeline/pipeline_parts.hpp"
#include "pipeline/plan.hpp"
#include "pipeline_files.hpp"
#include "settings/overrides.hpp"

namespace wayfront::host {
namespace values_test {

TEST_CASE("amounts of memory have units, or are a share of the machine's") {
  CHECK(parse_byte_count("4096B") == 4096);
  CHECK(parse_byte_count("500MB") == 500'000'000);
  CHECK(parse_byte_count("8 GiB") == std::uint64_t{8} << 30);
  CHECK(parse_byte_count("1.5KiB") == 1536);
  const auto all = parse_byte_count("100%");
  const auto half = parse_byte_count("50%");
  REQUIRE(all);
  REQUIRE(half);
  CHECK(*half <= *all / 2 + 1);
  CHECK(*half + 1 >= *all / 2);
}

TEST_CASE("anything else is none") {
  for (const char* text : {"", "MB", "lots", "-1", "0", "1", "4096", "0MB", "nan", "inf", "1e30", "8 gib", "8GiB ",
                           "8  GiB", "1,5MB", "100.1%", "101%"})
    CHECK_MESSAGE(!parse_byte_count(text), text);
}

TEST_CASE("wildcards fit whole texts") {
  CHECK(matches("", ""));
  CHECK(matches("*", ""));
  CHECK(matches("**a**", "a"));
  CHECK(matches("a*c", "abbc"));
  CHECK(matches("*b*b", "ab b b"));
  CHECK(matches("a?c", "abc"));
  CHECK(matches("*.gr: dijk*", "NY.gr: dijkstra"));
  CHECK_FALSE(matches("", "a"));
  CHECK_FALSE(matches("?", ""));
  CHECK_FALSE(matches("a*c", "abcd"));
  CHECK_FALSE(matches("*ab", "aab "));
  CHECK(matches("*ab", "aaab"));
}

TEST_CASE("wildcards: ? is one character, however many bytes it has") {
  CHECK(matches("Z?rich", "Zürich"));
  CHECK(matches("*?rich", "Zürich"));
  CHECK(matches("??", "漢字"));
  CHECK_FALSE(matches("Z??rich", "Zürich"));
  CHECK_FALSE(matches("???", "漢字"));
}

/// With time that grows exponentially this would not end.
TEST_CASE("wildcards: many stars") {
  std::string pattern, text(5000, 'a');
  for (int i = 0; i < 500; ++i) pattern += "a*";
  CHECK(matches(pattern, text));
  CHECK_FALSE(matches(pattern + 'b', text));
}

TEST_CASE("texts are cut between characters") {
  CHECK(character_count("aü漢😀") == 4);
  CHECK(first_characters("aü漢😀", 3) == "aü漢");
  CHECK(first_characters("aü", 3) == "aü");
  CHECK(first_characters("", 1).empty());
  CHECK(first_bytes("aü漢", 2) == "a");
  CHECK(first_bytes("aü漢", 3) == "aü");
  CHECK(first_bytes("aü漢", 5) == "aü");
  CHECK(first_bytes("aü漢", 6) == "aü漢");
  CHECK(first_bytes("\x80\x80", 1).empty());
}

TEST_CASE("overrides take the place of the file's values, whatever their type") {
  const Pipeline pipeline =
      parse(graph + run + "options.delta = 5\n[problem]\nsources = [9]\n",
            {"graph.path=other/x.gr", "measure.repeats=3", "problem.sources=[1,2]", "run.0.label=mine",
             "run.0.options.delta=dynamic", "report.directory=a=b", "measure.verify={reference=\"sound\"}"});
  CHECK(pipeline.cases[0].graph.path == "other/x.gr");  // of the command line, so relative to the current folder
  CHECK(pipeline.measure.repeats == 3);
  CHECK(pipeline.cases[0].question.sources == std::vector<VertexId>{1, 2});
  CHECK(pipeline.runs[0].label == "mine");
  CHECK(pipeline.to_json()["run"][0]["options"]["delta"]["value"] == "dynamic");
  CHECK(pipeline.report.directory == "a=b");
  CHECK(pipeline.measure.reference != nullptr);
  CHECK(parse(graph + run + "[problem]\nsources = [9]\n", {"problem.sources.0=4"}).cases[0].question.sources ==
        std::vector<VertexId>{4});
  CHECK(parse("[graph]\npath = 3\n" + run, {"graph.path=x"}).cases[0].graph.path == "x");
}

TEST_CASE("--graph takes the place of path, loader and options") {
  const std::string made =
      "[graph]\nloader = 'sample-maker'\nweights = 'float32'\n[graph.options]\nvertices = 3\n" + run;
  const Pipeline pipeline = parse(made, {}, "some dir/ü.gr");
  CHECK(pipeline.cases[0].graph.path == "some dir/ü.gr");
  CHECK(pipeline.cases[0].graph.loader.empty());
  CHECK(pipeline.cases[0].graph.weights == WeightKind::float32);
  CHECK(pipeline.cases[0].graph.loader_options == nullptr);
  CHECK(parse(run, {}, "x.gr").cases[0].graph.path == "x.gr");
  CHECK(contains(errors(run, {}, "\xff.gr"), "--graph: error: the path must be UTF-8 text"));
}

TEST_CASE("steps of the graph are read in order, each a table with one key") {
  const Pipeline pipeline =
      parse(graph + "steps = [{ potentials = { seed = 3 } }, { potentials = { most = 7 } }]\n" + run);
  REQUIRE(pipeline.cases[0].graph.steps.size() == 2);
  CHECK(describe(pipeline.cases[0].graph.steps[0]) == "potentials up to 100, seed 3");
  CHECK(describe(pipeline.cases[0].graph.steps[1]) == "potentials up to 7, seed 1");
  CHECK(pipeline.to_json()["graph"]["steps"]["value"][1]["potentials"]["value"]["most"]["value"] == 7);
  const auto errors_of = [&](const std::string& steps) { return errors(graph + "steps = " + steps + "\n" + run); };
  CHECK(contains(errors_of("3"), "'steps' must be an array of names and tables, but is 3"));
  CHECK(contains(errors_of("[3]"), "or a table with one key"));
  CHECK(contains(errors_of("[{}]"), "or a table with one key"));
  CHECK(contains(errors_of("[{ potentials = {}, x = 1 }]"), "or a table with one key"));
  CHECK(contains(errors_of("[{ potential = {} }]"), "did you mean 'potentials'?"));
  CHECK(contains(errors_of("[{ potentials = { most = -1 } }]"), "'potentials.most'"));
  CHECK(contains(errors_of("['scale_weights']"), "'scale_weights' needs a value"));
  CHECK(contains(errors_of("['reorder']"), "'reorder' needs a value"));
  CHECK(contains(errors_of("['symetrize']"), "did you mean 'symmetrize'?"));
  CHECK(contains(errors_of("[{ negative_fraction = 1.5 }]"), "'negative_fraction' must be a number in 0 .. 1"));
  CHECK(contains(errors_of("[{ negative_fraction = { seed = 1 } }]"), "'negative_fraction.fraction' is missing"));
}

std::string words(std::span<const GraphStep> steps) {
  std::string text;
  for (const GraphStep& step : steps) text += describe(step) + "; ";
  return text;
}

TEST_CASE("every step in its short and its long form") {
  constexpr std::string_view expected =
      "symmetrize; transpose; drop_self_loops; merge_parallel min; merge_parallel max; largest_component; abs_weights; "
      "scale_weights 2; potentials up to 100, seed 1; negative_fraction 0.5, seed 1; negative_fraction 0.25, seed 9; "
      "reorder none; reorder bfs; reorder degree; reorder random, seed 1; reorder random, seed 3; ";
  const Pipeline pipeline = parse(graph + R"(steps = [{ symmetrize = true }, "transpose", { drop_self_loops = true },
    { transpose = false }, "merge_parallel", { merge_parallel = "max" }, "largest_component", "abs_weights",
    { scale_weights = 2 }, "potentials", { negative_fraction = 0.5 },
    { negative_fraction = { fraction = 0.25, seed = 9 } }, { reorder = "none" }, { reorder = "bfs" },
    { reorder = "degree" }, { reorder = "random" }, { reorder = { order = "random", seed = 3 } }]
)" + run);
  CHECK(words(pipeline.cases.front().graph.steps) == expected);
  const std::vector<std::string> arguments = {"symmetrize",
                                              "{ transpose = true }",
                                              "drop_self_loops=true",
                                              "transpose=false",
                                              "merge_parallel",
                                              "merge_parallel=max",
                                              "largest_component",
                                              "abs_weights",
                                              "scale_weights=2",
                                              "potentials",
                                              "negative_fraction=0.5",
                                              "negative_fraction={ fraction = 0.25, seed = 9 }",
                                              "reorder=none",
                                              "reorder=bfs",
                                              "reorder=degree",
                                              "reorder='random'",
                                              "reorder={ order = 'random', seed = 3 }"};
  CHECK(words(parse_steps(arguments, "--step")) == expected);
}

TEST_CASE("errors in steps of the command line name the argument, all at once") {
  const std::vector<std::string> arguments = {"reorder", "scale_weight=2", "merge_parallel=sum", "{",
                                              "potentials={ x = 1 }"};
  try {
    parse_steps(arguments, "--step");
    FAIL("not refused");
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::usage);
    const std::string text = error.what();
    CAPTURE(text);
    CHECK(contains(text, "--step reorder: error: [[graph.steps]]: 'reorder' needs a value"));
    CHECK(contains(text,
                   "--step scale_weight=2: error: [[graph.steps]]: unknown key 'scale_weight'; did you mean "
                   "'scale_weights'?"));
    CHECK(contains(text,
                   "--step merge_parallel=sum: error: [[graph.steps]]: 'merge_parallel' must be \"min\" or \"max\""));
    CHECK(contains(text, "--step {: error: '{' is not a TOML value"));
    CHECK(contains(text, "unknown key 'potentials.x'"));
  }
}

}  // namespace values_test
}  // namespace wayfront::host
