#include "answers/npy_header.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>

namespace wayfront::host {

std::string npy_header(std::string_view type, std::span<const std::uint64_t> shape) {
  constexpr std::size_t prefix = 10, alignment = 64;
  const char* const comma = shape.size() == 1 ? "," : "";  // Python's tuple of one
  std::string text =
      fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': ({}{}), }}", type, fmt::join(shape, ", "), comma);
  text.append(alignment - (prefix + text.size() + 1) % alignment, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

std::string npy_type(WeightKind kind) { return fmt::format("<{}{}", is_floating(kind) ? 'f' : 'i', weight_size(kind)); }

}  // namespace wayfront::host
