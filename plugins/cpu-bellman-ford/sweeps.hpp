// The paper's two variants: every round sweeps over the edge list, of which each thread has a contiguous part, and
// lowers distances under a lock per vertex. `naive` relaxes all arcs, `mask` those whose source changed in the round
// before. The part of a thread that does not come to a round is taken by the others. Between rounds the first thread
// decides whether to go on.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "shares.hpp"
#include "wayfront/cpu/predecessor_cycle.hpp"
#include "wayfront/cpu/relax.hpp"
#include "wayfront/cpu/thread_team.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/rounds.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cpu_bellman_ford {

/// Arrays of one instance, |V| entries each.
struct SweepScratch {
  explicit SweepScratch(Vertex vertices, bool masked)
      : parents(vertices),
        locks(std::make_unique<std::mutex[]>(vertices)),
        mask(masked ? vertices : 0),
        next_mask(mask.size()) {}

  std::vector<Vertex> parents;
  std::unique_ptr<std::mutex[]> locks;
  std::vector<std::uint8_t> mask;  // 1: changed in the round before. Bytes, as neighbours may belong to two threads
  std::vector<std::uint8_t> next_mask;  // 1: changed in this round
};

template <WeightType W, bool masked>
class Sweeps {
 public:
  Sweeps(const CooView<W>& arcs, ThreadTeam& team, SweepScratch& scratch, Output& output, RunContext& context,
         CycleSearch& search)
      : arcs_(arcs),
        team_(team),
        scratch_(scratch),
        distances_(output.distances_as<W>().data()),
        parents_(output.predecessors != nullptr ? output.predecessors : scratch.parents.data()),
        output_(output),
        context_(context),
        search_(search),
        shares_(team.size()),
        counts_(team.size()) {}

  /// Without `early_exit` there are |V| rounds, the last of which is the test for negative cycles.
  void solve(Vertex source, bool early_exit) {
    early_exit_ = early_exit || masked;
    start(source);
    do {
      each_part(arcs_.edges, arcs_per_check, [&](unsigned thread, std::uint64_t begin, std::uint64_t end) {
        sweep(begin, end, counts_[thread]);
        context_.throw_if_cancelled();
      });
    } while (end_round());
    if (output_.outcome == Outcome::solved) search_.find([&] { return parents(); });  // sums that stopped at the lowest
  }

 private:
  /// The most arcs between two looks at the clock.
  static constexpr std::uint64_t arcs_per_check = 1U << 20;

  /// What one thread did in a round; a cache line each.
  struct alignas(64) Counts {
    std::uint64_t active = 0;
    std::uint64_t relaxed = 0;
    std::uint64_t improved = 0;
  };

  std::span<const Vertex> parents() const { return {parents_, output_.vertices}; }

  /// Deals out [0, count) in equal parts; f(thread, begin, end) is called for all pieces of up to `most`, by whoever is
  /// there.
  template <class F>
  void each_part(std::uint64_t count, std::uint64_t max, F&& f) {
    for (unsigned i = 0; i < team_.size(); ++i) {
      const auto [begin, end] = team_.part(count, i);
      shares_.set(i, begin, end);
    }
    team_.share([&](unsigned thread) {
      shares_.take(thread, max, [&](unsigned, std::uint64_t begin, std::uint64_t end) { f(thread, begin, end); });
    });
  }

  void start(Vertex source) {
    each_part(output_.vertices, output_.vertices, [&](unsigned, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) {
        distances_[v] = v == source ? W{0} : unreached<W>;
        parents_[v] = no_vertex;
        if constexpr (masked) {
          scratch_.mask[v] = v == source ? 1 : 0;
          scratch_.next_mask[v] = 0;
        }
      }
    });
    active_ = masked ? 1 : output_.vertices;
  }

  /// What changed in this round is active in the next one.
  void advance_mask() {
    each_part(output_.vertices, output_.vertices, [&](unsigned thread, std::uint64_t begin, std::uint64_t end) {
      std::uint64_t active = 0;
      for (std::uint64_t v = begin; v < end; ++v) {
        active += scratch_.mask[v] = scratch_.next_mask[v];
        scratch_.next_mask[v] = 0;
      }
      counts_[thread].active += active;
    });
    active_ = 0;
    for (Counts& counts : counts_) active_ += std::exchange(counts.active, 0);
  }

  void sweep(std::uint64_t begin, std::uint64_t end, Counts& counts) {
    std::uint64_t relaxed = 0;
    std::uint64_t improved = 0;
    for (std::uint64_t e = begin; e < end; ++e) {
      const Vertex u = arcs_.sources[e];
      if constexpr (masked) {
        if (scratch_.mask[u] == 0) continue;
        ++relaxed;
      }
      const Vertex v = arcs_.targets[e];
      if (!relax(u, v, arcs_.weights[e])) continue;
      ++improved;
      if constexpr (masked) std::atomic_ref(scratch_.next_mask[v]).store(1, std::memory_order_relaxed);
    }
    counts.relaxed += masked ? relaxed : end - begin;
    counts.improved += improved;
  }

  /// The condition is checked before and after the lock is taken, so that arcs that improve nothing take none.
  bool relax(Vertex u, Vertex v, W weight) {
    const W candidate = saturating_add(load_distance(distances_[u]), weight);
    if (!(candidate < load_distance(distances_[v]))) return false;
    const std::lock_guard lock(scratch_.locks[v]);
    if (!(candidate < load_distance(distances_[v]))) return false;
    std::atomic_ref(distances_[v]).store(candidate, std::memory_order_relaxed);
    parents_[v] = u;
    return true;
  }

  /// Returns whether there is another round.
  bool end_round() {
    Counts sum{.active = active_};
    for (Counts& counts : counts_) {
      sum.relaxed += counts.relaxed;
      sum.improved += counts.improved;
      counts = {};
    }
    Work& work = output_.work;
    ++work.rounds;
    work.settled += sum.active;
    work.relaxed += sum.relaxed;
    work.improved += sum.improved;
    if (masked) work.pushed += sum.active;
    trace_.end_round(work);
    context_.throw_if_cancelled();
    if (work.rounds >= output_.vertices) {
      if (sum.improved != 0) search_.find_certain([&] { return parents(); });
      return false;
    }
    if (search_.due(work.relaxed) && search_.find([&] { return parents(); })) return false;
    if (sum.improved == 0 && early_exit_) return false;
    if constexpr (masked) advance_mask();
    return true;
  }

  CooView<W> arcs_;
  ThreadTeam& team_;
  SweepScratch& scratch_;
  W* distances_;
  Vertex* parents_;
  Output& output_;
  RunContext& context_;
  CycleSearch& search_;
  bool early_exit_ = true;
  Shares shares_;
  std::vector<Counts> counts_;  // of this round, by thread
  std::uint64_t active_ = 0;    // vertices whose arcs this round relaxes
  RoundTrace trace_{context_};
};

}  // namespace wayfront::cpu_bellman_ford
