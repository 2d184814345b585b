#include "question/question.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "question/question_rows.hpp"
#include "question/vertex_text.hpp"
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
  try {
    said(name, text);
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::usage);
    return error.what();
  }
  return "";
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

}  // namespace
}  // namespace wayfront::host
