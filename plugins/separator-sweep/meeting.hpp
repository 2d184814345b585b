// Tables of distances between many sources and many targets without a way down: a shortest path has a last vertex in
// the largest separator that it meets, and lies below it from there on. The way up from the source knows the distance
// to that vertex; a way up from the target, against the arcs, knows the rest.
//
// A *column* is a target as it is entered from one node. A removed target has two, if its anchors are in two nodes.
// Columns are in depth-first order of their nodes, so that those of a subtree lie side by side. The *block* of a node c
// has a row for each boundary position that lies in the parent's separator, and the columns of c's subtree: distances
// from there to the targets, of paths that stay below the parent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ascent.hpp"
#include "departure.hpp"
#include "structure.hpp"
#include "target_set.hpp"
#include "vectors.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

/// out[j] = min(out[j], min over i (d[positions[i]] + block[i, j])). Rows have `stride` entries, a multiple of whole
/// vectors; those behind the block's columns are unreached and change nothing.
struct MeetBlock {
  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void run(const Entry* d, const std::uint32_t* positions, std::uint32_t rows,
                                         const Entry* block, std::uint32_t stride, Entry* out) {
    constexpr std::uint32_t lanes = Lanes<Entry, bytes>::count;
    std::uint32_t j = 0;
    for (; j + 4 * lanes <= stride; j += 4 * lanes) lower<bytes, 4>(d, positions, rows, block + j, stride, out + j);
    for (; j < stride; j += lanes) lower<bytes, 1>(d, positions, rows, block + j, stride, out + j);
  }

 private:
  template <std::size_t bytes, std::uint32_t count, class Entry>
  [[gnu::always_inline]] static void lower(const Entry* d, const std::uint32_t* positions, std::uint32_t rows,
                                           const Entry* row, std::uint32_t stride, Entry* out) {
    using Vector = typename Lanes<Entry, bytes>::type;
    constexpr std::uint32_t lanes = Lanes<Entry, bytes>::count;
    Vector nearest[count];
    for (std::uint32_t k = 0; k < count; ++k) nearest[k] = *reinterpret_cast<const Vector*>(out + k * lanes);
    for (std::uint32_t i = 0; i < rows; ++i, row += stride) {
      const Entry way = d[positions[i]];
      for (std::uint32_t k = 0; k < count; ++k) {
        const Vector other = *reinterpret_cast<const Vector*>(row + k * lanes) + way;
        nearest[k] = other < nearest[k] ? other : nearest[k];
      }
    }
    for (std::uint32_t k = 0; k < count; ++k) *reinterpret_cast<Vector*>(out + k * lanes) = nearest[k];
  }
};

/// The targets' side, made once for many sources.
template <WeightType W>
class Meeting {
 public:
  using Entry = Magnitude<W>;
  static constexpr Entry none = Numbers<W>::none;
  static constexpr std::uint32_t padding = 64 / sizeof(Entry);  // columns, of the widest vectors

  /// Refers to structure and numbers, not to `set`. Throws Cancelled.
  Meeting(const Structure& structure, const Numbers<W>& numbers, const TargetSet& set, RunContext& context)
      : structure_(structure), places_(static_cast<std::uint32_t>(set.places())) {
    set_order();
    add_columns(numbers, set);
    set_blocks();
    Workspaces<std::vector<Entry>> workspaces;
    const Ascent<W> ascent(structure, numbers);
    context.parallel_for(columns_.size(), 16, [&](std::uint64_t begin, std::uint64_t end) {
      context.throw_if_cancelled();
      workspaces.with([&](std::vector<Entry>& distances) {
        distances.resize(std::size_t{structure.core} + row_alignment, none);
        for (std::uint64_t i = begin; i < end; ++i) fill(ascent, static_cast<std::uint32_t>(i), distances.data());
      });
    });
  }

  /// What a thread needs: room for `columns` entries.
  std::size_t columns() const { return columns_.size() + padding; }

  /// Lowers `answers`, by place, to the distances of ways through the core. `distances` are those of an ascent, over
  /// departure.path.
  void run(const Departure<W>& departure, const Entry* distances, Entry* by_column, Entry* answers) const {
    std::fill_n(by_column, columns(), none);
    for (const std::uint32_t x : departure.path) {
      for (std::uint32_t i = own_[x].begin; i < own_[x].end; ++i)
        for (const auto& start : columns_[i].arrival.starts)
          by_column[i] = smaller<Entry>(by_column[i], distances[start.position] + start.distance);
      for (std::uint32_t i = first_block_[x]; i < first_block_[x + 1]; ++i) {
        const Block& block = blocks_[i];
        run_vectorised<MeetBlock>(distances, structure_.boundaries.data() + block.positions, block.rows,
                                  static_cast<const Entry*>(entries_.data() + block.entries), block.stride,
                                  by_column + block.columns.begin);
      }
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      Entry& answer = answers[columns_[i].place];
      answer = smaller(answer, by_column[i]);
    }
  }

