// BucketFrontier: active vertices kept by distance, for schedules that take a round's vertices up to a limit (NearFar,
// Buckets). Vertices at or below the limit lie in the near pile, the others in one far pile per highest bit in which
// their distance differs from the limit. When the limit moves up, the piles below that bit are near as a whole, one
// pile is dealt out again, and the piles above stay: a vertex falls at most once per bit of its distance, however far
// apart the limits are. No bucket width, no empty buckets to pass, and no work for vertices that wait.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "wayfront/cpu/relax.hpp"
#include "wayfront/cpu/vertex_list.hpp"
#include "wayfront/rounds.hpp"

namespace wayfront {

namespace detail {
/// Distances as unsigned numbers of the same order, and back.
constexpr std::uint32_t distance_key(std::int32_t distance) {
  return static_cast<std::uint32_t>(distance) ^ 0x8000'0000U;
}
constexpr std::uint32_t distance_key(float distance) {
  const auto bits = std::bit_cast<std::uint32_t>(distance + 0.0F);  // -0 is 0
  return (bits & 0x8000'0000U) != 0 ? ~bits : bits | 0x8000'0000U;
}
template <WeightType W>
constexpr W distance_of(std::uint32_t key) {
  if constexpr (std::is_same_v<W, float>)
    return std::bit_cast<float>((key & 0x8000'0000U) != 0 ? key ^ 0x8000'0000U : ~key);
  else
    return static_cast<W>(key ^ 0x8000'0000U);
}
/// 0 for a key at or below the bound, else 1 + the highest bit in which they differ.
constexpr unsigned pile_of(std::uint32_t key, std::uint32_t bound) {
  return key <= bound ? 0 : static_cast<unsigned>(std::bit_width(key ^ bound));
}
}  // namespace detail

/// Distances belong to the caller; between start() and the end they only fall, and whoever lowers one pushes its vertex
/// in the same round. All members but Ref's are called by one thread while no thread pushes. A round is: take(limit),
/// pushes, least() for the schedule, advance().
template <WeightType W>
class BucketFrontier final : public Frontier {
  using Place = std::uint8_t;  // of a vertex: its pile, and two marks of the running round
  static constexpr unsigned pile_count = 33;
  static constexpr Place idle = 0x3f;  // as a pile: not active
  static constexpr Place pile_mask = 0x3f;
  static constexpr Place fresh = 0x40;   // was not active when it was pushed
  static constexpr Place pushed = 0x80;  // appended to pushed_

 public:
  /// A round's side of the frontier; take a new one for every round. [any thread]
  class Ref {
   public:
    /// Makes v active at its present distance: call it after lowering that.
    void push(Vertex v) const noexcept {
      if (mark(v)) pushed_.append(v);
    }
    /// Files v; whether this call is the round's first that changed v's pile: for Writer.
    bool mark(Vertex v) const noexcept {
      const std::uint32_t key = detail::distance_key(load_distance(distances_[v]));
      lower_least(key);
      const auto pile = static_cast<Place>(detail::pile_of(key, bound_));
      const std::atomic_ref<Place> place(places_[v]);
      Place old = place.load(std::memory_order_relaxed);
      Place now{};
      do {
        const auto before = static_cast<Place>(old & pile_mask);
        if (before <= pile) return false;
        now = static_cast<Place>(pile | pushed | (before == idle ? fresh : old & fresh));
      } while (!place.compare_exchange_weak(old, now, std::memory_order_relaxed));
      return (old & pushed) == 0;
    }
    void append(std::span<const Vertex> block) const noexcept { pushed_.append(block); }

   private:
    friend class BucketFrontier;
    void lower_least(std::uint32_t key) const noexcept {
      std::uint32_t seen = least_->load(std::memory_order_relaxed);
      while (key < seen && !least_->compare_exchange_weak(seen, key, std::memory_order_relaxed)) {
      }
    }
    W* distances_ = nullptr;
    Place* places_ = nullptr;
    std::atomic<std::uint32_t>* least_ = nullptr;
    VertexList::Ref pushed_;
    std::uint32_t bound_ = 0;
  };

  /// `distances` has an entry per vertex. It and `memory` must outlive the frontier. Throws std::bad_alloc.
  BucketFrontier(std::span<W> distances, std::pmr::memory_resource& memory)
      : distances_(distances.data()),
        places_(distances.size(), idle, &memory),
        pushed_(distances.size(), memory),
        piles_(pile_count, &memory),
        round_(&memory) {}

  /// The distance of `source` must have been set.
  void start(Vertex source) override {
    std::ranges::fill(places_, idle);
    for (auto& pile : piles_) pile.clear();
    round_.clear();
    pushed_.clear();
    size_ = 0;
    bound_ = 0;
    least_.store(no_key, std::memory_order_relaxed);
    ref().push(source);
    gather();
  }
  std::uint64_t size() override { return size_; }
  void advance() override {
    gather();
    round_.clear();
  }

  /// The active vertices at distance <= limit, each once, no longer active unless pushed again. Valid until advance().
  std::span<const Vertex> take(W limit) {
    gather();
    const std::uint32_t key = detail::distance_key(limit);
    if (key > bound_) raise(key);
    round_.clear();
    auto& near = piles_[0];
    least_.store(no_key, std::memory_order_relaxed);
    if (key == bound_) {
      std::swap(near, round_);
    } else {  // a limit below an earlier one: part of the near pile waits, too
      const Ref view = ref();
      std::erase_if(near, [&](Vertex v) {
        const std::uint32_t distance = key_of(v);
        if (distance <= key)
          round_.push_back(v);
        else
          view.lower_least(distance);
        return distance <= key;
      });
    }
    for (const Vertex v : round_) places_[v] = idle;
    size_ -= round_.size();
    return round_;
  }

  /// The smallest distance of an active vertex, this round's pushes among them; unreached<W> where there is none.
  W least() {
    gather();
    if (!piles_[0].empty()) return detail::distance_of<W>(least_.load(std::memory_order_relaxed));
    std::uint32_t least = no_key;
    for (unsigned i = 1; i < pile_count && least == no_key; ++i)
      std::erase_if(piles_[i], [&](Vertex v) {
        if (places_[v] != i) return true;  // it has fallen to a lower pile since
        least = std::min(least, key_of(v));
        return false;
      });
    return detail::distance_of<W>(least);
  }

  Ref ref() noexcept {
    Ref ref;
    ref.distances_ = distances_;
    ref.places_ = places_.data();
    ref.least_ = &least_;
    ref.pushed_ = pushed_.ref();
    ref.bound_ = bound_;
    return ref;
  }

 private:
  static constexpr std::uint32_t no_key = detail::distance_key(unreached<W>);
  std::uint32_t key_of(Vertex v) const { return detail::distance_key(distances_[v]); }

  /// Puts what was pushed into its piles.
  void gather() {
    for (const Vertex v : pushed_.vertices()) {
      const Place place = places_[v];
      places_[v] = static_cast<Place>(place & pile_mask);
      piles_[places_[v]].push_back(v);
      size_ += (place & fresh) != 0 ? 1 : 0;
    }
    pushed_.clear();
  }

  /// Moves the bound up to `key`.
  void raise(std::uint32_t key) {
    const unsigned split = detail::pile_of(key, bound_);
    bound_ = key;
    for (unsigned i = 1; i <= split; ++i) {
      for (const Vertex v : piles_[i]) {
        if (places_[v] != i) continue;
        const unsigned pile = i < split ? 0 : detail::pile_of(key_of(v), key);  // less than i
        places_[v] = static_cast<Place>(pile);
        piles_[pile].push_back(v);
      }
      piles_[i].clear();
    }
  }

  W* distances_;
  std::pmr::vector<Place> places_;
  VertexList pushed_;
  std::pmr::vector<std::pmr::vector<Vertex>> piles_;  // [0]: near. An entry whose vertex has another place is stale.
  std::pmr::vector<Vertex> round_;
  std::uint64_t size_ = 0;
  std::uint32_t bound_ = 0;                               // key of the highest limit so far
  alignas(64) std::atomic<std::uint32_t> least_{no_key};  // of the near pile, if it is not empty
};
static_assert(FrontierRef<BucketFrontier<std::int32_t>::Ref> && FrontierRef<BucketFrontier<float>::Ref>);

}  // namespace wayfront
