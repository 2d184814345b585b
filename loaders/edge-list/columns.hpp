// One line of an edge list as columns.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wayfront::edge_list {

/// The fields of one line; those after the 64th are counted, but not kept.
class Columns {
 public:
  static constexpr std::size_t max_kept = 64;

  /// `separator` ' ' means any run of blanks and tabs. With another separator fields may be in double quotes, and
  /// blanks around them do not matter. Throws BadInput for quotes without an end, and for what follows quotes.
  Columns(std::string_view line, char separator);

  std::size_t size() const { return size_; }
  /// The number of those that operator[] has.
  std::size_t kept() const { return std::min(size_, max_kept); }
  std::string_view operator[](std::size_t i) const { return {fields_[i].begin, fields_[i].size}; }
  /// The index of the column with this name, case-insensitive; size() if there is none.
  std::size_t find(std::string_view name) const;

 private:
  void add(std::string_view field);

  struct Field {
    const char* begin;
    std::size_t size;
  };

  std::array<Field, max_kept> fields_;  // not initialised: a line of a large file has only a few
  std::size_t size_ = 0;
};

/// Whether two names are equal, ignoring case and quotes.
bool same_name(std::string_view a, std::string_view b);

/// Throws BadInput for a carriage return within the line: it is not a blank, but a line end of old Macs.
void check_line_end(std::string_view line);

/// Blank lines, and those that start with # or %.
bool is_comment(std::string_view line);

/// Whether a comment without a blank behind its mark, "#ff,alice", may be an arc of that many columns.
bool may_be_arc(std::string_view comment, char separator, std::size_t columns);

/// A vertex in front of two or more pairs TARGET,WEIGHT.
bool has_weighted_neighbours(std::string_view line);

/// Digits only.
bool is_whole_number(std::string_view field);
/// Anything that std::from_chars takes as a float.
bool is_number(std::string_view field);
/// Throws BadInput for anything that is not an unsigned 64-bit integer.
std::uint64_t read_id(std::string_view field);

/// Whether a line can be the header line of a CSV file, judged with the line below it: none of its fields is a number,
/// and it names both ends, or is above two numeric ids, or has a word above another number.
bool names_columns(const Columns& line, const Columns& below);

/// Whether a source and a target are among the names.
bool names_both_ends(const Columns& line);

/// "0 1 {'weight': 4}": the attributes of an arc as Python shows a dictionary.
bool has_dictionary(std::string_view line);

}  // namespace wayfront::edge_list
