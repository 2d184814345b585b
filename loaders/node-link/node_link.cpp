// Node-link JSON, as NetworkX and D3 have it: {"directed": true, "nodes": [{"id": 0}], "links": [{"source": 0, "target": 0,
// "weight": 5}]}. The list of links may be called edges.
#include <cstdint>
#include <string>
#include <string_view>

#include "attributed/named_arcs.hpp"
#include "bytes/whole_file.hpp"
#include "document.hpp"
#include "wayfront/plugin.hpp"
#include "writing/edges.hpp"
#include "writing/text_writer.hpp"
#include "writing/vertex_texts.hpp"

namespace wayfront::node_link {
namespace {

class Writer {
 public:
  Writer(const SaveRequest& request, RunContext& context)
      : request_(request), texts_("node-link", request), out_(*request.output, context) {}

  void write(std::string_view list) {
    texts_.require([](char) { return false; }, "");
    const auto word = [](bool is) { return is ? "true" : "false"; };
    out_.put("{\"directed\": ", word(request_.directed),
             ", \"multigraph\": ", word(writing::has_parallel_arcs(*request_.graph)), ", \"graph\": {},\n\"nodes\": [");
    for (Vertex v = 0; v < request_.graph->info().vertices; ++v) write_node(v);
    out_.put("],\n\"", list, "\": [");
    bool first = true;
    writing::each_edge(request_, [&](Vertex source, Vertex target, auto weight) {
      out_.text(first ? "\n{\"source\": " : ",\n{\"source\": ");
      first = false;
      write_id(source);
      out_.text(", \"target\": ");
      write_id(target);
      if (request_.weighted) out_.put(", \"weight\": ", weight);
      out_.character('}');
    });
    out_.text("]}\n");
    out_.finish();
  }

 private:
  void write_node(Vertex v) {
    out_.text(v == 0 ? "\n{\"id\": " : ",\n{\"id\": ");
    write_id(v);
    if (const Point* const place = texts_.place(v)) {
      out_.put(", \"", texts_.x_name(), "\": ", place->x);
      out_.put(", \"", texts_.y_name(), "\": ", place->y);
    }
    out_.character('}');
  }

  void write_id(Vertex v) {
    if (!texts_.are_names()) return out_.number(texts_.number(v));
    constexpr std::string_view digits = "0123456789abcdef";
    out_.character('"');
    for (const char c : texts_.text(v)) {
      const auto code = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out_.put('\\', c);
      } else if (code < ' ') {
        out_.put("\\u00", digits[code >> 4], digits[code & 15]);
      } else {
        out_.character(c);
      }
    }
    out_.character('"');
  }

  const SaveRequest& request_;
  writing::VertexTexts texts_;
  writing::TextWriter out_;
};

/// What the list of edges is called.
enum class List : std::uint8_t { edges, links };

struct Options {
  std::string weight;
  std::string coordinates;
  bool degrees = false;
  List list = List::edges;
};

class NodeLink {
 public:
  static constexpr PluginAbout about{.name = "node-link",
                                     .version = "1.0.0",
                                     .summary = "Reads and writes node-link JSON, as networkx.node_link_data makes it.",
                                     .reference = "NetworkX, networkx.readwrite.json_graph",
                                     .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".json";

  using Options = node_link::Options;
  static constexpr NamedValue<List> lists[] = {{"edges", List::edges}, {"links", List::links}};
  static constexpr OptionRow rows[] = {attributed::rows<Options>[0], attributed::rows<Options>[1],
                                       attributed::rows<Options>[2],
                                       choice<&Options::list>("list", List::edges, lists,
                                                              "What a written file calls the list of edges; \"links\" "
                                                              "is for D3 and for NetworkX before 3.4.")};

  explicit NodeLink(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept {
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == head.npos || head[first] != '{') return {0, "does not start like a JSON object"};
    const auto has = [&](std::string_view key) { return head.find(key) != head.npos; };
    if (has("\"nodes\"") && !has("\"type\": \"FeatureCollection\"")) return {60, "a JSON object with nodes"};
    if (has("\"directed\"") || has("\"links\"")) return {50, "a JSON object with links"};
    return {0, "JSON without nodes and links"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    const bytes::WholeFile file(*request.input, context);
    std::string content;
    content.reserve(file.text().size() + simdjson::SIMDJSON_PADDING);
    content = file.text();
    with_weight_type(request.weights, [&]<WeightType W>() {
      attributed::NamedArcs<W> arcs({"node-link", std::string(request.input->name()), "link"}, request, sink, context,
                                    options_.weight, {options_.coordinates, options_.degrees});
      Document document(arcs);
      document.read(content, context);
      arcs.finish(document.directed(), document.others());
    });
  }

  void save(const SaveRequest& request, RunContext& context) {
    Writer(request, context).write(options_.list == List::edges ? "edges" : "links");
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront::node_link

WAYFRONT_PLUGIN(wayfront::node_link::NodeLink)
