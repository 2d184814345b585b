#include "writer.hpp"

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
    out_.text("{\"directed\": ");
    out_.text(request_.directed ? "true" : "false");
    out_.text(", \"multigraph\": ");
    out_.text(writing::has_parallel_arcs(*request_.graph) ? "true" : "false");
    out_.text(", \"graph\": {},\n\"nodes\": [");
    for (Vertex v = 0; v < request_.graph->info().vertices; ++v) write_node(v);
    out_.text("],\n\"");
    out_.text(list);
    out_.text("\": [");
    bool first = true;
    writing::each_edge(request_, [&](Vertex source, Vertex target, auto weight) {
      out_.text(first ? "\n{\"source\": " : ",\n{\"source\": ");
      first = false;
      write_id(source);
      out_.text(", \"target\": ");
      write_id(target);
      if (request_.weighted) {
        out_.text(", \"weight\": ");
        out_.number(weight);
      }
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
      write_number(texts_.x_name(), place->x);
      write_number(texts_.y_name(), place->y);
    }
    out_.character('}');
  }

  void write_number(std::string_view key, double value) {
    out_.text(", \"");
    out_.text(key);
    out_.text("\": ");
    out_.number(value);
  }

  void write_id(Vertex v) {
    if (!texts_.are_names()) return out_.number(texts_.number(v));
    constexpr std::string_view digits = "0123456789abcdef";
    out_.character('"');
    for (const char c : texts_.text(v)) {
      const auto code = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out_.character('\\');
        out_.character(c);
      } else if (code < ' ') {
        out_.text("\\u00");
        out_.character(digits[code >> 4]);
        out_.character(digits[code & 15]);
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

}  // namespace

void write(const SaveRequest& request, std::string_view list, RunContext& context) {
  Writer(request, context).write(list);
}

}  // namespace wayfront::node_link
