// A run of a case: its plugin, or what stands in the place of auto, and the engine of that.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "auto/choice.hpp"
#include "engine/engine.hpp"
#include "measure/case_question.hpp"
#include "pipeline/plan.hpp"
#include "record/result.hpp"
#include "run/call_watch.hpp"

namespace wayfront::host {

class CaseRun {
 public:
  /// Number `number` of the case. `asked` must outlive this object. `give_up` is called if a call of its engine in this
  /// process does not return.
  CaseRun(const PlannedRun& asked, std::size_t number, CallWatch::GiveUp give_up)
      : asked_(asked), number_(number), give_up_(std::move(give_up)) {}

  /// The case, before its runs are known to anybody.
  struct Place : CaseParts {
    const Results& known;  // the facts that all runs share
    bool uses_device;      // whether another run does
  };
  /// Where auto is asked for: chooses a plugin that has completed this run earlier, else by expected times and trials. These
  /// are made in the place where the run will be, and may leave a prepared engine. Where no plugin fits, auto stays, and
  /// preparing it is skipped.
  void choose(const Place& place);

  /// With the plugin in the place of auto, but without its options; if no plugin fits, the run that was asked for.
  const PlannedRun& planned() const { return chosen_.empty() ? asked_ : chosen_.back(); }
  const Settings& options() const { return ranking_.empty() ? asked_.options : *ranking_.front().options; }
  /// Whether a plugin stands in the place of auto.
  bool is_chosen() const { return !chosen_.empty(); }
  /// Why this plugin, and what other candidates failed.
  const std::vector<std::string>& notes() const { return notes_; }
  /// Of trials: their time, with preparing the engine that they left, and what engines used that have ended.
  double seconds_of_trials() const { return seconds_; }
  const std::vector<Usage>& usage_of_trials() const { return usage_; }

  /// Makes the engine and prepares it; adds up into `seconds`.
  Ending prepare(const CaseParts& parts, double& seconds);
  /// The next plugin takes the place of one that could not be prepared; false if there is none.
  bool advance();

  std::unique_ptr<Engine> engine{};  // null before it is prepared and after it has ended
  bool solved = false;               // at least once

 private:
  bool take_complete(const Place& place, const Choice& choice);
  void make_trials(const Place& place, Choice& choice);
  PlannedRun run_with(const Plugin& plugin) const;
  std::unique_ptr<Engine> engine_of(Ground& ground, const Plugin& plugin, const Settings& options);
  void overdue();

  const PlannedRun& asked_;
  std::size_t number_;
  CallWatch::GiveUp give_up_;
  const Place* choosing_ = nullptr;
  std::vector<Candidate> ranking_{};  // the one that is chosen first
  std::list<PlannedRun> chosen_{};    // made of it and of those before
  std::string unfit_{};               // why no plugin fits; "" if one does
  std::vector<std::string> notes_{};
  double seconds_ = 0;
  std::vector<Usage> usage_{};
};

}  // namespace wayfront::host
