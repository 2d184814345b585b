// The adjacency graphs of Ligra and PBBS: a word, then numbers with any blanks and line ends between them:
//
//   AdjacencyGraph n m  offsets[n]  targets[m]
//   WeightedAdjacencyGraph n m  offsets[n]  targets[m]  weights[m]
//
// offsets[v] is where the out-edges of v begin. Ids start at 0; edges are directed (a symmetric graph has both).
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/fields.hpp"
#include "text/lines.hpp"
#include "text/numbers.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::ligra {
namespace {

using textfile::shown;

template <WeightType W>
class Reader {
 public:
  Reader(const LoadRequest& request, GraphSink& sink, RunContext& context)
      : exact_(request.exact), sink_(sink), context_(context), lines_("ligra", *request.input, context) {}

  /// Throws BadInput with "ligra: FILE:LINE: " in front.
  void read() {
    const bool weighted = read_word();
    const auto count = [&](std::string_view what) {
      const std::string_view field = next("the header");
      return lines_.placed([&] { return textfile::read_count(field, what, "the header"); });
    };
    const std::uint64_t vertices = count("vertices");
    edges_ = count("edges");
    lines_.placed([&] {
      vertices_ = textfile::check_vertices(vertices);
      const std::uint64_t size = lines_.input().size();
      textfile::check_count(vertices, "vertices", 2, size);
      textfile::check_count(edges_, "edges", weighted ? 4 : 2, size);
    });
    sink_.begin({.vertices = vertices_, .arcs = edges_, .directed = true, .weighted = weighted, .first_id = 0});

    std::vector<std::uint64_t> ends;  // the end of each vertex's edges: the offset of the next vertex
    for (Vertex v = 0; v < vertices_; ++v) {
      const std::uint64_t offset = read_offset(v);
      const std::uint64_t min = ends.empty() ? 0 : ends.back();
      if (v == 0 ? offset != 0 : offset < min || offset > edges_)
        lines_.fail("offset " + std::to_string(offset) + " of vertex " + std::to_string(v) + "; it must be " +
                    (v == 0 ? "0" : std::to_string(min) + " to " + std::to_string(edges_)));
      if (v != 0) ends.push_back(offset);
    }
    if (vertices_ != 0) ends.push_back(edges_);
    if (vertices_ == 0 && edges_ != 0) lines_.fail(std::to_string(edges_) + " edges but no vertices");

    const std::span<Arc<W>> arcs = sink_.arcs<W>(edges_);
    Vertex source = 0;
    for (std::uint64_t e = 0; e < edges_; ++e) {
      while (e == ends[source]) ++source;
      arcs[e] = {source, read_target(source), W{}};
    }
    if (weighted)
      for (std::uint64_t e = 0; e < edges_; ++e) {
        const std::string_view field = next("the weights");
        arcs[e].weight = lines_.placed([&] { return textfile::read_weight<W>(field, {.exact = exact_}); });
      }
    do {
      if (const std::string_view more = textfile::next_field(line_); !more.empty())
        lines_.fail("'" + shown(more) + "' after the last " + (weighted ? "weight" : "edge"));
    } while (lines_.next(line_));
  }

 private:
  /// The next field of the file; `what` is what it belongs to.
  std::string_view next(std::string_view what) {
    for (;;) {
      const std::string_view field = textfile::next_field(line_);
      if (!field.empty()) return field;
      if ((lines_.line() & 0xffff) == 0) context_.throw_if_cancelled();
      if (!lines_.next(line_))
        lines_.fail_in_file("ends in the middle of " + std::string(what) + "; it is truncated, or its header is wrong");
    }
  }

  /// Whether weights come.
  bool read_word() {
    const std::string_view word = next("the header");
    if (word == "WeightedAdjacencyGraph") return true;
    if (word != "AdjacencyGraph")
      lines_.fail("'" + shown(word) + "' instead of AdjacencyGraph or WeightedAdjacencyGraph");
    return false;
  }

  std::uint64_t read_offset(Vertex vertex) {
    const std::string_view field = next("the offsets");
    std::uint64_t offset = 0;
    if (!textfile::is_whole_number(field, offset))
      lines_.fail("'" + shown(field) + "' is not an offset of vertex " + std::to_string(vertex));
    return offset;
  }

  Vertex read_target(Vertex source) {
    const std::string_view field = next("the edges");
    std::uint64_t target = 0;
    if (!textfile::is_whole_number(field, target) || target >= vertices_)
      lines_.fail("edge from vertex " + std::to_string(source) + " to vertex '" + shown(field) +
                  "', but the header says " + std::to_string(vertices_) + " vertices, counted from 0");
    return static_cast<Vertex>(target);
  }

  bool exact_;
  GraphSink& sink_;
  RunContext& context_;
  textfile::Lines lines_;
  std::string_view line_;  // the rest of the last line
  std::uint64_t edges_ = 0;
  Vertex vertices_ = 0;
};

class Ligra {
 public:
  static constexpr PluginAbout about{
      .name = "ligra",
      .version = "1.0.0",
      .summary = "Reads the text adjacency graphs of Ligra and PBBS, with and without weights.",
      .reference = "Problem Based Benchmark Suite, graph file formats; Shun and Blelloch, Ligra, PPoPP 2013",
      .capabilities = capability::any_weights};

  static Match sniff(std::string_view head) noexcept {
    head = head.substr(0, head.find('\n'));
    const std::string_view word = textfile::next_field(head);
    if (word == "AdjacencyGraph") return {100, "the word AdjacencyGraph"};
    if (word == "WeightedAdjacencyGraph") return {100, "the word WeightedAdjacencyGraph"};
    return {0, "does not start with AdjacencyGraph or WeightedAdjacencyGraph"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(request, sink, context).read(); });
  }
};

}  // namespace
}  // namespace wayfront::ligra

WAYFRONT_PLUGIN(wayfront::ligra::Ligra)
