#include "question/question.hpp"
#include "../../test.hpp"
#include "question/question_rows.hpp"
#include "question/sources.hpp"
#include "settings/diagnostics.hpp"

namespace wayfront::host {
namespace {

using Ids = std::vector<VertexId>;
constexpr QuestionTable tables[] = {QuestionTable::problem, QuestionTable::measure, QuestionTable::output};

/// NaN equals nothing.
Question comparable(Question question) {
  if (std::isnan(question.within)) question.within = -1;
  return question;
}

TEST_CASE("what a file does not say has the default of its row, which is the member's") {
  Question stored;
  stored.random = stored.seed = stored.count = stored.batch = stored.parallel = stored.sample_rows = 77;
  stored.reaches = stored.limit = 77;
  stored.nearest = stored.reversed = stored.predecessors = stored.check = true;
  stored.reduce = {"sum"};
  Diagnostics diagnostics("file");
  for (const QuestionTable table : tables)
    store_question(Settings::defaults(question_keys(table)), table, "[table]", stored, diagnostics);
  CHECK(diagnostics.empty());
  CHECK(comparable(stored) == comparable(Question()));
}

TEST_CASE("the defaults of a file stay what they are, because measurements depend on them") {
  const Question question = default_question(Door::file);
  CHECK(question.rule == Question::Rule::random);
  CHECK(question.random == 8);
  CHECK(question.seed == 1);
  CHECK(question.reaches == 0);
  CHECK(question.targets.empty());
  CHECK(question.limit == std::numeric_limits<double>::infinity());
  CHECK(question.count == 0);
  CHECK_FALSE(question.nearest);
  CHECK_FALSE(question.reversed);
  CHECK_FALSE(question.predecessors);
  CHECK(question.batch == 1);
  CHECK(question.parallel == 1);
  CHECK(question.reduce.empty());
  CHECK(std::isnan(question.within));
  CHECK_FALSE(question.check);
  CHECK(question.sample_rows == 32);
  CHECK(question.sample_seed == 1);
  CHECK_FALSE(sampling_of(question).draws_whole_rows(1'000'000));
}

TEST_CASE("commands choose how many sources they ask for at a time, and nothing else differs") {
  Question question = default_question(Door::command);
  CHECK(question.batch == 0);
  CHECK(question.parallel == 0);
  question.batch = question.parallel = 1;
  CHECK(comparable(question) == comparable(default_question(Door::file)));
}

TEST_CASE("every flag has a sentence, a place for its value, and a name of its own") {
  std::set<std::string_view> names;
  for (const QuestionRow& row : question_rows()) {
    if (row.flag.name == nullptr) continue;
    CAPTURE(row.flag.name);
    CHECK(names.insert(row.flag.name).second);
    CHECK(row.flag.help != nullptr);
    CHECK(row.flag.of != FlagOf::none);
    CHECK(row.flag.into.index() != 0);
  }
  CHECK(names.contains("--from"));
}

const QuestionFlag& flag(std::string_view name) {
  return std::ranges::find_if(question_rows(),
                              [&](const QuestionRow& row) { return row.flag.name != nullptr && row.flag.name == name; })
      ->flag;
}

Question said(std::string_view name, const std::string& text) {
  Question question = default_question(Door::command);
  std::get<QuestionFlag::FromText>(flag(name).into)(question, text, flag(name).name);
  return question;
}

std::string refusal(std::string_view name, const std::string& text) {
  return refusal_by(ExitCode::usage, [&] { said(name, text); });
}

TEST_CASE("the text of a flag is not TOML") {
  CHECK(said("--from", "1e3,true,7").sources == Ids{std::string_view("1e3"), std::string_view("true"), 7});
  CHECK(said("--to", "\"a,b\",c").targets == Ids{std::string_view("a,b"), std::string_view("c")});
  CHECK(said("--from", "all").rule == Question::Rule::all);
  CHECK(said("--from", "max_degree").rule == Question::Rule::max_degree);
  CHECK(said("--from", "random:12").rule == Question::Rule::random);
  CHECK(said("--from", "random:12").random == 12);
  CHECK(said("--direction", "to").reversed);
  CHECK_FALSE(said("--direction", "from").reversed);
  CHECK(said("--reduce", "sum,max").reduce == std::vector<std::string>{"sum", "max"});
  CHECK(said("--sample", "5").sample_rows == 5);
  CHECK(said("--sample", "5").sample_beyond == 0);
  CHECK(said("--sample", "all").sample_rows == RowSampling::all);
  CHECK(refusal("--from", "").find("--from is empty") == 0);
  CHECK(refusal("--to", "1,,2").find("--to: an id is missing") == 0);
  CHECK(refusal("--from", "random:x").find("--from: 'random:x' is not a number") == 0);
  CHECK(refusal("--from", "nowhere/ids.txt").find("--from: file nowhere/ids.txt does not exist") == 0);
  CHECK(refusal("--sample", "some").find("--sample is 'some'") == 0);
}

GraphInfo graph_of(Vertex vertices, WeightKind weights = WeightKind::int32) {
  GraphInfo info;
  info.vertices = vertices;
  info.weights = weights;
  return info;
}

std::string refusal(const Question& question, const GraphInfo& graph, bool virtual_source = false,
                    Door door = Door::file) {
  return refusal_by(ExitCode::usage, [&] { resolve(question, graph, VertexIds(1), door, virtual_source); });
}

TEST_CASE("ids become vertices, and a virtual source is one of the nearest") {
  const std::vector<VertexId> targets = {3, 1};
  const Asked asked = resolve({.targets = targets, .limit = 7}, graph_of(4), VertexIds(1), Door::file);
  CHECK(asked.targets == std::vector<Vertex>{2, 0});
  CHECK(asked.limit == 7);
  CHECK(resolve({.count = 3}, graph_of(4), VertexIds(1), Door::file).count == 3);
  CHECK(resolve({.count = 3}, graph_of(4), VertexIds(1), Door::file, true).count == 4);
  CHECK(resolve({}, graph_of(4), VertexIds(1), Door::file, true).whole());
}

TEST_CASE("what a graph cannot answer is refused") {
  const std::vector<VertexId> unknown = {5}, virtual_one = {4};
  CHECK(refusal({.targets = unknown}, graph_of(4)).find("problem.targets: vertex 5 is not in the graph") == 0);
  CHECK(refusal({.targets = unknown}, graph_of(4), false, Door::command).find("--to: ") == 0);
  CHECK(refusal({.targets = virtual_one}, graph_of(4)) == "");
  CHECK(contains(refusal({.targets = virtual_one}, graph_of(4), true), "not in the graph"));
  CHECK(refusal({.count = 5}, graph_of(4)) == "problem.count is 5, but the graph has 4 vertices");
  CHECK(refusal({.count = 5}, graph_of(4), false, Door::command) == "--count is 5, but the graph has 4 vertices");
  CHECK(refusal({.count = 4}, graph_of(4), true) == "problem.count is 4, but the graph has 3 vertices");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(refusal({.limit = infinity}, graph_of(4)) == "");
  CHECK(contains(refusal({.limit = -1}, graph_of(4)), ">= 0"));
  CHECK(contains(refusal({.limit = std::numeric_limits<double>::quiet_NaN()}, graph_of(4)), ">= 0"));
  CHECK(refusal({.limit = 2147483646}, graph_of(4)) == "");
  CHECK(contains(refusal({.limit = 2147483647}, graph_of(4)), "int64"));
  CHECK(contains(refusal({.limit = 1e39}, graph_of(4, WeightKind::float32)), "float64"));
  CHECK(refusal({.limit = 1e39}, graph_of(4, WeightKind::float64)) == "");
  CHECK(contains(refusal({.limit = 9007199254740994.0}, graph_of(4, WeightKind::int64)), "2^53"));
}

TEST_CASE("with negative arcs a part of the distances takes the full search, which is said") {
  GraphInfo graph = graph_of(4);
  graph.min_weight = -1;
  CHECK(early_stop_note({}, graph) == "");
  CHECK(contains(early_stop_note({.limit = 5}, graph), "no search can stop early"));
  CHECK(early_stop_note({.targets = {1}}, graph) != "");
  CHECK(early_stop_note({.count = 2}, graph) != "");
  graph.min_weight = 0;
  CHECK(early_stop_note({.limit = 5}, graph) == "");
}

}  // namespace
}  // namespace wayfront::host
