// A node-link document: its nodes and links become vertices and edges.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attributed/named_arcs.hpp"
#include "text/fields.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::node_link {

namespace json = simdjson::ondemand;
using textfile::shown;

inline constexpr const char* not_a_graph =
    "it has no lists nodes and links, as networkx.node_link_data makes them; write the graph in this form, or its edges "
    "as CSV with a header line source,target,weight";

/// The text of a number, of true, of "a text", or the first character of a list or an object.
inline std::string_view token_of(json::value& value) { return textfile::trimmed(value.raw_json_token()); }

/// Digits, of which the first is not a zero: valid JSON that every double can hold, more or less exactly.
inline bool is_whole_number(std::string_view token) {
  constexpr std::size_t max = 300;
  return !token.empty() && token.size() <= max && (token.front() != '0' || token.size() == 1) &&
         std::ranges::all_of(token, [](char c) { return c >= '0' && c <= '9'; });
}

inline void check_number(json::value& value, std::string_view token) {
  if (!is_whole_number(token)) static_cast<void>(value.get_double().value());
}

/// Most names have no escaped character, so that nothing is copied.
template <class Member>
std::string_view key_of(Member& member) {
  const char* const begin = member.key().value().raw();
  const char* end = begin;
  while (*end != '"' && *end != '\\') ++end;
  return *end == '"' ? std::string_view(begin, end) : member.unescaped_key().value();
}

/// Reads a value that does not matter: on demand, simdjson checks only what is asked for.
inline void check(json::value value, int depth = 0) {
  constexpr int max_depth = 1000;
  if (depth > max_depth) throw simdjson::simdjson_error(simdjson::DEPTH_ERROR);
  switch (value.type().value()) {
    case json::json_type::array:
      for (auto item : value.get_array()) check(item.value(), depth + 1);
      return;
    case json::json_type::object:
      for (auto member : value.get_object()) {
        static_cast<void>(member.unescaped_key().value());
        check(member.value().value(), depth + 1);
      }
      return;
    case json::json_type::number:
      return check_number(value, token_of(value));
    case json::json_type::string:
      static_cast<void>(value.get_string().value());
      return;
    case json::json_type::boolean:
      static_cast<void>(value.get_bool().value());
      return;
    case json::json_type::null:
      if (token_of(value) != "null" || !value.is_null()) throw simdjson::simdjson_error(simdjson::N_ATOM_ERROR);
  }
}

/// "7" of 7 and of "7"; "" of anything else, which is read to its end, too.
inline std::string_view id_of(json::value& value) {
  const json::json_type type = value.type().value();
  if (type == json::json_type::string) return value.get_string().value();
  const std::string_view token = token_of(value);
  if (type == json::json_type::number && is_whole_number(token)) return token;
  check(value);
  const bool whole = type == json::json_type::number && token.find_first_of(".eE") == token.npos;
  return !whole ? "" : token == "-0" ? "0" : token;
}

/// A number as the file has it, or a text without its quotes; "" of anything else.
inline std::string scalar_text(json::value& value) {
  const std::string_view token = token_of(value);
  const json::json_type type = value.type();
  if (type == json::json_type::number) return std::string(token);
  return type == json::json_type::string && token.size() > 1 ? std::string(token.substr(1, token.find('"', 1) - 1))
                                                             : std::string();
}

class Document {
 public:
  /// Places of `edges` are links.
  explicit Document(attributed::NamedEdges& edges) : edges_(edges), places_(edges.places()), weight_(edges.weight()) {}

