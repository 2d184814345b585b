// Delta-stepping on slices. In a round each rank takes the vertices of a window, whose distances reach from the smallest
// one that waits on any rank as far as a width, bucket by bucket, also what falls back into it, on all of its threads, and
// keeps the best distance of each ghost that improved. At the end of the round one record per improved ghost goes to its
// owner, not one per arc: a ghost with many arcs into it, or improved many times, is sent once.
//
// References: U. Meyer, P. Sanders, Delta-stepping: a parallelizable shortest path algorithm, J. of Algorithms 49 (2003);
// messages per vertex instead of per arc: V. T. Chakaravarthy et al., Scalable single source shortest path algorithms for
// massively parallel systems, IPDPS 2014.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "graph/bitmap.hpp"
#include "ranks.hpp"
#include "slice.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::ranks {

struct SteppingWork {
  std::uint64_t rounds = 0;
  std::uint64_t relaxed = 0;   // arcs looked at
  std::uint64_t crossing = 0;  // of these, to ghosts
  Traffic traffic;
};

/// The vertices that wait, by distance / width. A vertex may be in several buckets; only the one of its distance counts.
template <WeightType W>
class Buckets {
 public:
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  explicit Buckets(double width) : per_width_(1 / width), near_(count) {}

  /// Grows with the distance, which is all that the search needs of it.
  std::uint64_t of(W distance) const {
    const double bucket = static_cast<double>(distance) * per_width_;
    return bucket < static_cast<double>(none / 2) ? static_cast<std::uint64_t>(bucket) : none / 2;
  }
  void put(Vertex v, W distance) {
    const std::uint64_t bucket = of(distance);
    if (bucket < base_ + count) {
      near_[bucket % count].push_back(v);
    } else {
      far_.push_back(v);
      far_min_ = std::min(far_min_, bucket);
    }
  }
  /// The lowest bucket in which a vertex waits, whose distance is not `done` and not another one's; `none` if there is none.
  std::uint64_t lowest(const std::vector<W>& distances, const std::vector<W>& done) {
    for (std::uint64_t bucket = base_; bucket < std::min(base_ + count, far_min_); ++bucket) {
      std::vector<Vertex>& here = near_[bucket % count];
      while (!here.empty() && (of(distances[here.back()]) != bucket || distances[here.back()] == done[here.back()]))
        here.pop_back();
      if (!here.empty()) return bucket;
    }
    return far_min_;
  }
  /// No vertex will be put below `bucket` any more, and none waits there. Those up to `last` are wanted next.
  void advance(std::uint64_t bucket, std::uint64_t last, const std::vector<W>& distances) {
    base_ = bucket;
    if (far_min_ > last) return;
    far_min_ = none;
    std::vector<Vertex> far;
    far.swap(far_);
    for (const Vertex v : far) put(v, distances[v]);
  }
  std::vector<Vertex>& at(std::uint64_t bucket) { return near_[bucket % count]; }

 private:
  static constexpr std::uint64_t count = 4096;
  double per_width_;
  std::uint64_t base_ = 0;
  std::vector<std::vector<Vertex>> near_;  // buckets base .. base + count - 1
  std::vector<Vertex> far_;                // those that were later ones when they were put
  std::uint64_t far_min_ = none;           // the lowest bucket of `far`
};

/// The width of a round's window, where `crossing` is the share of arcs that lead to other ranks. The unit is the mean weight
/// over the mean degree, which is about the distance to a vertex's nearest neighbour. A round ends at arcs that cross. Where
/// nearly all do, a window of many units costs hardly any vertex that is taken too early, and saves rounds; where half of
/// them do, ranks get as far in a narrow one. The logarithm is that of the number of ranks on a random graph, on which
/// rounds stay the same from 2 to 32 ranks. Where few arcs cross, as between parts of a map, rounds are nearly all that
/// ranks wait for, and wide windows save most of them.
inline double chosen_width(const WholeGraph& graph, double crossing) {
  const double arcs = static_cast<double>(std::max<std::uint64_t>(graph.edges, 1));
  const double inside = std::max(1 - crossing, 1e-6);
  const double units = std::max(1 - 2 * std::log2(inside), 16 * inside * inside * inside);
  const double width = units * graph.mean_weight * static_cast<double>(graph.vertices) / arcs;
  return width > 0 ? width : 1;
}

