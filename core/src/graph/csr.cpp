#include "graph/csr.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "base/gather.hpp"

namespace wayfront::host {
namespace {

// Sorts edges into rows by their key: stable, in parallel, with little memory besides the result.
//
// Edges come in slices. A first pass counts, slice by slice, how many edges fall into each bucket, a range of keys. A
// second pass moves them to their bucket, slices in order, so that the result is the same for any number of threads.
// Then each bucket, small enough for the processor's cache, is sorted by key into the rows. The memory of a slice can
// be released once it has been moved, that of a bucket is released once it has been sorted: there is never more than
// one copy of an edge.

// A feed gives the edges, in `slices()` parts: each(slice, f) calls f(key, end, weight) for every edge of a slice, in the
// same order in every call. done(slice) tells the feed that it may release the slice.

/// Counting sort on one thread.
template <class W, class O, class Feed>
void sort_small(RowArrays<W, O>& rows, Vertex vertices, Feed& feed) {
  // While edges are placed, next[v + 1] is where the next one of row v goes: the start of the row before, its end
  // after.
  O* const next = rows.offsets.get();
  std::fill_n(next, std::size_t{vertices} + 2, O{0});
  for (std::size_t slice = 0; slice < feed.slices(); ++slice)
    feed.each(slice, [next](Vertex key, Vertex, W) { ++next[std::size_t{key} + 2]; });
  for (std::size_t v = 0; v < vertices; ++v) next[v + 1] += next[v];
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

/// The rows of `edges` edges, in the order of `feed`. Without `context` only on this thread. Throws
/// std::bad_alloc, Cancelled.
template <class W, class O, class Feed>
std::shared_ptr<RowArrays<W, O>> sort_rows(Vertex vertices, std::uint64_t edges, Feed& feed, RunContext* context) {
  constexpr std::uint64_t small = std::uint64_t{1} << 16;
  auto rows = std::make_shared<RowArrays<W, O>>(vertices, edges);
  if (context == nullptr || edges < small)
    sort_small(*rows, vertices, feed);
  else
    BucketSort<W, O, Feed>(*rows, vertices, edges, feed, *context).run();
  return rows;
}

/// Arcs in memory as edges by their source, optionally in both directions.
template <class W, bool releases>
class ArcFeed {
 public:
  using Block = std::span<std::conditional_t<releases, Arc<W>, const Arc<W>>>;

  ArcFeed(std::span<const Block> blocks, bool mirrored) : mirrored_(mirrored) {
    std::uint64_t arcs = 0;
    for (const Block& block : blocks) arcs += block.size();
    // Slices of 6 MiB of a big graph begin and end at borders of large pages.
    const std::size_t max = std::size_t{1} << (arcs < (1U << 22) ? 16 : 19);
    for (const Block& block : blocks)
      for (std::size_t begin = 0; begin < block.size(); begin += max)
        slices_.push_back(block.subspan(begin, std::min(max, block.size() - begin)));
  }

  std::size_t slices() const { return slices_.size(); }
  template <class F>
  void each(std::size_t slice, F&& f) const {
    if (!mirrored_) {
      for (const Arc<W>& arc : slices_[slice]) f(arc.source, arc.target, arc.weight);
      return;
    }
    for (const Arc<W>& arc : slices_[slice]) {
      f(arc.source, arc.target, arc.weight);
      if (arc.source != arc.target) f(arc.target, arc.source, arc.weight);
    }
  }
  void done(std::size_t slice) const {
    if constexpr (releases) release(slices_[slice]);
  }

  bool mirrored() const { return mirrored_; }
  Block slice(std::size_t slice) const { return slices_[slice]; }

  std::uint64_t edges(std::size_t slice) const {
    if (!mirrored_) return slices_[slice].size();
    return slices_[slice].size() + static_cast<std::uint64_t>(std::ranges::count_if(
                                       slices_[slice], [](const Arc<W>& arc) { return arc.source != arc.target; }));
  }

 private:
  std::vector<Block> slices_;
  bool mirrored_;
};

/// Calls body(slice) for every slice, on the context's threads if there is a context.
template <class Feed, class Body>
void each_slice(const Feed& feed, RunContext* context, Body&& body) {
  in_chunks(context, feed.slices(), 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t slice = begin; slice < end; ++slice) body(static_cast<std::size_t>(slice));
  });
}

/// Whether the arcs are already ordered by source, as in many files.
template <class W, bool releases>
bool in_order(const ArcFeed<W, releases>& feed, RunContext* context) {
  if (feed.mirrored()) return false;
  std::atomic<bool> sorted = true;
  each_slice(feed, context, [&](std::size_t slice) {
    const auto arcs = feed.slice(slice);
    const bool joined = slice == 0 || feed.slice(slice - 1).back().source <= arcs.front().source;
    if (!joined || !std::ranges::is_sorted(arcs, {}, &Arc<W>::source)) sorted = false;
  });
  return sorted;
}

/// Rows from ordered arcs.
template <class W, class O, bool releases>
std::shared_ptr<RowArrays<W, O>> split_rows(Vertex vertices, const ArcFeed<W, releases>& feed, RunContext* context) {
  std::vector<std::uint64_t> starts(feed.slices() + 1);  // of the slices, as numbers of edges
  std::vector<std::uint64_t> rows_begun(starts.size());  // vertices whose row starts before that slice
  for (std::size_t slice = 0; slice < feed.slices(); ++slice) {
    starts[slice + 1] = starts[slice] + feed.slice(slice).size();
    rows_begun[slice + 1] = std::uint64_t{feed.slice(slice).back().source} + 1;
  }
  auto rows = std::make_shared<RowArrays<W, O>>(vertices, starts.back());
  each_slice(feed, context, [&](std::size_t slice) {
    O* const offsets = rows->offsets.get();
    Vertex* const ends = rows->ends.get();
    W* const weights = rows->weights.get();
    std::uint64_t edge = starts[slice], vertex = rows_begun[slice];
    for (const Arc<W>& arc : feed.slice(slice)) {
      while (vertex <= arc.source) offsets[vertex++] = static_cast<O>(edge);
      ends[edge] = arc.target;
      weights[edge] = arc.weight;
      ++edge;
    }
    feed.done(slice);
  });
  std::fill(rows->offsets.get() + rows_begun.back(), rows->offsets.get() + vertices + 1, static_cast<O>(starts.back()));
  return rows;
}

template <WeightType W, class Feed>
OwnedCsr build(Vertex vertices, Feed& feed, OffsetKind offsets, RunContext* context) {
  std::vector<std::uint64_t> counts(feed.slices());
  each_slice(feed, context, [&](std::size_t slice) { counts[slice] = feed.edges(slice); });
  const std::uint64_t edges = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const auto rows = [&]<class O>(O) -> OwnedCsr {
    auto arrays = in_order(feed, context) ? split_rows<W, O>(vertices, feed, context)
                                          : sort_rows<W, O>(vertices, edges, feed, context);
    return csr_in<W, O>(std::move(arrays), vertices, edges);
  };
  return offsets == OffsetKind::offsets32 ? rows(std::uint32_t{}) : rows(std::uint64_t{});
}

/// The edges of a CSR by their target; a slice is a range of vertices with about the same number of edges.
template <class W, class O>
class EdgeFeed {
 public:
  explicit EdgeFeed(const CsrView<W, O>& view) : view_(view) {
    constexpr std::uint64_t max = std::uint64_t{1} << 18;
    const O* const end = view.offsets + view.vertices;
    for (const O* at = view.offsets; at < end;) {
      starts_.push_back(static_cast<Vertex>(at - view.offsets));
      at = std::max(at + 1, std::upper_bound(at, end + 1, *at + max) - 1);
    }
    starts_.push_back(view.vertices);
  }

