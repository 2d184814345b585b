#include "writer.hpp"

#include "writing/edges.hpp"
#include "writing/text_writer.hpp"
#include "writing/vertex_texts.hpp"

namespace wayfront::pajek {

void write(const SaveRequest& request, RunContext& context) {
  writing::VertexTexts texts("pajek", request);
  texts.require([](char c) { return c == '"' || c == '\n' || c == '\r'; }, "a quote or a line end");
  writing::TextWriter out(*request.output, context);
  const Vertex vertices = request.graph->info().vertices;
  out.text("*Vertices ");
  out.number(vertices);
  out.character('\n');
  for (Vertex v = 0; v < vertices; ++v) {
    out.number(std::uint64_t{v} + 1);
    out.text(" \"");
    out.text(texts.text(v));
    out.text("\"\n");
  }
  out.text(request.directed ? "*Arcs\n" : "*Edges\n");
  writing::each_edge(request, [&](Vertex source, Vertex target, auto weight) {
    out.number(std::uint64_t{source} + 1);
    out.character(' ');
    out.number(std::uint64_t{target} + 1);
    if (request.weighted) {
      out.character(' ');
      out.number(weight);
    }
    out.character('\n');
  });
  out.finish();
}

}  // namespace wayfront::pajek
