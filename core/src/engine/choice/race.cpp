#include "engine/choice/race.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <new>
#include <utility>

#include "base/process.hpp"

namespace wayfront::host {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr double min_question = 0.05;  // seconds: a race of a shorter one measures how cold the caches are
constexpr double rivalry = 3;          // a plugin that is expected to be slower than that by the best one does not race
constexpr double far_ahead = 0.85;     // a rival that is expected to take less than that needs no race
constexpr double slower = 1.5;         // a rival that takes so much longer than the best one is stopped
constexpr std::size_t vector_lanes = 16;  // sources that a thread of some plugins solves at the same time
constexpr double min_heat = 0.005;        // seconds of a call that tells more than how busy the machine is

double elapsed(Engine::Clock::time_point start) {
  return std::chrono::duration<double>(Engine::Clock::now() - start).count();
}

double seconds_left(const ChoicePlace& place) { return place.left ? place.left() : unlimited; }

/// Seconds of preparing after which the next one takes over, as an estimate may be wrong: more of them where others use
/// this machine, too, by how many want each processor.
double patience(const Candidate& it, const Candidate& next, std::uint64_t sources) {
  constexpr double longer = 2, min = 0.25;
  if (!it.expected || !next.expected || it.plugin->has(capability::device)) return unlimited;
  double load = 0;  // stays so where it is not known
  ::getloadavg(&load, 1);
  return std::max(1.0, load / available_processors()) * std::max({min, longer * it.prepare, next.total(sources)});
}

void retire(std::unique_ptr<Engine>& engine, std::vector<Usage>& usage) {
  if (!engine) return;
  engine->end();
  usage.push_back(engine->usage());
  engine.reset();
}

bool is_at_fault(const Ending& it) { return it.status == RunStatus::failed || it.status == RunStatus::wrong; }

/// Takes a candidate out of the ranking, and notes why it does not answer.
void leave_out(Choice& choice, std::vector<Candidate>::iterator it, const Ending& ending, Prepared& prepared) {
  (is_at_fault(ending) ? prepared.faults : prepared.notes)
      .push_back(fmt::format("{} {}: {}", it->plugin->about().name,
                             ending.status == RunStatus::skipped   ? "declined"
                             : ending.status == RunStatus::timeout ? "was too slow to prepare"
                             : ending.status == RunStatus::wrong   ? "was wrong"
                                                                   : "failed",
                             ending.reason));
  choice.ranking.erase(it);
}

/// Calls what makes answers, unless no time is left.
template <class F>
Ending within(double limit, F&& call) {
  if (limit <= 0) return {RunStatus::timeout, "no time is left"};
  try {
    return call(limit);
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory for its answers", true};
  }
}

/// One certified answer, where that is wanted.
Ending proof(Engine& engine, const ChoicePlace& place, std::span<const Vertex> some, double limit) {
  Call figures;
  return place.proves ? engine.answer(some.first(1), limit, figures) : Ending{};
}

/// Whether another one may answer in the place of one that could not, unless that was named.
bool leaves_to_next(const Choice& choice, const Ending& ending) {
  return !choice.chooser.empty() && choice.ranking.size() > 1 &&
         (ending.status == RunStatus::skipped || is_at_fault(ending));
}

/// Prepares a rival and lets it solve from `some` within `room` seconds; `each` receives what it took for a source, or is
/// expected to take without laps. The first one may take longer: some plugins prepare a part when sources come.
Ending heat(const Candidate& it, const ChoicePlace& place, std::span<const Vertex> some, double best, double room,
            int laps, std::unique_ptr<Engine>& engine, double& each) {
  const auto start = Engine::Clock::now();
  double seconds = 0;
  engine = place.make(it);
  Ending ending = engine->prepare(room, seconds);
  const double left = room - elapsed(start);
  if (laps == 0) each = it.solve;
  for (int lap = 0; lap < laps && ending.status == RunStatus::ok && each >= best && elapsed(start) < room; ++lap) {
    const std::size_t tried = engine->tried(some.size());
    const double longest = slower * best * static_cast<double>(tried) + (lap == 0 ? 2 * it.prepare : 0);
    Call figures;
    ending = engine->try_call(some, std::min(room - elapsed(start), longest), figures);
    if (ending.status == RunStatus::ok) each = std::min(each, seconds_each(it, tried, figures));
  }
  if (ending.status != RunStatus::ok || each >= best) return ending;
  ending = proof(*engine, place, some, std::max(left, best));
  if (ending.status != RunStatus::ok) each = unlimited;
  return ending;
}

}  // namespace

double seconds_each(const Candidate& it, std::size_t sources, const Call& figures) {
  return it.solves * std::max(figures.solve - figures.setup, 1e-9) / static_cast<double>(sources);
}

Prepared prepare_first(Choice& choice, const ChoicePlace& place, Prepared prepared) {
  for (;;) {
    const auto it = choice.ranking.begin();
    const auto start = Engine::Clock::now();
    const double left = seconds_left(place);
    const double wait = choice.ranking.size() > 1 ? patience(it[0], it[1], choice.sources) : unlimited;
    double seconds = 0;
    prepared.ending = within(std::min(wait, left), [&](double limit) {
      prepared.engine = place.make(*it);
      return prepared.engine->prepare(limit, seconds);
    });
    const bool impatient = prepared.ending.status == RunStatus::timeout && wait < left;
    if (!impatient && !leaves_to_next(choice, prepared.ending)) {
      prepared.seconds += seconds;
      return prepared;
    }
    retire(prepared.engine, prepared.usage);
    leave_out(choice, it, prepared.ending, prepared);
    prepared.seconds += elapsed(start);
  }
}