 private:
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  struct Column {
    std::uint32_t place;
    std::uint32_t node;
    Departure<W> arrival;
  };
  struct Block {
    std::uint64_t positions;  // of Structure::boundaries
    std::uint64_t entries;
    std::uint32_t rows;
    std::uint32_t stride;
    Range columns;
  };

  /// Numbers of nodes in depth-first order, and how many nodes a subtree has.
  void set_order() {
    const auto& nodes = structure_.nodes;
    order_.assign(nodes.size(), 0);
    subtree_.assign(nodes.size(), 1);
    for (std::size_t x = nodes.size(); x-- > 1;) subtree_[nodes[x].parent] += subtree_[x];
    for (std::uint32_t x = 0; x < nodes.size(); ++x) {
      std::uint32_t next = order_[x] + 1;
      for (std::uint32_t child = structure_.children[x]; child < structure_.children[x + 1]; ++child) {
        order_[child] = next;
        next += subtree_[child];
      }
    }
  }

  void add_columns(const Numbers<W>& numbers, const TargetSet& set) {
    for (std::uint32_t place = 0; place < places_; ++place) {
      const std::size_t first = columns_.size();
      for (const std::size_t side : {0U, 1U}) {
        const std::size_t entry = 2 * std::size_t{set.distinct()[place]} + side;
        const std::uint32_t position = structure_.anchors[entry];
        if (position == structure_.core || numbers.offsets[entry] == none) continue;
        const std::uint32_t node = structure_.node_of[position];
        if (first == columns_.size() || columns_.back().node != node) {
          Column& column = columns_.emplace_back();
          column.place = place;
          column.node = node;
          for (std::uint32_t x = node; x != no_node; x = structure_.nodes[x].parent) column.arrival.path.push_back(x);
        }
        columns_.back().arrival.starts.push_back({position, numbers.offsets[entry]});
      }
    }
    std::ranges::stable_sort(columns_, {}, [&](const Column& it) { return order_[it.node]; });
  }

  /// Columns whose nodes are in [begin, end) of the depth-first order.
  Range columns_between(std::uint32_t begin, std::uint32_t end) const {
    const auto place = [&](std::uint32_t bound) {
      const auto found =
          std::ranges::lower_bound(columns_, bound, {}, [&](const Column& it) { return order_[it.node]; });
      return static_cast<std::uint32_t>(found - columns_.begin());
    };
    return {place(begin), place(end)};
  }

  void set_blocks() {
    const auto nodes = static_cast<std::uint32_t>(structure_.nodes.size());
    own_.resize(nodes);
    first_block_.assign(std::size_t{nodes} + 1, 0);
    block_of_.assign(nodes, no_node);
    std::uint64_t entries = 0;
    std::uint32_t next = 0;  // node whose first block comes next
    for (std::uint32_t x = 0; x < nodes; ++x) {
      own_[x] = columns_between(order_[x], order_[x] + 1);
      if (x == 0) continue;
      const Node& node = structure_.nodes[x];
      while (next <= node.parent) first_block_[next++] = static_cast<std::uint32_t>(blocks_.size());
      const Range columns = columns_between(order_[x], order_[x] + subtree_[x]);
      if (columns.begin == columns.end) continue;
      const auto first = structure_.boundaries.begin() + static_cast<std::ptrdiff_t>(node.boundary_start);
      const auto last = first + node.boundary_size;
      const auto tail = std::lower_bound(first, last, structure_.nodes[node.parent].first);
      block_of_[x] = static_cast<std::uint32_t>(blocks_.size());
      const std::uint32_t stride = (columns.end - columns.begin + padding - 1) / padding * padding;
      blocks_.push_back({.positions = static_cast<std::uint64_t>(tail - structure_.boundaries.begin()),
                         .entries = entries,
                         .rows = static_cast<std::uint32_t>(last - tail),
                         .stride = stride,
                         .columns = columns});
      entries += std::uint64_t{blocks_.back().rows} * stride;
    }
    while (next <= nodes) first_block_[next++] = static_cast<std::uint32_t>(blocks_.size());
    entries_.assign(entries, none);
  }

  void fill(const Ascent<W>& ascent, std::uint32_t i, Entry* distances) {
    ascent.run_against(columns_[i].arrival, distances, [&](std::uint32_t x) {
      if (x == 0) return;
      const Block& block = blocks_[block_of_[x]];
      Entry* entry = entries_.data() + block.entries + (i - block.columns.begin);
      const std::uint32_t* const positions = structure_.boundaries.data() + block.positions;
      for (std::uint32_t row = 0; row < block.rows; ++row, entry += block.stride) *entry = distances[positions[row]];
    });
  }

  const Structure& structure_;
  std::uint32_t places_;
  std::vector<std::uint32_t> order_;    // by node
  std::vector<std::uint32_t> subtree_;  // by node
  std::vector<Column> columns_;
  std::vector<Range> own_;                  // by node, its columns
  std::vector<std::uint32_t> block_of_;     // by node
  std::vector<std::uint32_t> first_block_;  // by node: its children's blocks are [first_block_[x], first_block_[x + 1])
  std::vector<Block> blocks_;
  std::vector<Entry> entries_;
};

}  // namespace wayfront::separators
