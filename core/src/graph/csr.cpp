#include "graph/csr.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>

#include "base/big_array.hpp"
#include "graph/row_sort.hpp"

namespace wayfront::host {
namespace {

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
  const auto part = [&](std::uint64_t begin, std::uint64_t end) {
    if (context != nullptr) context->throw_if_cancelled();
    for (std::uint64_t slice = begin; slice < end; ++slice) body(static_cast<std::size_t>(slice));
  };
  if (context != nullptr)
    context->parallel_for(feed.slices(), 1, part);
  else
    part(0, feed.slices());
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
OwnedCsr build_csr(Vertex vertices, std::span<const std::span<const Arc<W>>> blocks, bool mirrored,
                   OffsetKind offsets) {
  ArcFeed<W, false> feed(blocks, mirrored);
  return build<W>(vertices, feed, offsets, nullptr);
}

template <WeightType W>
OwnedCsr build_csr(Vertex vertices, std::span<const std::span<Arc<W>>> blocks, bool mirrored, OffsetKind offsets,
                   RunContext& context) {
  ArcFeed<W, true> feed(blocks, mirrored);
  return build<W>(vertices, feed, offsets, &context);
}

template OwnedCsr build_csr<std::int32_t>(Vertex, std::span<const std::span<const Arc<std::int32_t>>>, bool,
                                          OffsetKind);
template OwnedCsr build_csr<std::int64_t>(Vertex, std::span<const std::span<const Arc<std::int64_t>>>, bool,
                                          OffsetKind);
template OwnedCsr build_csr<double>(Vertex, std::span<const std::span<const Arc<double>>>, bool, OffsetKind);
template OwnedCsr build_csr<float>(Vertex, std::span<const std::span<const Arc<float>>>, bool, OffsetKind);
template OwnedCsr build_csr<std::int32_t>(Vertex, std::span<const std::span<Arc<std::int32_t>>>, bool, OffsetKind,
                                          RunContext&);
template OwnedCsr build_csr<std::int64_t>(Vertex, std::span<const std::span<Arc<std::int64_t>>>, bool, OffsetKind,
                                          RunContext&);
template OwnedCsr build_csr<double>(Vertex, std::span<const std::span<Arc<double>>>, bool, OffsetKind, RunContext&);
template OwnedCsr build_csr<float>(Vertex, std::span<const std::span<Arc<float>>>, bool, OffsetKind, RunContext&);

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
    const auto fill = [&](std::uint64_t begin, std::uint64_t end) {
      for (auto u = static_cast<Vertex>(begin); u < end; ++u)
        std::fill(sources.get() + view.begin(u), sources.get() + view.end(u), u);
    };
    constexpr std::uint64_t grain = std::uint64_t{1} << 14;  // vertices
    if (context != nullptr)
      context->parallel_for(view.vertices, grain, fill);
    else
      fill(0, view.vertices);
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
