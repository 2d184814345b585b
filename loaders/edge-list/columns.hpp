// One line of an edge list as columns.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "text/column_names.hpp"
#include "text/fields.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {

inline std::string_view without_quotes(std::string_view name) {
  return name.size() >= 2 && name.front() == '"' && name.back() == '"' ? name.substr(1, name.size() - 2) : name;
}

/// Whether two names are equal, ignoring case and quotes.
inline bool same_name(std::string_view a, std::string_view b) {
  return textfile::same_word(without_quotes(a), without_quotes(b));
}

/// Digits only.
inline bool is_whole_number(std::string_view field) {
  return !field.empty() && field.find_first_not_of("0123456789") == field.npos;
}

/// Anything that std::from_chars takes as a float.
inline bool is_number(std::string_view field) {
  if (field.size() > 1 && field[0] == '+') field.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error != std::errc::invalid_argument && stop == field.data() + field.size() &&
         field.find_first_of("0123456789") != field.npos;
}

/// Throws BadInput for anything that is not an unsigned 64-bit integer.
inline std::uint64_t read_id(std::string_view field) {
  std::uint64_t id = 0;
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, id);
  if (field.empty()) throw BadInput("an empty field where a vertex is expected");
  if (error == std::errc::invalid_argument || stop != end)
    throw BadInput("vertex '" + textfile::shown(field) + "': ids are integers from 0; ids = \"names\" takes anything");
  if (error != std::errc())
    throw BadInput("vertex " + textfile::shown(field) + " does not fit 64 bits; ids = \"names\" takes anything");
  return id;
}

/// The fields of one line; those after the 64th are counted, but not kept.
class Columns {
 public:
  static constexpr std::size_t max_kept = 64;

  /// `separator` ' ' means any run of blanks and tabs. With another separator fields may be in double quotes, and
  /// blanks around them do not matter. Throws BadInput for quotes without an end, and for what follows quotes.
  Columns(std::string_view line, char separator) {
    if (separator == ' ') {
      for (std::string_view field = textfile::next_field(line); !field.empty(); field = textfile::next_field(line))
        add(field);
      return;
    }
    const char* at = line.data();
    const char* const end = at + line.size();
    for (bool more = true; more;) {
      while (at != end && (*at == ' ' || (separator != '\t' && textfile::is_blank(*at)))) ++at;
      const bool quoted = at != end && *at == '"';
      std::string_view field;
      if (quoted) {
        const char* const close = std::find(at + 1, end, '"');
        if (close == end) throw BadInput("a quoted field without an end: " + textfile::shown({at, end}));
        field = {at + 1, close};
        at = close + 1;
      }
      const char* const stop = std::find(at, end, separator);
      const std::string_view rest = textfile::trimmed({at, stop});
      if (quoted && !rest.empty()) throw BadInput("'" + textfile::shown(rest) + "' after the quotes of a field");
      add(quoted ? field : rest);
      more = stop != end;
      at = more ? stop + 1 : end;
    }
  }

  std::size_t size() const { return size_; }
  /// The number of those that operator[] has.
  std::size_t kept() const { return std::min(size_, max_kept); }
  std::string_view operator[](std::size_t i) const { return {fields_[i].begin, fields_[i].size}; }
  /// The index of the column with this name, case-insensitive; size() if there is none.
  std::size_t find(std::string_view name) const {
    for (std::size_t i = 0; i < kept(); ++i)
      if (same_name((*this)[i], name)) return i;
    return size_;
  }

 private:
  void add(std::string_view field) {
    if (size_ < fields_.size()) fields_[size_] = {field.data(), field.size()};
    ++size_;
  }

  struct Field {
    const char* begin;
    std::size_t size;
  };

  std::array<Field, max_kept> fields_;  // not initialised: a line of a large file has only a few
  std::size_t size_ = 0;
};

/// Throws BadInput for a carriage return within the line: it is not a blank, but a line end of old Macs.
inline void check_line_end(std::string_view line) {
  const std::size_t first = line.find('\r');
  if (first != line.npos && line.find_first_not_of('\r', first) != line.npos)
    throw BadInput("a carriage return without a line feed; end lines with a line feed (mac2unix does that)");
}

/// Blank lines, and those that start with # or %.
inline bool is_comment(std::string_view line) {
  line = textfile::trimmed(line);
  return line.empty() || line[0] == '#' || line[0] == '%';
}

/// Whether a comment without a blank behind its mark, "#ff,alice", may be an arc of that many columns.
inline bool may_be_arc(std::string_view comment, char separator, std::size_t columns) try {
  comment = textfile::trimmed(comment);
  return comment.size() > 1 && !textfile::is_blank(comment[1]) && Columns(comment, separator).size() == columns;
} catch (const BadInput&) {
  return false;
}

/// A vertex in front of two or more pairs TARGET,WEIGHT.
inline bool has_weighted_neighbours(std::string_view line) {
  if (!is_whole_number(textfile::next_field(line))) return false;
  int neighbours = 0;
  for (std::string_view field; !(field = textfile::next_field(line)).empty(); ++neighbours) {
    const std::size_t comma = field.find(',');
    if (comma == field.npos || !is_whole_number(field.substr(0, comma)) || !is_number(field.substr(comma + 1)))
      return false;
  }
  return neighbours > 1;
}

/// Whether a source and a target are among the names.
inline bool names_both_ends(const Columns& line) {
  bool source = false, target = false;
  for (std::size_t i = 0; i < line.kept(); ++i) {
    const textfile::Column column = textfile::column_called(line[i]);
    source |= column == textfile::Column::source;
    target |= column == textfile::Column::target;
  }
  return source && target;
}

/// Whether a line can be the header line of a CSV file, judged with the line below it: none of its fields is a number,
/// and it names both ends, or is above two numeric ids, or has a word above another number.
inline bool names_columns(const Columns& line, const Columns& below) {
  if (line.size() < 2 || line.size() != below.size()) return false;
  bool above_numbers = is_number(below[0]) && is_number(below[1]);
  for (std::size_t i = 0; i < line.kept(); ++i) {
    if (is_number(line[i])) return false;
    above_numbers |= i >= 2 && !line[i].empty() && is_number(below[i]);
  }
  return above_numbers || names_both_ends(line);
}

/// "0 1 {'weight': 4}": the attributes of an arc as Python shows a dictionary.
inline bool has_dictionary(std::string_view line) {
  const std::string_view source = textfile::next_field(line);
  if (source.starts_with('{') || source.starts_with('[')) return false;  // JSON
  textfile::next_field(line);
  return textfile::next_field(line).starts_with('{');
}

}  // namespace wayfront::edge_list
