// GML: nested lists of keys and values as text, "graph [ node [ id 0 label "a" ] edge [ source 0 target 0 weight 5 ] ]".
#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "attributed/named_arcs.hpp"
#include "bytes/whole_file.hpp"
#include "text/fields.hpp"
#include "tokens.hpp"
#include "wayfront/plugin.hpp"
#include "writing/edges.hpp"
#include "writing/text_writer.hpp"
#include "writing/vertex_texts.hpp"

namespace wayfront::gml {
namespace {

template <WeightType W>
class Reader {
 public:
  Reader(std::string_view content, attributed::NamedArcs<W>& arcs) : arcs_(arcs), tokens_(content, arcs.places()) {}

  void read() {
    bool any = false;
    for (Token key = tokens_.next(); key.kind != Kind::end; key = tokens_.next()) {
      const Token value = value_of(key);
      if (key.text != "graph") {
        tokens_.skip(value);
        continue;
      }
      if (any) fail(key, "a second graph; only files with one are read");
      any = true;
      read_graph(value);
    }
    if (!any) arcs_.places().fail(0, "it has no list graph [ ... ]");
    const std::vector<std::string> others(others_.begin(), others_.end());
    labels_.resize(arcs_.names().size());
    arcs_.finish(directed_, others, labels_);
  }

 private:
  [[noreturn]] void fail(const Token& token, const std::string& what) const { arcs_.places().fail(token.line, what); }

  Token value_of(const Token& key) {
    if (key.kind != Kind::key) fail(key, "'" + shown(key) + "' instead of a key");
    const Token value = tokens_.next();
    if (value.kind == Kind::key || value.kind == Kind::close || value.kind == Kind::end)
      fail(value, value.kind == Kind::end
                      ? "the file ends behind the key '" + textfile::shown(key.text) + "'; it is truncated"
                      : "the key '" + textfile::shown(key.text) + "' has no value");
    return value;
  }

  static std::string shown(const Token& token) {
    return token.kind == Kind::open ? "[" : token.kind == Kind::close ? "]" : textfile::shown(token.text);
  }

  /// Calls take(key, value) for what is in the brackets of a list; take() reads lists to their ends.
  template <class F>
  void each(const Token& list, const char* name, F&& take) {
    if (list.kind != Kind::open) fail(list, std::string(name) + " is not a list in brackets");
    for (Token key = tokens_.next(); key.kind != Kind::close; key = tokens_.next()) {
      if (key.kind == Kind::end)
        fail(list, std::string(name) + " begins here, but its second bracket is missing; the file is truncated");
      take(key, value_of(key));
    }
  }

  void read_graph(const Token& list) {
    each(list, "graph", [&](const Token& key, const Token& value) {
      if (key.text == "directed") {
        if (value.kind != Kind::number || (value.text != "0" && value.text != "1"))
          fail(value, "directed is '" + shown(value) + "', not 0 or 1");
        if (any_edge_ && directed_ != (value.text == "1")) fail(key, "directed stands behind edges");
        if (std::exchange(said_directed_, true)) fail(key, "directed a second time");
        directed_ = value.text == "1";
      } else if (key.text == "node") {
        read_node(value);
      } else if (key.text == "edge") {
        read_edge(value);
      } else {
        tokens_.skip(value);
      }
    });
  }

  void read_node(const Token& list) {
    std::string_view id, label;
    each(list, "node", [&](const Token& key, const Token& value) {
      if (key.text == "id") set(id, id_of(value), key, "a node");
      if (key.text == "label") set(label, value.text, key, "a node");
      note_coordinate(key, value);
      if (key.text == "graphics" && value.kind == Kind::open)
        each(value, "graphics", [&](const Token& inner, const Token& number) {
          note_coordinate(inner, number);
          tokens_.skip(number);
        });
      else
        tokens_.skip(value);
    });
    if (id.empty()) fail(list, "a node without an id");
    const Vertex vertex = arcs_.declare(id, list.line);
    if (labels_.size() <= vertex) labels_.resize(std::size_t{vertex} + 1);
    labels_[vertex] = without_entities(label);
    for (const auto& [column, number] : coordinates_) arcs_.place(vertex, column, number.text, number.line);
    coordinates_.clear();
  }

