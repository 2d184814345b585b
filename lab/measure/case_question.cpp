#include "measure/case_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/available_memory.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "load/cache/graph_cache.hpp"
#include "question/sources.hpp"
#include "run/host_context.hpp"
#include "run/instance.hpp"

namespace wayfront::host {
namespace {

std::vector<Vertex> sources_of(const CaseSetting& it, Observer& observer) {
  const Question& question = it.planned.question;
  if (question.nearest) return {it.graph.graph->info().vertices - 1};  // the virtual source
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

MeasureRules rules_of(const CaseSetting& it) {
  MeasureRules rules = it.pipeline.measure.rules;
  rules.parallel_sources = static_cast<unsigned>(it.planned.question.parallel);
  const CacheRule& cache = it.planned.graph.cache;
  if (cache.mode == CacheRule::Mode::on)
    rules.keep = {.directory = cache_directory(cache), .max_bytes = cache.max_bytes};
  return rules;
}

std::uint64_t memory_for_answers(const CaseSetting& it) {
  const MeasurePlan& measure = it.pipeline.measure;
  const bool once = it.planned.runs.size() == 1 && measure.warmups + measure.repeats == 1 && !measure.reference;
  constexpr std::uint64_t share = 16;
  return once ? 0 : available_memory() / share;
}

std::size_t batch_of(const CaseSetting& it, const CaseQuestion& asked, Observer& observer) {
  if (it.planned.question.batch != 0) return it.planned.question.batch;
  const GraphInfo& info = it.graph.graph->info();
  constexpr std::size_t max_reduced = 1 << 16;  // an engine has parts of these solved at a time
  std::size_t batch = std::min(asked.sources.size(), max_reduced);
  if (!asked.scope.reduce)
    for (const std::size_t run : it.planned.runs) {
      const Plugin& plugin = it.pipeline.runs[run].plugin;
      const bool alone = projection_for(plugin, info, asked.scope) == Projection::gather;
      batch = std::min(batch, sources_per_call(info, &plugin, alone ? asked.scope.targets.size() : 0));
    }
  batch = std::max<std::size_t>(batch, 1);
  observer.note(fmt::format("problem.batch: {} of {} sources in a call", batch, asked.sources.size()));
  return batch;
}

/// Notes what measure.devices does not do here.
std::vector<unsigned> devices_of(const CaseSetting& it, Observer& observer) {
  constexpr unsigned max_devices = 64;
  const DeviceRule& common = it.pipeline.measure.rules.devices;
  std::set<unsigned> all;
  bool several = false;
  for (const std::size_t index : it.planned.runs) {
    const PlannedRun& run = it.pipeline.runs[index];
    // What one that chooses another one uses nobody knows before.
    if (!run.plugin.has(capability::device) && !is_chooser(run.plugin)) continue;
    const DeviceRule devices = run.devices.value_or(common);
    if (!devices.given()) all.insert(0);
    for (const int device : devices.indices) all.insert(static_cast<unsigned>(device));
    for (unsigned device = 0; devices.all && device < max_devices; ++device) all.insert(device);
    several = several || devices.all || devices.indices.size() > 1;
  }
  if (all.empty() && common.given())
    observer.note("measure.devices has no effect: no run has a plugin that uses a device");
  if (several && it.planned.question.batch == 1 && !it.planned.question.nearest)
    observer.note("several devices share the sources of one call, and a call has one source here; set problem.batch");
  return {all.begin(), all.end()};
}

}  // namespace

CaseQuestion question_of(const CaseSetting& it, Observer& observer) {
  const Question& question = it.planned.question;
  const GraphInfo& info = it.graph.graph->info();
  CaseQuestion asked{.listed_sources = sources_of(it, observer), .rules = rules_of(it)};
  asked.listed = asked.scope = resolve(question, info, it.graph.ids, Door::file);
  asked.sources = distinct(asked.listed_sources);
  if (const std::string note = early_stop_note(asked.scope, info); !note.empty()) observer.note(note);
  asked.scope.targets = distinct(asked.scope.targets);
  asked.batch = batch_of(it, asked, observer);
  asked.answer_memory = memory_for_answers(it);
  asked.devices = devices_of(it, observer);
  return asked;
}

}  // namespace wayfront::host
