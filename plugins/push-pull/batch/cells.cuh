// The distances of many sources to one vertex, side by side: a row of cells. A thread has 16 bytes of a row, and works
// on all cells in them at once.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace wayfront::push_pull {

namespace detail {
/// The same function on each of the four words.
template <class F>
__device__ uint4 each_word(const uint4& a, const F& f) {
  return {f(a.x), f(a.y), f(a.z), f(a.w)};
}
template <class F>
__device__ uint4 each_word(const uint4& a, const uint4& b, const F& f) {
  return {f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w)};
}
__device__ inline std::uint32_t all_words(const uint4& a) { return a.x | a.y | a.z | a.w; }
}  // namespace detail

/// Some bit is set.
__device__ inline bool any(const uint4& a) { return detail::all_words(a) != 0; }
__device__ inline bool differ(const uint4& a, const uint4& b) {
  return ((a.x ^ b.x) | (a.y ^ b.y) | (a.z ^ b.z) | (a.w ^ b.w)) != 0;
}
__device__ inline uint4 operator&(const uint4& a, const uint4& b) {
  return detail::each_word(a, b, [](std::uint32_t x, std::uint32_t y) { return x & y; });
}
__device__ inline uint4 operator|(const uint4& a, const uint4& b) {
  return detail::each_word(a, b, [](std::uint32_t x, std::uint32_t y) { return x | y; });
}
__device__ inline uint4 operator~(const uint4& a) {
  return detail::each_word(a, [](std::uint32_t x) { return ~x; });
}

/// 16 bits a cell, for distances below `infinity`. Their order is also that of the half-precision numbers with the same
/// bits, of which the hardware takes the minimum in memory, eight at a time.
struct Cells16 {
  using Cell = std::uint16_t;
  static constexpr unsigned of_thread = 8;
  static constexpr std::uint32_t infinity = 0x7bff;  // the largest finite one

  __device__ static std::uint32_t splat_word(std::uint32_t cell) { return cell | cell << 16; }
  __device__ static uint4 splat(std::uint32_t cell) {
    const std::uint32_t word = splat_word(cell);
    return {word, word, word, word};
  }
  /// min(a + b, c) of each cell; a and b are not above `infinity`.
  __device__ static std::uint32_t add_min(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return __viaddmin_u16x2(a, b, c);
  }
  __device__ static std::uint32_t add(std::uint32_t a, std::uint32_t b) { return __vadd2(a, b); }
  __device__ static std::uint32_t min(std::uint32_t a, std::uint32_t b) { return __vminu2(a, b); }
  __device__ static std::uint32_t max(std::uint32_t a, std::uint32_t b) { return __vmaxu2(a, b); }
  /// All ones in the cells where a > b.
  __device__ static std::uint32_t greater(std::uint32_t a, std::uint32_t b) { return __vcmpgtu2(a, b); }
  /// How many cells a mask has.
  __device__ static std::uint32_t count(const uint4& mask) {
    return static_cast<std::uint32_t>(__popc(mask.x) + __popc(mask.y) + __popc(mask.z) + __popc(mask.w)) / 16;
  }
  template <class F>
  __device__ static void each(const uint4& cells, const F& f) {
    const std::uint32_t words[] = {cells.x, cells.y, cells.z, cells.w};
#pragma unroll
    for (unsigned i = 0; i < of_thread; ++i) f(words[i / 2] >> (i % 2 * 16) & 0xffff);
  }

  /// Lowers the cells at `place` to `to`. Others may do so at the same time.
  __device__ static void lower(uint4* place, const uint4& to, const uint4& /*seen*/) {
#if __CUDA_ARCH__ >= 900
    asm volatile("red.relaxed.gpu.global.min.noftz.v4.f16x2 [%0], {%1, %2, %3, %4};" ::"l"(place), "r"(to.x), "r"(to.y),
                 "r"(to.z), "r"(to.w)
                 : "memory");
#else
    auto* const words = reinterpret_cast<std::uint32_t*>(place);
    lower_word(words, to.x);
    lower_word(words + 1, to.y);
    lower_word(words + 2, to.z);
    lower_word(words + 3, to.w);
#endif
  }
  /// Lowers one cell; `cells` is the first of its row.
  __device__ static void lower_cell(uint4* cells, std::uint32_t cell, std::uint32_t to) {
    const std::uint32_t shift = cell % 2 * 16;
    lower_word(reinterpret_cast<std::uint32_t*>(cells) + cell / 2, to << shift | infinity << (16 - shift));
  }

