#include "compare/regression.hpp"

#include "../../test.hpp"
#include "../sample_results.hpp"

namespace wayfront::host {
namespace regression_test {

/// Two runs from ten sources; all times of both times `clock`, those of the second times `factor` besides.
Results measured(double clock, double factor) {
  Results it = made_results();
  it.runs.resize(2);
  for (RunResult& run : it.runs) {
    run.samples.clear();
    for (unsigned i = 0; i < 10; ++i)
      run.samples.push_back(made_sample(i, 1, clock * (1 + 0.001 * i) * (&run == &it.runs[1] ? factor : 1)));
  }
  it.runs[1].label = "fast";
  it.runs[1].control = false;
  return it;
}

std::string error_of(const std::vector<Results>& before, const std::vector<Results>& after, std::string_view baseline) {
  return refusal_by(ExitCode::usage, [&] { changes_between(before, after, baseline, "A", "B"); });
}

TEST_CASE("where either result was measured on a busy machine, nothing is a regression, and that is said") {
  const std::vector<Results> quiet = {measured(1, 0.5)};
  std::vector<Results> busy = {measured(1, 0.9)};
  CHECK(is_regression(changes_between(quiet, busy, "", "A", "B").changes[1], 0.05));
  CHECK(changes_between(quiet, busy, "", "A", "B").doubts.empty());
  busy[0].readings.machine[0].seconds = 10;
  busy[0].readings.machine[0].others = 1;
  for (const bool before : {false, true}) {
    const Changes it = before ? changes_between(busy, quiet, "", "B", "A") : changes_between(quiet, busy, "", "A", "B");
    REQUIRE(it.doubts.size() == 1);
    CHECK(contains(it.doubts[0], "x.gr, which are 'unclear': in B other processes used 1.00 of 2"));
    CHECK(it.changes[1].comparison.verdict == Verdict::unclear);
    CHECK(it.changes[1].comparison.ratio == doctest::Approx(before ? 1.8 : 1 / 1.8));
    CHECK_FALSE(is_regression(it.changes[1], 0.05));
  }
  busy[0].runs[1].status = RunStatus::wrong;  // but a failure is one
  CHECK(is_regression(changes_between(quiet, busy, "", "A", "B").changes[1], 0.05));
}

TEST_CASE("with a baseline a slower machine cancels") {
  const std::vector<Results> before = {measured(1, 0.5)}, after = {measured(3, 0.5)}, worse = {measured(3, 0.6)};
  CHECK(is_regression(changes_between(before, after, "", "A", "B").changes[1], 0.05));
  const Changes same = changes_between(before, after, "slow", "A", "B");
  REQUIRE(same.changes.size() == 1);
  CHECK(same.changes[0].label == "fast");
  CHECK(same.changes[0].comparison.verdict == Verdict::same);
  CHECK(is_regression(changes_between(before, worse, "slow", "A", "B").changes[0], 0.05));
}

TEST_CASE("a run that fails now, and did not, is a regression") {
  const std::vector<Results> before = {measured(1, 0.5)};
  std::vector<Results> after = before;
  after[0].runs[1].status = RunStatus::wrong;
  after[0].runs[1].reason = "entry 3";
  after[0].runs[1].samples.clear();
  const Changes changes = changes_between(before, after, "", "A", "B");
  CHECK(is_regression(changes.changes[1], 0.05));
  CHECK(changes.changes[1].reason == "wrong now: entry 3");
  CHECK_FALSE(is_regression(changes_between(after, after, "", "A", "B").changes[1], 0.05));
}

TEST_CASE("another answer than before to the same question is a regression, with a baseline, too") {
  const std::vector<Results> before = {measured(1, 0.5)};
  std::vector<Results> after = before;
  after[0].runs[1].samples[3].certificate.digest = "other";
  for (const char* baseline : {"", "slow"}) {
    const Change change = changes_between(before, after, baseline, "A", "B").changes.back();
    CHECK(is_regression(change, 0.05));
    CHECK(change.reason == "its answer from source 3 is not that of before");
    CHECK(change.comparison.pairs == 9);
  }
  for (Sample& sample : after[0].runs[1].samples) sample.certificate.digest = "other";
  after[0].pipeline["problem"]["limit"]["value"] = 7;
  const Change other = changes_between(before, after, "", "A", "B").changes[1];
  CHECK_FALSE(is_regression(other, 0.05));
  CHECK(other.reason == "its answers are to another question than before");
}

TEST_CASE("what cannot be compared is a sentence") {
  const std::vector<Results> before = {measured(1, 0.5)};
  std::vector<Results> other = before;
  other[0].graph["digest"] = "4567";
  other[0].graph["name"] = "y.gr";
  CHECK(error_of(before, before, "nobody").ends_with("there are: slow, fast"));
  std::vector<Results> renamed = before;
  for (RunResult& run : renamed[0].runs) run.label += " 2";
  CHECK(error_of(before, renamed, "") == "A and B have no run with the same label on the same graph");

  renamed[0].runs[0].label = "slow";
  renamed.push_back(other[0]);
  const Changes changes = changes_between(before, renamed, "", "A", "B");
  CHECK(changes.changes.size() == 1);
  CHECK(changes.notes == std::vector<std::string>{"'fast' is only in A", "'fast 2' is only in B", "y.gr is only in B"});

  std::vector<Results> sources = before;
  for (RunResult& run : sources[0].runs)
    for (Sample& sample : run.samples) sample.source.number += 100;
  CHECK(changes_between(before, sources, "", "A", "B").changes[0].reason ==
        "no samples from the same source and repeat");
}

TEST_CASE("the cases of a pipeline on one graph are not mixed") {
  std::vector<Results> before = {measured(1, 0.5), measured(1, 0.7)};
  before[0].pipeline["case"] = "few sources";
  before[1].pipeline["case"] = "many sources";
  std::vector<Results> after = {before[1], before[0]};
  const Changes changes = changes_between(before, after, "", "A", "B");
  REQUIRE(changes.changes.size() == 4);
  CHECK(changes.changes[1].graph == "x.gr (few sources)");
  for (const Change& change : changes.changes) CHECK(change.comparison.ratio == 1);
  after.pop_back();
  const std::vector<std::string> notes = changes_between(before, after, "", "A", "B").notes;
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].starts_with("x.gr (few sources) of A has no counterpart in B, which has the same graph"));
}

