#include "load/graph_json.hpp"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "graph/weight_kind.hpp"

namespace wayfront::host {
namespace {

/// Null if the ids have gaps or are names.
nlohmann::json first_id_of(const VertexIds& ids) {
  return ids.kind() == VertexIds::Kind::range ? nlohmann::json(ids.first()) : nlohmann::json();
}

/// Null if there are none; the corners are null if no place is known.
nlohmann::json coordinates_of(const VertexPoints& points) {
  if (!points) return {};
  const PointBounds bounds = bounds_of(points.points());
  nlohmann::json min, max;
  if (is_known(bounds.min)) min = {bounds.min.x, bounds.min.y}, max = {bounds.max.x, bounds.max.y};
  return {{"geographic", points.geographic()}, {"least", min}, {"most", max}, {"unknown", bounds.unknown}};
}

}  // namespace

nlohmann::json graph_json(const LoadedGraph& loaded) {
  const GraphInfo& info = loaded.graph->info();
  nlohmann::json json = {{"vertices", info.vertices},
                         {"edges", info.edges},
                         {"directed", loaded.directed},
                         {"ids", loaded.ids.describe(info.vertices)},
                         {"first_id", first_id_of(loaded.ids)},
                         {"coordinates", coordinates_of(loaded.coordinates)},
                         {"weights", name(info.weights)},
                         {"offset_bits", info.offsets == OffsetKind::offsets32 ? 32 : 64},
                         {"min_weight", weight_json(info.min_weight, info.weights)},
                         {"max_weight", weight_json(info.max_weight, info.weights)},
                         {"digest", loaded.digest},
                         {"load_seconds", loaded.seconds}};
  for_each_fact(loaded, [&](const char* key, const auto& value, bool) { json[key] = value; });
  return json;
}

nlohmann::json weight_json(double weight, WeightKind kind) {
  constexpr double max_exact = 0x1p53;  // a larger integer was rounded
  if (is_floating(kind) || !(std::abs(weight) <= max_exact)) return weight;
  return static_cast<std::int64_t>(weight);
}

}  // namespace wayfront::host
