#include "contender.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "errors.hpp"
#include "option_text.hpp"

namespace wayfront::host {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

double grace(const MeasureRules& rules) { return std::clamp(rules.timeout, 1.0, 10.0); }

Contender::Contender(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options, const Graph& graph,
                     const VertexIds& ids, const MeasureRules& rules, unsigned threads, CallWatch& watch,
                     HostContext::LogSink log)
    : plugin_(plugin),
      options_(options),
      graph_(graph),
      ids_(ids),
      rules_(rules),
      watch_(watch),
      context_(threads),
      buffers_(graph.info().weights, graph.info().vertices, rules.predecessors && plugin.has(capability::predecessors)),
      tree_(predecessors() == "host" ? graph.info().vertices : 0) {
  context_.set_plugins(plugins, plugin.about().name);
  context_.set_log(std::move(log));
  context_.set_counting(rules.work);
}

std::optional<std::string> Contender::obstacle() const {
  return host::obstacle(plugin_, graph_.info(), context_.device());
}

Contender::Ending Contender::ending(const Status& status) const {
  const auto reason = [&](std::string_view otherwise) {
    return on_one_line(status.text().empty() ? otherwise : status.text());
  };
  switch (status.code) {
    case StatusCode::ok:
      return {};
    case StatusCode::unsupported:
      return {RunStatus::skipped, reason("the plugin declines this graph and gives no reason")};
    case StatusCode::cancelled:
      if (stop_requested) return {RunStatus::interrupted, "interrupted"};
      if (context_.timed_out())
        return {RunStatus::timeout, fmt::format("stopped after its timeout of {} s", rules_.timeout)};
      return {RunStatus::failed, "the plugin says that it was cancelled, but nobody cancelled it"};
    case StatusCode::out_of_memory:
      return {RunStatus::failed, reason("out of memory")};
    default:
      return {RunStatus::failed, reason("the plugin failed and gives no reason")};
  }
}

Contender::Ending Contender::prepare(double& seconds) {
  try {
    instance_ = create_algorithm(plugin_, options_.values());
  } catch (const UserError& error) {
    return {RunStatus::failed, error.what()};
  }
  watch_.begin(rules_.timeout + grace(rules_));
  context_.start(rules_.timeout, false);
  const auto start = Clock::now();
  const Status status = instance_->prepare(graph_, context_);
  seconds += since(start);
  watch_.end();
  return ending(status);
}

std::string_view Contender::predecessors() const {
  if (!rules_.predecessors) return "none";
  return plugin_.has(capability::predecessors) ? "plugin" : "host";
}

Contender::Ending Contender::solve(Vertex source, Sample& sample) {
  const auto begin = Clock::now();
  Output& output = buffers_.fresh();
  const Problem problem{source, output.predecessors != nullptr};
  watch_.begin(rules_.timeout + grace(rules_));
  context_.start(rules_.timeout, rules_.trace);
  const auto start = Clock::now();
  const Status status = instance_->solve(problem, output, context_);
  const auto end = Clock::now();
  watch_.end();
  context_.phase(Phase::compute);  // closes the phase that the plugin left running

  sample.solve = std::chrono::duration<double>(end - start).count();
  sample.setup = context_.seconds(Phase::setup);
  sample.upload = context_.seconds(Phase::upload);
  sample.download = context_.seconds(Phase::download);
  sample.compute = sample.solve - sample.setup - sample.upload - sample.download;
  sample.work = output.work;
  sample.outcome = output.outcome;
  for (const Vertex v : output.cycle) sample.cycle.push_back(ids_[v]);
  sample.rounds = context_.records();
  const std::string damage = buffers_.damage();
  sample.host = since(begin) - sample.solve;

  if (!damage.empty()) return {RunStatus::wrong, damage};
  if (!status.ok()) return ending(status);
  if (context_.timed_out()) {
    return {RunStatus::timeout,
            fmt::format("came back after {:.3g} s, its timeout is {} s", sample.solve, rules_.timeout)};
  }

  const auto verifying = Clock::now();
  try {
    sample.certificate = certify(graph_, source, output, tree_.empty() ? nullptr : tree_.data(), ids_);
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory to check its answer"};
  }
  sample.verify = since(verifying);
  const Certificate& certificate = sample.certificate;
  if (certificate.verdict == Verdict::right) return {};
  if (stop_requested) return {RunStatus::interrupted, "interrupted"};  // told to stop, it may return half an answer
  const RunStatus status_of = certificate.verdict == Verdict::overflow ? RunStatus::failed : RunStatus::wrong;
  return {status_of, fmt::format("from source {}: {}", ids_.text(source), certificate.reason)};
}

}  // namespace wayfront::host
