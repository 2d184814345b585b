// Reads one Galois file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../bytes/byte_reader.hpp"
#include "galois.hpp"
#include "header.hpp"

namespace wayfront::galois {

template <WeightType W>
class Reader {
 public:
  Reader(const Options& options, Input& input, GraphSink& sink, RunContext& context)
      : options_(options), input_(input), sink_(sink), bytes_("galois", input, context) {}

  /// Throws BadInput with "galois: FILE: byte OFFSET: " in front.
  void read();

 private:
  void read_header();
  void check_size() const;
  void read_ends();
  template <class Target>
  void read_targets();
  void read_edge_data();
  template <class T>
  void read_weights();

  Options options_;
  Input& input_;
  GraphSink& sink_;
  bytes::ByteReader bytes_;
  Header header_;
  std::vector<std::uint64_t> ends_;  // of each vertex's edges
  std::span<Arc<W>> arcs_;           // in the order of the file
};

}  // namespace wayfront::galois
