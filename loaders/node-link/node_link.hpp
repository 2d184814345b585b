// Node-link JSON, as NetworkX and D3 have it: {"directed": true, "nodes": [{"id": 0}], "links": [{"source": 0, "target": 0,
// "weight": 5}]}. The list of links may be called edges.
#pragma once

#include <string>
#include <string_view>

#include "../attributed/named_arcs.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::node_link {

struct Options {
  std::string weight;
  std::string coordinates;
  bool degrees = false;
};

class NodeLink {
 public:
  static constexpr PluginAbout about{.name = "node-link",
                                     .version = "1.0.0",
                                     .summary = "Reads node-link JSON, as networkx.node_link_data makes it.",
                                     .reference = "NetworkX, networkx.readwrite.json_graph",
                                     .capabilities = capability::any_weights};

  using Options = node_link::Options;
  static constexpr OptionRow rows[] = {text<&Options::weight>("weight", "", attributed::weight_help),
                                       text<&Options::coordinates>("coordinates", "", attributed::coordinates_help),
                                       boolean<&Options::degrees>("degrees", false, attributed::degrees_help)};

  explicit NodeLink(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);

 private:
  Options options_;
};

}  // namespace wayfront::node_link
