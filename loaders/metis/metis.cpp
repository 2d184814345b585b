// METIS .graph files: comments that start with %, a header "N M [FMT [NCON]]", then a line for each vertex that lists
// its neighbours. Ids start at 1. Each edge is listed at both of its ends, and M counts it once.
//
// FMT has three digits, leading zeros left out: 1.. a size before each vertex's list, .1. NCON weights of the vertex
// before its list, ..1 a weight behind each neighbour. Sizes and vertex weights are read and dropped. "100" means
// something else in the files of the 10th DIMACS challenge: loops and parallel edges may be there, a loop is listed
// once, and M counts the entries. The number of entries shows which of the two applies.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "header.hpp"
#include "reader.hpp"
#include "text/fields.hpp"
#include "text/numbers.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::metis {
namespace {

/// The numbers of a line, -1 for anything else.
int count_fields(std::string_view line, std::uint64_t max) {
  int count = 0;
  for (std::string_view field = textfile::next_field(line); !field.empty(); field = textfile::next_field(line)) {
    std::uint64_t value = 0;
    if (!textfile::is_whole_number(field, value) || value > max) return -1;
    ++count;
  }
  return count;
}

/// Without exceptions, unlike read_header.
bool looks_like_header(std::string_view line, std::uint64_t& vertices, bool& plain) {
  std::uint64_t edges = 0;
  const std::string_view n = textfile::next_field(line), m = textfile::next_field(line);
  if (n.empty() || m.empty() || !textfile::is_whole_number(n, vertices) || !textfile::is_whole_number(m, edges))
    return false;
  const std::string_view format = textfile::next_field(line);
  plain = format.find('1') == format.npos;
  if (format.size() > 3 || format.find_first_not_of("01") != format.npos) return false;
  const std::string_view constraints = textfile::next_field(line);
  std::uint64_t ignored = 0;
  if (!constraints.empty() && !textfile::is_whole_number(constraints, ignored)) return false;
  return textfile::next_field(line).empty();
}

/// Lists of neighbours that are all as long as the header: METIS or an edge list? In METIS each edge is listed at both
/// of its ends.
enum class Evidence : std::uint8_t {
  none,    // the lists are not valid in METIS
  counts,  // as many lists and entries as the header says, but an edge is listed only at one end
  edges,   // every edge that can be seen is listed at both ends
};

/// The neighbours in a line; nothing if neighbours and weights do not come in pairs.
std::vector<std::uint64_t> neighbours(std::string_view line, std::uint64_t skipped, bool weighted) {
  std::vector<std::uint64_t> result;
  std::uint64_t fields = 0;
  for (std::string_view field = textfile::next_field(line); !field.empty(); field = textfile::next_field(line)) {
    if (fields++ < skipped || (weighted && (fields - skipped) % 2 == 0)) continue;
    std::uint64_t id = 0;
    std::from_chars(field.data(), field.data() + field.size(), id);
    result.push_back(id);
  }
  if (fields < skipped || (weighted && (fields - skipped) % 2 != 0)) result.assign(1, 0);  // 0 is not a neighbour
  return result;
}

Evidence weigh(const Header& header, std::span<const std::string_view> lines, std::uint64_t skipped, bool all) {
  std::vector<std::vector<std::uint64_t>> lists;
  std::uint64_t entries = 0;
  for (const std::string_view line : lines) {
    lists.push_back(neighbours(line, skipped, header.weighted));
    for (const std::uint64_t id : lists.back())
      if (id == 0 || id > header.vertices || id == lists.size()) return Evidence::none;
    entries += lists.back().size();
  }
  if (all && (lists.size() != header.vertices || entries != 2 * header.edges)) return Evidence::none;
  std::uint64_t seen = 0;
  for (std::size_t u = 0; u < lists.size(); ++u)
    for (const std::uint64_t v : lists[u]) {
      if (v > lists.size()) continue;  // after the end of the visible part
      if (std::ranges::find(lists[v - 1], u + 1) == lists[v - 1].end()) return all ? Evidence::counts : Evidence::none;
      ++seen;
    }
  if (seen != 0) return Evidence::edges;
  return all ? Evidence::counts : Evidence::none;
}

/// For lists as long as the header, like the lines of an edge list. Edge lists return 50. `lists` are the complete lines
/// below the header; `all` says whether the file ends after them. Throws BadInput for an impossible header.
Match judge_alike(std::string_view header_line, const std::vector<std::string_view>& lists, bool all) {
  const Header header = read_header(header_line);
  Evidence found = weigh(header, lists, header.skipped, all);
  // In files of the 10th DIMACS challenge, FMT 100 skips nothing.
  if (header.may_be_dimacs10) found = std::max(found, weigh(header, lists, 0, all));
  switch (found) {
    case Evidence::edges:
      return {70, "a METIS header and lists of neighbours that name each other"};
    case Evidence::counts:
      return {50, "a METIS header and the right number of neighbours, but not all of them mutual"};
    case Evidence::none:
      break;
  }
  return {25, "numbers as in METIS, but with the line length of an edge list"};
}

Match judge(std::string_view head) {
  constexpr std::size_t whole_head = 4096;
  const bool all_here = head.size() < whole_head;
  if (head.find('\0') != head.npos) return {0, "binary data"};
  if (head.starts_with("%%MatrixMarket")) return {0, "Matrix Market"};
  if (!all_here) head = head.substr(0, head.rfind('\n') + 1);  // without the line that is cut
  std::string_view line;
  while (!head.empty() && (line.starts_with('%') || textfile::trimmed(line).empty())) line = textfile::next_line(head);
  std::uint64_t vertices = 0;
  bool plain = true;
  if (!looks_like_header(line, vertices, plain)) return {0, "no header line N M [FMT [NCON]]"};
  const std::string_view header = line;
  const int header_fields = count_fields(line, ~std::uint64_t{0});
  std::vector<std::string_view> lists;
  bool even = true;  // every line has as many fields as the header: an edge list, rather
  while (!head.empty()) {
    line = textfile::next_line(head);
    if (line.starts_with('%')) continue;
    if (textfile::trimmed(line).empty() && lists.size() >= vertices) continue;
    const int fields = count_fields(line, plain ? vertices : ~std::uint64_t{0});
    if (fields < 0 || lists.size() == vertices) return {0, "its lines are not lists of neighbours"};
    even &= fields == header_fields;
    lists.push_back(line);
  }
  if (all_here && lists.size() != vertices) return {0, "not as many lines as the first one says"};
  if (lists.empty()) return {vertices == 0 ? 30 : 20, "a header line as of METIS"};
  return even ? judge_alike(header, lists, all_here) : Match{70, "a METIS header and lists of neighbours"};
}

struct Options {
  Entries entries = Entries::both;
};

class Metis {
 public:
  static constexpr PluginAbout about{
      .name = "metis",
      .version = "1.0.0",
      .summary = "Reads METIS .graph files, with and without edge weights, and those of the 10th DIMACS challenge.",
      .reference = "Karypis, METIS 5.1 manual, 4.1.1; 10th DIMACS Implementation Challenge, graph format",
      .capabilities = capability::any_weights};

  using Options = metis::Options;
  static constexpr OptionRow rows[] = {
      choice<&Options::entries>(
          "entries", Entries::both,
          {{"both", Entries::both}, {"directed", Entries::directed}, {"upper", Entries::upper}},
          "Meaning of the lists: \"both\": every edge must be listed at both of its ends; \"directed\": each entry is "
          "an arc; \"upper\": each neighbour that is not below the vertex is an edge, the rest is dropped."),
  };

  explicit Metis(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept {
    try {
      return judge(head);
    } catch (...) {
      return {};
    }
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights,
                     [&]<WeightType W>() { Reader<W>(options_.entries, request, sink, context).read(); });
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront::metis

WAYFRONT_PLUGIN(wayfront::metis::Metis)
