// Weights have the type and the bytes that they have in the graph.
#include "galois.hpp"

#include "../writing/byte_writer.hpp"
#include "../writing/note_two_arcs.hpp"
#include "../writing/refuse_ids.hpp"
#include "header.hpp"

namespace wayfront::galois {

void Galois::save(const SaveRequest& request, RunContext& context) {
  writing::refuse_ids("galois", request);
  writing::ByteWriter out(*request.output, context);
  visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
    const Header header{options_.version, request.weighted ? sizeof(W) : 0, graph.vertices, graph.edges};
    out.number(header);
    for (Vertex u = 0; u < graph.vertices; ++u) out.number(std::uint64_t{graph.end(u)});
    for (O e = 0; e < graph.edges; ++e)
      if (header.version == 1)
        out.number(graph.targets[e]);
      else
        out.number(std::uint64_t{graph.targets[e]});
    if (header.padding() != 0) out.number(std::uint32_t{0});
    if (request.weighted)
      for (O e = 0; e < graph.edges; ++e) out.number(graph.weights[e]);
  });
  out.finish();
  writing::note_two_arcs(request, context);
}

}  // namespace wayfront::galois