  std::size_t slices() const { return starts_.size() - 1; }
  template <class F>
  void each(std::size_t slice, F&& f) const {
    for (Vertex u = starts_[slice]; u < starts_[slice + 1]; ++u)
      for (O e = view_.begin(u); e < view_.end(u); ++e) f(view_.targets[e], u, view_.weights[e]);
  }
  void done(std::size_t) const {}

 private:
  const CsrView<W, O>& view_;
  std::vector<Vertex> starts_;
};

}  // namespace

template <WeightType W>
OwnedCsr build_csr(Vertex vertices, ArcBlocks<W> blocks, bool mirrored, OffsetKind offsets) {
  ArcFeed<W, false> feed(blocks, mirrored);
  return build<W>(vertices, feed, offsets, nullptr);
}

template <WeightType W>
OwnedCsr build_csr(Vertex vertices, OwnArcBlocks<W> blocks, bool mirrored, OffsetKind offsets, RunContext& context) {
  ArcFeed<W, true> feed(blocks, mirrored);
  return build<W>(vertices, feed, offsets, &context);
}

template OwnedCsr build_csr(Vertex, ArcBlocks<std::int32_t>, bool, OffsetKind);
template OwnedCsr build_csr(Vertex, ArcBlocks<std::int64_t>, bool, OffsetKind);
template OwnedCsr build_csr(Vertex, ArcBlocks<double>, bool, OffsetKind);
template OwnedCsr build_csr(Vertex, ArcBlocks<float>, bool, OffsetKind);
template OwnedCsr build_csr(Vertex, OwnArcBlocks<std::int32_t>, bool, OffsetKind, RunContext&);
template OwnedCsr build_csr(Vertex, OwnArcBlocks<std::int64_t>, bool, OffsetKind, RunContext&);
template OwnedCsr build_csr(Vertex, OwnArcBlocks<double>, bool, OffsetKind, RunContext&);
template OwnedCsr build_csr(Vertex, OwnArcBlocks<float>, bool, OffsetKind, RunContext&);

