#include "settings/overrides.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/errors.hpp"
#include "pipeline/plan.hpp"
#include "pipeline_files.hpp"

namespace wayfront::host {
namespace {

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

TEST_CASE("errors of overrides are placed at the option") {
  const auto set = [](const std::string& text) { return errors(graph + run, {text}); };
  CHECK(set("measure.repeats=0") ==
        "--set measure.repeats: error: [measure]: 'repeats' must be an integer in 1 .. 1000000, but is 0");
  CHECK(set("measure.repeat=3") ==
        "--set measure.repeat: error: [measure]: unknown key 'repeat'; did you mean 'repeats'?");
  CHECK(set("grph.path=3") == "--set grph.path: error: the pipeline: unknown key 'grph'; did you mean 'graph'?");
  CHECK(set("run.0.options.block_size=7") ==
        "--set run.0.options.block_size: error: option 'block_size' of plugin 'sample' must be an integer in 32 .. "
        "1024, but is 7");
  CHECK(set("measure.repeats") == "--set measure.repeats: error: has no value; write --set measure.repeats=VALUE");
  CHECK(set("repeats=3") == "--set repeats: error: needs a table and a key, such as --set measure.repeats=3");
  CHECK(set("measure.=3").ends_with("needs a table and a key, such as --set measure.repeats=3"));
  CHECK(set("problem.sources=[1,") == "--set problem.sources: error: '[1,' is not a TOML value");
  CHECK(set("graph.path.x=1") == "--set graph.path.x: error: 'graph.path' is \"g.gr\" and has no key 'x'");
  CHECK(set("run.1.label=x") == "--set run.1.label: error: 'run' is a list with items 0 .. 0 and has no item '1'");
  CHECK(set("run.x.label=x").starts_with("--set run.x.label: error: 'run'"));
  CHECK(set("run.x.label=x").ends_with("has no item 'x'"));
  CHECK(set("graph.path=\xff") == "--set graph.path: error: '\xff' is not a TOML value");
  CHECK(set("measure.repeats=1\nwarmups = 2")
            .ends_with("'repeats' must be an integer in 1 .. 1000000, but is \"1\nwarmups = 2\""));
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
  CHECK(errors(run, {}, "\xff.gr").find("--graph: error: the path must be UTF-8 text") != std::string::npos);
}

}  // namespace
}  // namespace wayfront::host
