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
constexpr int laps = 2;                // calls of each rival, of which the shorter one counts
constexpr std::size_t vector_lanes = 16;  // sources that a thread of some plugins solves at the same time
constexpr double min_heat = 0.005;        // seconds of a call that tells more than how busy the machine is

/// Seconds of a process with the plugin.
double start_of(const Plugin& plugin) { return plugin.has(capability::device) ? 0.3 : 0.02; }

/// How much longer everything takes where others use this machine, too: those that want a processor, for each of them.
double busyness() {
  double load = 0;
  if (::getloadavg(&load, 1) != 1) return 1;
  return std::max(1.0, load / available_processors());
}

/// Seconds of preparing after which the next one takes over: an estimate may be wrong.
double patience(const Candidate& it, const Candidate& next, std::uint64_t sources) {
  constexpr double longer = 3, min = 0.25;
  if (!it.expected || !next.expected || it.plugin->has(capability::device)) return unlimited;
  return busyness() * std::max({min, longer * it.prepare, next.total(sources)});
}

void retire(std::unique_ptr<Engine>& engine, std::vector<Usage>& usage) {
  if (!engine) return;
  engine->end();
  usage.push_back(engine->usage());
  engine.reset();
}

/// Notes why a candidate does not answer.
void leave_out(const Candidate& it, const Ending& ending, Prepared& prepared) {
  const bool at_fault = ending.status == RunStatus::failed || ending.status == RunStatus::wrong;
  (at_fault ? prepared.faults : prepared.notes)
      .push_back(fmt::format("{} {}: {}", it.plugin->about().name,
                             ending.status == RunStatus::skipped   ? "declined"
                             : ending.status == RunStatus::timeout ? "was too slow to prepare"
                             : ending.status == RunStatus::wrong   ? "was wrong"
                                                                   : "failed",
                             ending.reason));
}

/// Calls what makes answers.
template <class F>
Ending within_memory(F&& call) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory for its answers", true};
  }
}

class Timer {
 public:
  double seconds() const { return std::chrono::duration<double>(Engine::Clock::now() - start_).count(); }

 private:
  Engine::Clock::time_point start_ = Engine::Clock::now();
};

/// Prepares a candidate within `limit` seconds; `seconds` receives what its plugin took.
Ending prepare(const Candidate& it, const ChoicePlace& place, double limit, std::unique_ptr<Engine>& engine,
               double& seconds) {
  if (limit <= 0) return {RunStatus::timeout, "no time is left"};
  return within_memory([&] {
    engine = place.make(it);
    return engine->prepare(limit, seconds);
  });
}

double seconds_left(const ChoicePlace& place) { return place.left ? place.left() : unlimited; }

/// Whether another one may answer in the place of one that could not, unless that was named.
bool leaves_to_next(const Choice& choice, const Ending& ending) {
  const RunStatus status = ending.status;
  return !choice.chooser.empty() && choice.ranking.size() > 1 &&
         (status == RunStatus::skipped || status == RunStatus::failed || status == RunStatus::wrong);
}

/// One certified answer.
Ending proof(Engine& engine, std::span<const Vertex> some, double limit) {
  Call figures;
  return within_memory([&] { return engine.answer(some.first(1), limit, figures); });
}

/// What a rival took for a source, and how it ended.
struct Heat {
  double each = unlimited;
  Ending ending{};
};

/// Lets a prepared rival solve from `some` within `room` seconds, and at most `slower` than `best` a source; the first time
/// `more` seconds longer, as some plugins prepare a part when they see how many sources come.
Heat heat(Engine& engine, const ChoicePlace& place, std::span<const Vertex> some, double best, double room,
          double more) {
  constexpr double slower = 1.5;
  const Timer timer;
  Heat it;
  for (int lap = 0; lap < laps && it.each >= best && timer.seconds() < room; ++lap) {
    const double longest = slower * best * static_cast<double>(engine.tried(some.size())) + (lap == 0 ? more : 0);
    double seconds = 0;
    it.ending =
        within_memory([&] { return engine.try_call(some, std::min(room - timer.seconds(), longest), seconds); });
    if (it.ending.status != RunStatus::ok) return it;
    it.each = std::min(it.each, seconds_each(engine, engine.tried(some.size()), seconds));
  }
  if (it.each < best && place.proves) {
    it.ending = proof(engine, some, std::max(room, best));
    if (it.ending.status != RunStatus::ok) it.each = unlimited;
  }
  return it;
}

}  // namespace

double seconds_each(const Engine& engine, std::size_t sources, double seconds) {
  const double times = engine.projection() == Projection::fold ? 2 : 1;
  return times * std::max(seconds, 1e-9) / static_cast<double>(sources);
}

Prepared prepare_first(Choice& choice, const ChoicePlace& place) {
  Prepared done;
  for (;;) {
    const Candidate& it = choice.ranking.front();
    const Timer timer;
    const double left = seconds_left(place);
    const double wait = choice.ranking.size() > 1 ? patience(it, choice.ranking[1], choice.sources) : unlimited;
    double seconds = 0;
    done.ending = prepare(it, place, std::min(wait, left), done.engine, seconds);
    const bool impatient = done.ending.status == RunStatus::timeout && wait < left;
    if (!impatient && !leaves_to_next(choice, done.ending)) {
      done.seconds += seconds;
      return done;
    }
    leave_out(it, done.ending, done);
    retire(done.engine, done.usage);
    choice.ranking.erase(choice.ranking.begin());
    done.seconds += timer.seconds();
  }
}

