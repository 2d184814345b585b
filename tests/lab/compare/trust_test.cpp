#include "../../test.hpp"
#include "../sample_results.hpp"
#include "compare/graph_table.hpp"
#include "compare/summary.hpp"
#include "report/overview.hpp"

namespace wayfront::host {
namespace trust_test {

MachineReading made_reading(double seconds, double others, double stolen = 0, std::uint64_t throttles = 0) {
  MachineReading it;
  it.source = 1;
  it.repeat = 1;
  it.seconds = seconds;
  it.others = others;
  it.stolen = stolen;
  it.load = 3.5;
  it.throttles = throttles;
  return it;
}

/// Two readings of the same, of a machine of `processors` whose runs may use `threads`.
Results on_machine(double seconds, double others, double stolen = 0, unsigned processors = 2, unsigned threads = 2) {
  Results it = made_results();
  it.machine["threads"] = processors;
  it.pipeline["measure"]["threads"]["value"] = threads;
  it.readings.machine.assign(2, made_reading(seconds / 2, others, stolen));
  return it;
}

std::string reason(const Results& results) { return reasons_text(doubts(results, std::nullopt)); }

TEST_CASE("other processes are too many from a twentieth of the processors on") {
  CHECK(reason(on_machine(10, 0.02)).empty());
  CHECK(reason(on_machine(10, 0.1)).empty());
  CHECK(reason(on_machine(10, 0.12)).find("other processes used 0.12 of 2 processors (load average up to 3.5)") == 0);
  CHECK_FALSE(reason(on_machine(10, 1)).empty());
}

TEST_CASE("a short measurement is doubted for more than a few ticks only") {
  CHECK(reason(on_machine(0.05, 1)).empty());
  CHECK(reason(on_machine(0.5, 0.25)).empty());
  CHECK_FALSE(reason(on_machine(0.5, 1)).empty());
}

TEST_CASE("others may have the processors that the runs do not need") {
  CHECK(reason(on_machine(10, 13.9, 0, 16, 2)).empty());
  CHECK(contains(reason(on_machine(10, 14.5, 0, 16, 2)), "14.50 of 16 processors, of which the runs need 2"));
  CHECK_FALSE(reason(on_machine(10, 13.9, 0, 16, 16)).empty());
}

TEST_CASE("stolen time, from a fiftieth on") {
  CHECK(reason(on_machine(10, 0, 0.04)).empty());
  CHECK(reason(on_machine(10, 0, 0.2)).find("the hypervisor gave 10.0 % of the time of 2 processors") == 0);
}

TEST_CASE("heat, from a tenth of the readings on") {
  Results it = on_machine(10, 0);
  it.readings.machine.assign(10, made_reading(1, 0));
  it.readings.machine[3].throttles = 7;
  CHECK(reason(it).empty());
  it.readings.machine[4].throttles = 1;
  CHECK(reason(it) == "processors were slowed down by heat in 2 of 10 readings");
}

TEST_CASE("nothing known is nothing doubted") {
  Results it = made_results();
  it.readings.machine.clear();
  CHECK(reason(it).empty());
  it.readings.machine.emplace_back().seconds = 100;
  CHECK(reason(it).empty());
  it.machine = it.pipeline = nlohmann::json::object();
  it.readings.machine[0].others = 0.5;
  CHECK_FALSE(reason(it).empty());
}

TEST_CASE("a baseline that is not the same as itself; too few pairs to tell raise no doubt") {
  const auto control = [](double ratio, std::size_t pairs) {
    const std::vector<double> ratios(pairs, ratio);
    return compare(ratios, false);
  };
  CHECK(doubts(made_results(), control(1, 30)).empty());
  CHECK(doubts(made_results(), control(0.87, 4)).empty());
  const auto found = doubts(made_results(), control(0.87, 30));
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].reason, "'slower', not 'same': 0.87x, between 0.87 and 0.87"));
}

/// The second run of made_results(), `speedup` times as fast in 10 pairs, and a control of the baseline.
Results twice_as_fast(double control, double speedup = 2) {
  Results it = on_machine(10, 0);
  it.runs[0].samples.clear();
  it.runs[2] = it.runs[0];
  it.runs[2].label = "slow (again)";
  it.runs[2].control = true;
  it.runs[2].baseline = false;
  it.runs[1].samples.clear();
  it.runs[1].control = false;
  for (unsigned i = 1; i <= 10; ++i) {
    const double seconds = 1 + 0.0001 * i;
    it.runs[0].samples.push_back(made_sample(1, i, seconds));
    it.runs[1].samples.push_back(made_sample(1, i, seconds / speedup));
    it.runs[2].samples.push_back(made_sample(1, i, seconds / control));
  }
  return it;
}

