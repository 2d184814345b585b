// The options of advance-filter.
#pragma once

#include <cstdint>

#include "wayfront/options.hpp"

namespace wayfront::advance_filter {

enum class Filter : std::uint8_t { bypass, compact };

/// No options. Right with any value: tests of rare paths set others.
struct Tuning {
  double delta_constant = 32;  // C of the default delta = C * mean weight / mean degree, Gunrock's
  unsigned block_size = 256;   // threads, a multiple of 32
};

struct Options : Tuning {
  bool far;
  Filter filter;
  double delta;
};

inline constexpr NamedValue<Filter> filters[] = {{"bypass", Filter::bypass}, {"compact", Filter::compact}};

inline constexpr OptionRow rows[] = {
    boolean<&Options::far>("far", true,
                           "Near-far: what lies beyond the limit waits on a far pile; false: Bellman-Ford, every "
                           "vertex that improved is taken in the next round."),
    choice<&Options::filter>("filter", Filter::bypass, filters,
                             "The filter marks what is in the frontier twice and leaves the mark in its place, or "
                             "writes the rest to a frontier without gaps."),
    real<&Options::delta>("delta", 0, {0, 1e30}, "By how much the limit moves up; 0: 32 * mean weight / mean degree."),
#ifdef WAYFRONT_TUNING_ROWS
    tuning<&Options::block_size, Options>("block_size"),
#endif
};

}  // namespace wayfront::advance_filter
