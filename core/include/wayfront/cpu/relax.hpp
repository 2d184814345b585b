// Lowering a distance: the step that every shortest-path method is made of, for one thread and for several.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>

#include "wayfront/graph.hpp"

namespace wayfront {

/// What a distance array may hold: a weight type, or Magnitude<W> of it.
template <class D>
concept DistanceType = WeightType<D> || std::same_as<D, std::uint32_t> || std::same_as<D, std::uint64_t>;

/// A distance that other threads may be lowering. It can be out of date at once, but it was the distance some time in
/// this round; whoever lowers it afterwards must make its vertex active again.
template <DistanceType D>
D load_distance(D& distance) noexcept {
  return std::atomic_ref<D>(distance).load(std::memory_order_relaxed);
}

/// Lowers `distance` to `candidate` where that is less; returns whether it did. Any number of threads may relax one
/// distance at once: the smallest candidate stays, and of equal ones a single caller gets true. While threads do, read
/// the distance with load_distance() only. Orders nothing but the distance itself.
template <DistanceType D>
bool relax_shared(D& distance, D candidate) noexcept {
  const std::atomic_ref<D> slot(distance);
  D seen = slot.load(std::memory_order_relaxed);
  while (candidate < seen)
    if (slot.compare_exchange_weak(seen, candidate, std::memory_order_relaxed)) return true;
  return false;
}

/// The same for a distance that one thread alone touches.
template <DistanceType D>
constexpr bool relax(D& distance, D candidate) noexcept {
  if (!(candidate < distance)) return false;
  distance = candidate;
  return true;
}

}  // namespace wayfront
