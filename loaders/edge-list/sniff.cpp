#include "sniff.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "columns.hpp"
#include "text/fields.hpp"
#include "vertices_comment.hpp"

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

/// The whole lines of the head that are no comments; the last one may be cut off.
std::vector<std::string_view> data_lines(std::string_view head, std::optional<Match>& by_comment) {
  constexpr std::size_t whole_head = 4096;
  std::vector<std::string_view> lines;
  const bool cut = head.size() >= whole_head;
  while (!head.empty()) {
    const std::size_t stop = head.find('\n');
    if (stop == head.npos && cut && !lines.empty()) break;
    std::string_view line = head.substr(0, stop);
    if (stop == head.npos && cut) line = line.substr(0, line.find_last_of(" \t"));  // without the field that is cut
    head.remove_prefix(stop == head.npos ? head.size() : stop + 1);
    if (!is_comment(line))
      lines.push_back(line);
    else if (!by_comment)
      by_comment = judge_comment(line);
  }
  return lines;
}

/// Whether all lines have the columns of the first one: two, or more of which the third is a number.
bool fits(const std::vector<std::string_view>& lines, std::size_t from, bool numbers) {
  const char separator = separator_of(lines[from]);
  const std::size_t columns = Columns(lines[from], separator).size();
  if (columns < 2) return false;
  for (std::size_t i = from; i < lines.size(); ++i) {
    const Columns line(lines[i], separator);
    if (line.size() != columns) return false;
    if (columns == 3 && !is_number(line[2])) return false;
    if (numbers ? !is_whole_number(line[0]) || !is_whole_number(line[1]) : line[0].empty() || line[1].empty())
      return false;
  }
  return true;
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

}  // namespace

Match judge(std::string_view head) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  if (head.find('\0') != head.npos) return {0, "binary data"};
  if (head.starts_with("%%")) return {0, "the banner of another format"};
  std::optional<Match> by_comment;
  const std::vector<std::string_view> lines = data_lines(head, by_comment);
  if (lines.empty()) return by_comment.value_or(no_edge_list);
  if (std::ranges::all_of(lines, has_weighted_neighbours))
    return {70, "a vertex in front of pairs TARGET,WEIGHT in every line"};
  const char separator = separator_of(lines[0]);
  const Columns first(lines[0], separator);
  std::size_t counts = 0;  // lines in front that say how many
  while (counts < 2 && counts < lines.size() && is_whole_number(textfile::trimmed(lines[counts]))) ++counts;
  if (counts == lines.size()) return no_edge_list;
  if (counts != 0)
    return fits(lines, counts, true) ? Match{60, "counts, then lines of two or three numbers"} : no_edge_list;
  if (fits(lines, 0, true)) return by_comment.value_or(Match{50, "lines of two or more numbers, all alike"});
  if (lines.size() < 2) return no_edge_list;
  const Columns second(lines[1], separator);
  const bool header = names_columns(first, second);
  if (header && fits(lines, 1, true)) return {70, "a line of column names, then numbers"};
  // Above lines of more than three, two numbers are no counts: rather a header of METIS and as many neighbours each.
  if (first.size() == 2 && Columns(lines[1], separator_of(lines[1])).size() == 3 && is_whole_number(first[0]) &&
      is_whole_number(first[1]) && fits(lines, 1, true))
    return could_be_neighbours(first) ? Match{60, "a line of two counts, then lines of three numbers"}
                                      : Match{80, "a line of two counts that fit no METIS file, then lines of three"};
  // Names: any table would do, so only one with a separator that is no blank
  if (separator == ' ' || !fits(lines, header ? 1 : 0, false)) return no_edge_list;
  return {header ? 60 : 30, "a table whose first two columns may be names of vertices"};
}

}  // namespace wayfront::edge_list
