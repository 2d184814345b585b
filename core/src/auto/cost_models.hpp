// What plugins are expected to cost. A cost is a sum of terms, each a figure of graph, search and machine with a
// coefficient in nanoseconds. The coefficients are data: scripts/auto fits them to measurements.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "auto/graph_features.hpp"

namespace wayfront::host {

enum class Term : std::uint8_t {
  call,          // 1
  reached,       // vertices that are reached
  arcs,          // of these
  sorted,        // reached vertices by the logarithm of their number: what a queue costs
  far,           // arcs that lead far away, by how much larger than a cache the distances are
  levels,        // of the search: rounds
  sweeps,        // levels by arcs
  all,           // all vertices of the graph
  all_arcs,      // of the graph
  cuts,          // separators of a map: vertices^1.5, by what their mean degree is above that of a path
  reached_each,  // the first ones, by the number of threads
  arcs_each,
  far_each,
  count
};

using Terms = std::array<double, static_cast<std::size_t>(Term::count)>;

/// The terms of a search, where `threads` work.
Terms terms_of(const GraphFeatures& graph, unsigned threads);

struct CostModel {
  std::string_view plugin;
  const char* options = "";  // "name=value", beside which all have their defaults
  Terms solve;               // of one source
  Terms batch{};             // of one source among 16 in a call; this and what follows may be missing: all zero
  Terms large_batch{};       // among 64
  Terms prepare{};           // once
  Terms prepare_batch{};     // once, for instances that solve the sources of a call at the same time
  // What it was fitted to. Plugins that prepare a structure decline graphs that grow faster.
  bool negative = false;                            // whether it is for graphs with negative arcs, or for others
  double min_mean_degree = 0, max_mean_degree = 0;  // the second is excluded; 0: any
  double max_growth = 0;                            // GraphFeatures::growth; 0: any
  double max_arcs = 0, max_levels = 0;              // 0: any
  bool floats = true;                               // whether it is for floating weights, too
  double usual_error = 0.1;                         // the mean square of ln(measured / expected) on graphs unlike those
  bool corrected = false;                           // by similar graphs (measured_graphs.hpp)

  bool suits(const GraphFeatures& graph) const;
};

std::span<const CostModel> cost_models();

/// Whether there are any coefficients.
bool is_known(const Terms& coefficients);

/// Seconds.
double cost(const Terms& coefficients, const Terms& terms);

}  // namespace wayfront::host