/// `results` as a case of that name, from sources `first`, `first` + 1 ... `first` + 9.
Results as_case(Results results, const std::string& name, std::uint64_t first) {
  results.pipeline["case"] = name;
  results.sources.clear();
  for (std::uint64_t i = 0; i < 10; ++i) results.sources.emplace_back(first + i);
  for (RunResult& run : results.runs)
    for (Sample& sample : run.samples) sample.source.number += first;
  return results;
}

TEST_CASE("one graph is compared with itself whatever the case is called") {
  Results alone = as_case(measured(1, 0.5), "", 0);
  alone.pipeline.erase("case");
  Results other_graph = as_case(measured(1, 0.5), "y", 0);
  other_graph.graph["digest"] = "4567";
  other_graph.graph["name"] = "y.gr";
  const Results same_graph = as_case(measured(1, 0.6), "x", 0);
  for (const bool swapped : {false, true}) {
    const std::vector<Results> one = {alone}, several = {other_graph, same_graph};
    const Changes changes = changes_between(swapped ? several : one, swapped ? one : several, "", "A", "B");
    REQUIRE(changes.changes.size() == 2);
    CHECK(changes.changes[1].comparison.pairs == 10);
    CHECK(changes.changes[1].comparison.ratio == doctest::Approx(swapped ? 6.0 / 5 : 5.0 / 6));
    REQUIRE(changes.notes.size() == 2);
    CHECK(std::ranges::count(changes.notes, swapped ? "y.gr (y) is only in A" : "y.gr (y) is only in B") == 1);
    CHECK(std::ranges::count_if(changes.notes, [](const std::string& note) {
            return contains(note, "x.gr of ") && contains(note, "x.gr (x) of ");
          }) == 1);
  }
}

TEST_CASE("of several cases on one graph those with the same sources belong together") {
  const Results here = as_case(measured(1, 0.5), "here", 0), there = as_case(measured(1, 0.7), "there", 500);
  Results first = here, second = there;
  first.pipeline["case"] = "first";
  second.pipeline["case"] = "second";
  const Changes changes = changes_between({here, there}, {second, first}, "", "A", "B");
  REQUIRE(changes.changes.size() == 4);
  for (const Change& change : changes.changes) {
    CHECK(change.comparison.pairs == 10);
    CHECK(change.comparison.ratio == 1);
  }
}

TEST_CASE("cases that cannot be told apart, or share no source, are not compared, and the sentence is true") {
  const Results one = as_case(measured(1, 0.5), "one", 0), two = as_case(one, "two", 0),
                elsewhere = as_case(one, "", 70);
  for (const std::vector<Results>& after : {std::vector{as_case(one, "a", 0), as_case(one, "b", 0)}, {elsewhere}}) {
    const std::string error = error_of({one, two}, after, "");
    CHECK_FALSE(contains(error, "different graphs"));
    CHECK(contains(error, "x.gr (two) of A has no counterpart in B, which has the same graph"));
  }
}

TEST_CASE("percentages") {
  CHECK(parse_percentage("5%", "--fail-on") == doctest::Approx(0.05));
  CHECK(parse_percentage("0.5 %", "--fail-on") == doctest::Approx(0.005));
  for (const char* wrong : {"", "5", "%", "-1%", "5%%", "five", "nan%", "1e99%"})
    CHECK_THROWS_AS(parse_percentage(wrong, "x"), UserError);
}

}  // namespace regression_test
}  // namespace wayfront::host
