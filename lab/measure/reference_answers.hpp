// The answers of the plugin or of the file that measure.verify names, which all others must equal.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "engine/contenders.hpp"
#include "measure/claims/file_answers.hpp"
#include "measure/solve_plan.hpp"
#include "measure/time_budget.hpp"
#include "record/result.hpp"

namespace wayfront::host {

class ReferenceAnswers {
 public:
  /// Solves from every source, untimed, each call within `timeout` seconds; stops early if the program was asked to
  /// stop. Throws UserError (failed_run) if the plugin fails, OutOfTime if the pipeline's time is over, std::bad_alloc.
  /// For `give_up`, see Contenders. Each answer is also compared with that of `file`, which may be null.
  void solve(const Plugin& plugin, Contenders& contenders, const SolvePlan& plan, const VertexIds& ids,
             const TimeBudget& budget, double timeout, CallWatch::GiveUp give_up, FileAnswers* file);
  /// Proves the answers of a file that stands alone. Throws the errors of FileAnswers.
  void prove(FileAnswers& file, const SolvePlan& plan, const VertexIds& ids, unsigned threads);
  /// Ok if the sample's answer is the same, or if there is no reference answer from its source.
  Ending compare(const Sample& sample) const;

 private:
  std::string whose_;
  std::map<VertexId, Call> answers_;  // by the file's id of the source
};

}  // namespace wayfront::host
