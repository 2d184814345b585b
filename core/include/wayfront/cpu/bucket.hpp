// Bucket: a growing array of plain items that keeps its memory when it is emptied. Queues are made of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

namespace wayfront {

/// `Size` counts the items; a smaller type makes an empty bucket smaller. For one thread.
template <class T, class Size = std::size_t>
class Bucket {
  static_assert(std::is_trivially_copyable_v<T> && std::is_unsigned_v<Size>);

 public:
  Bucket() = default;
  Bucket(const Bucket&) = delete;
  Bucket& operator=(const Bucket&) = delete;
  ~Bucket() { std::free(items_); }

  Size size() const { return size_; }
  const T* data() const { return items_; }
  T* data() { return items_; }
  T operator[](std::size_t i) const { return items_[i]; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }
  void clear() { size_ = 0; }
  /// Throws std::bad_alloc, like append().
  [[gnu::always_inline]] void push(T item) {
    if (size_ == capacity_) [[unlikely]]
      grow(1);
    items_[size_++] = item;
  }
  void append(const Bucket& other) {
    if (other.size_ > capacity_ - size_) grow(other.size_);
    std::copy_n(other.items_, other.size_, items_ + size_);
    size_ = static_cast<Size>(size_ + other.size_);
  }
  void swap(Bucket& other) noexcept {
    std::swap(items_, other.items_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  /// Makes room for at least `more` items behind those that are there.
  [[gnu::noinline]] void grow(Size more) {
    constexpr Size first = 16;
    constexpr Size limit = std::numeric_limits<Size>::max();
    if (more > limit - size_ || capacity_ > limit / 2) throw std::bad_alloc();
    const Size wanted = std::max({static_cast<Size>(size_ + more), static_cast<Size>(2 * capacity_), first});
    void* const grown = std::realloc(items_, std::size_t{wanted} * sizeof(T));
    if (grown == nullptr) throw std::bad_alloc();
    items_ = static_cast<T*>(grown);
    capacity_ = wanted;
  }

  T* items_ = nullptr;
  Size size_ = 0;
  Size capacity_ = 0;
};

}  // namespace wayfront
