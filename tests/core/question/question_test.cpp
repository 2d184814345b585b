#include <cstdio>

#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "graph/stored_graph.hpp"
#include "question/question.hpp"
#include "question/question_rows.hpp"
#include "question/sources.hpp"
#include "settings/diagnostics.hpp"

namespace wayfront::host {
namespace question_test {

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
    CHECK((row.flag.help != nullptr || row.key.help != nullptr));
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

std::string refusal(const Question& question, const GraphInfo& graph, Door door = Door::file) {
  return refusal_by(ExitCode::usage, [&] { resolve(question, graph, VertexIds(1), door); });
}

TEST_CASE("ids become vertices, and a virtual source is one of the nearest") {
  const std::vector<VertexId> targets = {3, 1};
  const Asked asked = resolve({.targets = targets, .limit = 7}, graph_of(4), VertexIds(1), Door::file);
  CHECK(asked.targets == std::vector<Vertex>{2, 0});
  CHECK(asked.limit == 7);
  CHECK(resolve({.count = 3}, graph_of(4), VertexIds(1), Door::file).count == 3);
  CHECK(resolve({.count = 3, .nearest = true}, graph_of(4), VertexIds(1), Door::file).count == 4);
  CHECK(resolve({.nearest = true}, graph_of(4), VertexIds(1), Door::file).whole());
}

TEST_CASE("what a graph cannot answer is refused") {
  const std::vector<VertexId> unknown = {5}, virtual_one = {4};
  CHECK(refusal({.targets = unknown}, graph_of(4)).find("problem.targets: vertex 5 is not in the graph") == 0);
  CHECK(refusal({.targets = unknown}, graph_of(4), Door::command).find("--to: ") == 0);
  CHECK(refusal({.targets = virtual_one}, graph_of(4)) == "");
  CHECK(contains(refusal({.targets = virtual_one, .nearest = true}, graph_of(4)), "not in the graph"));
  CHECK(refusal({.count = 5}, graph_of(4)) == "problem.count is 5, but the graph has 4 vertices");
  CHECK(refusal({.count = 5}, graph_of(4), Door::command) == "--count is 5, but the graph has 4 vertices");
  CHECK(refusal({.count = 4, .nearest = true}, graph_of(4)) == "problem.count is 4, but the graph has 3 vertices");
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

/// 0 -> 1 -> 2 -> {3, 4}; 3 and 4 are sinks.
std::unique_ptr<StoredGraph> sample() {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {2, 4, 1}};
  return make_graph<std::int32_t>(5, arcs, OffsetKind::offsets32);
}

std::vector<Vertex> chosen(const Question& rule, const Graph& graph, const VertexIds& ids, bool directed = true,
                           unsigned threads = 2) {
  ThreadedContext context(threads);
  return choose_sources(rule, graph, directed, ids, context);
}

TEST_CASE("listed sources of a graph whose ids have gaps, or are names") {
  const auto graph = sample();
  const auto sparse = VertexIds::of_numbers({3, 7, 70, 700, 18'446'744'073'709'551'615U});
  Question rule{.rule = Question::Rule::listed, .sources = {700, std::string_view("18446744073709551615")}};
  CHECK(chosen(rule, *graph, sparse) == std::vector<Vertex>{3, 4});
  rule.sources = {8};
  CHECK_THROWS_WITH_AS(chosen(rule, *graph, sparse),
                       doctest::Contains("vertex 8 is not in the graph, whose ids are 3 .. 18446744073709551615, with"),
                       UserError);
  const auto names = VertexIds::of_names("axbbc42d", {1, 2, 4, 7, 8});
  rule.sources = {std::string_view("bb"), std::string_view("d")};
  CHECK(chosen(rule, *graph, names) == std::vector<Vertex>{2, 4});
  rule.sources = {std::string_view("b")};
  CHECK_THROWS_WITH_AS(chosen(rule, *graph, names),
                       doctest::Contains("vertex b is not in the graph, whose ids are names: a, x, ..."), UserError);
}

TEST_CASE("random sources are distinct, have out-edges, and depend on the seed alone") {
  const auto graph = sample();
  Question rule{.rule = Question::Rule::random, .sources = {}, .random = 64, .seed = 3};
  const auto first = chosen(rule, *graph, 0);
  CHECK(std::set<Vertex>(first.begin(), first.end()) == std::set<Vertex>{0, 1, 2});
  CHECK(first.size() == 3);
  CHECK(chosen(rule, *graph, 0) == first);
  rule.random = 1;
  CHECK(chosen(rule, *graph, 0) == std::vector<Vertex>{first[0]});
}

TEST_CASE("the vertex of highest out-degree") {
  CHECK(chosen({.rule = Question::Rule::max_degree}, *sample(), 0) == std::vector<Vertex>{2});
}

TEST_CASE("graphs without a vertex to start from are refused, listed sources without out-edges are not") {
  const auto empty = make_graph<float>(0, {}, OffsetKind::offsets32);
  CHECK_THROWS_AS(chosen({}, *empty, 0), UserError);
  const auto isolated = make_graph<float>(2, {}, OffsetKind::offsets32);
  CHECK_THROWS_WITH_AS(chosen({}, *isolated, 0), doctest::Contains("no vertex of the graph has an out-arc"), UserError);
  CHECK(chosen({.rule = Question::Rule::listed, .sources = {1}}, *isolated, 0) == std::vector<Vertex>{1});
}

/// How many vertices there are on a walk from `start`, plainly.
Vertex reached_from(const Graph& graph, Vertex start) {
  return visit(graph.csr(), [&](const auto& csr) {
    std::vector<Vertex> queue = {start};
    std::set<Vertex> seen = {start};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (auto e = csr.begin(queue[i]); e < csr.end(queue[i]); ++e)
        if (seen.insert(csr.targets[e]).second) queue.push_back(csr.targets[e]);
    return static_cast<Vertex>(seen.size());
  });
}

Question reaching(double share, std::uint64_t count = 1'000'000, std::uint64_t seed = 1) {
  return {.rule = Question::Rule::random, .sources = {}, .random = count, .seed = seed, .reaches = share};
}

TEST_CASE("random sources reach the share that is asked for: those of the same order that do, on any threads") {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 60; ++trial) {
    const auto below = [&](Vertex bound) { return static_cast<Vertex>(random() % bound); };
    const Vertex vertices = 2 + below(60);
    const bool directed = random() % 2 == 0;
    std::vector<Arc<std::int32_t>> arcs;
    for (std::uint64_t i = 1 + random() % (2 * vertices); i > 0; --i) {
      const Vertex u = below(vertices), v = below(vertices);
      arcs.push_back({u, v, 1});
      if (!directed) arcs.push_back({v, u, 1});
    }
    const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
    for (const double share : {0.05, 0.3, 0.5, 1.0}) {
      std::vector<Vertex> expected;
      for (const Vertex v : chosen(reaching(0), *graph, 0))
        if (reached_from(*graph, v) >= share * vertices) expected.push_back(v);
      CAPTURE(trial);
      CAPTURE(share);
      for (const unsigned threads : {1, 3}) {
        if (expected.empty()) {
          CHECK_THROWS_AS(chosen(reaching(share), *graph, 0, directed, threads), UserError);
          continue;
        }
        CHECK(chosen(reaching(share), *graph, 0, directed, threads) == expected);
        CHECK(chosen(reaching(share, 1), *graph, 0, directed, threads) == std::vector<Vertex>{expected[0]});
      }
    }
  }
}

TEST_CASE("searches with levels that several threads share reach what they reach") {
  // 0 -> 5000 vertices -> one more each; the latter lead nowhere but to themselves
  constexpr Vertex wide = 5000;
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 1; v <= wide; ++v) {
    arcs.push_back({0, v, 1});
    arcs.push_back({v, wide + v, 1});
    arcs.push_back({wide + v, wide + v, 1});
  }
  const auto graph = make_graph<std::int32_t>(2 * wide + 1, arcs, OffsetKind::offsets32);
  for (const unsigned threads : {1, 4}) {
    CHECK(chosen(reaching(1), *graph, 0, true, threads) == std::vector<Vertex>{0});
    CHECK(chosen(reaching(0.00015, 3), *graph, 0, true, threads).size() == 3);
  }
}

