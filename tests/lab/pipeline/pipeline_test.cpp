#include "pipeline/pipeline.hpp"

#include "pipeline/pipeline_parts.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "pipeline/plan.hpp"
#include "pipeline_files.hpp"

namespace wayfront::host {
namespace pipeline_test {

TEST_CASE("the smallest pipeline has every default") {
  const Pipeline pipeline = parse(graph + run);
  CHECK(pipeline.cases[0].graph.path.is_absolute());
  CHECK(pipeline.cases[0].graph.path.filename() == "g.gr");
  CHECK(pipeline.cases[0].graph.loader.empty());
  CHECK_FALSE(pipeline.cases[0].graph.weights);  // "auto"
  CHECK(pipeline.cases[0].graph.missing_weights.kind == WeightRule::Kind::none);
  CHECK(pipeline.cases[0].graph.loader_options == nullptr);
  CHECK(pipeline.measure.warmups == 1);
  CHECK(pipeline.measure.repeats == 5);
  CHECK(pipeline.measure.threads == 0);
  CHECK(pipeline.measure.reference == nullptr);
  CHECK(pipeline.measure.workers);
  CHECK(pipeline.measure.seed == 1);
  CHECK_FALSE(sampling_of(pipeline.cases[0].question).draws_whole_rows(1'000'000));
  CHECK(pipeline.measure.rules.run_timeout == 0);
  CHECK(pipeline.measure.rules.total_timeout == 0);
  CHECK(pipeline.measure.rules.memory == 0);
  CHECK_FALSE(pipeline.measure.rules.devices.given());
  CHECK(pipeline.measure.rules.timeout == 60);
  CHECK_FALSE(pipeline.measure.rules.trace);
  CHECK(pipeline.measure.rules.work);
  REQUIRE(pipeline.runs.size() == 1);
  CHECK(pipeline.runs[0].label == "sample");
  CHECK(pipeline.runs[0].baseline);
  CHECK(pipeline.report.formats == std::vector{ReportFormat::table});
  CHECK(pipeline.report.directory.empty());
}

TEST_CASE("every key is read") {
  const Pipeline pipeline = parse(R"([graph]
loader = "sample-maker"
weights = "float32"
missing_weights = { uniform = [-5, 100], seed = 7 }
[graph.options]
vertices = 20
[problem]
sources = [3, 1]
predecessors = true
[measure]
warmups = 0
repeats = 2
timeout = 1
threads = 3
seed = 9
verify = { reference = "sound" }
trace = true
work = false
[[run]]
plugin = "sample"
label = "one"
[run.options]
delta = "dynamic"
cache = { lines = 7 }
[[run]]
plugin = "sound"
baseline = true
[report]
directory = "out"
formats = ["csv"]
)");
  CHECK(pipeline.cases[0].graph.path.empty());
  CHECK(pipeline.cases[0].graph.loader == "sample-maker");
  CHECK(pipeline.cases[0].graph.weights == WeightKind::float32);
  CHECK(pipeline.cases[0].graph.missing_weights.kind == WeightRule::Kind::uniform);
  CHECK(pipeline.cases[0].graph.missing_weights.min == -5);
  CHECK(pipeline.cases[0].graph.missing_weights.max == 100);
  CHECK(pipeline.cases[0].graph.missing_weights.seed == 7);
  REQUIRE(pipeline.cases[0].graph.loader_options != nullptr);
  CHECK(pipeline.cases[0].graph.loader_options->values()[0].integer == 20);
  CHECK(pipeline.measure.warmups == 0);
  CHECK(pipeline.measure.repeats == 2);
  CHECK(pipeline.measure.threads == 3);
  CHECK(pipeline.measure.seed == 9);
  REQUIRE(pipeline.measure.reference != nullptr);
  CHECK(std::string(pipeline.measure.reference->about().name) == "sound");
  CHECK(pipeline.measure.rules.timeout == 1);
  CHECK(pipeline.measure.rules.trace);
  CHECK_FALSE(pipeline.measure.rules.work);
  CHECK(pipeline.cases[0].question.predecessors);
  CHECK(labels(pipeline) == std::vector<std::string>{"one", "sound"});
  CHECK_FALSE(pipeline.runs[0].baseline);
  CHECK(pipeline.runs[1].baseline);
  CHECK_NOTHROW(create_algorithm(pipeline.runs[0].plugin, pipeline.runs[0].options.values()));
  CHECK(pipeline.report.directory == "out");
  CHECK(pipeline.report.formats == std::vector{ReportFormat::csv});

  const nlohmann::json& json = pipeline.to_json();
  CHECK(json["graph"]["weights"] == nlohmann::json({{"value", "float32"}, {"set", true}}));
  CHECK(json["graph"]["options"]["value"]["vertices"]["value"] == 20);
  CHECK(json["problem"]["sources"]["value"] == nlohmann::json({3, 1}));
  CHECK(json["measure"]["verify"]["value"]["reference"]["value"] == "sound");
  CHECK(json["run"][0]["options"]["delta"]["value"] == "dynamic");
  CHECK(json["run"][1]["baseline"] == true);
  CHECK(json["report"]["formats"]["value"] == nlohmann::json({"csv"}));
  CHECK(json["file"].get<std::string>().ends_with("p.toml"));
}

TEST_CASE("text that is not TOML") {
  CHECK(errors("[graph]\npath = \n").starts_with("p.toml:2:8: error: "));
  CHECK(errors("a = 1\na = 2\n").starts_with("p.toml:2:"));
  CHECK(errors("a = '\xff'\n").starts_with("p.toml:1:"));
}

TEST_CASE("an empty file says what a pipeline needs") {
  CHECK(
      errors("") ==
      "p.toml: error: there is no [graph]; add the table with path = \"FILE\", or give --graph FILE\n"
      "p.toml: error: there is nothing to run; add a table [[run]] with plugin = \"sample\"; there are sample, sound");
}

TEST_CASE("tables of the wrong name or kind") {
  CHECK(errors("[graph]\n" + run) == "p.toml:1:1: error: [graph]: 'path' is missing; name the graph file to load");
  CHECK(errors("grph = 1\n" + graph + run) ==
        "p.toml:1:1: error: the pipeline: unknown key 'grph'; did you mean 'graph'?");
  CHECK(contains(errors("graph = 3\n" + run), "p.toml:1:9: error: [graph] must be a table, but is 3"));
  CHECK(errors("measure = []\n" + graph + run) ==
        "p.toml:1:11: error: [measure] must be a table, but is an empty list");
  CHECK(errors(graph + "[run]\nplugin = 'sample'\n") ==
        "p.toml:3:1: error: [run] is one table; write [[run]], once for each run");
  CHECK(errors("run = 3\n" + graph) == "p.toml:1:7: error: 'run' must be a list of tables, [[run]], but is 3");
  CHECK(errors("run = [3]\n" + graph) == "p.toml:1:8: error: 'run' must be a list of tables, [[run]], but has 3");
  CHECK(errors("run = []\n" + graph).starts_with("p.toml:1:7: error: there is nothing to run"));
}

TEST_CASE("[measure]: memory as a text or in GB") {
  const auto memory = [](std::string_view value) {
    return parse(graph + "[measure]\nmemory = " + std::string(value) + "\n" + run).measure.rules.memory;
  };
  CHECK(memory("'500 MB'") == 500'000'000);
  CHECK(memory("8") == 8'000'000'000);
  CHECK(memory("0.5") == 500'000'000);
  CHECK(memory("0") == 0);
  CHECK(memory("'50%'") > 0);
  CHECK(contains(errors(graph + "[measure]\nmemory = ''\n" + run), "'memory' must be a number of GB or a size"));
  CHECK(contains(errors(graph + "[measure]\nmemory = true\n" + run), "'memory' must be a text or a number"));
}

TEST_CASE("[problem]") {
  const auto sources = [](const std::string& text) {
    return errors(graph + run + "[problem]\nsources = " + text + "\n");
  };
  CHECK(sources("{ random = 8, reaches = nan }")
            .starts_with(
                "p.toml:6:35: error: [problem]: 'sources.reaches' must be a number in 0 .. 4294967294, but is "));
  CHECK(sources("[1, { reaches = 0.5 }]").starts_with("p.toml:6:15: error: [problem]: 'sources', item 2, must be"));
  CHECK(sources("[]") ==
        "p.toml:6:11: error: [problem]: 'sources' is empty; name a source, or a rule such as { random = 8 }");
  CHECK(sources("[4, -1]") == "p.toml:6:15: error: [problem]: 'sources', item 2, must be an integer >= 0, but is -1");
  CHECK(sources("{ random = 0 }").ends_with("'sources.random' must be an integer in 1 .. 1000000, but is 0"));
  CHECK(sources("'max_degre'")
            .ends_with("must be \"max_degree\" or \"all\", but is \"max_degre\"; did you mean \"max_degree\"?"));
  CHECK(sources("1").ends_with(
      "must be a table of random, seed, reaches, file or a list of integers >= 0 or a list of texts "
      "or \"max_degree\" or \"all\", but is 1"));
}

TEST_CASE("[measure]") {
  const auto measure = [](const std::string& text) { return errors(graph + run + "[measure]\n" + text + "\n"); };
  CHECK(measure("timeout = 0").ends_with("'timeout' must be a number in 0.001 .. 1000000000, but is 0"));
  CHECK(measure("warmups = -1").ends_with("'warmups' must be an integer in 0 .. 1000000, but is -1"));
  CHECK(measure("verify = 'certificate'") == "");
  CHECK(measure("verify = {}") == "p.toml:6:10: error: [measure]: 'verify' names no 'reference'; name a plugin");
  CHECK(measure("verify = { reference = 'soun' }")
            .ends_with("there is no algorithm plugin 'soun'; did you mean 'sound'?"));
  CHECK(measure("warmup = 1").ends_with("unknown key 'warmup'; did you mean 'warmups'?"));
}

TEST_CASE("[report]") {
  const auto report = [](const std::string& text) { return errors(graph + run + "[report]\n" + text + "\n"); };
  const ReportPlan all = parse(graph + run + "[report]\ndirectory = 'd'\n").report;
  CHECK(all.formats == std::vector{ReportFormat::table, ReportFormat::csv, ReportFormat::json, ReportFormat::html});
  CHECK(parse(graph + run + "[report]\ndirectory = 'd'\nformats = ['html', 'markdown', 'html']\n").report.formats ==
        std::vector{ReportFormat::html, ReportFormat::markdown});
  CHECK(report("directory = 'd'\nformats = ['jsn']") ==
        "p.toml:7:12: error: [report]: there is no format \"jsn\"; did you mean \"json\"?");
  CHECK(report("formats = ['postscript']")
            .ends_with("there is no format \"postscript\"; there are \"table\", \"markdown\", \"csv\", \"json\", "
                       "\"html\", \"latex\""));
  CHECK(report("formats = ['table', 'json']") ==
        "p.toml:6:21: error: [report]: the format \"json\" is written to a file; name the 'directory'");
  CHECK(report("formats = []").ends_with("'formats' is empty; name one, such as \"table\" or \"html\""));
  CHECK(report("formats = [1]") == "p.toml:6:12: error: [report]: 'formats', item 1, must be a text, but is 1");
}

TEST_CASE("what is needed to repeat it is kept: the text as it was, and what the command line adds") {
  const std::string text = "# why\n" + graph + run;
  Pipeline pipeline = parse(text, {"measure.repeats=3"}, "other.gr");
  CHECK(pipeline.to_json()["text"] == text);
  CHECK(pipeline.to_json()["overrides"] == nlohmann::json{"measure.repeats=3"});
  CHECK(pipeline.to_json()["graph_file"] == "other.gr");
  keep_runs(pipeline, "sam*");
  CHECK(pipeline.to_json()["filter"] == "sam*");
  CHECK_FALSE(parse(text).to_json().contains("overrides"));
  CHECK(parse_pipeline_text(text, "bench", plugins()).to_json()["text"] == text);
}

TEST_CASE("[output]") {
  const OutputPlan none = parse(graph + run).output;
  CHECK_FALSE(none.any());
  const Pipeline pipeline = parse(graph + run + "[output]\ndistances = 'a.npy'\npredecessors = 'b-{source}.jsonl'\n");
  REQUIRE(pipeline.output.distances);
  REQUIRE(pipeline.output.predecessors);
  CHECK(pipeline.output.distances->name == "a.npy");
  CHECK(pipeline.output.distances->format == SolutionFormat::npy);
  CHECK(pipeline.output.predecessors->format == SolutionFormat::jsonl);
  CHECK(pipeline.cases.front().question.predecessors);
  CHECK(pipeline.to_json()["problem"]["predecessors"]["value"] == true);
  CHECK_FALSE(parse(graph + run + "[output]\ndistances = 'a.npy'\n").cases.front().question.predecessors);
  CHECK(parse(graph + run + "[output]\ndistances = 'a'\nformat = 'csv'\n").output.distances->format ==
        SolutionFormat::csv);
  const auto errors_of = [&](const std::string& text) { return errors(graph + run + "[output]\n" + text + "\n"); };
  CHECK(contains(errors_of("distances = 'a.dat'"), "does not end in .txt, .csv, .npy or .jsonl"));
  CHECK(contains(errors_of("distances = 'a.txt'\npredecessors = 'a.txt'"), "name the same file"));
  CHECK(contains(errors_of("distances = 'a.txt'\nrun = 'sond'"), "there is no run labelled 'sond'"));
  CHECK(contains(errors_of("distance = 'a.txt'"), "did you mean 'distances'?"));
}

TEST_CASE("the documented tables have rows with names and sentences") {
  CHECK(pipeline_tables().size() == 7);
  for (const PipelineTable& table : pipeline_tables())
    for (const OptionRow& row : table.rows) {
      CHECK(row.name != nullptr);
      CHECK(std::string_view(row.help).ends_with("."));
    }
}

}  // namespace pipeline_test
}  // namespace wayfront::host
