// The order in which the distances of an answer became final, as a map shows it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "maps/map_selection.hpp"
#include "results/answer_order.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Why an order shows nothing, as the rest of a sentence about its plugin; "" if it shows something: all distances became
/// final at once where a plugin traces no rounds, or does not keep them in the answer.
std::string_view no_order(const AnswerOrder& order, const Output& row, Vertex source);

/// The steps, and the step of each drawn vertex.
nlohmann::json map_order(const AnswerOrder& order, const MapSelection& selection);

}  // namespace wayfront::host
