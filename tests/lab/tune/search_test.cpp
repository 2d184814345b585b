#include "../../test.hpp"
#include "tune/tuning.hpp"

namespace wayfront::host {
namespace search_test {

/// Makes up the times of a plugin: a solve takes 10 ms or more, times the factor of each option.
struct MadeUpTimes {
  std::map<std::string, double> solves{}, prepares{};  // factors and seconds by text_of() of one option
  std::string broken{};                                // an option that fails
  std::size_t broken_from = 0;                         // in this round and later ones
  std::size_t disturbed = 9;                           // in which round others than the defaults prepare for longer
  std::vector<double> by_round{}, by_pair{};           // factors for all but the defaults
  std::vector<TuneRound> rounds{};

  void operator()(TuneRound& round) {
    const std::size_t number = rounds.size();
    rounds.push_back(round);
    for (const TriedOptions& options : round.options) {
      RunResult& run = round.results.runs.emplace_back();
      run.prepare = !options.empty() && number == disturbed ? 1000 : 0.1;
      double factor = !options.empty() && number < by_round.size() ? by_round[number] : 1;
      for (const auto& option : options) {
        const std::string text = text_of({option});
        if (solves.contains(text)) factor *= solves.at(text);
        if (prepares.contains(text)) run.prepare = prepares.at(text);
        if (text != broken || number < broken_from) continue;
        run.status = RunStatus::failed;
        run.reason = "no such a";
      }
      for (std::size_t i = 0; i < round.sources; ++i) {
        Sample& sample = run.samples.emplace_back();
        sample.source = VertexId(round.seed * 100 + i);
        sample.repeat = 1;
        const double of_pair = !options.empty() && i < by_pair.size() ? by_pair[i] : 1;
        sample.solve = 0.01 * static_cast<double>(1 + i) * factor * of_pair;
      }
      round.solves += 1 + round.sources;
    }
  }
};

TuneRequest request(std::uint64_t sources = 1000) {
  static const Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  return {.plugin = &plugin, .sources = sources, .program = "worker"};
}

const std::vector<TriedOptions> three = {{{"a", "1"}}, {{"b", "1"}}, {{"a", "2"}}};

Tuned search(MadeUpTimes times, const TuneRequest& asked = request()) {
  return search_options(asked, three, std::ref(times));
}

std::string best(const Tuned& tuned) {
  return tuned.why_not.empty() ? text_of(tuned.tried.front().options) : "the defaults";
}

TEST_CASE("the search finds the fastest options, and never slower ones") {
  const Tuned found = search({.solves = {{"a = 1", 2}, {"b = 1", 1.5}, {"a = 2", 0.5}}});
  CHECK(best(found) == "a = 2");
  CHECK(found.batches.at(0).ratio == doctest::Approx(2));
  CHECK(found.batches.at(1).verdict == Verdict::faster);
  CHECK(found.tried.at(2).ratio() == doctest::Approx(0.5));  // the best first
  const Tuned slower = search({.solves = {{"a = 1", 2}, {"b = 1", 1.5}, {"a = 2", 1.1}}});
  CHECK(slower.why_not == "it is not faster");
  CHECK(slower.solves == 8);  // one look at each
}

TEST_CASE("a gain of less than 3 % is not worth an option, even if it is certain") {
  TuneRequest here = request();
  here.program = "";
  const Tuned little = search({.solves = {{"a = 1", 1 / 1.025}}}, here);
  CHECK(little.batches.at(0).verdict == Verdict::faster);
  CHECK(little.why_not == "the first batch does not find it at least 3 % faster");
  CHECK(best(search({.solves = {{"a = 1", 1 / 1.035}}}, here)) == "a = 1");
}

TEST_CASE("what is best of different options is tried together") {
  const Tuned found = search({.solves = {{"a = 1", 0.9}, {"b = 1", 0.8}, {"a = 2", 0.7}}});
  CHECK(best(found) == "a = 2, b = 1");
  CHECK(found.batches.front().ratio == doctest::Approx(1 / 0.56));
}

TEST_CASE("what is fast in the search only does not win, nor do times that scatter") {
  CHECK(search({.by_round = {0.5, 0.5, 1, 1}}).why_not.starts_with("the first batch"));
  CHECK(search({.by_round = {0.5, 0.5, 0.5, 1}}).why_not.starts_with("the second batch"));
  const Tuned scattered = search({.by_pair = {0.67, 1.43, 0.71, 1.25, 0.63, 1.33, 0.77, 0.83}});
  CHECK(scattered.why_not == "the times of the first batch scatter too much for a verdict");
}

TEST_CASE("options that fail do not win, and stand there with the reason") {
  const Tuned found = search({.solves = {{"a = 1", 0.5}, {"b = 1", 0.8}}, .broken = "a = 1"});
  CHECK(best(found) == "b = 1");
  CHECK(found.tried.back().failure == "no such a");
  const Tuned late = search({.solves = {{"a = 1", 0.5}}, .broken = "a = 1", .broken_from = 3});
  CHECK(late.why_not == "no such a");
}

TEST_CASE("every round has other sources, and all stay within the solves that are allowed") {
  std::vector<TriedOptions> many;
  for (int i = 0; i < 40; ++i) many.push_back({{"o" + std::to_string(i % 8), std::to_string(i)}});
  TuneRequest asked = request();
  for (asked.solves = min_tune_solves; asked.solves < 200; asked.solves += 7) {
    CAPTURE(asked.solves);
    MadeUpTimes times{.by_round = {0.5, 0.5, 0.5, 0.5}};
    const Tuned found = search_options(asked, many, std::ref(times));
    CHECK(found.batches.size() == 2);
    CHECK(found.solves <= asked.solves);
    std::set<std::uint64_t> seeds;
    for (const TuneRound& round : times.rounds) seeds.insert(round.seed);
    CHECK(seeds.size() == times.rounds.size());
  }
}

TEST_CASE("options that prepare longer win only if that pays for the number of sources") {
  const MadeUpTimes longer{.solves = {{"a = 1", 0.5}}, .prepares = {{"a = 1", 100.1}}};
  const Tuned refused = search(longer);
  CHECK(refused.prepare == doctest::Approx(0.1));
  CHECK(refused.tried.front().prepare == doctest::Approx(100.1));
  // Of the defaults' solves, of 10 to 80 ms, the median is 35 ms: a source saves half of it.
  CHECK(refused.why_not == "its longer preparation pays from 5715 sources on, and --sources is 1000");
  CHECK(best(search(longer, request(100'000))) == "a = 1");
  CHECK(best(search({.solves = {{"a = 1", 0.5}, {"b = 1", 0.8}}, .prepares = longer.prepares})) == "b = 1");  // pays
  CHECK(best(search({.solves = longer.solves, .disturbed = 0})) == "a = 1");  // its other rounds were shorter
  CHECK(best(search({.solves = longer.solves, .prepares = {{"a = 1", 0.05}}}, request(1))) == "a = 1");
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
