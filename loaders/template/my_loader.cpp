// my-loader reads and writes a text format: a line "my-loader VERTICES ARCS", then a line "FROM TO WEIGHT" for each arc,
// with ids from 0. Blank lines are skipped; anything else is an error with its line number.

#include <cstdint>
#include <string>
#include <string_view>

#include "text/arcs.hpp"
#include "text/fields.hpp"
#include "text/lines.hpp"
#include "text/numbers.hpp"
#include "wayfront/plugin.hpp"
#include "writing/limits.hpp"
#include "writing/text_writer.hpp"

using namespace wayfront;

class MyLoader {
 public:
  static constexpr PluginAbout about{
      .name = "my-loader",
      .version = "0.1.0",
      .summary = "Reads and writes a text format of arcs: the smallest loader, to be changed.",
      .reference = "",
      .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".my-loader";

  static Match sniff(std::string_view head) noexcept {
    std::string_view line = head.substr(0, head.find('\n'));
    if (textfile::next_field(line) == about.name) return {100, "its first word is my-loader"};
    return {0, "its first word is not my-loader"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights, [&]<WeightType W>() { read<W>(request, sink, context); });
  }

  void save(const SaveRequest& request, RunContext& context) {
    writing::refuse_ids(about.name, request);
    if (!request.weighted) throw Unsupported("my-loader: the format needs weights, and the graph has none");
    writing::TextWriter out(*request.output, context);
    visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
      out.put("my-loader ", graph.vertices, ' ', graph.edges, '\n');
      for (Vertex u = 0; u < graph.vertices; ++u)
        for (O arc = graph.begin(u); arc < graph.end(u); ++arc)
          out.put(u, ' ', graph.targets[arc], ' ', graph.weights[arc], '\n');
    });
    out.finish();
    writing::note_two_arcs(request, context);
  }

 private:
  template <WeightType W>
  void read(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    textfile::Lines lines("my-loader", *request.input, context);
    std::string_view line;
    if (!lines.next(line)) lines.fail_in_file("is empty");
    const GraphHeader header = lines.placed([&] { return read_header(line, request.input->size()); });
    sink.begin(header);
    const std::string too_many = "an arc too many: the first line says " + std::to_string(header.arcs) + " arcs";
    const textfile::LineForm form{.vertices = header.vertices};  // lines of this form need no code of ours
    const std::uint64_t given = textfile::read_arcs<W>(lines, sink, header.arcs, too_many, [&](auto& part) {
      part.template read_lines<textfile::Fields::source_target_weight>(
          form, std::string_view("0 0 0\n").size(), [&](std::string_view other) {
            if (const std::string_view from = textfile::next_field(other); !from.empty())
              part.add(read_arc<W>(from, other, header.vertices, request.exact));
          });
    });
    if (given != header.arcs)
      lines.fail_in_file("the first line says " + std::to_string(header.arcs) + " arcs, but there are " +
                         std::to_string(given) + "; it is truncated, or its first line is wrong");
  }

  /// `size` of the file, 0 if it is not known: a header that promises more than fits is refused.
  static GraphHeader read_header(std::string_view line, std::uint64_t size) {
    if (textfile::next_field(line) != about.name) throw BadInput("the first word must be my-loader");
    const Vertex vertices =
        textfile::check_vertices(textfile::read_count(textfile::next_field(line), "vertices", "the first line"));
    const std::uint64_t arcs = textfile::read_count(textfile::next_field(line), "arcs", "the first line");
    textfile::check_end(line, "first line");
    textfile::check_count(arcs, "arcs", std::string_view("0 0 0\n").size(), size);
    return {.vertices = vertices, .arcs = arcs, .directed = true, .weighted = true, .first_id = 0};
  }

  template <WeightType W>
  static Arc<W> read_arc(std::string_view from, std::string_view rest, Vertex vertices, bool exact) {
    const Vertex source = textfile::read_vertex(from, 0, vertices, "from");
    const Vertex target = textfile::read_vertex(textfile::next_field(rest), 0, vertices, "to");
    const std::string_view weight = textfile::next_field(rest);
    if (weight.empty()) throw BadInput("the arc has no weight; the line must be: FROM TO WEIGHT");
    const Arc<W> arc{source, target, textfile::read_weight<W>(weight, {.exact = exact})};
    textfile::check_end(rest, "arc");
    return arc;
  }
};

WAYFRONT_PLUGIN(MyLoader)
