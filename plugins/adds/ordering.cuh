// Loads, stores and fences between blocks, by what they order. The queue's items and the tentative distances are
// always accessed with these or with atomics: none of these accesses is a data race.
#pragma once

#include <cstdint>

namespace wayfront::adds {

/// Of the whole device; orders nothing.
__device__ inline std::uint64_t load_relaxed(const std::uint64_t* from) {
  std::uint64_t value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(from));
  return value;
}
__device__ inline std::uint32_t load_relaxed(const std::uint32_t* from) {
  std::uint32_t value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(from));
  return value;
}
__device__ inline std::int32_t load_relaxed(const std::int32_t* from) {
  return static_cast<std::int32_t>(load_relaxed(reinterpret_cast<const std::uint32_t*>(from)));
}
__device__ inline void store_relaxed(std::uint64_t* to, std::uint64_t value) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(to), "l"(value) : "memory");
}
__device__ inline void store_relaxed(std::uint32_t* to, std::uint32_t value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(to), "r"(value) : "memory");
}

/// What the thread that released wrote or saw before is visible after.
__device__ inline std::uint64_t load_acquire(const std::uint64_t* from) {
  std::uint64_t value;
  asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(from) : "memory");
  return value;
}
__device__ inline void store_release(std::uint64_t* to, std::uint64_t value) {
  asm volatile("st.release.gpu.global.u64 [%0], %1;" : : "l"(to), "l"(value) : "memory");
}
__device__ inline void fence() { asm volatile("fence.acq_rel.gpu;" : : : "memory"); }

/// A word of the block's shared memory that its threads exchange between barriers.
__device__ inline std::uint64_t load_shared(const std::uint64_t* from) {
  std::uint64_t value;
  asm volatile("ld.acquire.cta.shared.u64 %0, [%1];"
               : "=l"(value)
               : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(from)))
               : "memory");
  return value;
}
__device__ inline void store_shared(std::uint64_t* to, std::uint64_t value) {
  asm volatile("st.release.cta.shared.u64 [%0], %1;"
               :
               : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(to))), "l"(value)
               : "memory");
}

/// The same without order.
__device__ inline void post_shared(std::uint64_t* to, std::uint64_t value) {
  asm volatile("st.relaxed.cta.shared.u64 [%0], %1;"
               :
               : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(to))), "l"(value)
               : "memory");
}
__device__ inline std::uint64_t peek_shared(const std::uint64_t* from) {
  std::uint64_t value;
  asm volatile("ld.relaxed.cta.shared.u64 %0, [%1];"
               : "=l"(value)
               : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(from))));
  return value;
}

/// A barrier of the first `threads` threads of the block, a multiple of 32.
__device__ inline void partial_barrier(unsigned threads) {
  asm volatile("barrier.sync 1, %0;" : : "r"(threads) : "memory");
}

__device__ inline std::uint64_t device_clock() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

}  // namespace wayfront::adds
