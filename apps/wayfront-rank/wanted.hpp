// What is wanted of the answers: a limit, targets, a tree. With targets the search ends when all are settled, and the
// answer is cut at the farthest of them, as on a whole graph (certify/question.hpp).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "ranks.hpp"
#include "slice.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::ranks {

struct Wanted {
  double limit = std::numeric_limits<double>::infinity();  // distances above it count as unreached
  std::vector<std::uint64_t> targets{};                    // numbers in the whole graph; empty: all vertices
  bool tree = false;                                       // whether predecessors are, too
};

/// From {"limit": NUMBER or null, "targets": [ids], "predecessors": BOOLEAN}. Throws nlohmann::json::exception, and
/// std::out_of_range where a target is not a vertex.
inline Wanted wanted_from(const nlohmann::json& json, const WholeGraph& graph) {
  Wanted wanted;
  if (!json.at("limit").is_null()) wanted.limit = json.at("limit").get<double>();
  wanted.tree = json.at("predecessors").get<bool>();
  for (const nlohmann::json& it : json.at("targets")) {
    const auto id = it.get<std::uint64_t>();
    if (id < graph.first_id || id - graph.first_id >= graph.vertices)
      throw std::out_of_range("vertex " + std::to_string(id) + " is not in the graph");
    wanted.targets.push_back(id - graph.first_id);
  }
  return wanted;
}

/// The targets in this rank's answers.
template <WeightType W>
class Targets {
 public:
  Targets(const std::vector<std::uint64_t>& all, const Slice<W>& slice, const Ranks& ranks)
      : all_(all), first_(slice.first_vertex()), ranks_(ranks) {
    for (const std::uint64_t v : all)
      if (v >= first_ && v - first_ < slice.vertices()) own_.push_back(static_cast<Vertex>(v - first_));
  }

  /// Those of this rank, numbered in its slice; nothing where all vertices are wanted.
  std::optional<std::vector<Vertex>> own() const { return all_.empty() ? std::nullopt : std::optional(own_); }

  /// Turns distances above `limit`, and above that of the farthest target if all are reached, into unreached. Returns
  /// the distance up to which they are wanted. All ranks together.
  W cut(std::vector<W>& distances, W limit) const {
    if (all_.empty()) return limit;
    W farthest = 0;
    for (const Vertex v : own_) farthest = std::max(farthest, distances[v] <= limit ? distances[v] : limit);
    for (const W theirs : ranks_.gather(farthest)) farthest = std::max(farthest, theirs);
    const W wanted = std::min(farthest, limit);
    for (W& distance : distances)
      if (distance > wanted) distance = unreached<W>;
    return wanted;
  }

  /// The distances of all targets, in their order; null where one is unreached. All ranks together.
  nlohmann::json distances(const std::vector<W>& distances) const {
    using Bits = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;
    std::vector<std::uint64_t> bits(all_.size());  // of its owner; 0 on all other ranks
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (all_[i] >= first_ && all_[i] - first_ < distances.size())
        bits[i] = std::bit_cast<Bits>(distances[all_[i] - first_]);
    ranks_.sum(bits);
    nlohmann::json found = nlohmann::json::array();
    for (const std::uint64_t it : bits) {
      const W distance = std::bit_cast<W>(static_cast<Bits>(it));
      found.push_back(distance == unreached<W> ? nlohmann::json() : nlohmann::json(distance));
    }
    return found;
  }

 private:
  const std::vector<std::uint64_t>& all_;
  std::vector<Vertex> own_;
  std::uint64_t first_;
  const Ranks& ranks_;
};

}  // namespace wayfront::ranks
