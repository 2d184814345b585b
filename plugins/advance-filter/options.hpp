// The options of advance-filter.
#pragma once

#include <cstdint>

#include "wayfront/options.hpp"

namespace wayfront::advance_filter {

enum class Filter : std::uint8_t { bypass, compact };

struct Options {
  bool far;
  Filter filter;
  double delta;
  double delta_constant;
  unsigned block_size;
};

inline constexpr NamedValue<Filter> filters[] = {{"bypass", Filter::bypass}, {"compact", Filter::compact}};

inline constexpr OptionRow rows[] = {
    boolean<&Options::far>("far", true,
                           "Near-far: what lies beyond the limit waits on a far pile; false: Bellman-Ford, every "
                           "vertex that improved is taken in the next round."),
    choice<&Options::filter>("filter", Filter::bypass, filters,
                             "The filter marks what is in the frontier twice and leaves the mark in its place, or "
                             "writes the rest to a frontier without gaps."),
    real<&Options::delta>("delta", 0, {0, 1e30},
                          "By how much the limit moves up; 0: delta_constant * mean weight / mean degree."),
    real<&Options::delta_constant>("delta_constant", 32, {1e-3, 1e9}, "C of the default delta = C * W / D."),
    integer<&Options::block_size>("block_size", 256, {32, 1024}, "Threads per block, a multiple of 32.")};

}  // namespace wayfront::advance_filter
