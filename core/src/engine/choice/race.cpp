#include "engine/choice/race.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "base/process.hpp"

namespace wayfront::host {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr double min_question = 0.05;  // seconds: a race of a shorter one measures how cold the caches are
constexpr double rivalry = 4;          // a plugin that is expected to be slower than that by the best one does not race
constexpr int laps = 3;                // calls of each, of which the shortest counts

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

std::string left_out(const Candidate& it, const Ending& ending) {
  return fmt::format("{} {}: {}", it.plugin->about().name,
                     ending.status == RunStatus::skipped   ? "declined"
                     : ending.status == RunStatus::timeout ? "was too slow to prepare"
                                                           : "failed",
                     ending.reason);
}

/// Prepares a candidate within `limit` seconds; adds what its plugin took to `seconds`.
Ending prepare(const Candidate& it, const ChoicePlace& place, double limit, std::unique_ptr<Engine>& engine,
               double& seconds) {
  try {
    engine = place.make(it);
    return engine->prepare(limit, seconds);
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory for its answers", true};
  }
}

double seconds_left(const ChoicePlace& place) { return place.left ? place.left() : unlimited; }

/// Whether another one may answer in the place of one that could not, unless that was named.
bool leaves_to_next(const Choice& choice, const Ending& ending) {
  return !choice.chooser.empty() && choice.ranking.size() > 1 &&
         (ending.status == RunStatus::skipped || ending.status == RunStatus::failed);
}

}  // namespace

Prepared prepare_first(Choice& choice, const ChoicePlace& place) {
  Prepared done;
  for (;;) {
    const Candidate& it = choice.ranking.front();
    const double left = seconds_left(place);
    const double wait = choice.ranking.size() > 1 ? patience(it, choice.ranking[1], choice.sources) : unlimited;
    done.ending = prepare(it, place, std::min(wait, left), done.engine, done.seconds);
    const bool impatient = done.ending.status == RunStatus::timeout && wait < left;
    if (!impatient && !leaves_to_next(choice, done.ending)) return done;
    done.notes.push_back(left_out(it, done.ending));
    retire(done.engine, done.usage);
    choice.ranking.erase(choice.ranking.begin());
  }
}

std::size_t sources_of_race(const Choice& choice, const ChoicePlace& place, std::size_t sources) {
  const Candidate& first = choice.ranking.front();
  if (!choice.race || choice.ranking.size() < 2 || sources < 2) return 0;
  if (first.expected && static_cast<double>(choice.sources) * first.solve < min_question) return 0;
  std::size_t instances = 1, per_call = sources;
  for (const Candidate& it : std::span(choice.ranking).first(2)) {
    const CallsOf calls = place.calls(*it.plugin);
    instances = std::max(instances, std::min(calls.instances, calls.sources));
    per_call = std::min(per_call, calls.sources);
  }
  const std::size_t part = std::max<std::size_t>(choice.sources / 20, 1);
  const std::size_t some = std::clamp(std::min(per_call, part), std::min(instances, per_call), per_call);
  return static_cast<double>(some) <= race_share * static_cast<double>(choice.sources) ? some : 0;
}

void race(Choice& choice, Prepared& prepared, const ChoicePlace& place, std::span<const Vertex> some, double first) {
  const auto count = static_cast<double>(some.size());
  const auto each = [&](double seconds) { return std::max(seconds, 1e-9) / count; };
  choice.ranking.front().solve = each(first);
  const double budget = race_share * static_cast<double>(choice.sources) * each(first);
  if (budget < race_share * min_question) return;
  double spent = 0;
  const std::vector<Candidate> rivals(choice.ranking.begin() + 1, choice.ranking.end());
  for (const Candidate& it : rivals) {
    constexpr double slower = 1.5;
    const double best = choice.ranking.front().solve;
    if (!it.expected || (it.sure && it.total(choice.sources) > rivalry * static_cast<double>(choice.sources) * best))
      continue;
    const double room = std::min(budget - spent, seconds_left(place));
    if (it.prepare + slower * count * (it.sure ? std::min(best, it.solve) : best) > room) continue;
    Candidate rival = it;
    std::unique_ptr<Engine> engine;
    double seconds = 0, shortest = unlimited;
    Ending ending = prepare(rival, place, room, engine, seconds);
    const bool slow = ending.status == RunStatus::timeout;
    rival.prepare = 0;  // what is paid does not count any more
    for (int lap = 0; lap < laps && ending.status == RunStatus::ok && room > seconds; ++lap) {
      double call = 0;
      ending = engine->try_call(some, std::min(room - seconds, slower * count * best), call);
      seconds += ending.status == RunStatus::ok ? call : slower * count * best;
      if (ending.status == RunStatus::ok) shortest = std::min(shortest, call);
      if (shortest < count * best) break;
    }
    spent += seconds;
    prepared.seconds += seconds;
    const auto known = std::ranges::find(choice.ranking, it.plugin, &Candidate::plugin);
    if (shortest < count * best) {
      std::swap(engine, prepared.engine);
      rival.solve = each(shortest);
      choice.ranking.erase(known);
      choice.ranking.insert(choice.ranking.begin(), rival);
    } else if (ending.status != RunStatus::ok && ending.status != RunStatus::timeout && !slow) {
      prepared.notes.push_back(left_out(it, ending));
      choice.ranking.erase(known);
    } else {
      known->solve = std::max(known->solve, std::min(shortest, slower * count * best) / count);
    }
    retire(engine, prepared.usage);
    if (ending.status == RunStatus::interrupted) return;
  }
}

bool replace_failed(Choice& choice, Prepared& prepared, const ChoicePlace& place, const Ending& ending) {
  if (!leaves_to_next(choice, ending)) return false;
  prepared.notes.push_back(left_out(choice.ranking.front(), ending));
  retire(prepared.engine, prepared.usage);
  choice.ranking.erase(choice.ranking.begin());
  Prepared next = prepare_first(choice, place);
  prepared.notes.insert(prepared.notes.end(), next.notes.begin(), next.notes.end());
  prepared.usage.insert(prepared.usage.end(), next.usage.begin(), next.usage.end());
  prepared.seconds += next.seconds;
  prepared.engine = std::move(next.engine);
  prepared.ending = std::move(next.ending);
  return prepared.ending.status == RunStatus::ok;
}

bool race_from(Choice& choice, Prepared& prepared, const ChoicePlace& place, std::span<const Vertex> some) {
  double seconds = 0;
  do {
    prepared.ending = prepared.engine->try_call(some, seconds_left(place), seconds);
  } while (prepared.ending.status == RunStatus::failed && replace_failed(choice, prepared, place, prepared.ending));
  if (prepared.ending.status != RunStatus::ok) return false;
  prepared.seconds += seconds;
  race(choice, prepared, place, some, seconds);
  return true;
}

}  // namespace wayfront::host
