// From a choice to an engine: the first of its ranking that can be prepared, and where it pays a race with the next ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/choice/choice.hpp"
#include "engine/engine.hpp"

namespace wayfront::host {

/// How a plugin would be asked.
struct CallsOf {
  std::size_t sources = 1;    // of a call, at most
  std::size_t instances = 1;  // that solve them at the same time, where the plugin takes one at a time
};

/// Where the candidates of a choice become engines.
struct ChoicePlace {
  std::function<std::unique_ptr<Engine>(const Candidate&)> make;
  std::function<CallsOf(const Plugin&)> calls;
  std::function<double()> left{};  // the seconds that the question still has; null: any number
  std::uint64_t sources = 1;       // that the question has
  bool proves = false;             // nobody looks at the last right answer, so one of a rival's can be certified
};

struct Prepared {
  std::unique_ptr<Engine> engine{};  // of the first of the ranking; prepared if the ending is ok
  Ending ending{};
  double seconds = 0;                 // that plugins took to prepare, and to race
  std::vector<std::string> notes{};   // why others are not there, a sentence each
  std::vector<std::string> faults{};  // the same of those that failed, or were wrong
  std::vector<Usage> usage{};         // of engines that have ended
};

/// The first of the ranking that can be prepared; those that cannot leave it. One that takes far longer than was expected,
/// and longer than all that the next one needs, cannot. Adds to what came before.
Prepared prepare_first(Choice& choice, const ChoicePlace& place, Prepared prepared = {});

/// How many sources of the question the first one is to solve before a race; 0: no race would pay.
std::size_t sources_of_race(const Choice& choice, const ChoicePlace& place);

/// The prepared engine has solved from `some` within `each` seconds a source. The next ones of the ranking that may be
/// better solve from the same, as long as all of this takes at most `race_share` of the question, of which `spent` seconds
/// are over; each is stopped once it is half as slow again. The fastest one replaces the engine, as the first of the ranking;
/// with `again`, the engine is timed once more first. A plugin that cannot prepare in time may replace it without a race.
void race(Choice& choice, Prepared& prepared, const ChoicePlace& place, std::span<const Vertex> some, double each,
          double spent = 0, bool again = false);
inline constexpr double race_share = 0.15;

/// What a source takes by the figures of a call of this plugin from `sources`, once for each of Candidate::solves.
double seconds_each(const Candidate& it, std::size_t sources, const Call& figures);

/// The engine failed, or was wrong: the next one of the ranking takes its place. False if there is none, or it was named;
/// or if that cannot be prepared, which prepared.ending says.
bool replace_failed(Choice& choice, Prepared& prepared, const ChoicePlace& place, const Ending& ending);

/// Where a race pays: the first one solves from `some`, the next one where it fails, and then they race. False if none of
/// them can, for which prepared.ending has the reason.
bool race_from(Choice& choice, Prepared& prepared, const ChoicePlace& place, std::span<const Vertex> some);

}  // namespace wayfront::host
