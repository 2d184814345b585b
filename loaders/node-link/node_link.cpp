#include "node_link.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

#include "bytes/whole_file.hpp"
#include "document.hpp"
#include "text/fields.hpp"

namespace wayfront::node_link {

Match NodeLink::sniff(std::string_view head) noexcept {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == head.npos || head[first] != '{') return {0, "does not start like a JSON object"};
  const auto has = [&](std::string_view key) { return head.find(key) != head.npos; };
  if (has("\"nodes\"") && !has("\"type\": \"FeatureCollection\"")) return {60, "a JSON object with nodes"};
  if (has("\"directed\"") || has("\"links\"")) return {50, "a JSON object with links"};
  return {0, "JSON without nodes and links"};
}

void NodeLink::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  const attributed::Places places{"node-link", std::string(request.input->name()), "link"};
  attributed::Places of_nodes = places;
  of_nodes.item = "node";
  const bytes::WholeFile file(*request.input, context);
  std::string content;
  content.reserve(file.text().size() + Document::padding);
  content = file.text();
  with_weight_type(request.weights, [&]<WeightType W>() {
    const attributed::WeightName weight = attributed::weight_named(options_.weight);
    attributed::NamedArcs<W> arcs(places, request, sink, context, {options_.coordinates, options_.degrees});
    const Document* reading = nullptr;
    Document document(
        places, weight.name,
        {[&](std::string_view id, std::uint64_t place) {
           if (arcs.mention(id, place) + std::uint64_t{1} != place)
             of_nodes.fail(place, "its id '" + textfile::shown(id) + "' is that of another node, too");
           return arcs.declare(id, place);
         },
         [&](std::string_view name) { return arcs.points().column(name); },
         [&](Vertex vertex, std::size_t column, std::string_view value, std::uint64_t place) {
           arcs.place(vertex, column, value, place);
         },
         [&](std::string_view source, std::string_view target, std::string_view value, std::uint64_t place) {
           const Vertex from = arcs.mention(source, place);
           arcs.add(from, arcs.mention(target, place), value, reading->directed(), place);
         }});
    reading = &document;
    document.read(content, context);
    arcs.finish(document.directed(), weight, document.others());
  });
}

}  // namespace wayfront::node_link
