// The certificate of a row of distances where it stands, in device memory.
//
// A row is right if its source has distance 0, no arc shortens a distance, and each other reached vertex is proved: a
// tight arc leads to it from a smaller distance, or from a proved vertex of the same distance. The second kind takes an
// arc of weight 0, or one that rounding swallows, and such arcs may form a circle that hangs on nothing: so proofs
// spread along them, pass over pass, from vertices of the first kind. Sums of integers are exact, so one that does not
// fit is a fault and not a distance. The host's certificate judges the same way (docs/verify.md), and says what is wrong.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "wayfront/cuda/expand.cuh"
#include "wayfront/cuda/row_reduction.cuh"
#include "wayfront/cuda/warp.cuh"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

/// What an arc from a reached vertex says about the vertex that it leads to.
enum class ArcFinding : std::uint8_t {
  fine,     // nothing
  proves,   // tight, from a smaller distance
  level,    // tight, from the same distance: proves where the vertex before is proved
  falling,  // tight, from a larger distance, so its weight is negative
  fault,    // it shortens the distance, or leads on from what is reached
};

namespace detail {
__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): `using` cannot be an extension

/// What sums are judged in: exact for integers, the rounded sum that searches make for floats.
template <WeightType W>
using ExactSum =
    std::conditional_t<std::is_floating_point_v<W>, W, std::conditional_t<sizeof(W) == 4, std::int64_t, Int128>>;
}  // namespace detail

/// An arc from a reached vertex of distance `from` to a vertex of distance `to`, be that reached or not.
template <WeightType W>
WAYFRONT_HD ArcFinding judge_arc(W from, W weight, W to, const RowLimits<W>& limits) {
  using Sum = detail::ExactSum<W>;
  const Sum sum = static_cast<Sum>(from) + static_cast<Sum>(weight);
  const bool reached = limits.reach(to);
  if (reached && static_cast<Sum>(to) < sum) return ArcFinding::fine;
  if (reached && static_cast<Sum>(to) == sum)
    return from < to ? ArcFinding::proves : from == to ? ArcFinding::level : ArcFinding::falling;
  if (limits.limited && sum > static_cast<Sum>(limits.last)) return ArcFinding::fine;
  return ArcFinding::fault;
}

/// Whether an entry of a row is a distance, or says that there is none. Beyond a limit everything says so but NaN.
template <WeightType W>
WAYFRONT_HD bool is_entry(W distance, const RowLimits<W>& limits) {
  if constexpr (std::is_floating_point_v<W>) {
    if (limits.reach(distance)) return distance >= wayfront::detail::lowest_weight<W>;
    return limits.limited ? distance == distance : distance == unreached<W>;
  } else {
    return true;
  }
}

/// Whether the source's entry is what it has to be: 0, unless the limit lies below that.
template <WeightType W>
WAYFRONT_HD bool is_source_entry(W distance, const RowLimits<W>& limits) {
  return limits.reach(W{0}) ? distance == W{0} : !limits.reach(distance);
}

#if defined(__CUDACC__)

/// The parts of a check, of one row whose distances row(v) tells. Whole warps call them, `warp` of `warps` each, with a
/// barrier between two parts; what they return is this thread's share, to be added up or combined with `or`.
template <WeightType W, OffsetType O, class Row>
class RowCheck {
 public:
  /// `proved` is a bit for each vertex, in whole words of 32.
  __device__ RowCheck(const CsrView<W, O>& graph, Vertex source, const Row& row, const RowLimits<W>& limits,
                      std::uint32_t* proved)
      : graph_(graph), source_(source), row_(row), limits_(limits), proved_(proved) {}

  /// First: nothing is proved but the source.
  __device__ void start(std::uint64_t warp, std::uint64_t warps) const {
    const Vertex words = (graph_.vertices + 31) / 32;
    for (std::uint64_t i = warp * 32 + threadIdx.x % 32; i < words; i += 32 * warps) {
      const bool has_source = i == source_ / 32 && limits_.reach(row_(source_));
      __stcg(proved_ + i, has_source ? 1U << source_ % 32 : 0U);
    }
  }

