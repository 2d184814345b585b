// One graph of the campaign: answers to it, the oracle's word and the certificate's.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace wayfront::certificates {

enum class Count : std::uint8_t {
  graphs,
  answers,
  accepted,
  refused,
  undecided,  // right, but said to be within rounding of zero
  overflow,   // of the refused ones: with this verdict
  solved,     // graphs by their truth, from here on in the order of Truth
  out_of_range,
  falling,
  unsupported,
  limited_right,  // answers that are exact up to a distance
  limited_wrong,
};

inline constexpr std::string_view count_names[] = {"graphs",
                                                   "answers",
                                                   "accepted and right",
                                                   "refused and wrong",
                                                   "undecided",
                                                   "verdict overflow",
                                                   "graphs solved",
                                                   "graphs out of range",
                                                   "graphs falling",
                                                   "graphs unsupported",
                                                   "limited and right",
                                                   "limited and wrong"};

struct Counts {
  std::array<std::uint64_t, std::size(count_names)> values{};

  std::uint64_t& operator[](Count count) { return values[static_cast<std::size_t>(count)]; }
  void add(const Counts& other) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
  }
};

/// Makes graph `number` of the campaign `seed` and tries it. Returns the first disagreement with the graph and the
/// answer in full, or "".
std::string try_graph(std::uint64_t seed, std::uint64_t number, Counts& counts);

}  // namespace wayfront::certificates
