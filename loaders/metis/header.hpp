// The header line of a METIS file.
#pragma once

#include <cstdint>
#include <string_view>

namespace wayfront::metis {

struct Header {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;       // M
  bool may_be_dimacs10 = false;  // FMT is "100"
  bool sizes = false;
  bool weighted = false;      // edges
  std::uint64_t skipped = 0;  // weights of each vertex, and its size

  friend bool operator==(const Header&, const Header&) = default;
};

/// Throws BadInput without a place.
Header read_header(std::string_view line);

}  // namespace wayfront::metis
