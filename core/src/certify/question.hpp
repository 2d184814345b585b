// What one row of an answer has to say, and how far it is wanted.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// The distances from `source`: all of them, unless the other members ask for less. Not NaN; targets are vertices of
/// the graph. With targets and a count, both are wanted.
struct Question {
  Vertex source = 0;
  double limit = std::numeric_limits<double>::infinity();  // distances above it are not wanted
  std::span<const Vertex> targets{};                       // only these are wanted, if any are given
  std::uint64_t count = 0;                                 // only this many nearest are wanted; 0: all
};

/// The question as it stands for a graph. With negative weights, targets ask for all distances up to the limit: a path
/// to a target may pass vertices that are farther away.
Question question_for(const GraphInfo& graph, Question question);

/// The distance up to which a row is wanted that is right up to `exact_to`: the limit, or less, where the farthest
/// target or the last of the nearest `count` vertices is closer. All vertices at that distance are wanted, so it is the
/// same for all right answers to one question, however far each is exact. A target that is not reached wants all
/// distances up to the limit.
template <WeightType W>
W wanted_to(const Question& question, std::span<const W> distances, W exact_to);

/// Why `exact_to` is not far enough for the question, in a sentence; "" if it is. The row must be right up to there.
template <WeightType W>
std::string too_short(const Question& question, std::span<const W> distances, W exact_to, const VertexIds& ids);

}  // namespace wayfront::host
