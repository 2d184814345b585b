// Values of NumPy arrays as numbers of this machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "../bytes/weights.hpp"
#include "numpy/npy.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::arrays {

/// Whether values of the type can be read: integers, float32 and float64.
inline bool is_readable(const numpy::Type& type) { return type.is_integer() || (type.kind == 'f' && type.size != 2); }

/// Why values of other types are not read: the end of a sentence.
inline std::string only_readable_types(const numpy::Field& field) {
  return "has entries of type '" + field.text +
         "'; integers of 8 to 64 bits, float32 and float64 are read: save array.astype(\"float64\")";
}

/// A short text of a file, for messages.
inline std::string printable(std::string_view text) {
  std::string shown(text.substr(0, 20));
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return shown;
}

template <class T>
T value_at(const char* at, bool swapped) {
  std::array<char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), at, sizeof(T));
  if (swapped) std::ranges::reverse(bytes);
  return std::bit_cast<T>(bytes);
}

/// Calls f.operator()<T>() with the type of values.
template <class F>
decltype(auto) with_type(const numpy::Type& type, F&& f) {
  const bool is_signed = type.kind == 'i';
  switch (type.size) {
    case 1:
      return is_signed ? f.template operator()<std::int8_t>() : f.template operator()<std::uint8_t>();
    case 2:
      return is_signed ? f.template operator()<std::int16_t>() : f.template operator()<std::uint16_t>();
    case 4:
      if (type.kind == 'f') return f.template operator()<float>();
      return is_signed ? f.template operator()<std::int32_t>() : f.template operator()<std::uint32_t>();
    default:
      if (type.kind == 'f') return f.template operator()<double>();
      return is_signed ? f.template operator()<std::int64_t>() : f.template operator()<std::uint64_t>();
  }
}

/// `count` integers, each `stride` bytes behind the one before. Those beyond int64 become its largest number.
inline void read_integers(const numpy::Type& type, const char* at, std::size_t stride, std::span<std::int64_t> out) {
  with_type(type, [&]<class T>() {
    for (std::int64_t& value : out) {
      const T it = value_at<T>(at, type.swapped);
      if constexpr (std::integral<T>)
        value =
            std::in_range<std::int64_t>(it) ? static_cast<std::int64_t>(it) : std::numeric_limits<std::int64_t>::max();
      at += stride;
    }
  });
}

/// Likewise weights; take(i, weight) gets each. A weight that does not fit is thrown as BadInput, with place(i) in front.
template <WeightType W, class Take, class Place>
void read_weights(const numpy::Type& type, const char* at, std::size_t stride, std::size_t count, bool exact,
                  Take&& take, Place&& place) {
  with_type(type, [&]<class T>() {
    for (std::size_t i = 0; i < count; ++i, at += stride) {
      const T it = value_at<T>(at, type.swapped);
      W weight;
      if (!bytes::convert(it, weight)) {
        const bytes::Misfit misfit = bytes::misfit<W>(it);
        throw BadInput(place(i) + misfit.why, misfit.code);
      }
      if constexpr (std::integral<T> && std::is_same_v<W, double>)
        if (exact && !bytes::is_exact(it))
          throw BadInput(place(i) + "no weight type holds all weights exactly: weight " + std::to_string(it) +
                         " is not exact in float64; weights = \"float64\" reads it, rounded, on the command line "
                         "--weights float64");
      take(i, weight);
    }
  });
}

}  // namespace wayfront::arrays
