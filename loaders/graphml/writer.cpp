#include "writer.hpp"

#include <type_traits>

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
    out_.text("<graph edgedefault=\"");
    out_.text(request_.directed ? "directed\">\n" : "undirected\">\n");
    for (Vertex v = 0; v < request_.graph->info().vertices; ++v) write_node(v);
    writing::each_edge(request_,
                       [&](Vertex source, Vertex target, auto weight) { write_edge(source, target, weight); });
    out_.text("</graph>\n</graphml>\n");
    out_.finish();
  }

 private:
  void write_key(std::string_view name, std::string_view of, std::string_view type) {
    for (const std::string_view part :
         {std::string_view("<key id=\""), name, std::string_view("\" for=\""), of, std::string_view("\" attr.name=\""),
          name, std::string_view("\" attr.type=\""), type, std::string_view("\"/>\n")})
      out_.text(part);
  }

  /// In an attribute, white space other than blanks would become blanks.
  void write_attribute(std::string_view text) {
    for (const char c : text) switch (c) {
        case '&':
          out_.text("&amp;");
          break;
        case '<':
          out_.text("&lt;");
          break;
        case '>':
          out_.text("&gt;");
          break;
        case '"':
          out_.text("&quot;");
          break;
        case '\t':
          out_.text("&#9;");
          break;
        case '\n':
          out_.text("&#10;");
          break;
        case '\r':
          out_.text("&#13;");
          break;
        default:
          out_.character(c);
      }
  }

  template <class T>
  void write_data(std::string_view key, T value) {
    out_.text("<data key=\"");
    out_.text(key);
    out_.text("\">");
    out_.number(value);
    out_.text("</data>");
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

}  // namespace

void write(const SaveRequest& request, RunContext& context) { Writer(request, context).write(); }

}  // namespace wayfront::graphml
