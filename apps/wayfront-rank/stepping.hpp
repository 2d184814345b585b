// Delta-stepping on slices. In a round each rank empties the bucket that is the lowest of all ranks, also of what falls
// back into it, and keeps the best distance of each ghost that improved. At the end of the round one record per improved
// ghost goes to its owner, not one per arc: a ghost with many arcs into it, or improved many times, is sent once.
//
// References: U. Meyer, P. Sanders, Delta-stepping: a parallelizable shortest path algorithm, J. of Algorithms 49 (2003);
// messages per vertex instead of per arc: V. T. Chakaravarthy et al., Scalable single source shortest path algorithms for
// massively parallel systems, IPDPS 2014.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

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
  /// A bucket that is not above any vertex that waits; `none` if there is none.
  std::uint64_t lowest() const {
    for (std::uint64_t bucket = base_; bucket < std::min(base_ + count, far_min_); ++bucket)
      if (!near_[bucket % count].empty()) return bucket;
    return far_min_;
  }
  /// No vertex will be put below `bucket` any more, and none waits there.
  void advance(std::uint64_t bucket, const std::vector<W>& distances) {
    base_ = bucket;
    if (far_min_ > bucket) return;
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

/// Eight mean weights over the mean degree, as good on road networks as on random graphs.
inline double chosen_width(const WholeGraph& graph) {
  const double arcs = static_cast<double>(std::max<std::uint64_t>(graph.edges, 1));
  const double width = 8 * graph.mean_weight * static_cast<double>(graph.vertices) / arcs;
  return width > 0 ? width : 1;
}

template <WeightType W>
class Stepping {
 public:
  Stepping(const Slice<W>& slice, const Ranks& ranks, double width) : slice_(slice), ranks_(ranks), width_(width) {}

  /// This rank's distances from `source`, a number in the whole graph. All ranks together.
  std::vector<W> solve(std::uint64_t source, SteppingWork& work) {
    const std::uint64_t own = slice_.vertices();
    std::vector<W> distances(own, unreached<W>), done(own, unreached<W>), ghosts(slice_.ghosts(), unreached<W>);
    std::vector<bool> changed(slice_.ghosts());
    const auto peers = static_cast<std::size_t>(ranks_.count());
    std::vector<std::vector<Vertex>> improved(peers);  // ghosts of each owner
    Buckets<W> buckets(width_);
    Exchange<Update> exchange(ranks_, piece(ranks_.max(slice_.ghosts()) / peers));
    if (source >= slice_.first_vertex() && source < slice_.first_vertex() + own) {
      distances[source - slice_.first_vertex()] = 0;
      buckets.put(static_cast<Vertex>(source - slice_.first_vertex()), 0);
    }
    std::vector<Vertex> taken;
    std::vector<std::uint64_t> sizes(peers);
    std::vector<Announcement> mine(peers);
    for (std::uint64_t bucket = ranks_.min(buckets.lowest()); bucket != Buckets<W>::none;) {
      ++work.rounds;
      buckets.advance(bucket, distances);
      std::uint64_t sent_to = Buckets<W>::none;  // the lowest bucket of what is sent
      while (!buckets.at(bucket).empty()) {
        taken.swap(buckets.at(bucket));
        for (const Vertex u : taken) {
          const W distance = distances[u];
          if (done[u] == distance || buckets.of(distance) != bucket) continue;
          done[u] = distance;
          work.relaxed += slice_.end(u) - slice_.begin(u);
          for (std::uint64_t arc = slice_.begin(u); arc < slice_.end(u); ++arc) {
            const W sum = saturating_add(distance, slice_.weight(arc));
            const Vertex v = slice_.target(arc);
            if (v < own) {
              if (!(sum < distances[v])) continue;
              distances[v] = sum;
              buckets.put(v, sum);
              continue;
            }
            ++work.crossing;
            const std::uint64_t ghost = v - own;
            if (!(sum < ghosts[ghost])) continue;
            ghosts[ghost] = sum;
            if (changed[ghost]) continue;
            changed[ghost] = true;
            improved[slice_.owner(ghost)].push_back(static_cast<Vertex>(ghost));
          }
        }
        taken.clear();
      }
      for (std::size_t r = 0; r < peers; ++r) {
        sizes[r] = improved[r].size();
        for (const Vertex ghost : improved[r]) {
          changed[ghost] = false;
          sent_to = std::min(sent_to, buckets.of(ghosts[ghost]));
        }
      }
      const std::uint64_t lowest = std::min(sent_to, buckets.lowest());
      for (std::size_t r = 0; r < peers; ++r) mine[r] = {lowest, sizes[r]};
      const std::vector<Announcement> theirs = ranks_.exchange_one(mine);
      ++work.traffic.collectives;
      bucket = Buckets<W>::none;
      std::vector<std::uint64_t> coming(peers);
      for (std::size_t r = 0; r < peers; ++r) {
        bucket = std::min(bucket, theirs[r].lowest);
        coming[r] = theirs[r].updates;
      }
      exchange.run(
          sizes, coming, work.traffic,
          [&](std::size_t r, std::uint64_t i) {
            const Vertex ghost = improved[r][i];
            return Update{slice_.at_owner(ghost), ghosts[ghost]};
          },
          [&](std::size_t, const Update& update) {
            const W distance = update.distance;
            if (!(distance < distances[update.vertex])) return;
            distances[update.vertex] = distance;
            buckets.put(update.vertex, distance);
          });
      for (auto& list : improved) list.clear();
    }
    return distances;
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

  /// The same on all ranks: an eighth of the ghosts of a rank, between 256 and 16,384, so that buffers are small beside them.
  static std::size_t piece(std::uint64_t ghosts) {
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(ghosts / 8, 256, 16384));
  }

  const Slice<W>& slice_;
  const Ranks& ranks_;
  double width_;
};

}  // namespace wayfront::ranks
