// A run in this process, together with all others: isolation = "none".
#pragma once

#include "measure/contender.hpp"
#include "measure/judge.hpp"
#include "run/host_context.hpp"
#include "run/solver.hpp"
#include "settings/settings.hpp"
#include "workers/answer_stream.hpp"

namespace wayfront::host {

class LocalContender final : public Contender {
 public:
  /// For the arguments, see Solver. `judge` and `copy` must outlive it: the judge checks a copy of the answer, which
  /// threads left behind by the plugin cannot write to.
  LocalContender(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options, const Graph& graph,
                 const MeasureRules& rules, unsigned threads, CallWatch& watch, HostContext::LogSink log, Judge& judge,
                 AnswerCopy& copy)
      : solver_(plugins, plugin, options, graph, rules, threads, &watch, std::move(log)), judge_(judge), copy_(copy) {}

  Ending prepare(double limit, double& seconds) override { return solver_.prepare(limit, seconds); }
  Ending solve(Vertex source, double limit, Sample& sample) override {
    Ending ending = solver_.solve(source, limit, sample);
    if (ending.status != RunStatus::ok) return ending;
    return judge_.judge(source, copy_.take(solver_.output()), sample);
  }
  std::vector<std::string> notes() const override { return solver_.notes(); }
  Usage usage() const override { return {.peak_bytes = solver_.peak_bytes()}; }

 private:
  Solver solver_;
  Judge& judge_;
  AnswerCopy& copy_;
};

}  // namespace wayfront::host
