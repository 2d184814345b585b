// Reads one adjacency graph, number by number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/lines.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::ligra {

template <WeightType W>
class Reader {
 public:
  Reader(const LoadRequest& request, GraphSink& sink, RunContext& context)
      : exact_(request.exact), sink_(sink), context_(context), lines_("ligra", *request.input, context) {}

  /// Throws BadInput with "ligra: FILE:LINE: " in front.
  void read();

 private:
  std::string_view next(std::string_view what);
  bool read_word();
  std::uint64_t read_offset(Vertex vertex);
  Vertex read_target(Vertex source);

  bool exact_;
  GraphSink& sink_;
  RunContext& context_;
  textfile::Lines lines_;
  std::string_view line_;  // the rest of the last line
  std::uint64_t edges_ = 0;
  Vertex vertices_ = 0;
};

}  // namespace wayfront::ligra
