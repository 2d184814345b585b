// Arcs as a NumPy array of integers or floats, one arc a row: source and target or, with a third column, the weight, too.
#pragma once

#include <cstdint>
#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::npy {

struct Options {
  bool directed = true;
};

class Npy {
 public:
  static constexpr PluginAbout about{.name = "npy",
                                     .version = "1.0.0",
                                     .summary = "Reads and writes arcs as a NumPy array of two or three columns, .npy.",
                                     .reference = "NumPy, numpy.lib.format",
                                     .capabilities = capability::any_weights | capability::writes};
  static constexpr const char* suffixes = ".npy";

  using Options = npy::Options;
  static constexpr OptionRow rows[] = {
      choice<&Options::directed>("edges", true, {{"directed", true}, {"undirected", false}},
                                 "Whether a row is one arc, or an edge in both directions."),
  };

  explicit Npy(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);

 private:
  Options options_;
};

}  // namespace wayfront::npy
