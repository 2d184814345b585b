// The first line of a Matrix Market file: what its entries are.
#pragma once

#include <cstdint>
#include <string_view>

namespace wayfront::matrix_market {

enum class Values : std::uint8_t { real, integer, pattern };
enum class Symmetry : std::uint8_t { general, symmetric, skew };

struct Banner {
  Values values = Values::real;
  Symmetry symmetry = Symmetry::general;
};

bool starts_with_banner(std::string_view line);

/// Throws BadInput, without a place, for anything that is not a graph and for words unknown to the format.
Banner read_banner(std::string_view line);

}  // namespace wayfront::matrix_market
