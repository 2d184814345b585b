// The lines of one part of an edge list as arcs, in any thread.
//
// Ids below 2^32 - 1 are stored in the arcs. Names, and the ids of a part with a larger id, are stored separately.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "column_choice.hpp"
#include "columns.hpp"
#include "dictionary.hpp"
#include "ids/numbering.hpp"
#include "opening.hpp"
#include "text/arcs.hpp"
#include "text/fields.hpp"
#include "text/numbers.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {

template <WeightType W>
class EdgePart : public textfile::ArcPart<W> {
 public:
  bool mapped = false;  // the arcs' ends are in one of these, two for each arc
  std::vector<std::uint64_t> numbers{};
  std::vector<ids::Name> names{};
  struct Alone {  // a vertex without neighbours
    std::size_t arcs_before;
    std::string_view id;
  };
  std::vector<Alone> alone{};
  std::uint64_t comments = 0;  // below the header line, that may be arcs
  Vertex max = 0;              // the max end, and the min end
  Vertex min = no_vertex;
};

using textfile::Fields;

inline constexpr std::size_t shortest_line = std::string_view("1 1\n").size();
inline constexpr std::size_t shortest_neighbour = std::string_view(" 1").size();

/// An id too large to be stored in an arc.
struct LargeId {};

/// Without a branch on a character, so that many are compared at once.
inline bool has_other_blank(std::string_view line, char separator) {
  bool found = false;
  for (const char c : line) found |= (static_cast<unsigned char>(c) <= ' ') & (c != separator);
  return found;
}

template <WeightType W>
class Parser {
 public:
  using Part = EdgePart<W>;

  /// `exact`: LoadRequest::exact.
  Parser(const Opening& opening, bool exact) : opening_(opening), form_{textfile::Reals::whole_ones, exact} {}

  /// Throws BadInput without a place.
  void parse(Part& part) const {
    part.numbers.clear();
    part.names.clear();
    part.mapped = opening_.names;
    try {
      read_lines(part);
    } catch (const LargeId&) {
      part.mapped = true;
      part.lines = 0;
      read_lines(part);
    }
    part.max = 0;
    part.min = no_vertex;
    if (part.mapped) return;
    for (const Arc<W>& arc : part.arcs()) {
      part.max = std::max({part.max, arc.source, arc.target});
      part.min = std::min({part.min, arc.source, arc.target});
    }
  }

 private:
  void read_lines(Part& part) const {
    const auto each = [&](std::string_view line) { read_line(line, part); };
    const textfile::LineForm form{.separator = opening_.exact_separator, .runs = opening_.separator == ' '};
    const std::size_t columns = opening_.columns;
    const std::size_t weight = opening_.weight_column;
    const bool plain = opening_.reverse_column == 0 && opening_.negative != Negative::no_arc;
    const bool first_columns = plain && opening_.source_column == 1 && opening_.target_column == 2;
    part.alone.clear();
    part.comments = 0;
    if (opening_.neighbours) {
      part.start(part.text.size() / shortest_neighbour + 1);
      textfile::each_line(part, [&](std::string_view line) { read_neighbours(line, part); });
    } else if (!opening_.dictionary.empty()) {
      part.start(part.text.size() / shortest_line + 1);
      textfile::each_line(part, [&](std::string_view line) { read_dictionary(line, part); });
    } else if (part.mapped || !first_columns || opening_.type_column != 0 || (weight != 0 && weight != 3)) {
      part.start((part.text.size() / shortest_line + 1) * (opening_.reverse_column != 0 ? 2 : 1));
      const bool short_lines =
          first_columns && opening_.type_column == 0 && (weight == 0 ? columns == 2 : weight == 3 && columns == 3);
      textfile::each_line(part, [&](std::string_view line) {
        if (line == opening_.header && !line.empty())
          throw BadInput("the header line a second time; if two files were joined, remove it");
        if (!short_lines || !(opening_.names ? read_short_names(line, part) : read_short_numbers(line, part)))
          each(line);
      });
    } else if (weight == 0) {
      if (columns == 2)
        part.template read_lines<Fields::source_target>(form, shortest_line, each);
      else
        part.template read_lines<Fields::source_target_more>(form, shortest_line, each);
    } else if (columns == 3) {
      part.template read_lines<Fields::source_target_weight>(form, shortest_line, each);
    } else {
      part.template read_lines<Fields::source_target_weight_more>(form, shortest_line, each);
    }
  }

