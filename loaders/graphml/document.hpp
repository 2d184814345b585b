// A GraphML document: its elements become calls.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../attributed/named_arcs.hpp"
#include "quick_elements.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::graphml {

struct Edge {
  std::string_view source, target, weight;  // weight: "" if it has none
  bool directed = true;
};

/// The attributes of an element: names and values in turn, as Expat has them.
class Attributes {
 public:
  explicit Attributes(const char** all) : all_(all) {}

  /// The value of that attribute, or null.
  const char* find(std::string_view name) const {
    for (const char** at = all_; *at != nullptr; at += 2)
      if (name == *at) return at[1];
    return nullptr;
  }

 private:
  const char** all_;
};

class Parser;

class Document {
 public:
  Document(attributed::NamedEdges& edges, std::string weight)
      : edges_(edges), places_(edges.places()), weight_(std::move(weight)) {}

  /// Throws BadInput with a place: for text that is not XML, entities that the document declares, more than one graph, and elements
  /// without what they need.
  void read(Input& input, RunContext& context);

  /// Whether edges are directed that do not say it.
  bool directed() const { return directed_; }
  /// The keys of edges that are not the weight.
  std::vector<std::string> other_keys() const;

  // What the parser calls.
  void start(std::string_view element, const Attributes& attributes, std::uint64_t line);
  void end(std::string_view element);
  void text(std::string_view part);
  [[noreturn]] void refuse_entity(std::string_view name, std::uint64_t line) const;

 private:
  struct OpenEdge {
    std::string source, target, weight;
    bool directed = true;
  };

  /// Whether the innermost element stands in the graph itself; nodes of descriptions and of other data are not its own.
  bool is_of_graph() const { return graphs_ != 0 && depth_ == graph_depth_ + 1; }
  bool is_in_graph() const { return in_graph_ && depth_ == 2; }  // and in none of its elements
  bool read_quickly(std::string& text, Parser& parser, RunContext& context);
  std::string_view take_elements(std::string_view text, Parser& parser);
  void take(const QuickElement& element, const char* begin, std::uint64_t line);
  void add(const Edge& edge, std::uint64_t line);
  [[noreturn]] void fail_second_weight(std::uint64_t line) const;
  [[noreturn]] void fail_directed(std::string_view said, std::uint64_t line) const;
  void start_graph(const Attributes& attributes, std::uint64_t line);
  void start_edge(const Attributes& attributes, std::uint64_t line);
  void start_key(const Attributes& attributes, std::uint64_t line);
  const char* needed(const Attributes& attributes, const char* name, const char* element, std::uint64_t line) const;

  attributed::NamedEdges& edges_;
  const attributed::Places& places_;
  std::string weight_;
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
