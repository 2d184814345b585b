// What is left of a row of distances in host memory: Reduction<W> of run.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront {

/// `sum` + `more`, exactly.
inline void add_to(WideSum& sum, std::int64_t more) {
  const auto low = static_cast<std::uint64_t>(more);
  sum.low += low;
  sum.high += (more < 0 ? -1 : 0) + (sum.low < low ? 1 : 0);
}

/// The loop over a row, as a class whose run() is inlined, so that a caller can have it compiled for the vectors of its
/// processor. `bound` and `within` come from reached_bound(); `bytes` does not matter.
template <WeightType W>
struct RowReduction {
  template <std::size_t bytes = 16>
  [[gnu::always_inline]] static void run(const W* distances, std::size_t count, W bound, W within,
                                         Reduction<W>* result) {
    Reduction<W> all;
    std::size_t v = 0;
    for (; v + lanes <= count;) {
      // Counts of a block fit 32 bits, and its sums of halves of integers 64 bits.
      const std::size_t rest = (count - v) / lanes * lanes, end = v + (rest < block ? rest : block);
      Ints reached = {}, near = {};
      Wide low = {}, high = {};
      Reals sum = {}, harmonic = {};
      Row max = {};
      for (; v < end; v += lanes) {
        const Row d = *reinterpret_cast<const Row*>(distances + v);
        const Mask counts = d <= bound;
        const Row own = counts ? d : Row{};
        reached -= counts;
        near -= counts & (d <= within);
        max = own > max ? own : max;
        const Reals real = __builtin_convertvector(own, Reals);
        if constexpr (std::is_floating_point_v<W>) {
          sum += real;
        } else if constexpr (sizeof(W) == 4) {
          low += __builtin_convertvector(own, Wide);
        } else {
          low += own & std::int64_t{0xffff'ffff};
          high += own >> 32;
        }
        harmonic += 1.0 / (real == 0.0 ? Reals{} + std::numeric_limits<double>::infinity() : real);
      }
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        all.reached += static_cast<std::uint64_t>(reached[lane]);
        all.within += static_cast<std::uint64_t>(near[lane]);
        all.harmonic += harmonic[lane];
        if (max[lane] > all.max) all.max = max[lane];
        if constexpr (std::is_floating_point_v<W>) {
          all.sum += sum[lane];
        } else {
          add_to(all.sum, low[lane]);
          all.sum.high += high[lane] >> 32;
          const std::uint64_t moved = static_cast<std::uint64_t>(high[lane]) << 32;
          all.sum.low += moved;
          all.sum.high += all.sum.low < moved ? 1 : 0;
        }
      }
    }
    for (; v < count; ++v) {
      const W d = distances[v];
      if (!(d <= bound)) continue;
      ++all.reached;
      if (d <= within) ++all.within;
      if (d > all.max) all.max = d;
      if (d != 0) all.harmonic += 1.0 / static_cast<double>(d);
      if constexpr (std::is_floating_point_v<W>)
        all.sum += static_cast<double>(d);
      else
        add_to(all.sum, d);
    }
    *result = all;
  }

 private:
  static constexpr std::size_t lanes = 8, block = std::size_t{1} << 20;
  using Row [[gnu::vector_size(lanes * sizeof(W)), gnu::aligned(alignof(W)), gnu::may_alias]] = W;
  using Mask = decltype(Row{} <= Row{});
  using Ints [[gnu::vector_size(lanes * sizeof(W))]] = std::conditional_t<sizeof(W) == 4, std::int32_t, std::int64_t>;
  using Wide [[gnu::vector_size(lanes * sizeof(std::int64_t))]] = std::int64_t;
  using Reals [[gnu::vector_size(lanes * sizeof(double))]] = double;
};

/// Distances above `limit` count as unreached; `within` is More::within. The result's `faults` are not_checked.
template <WeightType W>
Reduction<W> reduce_row(std::span<const W> distances, double limit, double within) {
  Reduction<W> result;
  const W bound = reached_bound<W>(limit), near = reached_bound<W>(within);
  RowReduction<W>::run(distances.data(), distances.size(), bound, near < bound ? near : bound, &result);
  return result;
}

}  // namespace wayfront
