// An options table with a row of each type, and the struct that it fills.
#pragma once

#include "../test.hpp"
#include "settings/table_rows.hpp"
#include "wayfront/options.hpp"

namespace wayfront::host {

enum class Order : std::uint8_t { by_source = 3, by_target = 5 };

struct Options {
  bool mask = false;
  unsigned short block_size = 0;
  double alpha = 0;
  std::string device;
  Order order = Order::by_source;
  std::vector<int> sizes;
  std::vector<float> factors;
  std::vector<std::string> names;
  bool has_cache = false;
  std::int64_t lines = 0;
  std::int64_t delta = 0;
  int rule = -1;
};

inline constexpr OptionRow cache_rows[] = {integer<&Options::lines>("lines", 64, {1, 1024}, "Lines of the cache.")};
inline constexpr OptionRow rows[] = {
    boolean<&Options::mask>("mask", true, "Relax only arcs of active vertices."),
    integer<&Options::block_size>("block_size", 128, {32, 1024}, "Threads per block."),
    real<&Options::alpha>("alpha", 0.5, {0, 1}, "Part of the near pile."),
    text<&Options::device>("device", "auto", "Where to run."),
    choice<&Options::order>("order", Order::by_target, {{"source", Order::by_source}, {"target", Order::by_target}},
                            "Order of the arcs."),
    integers<&Options::sizes>("sizes", {1, 9}, "Sizes of the piles."),
    reals<&Options::factors>("factors", {}, "Factors of the piles."),
    texts<&Options::names>("names", "Names of the piles."),
    table<&Options::has_cache>("cache", cache_rows, "The cache."),
    integer<&Options::delta>("delta", 0, {0, 1000}, "Width of a bucket."),
    choice<&Options::rule>("delta", 0, {{"static", 0}, {"dynamic", 1}}, "How the width is found."),
};

}  // namespace wayfront::host