std::size_t sources_of_race(const Choice& choice, const ChoicePlace& place) {
  const Candidate& first = choice.ranking.front();
  if (!choice.race || choice.ranking.size() < 2 || place.sources < 2) return 0;
  if (first.expected && static_cast<double>(place.sources) * first.solve < min_question) return 0;
  const std::size_t per_call = place.calls(*first.plugin).sources;
  std::size_t instances = 1;
  for (const Candidate& it : std::span(choice.ranking).first(2))
    instances = std::max(instances, place.calls(*it.plugin).instances);
  const double long_enough = first.expected && first.solve > 0 ? min_heat / first.solve : 0;
  // Enough for all lanes of all threads.
  const double wanted =
      std::max({static_cast<double>(place.sources) / 50, long_enough, static_cast<double>(instances * vector_lanes)});
  const auto max_some = std::min<std::size_t>(per_call, place.sources / 15);
  auto some = static_cast<std::size_t>(std::min(wanted, static_cast<double>(max_some)));
  if (some > vector_lanes) some -= some % vector_lanes;
  some = std::max(some, std::min(instances, per_call));
  return static_cast<double>(some) <= race_share * static_cast<double>(place.sources) ? some : 0;
}

void race(Choice& choice, Prepared& prepared, const ChoicePlace& place, std::span<const Vertex> some, double each,
          double spent) {
  choice.ranking.front().solve = each;
  const auto sources = static_cast<double>(place.sources), count = static_cast<double>(some.size());
  if (race_share * sources * each - spent < race_share * min_question) return;
  std::vector<Candidate> rivals(choice.ranking.begin() + 1, choice.ranking.end());
  std::ranges::stable_partition(rivals, [](const Candidate& it) { return !it.sure; });  // there is most to gain
  const Timer all;
  for (const Candidate& it : rivals) {
    const double best = choice.ranking.front().solve;
    const double room = std::min(race_share * sources * best - spent - all.seconds(), seconds_left(place));
    const bool may_win = it.expected && (!it.sure || it.total(place.sources) <= rivalry * sources * best);
    if (!may_win || place.calls(*it.plugin).sources < some.size()) continue;
    if (start_of(*it.plugin) + it.prepare + count * (it.sure ? std::min(best, it.solve) : best) > room) continue;
    std::unique_ptr<Engine> engine;
    double seconds = 0;
    const Timer timer;
    Heat result{.ending = prepare(it, place, room, engine, seconds)};
    if (result.ending.status == RunStatus::ok)
      result = heat(*engine, place, some, best, room - timer.seconds(), 2 * it.prepare);
    const auto known = std::ranges::find(choice.ranking, it.plugin, &Candidate::plugin);
    if (result.each < best) {
      std::swap(engine, prepared.engine);
      Candidate winner = it;
      winner.prepare = 0;  // what is paid does not count any more
      winner.solve = result.each;
      choice.ranking.erase(known);
      choice.ranking.insert(choice.ranking.begin(), std::move(winner));
    } else if (result.ending.status == RunStatus::ok || result.ending.status == RunStatus::timeout) {
      known->solve = std::max(known->solve, std::min(result.each, 1.5 * best));
    } else if (result.ending.status != RunStatus::interrupted) {
      leave_out(it, result.ending, prepared);
      choice.ranking.erase(known);
    }
    retire(engine, prepared.usage);
    prepared.seconds += timer.seconds();
    if (result.ending.status == RunStatus::interrupted) return;
  }
}

bool replace_failed(Choice& choice, Prepared& prepared, const ChoicePlace& place, const Ending& ending) {
  if (!leaves_to_next(choice, ending)) return false;
  leave_out(choice.ranking.front(), ending, prepared);
  retire(prepared.engine, prepared.usage);
  choice.ranking.erase(choice.ranking.begin());
  Prepared next = prepare_first(choice, place);
  prepared.notes.insert(prepared.notes.end(), next.notes.begin(), next.notes.end());
  prepared.faults.insert(prepared.faults.end(), next.faults.begin(), next.faults.end());
  prepared.usage.insert(prepared.usage.end(), next.usage.begin(), next.usage.end());
  prepared.seconds += next.seconds;
  prepared.engine = std::move(next.engine);
  prepared.ending = std::move(next.ending);
  return prepared.ending.status == RunStatus::ok;
}

bool race_from(Choice& choice, Prepared& prepared, const ChoicePlace& place, std::span<const Vertex> some) {
  double seconds = 0, spent = 0;
  do {
    const double left = seconds_left(place);
    const Timer timer;
    prepared.ending = left <= 0 ? Ending{RunStatus::timeout, "no time is left"}
                                : within_memory([&] { return prepared.engine->try_call(some, left, seconds); });
    spent = timer.seconds();
    if (prepared.ending.status == RunStatus::ok && place.proves)
      prepared.ending = proof(*prepared.engine, some, seconds_left(place));
  } while (prepared.ending.status != RunStatus::ok && replace_failed(choice, prepared, place, prepared.ending));
  if (prepared.ending.status != RunStatus::ok) return false;
  prepared.seconds += spent;
  const Engine& engine = *prepared.engine;
  race(choice, prepared, place, some, seconds_each(engine, engine.tried(some.size()), seconds), spent);
  return true;
}

}  // namespace wayfront::host
