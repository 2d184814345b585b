// VertexList: vertices that several threads append to.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "wayfront/graph.hpp"

namespace wayfront {

/// An array of up to `capacity` vertices. Its memory is not touched before it is appended to.
class VertexList {
 public:
  /// The appending side. [any thread] Never append more than the list's capacity between two clear().
  class Ref {
   public:
    void append(Vertex v) const noexcept { vertices_[size_->fetch_add(1, std::memory_order_relaxed)] = v; }

   private:
    friend class VertexList;
    Vertex* vertices_ = nullptr;
    std::atomic<std::uint64_t>* size_ = nullptr;
  };

  /// Throws std::bad_alloc. `memory` must outlive the list.
  VertexList(std::uint64_t capacity, std::pmr::memory_resource& memory)
      : memory_(&memory),
        capacity_(capacity),
        vertices_(std::pmr::polymorphic_allocator<Vertex>(&memory).allocate(capacity)) {}
  VertexList(const VertexList&) = delete;
  VertexList& operator=(const VertexList&) = delete;
  ~VertexList() { std::pmr::polymorphic_allocator<Vertex>(memory_).deallocate(vertices_, capacity_); }

  Ref ref() noexcept {
    Ref ref;
    ref.vertices_ = vertices_;
    ref.size_ = &size_;
    return ref;
  }
  /// What was appended. Not while threads append.
  std::span<const Vertex> vertices() const noexcept { return {vertices_, size_.load(std::memory_order_relaxed)}; }
  void clear() noexcept { size_.store(0, std::memory_order_relaxed); }

 private:
  std::pmr::memory_resource* memory_;
  std::uint64_t capacity_;
  Vertex* vertices_;
  alignas(64) std::atomic<std::uint64_t> size_{0};  // a cache line of its own: all threads add to it
};

}  // namespace wayfront
