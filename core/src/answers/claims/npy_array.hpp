// The arrays of NumPy's .npy format as answers have them: numbers, or pairs of an id and a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/claims/written_number.hpp"
#include "numpy/npy.hpp"

namespace wayfront::host {

/// The type of a number or of a byte string: "<i4".
struct NpyType : numpy::Type {
  bool is_text() const { return kind == 'S'; }
  /// The largest integer of the type; 0 for others.
  Int128 largest() const;
  WrittenNumber number(const char* at) const;
  /// Of a byte string, without the zeros at its end.
  std::string_view text(const char* at) const;
};

struct NpyArray {
  NpyType value;
  std::optional<NpyType> id;  // of pairs
  std::string value_name;     // of pairs
  std::vector<std::uint64_t> shape;
  std::uint64_t entries = 1;
  bool by_columns = false;  // Fortran's order
  std::string_view data{};  // empty if only the header was read

  const char* at(std::uint64_t entry) const { return data.data() + entry * (value.size + (id ? id->size : 0)); }
  WrittenNumber number(std::uint64_t entry) const { return value.number(at(entry) + (id ? id->size : 0)); }
};

/// An array without its entries. `fail` throws: for entries that no answer has.
NpyArray answer_array(const numpy::Header& header, const numpy::Fail& fail);

/// The array in the bytes of a file. `fail` throws: for what is not such an array, truncated, or made of Python objects.
NpyArray parse_npy(std::string_view bytes, const numpy::Fail& fail);

}  // namespace wayfront::host
