// Reads one file: banner, size, then entries in parts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "header.hpp"
#include "text/arcs.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::matrix_market {

template <WeightType W>
class Reader {
 public:
  Reader(const LoadRequest& request, GraphSink& sink, RunContext& context)
      : exact_(request.exact), sink_(sink), lines_("matrix-market", *request.input, context) {}

  /// Throws BadInput with "matrix-market: FILE:LINE: " in front.
  void read();

 private:
  using Part = textfile::ArcPart<W>;

  void read_size();
  void read_part(Part& part) const;
  void read_entry(std::string_view line, Part& part) const;
  void join(Part& part);
  void finish(Part& part) const;
  /// Fails where an entry contradicts the symmetry.
  void check_triangle(Part& part);

  bool exact_;
  GraphSink& sink_;
  textfile::Lines lines_;
  Banner banner_;
  Vertex vertices_ = 0;
  std::uint64_t entries_ = 0;  // as the size line says
  std::uint64_t size_line_ = 0;
  std::uint64_t read_ = 0;
  std::optional<bool> upper_;  // for a symmetric matrix: the side of the diagonal with its entries
};

}  // namespace wayfront::matrix_market
