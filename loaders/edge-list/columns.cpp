#include "columns.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "text/column_names.hpp"
#include "text/fields.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {
namespace {

using textfile::shown;
using textfile::trimmed;

std::string_view without_quotes(std::string_view name) {
  return name.size() >= 2 && name.front() == '"' && name.back() == '"' ? name.substr(1, name.size() - 2) : name;
}

}  // namespace

Columns::Columns(std::string_view line, char separator) {
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
      if (close == end) throw BadInput("a quoted field without an end: " + shown({at, end}));
      field = {at + 1, close};
      at = close + 1;
    }
    const char* const stop = std::find(at, end, separator);
    const std::string_view rest = trimmed({at, stop});
    if (quoted && !rest.empty()) throw BadInput("'" + shown(rest) + "' after the quotes of a field");
    add(quoted ? field : rest);
    more = stop != end;
    at = more ? stop + 1 : end;
  }
}

void Columns::add(std::string_view field) {
  if (size_ < fields_.size()) fields_[size_] = {field.data(), field.size()};
  ++size_;
}

bool same_name(std::string_view a, std::string_view b) {
  return textfile::same_word(without_quotes(a), without_quotes(b));
}

std::size_t Columns::find(std::string_view name) const {
  for (std::size_t i = 0; i < kept(); ++i)
    if (same_name((*this)[i], name)) return i;
  return size_;
}

void check_line_end(std::string_view line) {
  const std::size_t first = line.find('\r');
  if (first != line.npos && line.find_first_not_of('\r', first) != line.npos)
    throw BadInput("a carriage return without a line feed; end lines with a line feed (mac2unix does that)");
}

bool is_comment(std::string_view line) {
  line = trimmed(line);
  return line.empty() || line[0] == '#' || line[0] == '%';
}

bool may_be_arc(std::string_view comment, char separator, std::size_t columns) try {
  comment = trimmed(comment);
  return comment.size() > 1 && !textfile::is_blank(comment[1]) && Columns(comment, separator).size() == columns;
} catch (const BadInput&) {
  return false;
}

bool has_weighted_neighbours(std::string_view line) {
  if (!is_whole_number(textfile::next_field(line))) return false;
  int neighbours = 0;
  for (std::string_view field; !(field = textfile::next_field(line)).empty(); ++neighbours) {
    const std::size_t comma = field.find(',');
    if (comma == field.npos || !is_whole_number(field.substr(0, comma)) || !is_number(field.substr(comma + 1)))
      return false;
  }
  return neighbours > 1;
}

bool is_whole_number(std::string_view field) {
  return !field.empty() && field.find_first_not_of("0123456789") == field.npos;
}

bool is_number(std::string_view field) {
  if (field.size() > 1 && field[0] == '+') field.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error != std::errc::invalid_argument && stop == field.data() + field.size() &&
         field.find_first_of("0123456789") != field.npos;
}

std::uint64_t read_id(std::string_view field) {
  std::uint64_t id = 0;
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, id);
  if (field.empty()) throw BadInput("an empty field where a vertex is expected");
  if (error == std::errc::invalid_argument || stop != end)
    throw BadInput("vertex '" + shown(field) + "': ids are integers from 0; ids = \"names\" takes anything");
  if (error != std::errc())
    throw BadInput("vertex " + shown(field) + " does not fit 64 bits; ids = \"names\" takes anything");
  return id;
}

bool names_columns(const Columns& line, const Columns& below) {
  if (line.size() < 2 || line.size() != below.size()) return false;
  bool above_numbers = is_number(below[0]) && is_number(below[1]);
  for (std::size_t i = 0; i < line.kept(); ++i) {
    if (is_number(line[i])) return false;
    above_numbers |= i >= 2 && !line[i].empty() && is_number(below[i]);
  }
  return above_numbers || names_both_ends(line);
}

bool names_both_ends(const Columns& line) {
  bool source = false, target = false;
  for (std::size_t i = 0; i < line.kept(); ++i) {
    const textfile::Column column = textfile::column_called(line[i]);
    source |= column == textfile::Column::source;
    target |= column == textfile::Column::target;
  }
  return source && target;
}

bool has_dictionary(std::string_view line) {
  const std::string_view source = textfile::next_field(line);
  if (source.starts_with('{') || source.starts_with('[')) return false;  // JSON
  textfile::next_field(line);
  return textfile::next_field(line).starts_with('{');
}

}  // namespace wayfront::edge_list
