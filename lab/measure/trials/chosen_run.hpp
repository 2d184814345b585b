// What stands in the place of auto in a case.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "auto/choice.hpp"
#include "certify/asked.hpp"
#include "engine/engine.hpp"
#include "measure/case_question.hpp"
#include "measure/observer.hpp"
#include "measure/solve_plan.hpp"
#include "measure/time_budget.hpp"
#include "pipeline/plan.hpp"
#include "record/result.hpp"
#include "run/call_watch.hpp"

namespace wayfront::host {

/// A run of auto: the plugin that is chosen, and the next ones if it declines.
class ChosenRun {
 public:
  /// The case, before its runs are known to anybody.
  struct Place : CaseParts {
    const Results& known;  // the facts that all runs share
    bool uses_device;      // whether another run does
  };

  /// Chooses for run number `i` of the case: a plugin that has completed it earlier, else by expected times and trials. `asked` must outlive this object. Trials are made in the place where the
  /// run will be; `give_up` is called if one of their calls in this process does not return, or a later one of the
  /// engine that they leave.
  ChosenRun(const Place& place, const PlannedRun& asked, std::size_t i, CallWatch::GiveUp give_up);

  /// With the plugin in the place of auto, but without its options; if no plugin fits, the run that was asked for.
  const PlannedRun& planned() const { return runs_.empty() ? asked_ : runs_.back(); }
  const Settings& options() const { return ranking_.empty() ? asked_.options : *ranking_.front().options; }
  /// Why no plugin fits; "" if one does.
  const std::string& unfit() const { return unfit_; }
  /// Why this plugin, and what other candidates failed.
  const std::vector<std::string>& notes() const { return notes_; }
  /// Seconds of preparing after which the next one takes its place.
  double patience() const;

  /// The next plugin takes the place of this one; false if there is none.
  bool advance();

  double seconds_of_trials() const { return seconds_; }
  /// Of engines of trials that have ended.
  const std::vector<Usage>& usage_of_trials() const { return usage_; }
  /// Seconds that preparing took, if a trial left a prepared engine; see take().
  std::optional<double> prepared() const { return prepared_; }
  std::unique_ptr<Engine> take() { return std::move(engine_); }

 private:
  bool take_complete(const Place& place, const Choice& choice);
  void make_trials(const Place& place, std::size_t i, Choice& choice, const CallWatch::GiveUp& give_up);
  PlannedRun run_with(const Plugin& plugin) const;

  const PlannedRun& asked_;
  std::vector<Candidate> ranking_{};  // the one that is chosen first
  std::list<PlannedRun> runs_{};      // made of it and of those before
  std::string unfit_{};
  std::vector<std::string> notes_{};
  double seconds_ = 0;
  std::vector<Usage> usage_{};
  std::optional<double> prepared_{};
  std::unique_ptr<Engine> engine_{};
};

}  // namespace wayfront::host
