#include "measure/case_results.hpp"

#include <fmt/format.h>

#include "../../test.hpp"

namespace wayfront::host {
namespace case_results_test {

struct Events final : Observer {
  std::vector<std::string> all{};
  std::optional<RunResult> known{};  // of the run "a", with this key
  std::string key{};
  Readings readings{};

  std::optional<RunResult> earlier(const RunResult& run, const Results&) override {
    return run.label == "a" && run.key == key ? known : std::nullopt;
  }
  Readings earlier_readings(const Results&) override { return readings; }
  void begins(const Results& results) override {
    for (const RunResult& run : results.runs) all.push_back(fmt::format("begins: {} {}", run.plugin, run.key));
  }
  void measured(const RunResult& run, const Sample& sample) override {
    all.push_back(fmt::format("{}: sample {} {}", run.label, sample.source, sample.repeat));
  }
  void ended(const RunResult& run) override {
    all.push_back(fmt::format("{}: {}: {}", run.label, name(run.status), run.reason));
  }
  void settled(const RunResult& run) override { all.push_back(run.label + ": settled"); }
  void note(std::string_view text) override { all.push_back(fmt::format("note: {}", text)); }

  std::vector<std::string> take() { return std::exchange(all, {}); }
};

using Lines = std::vector<std::string>;

Sample sample(std::uint64_t source, unsigned repeat, double solve = 1) {
  Sample it;
  it.source = source;
  it.repeat = repeat;
  it.solve = solve;
  return it;
}

template <class Reading>
Reading reading(std::uint64_t source, unsigned repeat) {
  Reading it{};
  it.source = source;
  it.repeat = repeat;
  return it;
}

/// Two runs, "a" the baseline and "b", from vertices 0 and 1, which are numbers 1 and 2, twice.
struct Desk {
  VertexIds ids{1};
  SolvePlan plan{[] {
                   MeasurePlan measure;
                   measure.repeats = 2;
                   return measure;
                 }(),
                 1,
                 2,
                 {0, 1},
                 ids};
  Events events{};
  CaseResults case_results{[] {
                             Results it;
                             it.runs.resize(2);
                             it.runs[0].label = "a";
                             it.runs[0].baseline = true;
                             it.runs[1].label = "b";
                             return it;
                           }(),
                           plan, events};

  void complete(std::size_t run) {
    for (const unsigned repeat : {1U, 2U})
      for (const std::uint64_t source : {1U, 2U}) case_results.keep(run, sample(source, repeat));
  }
};

TEST_CASE("samples are kept once and told at once; a solve for the answer alone changes nothing") {
  Desk it;
  it.case_results.keep(0, sample(1, 1, 0.5));
  it.case_results.keep(0, sample(1, 1, 99));
  it.case_results.keep(1, sample(2, 2));
  CHECK(it.events.take() == Lines{"a: sample 1 1", "b: sample 2 2"});
  REQUIRE(it.case_results.run(0).samples.size() == 1);
  CHECK(it.case_results.run(0).samples[0].solve == 0.5);
}

TEST_CASE("an earlier execution's samples count as far as they are part of the plan") {
  Desk it;
  it.events.known.emplace();
  it.events.known->prepare = 4;
  it.events.known->usage.workers = 3;
  it.events.known->samples = {sample(1, 1), sample(1, 1), sample(9, 1), sample(1, 3), sample(2, 2)};
  it.events.readings.devices = {reading<DeviceReading>(1, 1), reading<DeviceReading>(9, 1)};
  it.events.readings.machine = {reading<MachineReading>(2, 1), reading<MachineReading>(2, 2)};
  it.case_results.resume();
  const RunResult& run = it.case_results.run(0);
  REQUIRE(run.samples.size() == 2);
  CHECK(run.samples[1].source == VertexId(2));
  CHECK(it.plan.any_made(2, 2));
  it.case_results.prepared(0, 7);
  it.case_results.prepared(1, 7);
  CHECK(run.prepare == 4);
  CHECK(it.case_results.run(1).prepare == 7);
  CHECK(it.case_results.results().readings.devices.size() == 1);
  CHECK(it.case_results.results().readings.machine.size() == 1);
  it.case_results.add_usage(0, {.workers = 1});
  it.case_results.add_usage(0, {.workers = 1});
  it.case_results.settle(0);
  CHECK(run.usage.workers == 5);
  CHECK(it.events.take() == Lines{"a: settled"});
}

TEST_CASE("what lacks samples at the end says how many it has; what is complete or has ended stays as it is") {
  Desk it;
  it.complete(0);
  it.case_results.keep(1, sample(1, 1));
  it.events.take();
  it.case_results.end_incomplete();
  it.case_results.end_incomplete();
  CHECK(it.events.take() == Lines{"b: interrupted: stopped after 1 of 4 samples"});
  CHECK(it.case_results.open(0));
  CHECK_FALSE(it.case_results.open(1));
}

TEST_CASE("a run that lost a worker counts as failed, complete or not") {
  for (const bool complete : {false, true}) {
    Desk it;
    it.case_results.lose_worker(0, {RunStatus::failed, "crashed"});
    CHECK(it.case_results.lost_worker(0));
    CHECK_FALSE(it.case_results.lost_worker(1));
    CHECK(it.case_results.open(0));
    if (complete) it.complete(0);
    it.case_results.end_incomplete();
    it.case_results.settle(0);
    CHECK(it.case_results.run(0).status == RunStatus::failed);
    CHECK(it.case_results.run(0).reason == (complete ? "crashed; a second worker measured its other samples"
                                                     : "crashed; a second worker was stopped after 0 of 4 samples"));
  }
}

TEST_CASE("a plugin's notes are told once, also those of a second worker") {
  Desk it;
  it.case_results.note(0, {"x", "y"});
  it.case_results.note(0, {"x", "z"});
  CHECK(it.case_results.run(0).notes == Lines{"x", "y", "z"});
  CHECK(it.events.take() == Lines{"note: a: x", "note: a: y", "note: a: z"});
}

/// What [output] asks for, in a folder of its own.
struct Answers {
  Scratch folder{};
  Pipeline pipeline{};
  std::vector<std::int32_t> distances = {0, 5};
  Output output{};

