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
      next_[size_->fetch_add(1, std::memory_order_relaxed)] = v;
      return true;
    }

   private:
    friend class QueueFrontier;
    std::uint16_t* stamps_ = nullptr;
    Vertex* next_ = nullptr;
    std::atomic<std::uint64_t>* size_ = nullptr;
    std::uint16_t round_ = 0;
  };

  /// Throws std::bad_alloc. `memory` must outlive the frontier.
  QueueFrontier(Vertex vertices, std::pmr::memory_resource& memory)
      : stamps_(vertices, std::uint16_t{0}, &memory), room_(stamps_.get_allocator()) {
    first_.vertices = room_.allocate(2 * stamps_.size());
    second_.vertices = first_.vertices + vertices;
  }
  QueueFrontier(const QueueFrontier&) = delete;
  QueueFrontier& operator=(const QueueFrontier&) = delete;
  ~QueueFrontier() override { room_.deallocate(first_.vertices, 2 * stamps_.size()); }

  void start(Vertex source) override {
    std::ranges::fill(stamps_, std::uint16_t{0});
    round_ = 1;
    active_->vertices[0] = source;
    active_->size = 1;
    next_->size = 0;
  }
  std::uint64_t size() override { return active().size(); }
  void advance() override {
    std::swap(active_, next_);
    next_->size = 0;
    if (++round_ != 0) return;
    std::ranges::fill(stamps_, std::uint16_t{0});  // every 65535 rounds
    round_ = 1;
  }

  /// This round's vertices, in the order of their pushes. Valid until advance().
  std::span<const Vertex> active() const noexcept {
    return {active_->vertices, active_->size.load(std::memory_order_relaxed)};
  }
  Ref ref() noexcept {
    Ref ref;
    ref.stamps_ = stamps_.data();
    ref.next_ = next_->vertices;
    ref.size_ = &next_->size;
    ref.round_ = round_;
    return ref;
  }

 private:
  /// Not touched before it is pushed to.
  struct List {
    Vertex* vertices = nullptr;
    alignas(64) std::atomic<std::uint64_t> size{0};  // a cache line of its own: all threads add to it
  };

  std::pmr::vector<std::uint16_t> stamps_;  // the last round in which a vertex was pushed; 0: never
  std::pmr::polymorphic_allocator<Vertex> room_;
  List first_, second_;
  List* active_ = &first_;
  List* next_ = &second_;
  std::uint16_t round_ = 1;
};
static_assert(FrontierRef<QueueFrontier::Ref>);

}  // namespace wayfront
