// GML: nested lists of keys and values as text, "graph [ node [ id 0 label "a" ] edge [ source 0 target 0 weight 5 ] ]".
#pragma once

#include <string_view>

#include "../attributed/named_arcs.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::gml {

class Gml {
 public:
  static constexpr PluginAbout about{
      .name = "gml",
      .version = "1.0.0",
      .summary = "Reads and writes GML files: graphs as lists of keys, with labels and a weight by its key.",
      .reference = "Himsolt, GML: A portable Graph File Format, 1997",
      .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".gml";

  using Options = attributed::Options;
  static constexpr auto& rows = attributed::rows<Options>;

  explicit Gml(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);

 private:
  Options options_;
};

}  // namespace wayfront::gml
