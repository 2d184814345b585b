// A run of a case: its plugin, or the one that it chose, and the engine of that.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/choice/race.hpp"
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
  /// Where the plugin chooses: takes one that has results of this run from earlier, else the one that is expected to be the
  /// fastest, or wins a race in the place where the run will be. Prepares it, unless all its samples are there. Where no
  /// plugin fits, the one that was asked for stays, and preparing it is skipped.
  void choose(const Place& place);

  /// With the plugin that was chosen, but without its options; if no plugin fits, the run that was asked for.
  const PlannedRun& planned() const { return chosen_ ? *chosen_ : asked_; }
  const Settings& options() const { return chosen_ ? *options_ : asked_.options; }
  bool is_chosen() const { return chosen_.has_value(); }
  /// Why this plugin, and what other candidates failed.
  const std::vector<std::string>& notes() const { return notes_; }
  /// Of the choice: its time, with preparing, and what engines used that have ended.
  double seconds_of_choice() const { return seconds_; }
  const std::vector<Usage>& usage_of_choice() const { return usage_; }

  /// Whether the choice left an engine that is prepared.
  bool is_ready() const { return engine != nullptr && unfit_.status == RunStatus::ok; }
  /// Makes the engine and prepares it; adds up into `seconds`.
  Ending prepare(const CaseParts& parts, double& seconds);

  std::unique_ptr<Engine> engine{};  // null before it is prepared and after it has ended
  bool solved = false;               // at least once

 private:
  void take(const Candidate& candidate);
  bool take_earlier(const Place& place, Choice& choice);
  void prepare_choice(const Place& place, Choice& choice);
  PlannedRun run_with(const Plugin& plugin) const;
  std::unique_ptr<Engine> engine_of(Ground& ground, const Plugin& plugin, const Settings& options);
  void overdue();

  const PlannedRun& asked_;
  std::size_t number_;
  CallWatch::GiveUp give_up_;
  const Place* choosing_ = nullptr;
  std::optional<PlannedRun> chosen_{};
  std::shared_ptr<const Settings> options_{};  // of the plugin that was chosen
  Ending unfit_{};                             // why no plugin fits, or none could be prepared
  std::vector<std::string> notes_{};
  double seconds_ = 0;
  std::vector<Usage> usage_{};
};

}  // namespace wayfront::host
