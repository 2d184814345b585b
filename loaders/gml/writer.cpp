#include "gml.hpp"

#include <charconv>
#include <string_view>
#include <type_traits>

#include "writing/edges.hpp"
#include "writing/text_writer.hpp"
#include "writing/vertex_texts.hpp"

namespace wayfront::gml {
namespace {

class Writer {
 public:
  Writer(const SaveRequest& request, RunContext& context)
      : request_(request), texts_("gml", request), out_(*request.output, context) {}

  void write() {
    texts_.require([](char c) { return c == '\0'; }, "a byte 0");
    out_.put("graph [\n  directed ", request_.directed ? "1\n" : "0\n");
    if (writing::has_parallel_arcs(*request_.graph)) out_.text("  multigraph 1\n");
    for (Vertex v = 0; v < request_.graph->info().vertices; ++v) write_node(v);
    writing::each_edge(request_, [&](Vertex source, Vertex target, auto weight) {
      out_.put("  edge [ source ", id(source), " target ", id(target));
      if (request_.weighted) write_value("weight", weight);
      out_.text(" ]\n");
    });
    out_.text("]\n");
    out_.finish();
  }

 private:
  /// Ids of GML are whole numbers; names are labels.
  std::uint64_t id(Vertex v) const { return texts_.are_names() ? v : texts_.number(v); }

  void write_node(Vertex v) {
    out_.put("  node [ id ", id(v), " label \"");
    write_label(texts_.text(v));
    out_.character('"');
    if (const Point* const place = texts_.place(v)) {
      write_value(texts_.x_name(), place->x);
      write_value(texts_.y_name(), place->y);
    }
    out_.text(" ]\n");
  }

  /// GML is ASCII; other characters have their numbers.
  void write_label(std::string_view text) {
    while (!text.empty()) {
      const auto first = static_cast<unsigned char>(text.front());
      const std::size_t length = writing::utf8_length(text);
      if (first < 0x80 && first >= ' ' && first != '"' && first != '&' && first != 0x7f) {
        out_.character(text.front());
      } else {
        std::uint32_t code = length == 1 ? first : first & (0x7fU >> length);
        for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
        out_.put("&#", code, ';');
      }
      text.remove_prefix(length);
    }
  }

  /// A float with an exponent has a point before it.
  template <class T>
  void write_value(std::string_view key, T value) {
    out_.put(' ', key, ' ');
    if constexpr (std::is_integral_v<T>) {
      out_.number(value);
    } else {
      char digits[40];
      const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
      static_cast<void>(error);  // there is room
      const std::string_view text(digits, end);
      const std::size_t exponent = text.find('e');
      out_.text(text.substr(0, exponent));
      if (exponent == text.npos) return;
      if (text.find('.') == text.npos) out_.text(".0");
      out_.text(text.substr(exponent));
    }
  }

  const SaveRequest& request_;
  writing::VertexTexts texts_;
  writing::TextWriter out_;
};

}  // namespace

void Gml::save(const SaveRequest& request, RunContext& context) { Writer(request, context).write(); }

}  // namespace wayfront::gml
