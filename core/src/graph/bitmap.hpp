// A set of vertices, one bit each: for marks of the host's own walks.
#pragma once

#include <cstdint>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host {

class Bitmap {
 public:
  explicit Bitmap(std::size_t size) : words_((size + 63) / 64) {}
  bool has(Vertex v) const { return (words_[v >> 6] >> (v & 63) & 1) != 0; }
  void set(Vertex v) { words_[v >> 6] |= std::uint64_t{1} << (v & 63); }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace wayfront::host
