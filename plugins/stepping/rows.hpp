// The options that the stepping plugins have in common, declared once.
#pragma once

#include <cstdint>

#include "wayfront/options.hpp"

namespace wayfront::stepping {

struct Options {
  std::int64_t threads;
  double delta;        // 0: chosen
  bool delta_is_auto;  // what the file says; `delta` says it, too
  std::uint64_t fusion;
  std::uint64_t rho;  // 0: chosen
  bool bounded;
};

constexpr OptionRow threads_row() {
  return integer<&Options::threads>("threads", 0, {0, 256},
                                    "Threads; 0: what the host gives. More than the machine has: a warning.")
      .tried("1");
}
constexpr OptionRow fusion_row(std::int64_t default_value) {
  return integer<&Options::fusion>("fusion", default_value, {0, 1 << 30},
                                   "A thread goes on with its own entries of a round while they are fewer; 0: never.");
}

constexpr OptionRow bounded_row() {
  return boolean<&Options::bounded>(
             "bounded", true,
             "Graphs of long rows: leave out arcs that lead past nearly all vertices; needs the transpose.")
      .tried("false");
}

inline constexpr NamedValue<bool> delta_words[] = {{"auto", true}};
constexpr OptionRow automatic_delta_row() {
  return choice<&Options::delta_is_auto>("delta", true, delta_words, "Chosen from weights and degrees.");
}
constexpr OptionRow delta_row(const char* help) {
  OptionRow row = real<&Options::delta>("delta", 1, {1e-30, 1e30}, help);
  row.store = [](void* options, const OptionValue& value) {
    static_cast<Options*>(options)->delta = value.is_set ? value.real : 0;
  };
  return row;
}

}  // namespace wayfront::stepping
