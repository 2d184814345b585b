#include "writer.hpp"

#include <type_traits>

#include "writing/note_two_arcs.hpp"
#include "writing/refuse_ids.hpp"
#include "writing/text_writer.hpp"

namespace wayfront::matrix_market {

void write(const SaveRequest& request, RunContext& context) {
  writing::refuse_ids("matrix-market", request);
  writing::TextWriter out(*request.output, context);
  visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
    out.text("%%MatrixMarket matrix coordinate ");
    out.text(!request.weighted ? "pattern" : std::is_floating_point_v<W> ? "real" : "integer");
    out.text(" general\n");
    out.number(graph.vertices);
    out.character(' ');
    out.number(graph.vertices);
    out.character(' ');
    out.number(graph.edges);
    out.character('\n');
    for (Vertex u = 0; u < graph.vertices; ++u)
      for (O e = graph.begin(u); e < graph.end(u); ++e) {
        out.number(u + 1);
        out.character(' ');
        out.number(graph.targets[e] + 1);
        if (request.weighted) {
          out.character(' ');
          out.number(graph.weights[e]);
        }
        out.character('\n');
      }
  });
  out.finish();
  writing::note_two_arcs(request, context);
}

}  // namespace wayfront::matrix_market
