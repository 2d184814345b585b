// The answers of the plugin or of the file that measure.verify names, which all others must equal.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "certify/asked.hpp"
#include "engine/engine.hpp"
#include "measure/case_question.hpp"
#include "measure/claims/file_answers.hpp"
#include "measure/observer.hpp"
#include "measure/solve_plan.hpp"
#include "measure/time_budget.hpp"
#include "record/result.hpp"

namespace wayfront::host {

class ReferenceAnswers {
 public:
  /// Where they come from.
  struct Place {
    const CaseSetting& setting;
    const SolvePlan& plan;
    const Asked& scope;
    Ground& ground;
    const TimeBudget& budget;
    Observer& observer;
    CallWatch::GiveUp give_up;  // called if a call in this process does not return
  };
  /// Solves from every source with the plugin, untimed, each call within the timeout, or proves what the file has, which
  /// is otherwise compared with answers of the plugin; stops early if the program was asked to stop. Throws UserError
  /// (failed_run) if the plugin fails or the file is wrong, OutOfTime if the pipeline's time is over, std::bad_alloc.
  void obtain(const Place& place);
  /// What is known of the file of measure.verify; "" without one.
  const std::string& finding() const { return finding_; }
  /// Ok if the sample's answer is the same, or if there is no reference answer from its source.
  Ending compare(const Sample& sample) const;

 private:
  void solve(const Place& place, const Plugin& plugin, FileAnswers* file);

  std::string whose_;
  std::string finding_;
  std::map<VertexId, Call> answers_;  // by the file's id of the source
};

}  // namespace wayfront::host
