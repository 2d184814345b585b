#include "run/solver.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/float_mode.hpp"
#include "base/process.hpp"
#include "plugins/declined.hpp"
#include "plugins/plugin_opening.hpp"
#include "run/host_context.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// How often a thread of this process lost its processor involuntarily.
std::uint64_t forced_switches() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_nivcsw);
}

}  // namespace

double grace(const MeasureRules& rules) { return std::clamp(rules.timeout, 1.0, 10.0); }

Solver::Solver(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options, const Graph& graph,
               const MeasureRules& rules, unsigned threads, Watched watched, HostContext::LogSink log)
    : plugin_(plugin),
      options_(options),
      graph_(graph),
      rules_(rules),
      watched_(std::move(watched)),
      context_(threads),
      buffers_(graph.info().weights, graph.info().vertices,
               rules.predecessors && plugin.has(capability::predecessors)) {
  context_.set_plugins(plugins, plugin.about().name);
  context_.set_log(std::move(log));
  context_.set_counting(rules.work);
}

Ending Solver::ending(const Status& status, double limit) const {
  const auto reason = [&](std::string_view otherwise) {
    return on_one_line(status.text().empty() ? otherwise : status.text());
  };
  switch (status.code) {
    case StatusCode::ok:
      return {};
    case StatusCode::unsupported:
      return {RunStatus::skipped, reason("the plugin declines this graph without a reason")};
    case StatusCode::cancelled:
      if (stop_requested) return {RunStatus::interrupted, "interrupted"};
      if (context_.timed_out()) return {RunStatus::timeout, fmt::format("stopped after its timeout of {} s", limit)};
      return {RunStatus::failed, "the plugin says that it was cancelled, but nobody cancelled it"};
    case StatusCode::out_of_memory:
      return {RunStatus::failed, reason("out of memory")};
    case StatusCode::device_lost:
      return {RunStatus::failed, reason("the device was lost")};
    default:
      return {RunStatus::failed, reason("the plugin failed without a reason")};
  }
}

Ending Solver::prepare(double limit, double& seconds) {
  const double before = processor_seconds();
  try {
    if (const auto obstacle = host::obstacle(plugin_, graph_.info(), context_.device()))
      return {RunStatus::skipped, *obstacle};
    instance_ = create_algorithm(plugin_, options_.values());
  } catch (const Declined& declined) {
    return ending(Status::with(StatusCode::unsupported, declined.reason().c_str()), limit);
  } catch (const UserError& error) {
    return {RunStatus::failed, error.what()};
  }
  if (!plugin_.has(capability::device)) making_ = processor_seconds() - before;
  CallWatch::Call call(watched_.watch, limit + grace(rules_), watched_.give_up);
  context_.start(limit, false);
  const auto start = Clock::now();
  set_float_mode();
  const Status status = instance_->prepare(graph_, context_);
  set_float_mode();
  seconds += since(start);
  call.end();
  notes_ = take_opening_notes();  // also for plugins that it calls
  if (!context_.misuse().empty()) return {RunStatus::failed, context_.misuse()};
  return ending(status, limit);
}

Ending Solver::solve(Vertex source, double limit, Sample& sample) {
  const auto begin_of_all = Clock::now();
  Output& output = buffers_.fresh();
  Problem problem;
  problem.source = source;
  problem.want_predecessors = output.predecessors != nullptr;
  CallWatch::Call call(watched_.watch, limit + grace(rules_), watched_.give_up);
  context_.start(limit, rules_.trace);
  set_float_mode();
  const std::uint64_t switches = forced_switches();
  const auto start = Clock::now();
  const Status status = instance_->solve(problem, output, context_);
  const auto finish = Clock::now();
  sample.forced_switches = forced_switches() - switches;
  set_float_mode();
  call.end();
  context_.phase(Phase::compute);  // ends a phase that the plugin left running

  sample.solve = std::chrono::duration<double>(finish - start).count();
  sample.setup = context_.seconds(Phase::setup);
  sample.upload = context_.seconds(Phase::upload);
  sample.download = context_.seconds(Phase::download);
  sample.compute = sample.solve - sample.setup - sample.upload - sample.download;
  sample.work = output.work;
  sample.outcome = output.outcome;
  sample.rounds = context_.rounds();
  const std::string damage = buffers_.damage();
  sample.host = since(begin_of_all) - sample.solve;

  if (!damage.empty()) return {RunStatus::wrong, damage};
  if (!context_.misuse().empty()) return {RunStatus::failed, context_.misuse()};
  if (!status.ok()) return ending(status, limit);
  if (output.outcome != Outcome::solved && output.outcome != Outcome::negative_cycle)
    return {RunStatus::wrong,
            fmt::format("the outcome is {}, which is not a valid value", static_cast<int>(output.outcome))};
  if (context_.timed_out())
    return {RunStatus::timeout, fmt::format("returned after {:.3g} s, but its timeout is {} s", sample.solve, limit)};
  return {};
}

}  // namespace wayfront::host
