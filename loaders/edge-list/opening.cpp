#include "opening.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "column_choice.hpp"
#include "columns.hpp"
#include "dictionary.hpp"
#include "separators.hpp"
#include "text/fields.hpp"
#include "vertices_comment.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {
namespace {

using textfile::lower;
using textfile::shown;

/// "% sym unweighted": KONECT's first line.
void read_konect(std::string_view comment, Opening& opening, std::uint64_t line) {
  if (textfile::next_field(comment) != "%") return;
  const std::string_view kind = textfile::next_field(comment);
  if (textfile::next_field(comment).empty()) return;
  if (kind == "sym") opening.directed = false;
  if (kind == "asym") opening.directed = true;
  if (opening.directed)
    opening.reading.push_back((*opening.directed ? "directed, as line " : "undirected, as line ") +
                              std::to_string(line) + " says (KONECT's " + std::string(kind) + ")");
  if (kind == "bip")
    throw BadInput("a bipartite KONECT file: both sides number their vertices from 1, so they cannot be distinguished");
}

/// Case-insensitive, but not as a part of "asymmetric" or "skew-symmetric".
bool has_word(std::string_view text, std::string_view word) {
  const auto goes_on = [](char c) { return c == '-' || (lower(c) >= 'a' && lower(c) <= 'z'); };
  for (auto at = text.begin();; ++at) {
    const auto found = std::ranges::search(std::ranges::subrange(at, text.end()), word, {}, lower);
    if (found.empty()) return false;
    at = found.begin();
    const bool begins = at == text.begin() || !goes_on(*(at - 1));
    const bool ends = found.end() == text.end() || !goes_on(*found.end());
    if (begins && ends) return true;
  }
}

class Beginning {
 public:
  Beginning(textfile::Lines& lines, const Options& options) : lines_(lines), options_(options) {
    opening_.negative = options.negative;
  }

