#include "writer.hpp"

#include <string>

#include "writing/note_two_arcs.hpp"
#include "writing/refuse_ids.hpp"
#include "writing/text_writer.hpp"

namespace wayfront::dimacs {

void write(const SaveRequest& request, RunContext& context) {
  writing::refuse_ids("dimacs", request);
  if (!request.weighted)
    throw Unsupported("dimacs: " + std::string(request.output->name()) +
                      ": the format needs weights, and the graph has none; give --missing-weights");
  writing::TextWriter out(*request.output, context);
  visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
    out.text("p sp ");
    out.number(graph.vertices);
    out.character(' ');
    out.number(graph.edges);
    out.character('\n');
    for (Vertex u = 0; u < graph.vertices; ++u)
      for (O e = graph.begin(u); e < graph.end(u); ++e) {
        out.text("a ");
        out.number(u + 1);
        out.character(' ');
        out.number(graph.targets[e] + 1);
        out.character(' ');
        out.number(graph.weights[e]);
        out.character('\n');
      }
  });
  out.finish();
  writing::note_two_arcs(request, context);
}

}  // namespace wayfront::dimacs