OwnedCsc transpose(const AnyCsr& csr, RunContext* context) {
  return visit(csr, [&]<class W, class O>(const CsrView<W, O>& view) -> OwnedCsc {
    EdgeFeed<W, O> feed(view);
    auto arrays = sort_rows<W, O>(view.vertices, view.edges, feed, context);
    CscView<W, O> csc{view.vertices, view.edges, arrays->offsets.get(), arrays->ends.get(), arrays->weights.get()};
    return {csc, std::move(arrays)};
  });
}

OwnedSources edge_sources(const AnyCsr& csr, RunContext* context) {
  return visit(csr, [&]<class W, class O>(const CsrView<W, O>& view) -> OwnedSources {
    std::shared_ptr<Vertex[]> sources(make_big_array<Vertex>(view.edges));
    constexpr std::uint64_t grain = std::uint64_t{1} << 14;  // vertices
    in_chunks(context, view.vertices, grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto u = static_cast<Vertex>(begin); u < end; ++u)
        std::fill(sources.get() + view.begin(u), sources.get() + view.end(u), u);
    });
    const Vertex* const data = sources.get();
    return {data, std::move(sources)};
  });
}

OwnedCsr copy_of(const AnyCsr& csr, RunContext& context) {
  return visit(csr, [&]<class W, class O>(const CsrView<W, O>& view) -> OwnedCsr {
    auto copy = std::make_shared<RowArrays<W, O>>(view.vertices, view.edges);
    const auto copy_array = [&context]<class T>(const T* from, std::uint64_t count, T* to) {
      constexpr std::uint64_t grain = std::uint64_t{1} << 19;
      context.parallel_for(count, grain, [=](std::uint64_t begin, std::uint64_t end) {
        std::copy(from + begin, from + end, to + begin);
      });
    };
    copy_array(view.offsets, std::uint64_t{view.vertices} + 1, copy->offsets.get());
    copy_array(view.targets, view.edges, copy->ends.get());
    copy_array(view.weights, view.edges, copy->weights.get());
    return csr_in<W, O>(std::move(copy), view.vertices, view.edges);
  });
}

std::uint64_t bytes_of(const GraphInfo& info) {
  const std::uint64_t offset = info.offsets == OffsetKind::offsets32 ? 4 : 8;
  return (std::uint64_t{info.vertices} + 1) * offset + info.edges * 8;
}

}  // namespace wayfront::host
