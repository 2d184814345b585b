// Pajek networks, .net: "*vertices N", lines of number and label, then "*arcs" and "*edges" with lines of two numbers and a weight.
#pragma once

#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::pajek {

class Pajek {
 public:
  static constexpr PluginAbout about{
      .name = "pajek",
      .version = "1.0.0",
      .summary = "Reads and writes Pajek networks, .net: arcs and edges, with labels as names.",
      .reference = "Batagelj and Mrvar, Pajek manual, section 5.3",
      .capabilities = capability::any_weights | capability::writes};
  static constexpr const char* suffixes = ".net";

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);
};

}  // namespace wayfront::pajek
