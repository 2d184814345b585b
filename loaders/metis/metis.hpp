// METIS .graph files: comments that start with %, a header "N M [FMT [NCON]]", then a line for each vertex that lists
// its neighbours. Ids start at 1. Each edge is listed at both of its ends, and M counts it once.
//
// FMT has three digits, leading zeros left out: 1.. a size before each vertex's list, .1. NCON weights of the vertex
// before its list, ..1 a weight behind each neighbour. Sizes and vertex weights are read and dropped. "100" means
// something else in the files of the 10th DIMACS challenge: loops and parallel edges may be there, a loop is listed
// once, and M counts the entries. The number of entries shows which of the two applies.
#pragma once

#include <cstdint>
#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::metis {

/// The meaning of an entry in a vertex's list.
enum class Entries : std::uint8_t { both, directed, upper };

struct Options {
  Entries entries = Entries::both;
};

class Metis {
 public:
  static constexpr PluginAbout about{
      .name = "metis",
      .version = "1.0.0",
      .summary = "Reads METIS .graph files, with and without edge weights, and those of the 10th DIMACS challenge.",
      .reference = "Karypis, METIS 5.1 manual, 4.1.1; 10th DIMACS Implementation Challenge, graph format",
      .capabilities = capability::any_weights};

  using Options = metis::Options;
  static constexpr OptionRow rows[] = {
      choice<&Options::entries>(
          "entries", Entries::both,
          {{"both", Entries::both}, {"directed", Entries::directed}, {"upper", Entries::upper}},
          "Meaning of the lists: \"both\": every edge must be listed at both of its ends; \"directed\": each entry is "
          "an arc; \"upper\": each neighbour that is not below the vertex is an edge, the rest is dropped."),
  };

  explicit Metis(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);

 private:
  Options options_;
};

}  // namespace wayfront::metis
