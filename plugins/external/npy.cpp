#include "npy.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace wayfront::external {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr WeightKind kinds[] = {WeightKind::float64, WeightKind::float32, WeightKind::int64, WeightKind::int32};

/// What follows `'key':` in the dictionary of a header, without blanks before it.
std::string_view after_key(std::string_view header, std::string_view key) {
  std::size_t at = header.find(key);
  if (at == header.npos) return {};
  at = header.find_first_not_of(" ", header.find(':', at) + 1);
  return at == header.npos ? std::string_view() : header.substr(at);
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

std::string npy_type(WeightKind kind) {
  return std::string(is_floating(kind) ? "<f" : "<i") + std::to_string(weight_size(kind));
}

std::string npy_header(std::string_view type, std::uint64_t count) {
  constexpr std::size_t size = 128;  // one for all: 32 digits and names of types leave room
  std::string header(magic);
  header += std::string("\x01\x00\x76\x00", 4);  // version 1.0, 118 bytes follow
  header +=
      "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" + std::to_string(count) + ",), }";
  header.resize(size - 1, ' ');
  return header + '\n';
}

std::optional<NpyRow> npy_row(std::string_view file, std::string& wrong) {
  wrong = "is not a NumPy file";
  if (file.size() < 12 || !file.starts_with(magic)) return {};
  const bool first_version = file[6] == 1;
  const std::size_t prefix = first_version ? 10 : 12;
  const std::uint64_t length = little_endian(file.substr(8, prefix - 8));
  if (length > file.size() - prefix) return {};
  const std::string_view header = file.substr(prefix, length);

  std::string_view type = after_key(header, "'descr'");
  if (type.size() < 2 || type.front() != '\'') {
    wrong = "holds records, not numbers";
    return {};
  }
  type = type.substr(1, type.find('\'', 1) - 1);
  const auto* const kind =
      std::find_if(std::begin(kinds), std::end(kinds), [&](auto it) { return npy_type(it) == type; });
  if (kind == std::end(kinds)) {
    wrong = "has the type '" + std::string(type.substr(0, 20)) + "', not '<f8', '<f4', '<i8' or '<i4'";
    return {};
  }
  const std::string_view shape = after_key(header, "'shape'");
  const std::string_view dimensions = shape.substr(0, shape.find(')') + 1);
  NpyRow row{.kind = *kind, .begin = prefix + length};
  const auto number =
      std::from_chars(dimensions.data() + !dimensions.empty(), dimensions.data() + dimensions.size(), row.count);
  if (!dimensions.starts_with('(') || number.ec != std::errc() ||
      std::string_view(number.ptr, static_cast<std::size_t>(dimensions.data() + dimensions.size() - number.ptr)) !=
          ",)") {
    wrong = "has the shape " + std::string(dimensions.substr(0, 40)) + ", not one row";
    return {};
  }
  return row;
}

}  // namespace wayfront::external