  struct Judged {
    std::uint64_t faults = 0;
    bool level = false;    // arcs of that finding lead to vertices that may not be proved
    bool falling = false;  // there are arcs of that finding
  };
  /// Second: looks at all entries and all arcs.
  __device__ Judged judge(std::uint64_t warp, std::uint64_t warps) const {
    Judge judge{*this, {}};
    each_row(warp, warps, judge, [&](Vertex v, W distance) {
      if (!is_entry(distance, limits_) || (v == source_ && !is_source_entry(distance, limits_))) ++judge.judged.faults;
      return limits_.reach(distance);
    });
    return judge.judged;
  }

  /// Then as long as it tells of new proofs, where judge() found level arcs: proofs spread along those.
  __device__ bool spread(std::uint64_t warp, std::uint64_t warps) const {
    Spread spread{*this, false};
    each_row(warp, warps, spread, [&](Vertex v, W distance) { return limits_.reach(distance) && is_proved(v); });
    return spread.found;
  }

  /// Last: reached vertices that are not proved.
  __device__ std::uint64_t unproved(std::uint64_t warp, std::uint64_t warps) const {
    std::uint64_t count = 0;
    for (std::uint64_t v = warp * 32 + threadIdx.x % 32; v < graph_.vertices; v += 32 * warps)
      if (limits_.reach(row_(static_cast<Vertex>(v))) && !is_proved(static_cast<Vertex>(v))) ++count;
    return count;
  }

 private:
  struct Judge {
    const RowCheck& check;
    Judged judged;
    template <int B>
    __device__ void relax(const bool (&on)[B], const O (&at)[B], const W (&from)[B]) {
      check.template each_arc<B>(on, at, from, [this](Vertex target, ArcFinding finding) {
        if (finding == ArcFinding::proves) check.prove(target);
        if (finding == ArcFinding::fault) ++judged.faults;
        if (finding == ArcFinding::level && !check.is_proved(target)) judged.level = true;
        if (finding == ArcFinding::falling) judged.falling = true;
      });
    }
  };
  struct Spread {
    const RowCheck& check;
    bool found;
    template <int B>
    __device__ void relax(const bool (&on)[B], const O (&at)[B], const W (&from)[B]) {
      check.template each_arc<B>(on, at, from, [this](Vertex target, ArcFinding finding) {
        if (finding == ArcFinding::level && check.prove(target)) found = true;
      });
    }
  };

  /// The arcs of the vertices that `takes(v, distance)`, spread evenly over the lanes of each warp.
  template <class Relaxer, class Takes>
  __device__ void each_row(std::uint64_t warp, std::uint64_t warps, Relaxer& relaxer, const Takes& takes) const {
    for (std::uint64_t first = 32 * warp; first < graph_.vertices; first += 32 * warps) {
      const std::uint64_t v = first + threadIdx.x % 32;
      cuda::Row<O, From> mine;
      if (v < graph_.vertices) {
        const W distance = row_(static_cast<Vertex>(v));
        if (takes(static_cast<Vertex>(v), distance)) {
          mine.from = static_cast<From>(distance);
          mine.begin = graph_.begin(static_cast<Vertex>(v));
          mine.degree = graph_.end(static_cast<Vertex>(v)) - mine.begin;
        }
      }
      Forward<Relaxer> forward{relaxer};
      // The prefix sum over degrees has 32 bits, which a row alone may fill.
      if (__any_sync(full_warp, mine.degree >= long_row)) {
        for (unsigned lane = 0; lane < 32; ++lane) {
          const auto row = from_lane(mine, lane);
          if (row.degree != 0) expand_row(row, forward);
        }
      } else {
        expand_rows(mine, forward);
      }
    }
  }

  /// `long long` is the type of 64 bits that shuffles take.
  using From = std::conditional_t<std::is_same_v<W, std::int64_t>, long long, W>;
  static constexpr O long_row = O{1} << 26;
  template <class Relaxer>
  struct Forward {
    Relaxer& relaxer;
    template <int B>
    __device__ void relax(const bool (&on)[B], const O (&at)[B], const From (&from)[B]) {
      W distances[B];
#pragma unroll
      for (int i = 0; i < B; ++i) distances[i] = static_cast<W>(from[i]);
      relaxer.relax(on, at, distances);
    }
  };

