#include "load/loaded_graph.hpp"
#include "load/tables/graph_values.hpp"
#include "pipeline/pipeline_parts.hpp"
#include "pipeline_files.hpp"

namespace wayfront::host {
namespace tables_test {

std::string output_error(const std::string& keys, const std::string& problem = "") {
  return errors(graph + problem + "[output]\n" + keys + run);
}

const std::string nearest = "[problem]\nmode = 'nearest'\n";

TEST_CASE("a matrix needs no trees, labels and predecessors do") {
  const Pipeline plain = parse(graph + "[output]\nmatrix = 'D.npz'\n" + run);
  REQUIRE(plain.output.matrix.has_value());
  CHECK(plain.output.matrix->format == MatrixFormat::npz);
  CHECK(plain.output.any());
  CHECK_FALSE(plain.cases[0].question.predecessors);
  const Pipeline labels = parse(graph + nearest + "[output]\nlabels = 'l.csv'\nmatrix = 'D.npy'\n" + run);
  REQUIRE(labels.output.labels.has_value());
  CHECK(labels.output.labels->format == SolutionFormat::csv);
  CHECK(labels.output.matrix->format == MatrixFormat::npy);
  CHECK(labels.cases[0].question.predecessors);
}

TEST_CASE("the matrix's format is by its suffix alone, and no case is left without labels' mode") {
  CHECK(contains(output_error("matrix = 'D.txt'\nformat = 'npy'\n"), "does not end in .npy, .npz or .csv"));
  CHECK(output_error("matrix = 'D{case}.npy'\n") == "");
  CHECK(contains(output_error("labels = 'l.csv'\n"),
                 "p.toml:4:10: error: [output]: 'labels' needs [problem] mode = \"nearest\""));
  CHECK(contains(output_error("labels = 'l.csv'\n", "[[problem]]\nmode = 'nearest'\n[[problem]]\nlimit = 1\n"),
                 "'labels' needs"));
  CHECK(contains(output_error("labels = 'l.foo'\n", nearest), "l.foo does not end in"));
  CHECK(output_error("labels = 'l.foo'\nformat = 'csv'\n", nearest) == "");
}

TEST_CASE("no two keys name one file") {
  for (const auto& [a, b] : {std::pair("distances", "predecessors"), {"distances", "matrix"}, {"labels", "matrix"}}) {
    const std::string text = output_error(std::string(a) + " = 'x.npy'\n" + b + " = 'x.npy'\n", nearest);
    CHECK(contains(text, "'" + std::string(a) + "' and '" + b + "' name the same file"));
  }
}

using Ids = std::vector<VertexId>;

Question problem(const std::string& keys) { return parse(graph + "[problem]\n" + keys + run).cases[0].question; }
std::string problem_error(const std::string& keys) { return errors(graph + "[problem]\n" + keys + run); }

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
  file.folder.write("ids.txt", "# sources\n5\n2\n");
  file.folder.write("to.txt", "Rome\n");
  CHECK(parsed().rule == Question::Rule::listed);
  CHECK(parsed().sources == Ids{5, 2});
  CHECK(parsed().targets == Ids{std::string_view("Rome")});
  const auto refusal = [&] { return refusal_by([&] { parsed(); }); };
  file.folder.write("ids.txt", "# none\n");
  CHECK(contains(refusal(), "'sources' is empty; name a source"));
  fs::remove(file.folder.path() / "to.txt");
  CHECK(contains(refusal(), "p.toml:5:"));
  CHECK(contains(refusal(), "'targets': "));
  CHECK(contains(refusal(), "to.txt"));
}

TEST_CASE("what cannot be asked is refused at its key") {
  CHECK(contains(problem_error("targets = []\n"), "'targets' is empty; name a target"));
  CHECK(contains(problem_error("targets = { files = 'x' }\n"), "did you mean 'targets.file'?"));
  CHECK(contains(problem_error("sources = { file = 'x', random = 5 }\n"),
                 "'sources' has a file, so 'random' has no meaning"));
  CHECK(contains(problem_error("targets = 5\n"), "'targets' must be"));
  CHECK(contains(problem_error("batch = 0\n"), "'batch' must be an integer in 1 .. 1000000"));
  CHECK(contains(problem_error("count = 0\n"), "'count' must be"));
  CHECK(contains(problem_error("limit = -1\n"), "'limit' must be"));
  CHECK(contains(problem_error("limit = nan\n"), "'limit' must be"));
  CHECK(contains(problem_error("mode = 'near'\n"), "'mode' must be"));
  CHECK(contains(problem_error("direction = 'back'\n"), "'direction' must be"));
  CHECK(contains(problem_error("mode = 'nearest'\nbatch = 2\n"),
                 "p.toml:5:9: error: [problem]: mode = \"nearest\" is one search"));
  CHECK(contains(problem_error("targets = [1]\ncount = 2\n"), "name either 'targets' or 'count'"));
  CHECK(problem_error("mode = 'nearest'\nbatch = 1\n") == "");
}

TEST_CASE("several problems are cases of their own, each with its question") {
  const Pipeline pipeline = parse(graph + "[[problem]]\nlimit = 5\n[[problem]]\nbatch = 3\nlabel = 'three'\n" + run);
  REQUIRE(pipeline.cases.size() == 2);
  CHECK(pipeline.cases[0].question.limit == 5);
  CHECK(pipeline.cases[0].question.batch == 1);
  CHECK(pipeline.cases[1].question.batch == 3);
  CHECK(pipeline.cases[1].label == "three");
}

TEST_CASE("[graph]: path, loader and its options") {
  CHECK(errors("[graph]\npath = ''\n" + run) == "p.toml:2:8: error: [graph]: 'path' must not be empty");
  CHECK(errors("[graph]\npath = 5\n" + run) == "p.toml:2:8: error: [graph]: 'path' must be a text, but is 5");
  CHECK(errors("[graph]\nweights = 'int16'\npath = 'x'\n" + run)
            .starts_with(R"(p.toml:2:11: error: [graph]: 'weights' must be "auto", "int32", "float32", "int64" or )"
                         R"("float64", but is "int16")"));
  CHECK(errors("[graph]\nloader = 'sample-raeder'\npath = 'x'\n" + run) ==
        "p.toml:2:10: error: there is no loader plugin 'sample-raeder'; did you mean 'sample-reader'?");
  CHECK(contains(errors("[graph]\nloader = 'sample'\npath = 'x'\n" + run), "there is no loader plugin 'sample'"));
  CHECK(errors("[graph]\nloader = 'sample-maker'\npath = 'x'\n" + run) ==
        "p.toml:3:8: error: [graph]: the loader 'sample-maker' makes its graph and does not use 'path'; remove one of "
        "them");
  CHECK(errors("[graph]\nloader = 'sample-reader'\n" + run) ==
        "p.toml:1:1: error: [graph]: 'path' is missing; name the file for the loader 'sample-reader'");
  CHECK(errors("[graph]\npath = 'x'\n[graph.options]\nvertices = 1\n" + run) ==
        "p.toml:3:1: error: [graph.options] needs the 'loader' whose options they are");
  CHECK(errors("[graph]\nloader = 'sample-maker'\noptions = 3\n" + run) ==
        "p.toml:3:11: error: [graph]: 'options' must be a table, but is 3");
  CHECK(errors("[graph]\nloader = 'sample-maker'\n[graph.options]\nvertices = 101\nedges = 3\n" + run) ==
        "p.toml:4:12: error: option 'vertices' of loader 'sample-maker' must be an integer in 1 .. 100, but is 101\n"
        "p.toml:5:1: error: options of loader 'sample-maker': unknown key 'edges'; known are vertices");
  CHECK(parse("[graph]\npath = '/abs/x.gr'\nloader = 'sample-reader'\n" + run).cases[0].graph.path == "/abs/x.gr");
  CHECK(parse("[graph]\npath = '../x.gr'\n" + run).cases[0].graph.path == fs::temp_directory_path() / "x.gr");
}

TEST_CASE("[graph]: the cache") {
  const auto rule = [](std::string_view keys) {
    return parse(graph + std::string(keys) + run).cases.front().graph.cache;
  };
  CHECK(rule("").mode == CacheRule::Mode::automatic);
  CHECK(rule("").directory == "");
  CHECK(rule("").max_bytes == 10e9);
  CHECK(rule("cache = true\n").mode == CacheRule::Mode::on);
  CHECK(rule("cache = false\n").mode == CacheRule::Mode::off);
  CHECK(rule("cache = 'here'\n").mode == CacheRule::Mode::on);
  CHECK(rule("cache = 'here'\n").directory.filename() == "here");
  CHECK(rule("cache = 'here'\n").directory.is_absolute());  // relative to the file, which is in a folder of its own
  CHECK(rule("cache = '/there'\ncache_limit = 0.5\n").directory == "/there");
  CHECK(rule("cache_limit = 0.5\n").max_bytes == 0.5e9);
  CHECK(rule("cache_limit = '500 MB'\n").max_bytes == 500e6);
  CHECK(rule("cache_limit = '1GiB'\n").max_bytes == double(1 << 30));
  CHECK(rule("cache_limit = 0\n").max_bytes == 0);
  CHECK(errors(graph + "cache_limit = '50%'\n" + run) ==
        "p.toml:3:15: error: [graph]: 'cache_limit' must be a number of GB or a size such as \"8GiB\" or \"500MB\", "
        "but is \"50%\"");
  CHECK(contains(errors(graph + "cache = ''\n" + run), "'cache' must not be empty"));
  CHECK(contains(errors(graph + "cache = 1\n" + run), "'cache' must be"));
  CHECK(contains(errors(graph + "cache_limit = -1\n" + run), "cache_limit"));
}

TEST_CASE("[graph]: rules for missing weights") {
  const auto rule = [](const std::string& text) { return errors(graph + "missing_weights = " + text + "\n" + run); };
  CHECK(parse(graph + "missing_weights = 'hash1000'\n" + run).cases[0].graph.missing_weights.kind ==
        WeightRule::Kind::hash1000);
  CHECK(parse(graph + "missing_weights = 'error'\n" + run).cases[0].graph.missing_weights.kind ==
        WeightRule::Kind::none);
  const WeightRule constant = parse(graph + "missing_weights.constant = 2\n" + run).cases[0].graph.missing_weights;
  CHECK(constant.kind == WeightRule::Kind::constant);
  CHECK(constant.constant == 2);
  CHECK(rule("{}") == "p.toml:3:19: error: missing_weights: needs one of 'constant', 'uniform' and 'euclidean'");
  CHECK(rule("{ constant = 1, uniform = [1, 2] }").ends_with("needs one of 'constant', 'uniform' and 'euclidean'"));
  CHECK(rule("{ constant = 1, seed = 2 }") == "p.toml:3:42: error: missing_weights: 'seed' belongs to 'uniform'");
  CHECK(rule("{ constant = 1.5 }") == "");  // weights = "auto" finds a type
  CHECK(
      rule("{ constant = 1.5 }\nweights = 'int32'") ==
      "p.toml:3:32: error: missing_weights: constant 1.5 is not an integer; use weights = \"float64\", on the command "
      "line --weights float64");
  CHECK(rule("{ constant = 1e30 }\nweights = 'int64'")
            .starts_with("p.toml:3:32: error: missing_weights: constant 1e+30 does not fit int64; use weights = "));
  CHECK(rule("{ constant = 1.5 }\nweights = 'float32'") == "");
  for (const char* const bad : {"[1]", "[1, 2, 3]", "[1.5, 2]", "[1, 1e30]"})
    CHECK(rule(std::string("{ uniform = ") + bad + " }") ==
          "p.toml:3:31: error: missing_weights: 'uniform' must be two integers, the min and the max weight, such as "
          "[1, 100]");
  CHECK(rule("{ uniform = [5, 1] }") ==
        "p.toml:3:31: error: missing_weights: uniform = [5, 1] is an empty range; the min comes first");
  CHECK(rule("{ uniform = [1, 1e12] }") == "");
  CHECK(rule("{ uniform = [1, 1e12] }\nweights = 'int32'") ==
        "p.toml:3:31: error: missing_weights: uniform = [1, 1000000000000] exceeds -2147483646 .. 2147483646, the "
        "integers that int32 represents exactly");
  CHECK(rule("{ uniform = [0, 20000000] }\nweights = 'float32'")
            .ends_with("the integers that float32 represents "
                       "exactly"));
  CHECK(rule("'hash100'")
            .ends_with(R"(must be "error", "unit", "hash1000" or "gap", but is "hash100"; did you mean "hash1000"?)"));
  CHECK(rule("7") ==
        "p.toml:3:19: error: [graph]: 'missing_weights' must be \"error\", \"unit\", \"hash1000\" or \"gap\" or a "
        "table of "
        "constant, "
        "uniform, "
        "seed, euclidean, scale, but is 7");
  CHECK(contains(rule("{ constnt = 1 }"),
                 "unknown key 'missing_weights.constnt'; did you mean 'missing_weights.constant'?"));
}

TEST_CASE("a rule for missing weights from the command line") {
  CHECK(parse_weight_rule("hash1000", WeightChoice::int32, "--missing-weights").kind == WeightRule::Kind::hash1000);
  CHECK(parse_weight_rule("{ uniform = [1, 9], seed = 4 }", WeightChoice::int32, "--missing-weights").max == 9);
  const auto message = [](std::string_view text) {
    return refusal_by([&] { parse_weight_rule(text, WeightChoice::int32, "--missing-weights"); });
  };
  CHECK(message("{ uniform = [9, 1] }")
            .starts_with("--missing-weights: error: missing_weights: uniform = [9, 1] is an empty range"));
  CHECK(message("{ uniform = ") == "--missing-weights: error: '{ uniform = ' is not a TOML value");
  CHECK(message("none").starts_with("--missing-weights: error: rule: 'missing_weights' must be \"error\", "));
  for (const std::string_view text : {"unit", "1", "constant=1", "constant = 1.0", "{ constant = 1 }"}) {
    const WeightRule rule = parse_weight_rule(text, WeightChoice::int32, "--missing-weights");
    CHECK(rule.kind == WeightRule::Kind::constant);
    CHECK(rule.constant == 1);
  }
  CHECK(parse_weight_rule("-2.5", WeightChoice::float32, "--missing-weights").constant == -2.5);
  CHECK(parse_weight_rule("uniform=[1, 9], seed=4", WeightChoice::int32, "--missing-weights").seed == 4);
  CHECK(contains(message("constnt=1"), "unknown key 'missing_weights.constnt'"));
}

TEST_CASE("rules for missing weights: gap and euclidean") {
  CHECK(parse(graph + "missing_weights = 'gap'\n" + run).cases.front().graph.missing_weights.kind ==
        WeightRule::Kind::gap);
  const WeightRule rule = parse(graph + "missing_weights = { euclidean = 'a.co', scale = 0.5 }\n" + run)
                              .cases.front()
                              .graph.missing_weights;
  CHECK(rule.kind == WeightRule::Kind::euclidean);
  CHECK(rule.coordinates.filename() == "a.co");
  CHECK(rule.coordinates.is_absolute());  // beside the pipeline file
  CHECK(rule.scale == 0.5);
  const auto errors_of = [&](const std::string& it) { return errors(graph + "missing_weights = " + it + "\n" + run); };
  CHECK(contains(errors_of("{ scale = 1 }"), "needs one of 'constant', 'uniform' and 'euclidean'"));
  CHECK(contains(errors_of("{ constant = 1, euclidean = 'x' }"), "needs one of"));
  CHECK(contains(errors_of("{ constant = 1, scale = 2 }"), "'scale' belongs to 'euclidean'"));
  CHECK(contains(errors_of("{ euclidean = '' }"), "must name a DIMACS .co file"));
  CHECK(parse_weight_rule("gap", WeightChoice::int32, "--x").kind == WeightRule::Kind::gap);
}

}  // namespace tables_test
}  // namespace wayfront::host
