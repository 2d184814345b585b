// An array that can be closed for writing.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <utility>

namespace wayfront::ranks {

/// An array in pages of its own, which can be closed for writing.
template <class T>
class PageArray {
 public:
  PageArray() = default;
  /// Zeros. Throws std::bad_alloc.
  explicit PageArray(std::uint64_t size) : size_(size) {
    if (size == 0) return;
    void* const pages = ::mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<T*>(pages);
  }
  PageArray(PageArray&& other) noexcept { *this = std::move(other); }
  PageArray& operator=(PageArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~PageArray() {
    if (data_ != nullptr) ::munmap(data_, size_ * sizeof(T));
  }
  /// From now on nobody can write to it.
  void protect() const {
    if (data_ != nullptr) ::mprotect(data_, size_ * sizeof(T), PROT_READ);
  }
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::uint64_t size() const { return size_; }
  T& operator[](std::uint64_t i) { return data_[i]; }
  const T& operator[](std::uint64_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace wayfront::ranks
