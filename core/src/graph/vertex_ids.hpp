// What a file calls its vertices, and which vertex such an id is: numbers from some first one on, any numbers, or
// names. Inside the host and in plugins a vertex is its index; whatever people read or write goes through here.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host {

/// One such id, on its own: a name, or else a number.
struct VertexId {
  std::uint64_t number = 0;
  std::string name{};

  VertexId() = default;
  VertexId(std::uint64_t value) : number(value) {}
  VertexId(std::string_view value) : name(value) {}
  friend auto operator<=>(const VertexId&, const VertexId&) = default;
};

/// A number, or a name as it stands in the file.
std::string to_text(const VertexId& id);
/// A JSON number or string.
void to_json(nlohmann::json& json, const VertexId& id);
/// Throws nlohmann::json::exception for anything else.
void from_json(const nlohmann::json& json, VertexId& id);

/// All ids of one graph. Copies share the map.
class VertexIds {
 public:
  enum class Kind : std::uint8_t { range, numbers, names };

  /// Vertex v is number first + v.
  VertexIds(std::uint64_t first = 0) : first_(first) {}
  /// Vertex v is numbers[v]; each number is there once. A range where they are one.
  static VertexIds of_numbers(std::vector<std::uint64_t> numbers);
  /// Vertex v is text.substr(ends[v - 1], ends[v] - ends[v - 1]), from 0 for the first; each name is there once.
  static VertexIds of_names(std::string text, std::vector<std::uint64_t> ends);

  Kind kind() const;
  /// Of a range: the id of vertex 0.
  std::uint64_t first() const { return first_; }
  /// Of numbers: by vertex.
  std::span<const std::uint64_t> numbers() const;
  /// Of names.
  std::string_view name(Vertex v) const;

  VertexId operator[](Vertex v) const;
  /// Any v, also one that the graph does not have: for messages.
  std::string text(Vertex v) const;
  /// The vertex of that id in a graph of so many, or nothing. Looks through all names, but not through all numbers.
  std::optional<Vertex> find(const VertexId& id, Vertex vertices) const;
  /// The vertices in the order of their ids, names in that of the input; empty where that is 0, 1, 2, ...
  std::span<const Vertex> order() const;
  /// The ids where vertex v is the one that had the number of_vertices[v] before. These differ; not all need be there.
  VertexIds selected(std::span<const Vertex> of_vertices) const;
  /// What ids there are, for people: "1 .. 8", "5 .. 900 with gaps", "names: a, b, ...".
  std::string describe(Vertex vertices) const;

 private:
  struct Map;
  std::uint64_t first_ = 0;
  std::shared_ptr<const Map> map_;  // null: a range
};

}  // namespace wayfront::host

template <>
struct fmt::formatter<wayfront::host::VertexId> : fmt::formatter<std::string> {
  template <class Context>
  auto format(const wayfront::host::VertexId& id, Context& context) const {
    return fmt::formatter<std::string>::format(to_text(id), context);
  }
};
