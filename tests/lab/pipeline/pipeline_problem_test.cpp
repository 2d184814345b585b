#include "pipeline/pipeline_parts.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline_files.hpp"

namespace wayfront::host {
namespace {

using Ids = std::vector<VertexId>;

Question problem(const std::string& keys) { return parse(graph + "[problem]\n" + keys + run).cases[0].question; }
std::string error(const std::string& keys) { return errors(graph + "[problem]\n" + keys + run); }
bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_CASE("without keys, all distances from each of eight random sources are asked, one call each") {
  const Question plan = problem("");
  CHECK(plan.rule == Question::Rule::random);
  CHECK(plan.random == 8);
  CHECK(plan.batch == 1);
  CHECK_FALSE(plan.nearest);
  CHECK_FALSE(plan.reversed);
  CHECK(std::isinf(plan.limit));
  CHECK(plan.targets.empty());
  CHECK(plan.count == 0);
}

TEST_CASE("every key of [problem] is read") {
  const Question plan =
      problem("sources = [3, 1]\nbatch = 64\ndirection = 'to'\nlimit = 30.5\ntargets = [7, 8]\npredecessors = true\n");
  CHECK(plan.rule == Question::Rule::listed);
  CHECK(plan.sources == Ids{3, 1});
  CHECK(plan.batch == 64);
  CHECK(plan.reversed);
  CHECK(plan.limit == 30.5);
  CHECK(plan.targets == Ids{7, 8});
  CHECK(plan.predecessors);
  CHECK(problem("mode = 'nearest'\ncount = 5\n").nearest);
  CHECK(problem("mode = 'nearest'\ncount = 5\n").count == 5);
  CHECK_FALSE(problem("mode = 'each'\ndirection = 'from'\n").nearest);
  CHECK(problem("limit = 0\n").limit == 0);
  CHECK(problem("sources = ['Rome', 'Pisa']\n").sources == Ids{std::string_view("Rome"), std::string_view("Pisa")});
  CHECK(problem("targets = ['Rome']\n").targets == Ids{std::string_view("Rome")});
  CHECK(problem("sources = 'max_degree'\n").rule == Question::Rule::max_degree);
  const Question random = problem("sources = { random = 4, seed = 9, reaches = 0.5 }\n");
  CHECK(random.rule == Question::Rule::random);
  CHECK(random.random == 4);
  CHECK(random.seed == 9);
  CHECK(random.reaches == 0.5);
}

TEST_CASE("sources and targets come from files beside the pipeline, with its errors at the key") {
  const File file(graph + "[problem]\nsources = { file = 'ids.txt' }\ntargets = { file = 'to.txt' }\n" + run);
  const auto parsed = [&] { return parse_pipeline(file.path, {}, plugins(), {}).cases[0].question; };
  std::ofstream(file.folder / "ids.txt") << "# sources\n5\n2\n";
  std::ofstream(file.folder / "to.txt") << "Rome\n";
  CHECK(parsed().rule == Question::Rule::listed);
  CHECK(parsed().sources == Ids{5, 2});
  CHECK(parsed().targets == Ids{std::string_view("Rome")});
  const auto refusal = [&] {
    try {
      parsed();
    } catch (const UserError& refused) {
      return std::string(refused.what());
    }
    return std::string();
  };
  std::ofstream(file.folder / "ids.txt") << "# none\n";
  CHECK(has(refusal(), "'sources' is empty; name a source"));
  fs::remove(file.folder / "to.txt");
  CHECK(has(refusal(), "p.toml:5:"));
  CHECK(has(refusal(), "'targets': "));
  CHECK(has(refusal(), "to.txt"));
}

TEST_CASE("what cannot be asked is refused at its key") {
  CHECK(has(error("sources = []\n"), "'sources' is empty; name a source"));
  CHECK(has(error("targets = []\n"), "'targets' is empty; name a target"));
  CHECK(has(error("targets = { files = 'x' }\n"), "did you mean 'targets.file'?"));
  CHECK(has(error("sources = { file = 'x', random = 5 }\n"), "'sources' has a file, so 'random' has no meaning"));
  CHECK(has(error("targets = 5\n"), "'targets' must be"));
  CHECK(has(error("batch = 0\n"), "'batch' must be an integer in 1 .. 1000000"));
  CHECK(has(error("count = 0\n"), "'count' must be"));
  CHECK(has(error("limit = -1\n"), "'limit' must be"));
  CHECK(has(error("limit = nan\n"), "'limit' must be"));
  CHECK(has(error("mode = 'near'\n"), "'mode' must be"));
  CHECK(has(error("direction = 'back'\n"), "'direction' must be"));
  CHECK(has(error("mode = 'nearest'\nbatch = 2\n"), "p.toml:5:9: error: [problem]: mode = \"nearest\" is one search"));
  CHECK(has(error("targets = [1]\ncount = 2\n"), "name either 'targets' or 'count'"));
  CHECK(error("mode = 'nearest'\nbatch = 1\n") == "");
}

TEST_CASE("several problems are cases of their own, each with its question") {
  const Pipeline pipeline = parse(graph + "[[problem]]\nlimit = 5\n[[problem]]\nbatch = 3\nlabel = 'three'\n" + run);
  REQUIRE(pipeline.cases.size() == 2);
  CHECK(pipeline.cases[0].question.limit == 5);
  CHECK(pipeline.cases[0].question.batch == 1);
  CHECK(pipeline.cases[1].question.batch == 3);
  CHECK(pipeline.cases[1].label == "three");
}

}  // namespace
}  // namespace wayfront::host
