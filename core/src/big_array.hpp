// Arrays of a graph's size: uninitialised, and on large pages where the system gives them, which makes both the first
// touch and random access cheaper.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

namespace wayfront::host {

namespace detail {
inline constexpr std::size_t large_page = std::size_t{2} << 20;
inline constexpr std::size_t cache_line = 64;
constexpr std::align_val_t alignment_for(std::size_t bytes) {
  return std::align_val_t{bytes < 2 * large_page ? cache_line : large_page};
}
}  // namespace detail

struct FreeBigArray {
  std::size_t bytes = 0;
  void operator()(void* memory) const { ::operator delete(memory, detail::alignment_for(bytes)); }
};

/// Like std::unique_ptr<T[]> for trivial T; memory is only used where it is written.
template <class T>
using BigArray = std::unique_ptr<T[], FreeBigArray>;

/// Small pages are for an array that is filled at many places at once, where large ones would all be in use before
/// any is full.
enum class Pages : std::uint8_t { large, small };

/// Throws std::bad_alloc.
template <class T>
BigArray<T> make_big_array(std::uint64_t count, Pages pages = Pages::large) {
  if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
  const std::align_val_t alignment = detail::alignment_for(bytes);
  void* const memory = ::operator new(bytes, alignment);
  if (alignment == std::align_val_t{detail::large_page})
    ::madvise(memory, bytes, pages == Pages::large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  return BigArray<T>(static_cast<T*>(memory), FreeBigArray{bytes});
}

/// Gives the pages that lie wholly in this part of a big array back to the system: what they held is lost.
template <class T>
void give_back(std::span<T> part) {
  constexpr std::uintptr_t page = 4096;
  const auto begin = (reinterpret_cast<std::uintptr_t>(part.data()) + page - 1) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(part.data() + part.size()) / page * page;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace wayfront::host