  Answers() {
    pipeline.output.distances = OutputPlan::File{(folder.path() / "{source}.txt").string(), SolutionFormat::text};
    output.distances = distances.data();
    output.vertices = 2;
  }
};

const std::vector<Vertex> one[] = {{0}, {1}};  // batches of one source

TEST_CASE("answers are owed by one run until they are written; a run is settled after that") {
  Desk it;
  Answers answers;
  it.case_results.open_output(answers.pipeline, "", {0, 1}, {}, {.vertices = 2}, it.ids);
  CHECK(it.case_results.owes(0, one[0]));
  CHECK_FALSE(it.case_results.owes(1, one[0]));
  it.complete(0);
  it.complete(1);
  CHECK_FALSE(it.case_results.done(0));
  CHECK(it.case_results.done(1));
  it.case_results.write(0, one[0], {&answers.output, {}});
  CHECK(std::filesystem::exists(answers.folder.path() / "1.txt"));
  CHECK_FALSE(it.case_results.owes(0, one[0]));
  it.events.take();
  it.case_results.note_unwritten("");
  it.case_results.note_unwritten("it is late");
  const Lines notes = it.events.take();
  REQUIRE(notes.size() == 2);
  CHECK(contains(notes[0], "did not solve from 1 of 2 sources"));
  CHECK(contains(notes[1], "from 1 of 2 sources are not written: it is late"));
  it.case_results.write(0, one[1], {&answers.output, {}});
  CHECK(it.case_results.done(0));
  it.case_results.note_unwritten("");
  CHECK(it.events.take().empty());
  CHECK(it.case_results.run(0).unwritten.empty());
}

TEST_CASE("where a file cannot be written the run says so, keeps its samples and owes no more answers") {
  Desk it;
  Answers answers;
  it.case_results.open_output(answers.pipeline, "", {0, 1}, {}, {.vertices = 2}, it.ids);
  it.complete(0);
  std::filesystem::remove_all(answers.folder.path());
  it.case_results.write(0, one[0], {&answers.output, {}});
  CHECK(contains(it.case_results.run(0).unwritten, "then run again"));
  CHECK_FALSE(contains(it.case_results.run(0).unwritten, "--resume"));  // there is no directory to resume from
  CHECK(it.case_results.run(0).samples.size() == 4);
  CHECK_FALSE(it.case_results.owes(0, one[1]));
}

}  // namespace case_results_test
}  // namespace wayfront::host
