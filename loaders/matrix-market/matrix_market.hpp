// Matrix Market coordinate files (.mtx): a square sparse matrix as a graph, entry (i, j) as the arc from i to j.
//
// Entries of a symmetric matrix are undirected edges. Those of a skew-symmetric one are two arcs with opposite weights.
// Explicit zeros are arcs of weight 0, entries at the same place are parallel arcs. A pattern has no weights.
#pragma once

#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::matrix_market {

class MatrixMarket {
 public:
  static constexpr PluginAbout about{
      .name = "matrix-market",
      .version = "1.0.0",
      .summary =
          "Reads and writes Matrix Market coordinate files (.mtx): real, integer, pattern; general, symmetric, skew.",
      .reference = "Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR 5935, 1996",
      .capabilities = capability::any_weights | capability::writes};
  static constexpr const char* suffixes = ".mtx";

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);
};

}  // namespace wayfront::matrix_market
