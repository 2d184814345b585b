// GraphML: nodes and edges in XML, whose attributes are declared as keys. Reads the graph of a file, not graphs within its
// nodes, hyperedges or ports.
#pragma once

#include <string_view>

#include "../attributed/named_arcs.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::graphml {

class Graphml {
 public:
  static constexpr PluginAbout about{
      .name = "graphml",
      .version = "1.0.0",
      .summary = "Reads and writes GraphML files: graphs in XML, with a weight by its key.",
      .reference = "GraphML, graphml.graphdrawing.org; Expat",
      .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".graphml";

  using Options = attributed::Options;
  static constexpr auto& rows = attributed::rows<Options>;

  explicit Graphml(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);

 private:
  Options options_;
};

}  // namespace wayfront::graphml
