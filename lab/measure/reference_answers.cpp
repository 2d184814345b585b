#include "measure/reference_answers.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/errors.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

void ReferenceAnswers::solve(const Plugin& plugin, Contenders& contenders, const SolvePlan& plan, const VertexIds& ids,
                             const TimeBudget& budget, double timeout, CallWatch::GiveUp give_up, FileAnswers* file) {
  whose_ = plugin.about().name;
  const Settings options = Settings::defaults(plugin.options());
  const auto reference =
      contenders.make(plugin, options, "reference", {.give_up = std::move(give_up), .whole_rows = true});
  const auto refuse = [](std::string_view reason) {
    throw UserError(ExitCode::failed_run, fmt::format("measure.verify: reference: {}", reason));
  };
  /// Whether `call` was made: not if the program was asked to stop.
  const auto made = [&](const auto& call) {
    const TimeBudget::Limit limit = budget.left_of_all(timeout);
    const Ending ending = limit.seconds > 0 ? call(limit.seconds) : Ending{RunStatus::timeout, limit.reason};
    if (ending.status == RunStatus::timeout && !limit.reason.empty())
      throw OutOfTime(limit.reason + " while the reference was solved");
    if (ending.status != RunStatus::ok && ending.status != RunStatus::interrupted) refuse(ending.reason);
    return ending.status == RunStatus::ok;
  };
  double seconds = 0;
  if (!made([&](double limit) { return reference->prepare(limit, seconds); })) return;
  for (const std::span<const Vertex> sources : plan.batches()) {
    Call answer;
    if (!made([&](double limit) { return reference->solve(sources, limit, answer); })) return;
    if (file != nullptr) file->check(sources, *contenders.last_right().output);
    answers_.emplace(ids[sources.front()], std::move(answer));
  }
  reference->dismiss();
  reference->finish(budget.deadline(timeout));
}

void ReferenceAnswers::prove(FileAnswers& file, const SolvePlan& plan, const VertexIds& ids, unsigned threads) {
  whose_ = file.name();
  for (const std::span<const Vertex> sources : plan.batches())
    answers_.emplace(ids[sources.front()], file.prove(sources, threads));
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
