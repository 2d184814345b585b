// Reads one GAPBS file.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "../bytes/byte_reader.hpp"
#include "gapbs.hpp"

namespace wayfront::gapbs {

template <WeightType W>
class Reader {
 public:
  Reader(Weighted weighted, Input& input, GraphSink& sink, RunContext& context)
      : weighted_(weighted), input_(input), sink_(sink), bytes_("gapbs", input, context) {}

  /// Throws BadInput with "gapbs: FILE: byte OFFSET: " in front.
  void read();

 private:
  struct Side;  // out-edges or in-edges

  void read_header();
  bool has_weights() const;
  std::uint64_t file_bytes(bool weighted) const;
  template <class Entry, class F>
  void read_side(const Side& side, F&& take);
  void read_offsets(const Side& side);
  template <class Entry>
  void read_edges();

  Weighted weighted_;
  Input& input_;
  GraphSink& sink_;
  bytes::ByteReader bytes_;
  bool directed_ = false;
  std::uint64_t arcs_ = 0;
  std::uint64_t vertices_ = 0;
  std::vector<std::int64_t> ends_;  // of each vertex's edges, of the side being read
};

}  // namespace wayfront::gapbs
