#include "answers/claims/npy_array.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace wayfront::host {
namespace {

constexpr bool little_machine = std::endian::native == std::endian::little;

std::uint64_t bits_of(const NpyType& type, const char* at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < type.size; ++i) {
    const std::size_t place = little_machine != type.swapped ? i : type.size - 1 - i;
    value |= std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * place);
  }
  return value;
}

double half_float(std::uint64_t bits) {
  const double sign = (bits >> 15 & 1) != 0 ? -1 : 1;
  const auto exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 1023);
  if (exponent == 31)
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25));
}

NpyType answer_type(const numpy::Field& field, const numpy::Fail& fail) {
  if (!field.type || (!field.type->is_number() && field.type->kind != 'S')) {
    fail(fmt::format("has entries of type '{}'; an answer has integers of 8 to 64 bits or floats of 16, 32 or 64 bits",
                     field.text));
    std::abort();  // it throws
  }
  return {*field.type};
}

}  // namespace

Int128 NpyType::largest() const {
  if (kind != 'i' && kind != 'u') return 0;
  return (Int128{1} << (8 * size - (kind == 'i' ? 1 : 0))) - 1;
}

WrittenNumber NpyType::number(const char* at) const {
  const std::uint64_t raw = bits_of(*this, at);
  if (kind == 'u') return WrittenNumber::of_whole(raw);
  if (kind == 'i') {
    const std::size_t above = 64 - 8 * size;
    return WrittenNumber::of_whole(static_cast<std::int64_t>(raw << above) >> above);
  }
  if (size == 2) return WrittenNumber::of_real(half_float(raw));
  if (size == 4) return WrittenNumber::of_real(double{std::bit_cast<float>(static_cast<std::uint32_t>(raw))});
  return WrittenNumber::of_real(std::bit_cast<double>(raw));
}

std::string_view NpyType::text(const char* at) const {
  const std::string_view padded(at, size);
  return padded.substr(0, padded.find('\0'));
}

NpyArray answer_array(const numpy::Header& header, const numpy::Fail& fail) {
  const bool single = header.fields.size() == 1 && header.fields[0].name.empty();
  if (!single && (header.fields.size() != 2 || header.fields[0].name != "id"))
    fail("has entries of several fields; an answer has numbers, or pairs of an 'id' and a 'distance' or 'predecessor'");
  NpyArray array;
  array.value = answer_type(header.fields.back(), fail);
  if (!single) {
    array.id = answer_type(header.fields[0], fail);
    if (array.id->kind == 'f') fail("has floats as ids");
    array.value_name = header.fields[1].name;
  }
  array.shape = header.shape;
  array.entries = header.entries;
  array.by_columns = header.by_columns;
  return array;
}

NpyArray parse_npy(std::string_view bytes, const numpy::Fail& fail) {
  const numpy::Header header = numpy::read_header(bytes, fail);
  NpyArray array = answer_array(header, fail);
  numpy::require_bytes(header, bytes.size() - header.begin, fail);
  array.data = bytes.substr(header.begin);
  return array;
}

}  // namespace wayfront::host
