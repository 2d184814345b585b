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

/// Keeps its memory from source to source.
template <WeightType W>
class Ascent {
 public:
  using Entry = Magnitude<W>;
  static constexpr Entry none = Numbers<W>::none;

  Ascent(const Structure& structure, const Numbers<W>& numbers)
      : structure_(structure), numbers_(numbers), row_(std::size_t{structure.max_size} + row_alignment) {}

  /// Writes the distances of all positions of the path's nodes, and no others: right inside their subtrees.
  void run(const Departure<W>& departure, Entry* distances) {
    for (const std::uint32_t x : departure.path)
      std::fill_n(distances + structure_.nodes[x].first, structure_.nodes[x].size, none);
    for (const auto& start : departure.starts) distances[start.position] = start.distance;
    for (const std::uint32_t x : departure.path) up(structure_.nodes[x], distances);
    for (const std::uint32_t x : departure.path) across(structure_.nodes[x], distances);
  }

 private:
  void up(const Node& node, Entry* distances) const {
    const Entry* const own = distances + node.first;
    const std::uint32_t* const boundary = structure_.boundaries.data() + node.boundary_start;
    const Entry* row = numbers_.up_tables() + node.table_start;
    for (std::uint32_t b = 0; b < node.boundary_size; ++b, row += node.stride) {
      Entry nearest = distances[boundary[b]];
      for (std::uint32_t j = 0; j < node.size; ++j) nearest = std::min<Entry>(nearest, own[j] + row[j]);
      distances[boundary[b]] = nearest;
    }
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
