#include "load/tables/graph_values.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "pipeline/plan.hpp"
#include "pipeline_files.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("steps of the graph are read in order, each a table with one key") {
  const Pipeline pipeline =
      parse(graph + "steps = [{ potentials = { seed = 3 } }, { potentials = { most = 7 } }]\n" + run);
  REQUIRE(pipeline.cases[0].graph.steps.size() == 2);
  CHECK(describe(pipeline.cases[0].graph.steps[0]) == "potentials up to 100, seed 3");
  CHECK(describe(pipeline.cases[0].graph.steps[1]) == "potentials up to 7, seed 1");
  CHECK(pipeline.to_json()["graph"]["steps"]["value"][1]["potentials"]["value"]["most"]["value"] == 7);
  const auto errors_of = [&](const std::string& steps) { return errors(graph + "steps = " + steps + "\n" + run); };
  CHECK(errors_of("3").find("'steps' must be an array of names and tables, but is 3") != std::string::npos);
  CHECK(errors_of("[3]").find("or a table with one key") != std::string::npos);
  CHECK(errors_of("[{}]").find("or a table with one key") != std::string::npos);
  CHECK(errors_of("[{ potentials = {}, x = 1 }]").find("or a table with one key") != std::string::npos);
  CHECK(errors_of("[{ potential = {} }]").find("did you mean 'potentials'?") != std::string::npos);
  CHECK(errors_of("[{ potentials = { most = -1 } }]").find("'potentials.most'") != std::string::npos);
  CHECK(errors_of("['scale_weights']").find("'scale_weights' needs a value") != std::string::npos);
  CHECK(errors_of("['reorder']").find("'reorder' needs a value") != std::string::npos);
  CHECK(errors_of("['symetrize']").find("did you mean 'symmetrize'?") != std::string::npos);
  CHECK(errors_of("[{ negative_fraction = 1.5 }]").find("'negative_fraction' must be a number in 0 .. 1") !=
        std::string::npos);
  CHECK(errors_of("[{ negative_fraction = { seed = 1 } }]").find("'negative_fraction.fraction' is missing") !=
        std::string::npos);
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
    CHECK(text.find("--step reorder: error: [[graph.steps]]: 'reorder' needs a value") != std::string::npos);
    CHECK(text.find("--step scale_weight=2: error: [[graph.steps]]: unknown key 'scale_weight'; did you mean "
                    "'scale_weights'?") != std::string::npos);
    CHECK(text.find("--step merge_parallel=sum: error: [[graph.steps]]: 'merge_parallel' must be \"min\" or \"max\"") !=
          std::string::npos);
    CHECK(text.find("--step {: error: '{' is not a TOML value") != std::string::npos);
    CHECK(text.find("unknown key 'potentials.x'") != std::string::npos);
  }
}

}  // namespace
}  // namespace wayfront::host