template <WeightType W>
class Stepping {
 public:
  /// A window is as wide as `width`. Distances above `limit` are not wanted: they end as unreached.
  Stepping(const Slice<W>& slice, const Ranks& ranks, host::Arena& arena, double width, W limit = unreached<W>)
      : slice_(slice), ranks_(ranks), arena_(arena), limit_(limit), buckets_(width / window) {}

  /// This rank's distances from `source`, a number in the whole graph. All ranks together.
  std::vector<W> solve(std::uint64_t source, SteppingWork& work) {
    begin(source);
    const auto peers = static_cast<std::size_t>(ranks_.count());
    Exchange<Update> exchange(ranks_, piece(ranks_.max(slice_.ghosts()) / peers));
    std::vector<std::uint64_t> sizes(peers), coming(peers);
    std::vector<Announcement> mine(peers);
    for (std::uint64_t bucket = ranks_.min(buckets_.lowest(distances_, done_)); bucket != Buckets<W>::none;) {
      ++work.rounds;
      buckets_.advance(bucket, bucket + window - 1, distances_);
      for (std::uint64_t i = 0; i < window; ++i) empty(bucket + i);
      std::uint64_t lowest = buckets_.lowest(distances_, done_);
      for (std::size_t r = 0; r < peers; ++r) {
        sizes[r] = 0;
        for (const Lane& lane : lanes_) {
          sizes[r] += lane.improved[r].size();
          for (const Vertex ghost : lane.improved[r]) {
            changed_.clear(ghost);
            lowest = std::min(lowest, buckets_.of(ghosts_[ghost]));
          }
        }
      }
      for (std::size_t r = 0; r < peers; ++r) mine[r] = {lowest, sizes[r]};
      const std::vector<Announcement> theirs = ranks_.exchange_one(mine);
      ++work.traffic.collectives;
      bucket = Buckets<W>::none;
      for (std::size_t r = 0; r < peers; ++r) {
        bucket = std::min(bucket, theirs[r].lowest);
        coming[r] = theirs[r].updates;
      }
      send(exchange, sizes, coming, work.traffic);
    }
    for (const Lane& lane : lanes_) {
      work.relaxed += lane.relaxed;
      work.crossing += lane.crossing;
    }
    return std::move(distances_);
  }

 private:
  struct [[gnu::packed]] Update {
    Vertex vertex;
    W distance;
  };
  struct Announcement {
    std::uint64_t lowest;   // bucket of this rank, and of what it sends
    std::uint64_t updates;  // for the receiver
  };
  /// What one thread found.
  struct alignas(64) Lane {
    std::vector<Vertex> reached;                // own vertices that came closer, and wait to be put into buckets
    std::vector<std::vector<Vertex>> improved;  // ghosts of each owner
    std::uint64_t relaxed = 0, crossing = 0;
  };

  static constexpr std::uint64_t window = 4;  // buckets of a round
  static constexpr std::size_t chunk = 64;    // vertices that a thread takes at a time

