// Rounds: the frame that Bellman-Ford, near-far and Crauser share. A frontier holds the active vertices, those whose
// distance changed since they were last scanned; a schedule decides how far each round goes; run_rounds puts them
// together on the host. Kernels copy the schedules by value. Delta-stepping on the CPU has rounds of its own, over
// buckets: cpu/bucket_rounds.hpp.
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "wayfront/distance.hpp"
#include "wayfront/run.hpp"

namespace wayfront {

/// The owner of a set of active vertices: bulk operations, called between rounds by one thread.
class Frontier {
 public:
  virtual ~Frontier() = default;
  /// Empties it and makes `source` the only active vertex.
  virtual void start(Vertex source) = 0;
  /// Active vertices, those that wait for a later round among them.
  virtual std::uint64_t size() = 0;
  /// Ends a round: what was pushed becomes active, what the round took is gone.
  virtual void advance() = 0;
};

/// The part of a frontier that a round's inner loop holds, by value: push(v) makes v active in the next round.
template <class R>
concept FrontierRef = std::is_trivially_copyable_v<R> && requires(const R ref, Vertex v) {
  ref.push(v);
};

/// What a round did and left behind: all that a schedule may look at.
template <WeightType W>
struct RoundStats {
  std::uint64_t round = 0;
  std::uint64_t active = 0;   // vertices the round took
  std::uint64_t waiting = 0;  // active vertices after it
  std::uint64_t relaxed = 0;
  std::uint64_t improved = 0;
  std::uint64_t own[2] = {};      // see Work::own
  W limit{};                      // of the round
  W min_distance = unreached<W>;  // smallest distance of a waiting vertex
  W safe = unreached<W>;          // smallest distance + lightest out-arc of a waiting vertex (Crauser only)
};

// A schedule is a value with one function: limit(last) is how far the next round goes, the largest distance that it
// takes. Every limit is at least last.min_distance, so a round always takes something; the loop ends when nothing waits.

/// Every active vertex in every round: Bellman-Ford, H-BF.
template <WeightType W>
struct EveryVertex {
  WAYFRONT_HD W limit(const RoundStats<W>&) const { return unreached<W>; }
};

/// Two piles (Davidson et al., IPDPS 2014): rounds take the near pile until it is empty, then the limit moves up by
/// delta, past gaps. Distances are non-negative.
template <WeightType W>
struct NearFar {
  W delta{1};
  WAYFRONT_HD W limit(const RoundStats<W>& last) const {
    if (last.round != 0 && last.min_distance <= last.limit) return last.limit;
    const W moved = saturating_add(last.round == 0 ? W{0} : last.limit, delta);
    return moved >= last.min_distance ? moved : saturating_add(last.min_distance, delta);
  }
};

/// `width` as such a delta: above zero, and a number that the type has.
template <WeightType W>
W width_as(double width) {
  if constexpr (std::is_floating_point_v<W>)
    return static_cast<W>(std::clamp<double>(width, std::numeric_limits<W>::min(), std::numeric_limits<W>::max()));
  else
    return static_cast<W>(std::clamp(width, 1.0, sizeof(W) == 4 ? 2147483646.0 : 0x1p62));
}

/// Crauser's OUT criterion (Crauser et al., MFCS 1998; Ortega-Arranz et al., 2014): whatever lies at or below the
/// smallest distance + lightest out-arc is settled. With lightest out-arcs taken as 0 it is Martin's criterion. Weights
/// are non-negative; RoundStats::safe must be filled.
template <WeightType W>
struct Crauser {
  WAYFRONT_HD W limit(const RoundStats<W>& last) const {
    return last.safe >= last.min_distance ? last.safe : last.min_distance;
  }
};

template <class S, class W>
concept Schedule = std::is_trivially_copyable_v<S> && requires(const S s, const RoundStats<W>& last) {
  { s.limit(last) } -> std::same_as<W>;
};

/// Whether a schedule reads RoundStats::min_distance or safe. For others a step may leave them out.
template <class S>
inline constexpr bool reads_distances = true;
template <WeightType W>
inline constexpr bool reads_distances<EveryVertex<W>> = false;

/// Traces the rounds of a solve by what was done in each. Made when the solve begins.
class RoundTrace {
 public:
  explicit RoundTrace(RunContext& context, const Work& before = {}) : context_(context), before_(before) {}

  /// After a round that took nothing beyond `limit`: `now` is what has been done by then.
  template <WeightType W = double>
  void end_round(const Work& now, W limit = unreached<W>) {
    ++round_;
    if (context_.tracing()) {
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
      RoundRecord record{round_, now.settled - before_.settled, now.relaxed - before_.relaxed,
                         now.improved - before_.improved};
      record.limit = limit == unreached<W> ? std::numeric_limits<double>::infinity() : static_cast<double>(limit);
      record.seconds = elapsed.count();
      for (int i = 0; i < 2; ++i) record.own[i] = now.own[i] - before_.own[i];
      context_.trace(record);
    }
    before_ = now;
  }

 private:
  RunContext& context_;
  Work before_;
  std::uint64_t round_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Runs rounds until no vertex is active, from one source at distance 0. step(round, limit) takes the active vertices at
/// distance <= limit, relaxes their arcs, pushes what improved, and returns the round's stats, `min_distance` (and
/// `safe`) of what now waits among them; round, limit and waiting are filled in here. A schedule that has ended() is
/// asked before each round whether the loop is to end. Returns false after `max_rounds` rounds with vertices still
/// active, which for Bellman-Ford and max_rounds = |V| means a negative cycle. Adds to `work`, traces each round, throws
/// Cancelled; and Failure where vertices wait, the schedule reads `min_distance` and the step left it out: a round would
/// then take every vertex, which is Bellman-Ford and nothing else.
template <template <class> class S, WeightType W, class Step>
bool run_rounds(RunContext& context, Frontier& frontier, S<W> schedule, Work& work, Step&& step,
                std::uint64_t max_rounds = ~std::uint64_t{0}) {
  static_assert(Schedule<S<W>, W>);
  RoundTrace trace(context, work);
  RoundStats<W> last{.waiting = 1, .min_distance = 0, .safe = 0};
  for (std::uint64_t round = 1; frontier.size() != 0; ++round) {
    if (round > max_rounds) return false;
    context.throw_if_cancelled();
    if constexpr (requires { schedule.ended(); })
      if (schedule.ended()) return true;
    const W limit = schedule.limit(last);
    last = step(round, limit);
    last.round = round;
    last.limit = limit;
    frontier.advance();
    last.waiting = frontier.size();
    if (reads_distances<S<W>> && last.waiting != 0 && last.min_distance == unreached<W>)
      throw Failure(StatusCode::failed,
                    "vertices wait for round " + std::to_string(round + 1) +
                        ", but the step gave no RoundStats::min_distance, the smallest distance among them, which this "
                        "schedule needs");
    ++work.rounds;
    work.settled += last.active;
    work.relaxed += last.relaxed;
    work.improved += last.improved;
    for (int i = 0; i < 2; ++i) work.own[i] += last.own[i];
    trace.end_round(work, limit);
  }
  return true;
}

}  // namespace wayfront
