// Distances from one source to all vertices: up from its node to the root, then down through all nodes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ascent.hpp"
#include "departure.hpp"
#include "meeting.hpp"
#include "narrow_tables.hpp"
#include "structure.hpp"
#include "target_set.hpp"
#include "vectors.hpp"

namespace wayfront::separators {

/// d[first + j] = min(d[first + j], min over b of d[b] + down[b, j]), for all nodes; d[first + j] counts only where
/// `is_ready` says so of the node. Reads the narrow tables where `has_narrow` says that a node has one.
struct SweepDown {
  template <class Entry>
  struct Tables {
    const Node* nodes;
    std::uint32_t count;
    const std::uint32_t* boundaries;
    const Entry* wide;
    const std::uint16_t* narrow;
    const Entry* bases;
    const std::uint8_t* has_narrow;
  };

  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void run(const Tables<Entry>* all, const std::uint8_t* is_ready, Entry none, Entry* d,
                                         Entry* ways) {
    const Tables<Entry> tables = *all;
    for (std::uint32_t x = 0; x < tables.count; ++x) {
      const Node& node = tables.nodes[x];
      const std::uint32_t* const boundary = tables.boundaries + node.boundary_start;
      if (x + ahead < tables.count) fetch_table(tables, x + ahead);
      if (tables.has_narrow[x] != 0) {
        const Entry* const bases = tables.bases + node.boundary_start;
        for (std::uint32_t i = 0; i < node.boundary_size; ++i) ways[i] = smaller(d[boundary[i]] + bases[i], none);
        lower_node<bytes>(node, is_ready[x] != 0, tables.narrow + node.table_start, none, d + node.first, ways);
      } else {
        for (std::uint32_t i = 0; i < node.boundary_size; ++i) ways[i] = d[boundary[i]];
        lower_node<bytes>(node, is_ready[x] != 0, tables.wide + node.table_start, none, d + node.first, ways);
      }
    }
  }

 private:
  static constexpr std::uint32_t ahead = 2;  // nodes

  /// Tables lie one after the other, but in so short pieces that processors do not follow them by themselves.
  template <class Entry>
  [[gnu::always_inline]] static void fetch_table(const Tables<Entry>& tables, std::uint32_t x) {
    const Node& node = tables.nodes[x];
    if (tables.has_narrow[x] != 0)
      fetch(tables.narrow + node.table_start, node);
    else
      fetch(tables.wide + node.table_start, node);
  }
  template <class Stored>
  [[gnu::always_inline]] static void fetch(const Stored* table, const Node& node) {
    constexpr std::size_t line = 64 / sizeof(Stored);
    constexpr std::size_t max = 128 * line;
    const std::size_t size = std::min(std::size_t{node.boundary_size} * node.stride, max);
    for (std::size_t i = 0; i < size; i += line) __builtin_prefetch(table + i);
  }

  /// Stored is Entry, or less wide.
  template <std::size_t bytes, class Entry, class Stored>
  [[gnu::always_inline]] static void lower_node(const Node& node, bool is_ready, const Stored* table, Entry none,
                                                Entry* own, const Entry* ways) {
    constexpr std::uint32_t lanes = RowLanes<Entry, bytes>::count;
    constexpr std::uint32_t max = 8;  // vectors at a time
    for (std::uint32_t j = 0; j < node.stride; j += max * lanes) {
      const auto lower_columns = [&]<std::uint32_t count> [[gnu::always_inline]] () {
        lower<lanes, count>(node, j, is_ready, table, none, own, ways);
      };
      switch ((node.stride - j) / lanes) {  // most nodes have so few columns that one look at their rows is enough
        case 1:
          lower_columns.template operator()<1>();
          break;
        case 2:
          lower_columns.template operator()<2>();
          break;
        case 3:
          lower_columns.template operator()<3>();
          break;
        case 4:
          lower_columns.template operator()<4>();
          break;
        case 5:
          lower_columns.template operator()<5>();
          break;
        case 6:
          lower_columns.template operator()<6>();
          break;
        case 7:
          lower_columns.template operator()<7>();
          break;
        default:
          lower_columns.template operator()<max>();
      }
    }
  }

