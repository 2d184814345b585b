// A search on all threads: from vertices that are reached already, round by round along arcs that lead on. A round's
// arcs are shared out, not its vertices, so a vertex with many arcs keeps no thread busy alone.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "certify/crew.hpp"
#include "graph/rows_view.hpp"

namespace wayfront::host {

// A set of vertices, one bit each, that several threads add to.
class VertexSet {
 public:
  /// `shared`: whether more than one thread adds vertices.
  VertexSet(std::size_t size, bool shared) : words_((size + 63) / 64), shared_(shared) {}

  bool has(Vertex v) const { return (words_[v >> 6].load(std::memory_order_relaxed) & bit(v)) != 0; }
  /// Whether it was not in the set before: true for one thread only. Costs an atomic operation only then.
  [[gnu::always_inline]] bool add(Vertex v) {
    std::atomic<std::uint64_t>& word = words_[v >> 6];
    const std::uint64_t before = word.load(std::memory_order_relaxed);
    if ((before & bit(v)) != 0) return false;
    if (shared_) return (word.fetch_or(bit(v), std::memory_order_relaxed) & bit(v)) == 0;
    word.store(before | bit(v), std::memory_order_relaxed);
    return true;
  }

 private:
  static constexpr std::uint64_t bit(Vertex v) { return std::uint64_t{1} << (v & 63); }

  std::vector<std::atomic<std::uint64_t>> words_;
  bool shared_;
};

/// tree[v] becomes `from` if that is smaller: whatever the order of calls by any threads, the smallest remains.
inline void keep_smallest(Vertex* tree, Vertex v, Vertex from) {
  std::atomic_ref<Vertex> entry(tree[v]);
  Vertex known = entry.load(std::memory_order_relaxed);
  while (from < known && !entry.compare_exchange_weak(known, from, std::memory_order_relaxed)) {
  }
}

template <WeightType W>
class SpreadSearch {
 public:
  /// What one part of a loop reaches.
  using Found = std::vector<Vertex>;

  /// At most `room` vertices are reached. `tree`, unless null, receives for each of them the smallest vertex of the
  /// round before from which an arc leads to it; no_vertex must be there.
  SpreadSearch(const RowsView<W>& csr, VertexSet& reached, std::size_t room, Vertex* tree, Crew crew)
      : csr_(csr),
        reached_(reached),
        fresh_(csr.vertices, crew.shares(std::max<std::uint64_t>(csr.vertices, csr.edges))),
        tree_(tree),
        crew_(crew),
        queue_(std::make_unique_for_overwrite<Vertex[]>(room)) {}

  std::size_t count() const { return tail_.load(std::memory_order_relaxed); }

  /// An arc leads from u, which is reached, to v. [any thread]
  void reach(Vertex u, Vertex v, Found& found) {
    if (reached_.has(v)) return;
    if (tree_ != nullptr) keep_smallest(tree_, v, u);
    if (fresh_.add(v)) found.push_back(v);
  }
  /// At the end of a part. [any thread]
  void take(const Found& found) {
    std::ranges::copy(found, queue_.get() + tail_.fetch_add(found.size(), std::memory_order_relaxed));
  }

  /// Reaches `v` without an arc: it has no predecessor.
  void start(Vertex v) {
    if (fresh_.add(v)) take({v});
  }

  /// Goes on from everything that was reached, along the arcs u -> v of weight w with leads(u, v, w), until nothing is
  /// new or is_enough().
  template <class Leads, class IsEnough>
  void run(const Leads& leads, const IsEnough& is_enough) {
    for (std::size_t head = 0; head < count() && !is_enough();) {
      const std::span<const Vertex> round(queue_.get() + head, count() - head);
      head = count();
      crew_.for_parts(round.size(), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) reached_.add(round[i]);
      });
      if (round.size() > few || arcs_of(round) > crew_.grain())
        all_at_once(round, leads);
      else
        one_by_one(round, leads);
    }
  }
  template <class Leads>
  void run(const Leads& leads) {
    run(leads, [] { return false; });
  }

 private:
  static constexpr std::size_t few = 256;

  /// Nothing about it can change in this round. Most arcs lead to such vertices, and bits are read faster than distances.
  bool is_done(Vertex v) const { return reached_.has(v) || (tree_ == nullptr && fresh_.has(v)); }

  std::uint64_t arcs_of(std::span<const Vertex> round) const {
    std::uint64_t arcs = 0;
    for (const Vertex u : round) arcs += csr_.degree(u);
    return arcs;
  }

  template <class Leads>
  void follow(Vertex u, std::uint64_t begin, std::uint64_t end, const Leads& leads, Found& found) {
    for (std::uint64_t e = begin; e < end; ++e)
      if (!is_done(csr_.targets[e]) && leads(u, csr_.targets[e], csr_.weights[e])) reach(u, csr_.targets[e], found);
  }

  template <class Leads>
  void one_by_one(std::span<const Vertex> round, const Leads& leads) {
    alone_.clear();
    for (const Vertex u : round) follow(u, csr_.begin(u), csr_.end(u), leads, alone_);
    take(alone_);
  }

  template <class Leads>
  void all_at_once(std::span<const Vertex> round, const Leads& leads) {
    // Where the arcs of each vertex begin among all arcs of the round: within each part, then between parts.
    begins_.resize(round.size() + 1);
    std::vector<std::uint64_t> sums(crew_.parts(round.size()) + 1);
    crew_.for_parts(round.size(), [&](std::uint64_t part, std::uint64_t begin, std::uint64_t end) {
      std::uint64_t sum = 0;
      for (std::uint64_t i = begin; i < end; ++i) {
        begins_[i] = sum;
        sum += csr_.degree(round[i]);
      }
      sums[part + 1] = sum;
    });
    for (std::size_t part = 1; part < sums.size(); ++part) sums[part] += sums[part - 1];
    crew_.for_parts(round.size(), [&](std::uint64_t part, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) begins_[i] += sums[part];
    });
    begins_[round.size()] = sums.back();
    crew_.for_parts(sums.back(), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      Found found;
      auto at = static_cast<std::size_t>(std::ranges::upper_bound(begins_, begin) - begins_.begin()) - 1;
      for (std::uint64_t arc = begin; arc < end; ++at) {
        const Vertex u = round[at];
        const std::uint64_t last = std::min(end, begins_[at + 1]);
        follow(u, csr_.begin(u) + (arc - begins_[at]), csr_.begin(u) + (last - begins_[at]), leads, found);
        arc = last;
      }
      take(found);
    });
  }

  RowsView<W> csr_;
  VertexSet& reached_;  // before this round
  VertexSet fresh_;     // also in this round
  Vertex* tree_;
  Crew crew_;
  std::unique_ptr<Vertex[]> queue_;
  std::atomic<std::size_t> tail_{0};
  Found alone_;
  std::vector<std::uint64_t> begins_;
};

}  // namespace wayfront::host