  /// All nodes, then all links, whatever their order in the file. `content` gets room at its end. Throws BadInput with
  /// a place: for text that is not JSON, for other documents, and for a member that stands twice where it matters.
  void read(std::string& content, RunContext& context) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    content.reserve(content.size() + simdjson::SIMDJSON_PADDING);
    std::string_view text = content;
    std::size_t room = content.capacity();
    if (text.starts_with(byte_order_mark)) {
      text.remove_prefix(byte_order_mark.size());
      room -= byte_order_mark.size();
    }
    json::parser parser;
    try {
      json::document document = parser.iterate(simdjson::padded_string_view(text.data(), text.size(), room));
      if (document.type().value() != json::json_type::object)
        places_.fail(0, "its JSON is not an object with nodes and links");
      read_members(document.get_object().value(), context);
      if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
        throw simdjson::simdjson_error(simdjson::TRAILING_CONTENT);
      check_lists();
      document.rewind();
      for (auto member : document.get_object()) {
        const std::string_view key = member.unescaped_key();
        if (key == "links" || key == "edges") read_links(member.value().get_array().value(), context);
      }
    } catch (const simdjson::simdjson_error& error) {
      if (error.error() == simdjson::MEMALLOC) throw std::bad_alloc();
      fail_json(text, error.what());
    }
  }

  /// Whether links have a direction. Known when the first link is taken.
  bool directed() const { return directed_; }
  /// Members of links that are numbers and not the weight.
  std::vector<std::string> others() const { return {others_.begin(), others_.end()}; }

 private:
  /// All but the links.
  template <class Root>
  void read_members(Root&& root, RunContext& context) {
    for (auto member : root) {
      const std::string key(member.unescaped_key().value());
      json::value value = member.value();
      const json::json_type type = value.type();
      const bool is_list = type == json::json_type::array;
      if (key == "nodes") {
        keep_list(has_nodes_, key, is_list);
        read_nodes(value.get_array().value(), context);
      } else if (key == "links" || key == "edges") {
        keep_list(key == "links" ? has_links_ : has_edges_, key, is_list);
      } else if (key == "directed") {
        if (type != json::json_type::boolean) places_.fail(0, "directed is neither true nor false");
        if (std::exchange(has_directed_, true)) places_.fail(0, "it says directed a second time");
        directed_ = value.get_bool();
      } else {
        check(value);
      }
    }
  }

  template <class List>
  void read_nodes(List&& nodes, RunContext& context) {
    attributed::Places places = places_;
    places.item = "node";
    std::vector<std::pair<std::size_t, std::string>> coordinates;  // of the node that is being read, by column
    std::uint64_t place = 0;
    for (auto item : nodes) {
      if (++place % 4096 == 0) context.throw_if_cancelled();
      json::value node = item.value();
      coordinates.clear();
      std::string_view id;
      bool has_id = false;
      if (node.type() == json::json_type::object) {
        for (auto member : node.get_object()) {
          const std::string_view key = key_of(member);
          const bool is_id = key == "id";
          constexpr std::size_t none = ~std::size_t{0};
          const std::size_t column = is_id ? none : edges_.points().column(key).value_or(none);
          json::value value = member.value();
          if (!is_id) {
            if (column != none) coordinates.emplace_back(column, scalar_text(value));
            check(value);
            continue;
          }
          if (std::exchange(has_id, true)) places.fail(place, "it has a second id");
          id = id_of(value);
        }
      } else {
        check(node);
      }
      if (id.empty()) places.fail(place, "it has no id that is a whole number or a text");
      if (edges_.mention(id, place) + std::uint64_t{1} != place)
        places.fail(place, "its id '" + shown(id) + "' is that of another node, too");
      const Vertex vertex = edges_.declare(id, place);
      for (const auto& [column, text] : coordinates) edges_.place(vertex, column, text, place);
    }
  }

  template <class List>
  void read_links(List&& links, RunContext& context) {
    std::uint64_t place = 0;
    for (auto item : links) {
      if (++place % 4096 == 0) context.throw_if_cancelled();
      json::value link = item.value();
      if (link.type() != json::json_type::object) places_.fail(place, "it is not an object with source and target");
      std::string_view source, target, weight;
      bool has_source = false, has_target = false;
      const auto once = [&](bool had, std::string_view key) {
        if (had) places_.fail(place, "it has a second '" + shown(key) + "'");
      };
      for (auto member : link.get_object()) {
        const std::string_view key = key_of(member);
        json::value value = member.value();
        if (key == "source") {
          once(std::exchange(has_source, true), key);
          source = id_of(value);
        } else if (key == "target") {
          once(std::exchange(has_target, true), key);
          target = id_of(value);
        } else if (value.type() != json::json_type::number) {
          if (key == weight_)
            places_.fail(place, "its '" + shown(weight_) + "' is " + shown(token_of(value)) + ", not a number");
          check(value);
        } else {
          const std::string_view number = token_of(value);
          check_number(value, number);
          if (key == weight_) {
            once(!weight.empty(), key);
            weight = number;
          } else if (!any_weight_ && key != "key") {
            note_other(key);
          }
        }
      }
      const auto needed = [&](std::string_view id, const char* name) {
        if (id.empty())
          places_.fail(place, std::string("it has no ") + name + " that is an id: a whole number or a text");
      };
      needed(source, "source");
      needed(target, "target");
      any_weight_ |= !weight.empty();
      const Vertex from = edges_.mention(source, place);
      edges_.add(from, edges_.mention(target, place), weight, directed_, place);
    }
  }

  void keep_list(bool& seen, const std::string& name, bool is_list) const {
    if (std::exchange(seen, true)) places_.fail(0, "two lists " + name + "; only files with one graph are read");
    if (!is_list) places_.fail(0, not_a_graph);
  }

  void check_lists() const {
    if (has_links_ && has_edges_) places_.fail(0, "it has both links and edges; remove one of them");
    if (!has_nodes_ || (!has_links_ && !has_edges_)) places_.fail(0, not_a_graph);
  }

  void note_other(std::string_view name) {
    constexpr std::size_t max = 20;
    if (others_.size() < max && !others_.contains(name)) others_.emplace(name);
  }

  /// simdjson does not say where a text stops being JSON; the other library does, slowly.
  [[noreturn]] void fail_json(std::string_view content, const char* reason) const {
    std::size_t byte = 0;
    try {
      [[maybe_unused]] const auto nothing = nlohmann::json::parse(content, [](int, auto, auto&) { return false; });
      places_.fail(0, std::string("its JSON is not read: ") + reason);
    } catch (const nlohmann::json::out_of_range&) {
      places_.fail(0, "a number is beyond the range of doubles");
    } catch (const nlohmann::json::parse_error& error) {
      byte = error.byte;
    }
    attributed::Places lines = places_;
    lines.item.clear();
    lines.fail(
        static_cast<std::uint64_t>(1 + std::ranges::count(content.substr(0, byte), '\n')),
        "byte " + std::to_string(byte) + " is not valid JSON; " +
            (byte >= content.size() ? "is it truncated?" : "NaN, Infinity and text that is not UTF-8 are not either"));
  }

  attributed::NamedEdges& edges_;
  const attributed::Places& places_;
  const std::string& weight_;
  bool directed_ = false, any_weight_ = false;
  bool has_nodes_ = false, has_links_ = false, has_edges_ = false, has_directed_ = false;
  std::set<std::string, std::less<>> others_;
};

}  // namespace wayfront::node_link