TEST_CASE("a disturbed case has rough verdicts: small differences are unclear; ratio and interval stay") {
  const auto standings = [](const Results& it) {
    std::vector<Verdict> found;
    for (std::size_t i = 1; i < 3; ++i) found.push_back(summarise(it, it.runs[i], baseline_of(it)).comparison.verdict);
    return found;
  };
  CHECK(standings(twice_as_fast(1)) == std::vector{Verdict::faster, Verdict::same});
  CHECK(standings(twice_as_fast(0.87)) == std::vector{Verdict::faster, Verdict::slower});  // the control keeps its own
  CHECK(standings(twice_as_fast(0.4)) == std::vector{Verdict::unclear, Verdict::slower});
  for (const auto& [speedup, verdict] :
       {std::pair{1.4, Verdict::unclear}, {1.0, Verdict::unclear}, {0.7, Verdict::unclear}, {0.33, Verdict::slower}}) {
    Results disturbed = twice_as_fast(1, speedup);
    disturbed.readings.machine[0].others = 1;
    CHECK(standings(disturbed)[0] == verdict);
  }
  Results busy = twice_as_fast(1);
  busy.readings.machine[0].others = 1;
  CHECK(standings(busy) == std::vector{Verdict::faster, Verdict::same});
  const Comparison it = summarise(busy, busy.runs[1], baseline_of(busy)).comparison;
  CHECK(it.ratio == doctest::Approx(2));
  CHECK(it.interval.low > 1.9);
}

TEST_CASE("a rough verdict says how much about") {
  const auto text = [](double ratio, Verdict verdict) {
    Comparison it;
    it.ratio = ratio;
    it.verdict = verdict;
    return rough_verdict_text(it);
  };
  CHECK(text(0.331, Verdict::slower) == "slower, about 3 times");
  CHECK(text(1.62, Verdict::faster) == "faster, about 1.6 times");
  CHECK(text(1.1, Verdict::unclear) == "unclear");
}

TEST_CASE("means over graphs count rough verdicts") {
  std::vector<Results> all = {twice_as_fast(1, 1.3), twice_as_fast(1, 1.3)};
  all[1].graph["digest"] = "4567";
  CHECK(over_graphs(all)[1].count(Verdict::faster) == 2);
  all[1].readings.machine[0].others = 1;
  CHECK(over_graphs(all)[1].count(Verdict::faster) == 1);
  CHECK(over_graphs(all)[1].count(Verdict::unclear) == 1);
  std::vector<Results> with_wrong = all;
  with_wrong[0].runs[1].status = RunStatus::wrong;
  CHECK(over_graphs(with_wrong).size() + 1 == over_graphs(all).size());  // a run that was wrong once has no mean
  const std::string line = doubt_line(all);
  CHECK(line.starts_with("do not trust differences below 50 %, which are 'unclear': on x.gr other processes used "));
  all[0].readings.machine[0].others = 1;
  all[0].graph["name"] = "y.gr";
  CHECK(contains(doubt_line(all), "on y.gr other processes used "));  // one line, one advice
  CHECK(doubt_line(all).find("What helps") == doubt_line(all).rfind("What helps"));
}

/// 30 blocks on a machine where two processes of one program differ by `between` (standard deviation).
Results simulated(std::mt19937_64& random, double between) {
  std::normal_distribution<double> normal;
  Results it = twice_as_fast(1);
  it.pipeline["measure"]["isolation"]["value"] = "process";
  for (RunResult& run : it.runs) {
    run.samples.clear();
    const double offset = between * normal(random);
    for (unsigned i = 1; i <= 30; ++i)
      run.samples.push_back(made_sample(1, i, std::exp(offset + 0.01 * normal(random))));
  }
  return it;
}

TEST_CASE("where processes differ by 12 %, the control keeps identical runs from being called faster or slower") {
  std::mt19937_64 random(5);
  int decided = 0, doubted_quiet = 0;
  constexpr int cases = 200;
  for (int i = 0; i < cases; ++i) {
    const Results restless = simulated(random, 0.12), quiet = simulated(random, 0.003);
    const Verdict verdict = summarise(restless, restless.runs[1], baseline_of(restless)).comparison.verdict;
    decided += verdict == Verdict::faster || verdict == Verdict::slower ? 1 : 0;
    doubted_quiet += doubts_of(quiet).empty() ? 0 : 1;
  }
  CHECK(decided <= 0.2 * cases);  // the control happens to be near the baseline there; 0.4 of all without this rule
  CHECK(doubted_quiet <= 0.02 * cases);
}

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
  CHECK(contains(note, "used 0.6 s of processor time"));
  CHECK(note.ends_with("outside of its calls?"));
}

}  // namespace trust_test
}  // namespace wayfront::host
