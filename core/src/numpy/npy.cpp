#include "numpy/npy.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <map>
#include <system_error>

namespace wayfront::numpy {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr std::size_t max_text = 1 << 16;  // bytes of a string; so that sums of sizes are small numbers
constexpr bool little_machine = std::endian::native == std::endian::little;

std::string_view without_blanks_behind(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \n\t") + 1);
}

/// The dictionary of a header, as Python writes it.
class HeaderText {
 public:
  HeaderText(std::string_view text, const Fail& fail) : text_(text), fail_(fail) {
    skip();
    if (!take('{')) damaged();
    for (skip(); !take('}'); skip()) {
      const std::string key(quoted());
      skip();
      if (!take(':')) damaged();
      skip();
      values_.emplace(key, value());
      skip();
      if (!take(',') && !text_.starts_with('}')) damaged();
    }
  }

  Header parse() const {
    Header header;
    read_type(header);
    const std::string_view order = value_of("fortran_order");
    if (order != "True" && order != "False") refuse(fail_, "has a header that does not say the order of entries");
    header.by_columns = order == "True";
    read_shape(header);
    return header;
  }

 private:
  [[noreturn]] void damaged() const { refuse(fail_, "is damaged: its header is not the dictionary that NumPy writes"); }

  void skip() { text_.remove_prefix(std::min(text_.find_first_not_of(" \n\t"), text_.size())); }
  bool take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  std::string_view quoted() {
    const std::size_t end = text_.starts_with('\'') ? text_.find('\'', 1) : text_.npos;
    if (end == text_.npos) damaged();
    const std::string_view inside = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return inside;
  }
  /// Up to the comma or brace behind it, brackets and quotes included.
  std::string_view value() {
    const std::string_view start = text_;
    std::size_t depth = 0;
    while (!text_.empty()) {
      const char c = text_.front();
      if (c == '\'') {
        quoted();
        continue;
      }
      if (depth == 0 && (c == ',' || c == '}')) return start.substr(0, start.size() - text_.size());
      if (c == '(' || c == '[') ++depth;
      if (c == ')' || c == ']') {
        if (depth == 0) damaged();
        --depth;
      }
      text_.remove_prefix(1);
    }
    damaged();
  }

  std::string_view value_of(const std::string& key) const {
    const auto found = values_.find(key);
    if (found == values_.end()) refuse(fail_, "has a header that does not say '" + key + "'");
    return without_blanks_behind(found->second);
  }

  /// '<i4', or [('id', '<u8'), ('distance', '<i4')]. Other lists leave the header without fields.
  void read_type(Header& header) const {
    std::string_view text = value_of("descr");
    if (text.size() >= 2 && text.front() == '\'') {
      header.fields.push_back(field("", text.substr(1, text.size() - 2)));
      header.entry_bytes = header.fields.front().type ? header.fields.front().type->size : 0;
      return;
    }
    bool known = true;
    for (std::size_t open; (open = text.find('(')) != text.npos;) {
      const std::size_t close = text.find(')', open);
      const std::vector<std::string_view> words = quoted_in(text.substr(open, close - open));
      const bool more = close != text.npos && text.substr(open, close - open).find('(', 1) != text.npos;
      if (close == text.npos || words.size() != 2 || more) {
        header.fields.clear();
        header.entry_bytes = 0;
        return;
      }
      header.fields.push_back(field(words[0], words[1]));
      known = known && header.fields.back().type;
      header.entry_bytes = known ? header.entry_bytes + header.fields.back().type->size : 0;
      text.remove_prefix(close);
    }
  }

  Field field(std::string_view name, std::string_view text) const {
    if (text.size() > 1 && text[1] == 'O')
      refuse(fail_, "has Python objects, which are not read because they are programs; save an array of numbers");
    return {std::string(name), std::string(text), Type::of(text)};
  }

  static std::vector<std::string_view> quoted_in(std::string_view text) {
    std::vector<std::string_view> all;
    for (std::size_t at; (at = text.find('\'')) != text.npos;) {
      const std::size_t end = text.find('\'', at + 1);
      if (end == text.npos) break;
      all.push_back(text.substr(at + 1, end - at - 1));
      text.remove_prefix(end + 1);
    }
    return all;
  }

