// An answer that some program wrote, as it is compared with a graph: distances of the graph's own type, predecessors as
// vertices, or a cycle. Nothing in it is believed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/claims/written_number.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// What the values of a file are that does not say it.
enum class ClaimContent : std::uint8_t { distances, predecessors, cycle };

/// What a file is read for. Refers to its members.
struct ClaimShape {
  const VertexIds& ids;
  Vertex vertices = 0;
  WeightKind kind = WeightKind::int32;
  std::span<const Vertex> sources;    // a row for each
  std::span<const Vertex> targets{};  // the only vertices that the file has; empty: all
  bool virtual_source = false;        // the only source is the last vertex, and files do not have it
  UnreachedRule unreached{};
  bool missing_unreached = false;  // vertices without an entry are unreached; else they are an error
  const char* if_missing = "";     // what that error says in the end: what to do

  /// The number of vertices that files have.
  Vertex file_vertices() const { return vertices - (virtual_source ? 1 : 0); }
};

/// A distance that the graph's type does not have.
struct Misfit {
  std::uint32_t row = 0;
  Vertex vertex = 0;
  Fit fit = Fit::exact;
  std::string value;
};

struct Claim {
  std::string name;             // of the file
  std::vector<char> distances;  // rows x vertices of the graph's type; empty if the file has none
  /// The same numbers as they were written, where the type has them, else the nearest double; unreached is infinity.
  std::vector<double> written;
  std::vector<Vertex> predecessors;  // rows x vertices, in the form of plugins; empty if the file has none
  std::vector<Vertex> cycle;
  std::optional<Misfit> misfit;  // the first; the entry is the nearest number of the type
  std::uint64_t misfits = 0;
  std::string unreached_by;        // the first number that was read as "unreached" by convention, if any
  std::string graph_digest;        // of the graph that the answer is for, if the file says it
  std::vector<std::string> notes;  // how the file was understood

  template <WeightType W>
  std::span<W> distances_as(std::uint32_t row, Vertex vertices) {
    return {reinterpret_cast<W*>(distances.data()) + std::size_t{row} * vertices, vertices};
  }
  template <WeightType W>
  std::span<const W> distances_as(std::uint32_t row, Vertex vertices) const {
    return {reinterpret_cast<const W*>(distances.data()) + std::size_t{row} * vertices, vertices};
  }
};

/// Takes the entries of a file in any order. Errors name the place, and are UserError (input).
class ClaimBuilder {
 public:
  /// Refers to `shape`.
  ClaimBuilder(const ClaimShape& shape, std::string name);

  const ClaimShape& shape() const { return shape_; }
  const std::string& name() const { return claim_.name; }
  /// An id as it stands in a text: a name, or a number if the graph has numbers.
  VertexId id_of(std::string_view text) const;
  /// The vertex with this id, or nothing.
  std::optional<Vertex> find(const VertexId& id) const;
  /// The same; an error if there is none.
  Vertex vertex(const VertexId& id, std::string_view place) const;
  /// The vertex of a position, in the order in which answers are written: that of the ids, or of the targets.
  Vertex at(std::uint64_t position) const;
  /// The number of these positions.
  std::uint64_t positions() const;
  /// The row of this source.
  std::uint32_t row(const VertexId& source, std::string_view place) const;

  /// Each once; a second one for the same vertex is an error. For `largest`, see UnreachedRule.
  void distance(std::uint32_t row, Vertex vertex, const WrittenNumber& number, std::string_view place,
                Int128 largest = 0);
  /// no_vertex: none. A source that is its own predecessor has none, or the virtual one.
  void predecessor(std::uint32_t row, Vertex vertex, Vertex before, std::string_view place);
  /// Vertices without an entry are unreached.
  void rest_is_unreached() { rest_unreached_ = true; }
  void cycle(std::vector<Vertex> vertices) { claim_.cycle = std::move(vertices); }
  void graph_digest(std::string digest) { claim_.graph_digest = std::move(digest); }
  void note(std::string text) { claim_.notes.push_back(std::move(text)); }

  /// After the last entry; an error if entries are missing.
  Claim finish();
  [[noreturn]] void fail(std::string_view place, std::string_view what) const;

 private:
  struct Seen {
    std::vector<bool> marks;
    std::uint64_t count = 0;
  };
  std::size_t mark(std::optional<Seen>& seen, std::uint32_t row, Vertex vertex, std::string_view place,
                   const char* what) const;
  void complete(const std::optional<Seen>& seen, const char* what) const;

  const ClaimShape& shape_;
  Claim claim_;
  std::unordered_map<std::string_view, Vertex> names_;  // if ids are names: VertexIds searches them one by one
  std::unordered_map<Vertex, std::uint32_t> rows_;      // of the sources
  std::optional<Seen> distances_, predecessors_;
  bool rest_unreached_ = false;
};

}  // namespace wayfront::host
