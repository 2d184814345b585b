#include "answers/claims/npy_array.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <system_error>

namespace wayfront::host {
namespace {

constexpr std::size_t max_text_size = 1 << 16;  // of a name; so that sums of sizes are small numbers
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

class NpyHeader {
 public:
  NpyHeader(std::string_view bytes, const std::function<void(const std::string&)>& refuse)
      : bytes_(bytes), refuse_(refuse) {}

  NpyArray parse() {
    if (!bytes_.starts_with("\x93NUMPY")) fail("is not a NumPy file");
    if (bytes_.size() < 10) truncated();
    const auto byte = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(bytes_[i])}; };
    const std::size_t version = byte(6);
    if (version < 1 || version > 3) fail(fmt::format("has version {} of the NumPy format, which is unknown", version));
    const std::size_t prefix = version == 1 ? 10 : 12;
    if (bytes_.size() < prefix) truncated();
    std::size_t length = byte(8) | byte(9) << 8;
    if (version > 1) length |= byte(10) << 16 | byte(11) << 24;
    if (bytes_.size() - prefix < length) truncated();
    text_ = bytes_.substr(prefix, length);

    NpyArray array;
    types(array);
    const std::string_view order = value_of("fortran_order");
    if (!order.starts_with("True") && !order.starts_with("False")) fail("its header does not say the order of entries");
    array.by_columns = order.starts_with("True");
    extent(array);
    array.data = bytes_.substr(prefix + length);
    const std::uint64_t size = array.value.size + (array.id ? array.id->size : 0);
    if (array.entries > array.data.size() / size) truncated();
    if (array.data.size() != array.entries * size) fail("has more bytes than its shape says");
    return array;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    refuse_(what);
    std::abort();  // it throws
  }
  [[noreturn]] void truncated() const { fail("is truncated: it ends before the last entry"); }

  /// What follows a key of the header.
  std::string_view value_of(std::string_view key) const {
    const std::size_t at = text_.find(fmt::format("'{}'", key));
    const std::size_t colon = at == text_.npos ? at : text_.find(':', at);
    const std::size_t begin = colon == text_.npos ? colon : text_.find_first_not_of(' ', colon + 1);
    if (begin == text_.npos) fail(fmt::format("its header does not say '{}'", key));
    return text_.substr(begin);
  }

  void extent(NpyArray& array) const {
    std::string_view text = value_of("shape");
    if (!text.starts_with('(')) fail("its header has no shape");
    text = text.substr(1, text.find(')') - 1);
    for (std::size_t digit; (digit = text.find_first_of("0123456789")) != text.npos;) {
      text.remove_prefix(digit);
      std::uint64_t size = 0;
      const auto read = std::from_chars(text.data(), text.data() + text.size(), size);
      if (read.ec != std::errc() ||
          (size != 0 && array.entries > std::numeric_limits<std::uint64_t>::max() / 64 / size))
        fail("its shape is too large");
      array.shape.push_back(size);
      array.entries *= size;
      text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    }
  }

  NpyType type_of(std::string_view text) const {
    if (text.size() > 1 && text[1] == 'O')
      fail("has Python objects, which are not read because they are programs; save an array of numbers");
    const std::optional<NpyType> type = NpyType::of(text);
    if (!type)
      fail(fmt::format(
          "has entries of type '{}'; an answer has integers of 8 to 64 bits or floats of 16, 32 or 64 bits", text));
    return *type;
  }

  static std::vector<std::string_view> quoted(std::string_view text) {
    std::vector<std::string_view> all;
    for (std::size_t at; (at = text.find('\'')) != text.npos;) {
      const std::size_t end = text.find('\'', at + 1);
      if (end == text.npos) break;
      all.push_back(text.substr(at + 1, end - at - 1));
      text.remove_prefix(end + 1);
    }
    return all;
  }

  /// '<i4', or [('id', '<u8'), ('distance', '<i4')].
  void types(NpyArray& array) const {
    const std::string_view text = value_of("descr");
    const bool single = text.starts_with('\'');
    const std::vector<std::string_view> words = quoted(text.substr(0, text.find(single ? ',' : ']')));
    if (single && words.size() == 1) {
      array.value = type_of(words[0]);
      return;
    }
    if (single || words.size() != 4 || words[0] != "id")
      fail(
          "has entries of several fields; an answer has numbers, or pairs of an 'id' and a 'distance' or 'predecessor'");
    array.id = type_of(words[1]);
    if (array.id->kind != 'u' && array.id->kind != 'i' && array.id->kind != 'S') fail("has floats as ids");
    array.value_name = words[2];
    array.value = type_of(words[3]);
  }

  std::string_view bytes_;
  const std::function<void(const std::string&)>& refuse_;
  std::string_view text_;
};

}  // namespace

std::optional<NpyType> NpyType::of(std::string_view text) {
  if (text.size() < 3 || std::string_view("<>|=").find(text[0]) == std::string_view::npos) return std::nullopt;
  NpyType type;
  type.swapped = text[0] == (little_machine ? '>' : '<');
  type.kind = text[1];
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + 2, end, type.size);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  const bool integer = (type.kind == 'i' || type.kind == 'u') && std::has_single_bit(type.size) && type.size <= 8;
  const bool real = type.kind == 'f' && (type.size == 2 || type.size == 4 || type.size == 8);
  if (integer || real || (type.kind == 'S' && type.size > 0 && type.size <= max_text_size)) return type;
  return std::nullopt;
}

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

NpyArray parse_npy(std::string_view bytes, const std::function<void(const std::string&)>& fail) {
  return NpyHeader(bytes, fail).parse();
}

}  // namespace wayfront::host