  /// The same on all ranks: an eighth of the ghosts of a rank, between 256 and 16,384, so that buffers are small beside them.
  static std::size_t piece(std::uint64_t ghosts) {
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(ghosts / 8, 256, 16384));
  }

  void begin(std::uint64_t source) {
    const std::uint64_t own = slice_.vertices(), first = slice_.first_vertex();
    distances_.assign(own, unreached<W>);
    done_.assign(own, unreached<W>);
    ghosts_.assign(slice_.ghosts(), unreached<W>);
    lanes_.assign(arena_.threads(), {});
    for (Lane& lane : lanes_) lane.improved.resize(static_cast<std::size_t>(ranks_.count()));
    if (source < first || source >= first + own) return;
    distances_[source - first] = 0;
    buckets_.put(static_cast<Vertex>(source - first), 0);
  }

  /// Until nothing is left in the bucket, also of what falls back into it.
  void empty(std::uint64_t bucket) {
    while (!buckets_.at(bucket).empty()) {
      taken_.swap(buckets_.at(bucket));
      if (lanes_.size() == 1 || taken_.size() < 2 * chunk) {
        for (const Vertex u : taken_) scan<false>(u, bucket, lanes_[0]);
      } else {
        std::atomic<std::size_t> next{0};
        arena_.parallel_for(lanes_.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
          for (std::uint64_t lane = first; lane < last; ++lane)
            for (std::size_t at; (at = next.fetch_add(chunk, std::memory_order_relaxed)) < taken_.size();)
              for (std::size_t i = at; i < std::min(at + chunk, taken_.size()); ++i)
                scan<true>(taken_[i], bucket, lanes_[lane]);
        });
        for (Lane& lane : lanes_) {
          for (const Vertex v : lane.reached) buckets_.put(v, distances_[v]);
          lane.reached.clear();
        }
      }
      taken_.clear();
    }
  }

  /// `shared`: other threads do the same.
  template <bool shared>
  void scan(Vertex u, std::uint64_t bucket, Lane& lane) {
    const std::uint64_t own = slice_.vertices();
    const W distance = get<shared>(distances_[u]);
    if (buckets_.of(distance) != bucket || put<shared>(done_[u], distance) == distance) return;
    const std::uint64_t end = slice_.end(u);
    lane.relaxed += end - slice_.begin(u);
    for (std::uint64_t arc = slice_.begin(u); arc < end; ++arc) {
      const W sum = saturating_add(distance, slice_.weight(arc));
      const Vertex v = slice_.target(arc);
      const bool is_own = v < own;
      lane.crossing += is_own ? 0 : 1;
      if (sum > limit_ || !lower<shared>(is_own ? distances_[v] : ghosts_[v - own], sum)) continue;
      if (!is_own) {
        const std::uint64_t ghost = v - own;
        if (!(shared ? changed_.set_shared(ghost) : changed_.set(ghost)))
          lane.improved[slice_.owner(ghost)].push_back(static_cast<Vertex>(ghost));
      } else if constexpr (shared) {
        lane.reached.push_back(v);
      } else {
        buckets_.put(v, sum);
      }
    }
  }

  template <bool shared>
  static W get(W& value) {
    if constexpr (shared) return std::atomic_ref(value).load(std::memory_order_relaxed);
    return value;
  }
  template <bool shared>
  static W put(W& value, W next) {
    if constexpr (shared) return std::atomic_ref(value).exchange(next, std::memory_order_relaxed);
    return std::exchange(value, next);
  }
  /// Whether `sum` is lower, and now the value.
  template <bool shared>
  static bool lower(W& value, W sum) {
    if constexpr (shared) {
      std::atomic_ref it(value);
      W before = it.load(std::memory_order_relaxed);
      while (sum < before)
        if (it.compare_exchange_weak(before, sum, std::memory_order_relaxed)) return true;
      return false;
    } else {
      if (!(sum < value)) return false;
      value = sum;
      return true;
    }
  }

  void send(Exchange<Update>& exchange, const std::vector<std::uint64_t>& sizes,
            const std::vector<std::uint64_t>& coming, Traffic& traffic) {
    for (std::size_t lane = 1; lane < lanes_.size(); ++lane)
      for (std::size_t r = 0; r < sizes.size(); ++r) {
        std::vector<Vertex>&all = lanes_[0].improved[r], &more = lanes_[lane].improved[r];
        all.insert(all.end(), more.begin(), more.end());
        more.clear();
      }
    exchange.run(
        sizes, coming, traffic,
        [&](std::size_t r, std::uint64_t i) {
          const Vertex ghost = lanes_[0].improved[r][i];
          return Update{slice_.at_owner(ghost), ghosts_[ghost]};
        },
        [&](std::size_t, const Update& update) {
          const W distance = update.distance;
          if (!(distance < distances_[update.vertex])) return;
          distances_[update.vertex] = distance;
          buckets_.put(update.vertex, distance);
        });
    for (auto& list : lanes_[0].improved) list.clear();
  }

  const Slice<W>& slice_;
  const Ranks& ranks_;
  host::Arena& arena_;
  W limit_;
  Buckets<W> buckets_;
  std::vector<W> distances_, done_, ghosts_;
  host::Bitmap changed_{slice_.ghosts()};  // ghosts in a list of `improved`
  std::vector<Lane> lanes_;
  std::vector<Vertex> taken_;
};

}  // namespace wayfront::ranks
