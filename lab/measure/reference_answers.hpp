// The answers of the plugin or of the file that measure.verify names, which all others must equal.
#pragma once

#include <map>
#include <string>

#include "measure/case_question.hpp"
#include "record/result.hpp"

namespace wayfront::host {

class FileAnswers;

class ReferenceAnswers {
 public:
  /// If the pipeline names any: solves from every source with the plugin, untimed, each call within the timeout, or proves
  /// what the file has, which is otherwise compared with answers of the plugin; stops early if the program was asked to
  /// stop. Without a file there is nothing to compare if `all_there`: all samples are known. Throws UserError (failed_run)
  /// if the plugin fails or the file is wrong, OutOfTime if the pipeline's time is over, std::bad_alloc. `give_up` is called
  /// if this does not return in time.
  void obtain(const CaseParts& parts, bool all_there, const CallWatch::GiveUp& give_up);
  /// What is known of the file of measure.verify; "" without one.
  const std::string& finding() const { return finding_; }
  /// Ok if the sample's answer is the same, or if there is no reference answer from its source.
  Ending compare(const Sample& sample) const;

 private:
  void solve(const CaseParts& parts, const CallWatch::GiveUp& give_up, const Plugin& plugin, FileAnswers* file);

  std::string whose_;
  std::string finding_;
  std::map<VertexId, Call> answers_;  // by the file's id of the source
};

}  // namespace wayfront::host
