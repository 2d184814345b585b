// A node-link document as simdjson reads it: its nodes and links become calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "../attributed/named_arcs.hpp"
#include "wayfront/run.hpp"

namespace wayfront::node_link {

/// What is in the document. Ids and weights are as the file has them; `weight` is "" if the link has none.
struct Taker {
  std::function<Vertex(std::string_view id, std::uint64_t place)> node;
  /// The number of an attribute of nodes that may be a coordinate.
  std::function<std::optional<std::size_t>(std::string_view name)> column;
  std::function<void(Vertex vertex, std::size_t column, std::string_view value, std::uint64_t place)> coordinate;
  std::function<void(std::string_view source, std::string_view target, std::string_view weight, std::uint64_t place)>
      link;
};

class Document {
 public:
  static constexpr std::size_t padding = 64;  // bytes that read() wants behind the text

  Document(const attributed::Places& places, std::string weight, Taker taker)
      : places_(places), weight_(std::move(weight)), taker_(std::move(taker)) {}

  /// All nodes, then all links, whatever their order in the file. `content` gets room at its end. Throws BadInput with
  /// a place: for text that is not JSON, for other documents, and for a member that stands twice where it matters.
  void read(std::string& content, RunContext& context);

  /// Whether links have a direction. Known when the first link is taken.
  bool directed() const { return directed_; }
  /// Members of links that are numbers and not the weight.
  std::vector<std::string> others() const { return {others_.begin(), others_.end()}; }

 private:
  template <class Root>
  void read_members(Root&& root, RunContext& context);
  template <class List>
  void read_nodes(List&& nodes, RunContext& context);
  template <class List>
  void read_links(List&& links, RunContext& context);
  void keep_list(bool& seen, const std::string& name, bool is_list) const;
  void check_lists() const;
  void note_other(std::string_view name);
  [[noreturn]] void fail_json(std::string_view content, const char* reason) const;

  const attributed::Places& places_;
  std::string weight_;
  Taker taker_;
  bool directed_ = false, any_weight_ = false;
  bool has_nodes_ = false, has_links_ = false, has_edges_ = false, has_directed_ = false;
  std::set<std::string, std::less<>> others_;
};

}  // namespace wayfront::node_link
