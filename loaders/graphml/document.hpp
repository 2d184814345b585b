// A GraphML document: its elements become calls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attributed/named_arcs.hpp"
#include "parser.hpp"
#include "quick_elements.hpp"
#include "text/fields.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::graphml {

struct Edge {
  std::string_view source, target, weight;  // weight: "" if it has none
  bool directed = true;
};

inline std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

class Document {
 public:
  explicit Document(attributed::NamedEdges& edges) : edges_(edges), places_(edges.places()), weight_(edges.weight()) {}

  /// Throws BadInput with a place: for text that is not XML, entities that the document declares, more than one graph, and elements
  /// without what they need.
  void read(Input& input, RunContext& context) {
    Parser<Document> parser(*this, places_);
    std::string text;  // what was read, but not yet taken
    bool quick = true;
    constexpr std::size_t at_once = std::size_t{1} << 20;
    for (std::string_view piece; !(piece = input.bytes()).empty();) {
      for (; quick && !piece.empty(); piece.remove_prefix(std::min(at_once, piece.size()))) {
        context.throw_if_cancelled();
        text += piece.substr(0, at_once);
        quick = read_quickly(text, parser, context);
      }
      parser.feed(piece, context);
    }
    parser.feed(text, context);
    parser.finish();
    if (graphs_ == 0) places_.fail(0, "it has no element graph");
  }

  /// Whether edges are directed that do not say it.
  bool directed() const { return directed_; }
  /// The keys of edges that are not the weight.
  std::vector<std::string> other_keys() const {
    std::vector<std::string> all;
    for (const auto& [id, name] : edge_keys_)
      if (id != weight_key_ || !has_weight_key_) all.push_back(name);
    return all;
  }

  // What the parser calls.
  void start(std::string_view element, const Attributes& attributes, std::uint64_t line) {
    if (capture_ != nullptr)
      places_.fail(line, "an element '" + textfile::shown(element) + "' within a value; values are text alone");
    if (++depth_ == 1) {
      if (element != "graphml")
        places_.fail(line, "the document is called '" + textfile::shown(element) + "', not graphml");
      return;
    }
    if (element == "key") return start_key(attributes, line);
    if (element == "graph") return start_graph(attributes, line);
    if (element == "hyperedge")
      places_.fail(line, "a hyperedge, which joins any number of nodes; graphs have edges alone");
    if (element == "default" && in_weight_key_) {
      default_weight_.clear();
      capture_ = &default_weight_;
    } else if (element == "node" && is_of_graph()) {
      in_node_ = true;
      last_ = edges_.declare(needed(attributes, "id", "node", line), line);
    } else if (element == "edge" && is_of_graph()) {
      start_edge(attributes, line);
    } else if (element == "data" && in_edge_ && has_weight_key_ &&
               needed(attributes, "key", "data", line) == weight_key_) {
      if (std::exchange(has_weight_, true)) fail_second_weight(line);
      edge_.weight.clear();
      capture_ = &edge_.weight;
    } else if (element == "data" && in_node_ && !columns_.empty()) {
      const auto found = columns_.find(needed(attributes, "key", "data", line));
      if (found == columns_.end()) return;
      column_ = found->second;
      value_.clear();
      value_line_ = line;
      capture_ = &value_;
    }
  }

  void end(std::string_view element) {
    const bool of_graph = is_of_graph();
    --depth_;
    capture_ = nullptr;
    if (element == "key") in_weight_key_ = false;
    if (element == "node" && of_graph) in_node_ = false;
    if (element == "graph") in_graph_ = false;
    if (element == "default") default_weight_ = std::string(without_blanks(default_weight_));
    if (element == "data" && column_) {
      edges_.place(last_, *column_, without_blanks(value_), value_line_);
      column_.reset();
    }
    if (element != "edge" || !of_graph) return;
    in_edge_ = false;
    add({edge_.source, edge_.target, without_blanks(edge_.weight), edge_.directed}, edge_line_);
  }

  void text(std::string_view part) {
    constexpr std::size_t longest = 4096;  // of a number
    if (capture_ == nullptr) return;
    if (capture_->size() >= longest)
      places_.fail(in_edge_ ? edge_line_ : value_line_, "a value of more than " + std::to_string(longest) + " bytes");
    *capture_ += part;
  }

 private:
  struct OpenEdge {
    std::string source, target, weight;
    bool directed = true;
  };

  /// Whether the innermost element stands in the graph itself; nodes of descriptions and of other data are not its own.
  bool is_of_graph() const { return graphs_ != 0 && depth_ == graph_depth_ + 1; }
  bool is_in_graph() const { return in_graph_ && depth_ == 2; }  // and in none of its elements

  /// Nodes and edges in the usual form are taken as they are, the parser gets all others. Removes what was read. False if
  /// the parser must get the rest of the document.
  bool read_quickly(std::string& text, Parser<Document>& parser, RunContext& context) {
    constexpr std::size_t longest = std::size_t{1} << 20;  // of an element
    std::string_view rest = text;
    Found found = Found::it;
    while (found == Found::it) {
      if (is_in_graph()) rest = take_elements(rest, parser);
      std::size_t size = 0;
      found = find_end(rest, is_in_graph(), size);
      if (found != Found::it) break;
      parser.feed(rest.substr(0, size), context);
      rest.remove_prefix(size);
    }
    const bool goes_on = found == Found::more && rest.size() < longest;
    if (!goes_on) {
      parser.feed(rest, context);
      rest = {};
    }
    text.erase(0, text.size() - rest.size());
    return goes_on;
  }

