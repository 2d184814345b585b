// Distances from one source to all vertices: up from its node to the root, then down through all nodes.
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

/// d[first + j] = min(d[first + j], min over b of d[b] + down[b, j]), for nodes [begin, end). What follows a node's
/// separator in d is read and written back as it was, where its rows have padding.
struct SweepDown {
  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void run(const Node* nodes, std::uint32_t begin, std::uint32_t end,
                                         const std::uint32_t* boundaries, const Entry* tables, Entry* d, Entry* ways) {
    using Vector = typename RowLanes<Entry, bytes>::type;
    constexpr std::uint32_t lanes = RowLanes<Entry, bytes>::count;
    const auto load = [] [[gnu::always_inline]] (const Entry* p) -> const Vector& {
      return *reinterpret_cast<const Vector*>(p);
    };
    const auto store = [] [[gnu::always_inline]] (Entry * p, const Vector& v) { *reinterpret_cast<Vector*>(p) = v; };
    for (std::uint32_t x = begin; x < end; ++x) {
      const Node& node = nodes[x];
      const std::uint32_t rows = node.boundary_size;
      const std::uint32_t stride = node.stride;
      for (std::uint32_t i = 0; i < rows; ++i) ways[i] = d[boundaries[node.boundary_start + i]];
      Entry* const own = d + node.first;
      std::uint32_t j = 0;
      for (; j + 4 * lanes <= stride; j += 4 * lanes) {
        const Entry* row = tables + node.table_start + j;
        Vector a = load(own + j);
        Vector b = load(own + j + lanes);
        Vector c = load(own + j + 2 * lanes);
        Vector e = load(own + j + 3 * lanes);
        for (std::uint32_t i = 0; i < rows; ++i, row += stride) {
          const Entry way = ways[i];
          const Vector a2 = load(row) + way;
          const Vector b2 = load(row + lanes) + way;
          const Vector c2 = load(row + 2 * lanes) + way;
          const Vector e2 = load(row + 3 * lanes) + way;
          a = a2 < a ? a2 : a;
          b = b2 < b ? b2 : b;
          c = c2 < c ? c2 : c;
          e = e2 < e ? e2 : e;
        }
        store(own + j, a);
        store(own + j + lanes, b);
        store(own + j + 2 * lanes, c);
        store(own + j + 3 * lanes, e);
      }
      for (; j < stride; j += lanes) {
        const Entry* row = tables + node.table_start + j;
        Vector a = load(own + j);
        for (std::uint32_t i = 0; i < rows; ++i, row += stride) {
          const Vector a2 = load(row) + ways[i];
          a = a2 < a ? a2 : a;
        }
        store(own + j, a);
      }
    }
  }
};

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

/// Answers in the graph's own order.
struct Finish {
  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void run(const std::uint32_t* anchors, const Entry* offsets, const Entry* d,
                                         std::uint32_t vertices, Entry none, Entry* answer) {
    for (std::size_t v = 0; v < vertices; ++v) {
      const Entry a = d[anchors[2 * v]] + offsets[2 * v];
      const Entry b = d[anchors[2 * v + 1]] + offsets[2 * v + 1];
      answer[v] = smaller(smaller(a, b), none);
    }
  }
};

/// Keeps its memory from source to source.
template <WeightType W>
class Sweep {
 public:
  using Entry = Magnitude<W>;
  static constexpr Entry none = Numbers<W>::none;

  Sweep(const Structure& structure, const Numbers<W>& numbers)
      : structure_(structure),
        numbers_(numbers),
        // one for vertices without neighbours, and the padding of the last row
        distances_(std::size_t{structure.core} + 1 + row_alignment),
        row_(std::size_t{structure.max_size} + row_alignment),
        ways_(structure.max_boundary) {}

  /// All of `answer`, in the graph's order.
  void run(const Departure<W>& departure, Entry* answer) {
    go_up(departure);
    run_vectorised<SweepDown>(structure_.nodes.data(), std::uint32_t{0},
                              static_cast<std::uint32_t>(structure_.nodes.size()), structure_.boundaries.data(),
                              numbers_.down.data(), distances_.data(), ways_.data());
    run_vectorised<Finish>(structure_.anchors.data(), numbers_.offsets.data(),
                           static_cast<const Entry*>(distances_.data()), structure_.vertices, none, answer);
    for (const auto& [vertex, distance] : departure.near) answer[vertex] = std::min(answer[vertex], distance);
  }

  /// Distances by position after the ways up and across: right for the nodes of the path in their own subtrees,
  /// unreached elsewhere.
  const std::vector<Entry>& go_up(const Departure<W>& departure) {
    std::ranges::fill(distances_, none);
    for (const auto& start : departure.starts) distances_[start.position] = start.distance;
    for (const std::uint32_t x : departure.path) up(structure_.nodes[x]);
    for (const std::uint32_t x : departure.path) across(structure_.nodes[x]);
    return distances_;
  }

 private:
  void up(const Node& node) {
    const Entry* const own = distances_.data() + node.first;
    const std::uint32_t* const boundary = structure_.boundaries.data() + node.boundary_start;
    const Entry* row = numbers_.up_tables() + node.table_start;
    for (std::uint32_t b = 0; b < node.boundary_size; ++b, row += node.stride) {
      Entry nearest = distances_[boundary[b]];
      for (std::uint32_t j = 0; j < node.size; ++j) nearest = std::min<Entry>(nearest, own[j] + row[j]);
      distances_[boundary[b]] = nearest;
    }
  }

  void across(const Node& node) {
    Entry* const own = distances_.data() + node.first;
    std::fill_n(row_.begin(), node.stride, none);
    const Entry* inner = numbers_.inner.data() + node.inner_start;
    for (std::uint32_t i = 0; i < node.size; ++i, inner += node.stride)
      if (own[i] < none) run_vectorised<LowerRow>(row_.data(), inner, Entry{own[i]}, node.stride);
    std::copy_n(row_.begin(), node.size, own);
  }

  const Structure& structure_;
  const Numbers<W>& numbers_;
  std::vector<Entry> distances_;  // by position
  std::vector<Entry> row_;
  std::vector<Entry> ways_;
};

}  // namespace wayfront::separators
