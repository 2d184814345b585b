// Distances from several sources at once, one in each lane of a vector: a table's entry is read once for all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ascent.hpp"
#include "departure.hpp"
#include "structure.hpp"
#include "vectors.hpp"

namespace wayfront::separators {

/// SweepDown for `sources` lanes: d[position * sources + lane].
template <std::size_t sources>
struct BatchSweepDown {
  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void run(const Node* nodes, std::uint32_t count, const std::uint8_t* is_ready,
                                         const std::uint32_t* boundaries, const Entry* tables, Entry none, Entry* d) {
    constexpr std::size_t vector_bytes = std::min(bytes, sources * sizeof(Entry));
    using Vector = typename Lanes<Entry, vector_bytes>::type;
    constexpr std::uint32_t lanes = Lanes<Entry, vector_bytes>::count;
    constexpr std::uint32_t parts = sources / lanes;                                    // vectors of a position
    constexpr std::uint32_t wide = parts >= row_alignment ? 1 : row_alignment / parts;  // positions at a time
    for (std::uint32_t x = 0; x < count; ++x) {
      const Node& node = nodes[x];
      const std::uint32_t* const boundary = boundaries + node.boundary_start;
      for (std::uint32_t j = 0; j < node.size; j += wide) {
        Vector sums[wide][parts] = {};
        for (auto& sum : sums)
          for (auto& part : sum) part += none;
        const Entry* row = tables + node.table_start + j;
        for (std::uint32_t i = 0; i < node.boundary_size; ++i, row += node.stride) {
          const auto* const ways = reinterpret_cast<const Vector*>(d + std::size_t{boundary[i]} * sources);
          for (std::uint32_t k = 0; k < wide; ++k)
            for (std::uint32_t part = 0; part < parts; ++part) {
              const Vector other = ways[part] + row[k];
              sums[k][part] = other < sums[k][part] ? other : sums[k][part];
            }
        }
        for (std::uint32_t k = 0; k < wide && j + k < node.size; ++k) {
          auto* const own = reinterpret_cast<Vector*>(d + (std::size_t{node.first} + j + k) * sources);
          for (std::uint32_t part = 0; part < parts; ++part) {
            Vector sum = sums[k][part];
            if (is_ready[x] != 0) sum = own[part] < sum ? own[part] : sum;
            own[part] = sum;
          }
        }
      }
    }
  }
};

/// Finish for `sources` lanes: the answers of a lane go to answers[lane].
template <std::size_t sources>
struct BatchFinish {
  template <std::size_t bytes, class Entry>
  [[gnu::always_inline]] static void run(const std::uint32_t* anchors, const Entry* offsets, const Entry* d,
                                         std::uint32_t vertices, Entry none, Entry* const* answers,
                                         std::uint32_t count) {
    constexpr std::size_t vector_bytes =
        std::min<std::size_t>(std::min<std::size_t>(bytes, 32), sources * sizeof(Entry));
    using Vector = typename Lanes<Entry, vector_bytes>::type;
    constexpr std::uint32_t lanes = Lanes<Entry, vector_bytes>::count;
    constexpr std::uint32_t ahead = 16;
    std::uint32_t v = 0;
    for (; v + lanes <= vertices; v += lanes) {
      if (v + ahead + lanes <= vertices)
        for (std::uint32_t i = 0; i < lanes; ++i)
          __builtin_prefetch(d + std::size_t{anchors[2 * (std::size_t{v} + ahead + i)]} * sources);
      for (std::uint32_t first = 0; first < count; first += lanes) {
        Vector tile[lanes];  // a row for each vertex, then for each source
        for (std::uint32_t i = 0; i < lanes; ++i) {
          const std::size_t entry = 2 * (std::size_t{v} + i);
          const auto& a = *reinterpret_cast<const Vector*>(d + std::size_t{anchors[entry]} * sources + first);
          const auto& b = *reinterpret_cast<const Vector*>(d + std::size_t{anchors[entry + 1]} * sources + first);
          const Vector a2 = a + offsets[entry];
          const Vector b2 = b + offsets[entry + 1];
          const Vector sum = a2 < b2 ? a2 : b2;
          const Vector limit = Vector{} + none;
          tile[i] = sum < limit ? sum : limit;
        }
        transpose<Vector, lanes>(tile);
        for (std::uint32_t i = 0; i < lanes && first + i < count; ++i)
          *reinterpret_cast<Vector*>(answers[first + i] + v) = tile[i];
      }
    }
    for (; v < vertices; ++v)
      for (std::uint32_t lane = 0; lane < count; ++lane) {
        const std::size_t entry = 2 * std::size_t{v};
        const Entry a = d[std::size_t{anchors[entry]} * sources + lane] + offsets[entry];
        const Entry b = d[std::size_t{anchors[entry + 1]} * sources + lane] + offsets[entry + 1];
        answers[lane][v] = smaller(smaller(a, b), none);
      }
  }

