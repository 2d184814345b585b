// What is asked from each of many sources, and how far one row of an answer is wanted.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/fields.hpp"
#include "certify/reduced/row_sample.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// What is asked of rows in place of their distances.
struct Reducing {
  double within = std::numeric_limits<double>::infinity();  // the limit of the figure `within`
  bool check = false;                                       // More::check
};

/// The question of a graph that is known, with vertices instead of ids, beside the sources. With targets and a count,
/// both are wanted.
struct Asked {
  double limit = std::numeric_limits<double>::infinity();  // distances above it are not wanted; not NaN
  std::vector<Vertex> targets{};                           // the only vertices that are wanted; empty: all
  std::uint64_t count = 0;                                 // only this many nearest are wanted; 0: all
  bool predecessors = false;                               // shortest-path trees, too
  bool host_trees = false;           // the host makes them, so that they are the same whichever plugin answers
  bool nearest = false;              // the source is virtual, the last vertex of the graph: answers leave it out
  bool whole_rows = false;           // answers have all vertices, even where targets alone are wanted
  std::optional<Reducing> reduce{};  // no distances are wanted, only reductions of the rows
  RowSampling sample{};              // which rows are certified where not all are

  /// What one row answers; refers to the targets.
  Problem question(Vertex source) const {
    return {.source = source, .more = {.targets = targets, .limit = limit, .count = count}};
  }
  /// Whether all distances are wanted.
  bool whole() const { return !limited() && targets.empty(); }
  /// Whether vertices that are too far are not wanted.
  bool limited() const { return limit != std::numeric_limits<double>::infinity() || count != 0; }
};

/// What the process of a plugin is told; the rest is the host's.
template <>
inline constexpr auto fields<Reducing> =
    std::tuple{told<&Reducing::within>("within", Null::infinite), told<&Reducing::check>("check")};
template <>
inline constexpr auto fields<Asked> = std::tuple{told<&Asked::limit>("limit", Null::infinite),
                                                 told<&Asked::targets>("targets"),
                                                 told<&Asked::count>("count"),
                                                 told<&Asked::predecessors>("predecessors"),
                                                 told<&Asked::host_trees>("host_trees"),
                                                 told<&Asked::whole_rows>("whole_rows"),
                                                 field<&Asked::reduce>("reduce", Unit::other, Presence::sparse, "")};

/// Throws UserError (usage) unless the limit is a distance that this type of weights can represent, or infinity.
void require_limit(double limit, WeightKind weights);

/// The question as it stands for a graph. With negative weights, targets ask for all distances up to the limit: a path
/// to a target may pass vertices that are farther away.
Problem question_for(const GraphInfo& graph, const Problem& question);

/// The distance up to which a row is wanted that is right up to `exact_to`: the limit, or less, where the farthest
/// target or the last of the nearest `count` vertices is closer. All vertices at that distance are wanted, so it is the
/// same for all right answers to one question, however far each is exact. A target that is not reached wants all
/// distances up to the limit.
template <WeightType W>
W wanted_to(const Problem& question, std::span<const W> distances, W exact_to);

/// Why `exact_to` is not far enough for the question, in a sentence; "" if it is. The row must be right up to there.
template <WeightType W>
std::string too_short(const Problem& question, std::span<const W> distances, W exact_to, const VertexIds& ids);

}  // namespace wayfront::host
