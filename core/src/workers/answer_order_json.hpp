// The order of an answer as part of a worker's reply.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "results/answer_order.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

nlohmann::json to_json(const AnswerOrder& order);
/// Of an answer with that number of vertices. Throws std::runtime_error, or an error of the JSON library, if it cannot be
/// such an order: a plugin may have overwritten it.
AnswerOrder order_from_json(const nlohmann::json& object, Vertex vertices);

}  // namespace wayfront::host
