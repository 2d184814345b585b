// The adjacency graphs of Ligra and PBBS: a word, then numbers with any blanks and line ends between them:
//
//   AdjacencyGraph n m  offsets[n]  targets[m]
//   WeightedAdjacencyGraph n m  offsets[n]  targets[m]  weights[m]
//
// offsets[v] is where the out-edges of v begin. Ids start at 0; edges are directed (a symmetric graph has both).
#pragma once

#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::ligra {

class Ligra {
 public:
  static constexpr PluginAbout about{
      .name = "ligra",
      .version = "1.0.0",
      .summary = "Reads the text adjacency graphs of Ligra and PBBS, with and without weights.",
      .reference = "Problem Based Benchmark Suite, graph file formats; Shun and Blelloch, Ligra, PPoPP 2013",
      .capabilities = capability::any_weights};

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
};

}  // namespace wayfront::ligra
