// Node-link JSON, as NetworkX and D3 have it: {"directed": true, "nodes": [{"id": 0}], "links": [{"source": 0, "target": 0,
// "weight": 5}]}. The list of links may be called edges.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "../attributed/named_arcs.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::node_link {

/// What the list of edges is called.
enum class List : std::uint8_t { edges, links };

struct Options {
  std::string weight;
  std::string coordinates;
  bool degrees = false;
  List list = List::edges;
};

class NodeLink {
 public:
  static constexpr PluginAbout about{.name = "node-link",
                                     .version = "1.0.0",
                                     .summary = "Reads and writes node-link JSON, as networkx.node_link_data makes it.",
                                     .reference = "NetworkX, networkx.readwrite.json_graph",
                                     .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".json";

  using Options = node_link::Options;
  static constexpr NamedValue<List> lists[] = {{"edges", List::edges}, {"links", List::links}};
  static constexpr OptionRow rows[] = {attributed::rows<Options>[0], attributed::rows<Options>[1],
                                       attributed::rows<Options>[2],
                                       choice<&Options::list>("list", List::edges, lists,
                                                              "What a written file calls the list of edges; \"links\" "
                                                              "is for D3 and for NetworkX before 3.4.")};

  explicit NodeLink(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);

 private:
  Options options_;
};

}  // namespace wayfront::node_link
