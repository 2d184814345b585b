// Answers in files, which the ranks of a graph in slices certify: each reads the rows of its own vertices.
#pragma once

#include <map>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "certify/verify.hpp"
#include "graph/vertex_ids.hpp"
#include "measure/slices/rank_team.hpp"
#include "results/result.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// What ranks say of an answer, theirs or that of a file.
Certificate certificate_of(const nlohmann::json& answer);

/// The answers from these sources, by their ids, in files of that name, which may contain {source}, {case} and {rank}.
/// `label` is that of the case. Throws UserError (failed_run) where one is not right, its other errors, and Cancelled.
std::map<VertexId, Sample> certify_on_slices(const std::string& name, const std::string& label,
                                             std::span<const Vertex> sources, const VertexIds& ids, RankTeam& team,
                                             RunContext& context);

}  // namespace wayfront::host
