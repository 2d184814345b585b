// Sorts edges into rows by their key: stable, in parallel, with little memory besides the result. For csr.cpp.
//
// Edges come in slices. A first pass counts, slice by slice, how many edges fall into each bucket, a range of keys. A
// second pass moves them to their bucket, slices in order, so that the result is the same for any number of threads.
// Then each bucket, small enough for the processor's cache, is sorted by key into the rows. The memory of a slice can
// be released once it has been moved, that of a bucket is released once it has been sorted: there is never more than
// one copy of an edge.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/big_array.hpp"
#include "graph/row_arrays.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// The source of edges: `slices()` parts; each(slice, f) calls f(key, end, weight) for every edge of a slice, in the
/// same order each time; done(slice) is called when the slice is no longer needed.
template <class F>
concept RowFeed = requires(F feed, std::size_t slice) {
  { feed.slices() } -> std::convertible_to<std::size_t>;
  feed.done(slice);
};

namespace detail {

/// Counting sort on one thread.
template <class W, class O, class Feed>
void sort_small(RowArrays<W, O>& rows, Vertex vertices, Feed& feed) {
  // While edges are placed, next[v + 1] is where the next one of row v goes: the start of the row before, its end
  // after.
  O* const next = rows.offsets.get();
  std::fill_n(next, std::size_t{vertices} + 2, O{0});
  for (std::size_t slice = 0; slice < feed.slices(); ++slice)
    feed.each(slice, [next](Vertex key, Vertex, W) { ++next[std::size_t{key} + 2]; });
  O sum = 0;
  for (std::size_t v = 0; v < vertices; ++v) {
    sum += next[v + 1];
    next[v + 1] = sum;
  }
  Vertex* const ends = rows.ends.get();
  W* const weights = rows.weights.get();
  for (std::size_t slice = 0; slice < feed.slices(); ++slice)
    feed.each(slice, [=](Vertex key, Vertex end, W weight) {
      const O place = next[std::size_t{key} + 1]++;
      ends[place] = end;
      weights[place] = weight;
    });
}

template <class W, class O, class Feed>
class BucketSort {
 public:
  BucketSort(RowArrays<W, O>& rows, Vertex vertices, std::uint64_t edges, Feed& feed, RunContext& context)
      : rows_(rows), vertices_(vertices), feed_(feed), context_(context), shift_(shift_for(vertices, edges)) {
    buckets_ = ((std::size_t{vertices} - 1) >> shift_) + 1;
    slices_ = feed.slices();
    place_.resize(slices_ * buckets_);
    starts_.resize(buckets_ + 1);
    moved_ = make_big_array<Arc<W>>(
        edges, edges * sizeof(Arc<W>) / buckets_ < 8 * detail::large_page ? Pages::small : Pages::large);
  }

  void run() {
    parallel(slices_, [&](std::size_t slice) { count(slice); });
    std::uint64_t sum = 0;
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket) {
      starts_[bucket] = sum;
      for (std::size_t slice = 0; slice < slices_; ++slice)
        sum += std::exchange(place_[slice * buckets_ + bucket], sum);
    }
    starts_[buckets_] = sum;
    parallel(slices_, [&](std::size_t slice) { move(slice); });
    parallel(buckets_, [&](std::size_t bucket) { sort(bucket); });
    rows_.offsets[vertices_] = static_cast<O>(sum);
  }

 private:
  /// So that a bucket has about 2^15 edges, but at most 2^10 buckets: the max number that can be written alternately.
  static int shift_for(Vertex vertices, std::uint64_t edges) {
    const int wanted = std::clamp(static_cast<int>(std::bit_width(edges >> 15)), 1, 10);
    return std::max(0, static_cast<int>(std::bit_width(vertices)) - wanted);
  }

  template <class Body>
  void parallel(std::size_t count, Body&& body) {
    context_.parallel_for(count, 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        context_.throw_if_cancelled();
        body(static_cast<std::size_t>(i));
      }
    });
  }

  void count(std::size_t slice) {
    std::vector<std::uint64_t> counts(buckets_);
    feed_.each(slice, [counts = counts.data(), shift = shift_](Vertex key, Vertex, W) { ++counts[key >> shift]; });
    std::ranges::copy(counts, place_.begin() + static_cast<std::ptrdiff_t>(slice * buckets_));
  }

  void move(std::size_t slice) {
    std::vector<Arc<W>*> next(buckets_);
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket)
      next[bucket] = moved_.get() + place_[slice * buckets_ + bucket];
    feed_.each(slice, [next = next.data(), shift = shift_](Vertex key, Vertex end, W weight) {
      *next[key >> shift]++ = {key, end, weight};
    });
    feed_.done(slice);
  }

  void sort(std::size_t bucket) {
    const std::span<Arc<W>> arcs(moved_.get() + starts_[bucket], starts_[bucket + 1] - starts_[bucket]);
    const std::uint64_t first = std::uint64_t{bucket} << shift_;
    const std::uint64_t last = std::min<std::uint64_t>(vertices_, (std::uint64_t{bucket} + 1) << shift_);
    std::vector<O> next(last - first);
    for (const Arc<W>& arc : arcs) ++next[arc.source - first];
    O sum = static_cast<O>(starts_[bucket]);
    for (std::uint64_t v = first; v < last; ++v) {
      rows_.offsets[v] = sum;
      sum += std::exchange(next[v - first], sum);
    }
    for (const Arc<W>& arc : arcs) {
      const O place = next[arc.source - first]++;
      rows_.ends[place] = arc.target;
      rows_.weights[place] = arc.weight;
    }
    release(arcs);
  }

  RowArrays<W, O>& rows_;
  const Vertex vertices_;
  Feed& feed_;
  RunContext& context_;
  const int shift_;
  std::size_t buckets_ = 0;
  std::size_t slices_ = 0;
  std::vector<std::uint64_t> place_;   // [slice][bucket]: number of edges, then the position of the first of them
  std::vector<std::uint64_t> starts_;  // of the buckets
  BigArray<Arc<W>> moved_;
};

}  // namespace detail

/// The rows of `edges` edges, in the order of `feed`. Without `context` only on this thread. Throws
/// std::bad_alloc, Cancelled.
template <class W, class O, RowFeed Feed>
std::shared_ptr<RowArrays<W, O>> sort_rows(Vertex vertices, std::uint64_t edges, Feed& feed, RunContext* context) {
  constexpr std::uint64_t small = std::uint64_t{1} << 16;
  auto rows = std::make_shared<RowArrays<W, O>>(vertices, edges);
  if (context == nullptr || edges < small)
    detail::sort_small(*rows, vertices, feed);
  else
    detail::BucketSort<W, O, Feed>(*rows, vertices, edges, feed, *context).run();
  return rows;
}

}  // namespace wayfront::host
