// An answer that some program wrote, as it is compared with a graph: distances of the graph's own type, predecessors as
// vertices, or a cycle. Nothing in it is believed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "certify/asked.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// What the values of a file are that does not say it.
enum class ClaimContent : std::uint8_t { distances, predecessors, cycle };

/// What a file is read for. Refers to its members.
struct ClaimShape {
  const VertexIds& ids;
  const GraphInfo& graph;
  std::span<const Vertex> sources;  // a row for each
  const Asked& asked;               // with the targets as files have them
  /// Vertices without an entry are unreached; else they are an error, unless there is a limit.
  bool missing_unreached = false;
  const char* if_missing = "";  // what that error says in the end: what to do

  /// The number of vertices that files have.
  Vertex file_vertices() const { return graph.vertices - (asked.nearest ? 1 : 0); }
};

/// One number of a file.
struct WrittenNumber {
  double real = std::numeric_limits<double>::infinity();  // nearest; infinity: unreached
  std::optional<std::int64_t> whole{};                    // if it is an integer all of whose digits are known
  bool decimal = false;  // digits of a text: the nearest number of the graph's type is meant

  static WrittenNumber of_whole(std::int64_t value, bool decimal = false);
  static WrittenNumber of_real(double value, bool decimal = false);
};

/// Digits with a point or without, nan, or a word such as inf, Infinity, null or unreached, in any case; nothing for
/// other text.
std::optional<WrittenNumber> parse_number(std::string_view text);

/// A distance that the graph's type does not have.
struct Misfit {
  std::uint32_t row = 0;
  Vertex vertex = 0;
  double value = 0;  // the nearest
};

struct Claim {
  std::string name;                  // of the file
  std::vector<char> distances;       // rows x vertices of the graph's type; empty if the file has none
  std::vector<double> written;       // the same numbers, or the nearest to what was written; unreached is infinity
  std::vector<Vertex> predecessors;  // rows x vertices, in the form of plugins; empty if the file has none
  std::vector<Vertex> cycle;
  std::optional<Misfit> misfit;  // the first
  std::uint64_t misfits = 0;
  std::string graph_digest;  // of the graph that the answer is for, if the file says it
  std::uint64_t others = 0;  // entries of vertices that are no targets; they are not kept
  bool labels = false;       // whether it says which source is the nearest; that is not kept

  /// What of the file is no part of what is proved about it, as a clause: "; 1 entry beyond ... was not checked", or "".
  std::string unchecked(double limit) const;

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
  bool has_names() const { return shape_.ids.kind() == VertexIds::Kind::names; }
  /// The vertex with this id, as it stands in a text; an error if there is none.
  Vertex vertex(std::string_view id, std::string_view place) const;
  /// The vertex of a position, in the order in which answers are written: that of the ids, or of the targets.
  Vertex at(std::uint64_t position) const;
  /// The number of these positions.
  std::uint64_t positions() const;
  /// The row of this source.
  std::uint32_t row(std::string_view source, std::string_view place) const;

  /// Each once; a second one for the same vertex is an error, unless the question has a source or target twice and both
  /// are the same.
  void distance(std::uint32_t row, Vertex vertex, const WrittenNumber& number, std::string_view place);
  /// An id; -1, a word for none and no text at all mean none. A source that is its own predecessor has none, or the
  /// virtual one.
  void predecessor(std::uint32_t row, Vertex vertex, std::string_view before, std::string_view place);
  /// The vertex's nearest source, which is not kept.
  void label() { claim_.labels = true; }
  /// Vertices without an entry are unreached.
  void rest_is_unreached() { rest_unreached_ = true; }
  void cycle(std::vector<Vertex> vertices) { claim_.cycle = std::move(vertices); }
  void graph_digest(std::string digest) { claim_.graph_digest = std::move(digest); }

  /// After the last entry; an error if entries are missing.
  Claim finish();
  [[noreturn]] void fail(std::string_view place, std::string_view what) const;

 private:
  struct Seen {
    std::vector<bool> marks;
    std::uint64_t count = 0;
  };
  std::optional<Vertex> find(std::string_view id) const;
  std::size_t index_of(std::uint32_t row, Vertex vertex) const {
    return std::size_t{row} * shape_.graph.vertices + vertex;
  }
  /// False where the entry is there already, the `same`.
  bool mark(std::optional<Seen>& seen, std::size_t index, bool same, std::string_view place, const char* what) const;
  void repeat_rows();
  void complete(const std::optional<Seen>& seen, const char* what) const;

  const ClaimShape& shape_;
  Claim claim_;
  std::unordered_map<std::string_view, Vertex> names_;  // if ids are names: VertexIds searches them one by one
  std::unordered_map<Vertex, std::uint32_t> rows_;      // of the sources
  std::vector<bool> targets_;                           // by vertex; empty: all are
  std::optional<Seen> distances_, predecessors_;
  bool rest_unreached_ = false;
  bool repeats_ = false;  // whether a source or a target is asked for more than once
};

// Reads an answer as `wayfront solve` and `wayfront matrix` write it, or as text or CSV of two columns.

/// The format is found by content; see docs/verify.md. Throws UserError (input) that names file and place for anything
/// that is not an answer for a graph of this shape: entries missing or twice, unknown ids, damaged files.
Claim read_claim(const std::filesystem::path& file, const ClaimShape& shape, ClaimContent content);

/// The readers behind read_claim(), each in claim_<format>.cpp.
namespace detail {

/// A column, or a key of JSON, by its name.
enum class ClaimColumn : std::uint8_t { unknown, id, distance, predecessor, source, label };
ClaimColumn column_named(std::string_view name);

/// Text whose rows have columns: CSV if `commas`, else blanks; with a header or without.
void read_text(std::string_view bytes, bool commas, ClaimContent content, ClaimBuilder& claim);
/// A list of ids.
void read_cycle_text(std::string_view bytes, ClaimBuilder& claim);
/// What `wayfront solve --json` prints, or one object per line.
void read_json(std::string_view bytes, ClaimBuilder& claim);
void read_npy(std::string_view bytes, ClaimContent content, ClaimBuilder& claim);
/// SciPy's sparse rows.
void read_npz(std::string_view bytes, ClaimBuilder& claim);

}  // namespace detail
}  // namespace wayfront::host
