// Distances from one source to all vertices: up from its node to the root, then down through all nodes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ascent.hpp"
#include "departure.hpp"
#include "structure.hpp"
#include "vectors.hpp"

namespace wayfront::separators {

/// d[first + j] = min(d[first + j], min over b of d[b] + down[b, j]), for all nodes; d[first + j] counts only where
/// `is_ready` says so of the node.
struct SweepDown {
  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void run(const Node* nodes, std::uint32_t count, const std::uint8_t* is_ready,
                                         const std::uint32_t* boundaries, const Entry* tables, Entry none, Entry* d,
                                         Entry* ways) {
    using Vector = typename RowLanes<Entry, bytes>::type;
    constexpr std::uint32_t lanes = RowLanes<Entry, bytes>::count;
    constexpr std::uint32_t wide = 4;  // vectors at a time
    for (std::uint32_t x = 0; x < count; ++x) {
      const Node& node = nodes[x];
      const std::uint32_t rows = node.boundary_size;
      Entry* const own = d + node.first;
      for (std::uint32_t i = 0; i < rows; ++i) ways[i] = d[boundaries[node.boundary_start + i]];
      std::uint32_t j = 0;
      for (; j + wide * lanes <= node.stride; j += wide * lanes)
        lower<Vector, lanes, wide>(node, j, is_ready[x] != 0, tables, none, own, ways);
      for (; j < node.stride; j += lanes) lower<Vector, lanes, 1>(node, j, is_ready[x] != 0, tables, none, own, ways);
    }
  }

 private:
  template <class Vector, std::uint32_t lanes, std::uint32_t wide, class Entry>
  [[gnu::always_inline]] static void lower(const Node& node, std::uint32_t j, bool is_ready, const Entry* tables,
                                           Entry none, Entry* own, const Entry* ways) {
    Vector sums[wide] = {};
    for (std::uint32_t k = 0; k < wide; ++k) sums[k] += none;
    const Entry* row = tables + node.table_start + j;
    for (std::uint32_t i = 0; i < node.boundary_size; ++i, row += node.stride) {
      const Entry way = ways[i];
      for (std::uint32_t k = 0; k < wide; ++k) {
        const Vector other = *reinterpret_cast<const Vector*>(row + k * lanes) + way;
        sums[k] = other < sums[k] ? other : sums[k];
      }
    }
    if (!is_ready && j + wide * lanes <= node.size) {
      for (std::uint32_t k = 0; k < wide; ++k) *reinterpret_cast<Vector*>(own + j + k * lanes) = sums[k];
      return;
    }
    for (std::uint32_t k = 0; k < wide * lanes && j + k < node.size; ++k) {  // what follows is another node's
      const Entry sum = sums[k / lanes][k % lanes];
      own[j + k] = is_ready && own[j + k] < sum ? own[j + k] : sum;
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
        ascent_(structure, numbers),
        distances_(std::size_t{structure.core} + 1, none),  // one more, for vertices without neighbours
        is_ready_(structure.nodes.size()),
        ways_(structure.max_boundary) {}

  /// Writes all of `answer`, in the graph's order.
  void run(const Departure<W>& departure, Entry* answer) {
    ascent_.run(departure, distances_.data());
    for (const std::uint32_t x : departure.path) is_ready_[x] = 1;
    run_vectorised<SweepDown>(structure_.nodes.data(), static_cast<std::uint32_t>(structure_.nodes.size()),
                              static_cast<const std::uint8_t*>(is_ready_.data()), structure_.boundaries.data(),
                              numbers_.down.data(), none, distances_.data(), ways_.data());
    for (const std::uint32_t x : departure.path) is_ready_[x] = 0;
    run_vectorised<Finish>(structure_.anchors.data(), numbers_.offsets.data(),
                           static_cast<const Entry*>(distances_.data()), structure_.vertices, none, answer);
    for (const auto& [vertex, distance] : departure.near) answer[vertex] = std::min(answer[vertex], distance);
  }

 private:
  const Structure& structure_;
  const Numbers<W>& numbers_;
  Ascent<W> ascent_;
  std::vector<Entry> distances_;  // by position
  std::vector<std::uint8_t> is_ready_;
  std::vector<Entry> ways_;
};

}  // namespace wayfront::separators
