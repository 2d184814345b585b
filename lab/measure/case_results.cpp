#include "measure/case_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/ground.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

Usage sum(const Usage& a, const Usage& b) {
  std::vector<std::string> called = a.called;
  for (const std::string& name : b.called)
    if (std::ranges::find(called, name) == called.end()) called.push_back(name);
  return {.peak_bytes = std::max(a.peak_bytes, b.peak_bytes),
          .device = {.peak = std::max(a.device.peak, b.device.peak),
                     .estimate = std::max(a.device.estimate, b.device.estimate)},
          .workers = a.workers + b.workers,
          .start = a.start + b.start,
          .user = a.user + b.user,
          .system = a.system + b.system,
          .opening = a.opening + b.opening,
          .outside = a.outside + b.outside,
          .waiting = a.waiting + b.waiting,
          .peak_resident_bytes = std::max(a.peak_resident_bytes, b.peak_resident_bytes),
          .called = std::move(called)};
}

}  // namespace

RunResult planned_result(const PlannedRun& planned, const Settings& options) {
  RunResult run;
  run.label = planned.label;
  run.plugin = planned.plugin.about().name;
  run.version = planned.plugin.about().version;
  run.file = planned.plugin.file.string();
  run.options = options.to_json();
  run.baseline = planned.baseline;
  run.control = planned.control;
  return run;
}

bool replace_baseline(std::vector<RunResult>& runs) {
  if (runs.empty() || std::ranges::any_of(runs, &RunResult::baseline)) return false;
  return runs.front().baseline = true;
}

RunResult run_to_measure(const PlannedRun& planned, const Settings& options, const MeasureRules& rules,
                         bool predecessors, const Results& known) {
  RunResult run = planned_result(planned, options);
  if (const DeviceRule devices = planned.devices.value_or(rules.devices);
      devices.given() && planned.plugin.has(capability::device))
    run.devices = text_of(devices);
  run.predecessors = predecessors_of(planned.plugin, predecessors, planned.chosen);
  HostContext context(1);
  run.key = run_key(run, known, context);
  return run;
}

CaseResults::CaseResults(Results results, SolvePlan& plan, Observer& observer)
    : results_(std::move(results)), plan_(plan), observer_(observer), entries_(results_.runs.size()) {}

void CaseResults::resume() {
  for (std::size_t i = 0; i < runs(); ++i) {
    const std::optional<RunResult> earlier = observer_.earlier(run(i), results_);
    if (!earlier) continue;
    for (const Sample& sample : earlier->samples)
      if (plan_.make(i, sample.source, sample.repeat)) result(i).samples.push_back(sample);
    result(i).prepare = earlier->prepare;
    result(i).usage = earlier->usage;
  }
  const auto of_no_sample = [this](const auto& it) { return !plan_.any_made(it.source, it.repeat); };
  results_.readings = observer_.earlier_readings(results_);
  std::erase_if(results_.readings.devices, of_no_sample);
  std::erase_if(results_.readings.machine, of_no_sample);
}

void CaseResults::open_output(const Pipeline& pipeline, const std::string& label, std::vector<Vertex> sources,
                              Asked asked, const GraphInfo& graph, const VertexIds& ids) {
  const OutputPlan& output = pipeline.output;
  if (!output.any()) return;
  const auto found = std::ranges::find_if(
      results_.runs, [&](const RunResult& it) { return output.run.empty() ? it.baseline : it.label == output.run; });
  if (found == results_.runs.end())
    return observer_.note(fmt::format("[output]: --filter excludes the run '{}'", output.run));
  written_run_ = static_cast<std::size_t>(found - results_.runs.begin());
  resumable_ = !pipeline.report.directory.empty();
  writer_.emplace(output, label, std::move(sources), std::move(asked), graph, ids,
                  [this](std::string_view text) { observer_.note(text); });
  if (!writer_->doubt().empty()) observer_.note(writer_->doubt());
}

