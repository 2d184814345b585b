#include "../../test.hpp"
#include "tune/tuning.hpp"

namespace wayfront::host {
namespace search_test {

/// Makes up the times of a plugin: each option has a factor for a solve of 10 ms.
class MadeUpTimes {
 public:
  std::map<std::string, double> solves{};    // factors by text_of() of one option
  std::map<std::string, double> prepares{};  // seconds
  std::string broken{};                      // an option that fails with "no such a",
  std::size_t broken_from = 1;               // from this round on
  std::vector<double> by_round{};            // a factor for all but the defaults, as where the machine misleads
  std::vector<double> by_pair{};             // the same for each pair of a round
  std::size_t disturbed = 0;                 // in which round other options than the defaults prepare for longer
  std::vector<TuneRound> rounds{};

  void operator()(TuneRound& round) {
    rounds.push_back(round);
    for (const TriedOptions& options : round.options) {
      RunResult& run = round.results.runs.emplace_back();
      double factor = !options.empty() && rounds.size() <= by_round.size() ? by_round[rounds.size() - 1] : 1;
      run.prepare = 0.1;
      for (const auto& option : options) {
        const std::string text = text_of({option});
        if (const auto found = solves.find(text); found != solves.end()) factor *= found->second;
        if (const auto found = prepares.find(text); found != prepares.end()) run.prepare = found->second;
        if (rounds.size() == disturbed) run.prepare += 1000;
        if (text != broken || rounds.size() < broken_from) continue;
        run.status = RunStatus::failed;
        run.reason = "no such a";
      }
      round.solves += 1 + (run.status == RunStatus::ok ? round.sources : 0);
      for (std::size_t i = 0; i < round.sources && run.status == RunStatus::ok; ++i) {
        Sample& sample = run.samples.emplace_back();
        sample.source = VertexId(round.seed * 100 + i);
        sample.repeat = 1;
        const double of_pair = !options.empty() && i < by_pair.size() ? by_pair[i] : 1;
        sample.solve = 0.01 * static_cast<double>(1 + i) * factor * of_pair;
      }
    }
  }
};

const std::vector<TriedOptions> three = {{{"a", "1"}}, {{"b", "1"}}, {{"a", "2"}}};

TuneRequest request() {
  static const Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  return {.plugin = &plugin, .program = "worker"};
}

Tuned search(MadeUpTimes& times, const TuneRequest& asked = request(), std::span<const TriedOptions> options = three) {
  return search_options(asked, options, [&](TuneRound& round) { times(round); });
}

std::string best(const Tuned& tuned) {
  return tuned.why_not.empty() ? text_of(tuned.tried.front().options) : "the defaults";
}

TEST_CASE("the search finds the fastest options, and never slower ones") {
  MadeUpTimes times{.solves = {{"a = 1", 2}, {"b = 1", 1.5}, {"a = 2", 0.5}}};
  const Tuned found = search(times);
  CHECK(best(found) == "a = 2");
  REQUIRE(found.batches.size() == 2);
  CHECK(found.batches[0].ratio == doctest::Approx(2));
  CHECK(found.batches[1].verdict == Verdict::faster);
  REQUIRE(found.tried.size() == 3);
  CHECK(found.tried[2].ratio() == doctest::Approx(0.5));  // the best first

  times = {.solves = {{"a = 1", 2}, {"b = 1", 1.5}, {"a = 2", 1.1}}};
  CHECK(search(times).why_not == "it is not faster");
  CHECK(times.rounds.size() == 1);
}

TEST_CASE("a gain of less than 3 % is not worth an option, even if it is certain") {
  TuneRequest here = request();
  here.program = "";
  MadeUpTimes times{.solves = {{"a = 1", 1 / 1.025}}};
  const Tuned little = search(times, here);
  REQUIRE(little.batches.size() == 1);
  CHECK(little.batches[0].verdict == Verdict::faster);
  CHECK(little.why_not == "the first batch does not find it at least 3 % faster");
  times = {.solves = {{"a = 1", 1 / 1.035}}};
  CHECK(best(search(times, here)) == "a = 1");
  times = {.solves = {{"a = 1", 1 / 1.035}}};
  CHECK(best(search(times)) == "a = 1");
}

TEST_CASE("what is best of different options is tried together") {
  MadeUpTimes times{.solves = {{"a = 1", 0.9}, {"b = 1", 0.8}, {"a = 2", 0.7}}};
  const Tuned found = search(times);
  CHECK(best(found) == "a = 2, b = 1");
  CHECK(found.batches.front().ratio == doctest::Approx(1 / 0.56));
}

TEST_CASE("what is fast in the search only does not win, nor do times that scatter") {
  MadeUpTimes times{.by_round = {0.5, 0.5, 1, 1}};
  const Tuned first = search(times);
  CHECK(first.batches.size() == 1);
  CHECK(first.why_not.starts_with("the first batch"));
  times = {.by_round = {0.5, 0.5, 0.5, 1}};
  CHECK(search(times).why_not.starts_with("the second batch"));
  times = {.by_pair = {1 / 1.5, 1 / 0.7, 1 / 1.4, 1 / 0.8, 1 / 1.6, 1 / 0.75, 1 / 1.3, 1 / 1.2}};
  CHECK(search(times).why_not == "the times of the first batch scatter too much for a verdict");
}

TEST_CASE("options that fail do not win, and stand there with the reason") {
  MadeUpTimes times{.solves = {{"a = 1", 0.5}, {"b = 1", 0.8}}, .broken = "a = 1"};
  const Tuned found = search(times);
  CHECK(best(found) == "b = 1");
  CHECK(found.tried.back().failure == "no such a");
  CHECK(found.tried.back().ratios.empty());
  times = {.solves = {{"a = 1", 0.5}}, .broken = "a = 1", .broken_from = 4};
  const Tuned late = search(times);
  CHECK(late.why_not == "no such a");
  CHECK(late.batches.size() == 1);
}

TEST_CASE("every round has other sources, and all stay within the solves that are allowed") {
  std::vector<TriedOptions> many;
  for (int i = 0; i < 40; ++i) many.push_back({{"o" + std::to_string(i % 8), std::to_string(i)}});
  for (std::uint64_t solves = min_tune_solves; solves < 200; solves += 7) {
    CAPTURE(solves);
    MadeUpTimes times{.by_round = {0.5, 0.5, 0.5, 0.5}};
    TuneRequest asked = request();
    asked.solves = solves;
    const Tuned found = search(times, asked, many);
    CHECK(found.batches.size() == 2);
    CHECK(found.solves <= solves);
    std::uint64_t made = 0;
    std::set<std::uint64_t> seeds;
    for (const TuneRound& round : times.rounds) {
      made += round.options.size() * (1 + round.sources);
      seeds.insert(round.seed);
    }
    CHECK(found.solves == made);
    CHECK(seeds.size() == times.rounds.size());
  }
}

TEST_CASE("options that prepare longer win only if that pays for the number of sources") {
  const MadeUpTimes longer{.solves = {{"a = 1", 0.5}}, .prepares = {{"a = 1", 100.1}}};
  MadeUpTimes times = longer;
  TuneRequest asked = request();
  const Tuned refused = search(times, asked);
  CHECK(refused.prepare == doctest::Approx(0.1));
  CHECK(refused.tried.front().prepare == doctest::Approx(100.1));
  CHECK(refused.batches.size() == 2);
  // Of the defaults' solves, of 10 to 80 ms, the median is 35 ms: a source saves half of it.
  CHECK(refused.why_not == "its longer preparation pays from 5715 sources on, and --sources is 1000");

  times = longer;
  asked.sources = 100'000;
  CHECK(best(search(times, asked)) == "a = 1");

  times = longer;
  times.solves["b = 1"] = 0.8;
  asked.sources = 1000;
  CHECK(best(search(times, asked)) == "b = 1");  // slower, but pays

  times = {.solves = {{"a = 1", 0.5}}, .disturbed = 1};
  CHECK(best(search(times, asked)) == "a = 1");  // its other rounds were shorter

  times = {.solves = {{"a = 1", 0.5}}, .prepares = {{"a = 1", 0.05}}};
  asked.sources = 1;
  CHECK(best(search(times, asked)) == "a = 1");
}

TEST_CASE("defaults that fail end the search, and a timeout says which option sets it") {
  const auto ends = [](RunStatus status) {
    return refusal_by([&] {
      search_options(request(), three, [&](TuneRound& round) {
        round.results.runs.resize(round.options.size());
        round.results.runs.front().status = status;
        round.results.runs.front().reason = "it stopped";
      });
    });
  };
  CHECK(ends(RunStatus::failed).ends_with("with its defaults: it stopped"));
  CHECK(ends(RunStatus::timeout).ends_with("with its defaults: it stopped; --timeout sets a longer one"));
  CHECK(ends(RunStatus::interrupted) == "interrupted before the search ended");
}

}  // namespace search_test
}  // namespace wayfront::host
