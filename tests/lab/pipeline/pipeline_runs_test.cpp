#include "pipeline/pipeline_parts.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/errors.hpp"
#include "pipeline/plan.hpp"
#include "pipeline_files.hpp"

namespace wayfront::host {
namespace {

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

}  // namespace
}  // namespace wayfront::host
