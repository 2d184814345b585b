// The certificate of docs/verify.md on slices: no rank has the graph or the answer whole. It reads the slice, which no
// engine can write to, and believes nothing of the distances.
//
// Each rank asks the owners for the distances of its ghosts and looks at its own arcs: none may shorten a distance, and
// a tight arc from a smaller distance supports its target. Support of ghosts goes to their owners as one bit a ghost.
// Vertices that only have tight arcs from their own distance (weight 0, or a sum that rounds) are supported in further
// exchanges, from those that are. The answer is right if and only if no arc is at fault and each reached vertex but the
// source is supported: following supports backwards then ends at the source. Weights must not be negative.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "ranks.hpp"
#include "slice.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::ranks {

struct Verdict {
  bool right = false;
  std::string reason;     // "" if right: the first fault, by rank
  bool overflow = false;  // the only faults are distances that do not fit the type of the weights
  std::uint64_t reached = 0;
  std::uint64_t reached_edges = 0;  // their out-arcs
  double sum = 0, max = 0;          // of the distances of reached vertices
  Traffic traffic;
};

template <WeightType W>
class Certificate {
 public:
  Certificate(const Slice<W>& slice, const Ranks& ranks)
      : slice_(slice), ranks_(ranks), peers_(static_cast<std::size_t>(ranks.count())) {}

  /// `distances` are those of this rank's vertices, `source` is a number in the whole graph. All ranks together; the
  /// verdict is the same on all.
  Verdict judge(const std::vector<W>& distances, std::uint64_t source) {
    Verdict verdict;
    fault_.clear();
    overflows_ = faults_ = 0;
    const std::uint64_t own = slice_.vertices();
    const std::vector<W> ghosts = ghost_distances(distances, verdict.traffic);
    std::vector<bool> supported(own), ghost_supported(slice_.ghosts());
    std::vector<LevelArc> level;
    for (std::uint64_t u = 0; u < own; ++u) {
      const W from = distances[u];
      if (!(from >= 0)) {
        note(fmt::format("the distance of vertex {} is {}", id_of(slice_.first_vertex() + u), from));
        continue;
      }
      if (from == unreached<W>) continue;
      ++verdict.reached;
      verdict.reached_edges += slice_.end(u) - slice_.begin(u);
      verdict.sum += static_cast<double>(from);
      verdict.max = std::max(verdict.max, static_cast<double>(from));
      for (std::uint64_t arc = slice_.begin(u); arc < slice_.end(u); ++arc) {
        const Vertex v = slice_.target(arc);
        const W to = v < own ? distances[v] : ghosts[v - own];
        const W sum = saturating_add(from, slice_.weight(arc));
        if (sum == unreached<W> && to == unreached<W>) {
          ++overflows_;
          note(fmt::format("the path to vertex {} and on to vertex {} is too long for {}",
                           id_of(slice_.first_vertex() + u), id_of(slice_.global(v)), type_name()));
        } else if (!(to <= sum)) {
          note(fmt::format("the arc from vertex {} to vertex {} of weight {} shortens a distance: {} + {} is below {}",
                           id_of(slice_.first_vertex() + u), id_of(slice_.global(v)), slice_.weight(arc), from,
                           slice_.weight(arc), to == unreached<W> ? std::string("unreached") : fmt::format("{}", to)));
        } else if (to == sum && from < to) {
          if (v < own)
            supported[v] = true;
          else
            ghost_supported[v - own] = true;
        } else if (to == sum) {
          level.push_back({static_cast<Vertex>(u), v});
        }
      }
    }
    if (source >= slice_.first_vertex() && source < slice_.first_vertex() + own) {
      const std::uint64_t s = source - slice_.first_vertex();
      if (distances[s] != 0) note(fmt::format("the distance of the source {} is not 0", id_of(source)));
      supported[s] = true;
    }
    spread(supported, ghost_supported, level, verdict.traffic);
    for (std::uint64_t v = 0; v < own; ++v)
      if (distances[v] != unreached<W> && !supported[v])
        note(fmt::format("no arc explains the distance {} of vertex {}", distances[v],
                         id_of(slice_.first_vertex() + v)));
    verdict.reason = ranks_.first_of(fault_);
    verdict.right = verdict.reason.empty();
    verdict.overflow = !verdict.right && ranks_.sum(faults_) == ranks_.sum(overflows_);
    verdict.reached = ranks_.sum(verdict.reached);
    verdict.reached_edges = ranks_.sum(verdict.reached_edges);
    verdict.sum = ranks_.sum(verdict.sum);
    verdict.max = ranks_.max(verdict.max);
    verdict.traffic.collectives += verdict.right ? 6 : 8;
    return verdict;
  }