 private:
  /// Swaps rows and columns: halves of rows first, then quarters, and so on.
  template <class Vector, std::uint32_t lanes, std::uint32_t half = lanes / 2>
  [[gnu::always_inline]] static void transpose(Vector (&tile)[lanes]) {
    if constexpr (half != 0) {
      for (std::uint32_t i = 0; i < lanes; ++i)
        if ((i & half) == 0) swap_halves<half>(tile[i], tile[i + half], std::make_integer_sequence<int, lanes>());
      transpose<Vector, lanes, half / 2>(tile);
    }
  }
  /// Exchanges the second parts of a, of `half` lanes each, for the first parts of b.
  template <int half, class Vector, int... lane>
  [[gnu::always_inline]] static void swap_halves(Vector& a, Vector& b, std::integer_sequence<int, lane...>) {
    constexpr int lanes = sizeof...(lane);
    const Vector upper = __builtin_shufflevector(a, b, ((lane & half) != 0 ? lanes + lane - half : lane)...);
    const Vector lower = __builtin_shufflevector(a, b, ((lane & half) != 0 ? lanes + lane : lane + half)...);
    a = upper;
    b = lower;
  }
};

/// Keeps its memory from batch to batch: that of `sources` sweeps.
template <WeightType W, std::size_t sources>
class BatchSweep {
 public:
  using Entry = Magnitude<W>;
  static constexpr Entry none = Numbers<W>::none;

  BatchSweep(const Structure& structure, const Numbers<W>& numbers)
      : structure_(structure),
        numbers_(numbers),
        ascent_(structure, numbers),
        distances_((std::size_t{structure.core} + 1) * sources, none),
        lane_(std::size_t{structure.core} + 1 + row_alignment, none),
        is_ready_(structure.nodes.size()) {}

  /// `count` sources, at most `sources`: departure(i) for the i-th, whose answer goes to answers[i]. Each departure is
  /// done with before the next is asked for.
  template <class DepartureOf>
  void run(std::uint32_t count, DepartureOf&& departure, Entry* const* answers) {
    near_.clear();
    ready_nodes_.clear();
    for (std::uint32_t lane = 0; lane < count; ++lane) load(lane, departure(lane));
    run_vectorised<BatchSweepDown<sources>>(
        structure_.nodes.data(), static_cast<std::uint32_t>(structure_.nodes.size()),
        static_cast<const std::uint8_t*>(is_ready_.data()), structure_.boundaries.data(), numbers_.down.data(), none,
        distances_.data());
    for (const std::uint32_t x : ready_nodes_) is_ready_[x] = 0;
    run_vectorised<BatchFinish<sources>>(structure_.anchors.data(), numbers_.offsets.data(),
                                         static_cast<const Entry*>(distances_.data()), structure_.vertices, none,
                                         answers, count);
    for (const auto& [lane, it] : near_) answers[lane][it.vertex] = std::min(answers[lane][it.vertex], it.distance);
  }

 private:
  void load(std::uint32_t lane, const Departure<W>& departure) {
    ascent_.run(departure, lane_.data());
    for (const std::uint32_t x : departure.path) {
      const Node& node = structure_.nodes[x];
      Entry* const own = distances_.data() + std::size_t{node.first} * sources;
      if (is_ready_[x] == 0) {
        is_ready_[x] = 1;
        ready_nodes_.push_back(x);
        std::fill_n(own, std::size_t{node.size} * sources, none);
      }
      for (std::size_t i = 0; i < node.size; ++i) own[i * sources + lane] = lane_[node.first + i];
    }
    for (const auto& it : departure.near) near_.emplace_back(lane, it);
  }

  const Structure& structure_;
  const Numbers<W>& numbers_;
  Ascent<W> ascent_;
  std::vector<Entry> distances_;  // by position and lane
  std::vector<Entry> lane_;       // by position, of one source
  std::vector<std::uint8_t> is_ready_;
  std::vector<std::uint32_t> ready_nodes_;
  std::vector<std::pair<std::uint32_t, typename Departure<W>::Near>> near_;
};

}  // namespace wayfront::separators
