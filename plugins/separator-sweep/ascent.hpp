// The way up: from where a source enters the core to the root, and across the separators on that way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "departure.hpp"
#include "structure.hpp"
#include "vectors.hpp"

namespace wayfront::separators {

/// Vectors of a table's row: at most row_alignment entries.
template <class Entry, std::size_t bytes>
using RowLanes = Lanes<Entry, std::min(bytes, row_alignment * sizeof(Entry))>;

/// sums[j] = min(sums[j], way + row[j]) for `count` entries, a multiple of row_alignment.
struct LowerRow {
  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void run(Entry* sums, const Entry* row, Entry way, std::uint32_t count) {
    using Vector = typename RowLanes<Entry, bytes>::type;
    for (std::uint32_t j = 0; j < count; j += RowLanes<Entry, bytes>::count) {
      Vector& sum = *reinterpret_cast<Vector*>(sums + j);
      const Vector other = *reinterpret_cast<const Vector*>(row + j) + way;
      sum = other < sum ? other : sum;
    }
  }
};

/// d[b] = min(d[b], min over j (own[j] + row b[j])) for all positions b of the boundary. Rows have `stride` entries, of
/// which those behind the node's size change nothing, whatever stands behind `own`.
struct RaiseBoundary {
  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void run(const std::uint32_t* boundary, std::uint32_t rows, const Entry* tables,
                                         std::uint32_t stride, const Entry* own, Entry none, Entry* d) {
    using Vector = typename RowLanes<Entry, bytes>::type;
    constexpr std::uint32_t lanes = RowLanes<Entry, bytes>::count;
    for (std::uint32_t b = 0; b < rows; ++b, tables += stride) {
      Vector nearest = Vector{} + none;
      for (std::uint32_t j = 0; j < stride; j += lanes) {
        const Vector way = *reinterpret_cast<const Vector*>(own + j) + *reinterpret_cast<const Vector*>(tables + j);
        nearest = way < nearest ? way : nearest;
      }
      Entry& distance = d[boundary[b]];
      for (std::uint32_t i = 0; i < lanes; ++i) distance = smaller<Entry>(distance, nearest[i]);
    }
  }
};

/// Keeps its memory from source to source. Distances have row_alignment entries behind those of all positions, of any
/// values that are distances.
template <WeightType W>
class Ascent {
 public:
  using Entry = Magnitude<W>;
  static constexpr Entry none = Numbers<W>::none;

  Ascent(const Structure& structure, const Numbers<W>& numbers)
      : structure_(structure), numbers_(numbers), row_(std::size_t{structure.max_size} + row_alignment) {}

  /// Writes the distances of all positions of the path's nodes, and no others: right inside their subtrees.
  void run(const Departure<W>& departure, Entry* distances) {
    begin(departure, distances);
    for (const std::uint32_t x : departure.path) up(structure_.nodes[x], numbers_.up_tables(), distances);
    for (const std::uint32_t x : departure.path) across(structure_.nodes[x], distances);
  }

  /// The same against the direction of arcs: distances to where `arrival` starts, of ways that leave each position
  /// downwards for good. after(x) is called when those of all positions of the boundary of node x are final, as far as
  /// they come through x.
  template <class After>
  void run_against(const Departure<W>& arrival, Entry* distances, After&& after) const {
    begin(arrival, distances);
    for (const std::uint32_t x : arrival.path) {
      up(structure_.nodes[x], numbers_.down.data(), distances);
      after(x);
    }
  }

 private:
  void begin(const Departure<W>& departure, Entry* distances) const {
    for (const std::uint32_t x : departure.path)
      std::fill_n(distances + structure_.nodes[x].first, structure_.nodes[x].size, none);
    for (const auto& start : departure.starts)
      distances[start.position] = std::min(distances[start.position], start.distance);
  }

  void up(const Node& node, const Entry* tables, Entry* distances) const {
    run_vectorised<RaiseBoundary>(structure_.boundaries.data() + node.boundary_start, node.boundary_size,
                                  tables + node.table_start, node.stride,
                                  static_cast<const Entry*>(distances + node.first), none, distances);
  }

  void across(const Node& node, Entry* distances) {
    Entry* const own = distances + node.first;
    std::fill_n(row_.begin(), node.stride, none);
    const Entry* inner = numbers_.inner.data() + node.inner_start;
    for (std::uint32_t i = 0; i < node.size; ++i, inner += node.stride)
      if (own[i] < none) run_vectorised<LowerRow>(row_.data(), inner, Entry{own[i]}, node.stride);
    std::copy_n(row_.begin(), node.size, own);
  }

  const Structure& structure_;
  const Numbers<W>& numbers_;
  std::vector<Entry> row_;
};

}  // namespace wayfront::separators