 private:
  struct LevelArc {
    Vertex from, to;
  };
  static constexpr std::size_t piece = 8192;

  std::uint64_t id_of(std::uint64_t v) const { return slice_.graph().first_id + v; }
  void note(std::string fault) {
    ++faults_;
    if (fault_.empty()) fault_ = std::move(fault);
  }
  static const char* type_name() {
    if constexpr (std::is_same_v<W, std::int32_t>) return "int32";
    if constexpr (std::is_same_v<W, std::int64_t>) return "int64";
    if constexpr (std::is_same_v<W, float>) return "float32";
    return "float64";
  }

  std::vector<W> ghost_distances(const std::vector<W>& distances, Traffic& traffic) {
    std::vector<W> ghosts(slice_.ghosts());
    std::vector<std::uint64_t> at(peers_);
    for (std::size_t r = 0; r < peers_; ++r) at[r] = slice_.first_ghost(r);
    Exchange<W>(ranks_, piece)
        .run(
            slice_.asked_sizes(), slice_.ghost_sizes(), traffic,
            [&](std::size_t r, std::uint64_t i) { return distances[slice_.asked_by(r)[i]]; },
            [&](std::size_t r, W distance) { ghosts[at[r]++] = distance; });
    return ghosts;
  }

  /// Bits in words, 64 ghosts each.
  static std::vector<std::uint64_t> words(std::vector<std::uint64_t> sizes) {
    for (std::uint64_t& size : sizes) size = (size + 63) / 64;
    return sizes;
  }

  /// Tells the owners which of their vertices have support here.
  void tell_owners(std::vector<bool>& supported, const std::vector<bool>& ghost_supported, Traffic& traffic) {
    std::vector<std::uint64_t> at(peers_);
    Exchange<std::uint64_t>(ranks_, piece)
        .run(
            words(slice_.ghost_sizes()), words(slice_.asked_sizes()), traffic,
            [&](std::size_t r, std::uint64_t i) {
              const std::uint64_t first = slice_.first_ghost(r) + 64 * i;
              const std::uint64_t end = std::min(first + 64, slice_.first_ghost(r + 1));
              std::uint64_t word = 0;
              for (std::uint64_t ghost = first; ghost < end; ++ghost)
                word |= std::uint64_t{ghost_supported[ghost]} << (ghost - first);
              return word;
            },
            [&](std::size_t r, std::uint64_t word) {
              const auto vertices = slice_.asked_by(r);
              const std::uint64_t first = 64 * at[r]++;
              for (std::uint64_t i = 0; i < 64 && first + i < vertices.size(); ++i)
                if ((word >> i & 1) != 0) supported[vertices[first + i]] = true;
            });
  }

  /// One exchange, and further ones as long as support moves along level arcs into another slice.
  void spread(std::vector<bool>& supported, std::vector<bool>& ghost_supported, std::vector<LevelArc>& level,
              Traffic& traffic) {
    const std::uint64_t own = slice_.vertices();
    const bool any_level = ranks_.sum(std::uint64_t{level.size()}) != 0;
    ++traffic.collectives;
    for (;;) {
      tell_owners(supported, ghost_supported, traffic);
      if (!any_level) return;
      std::uint64_t moved = 0;  // to ghosts that had no support from here
      for (bool again = true; again;) {
        again = false;
        std::erase_if(level, [&](const LevelArc& arc) {
          if (!supported[arc.from]) return false;
          if (arc.to < own) {
            again |= !supported[arc.to];
            supported[arc.to] = true;
          } else {
            moved += ghost_supported[arc.to - own] ? 0 : 1;
            ghost_supported[arc.to - own] = true;
          }
          return true;
        });
      }
      ++traffic.collectives;
      if (ranks_.sum(moved) == 0) return;
    }
  }

  const Slice<W>& slice_;
  const Ranks& ranks_;
  std::size_t peers_;
  std::string fault_;
  std::uint64_t faults_ = 0, overflows_ = 0;  // of this rank
};

}  // namespace wayfront::ranks