bool replace_failed(Choice& choice, Prepared& prepared, const ChoicePlace& place, const Ending& ending) {
  if (!leaves_to_next(choice, ending)) return false;
  retire(prepared.engine, prepared.usage);
  leave_out(choice, choice.ranking.begin(), ending, prepared);
  prepared = prepare_first(choice, place, std::move(prepared));
  return prepared.ending.status == RunStatus::ok;
}

std::size_t sources_of_race(const Choice& choice, const ChoicePlace& place) {
  if (!choice.race || choice.ranking.size() < 2 || place.sources < 2) return 0;
  const Candidate& first = choice.ranking.front();
  const auto sources = static_cast<double>(place.sources);
  if (first.expected && sources * first.solve < min_question) return 0;
  const auto [per_call, own] = place.calls(*first.plugin);
  const std::size_t instances = std::max<std::size_t>({1, own, place.calls(*choice.ranking[1].plugin).instances});
  const double long_enough = first.expected && first.solve > 0 ? min_heat / first.solve : 0;
  // Enough for all lanes of all threads.
  const double wanted = std::max({sources / 50, long_enough, static_cast<double>(instances * vector_lanes)});
  auto some = static_cast<std::size_t>(std::min({wanted, static_cast<double>(per_call), sources / 15}));
  if (some > vector_lanes) some -= some % vector_lanes;
  some = std::max(some, std::min(instances, per_call));
  return static_cast<double>(some) <= race_share * sources ? some : 0;
}

void race(Choice& choice, Prepared& prepared, const ChoicePlace& place, std::span<const Vertex> some, double each,
          double spent, bool again) {
  choice.ranking.front().solve = each;
  const auto sources = static_cast<double>(place.sources), count = static_cast<double>(some.size());
  if (race_share * sources * each - spent < race_share * min_question) return;
  std::vector<Candidate> rivals(choice.ranking.begin() + 1, choice.ranking.end());
  std::ranges::stable_sort(rivals, {}, &Candidate::prepare);  // those that take long leave no room for others
  const auto time_again = [&] {                               // the first one was cold, and may have to go
    Call figures;
    if (!std::exchange(again, false)) return;
    if (prepared.engine->try_call(some, slower * each * count, figures).status == RunStatus::ok)
      choice.ranking.front().solve = seconds_each(choice.ranking.front(), prepared.engine->tried(some.size()), figures);
  };
  const auto start_of_all = Engine::Clock::now();
  for (const Candidate& it : rivals) {
    const double best = choice.ranking.front().solve;
    const double room = std::min(race_share * sources * best - spent - elapsed(start_of_all), seconds_left(place));
    const bool may_win = it.expected && (!it.sure || it.total(place.sources) <= rivalry * sources * best);
    if (!may_win || place.calls(*it.plugin).sources < some.size()) continue;
    const double start_up = it.plugin->has(capability::device) ? 0.5 : 0.02;  // seconds of a process with it
    const bool fits = start_up + it.prepare + count * (it.sure ? std::min(best, it.solve) : best) <= room;
    const auto is_far_ahead = [&] {
      return it.sure && it.total(place.sources) < far_ahead * sources * choice.ranking.front().solve;
    };
    if (!fits && is_far_ahead()) time_again();
    if (!fits && !is_far_ahead()) continue;
    std::unique_ptr<Engine> engine;
    double its = unlimited;
    const double limit = fits ? room : patience(it, choice.ranking.front(), place.sources);
    const Ending ending =
        within(limit, [&](double time) { return heat(it, place, some, best, time, fits ? 2 : 0, engine, its); });
    if (ending.status == RunStatus::ok && fits && its < best) time_again();
    const auto known = std::ranges::find(choice.ranking, it.plugin, &Candidate::plugin);
    if (ending.status == RunStatus::ok && its < choice.ranking.front().solve) {
      std::swap(engine, prepared.engine);
      known->prepare = 0;  // what is paid does not count any more
      known->solve = its;
      std::rotate(choice.ranking.begin(), known, known + 1);
    } else if (ending.status == RunStatus::ok || ending.status == RunStatus::timeout) {
      known->solve = std::max(known->solve, std::min(its, slower * best));
    } else if (ending.status != RunStatus::interrupted) {
      leave_out(choice, known, ending, prepared);
    }
    retire(engine, prepared.usage);
    if (ending.status == RunStatus::interrupted) break;
  }
  prepared.seconds += elapsed(start_of_all);
}

bool race_from(Choice& choice, Prepared& prepared, const ChoicePlace& place, std::span<const Vertex> some) {
  Call figures;
  double spent = 0;
  do {
    const auto start = Engine::Clock::now();
    prepared.ending = within(seconds_left(place), [&](double limit) {
      const Ending ending = prepared.engine->try_call(some, limit, figures);
      spent = elapsed(start);
      return ending.status == RunStatus::ok ? proof(*prepared.engine, place, some, seconds_left(place)) : ending;
    });
  } while (prepared.ending.status != RunStatus::ok && replace_failed(choice, prepared, place, prepared.ending));
  if (prepared.ending.status != RunStatus::ok) return false;
  prepared.seconds += figures.solve;
  const double each = seconds_each(choice.ranking.front(), prepared.engine->tried(some.size()), figures);
  race(choice, prepared, place, some, each, spent, true);
  return true;
}

}  // namespace wayfront::host
