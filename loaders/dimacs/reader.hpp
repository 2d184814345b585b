// Reads one file: the header, then arcs in parts.
#pragma once

#include <cstdint>
#include <string_view>

#include "text/arcs.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::dimacs {

template <WeightType W>
class Reader {
 public:
  Reader(const LoadRequest& request, GraphSink& sink, RunContext& context)
      : exact_(request.exact), sink_(sink), lines_("dimacs", *request.input, context) {}

  /// Throws BadInput with "dimacs: FILE:LINE: " in front.
  void read();

 private:
  enum class Format : std::uint8_t { arcs, edges };  // "p sp", "p tw"

  /// False if the line is a comment.
  bool read_head(std::string_view line);
  void read_header(std::string_view fields);
  void read_arc(std::string_view line, textfile::ArcPart<W>& part) const;
  void read_edge(std::string_view line, textfile::ArcPart<W>& part) const;

  bool exact_;
  GraphSink& sink_;
  textfile::Lines lines_;
  Format format_ = Format::arcs;
  GraphHeader header_;
  std::uint64_t header_line_ = 0;
};

}  // namespace wayfront::dimacs
