// The first 32 bytes of a Galois file, for the loader and for wayfront-rank.
#pragma once

#include <cstdint>

namespace wayfront::galois {

struct Header {
  std::uint64_t version = 1;
  std::uint64_t data_bytes = 0;  // of one edge
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;

  std::uint64_t target_bytes() const { return version == 1 ? 4 : 8; }
  /// Between targets and edge data.
  std::uint64_t padding() const { return version == 1 && edges % 2 != 0 ? 4 : 0; }
};
static_assert(sizeof(Header) == 32);

}  // namespace wayfront::galois
