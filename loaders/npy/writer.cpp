#include "writer.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "numpy/npy.hpp"
#include "writing/byte_writer.hpp"
#include "writing/note_two_arcs.hpp"

namespace wayfront::npy {
namespace {

[[noreturn]] void refuse(const SaveRequest& request, const std::string& why) {
  throw Unsupported("npy: " + std::string(request.output->name()) + ": " + why);
}

std::uint64_t id_of(const SaveRequest& request, Vertex v) {
  return request.ids != nullptr ? request.ids[v] : request.first_id + v;
}

template <class View>
void check(const SaveRequest& request, const View& graph, std::uint64_t max_id) {
  if (request.names != nullptr)
    refuse(request,
           "an array of arcs has numbers, not names, as ids; --renumber gives the vertices numbers, or write "
           "an edge list");
  std::vector<bool> named(graph.vertices);
  for (Vertex u = 0; u < graph.vertices; ++u)
    for (auto e = graph.begin(u); e < graph.end(u); ++e) named[u] = named[graph.targets[e]] = true;
  for (Vertex v = 0; v < graph.vertices; ++v) {
    if (!named[v])
      refuse(request, "the vertex " + std::to_string(id_of(request, v)) +
                          " has no arcs, so an array of arcs cannot contain it; --to npz keeps it");
    if (id_of(request, v) > max_id)
      refuse(request, "the type of its entries does not hold the id " + std::to_string(id_of(request, v)) +
                          "; --renumber gives the vertices smaller ones, or write an edge list");
  }
}

template <class T, class View>
void write_rows(const SaveRequest& request, const View& graph, RunContext& context) {
  check(request, graph,
        std::is_floating_point_v<T> ? std::uint64_t{1} << 53 : std::uint64_t{std::numeric_limits<std::int64_t>::max()});
  writing::ByteWriter out(*request.output, context);
  const std::uint64_t shape[] = {graph.edges, request.weighted ? 3U : 2U};
  const std::string type =
      "'<" + std::string(std::is_floating_point_v<T> ? "f" : "i") + std::to_string(sizeof(T)) + '\'';
  for (const char c : numpy::write_header(type, shape)) out.number(c);
  for (Vertex u = 0; u < graph.vertices; ++u)
    for (auto e = graph.begin(u); e < graph.end(u); ++e) {
      out.number(static_cast<T>(id_of(request, u)));
      out.number(static_cast<T>(id_of(request, graph.targets[e])));
      if (request.weighted) out.number(static_cast<T>(graph.weights[e]));
    }
  out.finish();
}

}  // namespace

void write(const SaveRequest& request, RunContext& context) {
  visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
    if (std::is_floating_point_v<W> && request.weighted)
      write_rows<double>(request, graph, context);
    else
      write_rows<std::int64_t>(request, graph, context);
  });
  writing::note_two_arcs(request, context);
}

}  // namespace wayfront::npy
