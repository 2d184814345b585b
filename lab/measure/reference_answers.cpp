#include "measure/reference_answers.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "auto/certified_solve.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

void ReferenceAnswers::obtain(const Place& place) {
  const CaseSetting& setting = place.setting;
  const MeasurePlan& measure = setting.pipeline.measure;
  if (measure.verify_file.empty()) return solve(place, *measure.reference, nullptr);
  FileAnswers file(measure.verify_file, setting.planned.label, measure.verify_tolerance, setting.graph, place.scope,
                   place.plan.sources(), setting.planned.question.nearest);
  if (file.stands_alone()) {
    whose_ = file.name();
    for (const std::span<const Vertex> sources : place.plan.batches())
      answers_.emplace(setting.graph.ids[sources.front()], file.prove(sources, setting.threads));
    if (measure.reference != nullptr) solve(place, *measure.reference, nullptr);
  } else {
    const std::string_view proves = default_algorithm(setting.graph.graph->info());
    solve(place,
          measure.reference != nullptr ? *measure.reference : setting.plugins.find(PluginKind::algorithm, proves),
          &file);
  }
  if (stop_requested) return;
  finding_ = file.finding();
  place.observer.note("measure.verify: " + finding_);
}

/// Each answer is also compared with that of `file`, which may be null.
void ReferenceAnswers::solve(const Place& place, const Plugin& plugin, FileAnswers* file) {
  whose_ = plugin.about().name;
  const double timeout = place.setting.pipeline.measure.rules.timeout;
  const Settings options = Settings::defaults(plugin.options());
  Engine reference(place.ground, plugin, options, {.label = "reference", .give_up = place.give_up, .whole_rows = true});
  /// Whether `call` was made: not if the program was asked to stop.
  const auto made = [&](const auto& call) {
    const TimeBudget::Limit limit = place.budget.left_of_all(timeout);
    const Ending ending = limit.seconds > 0 ? call(limit.seconds) : Ending{RunStatus::timeout, limit.reason};
    if (ending.status == RunStatus::timeout && !limit.reason.empty())
      throw OutOfTime(limit.reason + " while the reference was solved");
    if (ending.status != RunStatus::ok && ending.status != RunStatus::interrupted)
      throw UserError(ExitCode::failed_run, fmt::format("measure.verify: reference: {}", ending.reason));
    return ending.status == RunStatus::ok;
  };
  double seconds = 0;
  if (!made([&](double limit) { return reference.prepare(limit, seconds); })) return;
  for (const std::span<const Vertex> sources : place.plan.batches()) {
    Call answer;
    if (!made([&](double limit) { return reference.answer(sources, limit, answer); })) return;
    if (file != nullptr) file->check(sources, *place.ground.verifier.last_right().output);
    answers_.emplace(place.setting.graph.ids[sources.front()], std::move(answer));
  }
  reference.end(place.budget.deadline(timeout));
}

Ending ReferenceAnswers::compare(const Sample& sample) const {
  const auto known = answers_.find(sample.source);
  if (known == answers_.end()) return {};
  const Call& answer = known->second;
  if (same_answer(sample, answer)) return {};
  if (sample.outcome != answer.outcome)  // both are certified
    return {RunStatus::failed,
            fmt::format("from source {}: {}, and the answer of '{}' {}: a cycle lost in rounding", sample.source,
                        sample.outcome == Outcome::solved ? "it has distances" : "it has a negative cycle", whose_,
                        answer.outcome == Outcome::solved ? "has distances" : "is a negative cycle")};
  return {RunStatus::wrong, fmt::format("from source {}: the answer differs from that of '{}'", sample.source, whose_)};
}

}  // namespace wayfront::host
