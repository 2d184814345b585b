// A monotone priority queue of (key, vertex) entries: a radix heap with 256 buckets per level, also known as a
// multi-level bucket queue.
//
// `base_` is a lower bound of all keys inside. An entry lies on the level of the highest byte in which its key differs
// from the base, in the bucket of its own byte there; so a bucket of level 0 holds equal keys. When level 0 is empty,
// the first bucket of the lowest non-empty level holds the least keys: the base becomes the least of them and the
// entries are pushed again, each to a lower level. An entry moves at most once per byte of its key but the first;
// mostly not at all where weights are below 256, and once where they are below 65536.
//
// A bucket of few entries whose keys span little is not worth splitting: it is handed out whole, its entries in the
// order of their arrival, and what is pushed into its span meanwhile is appended. A caller that settles vertices in
// that order may have to scan some of them again, but the entries appended this way are limited (`budget_`) to half of
// those handed out, so the bound of the radix heap stands. When the budget is spent, everything is in order again.
//
// Deletion is lazy: who lowers a key pushes a second entry, and drops the old one where it comes out. Buckets keep
// their memory when they are emptied.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "wayfront/cpu/bucket.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::dijkstra {

template <std::unsigned_integral Key>
struct Entry {
  Key key;
  Vertex vertex;
};

/// Key has the bytes of a distance.
template <std::unsigned_integral Key>
class RadixQueue {
 public:
  using Entry = dijkstra::Entry<Key>;
  using Bucket = wayfront::Bucket<Entry, std::uint32_t>;

  /// Empties it. Keys start at 0.
  void start() {
    for (std::size_t level = 0; level < levels; ++level)
      for (std::size_t digit = first(level); digit < radix; digit = first(level)) {
        buckets_[level][digit].clear();
        unmark(level, digit);
      }
    moving_.clear();
    base_ = 0;
    digit_ = 0;
    whole_ = 0;
    budget_ = first_budget;
  }

  /// `key` must not be below that of the entry which the caller read last. Always inline: a call costs a road network a
  /// tenth of its time, and compilers leave it where several loops push.
  [[gnu::always_inline]] void push(Key key, Vertex vertex) {
    const Key difference = key ^ base_;
    if (difference < whole_) [[unlikely]] {
      if (--budget_ == 0) whole_ = 0;
      moving_.push({key, vertex});
      return;
    }
    const auto level = static_cast<unsigned>(std::bit_width(difference | Key{1}) - 1) / digit_bits;
    const std::size_t digit = (key >> (level * digit_bits)) % radix;
    buckets_[level][digit].push({key, vertex});
    occupied_[level][digit / 64] |= std::uint64_t{1} << (digit % 64);
  }

  /// The bucket of the least keys, or null when nothing is left. The caller reads it from the front while its own
  /// pushes may append to it, then calls done(). is_narrow(first, end): whether a bucket of keys in [first, end) may be
  /// handed out whole. Entries of a bucket that is split are given to ahead(vertex), a hint, and then to keep(entry):
  /// false drops the entry.
  template <class IsNarrow, class Ahead, class Keep>
  Bucket* next(IsNarrow&& is_narrow, Ahead&& ahead, Keep&& keep) {
    for (;;) {
      digit_ = first(0, digit_ / 64);
      if (digit_ < radix) return &buckets_[0][digit_];
      unsigned level = 1;
      std::size_t digit = radix;
      for (; level < levels; ++level)
        if ((digit = first(level)) < radix) break;
      if (level == levels) return nullptr;
      unmark(level, digit);
      moving_.swap(buckets_[level][digit]);
      const Key width = Key{1} << (level * digit_bits);
      const Key start = moving_[0].key & ~(width - 1);
      if (moving_.size() <= max_whole && budget_ != 0 && is_narrow(start, start + width)) {
        base_ = start;
        digit_ = 0;
        whole_ = width;
        budget_ += moving_.size() / 2;
        return &moving_;
      }
      split(ahead, keep);
    }
  }

  /// Of the bucket that next() gave, read to its end: a key up to which, it included, nothing else is left.
  Key last_of(const Bucket& bucket) const { return &bucket == &moving_ ? base_ + (whole_ - 1) : bucket[0].key; }

  /// Ends the reading of the bucket that next() gave.
  void done(Bucket& bucket) {
    bucket.clear();
    if (&bucket == &moving_)
      whole_ = 0;
    else
      unmark(0, digit_);
  }

 private:
  static constexpr unsigned digit_bits = 8;
  static constexpr std::size_t radix = std::size_t{1} << digit_bits;
  static constexpr unsigned levels = std::numeric_limits<Key>::digits / digit_bits;
  static constexpr std::size_t max_whole = 512;
  static constexpr std::size_t first_budget = 1024;

  /// The first digit of a level that has entries, or radix.
  std::size_t first(std::size_t level, std::size_t word = 0) const {
    for (; word < radix / 64; ++word)
      if (occupied_[level][word] != 0)
        return word * 64 + static_cast<std::size_t>(std::countr_zero(occupied_[level][word]));
    return radix;
  }
  void unmark(std::size_t level, std::size_t digit) {
    occupied_[level][digit / 64] &= ~(std::uint64_t{1} << (digit % 64));
  }

  template <class Ahead, class Keep>
  [[gnu::noinline]] void split(Ahead&& ahead, Keep&& keep) {
    Key min = std::numeric_limits<Key>::max();
    for (const Entry& entry : moving_) {
      min = std::min(min, entry.key);
      ahead(entry.vertex);
    }
    base_ = min;
    digit_ = min % radix;
    for (const Entry& entry : moving_)
      if (keep(entry)) push(entry.key, entry.vertex);
    moving_.clear();
  }

  std::array<std::array<Bucket, radix>, levels> buckets_;
  std::array<std::array<std::uint64_t, radix / 64>, levels> occupied_{};
  Bucket moving_;           // the bucket that is being split or read whole
  Key base_ = 0;            // above 0 while a bucket is read whole, which lies on a level above the first
  Key whole_ = 0;           // the span of keys from base_ that moving_ takes while it is read whole
  std::size_t digit_ = 0;   // no level-0 bucket before this one has entries
  std::size_t budget_ = 0;  // entries that moving_ may still take while it is read whole
};

}  // namespace wayfront::dijkstra
