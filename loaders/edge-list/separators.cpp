#include "separators.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "columns.hpp"
#include "text/fields.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {
namespace {

constexpr std::string_view all_separators = ";,\t ";

using LineSpan = std::span<const std::string_view>;

/// Nothing if the separator does not fit: quotes that are cut, and commas or semicolons beside blanks, "1, 2".
std::optional<Columns> split(std::string_view line, char separator) try {
  Columns columns(line, separator);
  for (std::size_t i = 0; separator == ' ' && i < columns.kept(); ++i) {
    const auto is_edge = [](char c) { return c == ',' || c == ';'; };
    const std::string_view field = columns[i];
    if (is_edge(field.front()) || is_edge(field.back()) || (field.front() == '"') != (field.back() == '"')) return {};
  }
  return columns;
} catch (const BadInput&) {
  return {};
}

/// Whether all lines have the same number of fields, at least two.
bool fits(LineSpan lines, char separator) {
  std::size_t fields = 0;
  for (const std::string_view line : lines) {
    const std::optional<Columns> columns = split(line, separator);
    if (!columns || columns->size() < 2 || (fields != 0 && columns->size() != fields)) return false;
    fields = columns->size();
  }
  return fields != 0;
}

/// Whether `is` holds for the columns of all lines, which must fit.
template <class F>
bool all_lines(LineSpan lines, char separator, F&& is) {
  return std::ranges::all_of(lines, [&](std::string_view line) { return is(*split(line, separator)); });
}

/// The first three, or all of fewer.
bool are_numbers(const Columns& columns) {
  for (std::size_t i = 0; i < std::min<std::size_t>(columns.size(), 3); ++i)
    if (!is_number(columns[i])) return false;
  return true;
}

bool have_decimal_comma(const Columns& columns) { return columns.size() > 2 && has_decimal_comma(columns[2]); }

bool have_no_blanks(const Columns& columns) {
  for (std::size_t i = 0; i < columns.kept(); ++i)
    if (columns[i].empty() || columns[i].find_first_of(textfile::blanks) != std::string_view::npos) return false;
  return true;
}

std::string name_of(char separator) {
  return separator == ';' ? "semicolon" : separator == ',' ? "comma" : separator == '\t' ? "tab" : "blank";
}

/// Of separators that fit all lines.
char choose(std::string those, LineSpan lines) {
  const auto has = [&](char separator) { return those.find(separator) != std::string::npos; };
  const auto numbers = [&](char separator) { return has(separator) && all_lines(lines, separator, are_numbers); };
  if (numbers(' ')) return ' ';
  if (has('\t') && all_lines(lines, '\t', have_no_blanks)) std::erase(those, ' ');  // the same fields
  for (const char separator : std::string(those))
    if (separator != ',' && all_lines(lines, separator, have_decimal_comma)) std::erase(those, ',');  // refused later
  if (those.size() == 1) return those[0];
  const std::string first = name_of(those[0]), second = name_of(those[1]);
  throw BadInput("a " + first + " and a " + second + " both separate the fields of these lines, '" +
                 textfile::shown(lines[0]) + "'; say loader = \"edge-list\" and options = { separator = \"" + second +
                 "\" } or \"" + first + "\", on the command line --loader edge-list --set separator=" + second);
}

}  // namespace

bool has_decimal_comma(std::string_view field) {
  std::string number(field);
  std::ranges::replace(number, ',', '.');
  return number != field && is_number(number);
}

char separator_of(LineSpan lines, bool header) {
  std::string those;
  if (header)
    for (const char separator : all_separators)
      if (const auto columns = split(lines[0], separator); columns && names_both_ends(*columns)) those += separator;
  if (those.size() > 1) std::erase(those, ' ');
  if (!those.empty()) return choose(those, lines.first(1));
  constexpr std::size_t max_counts = 2;  // lines of one number in front
  std::size_t from = 0;
  while (from < max_counts && from + 1 < lines.size() && is_whole_number(textfile::trimmed(lines[from]))) ++from;
  for (const LineSpan tried : {lines.subspan(from), lines.subspan(from + 1)}) {  // all; or without counts in front
    for (const char separator : all_separators)
      if (fits(tried, separator)) those += separator;
    if (!those.empty()) return choose(those, tried);
  }
  for (const char separator : all_separators)  // a message will say which line differs from the first one
    if (fits(lines.subspan(from, 1), separator)) return separator;
  const std::size_t any = lines[from].find_first_of(all_separators);
  return any == std::string_view::npos ? ' ' : lines[from][any];
}

}  // namespace wayfront::edge_list
