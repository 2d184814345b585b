#include "node_link.hpp"

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

}  // namespace

void NodeLink::save(const SaveRequest& request, RunContext& context) {
  Writer(request, context).write(options_.list == List::edges ? "edges" : "links");
}

}  // namespace wayfront::node_link
