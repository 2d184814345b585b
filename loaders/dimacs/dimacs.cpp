// Two text formats of one shape, both called .gr: DIMACS 9 ("p sp N M", then "a U V W": arcs with signed weights) and
// PACE ("p tw N M", then "U V": undirected edges without weights). Ids start at 1; lines that start with c are
// comments.
//
// Parallel arcs and loops are kept. Blank lines, several blanks, CRLF line ends and a last line without an end are
// accepted; any other deviation from the formats is an error with its line number.
#include <cstdint>
#include <string>
#include <string_view>

#include "text/arcs.hpp"
#include "text/fields.hpp"
#include "text/numbers.hpp"
#include "wayfront/plugin.hpp"
#include "writing/limits.hpp"
#include "writing/text_writer.hpp"

namespace wayfront::dimacs {
namespace {

using textfile::ArcPart;
using textfile::next_field;
using textfile::shown;

bool is_number(std::string_view field) { return field.find_first_not_of("0123456789") == field.npos; }

constexpr std::size_t shortest_arc = std::string_view("a 1 1 0\n").size();
constexpr std::size_t shortest_edge = std::string_view("1 1\n").size();

template <WeightType W>
class Reader {
 public:
  Reader(const LoadRequest& request, GraphSink& sink, RunContext& context)
      : exact_(request.exact), sink_(sink), lines_("dimacs", *request.input, context) {}

  /// Throws BadInput with "dimacs: FILE:LINE: " in front.
  void read() {
    bool begun = false;
    for (std::string_view line; !begun && lines_.next(line);) begun = lines_.placed([&] { return read_head(line); });
    if (!begun)
      lines_.fail_in_file("no header line \"p sp VERTICES ARCS\"; it is not a DIMACS file, or it is truncated");

    const std::string in_header =
        "the header (line " + std::to_string(header_line_) + ") says " + std::to_string(header_.arcs) + " arcs";
    const std::string too_many = "arc " + std::to_string(header_.arcs + 1) + ", but " + in_header;
    const textfile::LineForm form{.vertices = header_.vertices, .first_id = 1};
    const std::uint64_t given = textfile::read_arcs<W>(lines_, sink_, header_.arcs, too_many, [&](ArcPart<W>& part) {
      if (format_ == Format::arcs)
        part.template read_lines<textfile::Fields::a_source_target_weight>(
            form, shortest_arc, [&](std::string_view line) { read_arc(line, part); });
      else
        part.template read_lines<textfile::Fields::source_target>(
            form, shortest_edge, [&](std::string_view line) { read_edge(line, part); });
    });
    if (given != header_.arcs)
      lines_.fail_in_file(in_header + ", but the file has " + std::to_string(given) +
                          "; it is truncated, or the header is wrong");
  }

 private:
  enum class Format : std::uint8_t { arcs, edges };  // "p sp", "p tw"

  /// False if the line is a comment.
  bool read_head(std::string_view line) {
    const std::string_view first = next_field(line);
    if (first.empty() || first[0] == 'c') return false;
    if (first == "p") {
      read_header(line);
      return true;
    }
    if (first == "a" || is_number(first)) throw BadInput("an arc before the header line \"p sp VERTICES ARCS\"");
    throw BadInput("a line that starts with '" + shown(first) + "'; DIMACS lines start with c, p or a");
  }

  void read_header(std::string_view fields) {
    const std::string_view problem = next_field(fields);
    if (problem != "sp" && problem != "tw")
      throw BadInput("a header of problem '" + shown(problem) +
                     "'; supported are \"p sp VERTICES ARCS\" and \"p tw VERTICES EDGES\"");
    const std::uint64_t vertices = textfile::read_count(next_field(fields), "vertices", "the p line");
    const std::uint64_t arcs = textfile::read_count(next_field(fields), "arcs", "the p line");
    textfile::check_end(fields, "header");
    const bool weighted = problem == "sp";
    format_ = weighted ? Format::arcs : Format::edges;
    header_ = {.vertices = textfile::check_vertices(vertices),
               .arcs = arcs,
               .directed = weighted,
               .weighted = weighted,
               .first_id = 1};
    textfile::check_count(arcs, "arcs", weighted ? shortest_arc : shortest_edge, lines_.input().size());
    header_line_ = lines_.line();
    sink_.begin(header_);
  }