  void read_shape(Header& header) const {
    std::string_view text = value_of("shape");
    header.shape_text = text;
    if (text.size() < 2 || text.front() != '(' || text.back() != ')') refuse(fail_, "has a header without a shape");
    text = text.substr(1, text.size() - 2);
    while (!(text = text.substr(std::min(text.find_first_not_of(' '), text.size()))).empty()) {
      std::uint64_t size = 0;
      const auto read = std::from_chars(text.data(), text.data() + text.size(), size);
      if (read.ec == std::errc::invalid_argument) refuse(fail_, "has a header without a shape");
      if (read.ec != std::errc() ||
          (size != 0 && header.entries > std::numeric_limits<std::uint64_t>::max() / 64 / size))
        refuse(fail_, "has a shape that is too large: " + header.shape_text.substr(0, 80));
      header.shape.push_back(size);
      header.entries *= size;
      text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      if (!text.empty() && text.front() != ',') refuse(fail_, "has a header without a shape");
      text.remove_prefix(std::min<std::size_t>(1, text.size()));
    }
  }

  std::string_view text_;
  const Fail& fail_;
  std::map<std::string, std::string_view> values_;
};

constexpr const char* truncated = "is truncated: it ends before the last entry";

/// Before the dictionary: magic, version, its length.
std::size_t prefix_bytes(std::string_view file, const Fail& fail) {
  if (!file.starts_with(magic)) refuse(fail, "is not a NumPy file");
  if (file.size() < 10) refuse(fail, truncated);
  const auto version = static_cast<unsigned char>(file[6]);
  if (version < 1 || version > 3)
    refuse(fail, "has version " + std::to_string(version) + " of the NumPy format, which is unknown");
  const std::size_t prefix = version == 1 ? 10 : 12;
  if (file.size() < prefix) refuse(fail, truncated);
  return prefix;
}

}  // namespace

std::optional<Type> Type::of(std::string_view text) {
  if (text.size() < 3 || std::string_view("<>|=").find(text[0]) == std::string_view::npos) return std::nullopt;
  Type type;
  type.swapped = text[0] == (little_machine ? '>' : '<');
  type.kind = text[1];
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + 2, end, type.size);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  switch (type.kind) {
    case 'i':
    case 'u':
      return std::has_single_bit(type.size) && type.size <= 8 ? std::optional(type) : std::nullopt;
    case 'f':
      return type.size == 2 || type.size == 4 || type.size == 8 ? std::optional(type) : std::nullopt;
    case 'b':
      return type.size == 1 ? std::optional(type) : std::nullopt;
    case 'U':
      type.size = std::min(type.size, max_text) * 4;
      [[fallthrough]];
    case 'S':
      return type.size > 0 && type.size <= max_text ? std::optional(type) : std::nullopt;
    default:
      return std::nullopt;
  }
}

std::size_t header_bytes(std::string_view file, const Fail& fail) {
  const std::size_t prefix = prefix_bytes(file, fail);
  std::size_t length = 0;
  for (std::size_t i = prefix; i-- > 8;) length = length << 8 | static_cast<unsigned char>(file[i]);
  if (length > max_header - prefix) refuse(fail, "is damaged: its header is longer than any that NumPy writes");
  return prefix + length;
}

Header read_header(std::string_view file, const Fail& fail) {
  const std::size_t prefix = prefix_bytes(file, fail), bytes = header_bytes(file, fail);
  if (file.size() < bytes) refuse(fail, truncated);
  Header header = HeaderText(file.substr(prefix, bytes - prefix), fail).parse();
  header.begin = bytes;
  return header;
}

void require_bytes(const Header& header, std::uint64_t bytes, const Fail& fail) {
  if (header.entries > bytes / header.entry_bytes) refuse(fail, truncated);
  if (bytes != header.entries * header.entry_bytes) refuse(fail, "has more bytes than its shape says");
}

std::string write_header(std::string_view type, std::span<const std::uint64_t> shape) {
  constexpr std::size_t prefix = 10, alignment = 64;
  std::string text = "{'descr': " + std::string(type) + ", 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  text += shape.size() == 1 ? ",), }" : "), }";  // Python's tuple of one
  text.append(alignment - (prefix + text.size() + 1) % alignment, ' ');
  text += '\n';
  std::string header(magic);
  header += '\x01';
  header += '\0';
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

std::string type_name(WeightKind kind) {
  return std::string(is_floating(kind) ? "<f" : "<i") + std::to_string(weight_size(kind));
}

}  // namespace wayfront::numpy
