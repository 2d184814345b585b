#include "compare/fairness.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "../sample_results.hpp"

namespace wayfront::host {
namespace {

/// Runs on six sources, three repeats each: `first` is the time of the first repeat of each source, all others take 1
/// ms.
Results results_of(const std::vector<double>& first) {
  Results it;
  it.pipeline = {{"measure", {{"threads", {{"value", 2}}}}}};
  for (unsigned source = 1; source <= 6; ++source) it.sources.emplace_back(source);
  for (std::size_t i = 0; i < first.size(); ++i) {
    RunResult& run = it.runs.emplace_back();
    run.label = "run " + std::to_string(i);
    for (unsigned repeat = 1; repeat <= 3; ++repeat)
      for (unsigned source = 1; source <= 6; ++source)
        run.samples.push_back(made_sample(source, repeat, repeat == 1 ? first[i] : 1e-3));
  }
  return it;
}

TEST_CASE("first solves that are slow from nearly every source are noted") {
  const auto notes = fairness_notes(results_of({1e-3, 20e-3}));
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] ==
        "run 1: the first solve from a source took 20 times as long as the later ones (5 of 5 sources): does it keep "
        "answers?");
  CHECK(fairness_notes(results_of({20e-3})).size() == 1);         // nobody to compare with
  CHECK(fairness_notes(results_of({20e-3, 20e-3})).size() == 2);  // all of them
  CHECK(fairness_notes(results_of({1.9e-3, 1e-3})).empty());
}

TEST_CASE("a machine that was slow during the first repeat is no cheat") {
  CHECK(fairness_notes(results_of({2.5e-3, 2.4e-3, 3e-3})).empty());
}

TEST_CASE("nobody is accused in a case that something disturbed") {
  Results it = results_of({1e-3, 20e-3});
  it.machine = {{"threads", 2}};
  it.readings.machine.emplace_back().seconds = 10;
  CHECK(fairness_notes(it).size() == 1);
  it.readings.machine[0].others = 1;
  CHECK(fairness_notes(it).empty());
}

TEST_CASE("one slow solve, that of the warm-up's source, few sources and short times say nothing") {
  Results it = results_of({1e-3, 1e-3});
  it.runs[1].samples[2].solve = 1;
  CHECK(fairness_notes(it).empty());
  it.runs[1].samples[3].solve = 1;
  CHECK(fairness_notes(it).empty());
  it.runs[1].samples[4].solve = it.runs[1].samples[5].solve = 1;
  CHECK(fairness_notes(it).size() == 1);  // four of five
  Results few = results_of({20e-3});
  std::erase_if(few.runs[0].samples, [](const Sample& sample) { return sample.source > VertexId(3); });
  CHECK(fairness_notes(few).empty());
  Results brief = results_of({20e-3});
  for (Sample& sample : brief.runs[0].samples) sample.solve *= 1e-3;
  CHECK(fairness_notes(brief).empty());
}

TEST_CASE(
    "processor time between calls is noted above a tenth of the solves and above what threads need to fall asleep") {
  Results it = results_of({1e-3, 1e-3});
  it.runs[1].usage.outside = 0.03;  // 19 calls of two threads, and 20 ms
  CHECK(fairness_notes(it).empty());
  it.runs[1].usage.outside = 0.04;
  REQUIRE(fairness_notes(it).size() == 1);
  CHECK(fairness_notes(it)[0] ==
        "run 1: its process used 0.04 s of processor time between its calls, while others were measured; its solves "
        "took 0.018 s: does it work outside of its calls?");
  for (Sample& sample : it.runs[1].samples) sample.solve = 1;
  CHECK(fairness_notes(it).empty());
}

TEST_CASE("of a single thread no threads fall asleep") {
  Results it = results_of({1e-3});
  it.pipeline["measure"]["threads"]["value"] = 1;
  it.runs[0].usage.outside = 0.02;
  CHECK(fairness_notes(it).empty());
  it.runs[0].usage.outside = 0.022;  // 19 calls
  CHECK(fairness_notes(it).size() == 1);
}

TEST_CASE("work while a plugin's file is opened is noted") {
  Results it = results_of({1e-3});
  it.runs[0].usage.opening = 0.4;
  CHECK(fairness_notes(it).empty());
  it.runs[0].usage.opening = 0.6;
  REQUIRE(fairness_notes(it).size() == 1);
  const std::string note = fairness_notes(it)[0];
  CHECK(note.starts_with("run 0: opening its file"));
  CHECK(note.find("used 0.6 s of processor time") != std::string::npos);
  CHECK(note.ends_with("outside of its calls?"));
}

}  // namespace
}  // namespace wayfront::host
