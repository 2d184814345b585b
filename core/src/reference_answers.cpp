#include "reference_answers.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "errors.hpp"

namespace wayfront::host {

void ReferenceAnswers::solve(const Plugin& plugin, Contenders& contenders, std::span<const Vertex> sources,
                             const VertexIds& ids, double limit) {
  plugin_ = plugin.about().name;
  const Settings options = Settings::defaults(plugin.options());
  const auto reference = contenders.make(plugin, options, "reference");
  const auto refuse = [](std::string_view reason) {
    throw UserError(ExitCode::failed_run, fmt::format("measure.verify: reference: {}", reason));
  };
  double seconds = 0;
  if (const auto ending = reference->prepare(limit, seconds); ending.status != RunStatus::ok) {
    if (ending.status == RunStatus::interrupted) return;
    refuse(ending.reason);
  }
  for (const Vertex source : sources) {
    Sample answer;
    const auto ending = reference->solve(source, limit, answer);
    if (ending.status == RunStatus::interrupted) return;
    if (ending.status != RunStatus::ok) refuse(ending.reason);
    answers_.emplace(ids[source], std::move(answer));
  }
  reference->dismiss();
  reference->finish();
}

Ending ReferenceAnswers::compare(const Sample& sample) const {
  const auto known = answers_.find(sample.source);
  if (known == answers_.end()) return {};
  const Sample& answer = known->second;
  if (sample.outcome == answer.outcome && sample.certificate.digest == answer.certificate.digest) return {};
  return {RunStatus::wrong,
          fmt::format("from source {}: the answer differs from that of '{}'", sample.source, plugin_)};
}

}  // namespace wayfront::host
