#include "maps/map_order.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "maps/compact_numbers.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {

using Json = nlohmann::json;

std::string_view no_order(const AnswerOrder& order, const Output& row, Vertex source) {
  if (order.steps.size() < 2) return "traces no rounds";
  std::optional<std::uint32_t> first;
  bool differ = false;
  with_weight_type(row.kind, [&]<WeightType W>() {
    const auto distances = row.distances_as<W>();
    for (Vertex v = 0; v < order.last.size() && v < distances.size() && !differ; ++v) {
      if (v == source || distances[v] == unreached<W>) continue;
      differ = first && *first != order.last[v];
      first = order.last[v];
    }
  });
  return differ ? "" : "shows all distances at once: in one round, or because it writes them at the end";
}

Json map_order(const AnswerOrder& order, const MapSelection& selection) {
  Json seconds = Json::array(), rounds = Json::array(), relaxed = Json::array();
  for (const AnswerOrder::Step& it : order.steps) {
    seconds.push_back(it.seconds);
    rounds.push_back(it.rounds);
    relaxed.push_back(it.relaxed);
  }
  CompactNumbers last;
  for (const Vertex v : selection.drawn) last.add_next(order.last[v]);
  return {{"seconds", std::move(seconds)},
          {"rounds", std::move(rounds)},
          {"relaxed", std::move(relaxed)},
          {"last", base64(last.bytes())}};
}

}  // namespace wayfront::host
