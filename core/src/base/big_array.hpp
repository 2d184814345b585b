// Arrays of a graph's size: uninitialised; on large pages if the system provides them, which makes both the first touch
// and random access cheaper; and alone on their pages, so that they can be write-protected.
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
inline constexpr std::size_t small_page = 4096;
constexpr std::align_val_t alignment_for(std::size_t bytes) {
  return std::align_val_t{bytes < 2 * large_page ? small_page : large_page};
}
constexpr std::size_t whole_pages(std::size_t bytes) { return (bytes + small_page - 1) / small_page * small_page; }
}  // namespace detail

struct FreeBigArray {
  std::size_t bytes = 0;
  void operator()(void* memory) const {
    ::mprotect(memory, bytes, PROT_READ | PROT_WRITE);  // it may be protected, and freeing it writes there
    ::operator delete(memory, detail::alignment_for(bytes));
  }
};

/// Like std::unique_ptr<T[]> for trivial T; only written pages take memory.
template <class T>
using BigArray = std::unique_ptr<T[], FreeBigArray>;

/// Small pages are for an array that is filled at many places at once: large pages would all be in use before any is
/// full.
enum class Pages : std::uint8_t { large, small };

/// Throws std::bad_alloc.
template <class T>
BigArray<T> make_big_array(std::uint64_t count, Pages pages = Pages::large) {
  if (count > (SIZE_MAX - detail::large_page) / sizeof(T)) throw std::bad_alloc();
  const std::size_t bytes = detail::whole_pages(static_cast<std::size_t>(count) * sizeof(T));
  const std::align_val_t alignment = detail::alignment_for(bytes);
  void* const memory = ::operator new(bytes, alignment);
  if (alignment == std::align_val_t{detail::large_page})
    ::madvise(memory, bytes, pages == Pages::large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  return BigArray<T>(static_cast<T*>(memory), FreeBigArray{bytes});
}

/// Write-protects the big array that begins there and has this many elements, until it is freed.
template <class T>
void protect_big_array(const T* array, std::uint64_t count) {
  ::mprotect(const_cast<T*>(array), detail::whole_pages(static_cast<std::size_t>(count) * sizeof(T)), PROT_READ);
}

/// Releases the pages that lie completely in this part of a big array: their content is lost.
template <class T>
void release(std::span<T> part) {
  constexpr std::uintptr_t page = 4096;
  const auto begin = (reinterpret_cast<std::uintptr_t>(part.data()) + page - 1) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(part.data() + part.size()) / page * page;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace wayfront::host
