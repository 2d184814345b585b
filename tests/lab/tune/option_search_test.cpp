#include "tune/tuning.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace option_search_test {

/// Makes up the times of a plugin: each option has a factor for a solve of 10 ms.
class MadeUpTimes {
 public:
  std::map<std::string, double> solves{};       // factors by text_of() of one option
  std::map<std::string, double> prepares{};     // seconds
  std::map<std::string, std::string> broken{};  // reasons
  std::vector<double> by_round{};               // a factor for all but the defaults, as where the machine misleads
  std::size_t disturbed = 0;                    // in which round other options than the defaults prepare for longer
  std::vector<SearchRound> rounds{};

  MeasuredRound operator()(const SearchRound& round) {
    rounds.push_back(round);
    MeasuredRound measured;
    for (const std::vector<OptionTrial>& options : round.options) {
      RunResult& run = measured.results.runs.emplace_back();
      double factor = !options.empty() && rounds.size() <= by_round.size() ? by_round[rounds.size() - 1] : 1;
      run.prepare = 0.1;
      for (const OptionTrial& it : options) {
        const std::string text = text_of({it});
        if (const auto found = solves.find(text); found != solves.end()) factor *= found->second;
        if (const auto found = prepares.find(text); found != prepares.end()) run.prepare = found->second;
        if (rounds.size() == disturbed) run.prepare += 1000;
        if (const auto found = broken.find(text); found != broken.end()) {
          run.status = RunStatus::failed;
          run.reason = found->second;
        }
      }
      measured.solves += 1 + (run.status == RunStatus::ok ? round.sources : 0);
      for (unsigned i = 0; i < round.sources && run.status == RunStatus::ok; ++i) {
        Sample& sample = run.samples.emplace_back();
        sample.source = VertexId(round.seed * 100 + i);
        sample.repeat = 1;
        sample.solve = 0.01 * (1 + i) * factor;  // the ratio of a pair is 1 / factor, whatever the source takes
      }
    }
    return measured;
  }
};

const std::vector<OptionTrial> three = {{"a", "1"}, {"b", "1"}, {"a", "2"}};

TuneRequest request(const Plugin& plugin) {
  return {.plugin = &plugin, .graph = {}, .program = "worker", .progress = {}};
}

Tuned search(MadeUpTimes& times, TuneRequest request, std::span<const OptionTrial> trials = three) {
  return search_options(request, trials, [&](const SearchRound& round) { return times(round); });
}

std::string best(const Tuned& tuned) { return text_of(tuned.best()); }

TEST_CASE("the search finds the fastest options, and never slower ones") {
  const Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  MadeUpTimes times{.solves = {{"a = 1", 2}, {"b = 1", 1.5}, {"a = 2", 0.5}}};
  const Tuned found = search(times, request(plugin));
  CHECK(best(found) == "a = 2");
  REQUIRE(found.evidence.size() == 2);
  CHECK(found.evidence[0].ratio == doctest::Approx(2));
  CHECK(found.evidence[1].verdict == Verdict::faster);
  REQUIRE(found.tried.size() == 3);
  CHECK(found.tried[0].comparison.ratio == doctest::Approx(0.5));

  times = {.solves = {{"a = 1", 2}, {"b = 1", 1.5}, {"a = 2", 1.1}}};
  const Tuned slower = search(times, request(plugin));
  CHECK(best(slower) == "the defaults");
  CHECK(slower.last.empty());
  CHECK(times.rounds.size() == 1);

  times = {.solves = {{"a = 1", 0.99}}};
  CHECK(best(search(times, request(plugin))) == "the defaults");  // a gain of 1 % is not worth an option
}

TEST_CASE("what is best of different options is tried together") {
  const Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  MadeUpTimes times{.solves = {{"a = 1", 0.9}, {"b = 1", 0.8}, {"a = 2", 0.7}}};
  const Tuned found = search(times, request(plugin));
  CHECK(best(found) == "a = 2, b = 1");
  CHECK(found.evidence.front().ratio == doctest::Approx(1 / 0.56));
}

TEST_CASE("what is fast in the search only does not win") {
  const Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  MadeUpTimes times{.by_round = {0.5, 0.5, 1, 1}};
  const Tuned first = search(times, request(plugin));
  CHECK(best(first) == "the defaults");
  CHECK(first.evidence.size() == 1);
  CHECK(first.why_not->starts_with("the first batch"));
  times = {.by_round = {0.5, 0.5, 0.5, 1}};
  const Tuned second = search(times, request(plugin));
  CHECK(best(second) == "the defaults");
  CHECK(second.why_not->starts_with("the second batch"));
}

TEST_CASE("options that fail do not win, and stand there with the reason") {
  const Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  MadeUpTimes times{.solves = {{"a = 1", 0.5}, {"b = 1", 0.8}}, .broken = {{"a = 1", "no such a"}}};
  const Tuned found = search(times, request(plugin));
  CHECK(best(found) == "b = 1");
  CHECK(found.tried[0].failure == "no such a");
  CHECK(found.tried[0].comparison.pairs == 0);
}

TEST_CASE("every round has other sources, and all stay within the solves that are allowed") {
  const Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  std::vector<OptionTrial> many;
  for (int i = 0; i < 40; ++i) many.push_back({"o" + std::to_string(i % 8), std::to_string(i)});
  for (std::uint64_t solves = min_tune_solves; solves < 200; solves += 7) {
    CAPTURE(solves);
    MadeUpTimes times{.by_round = {0.5, 0.5, 0.5, 0.5}};
    TuneRequest asked = request(plugin);
    asked.solves = solves;
    const Tuned found = search(times, asked, many);
    CHECK(found.evidence.size() == 2);
    CHECK(found.solves <= solves);
    std::uint64_t made = 0;
    std::set<std::uint64_t> seeds;
    for (const SearchRound& round : times.rounds) {
      made += round.options.size() * (1 + round.sources);
      seeds.insert(round.seed);
    }
    CHECK(found.solves == made);
    CHECK(seeds.size() == times.rounds.size());
  }
}

TEST_CASE("options that prepare longer win only if that pays for the number of sources") {
  const Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  // With one pair each and medians over all sources of a search, a source takes 10 ms or more: 0.5 of it is saved.
  const MadeUpTimes longer{.solves = {{"a = 1", 0.5}}, .prepares = {{"a = 1", 100.1}}};
  MadeUpTimes times = longer;
  TuneRequest asked = request(plugin);
  const Tuned refused = search(times, asked);
  CHECK(best(refused) == "the defaults");
  CHECK(refused.preparation.of_defaults == doctest::Approx(0.1));
  CHECK(refused.preparation.seconds == doctest::Approx(100.1));
  REQUIRE(refused.why_not.has_value());
  CHECK(refused.why_not->starts_with("preparing takes 100 s instead of 100 ms, which pays from "));
  CHECK(refused.why_not->ends_with(" sources on, and --sources is 1000"));
  CHECK(refused.evidence.size() == 2);

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
  const Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  const auto ends = [&](RunStatus status) {
    try {
      search_options(request(plugin), three, [&](const SearchRound& round) {
        MeasuredRound measured;
        measured.results.runs.resize(round.options.size());
        for (RunResult& run : measured.results.runs) {
          run.status = status;
          run.reason = "it stopped";
        }
        return measured;
      });
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(ends(RunStatus::failed).ends_with("with its defaults: it stopped"));
  CHECK(ends(RunStatus::timeout).ends_with("with its defaults: it stopped; --timeout sets a longer one"));
  CHECK(ends(RunStatus::interrupted) == "interrupted before the search ended");
}

}  // namespace option_search_test
}  // namespace wayfront::host
