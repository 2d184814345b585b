// GraphML: nodes and edges in XML, whose attributes are declared as keys. Reads the graph of a file, not graphs within its
// nodes, hyperedges or ports.
#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>

#include "attributed/named_arcs.hpp"
#include "document.hpp"
#include "wayfront/plugin.hpp"
#include "writing/edges.hpp"
#include "writing/text_writer.hpp"
#include "writing/vertex_texts.hpp"

namespace wayfront::graphml {
namespace {

class Writer {
 public:
  Writer(const SaveRequest& request, RunContext& context)
      : request_(request), texts_("graphml", request), out_(*request.output, context) {}

  void write() {
    // XML has no place for other control characters, not even as references.
    texts_.require([](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r'; },
                   "a control character");
    texts_.require_without({"\xEF\xBF\xBE", "\xEF\xBF\xBF"}, "U+FFFE or U+FFFF, which XML does not have");
    out_.text(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    if (texts_.has_places())
      for (const char* name : {texts_.x_name(), texts_.y_name()}) write_key(name, "node", "double");
    visit(request_.graph->csr(), [&]<class W, class O>(const CsrView<W, O>&) {
      if (request_.weighted)
        write_key("weight", "edge",
                  std::is_same_v<W, std::int32_t>   ? "int"
                  : std::is_same_v<W, std::int64_t> ? "long"
                  : std::is_same_v<W, float>        ? "float"
                                                    : "double");
    });
    out_.put("<graph edgedefault=\"", request_.directed ? "directed" : "undirected", "\">\n");
    for (Vertex v = 0; v < request_.graph->info().vertices; ++v) write_node(v);
    writing::each_edge(request_,
                       [&](Vertex source, Vertex target, auto weight) { write_edge(source, target, weight); });
    out_.text("</graph>\n</graphml>\n");
    out_.finish();
  }

 private:
  void write_key(std::string_view name, std::string_view of, std::string_view type) {
    out_.put("<key id=\"", name, "\" for=\"", of, "\" attr.name=\"", name, "\" attr.type=\"", type, "\"/>\n");
  }

  /// In an attribute, white space other than blanks would become blanks.
  void write_attribute(std::string_view text) {
    for (const char c : text)
      if (const std::string_view escaped = escape_of(c); escaped.empty())
        out_.character(c);
      else
        out_.text(escaped);
  }

  static constexpr std::string_view escape_of(char c) {
    switch (c) {
      case '&':
        return "&amp;";
      case '<':
        return "&lt;";
      case '>':
        return "&gt;";
      case '"':
        return "&quot;";
      case '\t':
        return "&#9;";
      case '\n':
        return "&#10;";
      case '\r':
        return "&#13;";
      default:
        return {};
    }
  }

  template <class T>
  void write_data(std::string_view key, T value) {
    out_.put("<data key=\"", key, "\">", value, "</data>");
  }

  void write_node(Vertex v) {
    out_.text("<node id=\"");
    write_attribute(texts_.text(v));
    if (const Point* const place = texts_.place(v)) {
      out_.text("\">");
      write_data(texts_.x_name(), place->x);
      write_data(texts_.y_name(), place->y);
      out_.text("</node>\n");
    } else {
      out_.text("\"/>\n");
    }
  }

  template <class W>
  void write_edge(Vertex source, Vertex target, W weight) {
    out_.text("<edge source=\"");
    write_attribute(texts_.text(source));
    out_.text("\" target=\"");
    write_attribute(texts_.text(target));
    if (!request_.weighted) return out_.text("\"/>\n");
    out_.text("\">");
    write_data("weight", weight);
    out_.text("</edge>\n");
  }

  const SaveRequest& request_;
  writing::VertexTexts texts_;
  writing::TextWriter out_;
};

class Graphml {
 public:
  static constexpr PluginAbout about{
      .name = "graphml",
      .version = "1.0.0",
      .summary = "Reads and writes GraphML files: graphs in XML, with a weight by its key.",
      .reference = "GraphML, graphml.graphdrawing.org; Expat",
      .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".graphml";

  using Options = attributed::Options;
  static constexpr auto& rows = attributed::rows<Options>;

  explicit Graphml(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept {
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    if (!head.starts_with('<')) return {0, "does not start like XML"};
    for (std::size_t at = 0; (at = head.find("graphml", at)) != head.npos; ++at)
      if (at > 0 && (head[at - 1] == '<' || head[at - 1] == ':')) return {95, "an element graphml"};
    return {0, "XML without an element graphml"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights, [&]<WeightType W>() {
      attributed::NamedArcs<W> arcs({"graphml", std::string(request.input->name())}, request, sink, context,
                                    options_.weight, {options_.coordinates, options_.degrees});
      Document document(arcs);
      document.read(*request.input, context);
      arcs.finish(document.directed(), document.other_keys());
    });
  }

  void save(const SaveRequest& request, RunContext& context) { Writer(request, context).write(); }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront::graphml

WAYFRONT_PLUGIN(wayfront::graphml::Graphml)
