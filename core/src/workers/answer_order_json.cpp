#include "workers/answer_order_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

namespace wayfront::host {

using nlohmann::json;

json to_json(const AnswerOrder& order) {
  json steps = json::array();
  for (const AnswerOrder::Step& it : order.steps) steps.push_back({it.seconds, it.rounds, it.relaxed});
  json::binary_t::container_type last(order.last.size() * sizeof(std::uint32_t));
  if (!last.empty()) std::memcpy(last.data(), order.last.data(), last.size());
  return {{"steps", std::move(steps)}, {"last", json::binary(std::move(last))}};
}

AnswerOrder order_from_json(const json& object, Vertex vertices) {
  AnswerOrder order;
  for (const auto& it : object.at("steps"))
    order.steps.push_back({it.at(0).get<double>(), it.at(1).get<std::uint64_t>(), it.at(2).get<std::uint64_t>()});
  const auto& bytes = object.at("last").get_binary();
  if (bytes.size() != vertices * sizeof(std::uint32_t)) throw std::runtime_error("the order of another answer");
  order.last.resize(vertices);
  if (!bytes.empty()) std::memcpy(order.last.data(), bytes.data(), bytes.size());
  const bool valid = order.steps.size() <= AnswerOrder::max_steps + 1 &&
                     std::ranges::all_of(order.steps, [](const auto& it) { return std::isfinite(it.seconds); }) &&
                     std::ranges::all_of(order.last, [&](std::uint32_t step) { return step < order.steps.size(); });
  if (!valid) throw std::runtime_error("an order with steps that do not exist");
  return order;
}

}  // namespace wayfront::host
