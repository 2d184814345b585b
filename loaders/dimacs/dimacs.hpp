// Two text formats of one shape, both called .gr: DIMACS 9 ("p sp N M", then "a U V W": arcs with signed weights) and
// PACE ("p tw N M", then "U V": undirected edges without weights). Ids start at 1; lines that start with c are
// comments.
//
// Parallel arcs and loops are kept. Blank lines, several blanks, CRLF line ends and a last line without an end are
// accepted; any other deviation from the formats is an error with its line number.
#pragma once

#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::dimacs {

class Dimacs {
 public:
  static constexpr PluginAbout about{
      .name = "dimacs",
      .version = "1.0.0",
      .summary = "Reads and writes DIMACS 9 files (.gr text, signed weights); reads PACE .gr files (no weights).",
      .reference = "9th DIMACS Implementation Challenge, file formats; PACE 2016, Track A",
      .capabilities = capability::any_weights | capability::writes};
  static constexpr const char* suffixes = ".gr";

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);
};

}  // namespace wayfront::dimacs
