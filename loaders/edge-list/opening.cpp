#include "opening.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "columns.hpp"
#include "text/fields.hpp"
#include "vertices_comment.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {
namespace {

using textfile::shown;

/// "% sym unweighted": KONECT's first line.
void read_konect(std::string_view comment, Opening& opening) {
  if (textfile::next_field(comment) != "%") return;
  const std::string_view kind = textfile::next_field(comment);
  if (textfile::next_field(comment).empty()) return;
  if (kind == "sym") opening.directed = false;
  if (kind == "asym") opening.directed = true;
  if (kind == "bip")
    throw BadInput("a bipartite KONECT file: both sides number their vertices from 1, so they cannot be told apart");
}

class Beginning {
 public:
  Beginning(textfile::Lines& lines, const Options& options) : lines_(lines), options_(options) {}

  Opening read() {
    std::string_view line;
    if (!next_data(line)) return opening_;
    if (options_.lines == edge_list::Lines::neighbours ||
        (options_.lines == edge_list::Lines::automatic && has_weighted_neighbours(line))) {
      neighbours(line);
      return opening_;
    }
    opening_.separator = separator_of(line);
    std::string first(line);
    const std::uint64_t first_line = lines_.line();
    const Columns columns = lines_.placed([&] { return Columns(first, opening_.separator); });
    if (columns.size() == 1 || options_.header == Header::counts) {
      if (options_.header != Header::none && options_.header != Header::names) {
        counts(columns);
        if (next_data(line)) arc_follows(line);
        return opening_;
      }
    }
    std::string_view below;
    const bool has_below = next_data(below);
    if (is_header(columns, below, has_below)) {
      by_name_ = true;
      if (has_below) arc_follows(below);
      choose_weight_by(columns, first_line);
      return opening_;
    }
    if (has_below && options_.header == Header::automatic && columns.size() == 2 && are_counts(columns)) {
      const Columns next = lines_.placed([&] { return Columns(below, separator_of(below)); });
      if (next.size() == 3) {  // two numbers above lines of three
        set_counts(columns, first_line);
        arc_follows(below);
        return opening_;
      }
    }
    if (has_below) lines_.again();
    first_arc(columns, first_line);
    if (options_.header == Header::automatic && !opening_.first_id) doubt(columns);
    opening_.first_arc = std::move(first);
    return opening_;
  }

 private:
  void neighbours(std::string_view line) {
    opening_.neighbours = true;
    opening_.columns = 2;
    opening_.first_arc_line = lines_.line();
    opening_.weight_column = has_weighted_neighbours(line) ? 3 : 0;
    const bool number = is_whole_number(textfile::next_field(line));
    opening_.names = options_.ids == Ids::names || (options_.ids == Ids::automatic && !number);
    lines_.again();
  }

  bool next_data(std::string_view& line) {
    while (lines_.next(line)) {
      lines_.placed([&] { check_line_end(line); });
      if (!is_comment(line)) return true;
      if (!std::exchange(seen_comment_, true)) lines_.placed([&] { read_konect(line, opening_); });
      if (const auto comment = read_vertices_comment(line)) {
        opening_.vertices = comment->vertices;
        opening_.first_id = comment->first_id;
        opening_.vertices_line = lines_.line();
      }
      if (const auto edges = read_snap_comment(line); edges && options_.header != Header::none) {
        opening_.snap_edges = edges;
        opening_.snap_line = lines_.line();
      }
    }
    return false;
  }

  bool is_header(const Columns& columns, std::string_view below, bool has_below) const {
    if (options_.header == Header::none || options_.header == Header::counts) return false;
    if (options_.header == Header::names) return true;
    if (!has_below) return false;
    try {
      return names_columns(columns, Columns(below, opening_.separator));
    } catch (const BadInput&) {
      return false;  // the line is read once more
    }
  }

  static bool are_counts(const Columns& columns) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (!is_whole_number(columns[i])) return false;
    return true;
  }

  /// "n", "n m", "n n m", or "n" above "m".
  void counts(const Columns& columns) {
    const std::uint64_t line = lines_.line();
    if (columns.size() > 3 || !are_counts(columns))
      lines_.fail(
          "the first line must be counts, \"VERTICES\" or \"VERTICES ARCS\"; or it is an arc, which has two "
          "fields or more");
    set_counts(columns, line);
    if (columns.size() != 1) return;
    std::string_view below;
    if (!next_data(below)) return;
    const Columns next = lines_.placed([&] { return Columns(below, separator_of(below)); });
    if (next.size() != 1) return lines_.again();
    opening_.arcs_line = lines_.line();
    lines_.placed([&] { opening_.arcs = read_id(next[0]); });
  }

