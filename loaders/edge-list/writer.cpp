// A line for each arc, with the ids of the graph's own file. Commas separate the fields of a .csv file, which gets a header line, and of
// names; tabs those of a .tsv file; else blanks. If the arcs alone would be read as another graph (vertices without arcs, a first arc that
// looks like counts), a comment before them lists the vertices; where that does not help, the graph is refused.
#include "edge_list.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "columns.hpp"
#include "vertices_comment.hpp"
#include "wayfront/loader.hpp"
#include "writing/limits.hpp"
#include "writing/text_writer.hpp"

namespace wayfront::edge_list {
namespace {

/// ".csv" of "x.csv.gz".
std::string_view ending_of(std::string_view name) {
  name = without_compression(name);
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? std::string_view() : name.substr(dot);
}

bool has_any(std::string_view text, std::string_view characters) { return text.find_first_of(characters) != text.npos; }

class Writer {
 public:
  Writer(const SaveRequest& request, RunContext& context)
      : request_(request),
        context_(context),
        vertices_(request.graph->info().vertices),
        edges_(request.graph->info().edges),
        ending_(ending_of(request.output->name())),
        separator_(ending_ == ".csv" || request.names != nullptr ? ',' : ' '),
        out_(*request.output, context) {
    if (ending_ == ".tsv") separator_ = '\t';
  }

  void write() {
    check();
    visit(request_.graph->csr(), [&](const auto& graph) {
      if (needs_comment(graph)) write_comment();
      if (edges_ != 0 && request_.names != nullptr && is_number(request_.names[first_source(graph)]) &&
          is_number(request_.names[graph.targets[0]]))
        out_.text(std::string(names_comment) + "\n");
      if (edges_ != 0 && (ending_ == ".csv" || request_.names != nullptr)) write_header();
      write_arcs(graph);
    });
    out_.finish();
    writing::note_two_arcs(request_, context_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Unsupported("edge-list: " + std::string(request_.output->name()) + ": " + why);
  }

  void check() const {
    if (request_.weighted && ending_ == ".el")
      refuse("an .el file has no weights, but the graph has; use the suffix .wel");
    if (!request_.weighted && ending_ == ".wel")
      refuse("a .wel file has weights, but the graph has none; use the suffix .el, or give --missing-weights");
    if (request_.names == nullptr) return;
    for (Vertex v = 0; v < vertices_; ++v)
      if (has_any(request_.names[v], std::string_view("\"\n\r\0", 4)))
        refuse("the name of a vertex has a quote, a line end or a byte 0 in it: " + std::string(request_.names[v]) +
               "; --renumber gives the vertices numbers");
  }

  template <class W, class O>
  bool needs_comment(const CsrView<W, O>& graph) const {
    std::vector<bool> named(vertices_);
    for (Vertex u = 0; u < vertices_; ++u)
      for (O e = graph.begin(u); e < graph.end(u); ++e) named[u] = named[graph.targets[e]] = true;
    const auto missing = std::ranges::find(named, false);
    if (missing == named.end() && edges_ != 0) return looks_like_counts(graph);
    if (missing != named.end() && (request_.ids != nullptr || request_.names != nullptr)) {
      const auto v = static_cast<std::size_t>(missing - named.begin());
      refuse("the vertex " +
             (request_.names != nullptr ? std::string(request_.names[v]) : std::to_string(request_.ids[v])) +
             " has no arcs, so a list of arcs cannot contain it; --renumber gives the vertices numbers without gaps");
    }
    return true;
  }

  template <class W, class O>
  Vertex first_source(const CsrView<W, O>& graph) const {
    return static_cast<Vertex>(std::upper_bound(graph.offsets, graph.offsets + vertices_, O{0}) - graph.offsets - 1);
  }

  /// Whether the first arc could also be read as the counts of a file with one arc less: "VERTICES ARCS", or "N N
  /// ENTRIES".
  template <class W, class O>
  bool looks_like_counts(const CsrView<W, O>& graph) const {
    if (request_.ids != nullptr || request_.names != nullptr || ending_ == ".csv" || edges_ < 2) return false;
    const Vertex first = first_source(graph), v = graph.targets[0];
    const auto arcs = static_cast<double>(edges_ - 1);
    if (request_.weighted) return v == first && static_cast<double>(graph.weights[0]) == arcs;
    return request_.first_id + v == edges_ - 1;
  }

  void write_comment() {
    const std::uint64_t max = no_vertex - 1;
    if (request_.first_id > max || vertices_ > max - request_.first_id)
      refuse("ids from " + std::to_string(request_.first_id) + " on, and vertices without arcs, which a list of arcs " +
             "has no place for; --renumber numbers the vertices from 0");
    out_.text(vertices_comment(vertices_, request_.first_id));
  }

  void write_header() {
    out_.put("source", separator_, "target");
    if (request_.weighted) out_.put(separator_, "weight");
    out_.character('\n');
  }

  void write_vertex(Vertex v) {
    if (request_.names != nullptr)
      write_name(request_.names[v]);
    else if (request_.ids != nullptr)
      out_.number(request_.ids[v]);
    else
      out_.number(request_.first_id + v);
  }

  void write_name(std::string_view name) {
    const bool quoted = has_any(name, " \t\v\f,;#%") || name == "source";  // no second header line
    if (quoted) out_.character('"');
    out_.text(name);
    if (quoted) out_.character('"');
  }

  template <class W, class O>
  void write_arcs(const CsrView<W, O>& graph) {
    for (Vertex u = 0; u < vertices_; ++u)
      for (O e = graph.begin(u); e < graph.end(u); ++e) {
        write_vertex(u);
        out_.character(separator_);
        write_vertex(graph.targets[e]);
        if (request_.weighted) out_.put(separator_, graph.weights[e]);
        out_.character('\n');
      }
  }

  const SaveRequest& request_;
  RunContext& context_;
  Vertex vertices_;
  std::uint64_t edges_;
  std::string_view ending_;
  char separator_;
  writing::TextWriter out_;
};

}  // namespace

void EdgeList::save(const SaveRequest& request, RunContext& context) { Writer(request, context).write(); }

}  // namespace wayfront::edge_list
