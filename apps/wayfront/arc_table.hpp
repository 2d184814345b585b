// Arcs of a path or a cycle, and what is said about a cycle that is in the way.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "answers/shortest_path.hpp"
#include "graph/vertex_ids.hpp"

namespace wayfront::app {

/// A table with a row for each arc; `until` has the distance at the end of each. "" without arcs.
std::string arc_table(const std::vector<host::PathArc>& arcs, const std::vector<host::ExactWeight>& until,
                      const host::VertexIds& ids, WeightKind weights);

/// The number that weight_text() shows.
nlohmann::json weight_number(const host::ExactWeight& weight, WeightKind weights);

/// An arc with the ids of its ends, its number and its weight.
nlohmann::json arc_json(const host::PathArc& arc, const host::VertexIds& ids, WeightKind weights);

/// The sum of weights up to and with each arc.
std::vector<host::ExactWeight> sums(const std::vector<host::PathArc>& arcs);

/// A sentence and the table of a negative cycle that `from` reaches. `missing` ends the sentence: "there is no
/// shortest path".
std::string cycle_text(const std::string& from, const std::vector<host::PathArc>& cycle, const char* missing,
                       const host::VertexIds& ids, WeightKind weights);

}  // namespace wayfront::app