  void set_counts(const Columns& columns, std::uint64_t line) {
    opening_.vertices_line = opening_.arcs_line = line;
    try {
      opening_.vertices = read_id(columns[0]);
      if (columns.size() > 1) opening_.arcs = read_id(columns[columns.size() - 1]);
      if (columns.size() == 3 && read_id(columns[1]) != *opening_.vertices)
        throw BadInput("a matrix of " + shown(columns[0]) + " rows and " + shown(columns[1]) +
                       " columns; only a square one is a graph");
    } catch (const BadInput& error) {
      lines_.fail_at(line, error.what());
    }
  }

  /// `line` is the first arc; the rest begins with it.
  void arc_follows(std::string_view line) {
    opening_.separator = separator_of(line);
    const Columns columns = lines_.placed([&] { return Columns(line, opening_.separator); });
    first_arc(columns, lines_.line());
    lines_.again();
  }

  void first_arc(const Columns& columns, std::uint64_t line) {
    if (columns.size() < 2) lines_.fail_at(line, "a line of one field; an arc has two or three: SOURCE TARGET WEIGHT");
    opening_.columns = columns.size();
    opening_.first_arc_line = line;
    const char* const behind = columns[0].data() + columns[0].size();
    opening_.exact_separator = *behind == '"' ? behind[1] : *behind;
    const bool numbers = is_number(columns[0]) && is_number(columns[1]);
    opening_.names = options_.ids == Ids::names || (options_.ids == Ids::automatic && !numbers);
    if (options_.weight_name == "none") return;
    if (!options_.weight_name.empty()) {
      opening_.weight_column = 0;  // the header line has its place
      if (!by_name_)
        lines_.fail_at(line, "weight = \"" + options_.weight_name +
                                 "\" names a column, but no line names the columns; give its number");
      return;
    }
    opening_.weight_column = options_.weight_column != 0 ? options_.weight_column : columns.size() > 2 ? 3 : 0;
    check_weight_column(line);
    if (opening_.weight_column > columns.size())
      lines_.fail_at(line, "weight = " + std::to_string(opening_.weight_column) + ", but a line has only " +
                               std::to_string(columns.size()) + " columns");
  }

  void choose_weight_by(const Columns& header, std::uint64_t line) {
    if (options_.weight_name == "none" || options_.weight_column != 0) return;
    if (!options_.weight_name.empty()) {
      const std::size_t found = header.find(options_.weight_name);
      if (found == header.size())
        lines_.fail_at(line, "no column is called '" + options_.weight_name + "'; there are " + list(header));
      opening_.weight_column = found + 1;
      check_weight_column(line);
      return;
    }
    if (header.size() == 2) return;
    const std::size_t found = find_weight(header);
    if (found == header.size())
      lines_.fail_at(line, "which column has the weights? there are " + list(header) +
                               "; say loader = \"edge-list\" and options = { weight = \"NAME\" }, or \"none\"");
    opening_.weight_column = found + 1;
  }

  void check_weight_column(std::uint64_t line) const {
    if (opening_.weight_column == 1 || opening_.weight_column == 2)
      lines_.fail_at(line, "the weights cannot be in column " + std::to_string(opening_.weight_column) +
                               ": columns 1 and 2 are the source and the target");
  }

  static std::string list(const Columns& columns) {
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(columns.size(), 10); ++i)
      text += (i == 0 ? "" : ", ") + shown(columns[i]);
    return text;
  }

  void doubt(const Columns& columns) {
    const bool shape = columns.size() == 2 || (columns.size() == 3 && columns[0] == columns[1]);
    if (!shape || !are_counts(columns)) return;
    try {
      opening_.doubtful_vertices = read_id(columns[0]);
      opening_.doubtful_arcs = read_id(columns[columns.size() - 1]);
    } catch (const BadInput&) {
      opening_.doubtful_arcs.reset();
    }
  }

  textfile::Lines& lines_;
  const Options& options_;
  Opening opening_;
  bool seen_comment_ = false;
  bool by_name_ = false;
};

}  // namespace

Opening read_opening(textfile::Lines& lines, const Options& options) { return Beginning(lines, options).read(); }

}  // namespace wayfront::edge_list
