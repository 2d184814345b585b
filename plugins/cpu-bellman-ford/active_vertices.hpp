// The active vertices of the frontier variant, and how threads share a round of them.
//
// The SDK's QueueFrontier keeps one queue for all threads, so that a vertex is scanned by any of them, and its distance
// and those of its neighbours travel from cache to cache in every round. Here each thread has a queue of its own: on a
// grid, two threads need two thirds of the time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "bitmap_frontier.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/rounds.hpp"

namespace wayfront::cpu_bellman_ford {

/// A queue for each thread: a vertex waits with the thread that pushed it, once, whoever else pushes it.
class LaneFrontier final : public Frontier {
  using Stamp = std::uint16_t;

 public:
  /// A thread's side of the frontier in one round. `shared`: other threads push, too.
  template <bool shared>
  class Ref {
   public:
    /// Throws std::bad_alloc.
    void push(Vertex v) const {
      if (mark(stamps_[v])) next_->push_back(v);
    }

   private:
    friend class LaneFrontier;
    bool mark(Stamp& slot) const noexcept {
      if constexpr (shared) {
        const std::atomic_ref<Stamp> stamp(slot);
        return stamp.load(std::memory_order_relaxed) != round_ &&
               stamp.exchange(round_, std::memory_order_relaxed) != round_;
      } else {
        return std::exchange(slot, round_) != round_;
      }
    }
    Stamp* stamps_ = nullptr;
    std::vector<Vertex>* next_ = nullptr;
    Stamp round_ = 0;
  };

  LaneFrontier(Vertex vertices, unsigned threads) : stamps_(vertices, Stamp{0}), lanes_(threads) {}

  void start(Vertex source) override {
    std::ranges::fill(stamps_, Stamp{0});
    round_ = 1;
    for (Lane& lane : lanes_) {
      lane.active.clear();
      lane.next.clear();
    }
    lanes_[0].active.push_back(source);
  }
  std::uint64_t size() override {
    std::uint64_t sum = 0;
    for (const Lane& lane : lanes_) sum += lane.active.size();
    return sum;
  }
  void advance() override {
    for (Lane& lane : lanes_) {
      std::swap(lane.active, lane.next);
      lane.next.clear();
    }
    if (++round_ != 0) return;
    std::ranges::fill(stamps_, Stamp{0});  // every 65535 rounds
    round_ = 1;
  }

  /// This round's vertices that wait with one thread. Valid until advance().
  std::span<const Vertex> active(unsigned thread) const { return lanes_[thread].active; }
  template <bool shared>
  Ref<shared> ref(unsigned thread) {
    Ref<shared> ref;
    ref.stamps_ = stamps_.data();
    ref.next_ = &lanes_[thread].next;
    ref.round_ = round_;
    return ref;
  }

 private:
  struct alignas(64) Lane {
    std::vector<Vertex> active;
    alignas(64) std::vector<Vertex> next;  // written while others take from `active`
  };
  std::vector<Stamp> stamps_;  // the last round in which a vertex was pushed; 0: never
  std::vector<Lane> lanes_;
  Stamp round_ = 1;
};
static_assert(FrontierRef<LaneFrontier::Ref<true>> && FrontierRef<LaneFrontier::Ref<false>>);

/// Active vertices in queues or in a bitmap. A round pushes into what suits its own size, and takes what the round
/// before has pushed, wherever that is: nothing is ever converted.
class MixedFrontier final : public Frontier {
 public:
  /// Rounds of more than `dense_from` vertices push into the bitmap. `memory` must outlive it. Throws std::bad_alloc.
  MixedFrontier(Vertex vertices, unsigned threads, std::uint64_t dense_from, std::pmr::memory_resource& memory)
      : lanes_(vertices, threads), bitmap_(vertices, memory), dense_from_(dense_from) {}

  void start(Vertex source) override {
    lanes_.start(source);
    bitmap_.start(source);
    bitmap_.advance();  // empties it: nothing was pushed
  }
  std::uint64_t size() override { return lanes_.size() + bitmap_.size(); }
  void advance() override {
    lanes_.advance();
    bitmap_.advance();
  }

  bool is_dense() { return size() > dense_from_; }
  LaneFrontier& lanes() { return lanes_; }
  BitmapFrontier& bitmap() { return bitmap_; }

 private:
  LaneFrontier lanes_;
  BitmapFrontier bitmap_;
  std::uint64_t dense_from_;
};

}  // namespace wayfront::cpu_bellman_ford