  void read_line(std::string_view line, Part& part) const {
    check_line_end(line);
    if (is_comment(line)) {
      part.comments += !opening_.header.empty() && may_be_arc(line, opening_.separator, opening_.columns) ? 1 : 0;
      return;
    }
    const Columns columns(line, opening_.separator);
    const std::size_t needed =
        std::max({opening_.weight_column, opening_.reverse_column, opening_.source_column, opening_.target_column});
    const bool exact = opening_.columns == needed;
    if (columns.size() < needed || (exact && columns.size() != needed))
      throw BadInput("a line of " + std::to_string(columns.size()) + (columns.size() == 1 ? " field" : " fields") +
                     ", but the first arc (line " + std::to_string(opening_.first_arc_line) + ") has " +
                     std::to_string(opening_.columns));
    if (const std::size_t type = opening_.type_column;
        type != 0 && (columns.size() < type || !same_name(columns[type - 1], opening_.type)))
      throw BadInput("an arc whose direction is not '" + textfile::shown(opening_.type) +
                     "' as in the first arc (line " + std::to_string(opening_.first_arc_line) +
                     "); write undirected edges as two arcs each, and all arcs as directed");
    const std::string_view source = columns[opening_.source_column - 1], target = columns[opening_.target_column - 1];
    add_if_open(source, target, weight_in(columns, opening_.weight_column), part);
    if (opening_.reverse_column != 0) add_if_open(target, source, weight_in(columns, opening_.reverse_column), part);
  }

  W weight_in(const Columns& columns, std::size_t column) const {
    if (column == 0) return {};
    const std::string_view weight = columns[column - 1];
    if (weight.empty()) throw BadInput("an empty field where the weight is expected");
    return textfile::read_weight<W>(weight, form_);
  }

  /// Its ends stay vertices where a negative weight says that there is no arc.
  void add_if_open(std::string_view source, std::string_view target, W weight, Part& part) const {
    if (weight >= 0 || opening_.negative == Negative::arc ||
        (opening_.negative == Negative::automatic && opening_.reverse_column == 0))
      return add_arc(source, target, weight, part);
    if (opening_.negative == Negative::automatic)
      throw BadInput("a negative weight; if it stands for a closed direction, as in pgRouting's tables, say " +
                     how_to_set("negative", "\"no arc\"") + "; if not, \"arc\"");
    for (const std::string_view end : {source, target}) add_alone(end, part);
  }

  void add_alone(std::string_view id, Part& part) const {
    if (!opening_.names && read_id(id) >= no_vertex && !part.mapped) throw LargeId();
    part.alone.push_back({part.arcs().size(), id});
  }

  /// Reads "SOURCE,TARGET" or "SOURCE,TARGET,WEIGHT" in the usual form, with numbers of up to sixteen digits. False for
  /// anything else, including what is wrong: then nothing was read.
  bool read_short_numbers(std::string_view line, Part& part) const {
    const char separator = opening_.exact_separator;
    if (part.readable - line.data() < textfile::longest_short_line) return false;
    const char* at = line.data();
    const textfile::LongDigits from = textfile::read_long_digits(at);
    at += from.count;
    if (from.count == 0 || *at != separator) return false;
    const textfile::LongDigits to = textfile::read_long_digits(++at);
    at += to.count;
    if (to.count == 0) return false;
    W weight{};
    if (opening_.weight_column != 0 && (*at != separator || !textfile::scan_weight<W>(++at, part.readable, weight)))
      return false;
    if (*at == '\r') ++at;
    if (at != line.data() + line.size()) return false;
    part.numbers.push_back(from.value);
    part.numbers.push_back(to.value);
    part.add({0, 0, weight});
    return true;
  }