  /// Returns what stands behind the last one.
  std::string_view take_elements(std::string_view text, Parser<Document>& parser) {
    const std::uint64_t first = parser.line();
    std::uint64_t lines = 0;
    std::string_view rest = text;
    for (;;) {
      skip_blanks(rest, lines);
      const char* const begin = rest.data();
      if (element_.read(rest) != Found::it) break;
      take(element_, begin, first + lines);
      lines += static_cast<std::uint64_t>(std::count(begin, rest.data(), '\n'));
    }
    parser.pass(text.substr(0, text.size() - rest.size()), lines);
    return rest;
  }

  /// `line` is that of the element's `begin`.
  void take(const QuickElement& element, const char* begin, std::uint64_t line) {
    const auto line_of = [&](std::string_view part) {
      return line + static_cast<std::uint64_t>(std::count(begin, part.data(), '\n'));
    };
    if (!element.is_edge) {
      last_ = edges_.declare(element.id, line);
      for (const auto& [key, value] : element.data)
        if (const auto found = columns_.find(key); found != columns_.end())
          edges_.place(last_, found->second, without_blanks(value), line_of(key));
      return;
    }
    Edge edge{element.source, element.target, default_weight_, directed_};
    bool has_weight = false;
    for (const auto& [key, value] : element.data) {
      if (!has_weight_key_ || key != weight_key_) continue;
      if (std::exchange(has_weight, true)) fail_second_weight(line_of(key));
      edge.weight = without_blanks(value);
    }
    if (element.directed.data() != nullptr) edge.directed = is_true(element.directed, line);
    add(edge, line);
  }

  void add(const Edge& edge, std::uint64_t line) {
    const Vertex source = edges_.mention(edge.source, line);
    edges_.add(source, edges_.mention(edge.target, line), edge.weight, edge.directed, line);
  }

  [[noreturn]] void fail_second_weight(std::uint64_t line) const {
    places_.fail(line, "an edge with a second '" + textfile::shown(weight_) + "'");
  }

  bool is_true(std::string_view directed, std::uint64_t line) const {
    if (directed != "true" && directed != "false")
      places_.fail(line, "directed is '" + textfile::shown(directed) + "', not true or false");
    return directed == "true";
  }

  void start_graph(const Attributes& attributes, std::uint64_t line) {
    if (in_node_ || in_edge_)
      places_.fail(line, "a graph within a node or an edge; only graphs without others are read");
    if (++graphs_ > 1) places_.fail(line, "a second graph; only files with one are read");
    const std::string_view kind = needed(attributes, "edgedefault", "graph", line);
    if (kind != "directed" && kind != "undirected")
      places_.fail(line, "edgedefault is '" + textfile::shown(kind) + "', not directed or undirected");
    directed_ = kind == "directed";
    graph_depth_ = depth_;
    in_graph_ = depth_ == 2;
  }

  void start_edge(const Attributes& attributes, std::uint64_t line) {
    in_edge_ = true;
    has_weight_ = false;
    edge_line_ = line;
    edge_.source = needed(attributes, "source", "edge", line);
    edge_.target = needed(attributes, "target", "edge", line);
    edge_.weight = default_weight_;
    edge_.directed = directed_;
    if (const char* const directed = attributes.find("directed")) edge_.directed = is_true(directed, line);
  }

  void start_key(const Attributes& attributes, std::uint64_t line) {
    if (graphs_ != 0) places_.fail(line, "a key behind the graph; keys stand before it");
    const std::string id = needed(attributes, "id", "key", line);
    const char *const of = attributes.find("for"), *const name = attributes.find("attr.name");
    const std::string called = name == nullptr ? id : name;
    const auto is_for = [&](std::string_view what) {
      return of == nullptr || std::string_view(of) == what || std::string_view(of) == "all";
    };
    if (is_for("node"))
      if (const auto column = edges_.points().column(called)) columns_.emplace(id, *column);
    if (!is_for("edge")) return;
    if (!edge_keys_.emplace(id, called).second)
      places_.fail(line, "the key '" + textfile::shown(id) + "' a second time");
    if (called != weight_) return;
    if (has_weight_key_)
      places_.fail(line,
                   "a second key of edges is called '" + textfile::shown(weight_) + "'; which one is the weight?");
    has_weight_key_ = in_weight_key_ = true;
    weight_key_ = id;
  }

  const char* needed(const Attributes& attributes, const char* name, const char* element, std::uint64_t line) const {
    const char* const found = attributes.find(name);
    if (found == nullptr) places_.fail(line, std::string("an element ") + element + " without the attribute " + name);
    return found;
  }

  attributed::NamedEdges& edges_;
  const attributed::Places& places_;
  const std::string& weight_;
  Vertex last_ = no_vertex;  // the last node
  bool directed_ = true;
  std::uint64_t depth_ = 0, graphs_ = 0;
  std::uint64_t graph_depth_ = 0;                              // of the element graph
  std::map<std::string, std::string, std::less<>> edge_keys_;  // id -> name
  std::string weight_key_, default_weight_;
  bool in_graph_ = false, in_edge_ = false, in_node_ = false, has_weight_ = false, in_weight_key_ = false,
       has_weight_key_ = false;
  std::map<std::string, std::size_t, std::less<>> columns_;  // of attributes of nodes, by the ids of their keys
  std::optional<std::size_t> column_;                        // that of the current element data
  std::string value_;
  std::uint64_t value_line_ = 0;
  std::string* capture_ = nullptr;  // where the text of the current element goes
  OpenEdge edge_;
  QuickElement element_;
  std::uint64_t edge_line_ = 0;
};

}  // namespace wayfront::graphml
