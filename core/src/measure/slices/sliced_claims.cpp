#include "measure/slices/sliced_claims.hpp"

#include <fmt/format.h>

#include "answers/solution_writer.hpp"
#include "base/errors.hpp"

namespace wayfront::host {

using nlohmann::json;

Certificate certificate_of(const json& answer) {
  Certificate it;
  if (!answer.at("right").get<bool>()) {
    it.finding = answer.value("overflow", false) ? Finding::overflow : Finding::wrong;
    it.reason = answer.at("reason").get<std::string>();
  }
  it.reached = answer.at("reached").get<std::uint64_t>();
  it.reached_edges = answer.at("reached_edges").get<std::uint64_t>();
  it.distance_sum = answer.at("sum").get<double>();
  it.max_distance = answer.at("max").get<double>();
  it.digest = answer.at("answer_digest").get<std::string>();
  return it;
}

std::map<VertexId, Sample> certify_on_slices(const std::string& name, const std::string& label,
                                             std::span<const Vertex> sources, const VertexIds& ids, RankTeam& team,
                                             RunContext& context) {
  if (sources.size() > 1 && name.find("{source}") == std::string::npos)
    throw UserError(ExitCode::usage, fmt::format("measure.verify: file: {}: on slices a file has the answer from one "
                                                 "source; write {{source}} into the name",
                                                 name));
  std::map<VertexId, Sample> answers;
  for (const Vertex source : sources) {
    const std::string id = to_text(ids[source]), file = target_name(name, label, id);
    Sample& sample = answers[ids[source]];
    try {
      sample.certificate = certificate_of(team.ask(fmt::format("certify {} {}", id, file), context));
    } catch (const UserError& error) {
      throw UserError(error.code(), fmt::format("measure.verify: file: {}", error.what()));
    }
    if (sample.certificate.finding != Finding::right)
      throw UserError(ExitCode::failed_run,
                      fmt::format("measure.verify: file: {}: {}", file, sample.certificate.reason));
  }
  return answers;
}

}  // namespace wayfront::host
