#include "measure/case_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "auto/certified_solve.hpp"
#include "auto/choice.hpp"
#include "base/available_memory.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "base/share_text.hpp"
#include "engine/ground.hpp"
#include "load/cache/graph_cache.hpp"
#include "measure/ledger.hpp"
#include "question/sources.hpp"
#include "record/result.hpp"
#include "run/host_context.hpp"
#include "run/instance.hpp"

namespace wayfront::host {
namespace {

/// Of one that chooses another one, nobody knows before.
bool may_use_device(const Plugin& plugin) { return plugin.has(capability::device) || is_chooser(plugin); }

}  // namespace

std::vector<Vertex> sources_of(const CaseSetting& it, Observer& observer) {
  if (it.planned.question.nearest) return {it.graph.graph->info().vertices - 1};  // the virtual source
  const Question& question = it.planned.question;
  HostContext context(it.threads);
  const TimeBudget::Limit left = TimeBudget(it.pipeline.measure.rules, 0, it.start).left_of_all();
  context.start(std::max(left.seconds, 1e-9), false);  // 0 would mean no limit
  if (question.reaches > 0) observer.step("searching for sources that reach enough");
  std::vector<Vertex> sources;
  try {
    sources = choose_sources(question, *it.graph.graph, it.graph.directed, it.graph.ids, context);
  } catch (const Cancelled&) {
    if (!stop_requested) throw OutOfTime(left.reason + " while sources were chosen");
    throw UserError(ExitCode::interrupted, "interrupted before anything was measured");
  }
  if (question.rule == Question::Rule::random && sources.size() < question.random)
    observer.note(fmt::format("{} sources instead of {}: {}", sources.size(), question.random,
                              question.reaches > 0
                                  ? fmt::format("no other vertex tried reaches {}", reach_text(question.reaches))
                                  : "no more vertices have out-arcs"));
  return sources;
}

Asked scope_of(const CaseSetting& it, Observer& observer) {
  const GraphInfo& info = it.graph.graph->info();
  Asked scope = resolve(it.planned.question, info, it.graph.ids, Door::file, it.planned.question.nearest);
  if (const std::string note = early_stop_note(scope, info); !note.empty()) observer.note(note);
  return scope;
}

namespace {

KeepRule keep_rule(const CacheRule& cache) {
  if (cache.mode != CacheRule::Mode::on) return {};
  return {.directory = cache_directory(cache), .max_bytes = cache.max_bytes};
}

}  // namespace

MeasureRules rules_of(const CaseSetting& it) {
  MeasureRules rules = it.pipeline.measure.rules;
  rules.predecessors = it.planned.question.predecessors;
  rules.parallel_sources = static_cast<unsigned>(it.planned.question.parallel);
  rules.keep = keep_rule(it.planned.graph.cache);
  return rules;
}

std::uint64_t memory_for_answers(const CaseSetting& it) {
  const MeasurePlan& measure = it.pipeline.measure;
  const bool once = it.planned.runs.size() == 1 && measure.warmups + measure.repeats == 1 && !measure.reference &&
                    measure.verify_file.empty();
  constexpr std::uint64_t share = 16;
  return once ? 0 : available_memory() / share;
}

std::size_t batch_of(const CaseSetting& it, const Asked& scope, std::size_t sources, Observer& observer) {
  if (it.planned.question.batch != 0) return it.planned.question.batch;
  const GraphInfo& info = it.graph.graph->info();
  const MeasureRules rules = rules_of(it);
  constexpr std::size_t max_reduced = 1 << 16;  // an engine has parts of these solved at a time
  std::size_t batch = std::min(sources, max_reduced);
  if (!scope.reduce)
    for (const std::size_t run : it.planned.runs) {
      const Plugin& plugin = it.pipeline.runs[run].plugin;
      const bool alone = projection_for(plugin, info, scope, rules) == Projection::gather;
      batch = std::min(batch, sources_per_call(info, &plugin, alone ? scope.targets.size() : 0));
    }
  batch = std::max<std::size_t>(batch, 1);
  observer.note(fmt::format("problem.batch: {} of {} sources in a call", batch, sources));
  return batch;
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
    if (!may_use_device(run.plugin)) continue;
    const DeviceRule devices = run.devices.value_or(it.pipeline.measure.rules.devices);
    if (!devices.given()) all.insert(0);
    for (const int device : devices.indices) all.insert(static_cast<unsigned>(device));
    for (unsigned device = 0; devices.all && device < max_devices; ++device) all.insert(device);
  }
  return {all.begin(), all.end()};
}

RunResult not_begun(const CaseSetting& it, const PlannedRun& planned, const Settings& options, const Results& known) {
  const MeasureRules rules = rules_of(it);
  RunResult run = planned_result(planned, options);
  if (const DeviceRule devices = devices_of(planned, rules); devices.given()) run.devices = text_of(devices);
  run.predecessors = predecessors_of(planned.plugin, rules);
  HostContext context(1);
  context.start(0, false);
  run.key = run_key(run, known, context);
  return run;
}

void note_devices(const CaseSetting& it, Observer& observer) {
  bool any = false, several = false;
  for (const std::size_t index : it.planned.runs) {
    const PlannedRun& run = it.pipeline.runs[index];
    if (!may_use_device(run.plugin)) continue;
    any = true;
    const DeviceRule devices = run.devices.value_or(it.pipeline.measure.rules.devices);
    several = several || devices.all || devices.indices.size() > 1;
  }
  if (!any && it.pipeline.measure.rules.devices.given())
    observer.note("measure.devices has no effect: no run has a plugin that uses a device");
  if (several && it.planned.question.batch == 1 && !it.planned.question.nearest)
    observer.note("several devices share the sources of one call, and a call has one source here; set problem.batch");
}

}  // namespace wayfront::host
