#include "measure/case_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "answers/asked_scope.hpp"
#include "base/available_memory.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "base/share_text.hpp"
#include "graph/sources.hpp"
#include "load/cache/graph_cache.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {

std::vector<Vertex> sources_of(const CaseSetting& it, Observer& observer) {
  if (it.planned.problem.nearest) return {it.graph.graph->info().vertices - 1};  // the virtual source
  const SourceRule& rule = it.planned.problem.sources;
  HostContext context(it.threads);
  const TimeBudget::Limit left = TimeBudget(it.pipeline.measure.rules, 0, it.start).left_of_all();
  context.start(std::max(left.seconds, 1e-9), false);  // 0 would mean no limit
  if (rule.reaches > 0) observer.step("searching for sources that reach enough");
  std::vector<Vertex> sources;
  try {
    sources = choose_sources(rule, *it.graph.graph, it.graph.directed, it.graph.ids, context);
  } catch (const Cancelled&) {
    if (!stop_requested) throw OutOfTime(left.reason + " while sources were chosen");
    throw UserError(ExitCode::interrupted, "interrupted before anything was measured");
  }
  if (rule.kind == SourceRule::Kind::random && sources.size() < rule.count)
    observer.note(fmt::format(
        "{} sources instead of {}: {}", sources.size(), rule.count,
        rule.reaches > 0 ? fmt::format("no other vertex tried reaches {} of the vertices", share_text(rule.reaches))
                         : "no more vertices have out-arcs"));
  return sources;
}

Scope scope_of(const CaseSetting& it, Observer& observer) {
  const ProblemPlan& problem = it.planned.problem;
  const GraphInfo& info = it.graph.graph->info();
  const Wanted wanted{.targets = problem.targets, .limit = problem.limit, .count = problem.count};
  Scope scope = asked_scope(wanted, info, it.graph.ids, problem.nearest);
  scope.reduce = problem.reduce;
  if (const std::string note = early_stop_note(scope, info); !note.empty()) observer.note(note);
  return scope;
}

KeepRule keep_rule(const CacheRule& cache) {
  if (cache.mode != CacheRule::Mode::on) return {};
  return {.directory = cache_directory(cache), .max_bytes = cache.max_bytes};
}

std::uint64_t memory_for_answers(const CaseSetting& it) {
  const MeasurePlan& measure = it.pipeline.measure;
  const bool once = it.planned.runs.size() == 1 && measure.warmups + measure.repeats == 1 && !measure.reference &&
                    measure.verify_file.empty();
  constexpr std::uint64_t share = 16;
  return once ? 0 : available_memory() / share;
}

DeviceRule devices_of(const PlannedRun& run, const MeasureRules& rules) {
  if (!run.plugin.has(capability::device)) return {};
  return run.devices.value_or(rules.devices);
}

std::vector<unsigned> devices_of(const CaseSetting& it) {
  constexpr unsigned max_devices = 64;
  std::set<unsigned> all;
  for (const std::size_t index : it.planned.runs) {
    const PlannedRun& run = it.pipeline.runs[index];
    if (!run.plugin.has(capability::device)) continue;
    const DeviceRule devices = devices_of(run, it.pipeline.measure.rules);
    if (!devices.given()) all.insert(0);
    for (const int device : devices.indices) all.insert(static_cast<unsigned>(device));
    for (unsigned device = 0; devices.all && device < max_devices; ++device) all.insert(device);
  }
  return {all.begin(), all.end()};
}

void note_devices(const CaseSetting& it, Observer& observer) {
  bool any = false, several = false;
  for (const std::size_t index : it.planned.runs) {
    const PlannedRun& run = it.pipeline.runs[index];
    any = any || run.plugin.has(capability::device);
    const DeviceRule devices = devices_of(run, it.pipeline.measure.rules);
    several = several || devices.all || devices.indices.size() > 1;
  }
  if (!any && it.pipeline.measure.rules.devices.given())
    observer.note("measure.devices has no effect: no run has a plugin that uses a device");
  if (!any && it.pipeline.measure.energy > 0)
    observer.note("measure.energy has no effect: no run has a plugin that uses a device");
  if (several && it.planned.problem.batch == 1 && !it.planned.problem.nearest)
    observer.note("several devices share the sources of one call, and a call has one source here; set problem.batch");
}

}  // namespace wayfront::host