/// The error where no vertex reaches `share`.
std::string refusal(const Graph& graph, double share, bool directed = true) {
  return refusal_by(ExitCode::usage, [&] { chosen(reaching(share), graph, 0, directed); });
}

TEST_CASE("where no vertex of an undirected graph reaches enough, the error says what to do") {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 1}, {1, 2, 1}, {5, 6, 1}};
  const auto graph = make_graph<std::int32_t>(100, arcs, OffsetKind::offsets32);
  CHECK(contains(refusal(*graph, 0.5, false), "largest_component"));
  CHECK(chosen(reaching(0.03), *graph, 0) == std::vector<Vertex>{0});
}

TEST_CASE("what random sources reach may be a number of vertices") {
  // Two circles of 40 and 60 vertices.
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 0; v < 40; ++v) arcs.push_back({v, (v + 1) % 40, 1});
  for (Vertex v = 0; v < 60; ++v) arcs.push_back({40 + v, 40 + (v + 1) % 60, 1});
  const auto graph = make_graph<std::int32_t>(100, arcs, OffsetKind::offsets32);
  CHECK(chosen(reaching(2), *graph, 0).size() == 100);
  CHECK(chosen(reaching(40), *graph, 0).size() == 100);
  const std::vector<Vertex> far = chosen(reaching(41), *graph, 0);
  CHECK(far.size() == 60);
  CHECK(std::ranges::all_of(far, [](Vertex v) { return v >= 40; }));
  CHECK(chosen(reaching(41, 7), *graph, 0) == std::vector<Vertex>(far.begin(), far.begin() + 7));
  CHECK(contains(refusal(*graph, 61), "best reaches 60 of 100"));
  CHECK(contains(refusal(*graph, 101), "has only 100"));
}

TEST_CASE("a search for sources can be interrupted") {
  ThreadedContext context(2);
  context.cancel = true;
  CHECK_THROWS_AS(choose_sources(reaching(1), *sample(), true, 0, context), Cancelled);
}

TEST_CASE("searches that find too little are bounded where each goes through much of the graph") {
  // A chain of 450 of 1000 vertices, and 550 vertices that lead to its beginning: each of these reaches 451.
  constexpr Vertex vertices = 1000, chain = 450;
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 0; v + 1 < chain; ++v) arcs.push_back({v, v + 1, 1});
  for (Vertex v = chain; v < vertices; ++v) arcs.push_back({v, 0, 1});
  const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
  CHECK(chosen(reaching(0.451), *graph, 0).size() == vertices - chain);
  const std::string text = refusal(*graph, 0.5);
  CHECK(contains(text, "best reaches 451 of 1000, 45.1 %"));
  unsigned tried = 0;
  REQUIRE(std::sscanf(text.c_str(), "problem.sources: none of the %u", &tried) == 1);
  CHECK(tried > 32);
  CHECK(tried < 300);
}

}  // namespace question_test
}  // namespace wayfront::host
