// BucketQueue: one thread's share of the active vertices, by distance. run_rounds of bucket_rounds.hpp works on them.
//
// An entry is a vertex and the distance that it was given. Lowering a distance pushes a new entry; the old one stays
// and is recognised when it comes up, because the vertex has another distance by then. So there is no decrease-key, and
// nobody but its owner ever touches a queue.
//
// Entries lie in buckets by the index of their distance (BucketIndex). The buckets of a window of 1024 indices are a
// ring; entries beyond it wait in piles by the highest bit in which their block of 512 indices differs from the last
// block of the window, as in a radix heap. When the window moves, only the piles below the changed bit are dealt out,
// so an entry moves at most once per bit of its index, and mostly not at all: no width of bucket, however small, and no
// weight, however large, makes the queue slow or large.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "wayfront/cpu/bucket.hpp"
#include "wayfront/cpu/bucket_schedules.hpp"
#include "wayfront/distance.hpp"

namespace wayfront {

/// An active vertex, and the distance at which it is to be scanned. D is Magnitude<W>.
template <class D>
struct QueueEntry {
  D distance;
  Vertex vertex;
};

/// Which bucket a distance belongs to: about distance / width, never less for a larger distance. That is all that is
/// asked of it, so a multiplication does. Integers are multiplied by a fraction of 32 or 63 bits, in a product of twice
/// as many.
template <class D>
class BucketIndex {
 public:
  /// Width 0 puts everything into one bucket. An integer width is at least 1.
  explicit BucketIndex(double width = 0) {
    if (!(width > 0)) return;
    if constexpr (std::is_floating_point_v<D>) {
      factor_ = static_cast<D>(std::min(1 / width, static_cast<double>(std::numeric_limits<D>::max())));
    } else {
      const double exact = std::ldexp(1.0, fraction_bits) / std::max(width, 1.0);
      // A quotient of 64 bits is rounded; upward, so that a multiple of the width is in the bucket that it begins.
      const double above = sizeof(D) == 4 ? exact : std::nextafter(exact, std::numeric_limits<double>::infinity());
      factor_ = static_cast<std::uint64_t>(std::min(std::ceil(above), std::ldexp(1.0, fraction_bits)));
    }
  }
  std::uint64_t operator()(D distance) const {
    if constexpr (std::is_floating_point_v<D>)
      return static_cast<std::uint64_t>(std::min(distance * factor_, D(0x1p62)));
    else
      return static_cast<std::uint64_t>(Product{distance} * factor_ >> fraction_bits);
  }

 private:
  __extension__ typedef unsigned __int128 Uint128;  // NOLINT(modernize-use-using): `using` cannot be an extension
  using Product = std::conditional_t<sizeof(D) == 4, std::uint64_t, Uint128>;
  static constexpr int fraction_bits = sizeof(D) == 4 ? 32 : 63;

  std::conditional_t<std::is_floating_point_v<D>, D, std::uint64_t> factor_{0};
};

/// For one thread at a time.
template <class D>
class BucketQueue {
 public:
  using Entry = QueueEntry<D>;

  /// Empties it; the window starts at index 0.
  void start(BucketIndex<D> index) {
    index_ = index;
    for (std::size_t word = 0; word < occupied_.size(); ++word)
      for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1)
        ring_[word * 64 + static_cast<std::size_t>(std::countr_zero(occupied_[word]))].clear();
    for (; used_ != 0; used_ &= used_ - 1) piles_[static_cast<std::size_t>(std::countr_zero(used_))].clear();
    dealing_.clear();
    block_ = 0;
  }

  /// The index must not be below that of the last move_to(). Always inline: it is called once per improvement, and
  /// compilers leave the call where several loops push.
  [[gnu::always_inline]] void push(Entry entry) {
    const std::uint64_t index = index_(entry.distance);
    if (index / block_size - block_ >= 2) [[unlikely]]
      return push_far(index, entry);
    const std::size_t place = index % ring_size;
    ring_[place].push(entry);
    occupied_[place / 64] |= std::uint64_t{1} << (place % 64);
  }

  /// The first bucket that has entries, or no_bucket.
  std::uint64_t first() const {
    const std::uint64_t start = block_ * block_size;
    for (std::uint64_t index = start; index < start + ring_size; index += 64)
      if (const std::uint64_t word = occupied_[index % ring_size / 64]; word != 0)
        return index + static_cast<std::uint64_t>(std::countr_zero(word));
    return used_ == 0 ? no_bucket : pile_first_[static_cast<std::size_t>(std::countr_zero(used_))];
  }

  /// Moves the window so that it begins with the block of `index`; nothing must lie below that index.
  void move_to(std::uint64_t index) {
    const std::uint64_t block = index / block_size;
    if (block == block_) return;
    const auto changed = static_cast<std::size_t>(std::bit_width((block_ + 1) ^ (block + 1)));
    block_ = block;
    for (std::size_t i = 1; i <= changed; ++i)
      if (piles_[i].size() != 0) deal(i);
  }

  /// Entries of bucket `index`, which must lie in the window or beyond it; beyond it there may be more than it says.
  std::size_t size(std::uint64_t index) const {
    return index / block_size - block_ < 2 ? ring_[index % ring_size].size() : 0;
  }

  /// Moves the entries of bucket `index` of the window to the end of `to`.
  void take(std::uint64_t index, Bucket<Entry>& to) {
    const std::size_t place = index % ring_size;
    Bucket<Entry>& bucket = ring_[place];
    if (to.size() == 0) {
      bucket.swap(to);
    } else {
      to.append(bucket);
    }
    bucket.clear();
    occupied_[place / 64] &= ~(std::uint64_t{1} << (place % 64));
  }

 private:
  static constexpr std::uint64_t block_size = 512;
  static constexpr std::uint64_t ring_size = 2 * block_size;

  [[gnu::noinline]] void push_far(std::uint64_t index, Entry entry) {
    const auto pile = static_cast<std::size_t>(std::bit_width(index / block_size ^ (block_ + 1)));
    piles_[pile].push(entry);
    const std::uint64_t bit = std::uint64_t{1} << pile;
    pile_first_[pile] = (used_ & bit) == 0 ? index : std::min(pile_first_[pile], index);
    used_ |= bit;
  }

  /// Pushes the entries of a pile again, after the window moved: each to a lower pile, or into the window.
  [[gnu::noinline]] void deal(std::size_t pile) {
    dealing_.swap(piles_[pile]);
    used_ &= ~(std::uint64_t{1} << pile);
    for (std::size_t i = 0; i < dealing_.size(); ++i) push(dealing_.data()[i]);
    dealing_.clear();
  }

  BucketIndex<D> index_;
  std::uint64_t block_ = 0;  // first block of the window
  std::uint64_t used_ = 0;   // piles with entries
  std::array<std::uint64_t, ring_size / 64> occupied_{};
  std::array<Bucket<Entry>, ring_size> ring_;
  std::array<Bucket<Entry>, 64> piles_;  // lower piles have lower indices
  std::array<std::uint64_t, 64> pile_first_{};
  Bucket<Entry> dealing_;
};

}  // namespace wayfront