  void note_coordinate(const Token& key, const Token& value) {
    if (value.kind == Kind::open) return;
    if (const auto column = arcs_.points().column(key.text)) coordinates_.emplace_back(*column, value);
  }

  void read_edge(const Token& list) {
    std::string_view source, target, weight;
    any_edge_ = true;
    each(list, "edge", [&](const Token& key, const Token& value) {
      if (key.text == "source")
        set(source, id_of(value), key, "an edge");
      else if (key.text == "target")
        set(target, id_of(value), key, "an edge");
      else if (key.text == arcs_.weight() && value.kind != Kind::open)
        set(weight, value.text, key, "an edge");
      else if (value.kind == Kind::number && others_.size() < 20 && key.text != "key" && key.text != "id")
        others_.emplace(key.text);
      tokens_.skip(value);
    });
    if (source.empty() || target.empty()) fail(list, "an edge without a source or a target");
    const Vertex from = arcs_.mention(source, list.line);
    arcs_.add(from, arcs_.mention(target, list.line), weight, directed_, list.line);
  }

  void set(std::string_view& place, std::string_view text, const Token& key, const char* of) const {
    if (!place.empty()) fail(key, std::string(of) + " with a second " + textfile::shown(key.text));
    place = text;
  }

  /// "7" and "-7", but neither "07" nor "7.0": a whole number is written in one way, so that it can be compared as text.
  std::string_view id_of(const Token& value) const {
    std::string_view digits = value.text;
    if (digits.starts_with('-')) digits.remove_prefix(1);
    const bool whole = !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; }) &&
                       (digits.front() != '0' || value.text == "0");
    if (value.kind != Kind::number || !whole)
      fail(value, "'" + shown(value) + "' is not the id of a node: a whole number");
    return value.text;
  }

  attributed::NamedArcs<W>& arcs_;
  Tokens tokens_;
  bool directed_ = false, any_edge_ = false, said_directed_ = false;
  std::vector<std::string> labels_;                         // of the vertices
  std::vector<std::pair<std::size_t, Token>> coordinates_;  // of the node that is being read, by column
  std::set<std::string, std::less<>> others_;
};

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

class Gml {
 public:
  static constexpr PluginAbout about{
      .name = "gml",
      .version = "1.0.0",
      .summary = "Reads and writes GML files: graphs as lists of keys, with labels and a weight by its key.",
      .reference = "Himsolt, GML: A portable Graph File Format, 1997",
      .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".gml";

  using Options = attributed::Options;
  static constexpr auto& rows = attributed::rows<Options>;

  explicit Gml(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept {
    constexpr Match no{0, "does not start with graph [ and its nodes"};
    bool graph = false;
    while (!head.empty()) {
      std::string_view line = textfile::next_line(head);
      for (std::string_view word; !(word = textfile::next_field(line)).empty();) {
        if (word.front() == '#') break;
        if (graph) return word.front() == '[' ? Match{95, "a list graph [ ... ]"} : no;
        if (word == "graph[") return {95, "a list graph [ ... ]"};
        graph = word == "graph";
        if (!graph && word != "Creator" && word != "Version" && word != "comment") return no;
        if (!graph) break;  // with its value
      }
    }
    return no;
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    const bytes::WholeFile file(*request.input, context);
    std::string_view content = file.text();
    if (content.starts_with("\xef\xbb\xbf")) content.remove_prefix(3);  // a byte order mark
    with_weight_type(request.weights, [&]<WeightType W>() {
      attributed::NamedArcs<W> arcs({"gml", std::string(request.input->name())}, request, sink, context,
                                    options_.weight, {options_.coordinates, options_.degrees});
      Reader<W>(content, arcs).read();
    });
  }

  void save(const SaveRequest& request, RunContext& context) { Writer(request, context).write(); }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront::gml

WAYFRONT_PLUGIN(wayfront::gml::Gml)