  void read_arc(std::string_view line, ArcPart<W>& part) const {
    const std::string_view first = next_field(line);
    if (first.empty() || first[0] == 'c') return;
    if (first == "p") throw BadInput("a second header line; the first is line " + std::to_string(header_line_));
    if (first != "a")
      throw BadInput("a line that starts with '" + shown(first) + "'; after \"p sp\", lines start with a or c");
    const Vertex source = textfile::read_vertex(next_field(line), 1, header_.vertices, "from");
    const Vertex target = textfile::read_vertex(next_field(line), 1, header_.vertices, "to");
    const std::string_view weight = next_field(line);
    if (weight.empty()) throw BadInput("the arc has no weight; the line must be: a FROM TO WEIGHT");
    const Arc<W> arc{source, target, textfile::read_weight<W>(weight, {.exact = exact_})};
    textfile::check_end(line, "arc");
    part.add(arc);
  }

  void read_edge(std::string_view line, ArcPart<W>& part) const {
    const std::string_view first = next_field(line);
    if (first.empty() || first[0] == 'c') return;
    if (first == "p") throw BadInput("a second header line; the first is line " + std::to_string(header_line_));
    const bool negative = first.size() > 1 && first[0] == '-' && is_number(first.substr(1));
    if (!is_number(first) && !negative)
      throw BadInput("a line that starts with '" + shown(first) +
                     "'; after \"p tw\", lines are two ids, or start with c");
    const Vertex source = textfile::read_vertex(first, 1, header_.vertices, "from");
    const Vertex target = textfile::read_vertex(next_field(line), 1, header_.vertices, "to");
    textfile::check_end(line, "arc");
    part.add({source, target, W{}});
  }

  bool exact_;
  GraphSink& sink_;
  textfile::Lines lines_;
  Format format_ = Format::arcs;
  GraphHeader header_;
  std::uint64_t header_line_ = 0;
};

/// Three or more fields that look like numbers follow the a.
bool looks_like_arc(std::string_view line) {
  if (next_field(line) != "a") return false;
  for (int i = 0; i < 3; ++i) {
    const std::string_view field = next_field(line);
    if (field.empty() || field.find_first_not_of("+-.0123456789eE") != field.npos) return false;
  }
  return true;
}

Match judge_header(std::string_view line) {
  next_field(line);
  const std::string_view problem = next_field(line);
  if (problem == "sp") return {100, "header line 'p sp': DIMACS 9 shortest paths"};
  if (problem == "tw") return {100, "header line 'p tw': PACE, undirected, no weights"};
  return {30, "a DIMACS header line, but for another problem than 'sp' or 'tw'"};
}

class Dimacs {
 public:
  static constexpr PluginAbout about{
      .name = "dimacs",
      .version = "1.0.0",
      .summary = "Reads and writes DIMACS 9 files (.gr text, signed weights); reads PACE .gr files (no weights).",
      .reference = "9th DIMACS Implementation Challenge, file formats; PACE 2016, Track A",
      .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".gr";

  static Match sniff(std::string_view head) noexcept {
    bool comments = false;
    while (!head.empty()) {
      const std::string_view line = textfile::next_line(head);
      std::string_view rest = line;
      const std::string_view first = next_field(rest);
      if (first.empty()) continue;
      if (line.find('\0') != line.npos) return {0, "binary data"};
      if (first == "p") return judge_header(line);
      if (first == "a" && looks_like_arc(line)) return {30, "an arc line 'a U V W', but no header before it"};
      // "c" alone is a comment, and so is "c------"; a word such as "count" is not
      const bool comment =
          first == "c" || (first[0] == 'c' && first.size() > 1 && !(first[1] >= 'a' && first[1] <= 'z'));
      if (!comment) return {0, "neither a comment, a header nor an arc"};
      comments = true;
    }
    return comments ? Match{40, "so far only comment lines as in DIMACS"} : Match{0, "only blank lines"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(request, sink, context).read(); });
  }

  void save(const SaveRequest& request, RunContext& context) {
    writing::refuse_ids("dimacs", request);
    if (!request.weighted)
      throw Unsupported("dimacs: " + std::string(request.output->name()) +
                        ": the format needs weights, and the graph has none; give --missing-weights");
    writing::TextWriter out(*request.output, context);
    visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
      out.put("p sp ", graph.vertices, ' ', graph.edges, '\n');
      for (Vertex u = 0; u < graph.vertices; ++u)
        for (O e = graph.begin(u); e < graph.end(u); ++e)
          out.put("a ", u + 1, ' ', graph.targets[e] + 1, ' ', graph.weights[e], '\n');
    });
    out.finish();
    writing::note_two_arcs(request, context);
  }
};

}  // namespace
}  // namespace wayfront::dimacs

WAYFRONT_PLUGIN(wayfront::dimacs::Dimacs)