  Opening read() {
    std::string_view line;
    if (!next_data(line)) return opening_;
    const bool said = options_.separator != '\0' || options_.header != Header::automatic || columns_are_said(options_);
    if (options_.lines == edge_list::Lines::neighbours ||
        (options_.lines == edge_list::Lines::automatic && !said && has_weighted_neighbours(line))) {
      neighbours(line);
      return opening_;
    }
    if (has_dictionary(line)) {
      lines_.placed([&] { dictionaries(line); });
      return opening_;
    }
    std::string first(line);
    const std::uint64_t first_line = lines_.line();
    lines_.placed([&] { opening_.separator = separator(first); });
    Columns columns = lines_.placed([&] { return Columns(first, opening_.separator); });
    if (columns.size() == 1) columns = Columns(first, ' ');  // counts
    columns_ = columns.size();
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
      header_line_ = first_line;
      opening_.header = first;
      if (has_below) arc_follows(below, &columns);
      return opening_;
    }
    if (has_below && options_.header == Header::automatic && columns.size() == 2 && are_counts(columns)) {
      const Columns next = lines_.placed([&] { return Columns(below, opening_.separator); });
      if (next.size() == 3) {  // two numbers above lines of three
        set_counts(columns, first_line);
        opening_.counts_by_shape = true;
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
  char separator(std::string_view first) const {
    if (options_.separator != '\0') return options_.separator;
    constexpr std::size_t enough = std::size_t{1} << 16;  // bytes
    std::vector<std::string_view> lines{first};
    std::string_view rest = lines_.ahead().substr(0, enough);
    for (std::size_t stop; (stop = rest.find('\n')) != rest.npos; rest.remove_prefix(stop + 1))
      if (!is_comment(rest.substr(0, stop))) lines.push_back(rest.substr(0, stop));
    return separator_of(lines, options_.header == Header::automatic || options_.header == Header::names);
  }

  void neighbours(std::string_view line) {
    if (!options_.source_name.empty() || !options_.target_name.empty() || options_.source_column != 0 ||
        options_.target_column != 0 || reverse_is_said(options_))
      lines_.fail(
          "the options source, target and reverse are for arcs, but these lines are vertices with their neighbours; remove "
          "these options, or the option lines");
    opening_.neighbours = true;
    opening_.columns = 2;
    opening_.first_arc_line = lines_.line();
    const bool number = is_whole_number(textfile::next_field(line));
    opening_.weight_column = line.find(',') != line.npos ? 3 : 0;  // TARGET,WEIGHT
    opening_.names = options_.ids == Ids::names || (options_.ids == Ids::automatic && !number);
    lines_.again();
  }

  void dictionaries(std::string_view line) {
    if (columns_are_said(options_) && (options_.weight_name.empty() || reverse_is_said(options_)))
      throw BadInput(
          "the attributes of arcs are dictionaries, so weight = \"NAME\" says which one is the weight; source "
          "and target are always the first two fields");
    const DictionaryLine parts = split_dictionary(line);
    const std::string key = options_.weight_name.empty() ? "weight" : options_.weight_name;
    opening_.dictionary = key;
    opening_.columns = 2;
    opening_.first_arc_line = lines_.line();
    opening_.names = options_.ids == Ids::names || (options_.ids == Ids::automatic &&
                                                    !(is_whole_number(parts.source) && is_whole_number(parts.target)));
    const std::string_view other = first_number_in(parts.dictionary);
    if (key != "none" && !value_in(parts.dictionary, key).empty()) {
      opening_.weight_column = 3;
      opening_.reading.push_back("source, target and a dictionary, of which '" + textfile::shown(key) +
                                 "' is the weight");
    } else if (!options_.weight_name.empty() && key != "none") {
      throw BadInput("the dictionary of the first arc has no '" + textfile::shown(key) + "'");
    } else {
      opening_.reading.push_back(
          "source, target and a dictionary" +
          (other.empty() ? std::string(" without a weight")
                         : ", of which weight = \"" + textfile::shown(other) + "\" would take a number as the weight"));
    }
    lines_.again();
  }

  bool next_data(std::string_view& line) {
    while (lines_.next(line)) {
      lines_.placed([&] { check_line_end(line); });
      if (!is_comment(line)) return seen_data_ = true;
      if (textfile::trimmed(line).empty()) continue;
      if (!std::exchange(seen_comment_, true)) {
        lines_.placed([&] { read_konect(line, opening_, lines_.line()); });
        is_konect_ = opening_.directed.has_value();
      }
      if (seen_data_) {
        opening_.comments += may_be_arc(line, opening_.separator, columns_) ? 1 : 0;
      } else {
        read_mark(line);
        last_comment_ = line;
      }
      if (const auto comment = read_vertices_comment(line)) {
        opening_.vertices = comment->vertices;
        opening_.first_id = comment->first_id;
        opening_.vertices_line = lines_.line();
      }
      says_names_ |= line.starts_with(names_comment);
      if (const auto edges = read_snap_comment(line); edges && options_.header != Header::none) {
        opening_.snap_edges = edges;
        opening_.snap_line = lines_.line();
      }
    }
    return false;
  }

  void check_no_dictionary(std::string_view line, std::uint64_t number) const {
    if (opening_.separator == ' ' && has_dictionary(line))
      lines_.fail_at(number,
                     "the attributes of the arc are a dictionary, as NetworkX writes them, but the lines above are "
                     "not; write the file with networkx.write_weighted_edgelist(G, FILE)");
  }

  bool is_header(const Columns& columns, std::string_view below, bool has_below) const {
    if (options_.header == Header::none || options_.header == Header::counts) return false;
    if (options_.header == Header::names) return true;
    if (!has_below) return false;
    try {
      const Columns next(below, opening_.separator);
      const bool too_few_names = next.size() == columns.size() + 1 && names_both_ends(columns);
      return too_few_names || names_columns(columns, next);
    } catch (const BadInput&) {
      return false;  // the line is read again
    }
  }

  /// A word about directions in a comment: SNAP's "Undirected graph", or the rest of a Matrix Market banner.
  void read_mark(std::string_view comment) {
    for (const std::string_view word : {"undirected", "symmetric"})
      if (opening_.undirected_mark.empty() && has_word(comment, word))
        opening_.undirected_mark = "line " + std::to_string(lines_.line()) + " says '" + std::string(word) + "'";
    opening_.says_directed |= has_word(comment, "directed");
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
    const Columns next = lines_.placed([&] { return Columns(below, opening_.separator); });
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

  /// `line` is the first arc; the remaining lines begin with it.
  void arc_follows(std::string_view line, const Columns* header = nullptr) {
    check_no_dictionary(line, lines_.line());
    const Columns columns = lines_.placed([&] { return Columns(line, opening_.separator); });
    first_arc(columns, lines_.line(), header);
    lines_.again();
  }

  /// The first arc, below `header` unless that is null.
  void first_arc(const Columns& columns, std::uint64_t line, const Columns* header = nullptr) {
    if (columns.size() < 2) lines_.fail_at(line, "a line of one field; an arc has two or three: SOURCE TARGET WEIGHT");
    opening_.columns = columns.size();
    opening_.first_arc_line = line;
    const char* const behind = columns[0].data() + columns[0].size();
    opening_.exact_separator = *behind == '"' ? behind[1] : *behind;
    try {
      choose(columns, header);
    } catch (const BadInput& error) {
      lines_.fail_at(header != nullptr ? header_line_ : line, error.what());
    }
    const std::string_view source = columns[opening_.source_column - 1], target = columns[opening_.target_column - 1];
    const bool numbers = is_number(source) && is_number(target);
    opening_.names = options_.ids == Ids::names || (options_.ids == Ids::automatic && (!numbers || says_names_));
    if (opening_.names && header == nullptr)
      opening_.reading.push_back("no header line: line " + std::to_string(line) + " is the arc from '" + shown(source) +
                                 "' to '" + shown(target) + "'");
  }

  void choose(const Columns& columns, const Columns* header) {
    if (header != nullptr && header->size() != columns.size())
      throw BadInput("a header line of " + std::to_string(header->size()) + " names, but the line below has " +
                     std::to_string(columns.size()) +
                     " fields; give each column a name (pandas: index=False, R: row.names=FALSE)");
    const ColumnChoice choice = choose_columns(columns, header, options_, is_konect_);
    if (header == nullptr && options_.header == Header::automatic && !columns_are_said(options_))
      check_against_comment(last_comment_, opening_.separator, columns);
    if (header != nullptr && options_.edges == Edges::automatic) read_type(columns, *header);
    opening_.doubt = choice.unused;
    opening_.source_column = choice.source;
    opening_.target_column = choice.target;
    opening_.weight_column = choice.weight;
    opening_.reverse_column = choice.reverse;
    opening_.reading.push_back(describe(choice, header, columns));
  }

  /// Gephi's column Type, or one that is called "directed": the first arc has the direction of all.
  void read_type(const Columns& columns, const Columns& header) {
    for (std::size_t i = 0; i < columns.kept(); ++i) {
      if (!same_name(header[i], "type") && !same_name(header[i], "directed")) continue;
      const bool directed = same_name(columns[i], "directed") || same_name(columns[i], "true");
      if (!directed && !same_name(columns[i], "undirected") && !same_name(columns[i], "false")) {
        if (same_name(header[i], "type")) continue;  // of anything else
        throw BadInput("the column 'directed' says '" + shown(columns[i]) + "', not true or false; say " +
                       how_to_set("edges", "\"directed\"") + ", or \"undirected\"");
      }
      if (opening_.type_column != 0)
        throw BadInput("two columns say whether edges are directed; say " + how_to_set("edges", "\"directed\"") +
                       ", or \"undirected\"");
      opening_.directed = directed;
      opening_.type_column = i + 1;
      opening_.type = columns[i];
      opening_.reading.push_back((directed ? "directed" : "undirected") + (", as the column '" + shown(header[i])) +
                                 "' says in every line");
    }
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
  std::size_t columns_ = 0;  // of the first line
  bool is_konect_ = false;
  bool seen_comment_ = false;
  bool seen_data_ = false;
  bool says_names_ = false;
  std::string last_comment_;       // before the first arc
  std::uint64_t header_line_ = 0;  // that names the columns
};

}  // namespace

Opening read_opening(textfile::Lines& lines, const Options& options) { return Beginning(lines, options).read(); }

}  // namespace wayfront::edge_list
