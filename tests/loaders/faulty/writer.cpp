// A loader that reads what it writes, but forgets the last of several arcs when it writes.
#include <string_view>
#include <vector>

#include "text/fields.hpp"
#include "text/lines.hpp"
#include "text/numbers.hpp"
#include "wayfront/plugin.hpp"
#include "writing/text_writer.hpp"

namespace {

using namespace wayfront;

class Writer {
 public:
  static constexpr PluginAbout about{.name = "writer",
                                     .version = "1.0.0",
                                     .summary = "Reads and writes lines of three numbers.",
                                     .capabilities = capability::any_weights | capability::writes};
  static constexpr const char* suffixes = ".writer";

  static Match sniff(std::string_view head) noexcept {
    return head.starts_with("writer ") ? Match{100, "the word 'writer'"} : Match{};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights, [&]<WeightType W>() { read<W>(request, sink, context); });
  }

  void save(const SaveRequest& request, RunContext& context) {
    writing::TextWriter out(*request.output, context);
    visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
      out.put("writer ", graph.vertices, '\n');
      const O last = graph.edges > 1 ? graph.edges - 1 : graph.edges;
      for (Vertex u = 0; u < graph.vertices; ++u)
        for (O arc = graph.begin(u); arc < graph.end(u) && arc < last; ++arc)
          out.put(u, ' ', graph.targets[arc], ' ', graph.weights[arc], '\n');
    });
    out.finish();
  }

 private:
  template <WeightType W>
  static void read(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    textfile::Lines lines("writer", *request.input, context);
    std::vector<Arc<W>> arcs;
    Vertex vertices = 0;
    for (std::string_view line; lines.next(line);)
      lines.placed([&] {
        const std::string_view first = textfile::next_field(line), second = textfile::next_field(line);
        if (lines.line() == 1) {
          vertices = textfile::check_vertices(textfile::read_count(second, "vertices", "line 1"));
          return;
        }
        arcs.push_back({textfile::read_vertex(first, 0, vertices, "from"),
                        textfile::read_vertex(second, 0, vertices, "to"),
                        textfile::read_weight<W>(textfile::next_field(line), {})});
      });
    sink.begin({.vertices = vertices, .arcs = arcs.size()});
    sink.append<W>(arcs);
  }
};

}  // namespace

WAYFRONT_PLUGIN(Writer)