  template <int B, class Visit>
  __device__ void each_arc(const bool (&on)[B], const O (&at)[B], const W (&from)[B], const Visit& visit) const {
    Vertex targets[B];
    W weights[B], to[B];
#pragma unroll
    for (int i = 0; i < B; ++i) {
      targets[i] = on[i] ? graph_.targets[at[i]] : source_;
      weights[i] = on[i] ? graph_.weights[at[i]] : W{0};
    }
#pragma unroll
    for (int i = 0; i < B; ++i) to[i] = row_(targets[i]);
#pragma unroll
    for (int i = 0; i < B; ++i)
      if (on[i]) visit(targets[i], judge_arc(from[i], weights[i], to[i], limits_));
  }

  __device__ bool is_proved(Vertex v) const { return (__ldcg(proved_ + v / 32) >> v % 32 & 1) != 0; }
  /// Whether it was not before.
  __device__ bool prove(Vertex v) const {
    if (is_proved(v)) return false;
    const std::uint32_t bit = 1U << v % 32;
    return (atomicOr(proved_ + v / 32, bit) & bit) == 0;
  }

  const CsrView<W, O>& graph_;
  const Vertex source_;
  const Row& row_;
  const RowLimits<W>& limits_;
  std::uint32_t* const proved_;
};

/// A block's shared memory for check_row().
struct RowCheckMemory {
  unsigned long long faults;
};

/// Passes of RowCheck::spread() after which a row counts as not checked.
inline constexpr unsigned max_spread_passes = 1024;

/// Checks one row: the value of Reduction::faults, in all threads. By all threads of a block, which are whole warps.
/// `proved` is (vertices + 31) / 32 words of device memory. `not_checked` comes back where nothing speaks against the
/// row, but its proof goes along too many arcs of weight 0 one after the other, or needs arcs of negative weight; and,
/// soon, where the host makes *stop other than 0. The host must be able to write to `stop` meanwhile; null: it does not.
template <WeightType W, OffsetType O, class Row>
__device__ std::uint64_t check_row(const CsrView<W, O>& graph, Vertex source, const Row& row,
                                   const RowLimits<W>& limits, std::uint32_t* proved, RowCheckMemory& memory,
                                   const volatile std::uint32_t* stop = nullptr) {
  const auto stopped = [stop] { return __syncthreads_or(threadIdx.x == 0 && stop != nullptr && *stop != 0) != 0; };
  if (stopped()) return Reduction<W>::not_checked;
  const RowCheck<W, O, Row> check(graph, source, row, limits, proved);
  const unsigned warp = threadIdx.x / 32, warps = blockDim.x / 32;
  if (threadIdx.x == 0) memory.faults = 0;
  check.start(warp, warps);
  __syncthreads();
  const auto judged = check.judge(warp, warps);
  if (judged.faults != 0) atomicAdd(&memory.faults, static_cast<unsigned long long>(judged.faults));
  const bool level = __syncthreads_or(judged.level) != 0;
  const bool falling = __syncthreads_or(judged.falling) != 0;
  bool ended = true;
  if (level && memory.faults == 0) {
    ended = false;
    for (unsigned pass = 0; pass < max_spread_passes && !ended; ++pass) {
      if (stopped()) return Reduction<W>::not_checked;
      ended = __syncthreads_or(check.spread(warp, warps)) == 0;
    }
  }
  const bool refuted = memory.faults != 0;
  __syncthreads();
  const std::uint64_t unproved = check.unproved(warp, warps);
  if (unproved != 0) atomicAdd(&memory.faults, static_cast<unsigned long long>(unproved));
  __syncthreads();
  const std::uint64_t faults = memory.faults;
  __syncthreads();
  if (!refuted && faults != 0 && (!ended || falling)) return Reduction<W>::not_checked;
  return faults;
}

#endif

}  // namespace wayfront::cuda
