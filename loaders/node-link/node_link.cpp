#include "node_link.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "bytes/whole_file.hpp"
#include "text/fields.hpp"

namespace wayfront::node_link {
namespace {

using Json = nlohmann::json;

/// The members of the document: two lists, and whether edges have a direction.
struct Document {
  const Json* nodes = nullptr;
  const Json* links = nullptr;
  bool directed = false;
};

const Json* member(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

Document document_of(const Json& json, const attributed::Places& places) {
  if (!json.is_object()) places.fail(0, "its JSON is not an object with nodes and links");
  Document document{member(json, "nodes"), member(json, "links"), false};
  const Json* const edges = member(json, "edges");
  if (document.links != nullptr && edges != nullptr) places.fail(0, "it has both links and edges; remove one of them");
  if (document.links == nullptr) document.links = edges;
  if (document.nodes == nullptr || document.links == nullptr || !document.nodes->is_array() ||
      !document.links->is_array())
    places.fail(
        0,
        "it has no lists nodes and links, as networkx.node_link_data makes them; write the graph in this form, or "
        "its edges as CSV with a header line source,target,weight");
  if (const Json* const directed = member(json, "directed")) {
    if (!directed->is_boolean()) places.fail(0, "directed is neither true nor false");
    document.directed = directed->get<bool>();
  }
  return document;
}

/// "7" of 7 and of "7"; "" of anything else.
std::string id_text(const Json* id) {
  if (id == nullptr) return {};
  if (id->is_string()) return id->get<std::string>();
  return id->is_number_integer() ? id->dump() : std::string();
}

/// A number as text, or a text as it is; "" of anything else.
std::string scalar_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? value.dump() : std::string();
}

std::string end_of(const Json& link, const char* name, std::uint64_t place, const attributed::Places& places) {
  const std::string id = id_text(member(link, name));
  if (id.empty()) places.fail(place, std::string("it has no ") + name + " that is an id: a whole number or a text");
  return id;
}

template <WeightType W>
void read(const Document& document, const attributed::WeightName& weight, attributed::NamedArcs<W>& arcs,
          RunContext& context) {
  attributed::Places of_nodes = arcs.places();
  of_nodes.item = "node";
  std::uint64_t place = 0;
  for (const Json& node : *document.nodes) {
    const std::string id = node.is_object() ? id_text(member(node, "id")) : std::string();
    ++place;
    if (id.empty()) of_nodes.fail(place, "it has no id that is a whole number or a text");
    if (arcs.mention(id, place) + std::uint64_t{1} != place)
      of_nodes.fail(place, "its id '" + textfile::shown(id) + "' is that of another node, too");
    const Vertex vertex = arcs.declare(id, place);
    for (const auto& [name, value] : node.items())
      if (const auto column = arcs.points().column(name)) arcs.place(vertex, *column, scalar_text(value), place);
  }
  std::set<std::string, std::less<>> others;
  place = 0;
  for (const Json& link : *document.links) {
    if (++place % 4096 == 0) context.throw_if_cancelled();
    if (!link.is_object()) arcs.places().fail(place, "it is not an object with source and target");
    const Vertex source = arcs.mention(end_of(link, "source", place, arcs.places()), place);
    const Vertex target = arcs.mention(end_of(link, "target", place, arcs.places()), place);
    const Json* const value = member(link, weight.name);
    if (value != nullptr && !value->is_number())
      arcs.places().fail(place, "its '" + textfile::shown(weight.name) + "' is " +
                                    textfile::shown(value->dump(-1, ' ', true, Json::error_handler_t::replace)) +
                                    ", not a number");
    if (value == nullptr && others.size() < 20)
      for (const auto& [name, other] : link.items())
        if (other.is_number() && name != "source" && name != "target" && name != "key") others.insert(name);
    arcs.add(source, target, value == nullptr ? std::string() : value->dump(), document.directed, place);
  }
  const std::vector<std::string> names(others.begin(), others.end());
  arcs.finish(document.directed, weight, names);
}

}  // namespace

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
  const std::string content = bytes::whole_file(*request.input, context);
  Json json;
  try {
    json = Json::parse(content);
  } catch (const Json::parse_error& error) {
    const auto line =
        1 + std::count(content.begin(),
                       content.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, content.size())), '\n');
    throw BadInput("node-link: " + places.file + ':' + std::to_string(line) + ": byte " + std::to_string(error.byte) +
                   " is not valid JSON; " +
                   (error.byte >= content.size() ? "is it truncated?"
                                                 : "NaN, Infinity and text that is not UTF-8 are not either"));
  } catch (const Json::out_of_range&) {
    throw BadInput("node-link: " + places.file + ": a number is beyond the range of doubles");
  }
  const Document document = document_of(json, places);
  with_weight_type(request.weights, [&]<WeightType W>() {
    attributed::NamedArcs<W> arcs(places, request, sink, context, {options_.coordinates, options_.degrees});
    read<W>(document, attributed::weight_named(options_.weight), arcs, context);
  });
}

}  // namespace wayfront::node_link
