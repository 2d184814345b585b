// Weights by rule, for files that have none.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

/// How arcs of a file without weights get them. The weight of an edge depends on its two ends and the seed alone, so
/// not on the order of the file or the number of threads; both directions of an undirected edge get the same one.
struct WeightRule {
  enum class Kind : std::uint8_t { none, constant, uniform, hash1000 };
  Kind kind = Kind::none;
  double constant = 1;
  std::int64_t least = 1, most = 100;  // uniform, integers, both ends included
  std::uint64_t seed = 1;
};

/// Throws UserError (ExitCode::usage) where the rule cannot give weights of this kind.
void check(const WeightRule& rule, WeightKind weights);

/// "constant 1", "uniform 1..100, seed 7", "hash1000"; "" for none.
std::string describe(const WeightRule& rule);

/// Overwrites the weights of `arcs`. The rule must be checked, and not none.
template <WeightType W>
void give_weights(const WeightRule& rule, bool directed, std::span<Arc<W>> arcs);

}  // namespace wayfront::host