  template <std::uint32_t lanes, std::uint32_t count, class Entry, class Stored>
  [[gnu::always_inline]] static void lower(const Node& node, std::uint32_t j, bool is_ready, const Stored* table,
                                           Entry none, Entry* own, const Entry* ways) {
    using Vector = typename Lanes<Entry, lanes * sizeof(Entry)>::type;
    using StoredVector = typename Lanes<Stored, lanes * sizeof(Stored)>::type;
    Vector sums[count] = {};
    for (std::uint32_t k = 0; k < count; ++k) sums[k] += none;
    const Stored* row = table + j;
    for (std::uint32_t i = 0; i < node.boundary_size; ++i, row += node.stride) {
      const Entry way = ways[i];
      for (std::uint32_t k = 0; k < count; ++k) {
        const Vector other =
            __builtin_convertvector(*reinterpret_cast<const StoredVector*>(row + k * lanes), Vector) + way;
        sums[k] = other < sums[k] ? other : sums[k];
      }
    }
    if (is_ready)
      for (std::uint32_t k = 0; k < count; ++k) {
        const Vector& before = *reinterpret_cast<const Vector*>(own + j + k * lanes);
        sums[k] = before < sums[k] ? before : sums[k];
      }
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t first = j + k * lanes;
      if (first + lanes > node.size) {  // what follows the node's columns is another node's
        for (std::uint32_t i = first; i < node.size; ++i) own[i] = sums[k][i - first];
        return;
      }
      *reinterpret_cast<Vector*>(own + first) = sums[k];
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

  Sweep(const Structure& structure, const Numbers<W>& numbers, const NarrowTables<W>& narrow)
      : structure_(structure),
        numbers_(numbers),
        ascent_(structure, numbers),
        // one more, for vertices without neighbours, and what padding reads
        distances_(std::size_t{structure.core} + 1 + row_alignment, none),
        is_ready_(structure.nodes.size()),
        ways_(structure.max_boundary),
        tables_{.nodes = structure.nodes.data(),
                .count = static_cast<std::uint32_t>(structure.nodes.size()),
                .boundaries = structure.boundaries.data(),
                .wide = numbers.down.data(),
                .narrow = narrow.entries.data(),
                .bases = narrow.bases.data(),
                .has_narrow = narrow.has.data()} {}

  /// Writes all of `answer`, in the graph's order.
  void run(const Departure<W>& departure, Entry* answer) {
    ascent_.run(departure, distances_.data());
    for (const std::uint32_t x : departure.path) is_ready_[x] = 1;
    run_vectorised<SweepDown>(static_cast<const SweepDown::Tables<Entry>*>(&tables_),
                              static_cast<const std::uint8_t*>(is_ready_.data()), none, distances_.data(),
                              ways_.data());
    for (const std::uint32_t x : departure.path) is_ready_[x] = 0;
    run_vectorised<Finish>(structure_.anchors.data(), numbers_.offsets.data(),
                           static_cast<const Entry*>(distances_.data()), structure_.vertices, none, answer);
    for (const auto& [vertex, distance] : departure.near) answer[vertex] = std::min(answer[vertex], distance);
  }

  /// Writes the distances of the targets, by place: the way down goes over the nodes that lead to them.
  void run(const Departure<W>& departure, const TargetSet& targets, Entry* answers) {
    ascent_.run(departure, distances_.data());
    const auto set_ready = [&](std::uint8_t value) {
      for (const std::uint32_t x : departure.path)
        if (targets.is_selected(x)) is_ready_[targets.index_of(x)] = value;
    };
    set_ready(1);
    SweepDown::Tables<Entry> tables = tables_;
    tables.nodes = targets.nodes().data();
    tables.count = static_cast<std::uint32_t>(targets.nodes().size());
    tables.has_narrow = targets.has_narrow().data();
    run_vectorised<SweepDown>(static_cast<const SweepDown::Tables<Entry>*>(&tables),
                              static_cast<const std::uint8_t*>(is_ready_.data()), none, distances_.data(),
                              ways_.data());
    set_ready(0);
    for (std::size_t place = 0; place < targets.places(); ++place) {
      const std::size_t entry = 2 * std::size_t{targets.distinct()[place]};
      const Entry a = distances_[structure_.anchors[entry]] + numbers_.offsets[entry];
      const Entry b = distances_[structure_.anchors[entry + 1]] + numbers_.offsets[entry + 1];
      answers[place] = smaller(smaller(a, b), none);
    }
    lower_near(departure, targets, answers);
  }

  /// The same through a meeting: without a way down. `by_column` has meeting.columns() entries.
  void run(const Departure<W>& departure, const TargetSet& targets, const Meeting<W>& meeting, Entry* by_column,
           Entry* answers) {
    std::fill_n(answers, targets.places(), none);
    ascent_.run(departure, distances_.data());
    meeting.run(departure, distances_.data(), by_column, answers);
    lower_near(departure, targets, answers);
  }

 private:
  static void lower_near(const Departure<W>& departure, const TargetSet& targets, Entry* answers) {
    for (const auto& [vertex, distance] : departure.near)
      if (const std::uint32_t place = targets.place_of(vertex); place != targets.places())
        answers[place] = std::min(answers[place], distance);
  }

  const Structure& structure_;
  const Numbers<W>& numbers_;
  Ascent<W> ascent_;
  std::vector<Entry> distances_;  // by position
  std::vector<std::uint8_t> is_ready_;
  std::vector<Entry> ways_;
  SweepDown::Tables<Entry> tables_;
};

}  // namespace wayfront::separators
