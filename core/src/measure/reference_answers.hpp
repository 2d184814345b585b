// The answers of the plugin that measure.verify names, which all others must equal.
#pragma once

#include <map>
#include <span>
#include <string>

#include "measure/contenders.hpp"
#include "measure/time_budget.hpp"
#include "results/result.hpp"

namespace wayfront::host {

class ReferenceAnswers {
 public:
  /// Solves from every source, untimed, each call within `timeout` seconds; fewer where the program is told to stop.
  /// For `give_up`, see Contenders.
  /// Throws UserError (failed_run) where the plugin fails, OutOfTime where the pipeline's time is over, std::bad_alloc.
  void solve(const Plugin& plugin, Contenders& contenders, std::span<const Vertex> sources, const VertexIds& ids,
             const TimeBudget& budget, double timeout, CallWatch::GiveUp give_up);
  /// Ok where the sample's answer is the same, or none is known from its source.
  Ending compare(const Sample& sample) const;

 private:
  std::string plugin_;
  std::map<VertexId, Sample> answers_;  // by the file's id of the source
};

}  // namespace wayfront::host
