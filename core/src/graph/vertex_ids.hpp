// Maps between a file's ids and vertices: consecutive numbers from a first one, any numbers, or names. Inside the host
// and in plugins a vertex is its index; everything that people read or write is converted here.
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

/// One such id: a name or a number.
struct VertexId {
  std::uint64_t number = 0;
  std::string name{};

  VertexId() = default;
  VertexId(std::uint64_t value) : number(value) {}
  VertexId(std::string_view value) : name(value) {}
  friend auto operator<=>(const VertexId&, const VertexId&) = default;
};

/// A number, or a name as in the file.
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
  /// Vertex v is numbers[v]; each number occurs once. Becomes a range if they are consecutive.
  static VertexIds of_numbers(std::vector<std::uint64_t> numbers);
  /// Vertex v is text.substr(ends[v - 1], ends[v] - ends[v - 1]), from 0 for the first; each name occurs once.
  static VertexIds of_names(std::string text, std::vector<std::uint64_t> ends);

  /// The same ids for a graph with one more vertex, the last of now `vertices`, which no file has: its id is `name`.
  VertexIds with_virtual_vertex(Vertex vertices, std::string name) const;

  Kind kind() const;
  /// For a range: the id of vertex 0.
  std::uint64_t first() const { return first_; }
  /// For numbers: by vertex.
  std::span<const std::uint64_t> numbers() const;
  /// For names: of one vertex; of all, one after the other, and where each ends.
  std::string_view name(Vertex v) const;
  std::string_view names() const;
  std::span<const std::uint64_t> name_ends() const;

  VertexId operator[](Vertex v) const;
  /// For any v, even if the graph does not have it: for messages.
  std::string text(Vertex v) const;
  /// The vertex with that id in a graph of `vertices` vertices, or nothing. Searches all names, but not all numbers.
  std::optional<Vertex> find(const VertexId& id, Vertex vertices) const;
  /// The vertices in the order of their ids, names in the order of the input; empty if that is 0, 1, 2, ...
  std::span<const Vertex> order() const;
  /// The same of the first `vertices`, in any case.
  std::vector<Vertex> in_order(Vertex vertices) const;
  /// The ids after renumbering: vertex v had the number of_vertices[v] before. These numbers are distinct; some may be
  /// missing.
  VertexIds selected(std::span<const Vertex> of_vertices) const;
  /// A description of the ids: "1 .. 8", "5 .. 900 with gaps", "names: a, b, ...".
  std::string describe(Vertex vertices) const;

 private:
  struct Map;
  explicit VertexIds(std::shared_ptr<const Map> map) : map_(std::move(map)) {}

  std::uint64_t first_ = 0;
  std::shared_ptr<const Map> map_;  // null: a range
  Vertex virtual_vertex_ = no_vertex;
  std::string virtual_name_;
};

}  // namespace wayfront::host

template <>
struct fmt::formatter<wayfront::host::VertexId> : fmt::formatter<std::string> {
  template <class Context>
  auto format(const wayfront::host::VertexId& id, Context& context) const {
    return fmt::formatter<std::string>::format(to_text(id), context);
  }
};
