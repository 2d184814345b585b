#include "engine/contenders.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <functional>
#include <utility>

#include "base/available_memory.hpp"
#include "base/errors.hpp"
#include "engine/reduced/reduced_contender.hpp"
#include "engine/sources_per_call.hpp"
#include "engine/worker_contender.hpp"
#include "graph/csr.hpp"
#include "load/loaded_graph.hpp"
#include "run/host_context.hpp"
#include "run/solver.hpp"
#include "settings/settings.hpp"
#include "workers/worker_process.hpp"

namespace wayfront::host {
namespace {

/// Max output of one run, in bytes: more than anybody reads.
constexpr std::size_t max_said = std::size_t{1} << 20;

/// Calls `say` until the limit of bytes `said` is reached; then one note, and nothing more. [any thread]
template <class Say>
std::function<void(std::string_view)> capped(std::shared_ptr<std::atomic<std::size_t>> said, Say say) {
  return [said = std::move(said), say = std::move(say)](std::string_view line) {
    const std::size_t before = said->fetch_add(line.size() + 1, std::memory_order_relaxed);
    if (before + line.size() < max_said)
      say(line);
    else if (before < max_said)
      say(fmt::format("(this run has printed and logged {}; further output is not shown)",
                      bytes_text(static_cast<double>(max_said))));
  };
}

/// A run in this process, together with all others: isolation = "none".
class LocalContender final : public Contender {
 public:
  /// For the arguments, see Solver. `judge` and the copies must outlive it: the judge checks a copy of the answer,
  /// which threads left behind by the plugin cannot write to. `target_copy`: null unless answers have the targets alone;
  /// `reduced_copy`: null unless they have reductions in place of rows.
  LocalContender(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options, const Graph& graph,
                 const Asked& scope, const MeasureRules& rules, unsigned threads, Watched watched,
                 HostContext::LogSink log, const std::stop_token& stop, Judge& judge, AnswerCopy& copy,
                 AnswerCopy* target_copy, AnswerCopy* reduced_copy)
      : solver_(plugins, plugin, options, graph, scope, rules, threads, std::move(watched), std::move(log)),
        judge_(judge),
        copy_(copy),
        target_copy_(target_copy),
        reduced_copy_(reduced_copy) {
    solver_.stop_by(stop);
  }

  Ending prepare(double limit, double& seconds) override { return solver_.prepare(limit, seconds); }
  Ending solve(std::span<const Vertex> sources, double limit, Call& figures) override {
    Ending ending = solver_.solve(sources, limit, figures);
    if (ending.status != RunStatus::ok) return ending;
    const auto solve_whole = [&](std::span<const Vertex> some, Output*& whole) {
      Call untimed;
      const Ending full = solver_.solve(some, limit, untimed, Solver::Rows::whole);
      if (full.status == RunStatus::ok) whole = &copy_.take(solver_.output(), judge_.arena());
      return full;
    };
    AnswerCopy* const part = reduced_copy_ != nullptr ? reduced_copy_ : target_copy_;
    if (part == nullptr) return judge_.judge(sources, copy_.take(solver_.output(), judge_.arena()), figures);
    Output& answer = part->take(solver_.output(), judge_.arena());
    if (part == reduced_copy_) return judge_.judge_reductions(sources, answer, figures, solve_whole);
    return judge_.judge_targets(sources, answer, figures, solve_whole);
  }
  Ending try_call(std::span<const Vertex> sources, double limit, double& seconds) override {
    return solver_.try_call(sources, limit, seconds);
  }
  std::vector<std::string> notes() const override { return solver_.notes(); }
  Usage usage() const override {
    return {.peak_bytes = solver_.peak_bytes(), .device = solver_.device_bytes(), .called = solver_.called()};
  }

 private:
  Solver solver_;
  Judge& judge_;
  AnswerCopy& copy_;
  AnswerCopy* target_copy_;
  AnswerCopy* reduced_copy_;
};

}  // namespace

Contenders::Contenders(const LoadedGraph& graph, int shared_graph, Asked scope, MeasureRules rules,
                       const PluginRegistry& plugins, const WorkerRules& workers, unsigned threads,
                       std::uint64_t answer_memory, CallWatch* watch, Sinks sinks)
    : graph_(graph),
      shared_graph_(shared_graph),
      scope_(std::move(scope)),
      rules_(std::move(rules)),
      plugins_(plugins),
      workers_(workers),
      threads_(threads),
      watch_(watch),
      sinks_(std::move(sinks)),
      judge_(*graph.graph, graph.ids, scope_, rules_.predecessors, threads, answer_memory, shared_graph < 0),
      copy_(graph.graph->info().weights, graph.graph->info().vertices),
      target_copy_(graph.graph->info().weights, static_cast<Vertex>(scope_.targets.size())),
      reduced_copy_(graph.graph->info().weights, graph.graph->info().vertices, true) {}

std::string_view Contenders::predecessors_of(const Plugin& plugin) const {
  if (!rules_.predecessors) return "none";
  return plugin.has(capability::predecessors) ? "plugin" : "host";
}

std::unique_ptr<Contender> Contenders::make(const Plugin& plugin, const Settings& options, const std::string& label,
                                            Making making) {
  MeasureRules rules = rules_;
  rules.whole_rows = making.whole_rows;
  if (making.devices) rules.devices = *std::move(making.devices);
  if (making.parallel_sources) rules.parallel_sources = *making.parallel_sources;
  const bool targets_alone = answers_targets_alone(plugin, graph_.graph->info(), scope_, rules);
  AnswerCopy* const target_copy = targets_alone ? &target_copy_ : nullptr;
  if (targets_alone) judge_.expect_targets_alone();
  const bool reduces = reduces_itself(plugin, graph_.graph->info(), scope_, rules);
  AnswerCopy* const reduced_copy = reduces ? &reduced_copy_ : nullptr;
  const auto in_parts = [&](std::unique_ptr<Contender> made) -> std::unique_ptr<Contender> {
    if (!scope_.reduce) return made;
    return std::make_unique<ReducedContender>(std::move(made), judge_, sources_at_once(graph_.graph->info(), reduces));
  };
  const auto said = std::make_shared<std::atomic<std::size_t>>(0);
  auto log = capped(said, [this, label](std::string_view line) { sinks_.log(label, line); });
  if (shared_graph_ < 0) {
    return in_parts(std::make_unique<LocalContender>(
        plugins_, plugin, options, *graph_.graph, scope_, rules, threads_, Watched{watch_, std::move(making.give_up)},
        [log = std::move(log)](Level level, std::string_view text) {
          if (level != Level::debug) log(text);
        },
        workers_.stop, judge_, copy_, target_copy, reduced_copy));
  }
  return in_parts(std::make_unique<WorkerContender>(
      WorkerContender::Shared{workers_, shared_graph_, copy_, target_copy, reduced_copy, judge_, graph_.ids, &room_,
                              bytes_of(graph_.graph->info())},
      worker_setup(plugins_, plugin, options, scope_, rules, threads_, workers_.graph_copy != 0),
      predecessors_of(plugin) == "plugin",
      Worker::Sinks{std::move(log),
                    capped(said, [this, label](std::string_view line) { sinks_.printed(label, line); })}));
}

}  // namespace wayfront::host