 private:
  __device__ static void lower_word(std::uint32_t* place, std::uint32_t to) {
    for (std::uint32_t seen = __ldcg(place), now = 0; (now = __vminu2(seen, to)) != seen;) {
      const std::uint32_t before = atomicCAS(place, seen, now);
      if (before == seen) return;
      seen = before;
    }
  }
};

/// 32 bits a cell.
struct Cells32 {
  using Cell = std::uint32_t;
  static constexpr unsigned of_thread = 4;
  static constexpr std::uint32_t infinity = 0x7fff'ffff;

  __device__ static std::uint32_t splat_word(std::uint32_t cell) { return cell; }
  __device__ static uint4 splat(std::uint32_t cell) { return {cell, cell, cell, cell}; }
  __device__ static std::uint32_t add_min(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return __viaddmin_u32(a, b, c);
  }
  __device__ static std::uint32_t add(std::uint32_t a, std::uint32_t b) { return a + b; }
  __device__ static std::uint32_t min(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }
  __device__ static std::uint32_t max(std::uint32_t a, std::uint32_t b) { return a > b ? a : b; }
  __device__ static std::uint32_t greater(std::uint32_t a, std::uint32_t b) { return a > b ? ~0U : 0U; }
  __device__ static std::uint32_t count(const uint4& mask) {
    return (mask.x & 1) + (mask.y & 1) + (mask.z & 1) + (mask.w & 1);
  }
  template <class F>
  __device__ static void each(const uint4& cells, const F& f) {
    f(cells.x);
    f(cells.y);
    f(cells.z);
    f(cells.w);
  }
  __device__ static void lower(uint4* place, const uint4& to, const uint4& seen) {
    auto* const words = reinterpret_cast<std::uint32_t*>(place);
    if (to.x < seen.x) atomicMin(words, to.x);
    if (to.y < seen.y) atomicMin(words + 1, to.y);
    if (to.z < seen.z) atomicMin(words + 2, to.z);
    if (to.w < seen.w) atomicMin(words + 3, to.w);
  }
  __device__ static void lower_cell(uint4* cells, std::uint32_t cell, std::uint32_t to) {
    atomicMin(reinterpret_cast<std::uint32_t*>(cells) + cell, to);
  }
};

/// The operations of Cells on 16 bytes.
template <class Cells>
__device__ uint4 add_min(const uint4& a, std::uint32_t b, const uint4& c) {
  return {Cells::add_min(a.x, b, c.x), Cells::add_min(a.y, b, c.y), Cells::add_min(a.z, b, c.z),
          Cells::add_min(a.w, b, c.w)};
}
template <class Cells>
__device__ uint4 min_of(const uint4& a, const uint4& b) {
  return detail::each_word(a, b, [](std::uint32_t x, std::uint32_t y) { return Cells::min(x, y); });
}
template <class Cells>
__device__ uint4 max_of(const uint4& a, const uint4& b) {
  return detail::each_word(a, b, [](std::uint32_t x, std::uint32_t y) { return Cells::max(x, y); });
}
template <class Cells>
__device__ uint4 sum_of(const uint4& a, std::uint32_t b) {
  return detail::each_word(a, [b](std::uint32_t x) { return Cells::add(x, b); });
}
template <class Cells>
__device__ uint4 greater(const uint4& a, const uint4& b) {
  return detail::each_word(a, b, [](std::uint32_t x, std::uint32_t y) { return Cells::greater(x, y); });
}

}  // namespace wayfront::push_pull
