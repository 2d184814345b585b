// The weights of a graph: by rule where its file has none; and their type, chosen for weights = "auto", or changed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "graph/csr.hpp"
#include "graph/steps/graph_steps.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// How arcs of a file without weights get them. With uniform, hash1000 and euclidean the weight of an edge depends only
/// on its two ends (and the seed), not on the order of the file; with gap only on its position in the file. Both arcs
/// of an undirected edge get the same weight, and the number of threads does not matter.
struct WeightRule {
  enum class Kind : std::uint8_t { none, constant, uniform, hash1000, gap, euclidean };
  Kind kind = Kind::none;
  double constant = 1;
  std::int64_t min = 1, max = 100;  // uniform, integers, both ends included
  std::uint64_t seed = 1;
  std::filesystem::path coordinates{};  // euclidean: a DIMACS .co file
  double scale = 1;                     // of euclidean distances
};

/// Throws UserError (ExitCode::usage) if the rule cannot give weights of this kind.
void require_fit(const WeightRule& rule, WeightKind weights);

/// The kind for weights = "auto": int32, int64 or float64, the first that holds every weight of the rule. Euclidean
/// distances are rounded to integers.
WeightKind kind_for(const WeightRule& rule);

/// "constant 1", "uniform 1..100, seed 7", "hash1000", "gap", "euclidean NY.co times 10"; "" for none.
std::string describe(const WeightRule& rule);

/// Overwrites the weights of the arcs in `blocks`: all arcs of a file with this header and these ids, in order. The
/// rule must be checked, and must not be `none`. Throws UserError (ExitCode::input) for coordinates that cannot be
/// read, lack a vertex or lead to a weight that does not fit, which is NeedsWiderWeights if int64 or float64 holds it;
/// Cancelled.
template <WeightType W>
void give_weights(const WeightRule& rule, const GraphHeader& header, const VertexIds& ids,
                  std::span<const std::span<Arc<W>>> blocks, RunContext& context);

/// The graph with weights of another type, in the same rows. A float is rounded, but must stay finite; an integer must be
/// exact and neither "unreached" nor the lowest value. Throws UserError (ExitCode::input) for the first weight that does
/// not fit, with `name` as the graph's name; Cancelled.
OwnedCsr with_weights_as(OwnedCsr csr, WeightKind kind, const std::string& name, RunContext& context);

/// Gives the weights the smallest type that holds all of them exactly, and returns why it is that one. Whole numbers:
/// int32 if they fit and path_bound() shows that no path is too long, else int64. Others: float32 if it holds each
/// double, else float64. They must be of a type that already holds them. Throws std::bad_alloc; Cancelled.
std::string choose_weights(GraphInSteps& graph, RunContext& context);

}  // namespace wayfront::host