  /// The same with names.
  bool read_short_names(std::string_view line, Part& part) const {
    const char separator = opening_.exact_separator;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line[0] == '#' || line[0] == '%') return false;
    const bool by_blanks = opening_.separator == ' ';
    if (by_blanks ? has_other_blank(line, separator) : separator != opening_.separator || line.find('\r') != line.npos)
      return false;
    std::string_view ends[2];
    for (std::string_view& field : ends) {
      const bool quoted = !by_blanks && line.starts_with('"');
      const std::size_t stop = line.find(quoted ? '"' : separator, quoted ? 1 : 0);
      if (quoted && stop == line.npos) return false;
      field = quoted ? line.substr(1, stop - 1) : line.substr(0, stop);
      const auto is_edge = [](char c) { return static_cast<unsigned char>(c) > ' '; };
      if (field.empty() || (!quoted && (!is_edge(field.front()) || !is_edge(field.back())))) return false;
      line.remove_prefix(std::min(line.size(), quoted ? stop + 1 : stop));
      const bool last = &field == &ends[1] && opening_.weight_column == 0;
      if (last != line.empty() || (!last && line[0] != separator)) return false;
      if (!last) line.remove_prefix(1);
    }
    W weight{};
    if (opening_.weight_column != 0 &&
        !read_short_weight(line.data(), line.data() + line.size(), part.readable, weight))
      return false;
    part.names.emplace_back(ends[0]);
    part.names.emplace_back(ends[1]);
    part.add({0, 0, weight});
    return true;
  }

  bool read_short_weight(const char* at, const char* end, const char* readable, W& weight) const {
    constexpr std::ptrdiff_t looked_at = 48;  // bytes, for a point and up to sixteen digits on both sides of it
    return at != end && readable - at >= looked_at && textfile::scan_weight<W>(at, readable, weight) && at == end;
  }

  void read_dictionary(std::string_view line, Part& part) const {
    check_line_end(line);
    if (is_comment(line)) return;
    const DictionaryLine parts = split_dictionary(line);
    const std::string_view value = value_in(parts.dictionary, opening_.dictionary);
    const bool weighted = opening_.weight_column != 0;
    if (weighted == value.empty() && opening_.dictionary != "none")
      throw BadInput("a dictionary " + std::string(weighted ? "without" : "with") + " '" +
                     textfile::shown(opening_.dictionary) + "', unlike that of the first arc (line " +
                     std::to_string(opening_.first_arc_line) + ")");
    const textfile::WeightForm form{textfile::Reals::whole_ones, form_.exact};
    add_if_open(parts.source, parts.target, weighted ? textfile::read_weight<W>(value, form) : W{}, part);
  }

  void read_neighbours(std::string_view line, Part& part) const {
    check_line_end(line);
    if (is_comment(line)) return;
    const std::string_view source = textfile::next_field(line);
    std::string_view target = textfile::next_field(line);
    if (target.empty()) add_alone(source, part);
    for (; !target.empty(); target = textfile::next_field(line)) {
      W weight{};
      if (opening_.weight_column != 0) {
        const std::size_t comma = target.find(',');
        if (comma == target.npos)
          throw BadInput("'" + textfile::shown(target) +
                         "' is not TARGET,WEIGHT, as in the first line of neighbours (line " +
                         std::to_string(opening_.first_arc_line) + ")");
        weight = textfile::read_weight<W>(target.substr(comma + 1), form_);
        target = target.substr(0, comma);
      } else if (target.find(',') != target.npos) {
        throw BadInput("'" + textfile::shown(target) + "' has a weight, but the first line of neighbours (line " +
                       std::to_string(opening_.first_arc_line) + ") has none");
      }
      add_if_open(source, target, weight, part);
    }
  }

  void add_arc(std::string_view source, std::string_view target, W weight, Part& part) const {
    Arc<W> arc{0, 0, weight};
    if (opening_.names) {
      if (source.empty() || target.empty()) throw BadInput("an empty field where a vertex is expected");
      part.names.emplace_back(source);
      part.names.emplace_back(target);
    } else {
      const std::uint64_t from = read_id(source);
      const std::uint64_t to = read_id(target);
      if (part.mapped) {
        part.numbers.insert(part.numbers.end(), {from, to});
      } else {
        if (std::max(from, to) >= no_vertex) throw LargeId();
        arc.source = static_cast<Vertex>(from);
        arc.target = static_cast<Vertex>(to);
      }
    }
    part.add(arc);
  }

  const Opening& opening_;
  textfile::WeightForm form_;
};

}  // namespace wayfront::edge_list
