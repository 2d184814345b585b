// The arrays of NumPy's .npy format: numbers, or pairs of an id and a value.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/claims/written_number.hpp"

namespace wayfront::host {

/// The type of a value: "<i4".
struct NpyType {
  bool swapped = false;
  char kind = 0;  // i, u, f, S
  std::size_t size = 0;

  /// Nothing for types that are neither integers, floats nor byte strings.
  static std::optional<NpyType> of(std::string_view text);
  bool is_number() const { return kind != 'S'; }
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
  std::string_view data;

  const char* at(std::uint64_t entry) const { return data.data() + entry * (value.size + (id ? id->size : 0)); }
  WrittenNumber number(std::uint64_t entry) const { return value.number(at(entry) + (id ? id->size : 0)); }
};

/// The array in the bytes of a file. `fail` throws: for what is not such an array, truncated, or made of Python objects.
NpyArray parse_npy(std::string_view bytes, const std::function<void(const std::string&)>& fail);

}  // namespace wayfront::host