bool CaseResults::owes(std::size_t i, std::span<const Vertex> sources) const {
  return writer_ && i == written_run_ &&
         std::ranges::any_of(sources, [this](Vertex source) { return writer_->wants(source); });
}

bool CaseResults::done(std::size_t i) const { return plan_.complete(i) && !owes(i, plan_.sources()); }

void CaseResults::write(std::size_t i, std::span<const Vertex> sources, const Verifier::Answer& answer) {
  if (writer_->takes_reductions())
    writer_->write(sources, answer.reduced);
  else
    for_whole_rows(sources, answer, [&](std::span<const Vertex> some, const Output& output) {
      writer_->write(some, output, answer.predecessors);
    });
  if (writer_->unwritten().empty()) return;
  result(i).unwritten = fmt::format("{}; fix this, then run again{}", writer_->unwritten(),
                                    resumable_ ? " with --resume, which keeps all samples" : "");
}

void CaseResults::note_unwritten(std::string_view over) const {
  if (!writer_) return;
  const std::vector<Vertex>& sources = plan_.sources();
  const auto missing = std::ranges::count_if(sources, [this](Vertex source) { return writer_->wants(source); });
  if (missing == 0) return;
  const std::string& label = run(written_run_).label;
  if (!over.empty())
    observer_.note(fmt::format("[output]: the answers of '{}' from {} of {} sources are not written: {}", label,
                               missing, sources.size(), over));
  else
    observer_.note(
        fmt::format("[output]: '{}' did not solve from {} of {} sources this time, so their answers are not written",
                    label, missing, sources.size()));
}

void CaseResults::prepared(std::size_t i, double seconds) {
  if (run(i).samples.empty()) result(i).prepare = seconds;
}

void CaseResults::note(std::size_t i, const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    if (std::ranges::find(run(i).notes, note) != run(i).notes.end()) continue;
    result(i).notes.push_back(note);
    observer_.note(fmt::format("{}: {}", run(i).label, note));
  }
}

void CaseResults::keep(std::size_t i, Sample sample) {
  if (!plan_.make(i, sample.source, sample.repeat)) return;
  result(i).samples.push_back(std::move(sample));
  observer_.measured(run(i), run(i).samples.back());
}

void CaseResults::take(Readings readings) {
  observer_.read(readings);
  std::ranges::move(readings.devices, std::back_inserter(results_.readings.devices));
  std::ranges::move(readings.machine, std::back_inserter(results_.readings.machine));
}

void CaseResults::end(std::size_t i, Ending ending) {
  result(i).status = ending.status;
  result(i).reason = std::move(ending.reason);
  observer_.ended(run(i));
}

void CaseResults::lose_worker(std::size_t i, Ending fault) {
  observer_.note(fmt::format("{}: {}; another worker continues with its other samples", run(i).label, fault.reason));
  entries_[i].fault = std::move(fault);
}

void CaseResults::add_usage(std::size_t i, const Usage& usage) { entries_[i].used = sum(entries_[i].used, usage); }

void CaseResults::end_incomplete() {
  for (std::size_t i = 0; i < runs(); ++i) {
    if (!open(i) || plan_.complete(i)) continue;
    std::string stopped = fmt::format("stopped after {} of {} samples", run(i).samples.size(), plan_.samples());
    const Ending& fault = entries_[i].fault;
    if (!lost_worker(i))
      end(i, {RunStatus::interrupted, std::move(stopped)});
    else
      end(i, {fault.status, fmt::format("{}; a second worker was {}", fault.reason, stopped)});
  }
}

void CaseResults::settle(std::size_t i) {
  const auto& [fault, used] = entries_[i];
  if (lost_worker(i) && open(i)) end(i, {fault.status, fault.reason + "; a second worker measured its other samples"});
  if (used.workers != 0 || used.peak_bytes != 0 || used.device.peak != 0 || !used.called.empty())
    result(i).usage = sum(run(i).usage, used);
  observer_.settled(run(i));
}

}  // namespace wayfront::host
