// Rows that the pipeline's own tables have beside those of options.hpp.
#pragma once

#include <cstddef>

#include "wayfront/options.hpp"

namespace wayfront::host {

/// A table inside a table. Its rows store into the same struct.
template <std::size_t N>
constexpr OptionRow table(const char* name, const OptionRow (&rows)[N], const char* help) {
  OptionRow row{.name = name, .type = OptionType::table, .help = help};
  row.rows = rows;
  row.row_count = N;
  return row;
}

/// The same; the bool member says whether the file has the table.
template <auto Present, std::size_t N>
constexpr OptionRow table(const char* name, const OptionRow (&rows)[N], const char* help) {
  OptionRow row = table(name, rows, help);
  row.store = wayfront::detail::MemberOf<Present>::present;
  return row;
}

/// A row that must be in the file.
constexpr OptionRow required(OptionRow row) {
  row.required = true;
  return row;
}

/// Kept as it stands in the file, and checked later.
constexpr OptionRow any(const char* name, const char* help) {
  return {.name = name, .type = OptionType::any, .help = help};
}

}  // namespace wayfront::host
