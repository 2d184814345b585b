// Whether the first bytes of a file are those of an edge list.
#include <charconv>
#include <optional>
#include <vector>

#include "columns.hpp"
#include "edge_list.hpp"
#include "separators.hpp"
#include "text/column_names.hpp"
#include "text/fields.hpp"
#include "vertices_comment.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {
namespace {

constexpr Match no_edge_list{0, "no lines of two or three columns that fit"};

/// "# FromNodeId ToNodeId", "% sym unweighted".
std::optional<Match> judge_comment(std::string_view line) {
  if (line.find("FromNodeId") != line.npos || line.find("SrcNId") != line.npos || line.find("# Nodes:") != line.npos)
    return Match{90, "comments as in SNAP's edge lists"};
  if (read_vertices_comment(line)) return Match{90, "a comment that says which vertices there are"};
  if (textfile::next_field(line) != "%") return std::nullopt;
  const std::string_view kind = textfile::next_field(line);
  if (kind == "sym" || kind == "asym" || kind == "bip") return Match{90, "a first line as in KONECT's edge lists"};
  return std::nullopt;
}

/// The complete lines of the head that are not comments; the last line may be truncated.
std::vector<std::string_view> data_lines(std::string_view head, std::optional<Match>& by_comment) {
  constexpr std::size_t whole_head = 4096;
  std::vector<std::string_view> lines;
  const bool cut = head.size() >= whole_head;
  while (!head.empty()) {
    const std::size_t stop = head.find('\n');
    if (stop == head.npos && cut && !lines.empty()) break;
    std::string_view line = head.substr(0, stop);
    if (stop == head.npos && cut) line = line.substr(0, line.find_last_of(" \t"));  // without the truncated field
    head.remove_prefix(stop == head.npos ? head.size() : stop + 1);
    if (!is_comment(line))
      lines.push_back(line);
    else if (!by_comment)
      by_comment = judge_comment(line);
  }
  return lines;
}

/// What the lines from `from` on have in common.
enum class Alike {
  differ,      // in the number of columns, or the first one is not an arc
  named,       // arcs from name to name, and where there are three columns, the third is a number
  begin_well,  // the first one is an arc of numbers, but not all are: the loader reports the wrong field
  numbered,    // arcs from number to number, and where there are three columns, the third is a number
};

Alike lines_from(const std::vector<std::string_view>& lines, std::size_t from, char separator) {
  const std::size_t columns = Columns(lines[from], separator).size();
  if (columns < 2) return Alike::differ;
  bool numbers = true, weights = true, ids = true, first = false;
  for (std::size_t i = from; i < lines.size(); ++i) {
    const Columns line(lines[i], separator);
    if (line.size() != columns) return Alike::differ;
    numbers &= is_whole_number(line[0]) && is_whole_number(line[1]);
    ids &= !line[0].empty() && !line[1].empty();
    if (columns == 3) weights &= is_number(line[2]) || has_decimal_comma(line[2]);  // which the loader refuses
    if (i == from) first = numbers;
  }
  if (numbers && weights) return Alike::numbered;
  if (first) return Alike::begin_well;
  return ids && weights ? Alike::named : Alike::differ;
}

/// A header line that names both ends, or is above numbers; the loader checks the fields below.
Match judge_table(const std::vector<std::string_view>& lines, const Columns& header, char separator) {
  bool numbers = true;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Columns line(lines[i], separator);
    if (line.size() != header.size()) return no_edge_list;
    for (std::size_t column = 0; column < line.kept(); ++column) {
      const auto called = textfile::column_called(header[column]);
      if (called == textfile::Column::source || called == textfile::Column::target)
        numbers &= is_whole_number(line[column]);
    }
    if (!names_both_ends(header)) numbers &= is_whole_number(line[0]) && is_whole_number(line[1]);
  }
  if (numbers) return {70, "a line of column names, then numbers"};
  if (names_both_ends(header)) return {60, "a line of column names, two of them the ends of arcs"};
  return separator == ' ' ? no_edge_list : Match{60, "a line of column names, then names of vertices"};
}

/// Whether lines of three numbers below "N M" could be those of METIS: each of N vertices with its neighbours, 2 M in
/// all.
bool could_be_neighbours(const Columns& counts) {
  double n = 0;
  double m = 0;
  std::from_chars(counts[0].data(), counts[0].data() + counts[0].size(), n);
  std::from_chars(counts[1].data(), counts[1].data() + counts[1].size(), m);
  return 2 * m >= 2.5 * n && 2 * m <= 3.5 * n;
}

Match judge(std::string_view head) {
  if (head.find('\0') != head.npos) return {0, "binary data"};
  if (head.starts_with("%%")) return {0, "the banner of another format"};
  std::optional<Match> by_comment;
  const std::vector<std::string_view> lines = data_lines(head, by_comment);
  if (lines.empty()) return by_comment.value_or(no_edge_list);
  if (has_weighted_neighbours(lines[0])) return {70, "a vertex in front of pairs TARGET,WEIGHT in the first line"};
  if (has_dictionary(lines[0])) return {60, "two fields and a dictionary, as NetworkX writes edge lists"};
  char separator = ' ';
  try {
    separator = separator_of(lines);
  } catch (const BadInput&) {
    return {30, "lines whose fields two separators split alike"};
  }
  Columns first(lines[0], separator);
  if (first.size() == 1) first = Columns(lines[0], ' ');
  std::size_t counts = 0;  // lines in front that say how many
  while (counts < 2 && counts < lines.size() && is_whole_number(textfile::trimmed(lines[counts]))) ++counts;
  if (counts == lines.size()) return no_edge_list;
  if (counts != 0)
    return lines_from(lines, counts, separator) == Alike::numbered
               ? Match{60, "counts, then lines of two or three numbers"}
               : no_edge_list;
  const Alike all = lines_from(lines, 0, separator);
  if (all == Alike::numbered) return by_comment.value_or(Match{50, "lines of two or more numbers, all alike"});
  if (all == Alike::begin_well)
    return by_comment.value_or(Match{40, "a line of two or more numbers, and others of as many fields"});
  if (lines.size() < 2) return no_edge_list;
  const Columns second(lines[1], separator);
  if (names_columns(first, second)) return judge_table(lines, first, separator);
  if (second.size() == first.size() + 1 && names_both_ends(first))
    return {60, "a line of column names, but of one less than there are columns"};
  // Above lines of more than three fields, two numbers are not counts: more likely a header of METIS and as many
  // neighbours each.
  if (first.size() == 2 && second.size() == 3 && is_whole_number(first[0]) && is_whole_number(first[1]) &&
      lines_from(lines, 1, separator) == Alike::numbered)
    return could_be_neighbours(first) ? Match{60, "a line of two counts, then lines of three numbers"}
                                      : Match{80, "a line of two counts that fit no METIS file, then lines of three"};
  // Names: any table would match, so only one with a separator other than a blank, or with weights after two words
  if (all != Alike::named) return no_edge_list;
  if (separator != ' ') return {30, "a table whose first two columns may be names of vertices"};
  if (first.size() == 3 && !is_number(first[0]) && !is_number(first[1]))
    return {30, "two words and a number in every line, which may be arcs with weights"};
  return no_edge_list;
}

}  // namespace

Match EdgeList::sniff(std::string_view head) noexcept {
  try {
    return judge(head);
  } catch (...) {
    return {};
  }
}

}  // namespace wayfront::edge_list

WAYFRONT_PLUGIN(wayfront::edge_list::EdgeList)
