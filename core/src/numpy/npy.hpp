// The header of NumPy's .npy format: of what type the entries are, and how many there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::numpy {

/// Throws. It is given the end of a sentence about the file: "is truncated: ...".
using Fail = std::function<void(const std::string&)>;

/// Calls `fail`, which throws.
[[noreturn]] inline void refuse(const Fail& fail, const std::string& what) {
  fail(what);
  std::abort();
}

/// The type of a value: "<i4".
struct Type {
  bool swapped = false;  // in the other byte order than this machine's
  char kind = 0;         // i, u, f; b for truth values, S for byte strings, U for strings
  std::size_t size = 0;  // bytes

  /// Nothing for types that are none of these, and for those of a size that no machine has.
  static std::optional<Type> of(std::string_view text);
  bool is_integer() const { return kind == 'i' || kind == 'u'; }
  bool is_number() const { return is_integer() || kind == 'f'; }
};

struct Field {
  std::string name;  // "" where an entry is a single value
  std::string text;  // the type as the file has it
  std::optional<Type> type;
};

struct Header {
  std::vector<Field> fields;  // of an entry; empty where the type is something else than a list of fields
  std::string shape_text;     // as the file has it: "(3, 2)"
  std::vector<std::uint64_t> shape;
  std::uint64_t entries = 1;
  std::uint64_t entry_bytes = 0;  // 0 where the type of a field is unknown
  bool by_columns = false;        // Fortran's order
  std::uint64_t begin = 0;        // of the entries, in bytes
};

/// Longer headers are refused.
inline constexpr std::size_t max_header = std::size_t{1} << 16;

/// The header at the start of `file`, which may end behind it. Python objects are refused: to read them is to run a
/// program.
Header read_header(std::string_view file, const Fail& fail);

/// How many bytes of the file the header needs: at least 12 bytes of the file tell, and of a shorter file all.
std::size_t header_bytes(std::string_view file, const Fail& fail);

/// Refuses a file whose entries take another number of bytes than `bytes`, which follow the header. The types must be known.
void require_bytes(const Header& header, std::uint64_t bytes, const Fail& fail);

/// A header of NumPy 1.0 for an array in C order, padded to a multiple of 64 bytes. `type` is a dtype as Python writes
/// it: "'<i4'", "[('id', '<u8'), ('distance', '<f4')]". An empty shape is a single value.
std::string write_header(std::string_view type, std::span<const std::uint64_t> shape);

/// NumPy's name of a type: "<i4", "<f8".
std::string type_name(WeightKind kind);

}  // namespace wayfront::numpy
