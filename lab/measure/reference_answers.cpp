#include "measure/reference_answers.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "base/errors.hpp"
#include "engine/engine.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

void ReferenceAnswers::obtain(const CaseParts& parts, bool all_there, const CallWatch::GiveUp& give_up) {
  const Plugin* const plugin = parts.setting.pipeline.measure.reference;
  const auto note = [&parts](const std::string& text) { parts.observer.note("measure.verify: " + text); };
  if (plugin == nullptr) return;
  whose_ = plugin->about().name;
  if (all_there) return note(fmt::format("all samples were there, so they are not compared with '{}'", whose_));
  parts.observer.step("solving the reference");
  const CallWatch::Call work = parts.own_work([&] {
    note(parts.budget.left_of_all().reason + " before the reference's answers were certified");
    give_up();
  });
  const CallWatch::GiveUp overdue = [&parts, note, give_up] {
    note("the reference " + parts.budget.overdue());
    give_up();
  };
  const double timeout = parts.setting.pipeline.measure.rules.timeout;
  const Settings options = Settings::defaults(plugin->options());
  Engine reference(parts.ground, *plugin, options, {.label = "reference", .give_up = overdue, .whole_rows = true});
  /// Whether `call` was made: not if the program was asked to stop.
  const auto made = [&](const auto& call) {
    const TimeBudget::Limit limit = parts.budget.left_of_all(timeout);
    const Ending ending = limit.seconds > 0 ? call(limit.seconds) : Ending{RunStatus::timeout, limit.reason};
    if (ending.status == RunStatus::timeout && !limit.reason.empty())
      throw OutOfTime(limit.reason + " while the reference was solved");
    if (ending.status != RunStatus::ok && ending.status != RunStatus::interrupted)
      throw UserError(ExitCode::failed_run, fmt::format("measure.verify: reference: {}", ending.reason));
    return ending.status == RunStatus::ok;
  };
  double seconds = 0;
  if (!made([&](double limit) { return reference.prepare(limit, seconds); })) return;
  for (const std::span<const Vertex> sources : parts.plan.batches()) {
    Call answer;
    if (!made([&](double limit) { return reference.answer(sources, limit, answer); })) return;
    answers_.emplace(parts.setting.graph.ids[sources.front()], std::move(answer));
  }
  reference.end(parts.budget.deadline(timeout));
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
