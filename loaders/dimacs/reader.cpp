#include "reader.hpp"

#include <cstring>
#include <string>

#include "text/fields.hpp"
#include "text/numbers.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::dimacs {
namespace {

using textfile::ArcPart;
using textfile::next_field;
using textfile::shown;

bool is_number(std::string_view field) { return field.find_first_not_of("0123456789") == field.npos; }

constexpr std::size_t shortest_arc = std::string_view("a 1 1 0\n").size();
constexpr std::size_t shortest_edge = std::string_view("1 1\n").size();

}  // namespace

template <WeightType W>
void Reader<W>::read() {
  bool begun = false;
  for (std::string_view line; !begun && lines_.next(line);) begun = lines_.placed([&] { return read_head(line); });
  if (!begun) lines_.fail_in_file("no header line \"p sp VERTICES ARCS\"; it is not a DIMACS file, or it is truncated");

  const std::string in_header =
      "the header (line " + std::to_string(header_line_) + ") says " + std::to_string(header_.arcs) + " arcs";
  const std::string too_many = "arc " + std::to_string(header_.arcs + 1) + ", but " + in_header;
  const textfile::LineForm form{.vertices = header_.vertices, .first_id = 1};
  const std::uint64_t given = textfile::read_arcs<W>(lines_, sink_, header_.arcs, too_many, [&](ArcPart<W>& part) {
    if (format_ == Format::arcs)
      part.template read_lines<textfile::Fields::a_source_target_weight>(
          form, shortest_arc, [&](std::string_view line) { read_arc(line, part); });
    else
      part.template read_lines<textfile::Fields::source_target>(form, shortest_edge,
                                                                [&](std::string_view line) { read_edge(line, part); });
  });
  if (given != header_.arcs)
    lines_.fail_in_file(in_header + ", but the file has " + std::to_string(given) +
                        "; it is truncated, or the header is wrong");
}

template <WeightType W>
bool Reader<W>::read_head(std::string_view line) {
  const std::string_view first = next_field(line);
  if (first.empty() || first[0] == 'c') return false;
  if (first == "p") {
    read_header(line);
    return true;
  }
  if (first == "a" || is_number(first)) throw BadInput("an arc before the header line \"p sp VERTICES ARCS\"");
  throw BadInput("a line that starts with '" + shown(first) + "'; DIMACS lines start with c, p or a");
}

template <WeightType W>
void Reader<W>::read_arc(std::string_view line, ArcPart<W>& part) const {
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

template <WeightType W>
void Reader<W>::read_edge(std::string_view line, ArcPart<W>& part) const {
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

template <WeightType W>
void Reader<W>::read_header(std::string_view fields) {
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

template class Reader<std::int32_t>;
template class Reader<float>;
template class Reader<std::int64_t>;
template class Reader<double>;

}  // namespace wayfront::dimacs
