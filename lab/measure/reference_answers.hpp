// The answers of the plugin that measure.verify names, which all others must equal.
#pragma once

#include <map>
#include <string>

#include "measure/case_question.hpp"
#include "record/result.hpp"

namespace wayfront::host {

class ReferenceAnswers {
 public:
  /// If the pipeline names a plugin: solves from every source with it, untimed, each call within the timeout; stops early if
  /// the program was asked to stop. There is nothing to compare if `all_there`: all samples are known. Throws UserError
  /// (failed_run) if the plugin fails, OutOfTime if the pipeline's time is over, std::bad_alloc. `give_up` is called if this
  /// does not return in time.
  void obtain(const CaseParts& parts, bool all_there, const CallWatch::GiveUp& give_up);
  /// Ok if the sample's answer is the same, or if there is no reference answer from its source.
  Ending compare(const Sample& sample) const;

 private:
  std::string whose_;
  std::map<VertexId, Call> answers_;  // by the file's id of the source
};

}  // namespace wayfront::host
