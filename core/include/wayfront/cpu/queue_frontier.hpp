// QueueFrontier: the active vertices as an array, each once. The choice where rounds are small against the graph: a
// round costs its active vertices and nothing else.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "wayfront/rounds.hpp"

namespace wayfront {

/// An array of up to `capacity` vertices that several threads append to. Its memory is not touched before it is
/// appended to.
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

/// Takes 10 bytes per vertex. All members but Ref's are called by one thread while no thread pushes.
class QueueFrontier final : public Frontier {
 public:
  /// A round's side of the frontier; take a new one for every round. [any thread]
  class Ref {
   public:
    /// Makes v active in the next round, once however often it is pushed in this one; returns whether this call did.
    bool push(Vertex v) const noexcept {
      const std::atomic_ref<std::uint16_t> stamp(stamps_[v]);
      if (stamp.load(std::memory_order_relaxed) == round_ ||
          stamp.exchange(round_, std::memory_order_relaxed) == round_)
        return false;
      next_.append(v);
      return true;
    }

   private:
    friend class QueueFrontier;
    std::uint16_t* stamps_ = nullptr;
    VertexList::Ref next_;
    std::uint16_t round_ = 0;
  };

  /// Throws std::bad_alloc. `memory` must outlive the frontier.
  QueueFrontier(Vertex vertices, std::pmr::memory_resource& memory)
      : stamps_(vertices, std::uint16_t{0}, &memory), first_(vertices, memory), second_(vertices, memory) {}

  void start(Vertex source) override {
    std::ranges::fill(stamps_, std::uint16_t{0});
    round_ = 1;
    active_->clear();
    next_->clear();
    active_->ref().append(source);
  }
  std::uint64_t size() override { return active_->vertices().size(); }
  void advance() override {
    std::swap(active_, next_);
    next_->clear();
    if (++round_ != 0) return;
    std::ranges::fill(stamps_, std::uint16_t{0});  // every 65535 rounds
    round_ = 1;
  }

  /// This round's vertices, in the order of their pushes. Valid until advance().
  std::span<const Vertex> active() const noexcept { return active_->vertices(); }
  Ref ref() noexcept {
    Ref ref;
    ref.stamps_ = stamps_.data();
    ref.next_ = next_->ref();
    ref.round_ = round_;
    return ref;
  }

 private:
  std::pmr::vector<std::uint16_t> stamps_;  // the last round in which a vertex was pushed; 0: never
  VertexList first_, second_;
  VertexList* active_ = &first_;
  VertexList* next_ = &second_;
  std::uint16_t round_ = 1;
};
static_assert(FrontierRef<QueueFrontier::Ref>);

}  // namespace wayfront
