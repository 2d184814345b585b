// The stepping loop: rounds of a team of threads, each with a bucket queue of its own, over distances that all share.
//
// Between two rounds each thread says which of its buckets is the first, and how full the next ones are; from that
// every thread works out the same limit, without a word to the others. A round takes the entries up to the limit: each
// thread moves its own into one list and scans them chunk by chunk; who is done takes chunks from the lists of others.
// What improves goes to the queue of whoever improved it. A thread that has nothing left to take goes on with what it
// pushed itself below the limit, as long as that is little (bucket fusion: on graphs of small rounds it saves most
// barriers). So there is one barrier per round, no lock, and the only data that two threads write are the distances.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "bound.hpp"
#include "bucket_queue.hpp"
#include "packed_graph.hpp"
#include "scanner.hpp"
#include "schedules.hpp"
#include "wayfront/cpu/thread_team.hpp"
#include "wayfront/run.hpp"
#include "worker.hpp"

namespace wayfront::stepping {

struct LoopOptions {
  double width = 0;          // of a bucket; 0: one bucket for all
  std::uint64_t fusion = 0;  // a thread's own bucket with fewer entries is scanned without waiting for the others
  Bound bound{};             // needs the transpose and sorted rows
};

/// Runs one solve on all threads of the team. `distances` need not be set before.
template <WeightType W, OffsetType O, class Schedule, bool shared, bool counted>
class Loop {
 public:
  using D = Magnitude<W>;

  /// `in`: the transpose, or null where options.bound is never.
  Loop(const PackedGraph<W, O>& graph, const CscView<W, O>* in, D* distances,
       std::span<const std::unique_ptr<Worker<D>>> workers, ThreadTeam& team, Schedule schedule,
       const LoopOptions& options, RunContext& context)
      : graph_(graph),
        in_(in),
        distances_(distances),
        workers_(workers),
        team_(team),
        schedule_(schedule),
        options_(options),
        context_(context) {}

  Work run(Vertex source) {
    team_.run([&](unsigned thread) { body(thread, source); });
    return total_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t no_limit = no_bucket - 1;
  static constexpr std::uint64_t effort_per_check = 1U << 18;  // arcs and entries between two looks at the clock
  static constexpr std::uint64_t effort_of_round = 1U << 8;
  static constexpr std::size_t most_chunk = 1024;  // entries
  static constexpr std::size_t buckets_seen = Schedule::looks_at_entries ? Waiting::most_buckets : 1;

  void body(unsigned thread, Vertex source) {
    Worker<D>& mine = *workers_[thread];
    mine.unconfirmed.clear();
    Scanner<W, O, shared, counted> scanner(graph_, distances_, mine.queue, mine.unconfirmed);
    const auto [begin, end] = team_.part(graph_.vertices, thread);
    std::fill(distances_ + begin, distances_ + end, D(unreached<W>));
    mine.queue.start(BucketIndex<D>(options_.width));
    mine.ready.store(0, std::memory_order_relaxed);
    if (source >= begin && source < end) {
      distances_[source] = 0;
      mine.queue.push({D{0}, source});
    }
    std::uint64_t unchecked = 0;
    std::uint64_t scanned = 0;
    const auto look_at_the_clock = [&] {
      unchecked += scanner.effort();
      if (unchecked < effort_per_check) return;
      unchecked = 0;
      context_.throw_if_cancelled();
    };
    const auto scan = [&](const Bucket<Entry<D>>& list, std::size_t first, std::size_t last) {
      scanner.scan({list.data() + first, last - first}, list.data() + list.size());
      scanned += last - first;
      look_at_the_clock();
    };

    std::uint64_t limit = 0;
    bool may_bound = options_.bound.after != 0;
    D bound = 0;
    std::uint64_t last = no_limit;  // bucket of the bound, while there is one
    for (std::uint64_t round = 1;; ++round) {
      offer(mine, mine.offers[round % 2], scanned, scanner.work());
      if constexpr (shared) team_.barrier();
      const Waiting waiting = gather_offers(round % 2);
      if (thread == 0) end_round(round - 1, limit, round % 2);
      if (waiting.least > last) {
        if (waiting.unconfirmed != 0) {
          scanner.confirm();
        } else if (last == no_limit) {
          return;
        } else {
          last = no_limit;
          lift_bound(thread, bound, scanner, look_at_the_clock);
        }
        continue;
      }
      if (may_bound && waiting.scanned >= options_.bound.after) {
        may_bound = false;
        const double place = static_cast<double>(waiting.least) * options_.width + options_.bound.reach;
        if (place < static_cast<double>(unreached<W>)) {
          bound = static_cast<D>(place);
          last = std::max(BucketIndex<D>(options_.width)(bound), waiting.least);
          scanner.set_bound(bound);
        }
      }
      limit = std::min(schedule_.limit(waiting), last);
      unchecked += effort_of_round;
      const bool alone = waiting.holders == 1 && waiting.up_to(limit) < enough_for_all_;
      if constexpr (shared) {
        if (waiting.unconfirmed != 0) scanner.confirm();
        if (alone) {
          if (waiting.unconfirmed == 0 && mine.queue.least() != no_bucket) go_alone(mine, last, scan);
          continue;
        }
      }
      mine.queue.move_to(waiting.least);
      mine.list.clear();
      take_buckets(mine, limit, mine.list);
      if constexpr (shared) {
        scan_together(thread, round, scan);
        scan_own(mine, limit, scan);
      } else {
        scan(mine.list, 0, mine.list.size());
      }
    }
  }

  /// All vertices within the bound are settled: those that are not look at their arcs in, or the rows are scanned to
  /// their ends, whatever is less. The queues hold nothing else that still matters.
  void lift_bound(unsigned thread, D bound, auto& scanner, const auto& look_at_the_clock) {
    Worker<D>& mine = *workers_[thread];
    mine.queue.start(BucketIndex<D>(options_.width));
    mine.queue.move_to(BucketIndex<D>(options_.width)(bound));
    scanner.set_bound(std::numeric_limits<D>::max());
    const auto [begin, end] = team_.part(graph_.vertices, thread);
    mine.pull_cost = 0;
    for (std::uint64_t v = begin; v < end; ++v)
      if (distances_[v] > bound) mine.pull_cost += in_->degree(static_cast<Vertex>(v));
    if constexpr (shared) team_.barrier();
    std::uint64_t cost = 0;
    for (const auto& worker : workers_) cost += worker->pull_cost;
    const bool pull = static_cast<double>(cost) <= most_pulled * static_cast<double>(graph_.edges);

    constexpr std::uint64_t part = 4096;  // vertices
    for (std::uint64_t first; (first = next_part_.fetch_add(part, std::memory_order_relaxed)) < graph_.vertices;) {
      const auto stop = static_cast<Vertex>(std::min<std::uint64_t>(first + part, graph_.vertices));
      if (pull) {
        scanner.pull(*in_, static_cast<Vertex>(first), stop, bound);
      } else {
        for (auto v = static_cast<Vertex>(first); v < stop; ++v) {
          if (load_distance(distances_[v]) <= bound)
            scanner.scan_beyond(v, bound);
          else
            scanner.push_again(v);
        }
      }
      look_at_the_clock();
    }
  }

  static void take_buckets(Worker<D>& mine, std::uint64_t limit, Bucket<Entry<D>>& to) {
    for (std::uint64_t bucket; (bucket = mine.queue.least()) <= limit;) mine.queue.take(bucket, to);
  }

  /// The lists of all threads, the own one first.
  void scan_together(unsigned thread, std::uint64_t round, const auto& scan) {
    Worker<D>& mine = *workers_[thread];
    mine.chunk = std::clamp(mine.list.size() / (4 * std::size_t{team_.size()}), least_chunk_, most_chunk);
    mine.taken.store(0, std::memory_order_relaxed);
    mine.ready.store(round, std::memory_order_release);
    for (unsigned i = 0; i < team_.size(); ++i) {
      Worker<D>& other = *workers_[(thread + i) % team_.size()];
      if (i != 0 && !is_worth_helping(other, round)) continue;
      for (std::size_t begin; (begin = other.taken.load(std::memory_order_relaxed)) < other.list.size();) {
        begin = other.taken.fetch_add(other.chunk, std::memory_order_relaxed);
        if (begin < other.list.size()) scan(other.list, begin, std::min(begin + other.chunk, other.list.size()));
      }
    }
  }

  /// Bucket fusion: what this thread pushed itself below the limit.
  void scan_own(Worker<D>& mine, std::uint64_t limit, const auto& scan) {
    for (std::uint64_t bucket; (bucket = mine.queue.least()) <= limit;) {
      if (mine.queue.size(bucket) >= options_.fusion) return;
      mine.own.clear();
      mine.queue.take(bucket, mine.own);
      scan(mine.own, 0, mine.own.size());
      mine.unconfirmed.append(mine.own);  // scanned in the round in which they were stored: too early
    }
  }

  /// The same past the limit, where no other thread has anything to do: round after round until there is enough for
  /// all.
  void go_alone(Worker<D>& mine, std::uint64_t last, const auto& scan) {
    for (Waiting waiting; (waiting.least = mine.queue.least()) <= last;) {
      for (std::size_t i = 0; i < buckets_seen; ++i) waiting.entries[i] = mine.queue.size(waiting.least + i);
      const std::uint64_t limit = std::min(schedule_.limit(waiting), last);
      if (waiting.up_to(limit) >= enough_for_all_) return;
      mine.queue.move_to(waiting.least);
      mine.own.clear();
      take_buckets(mine, limit, mine.own);
      scan(mine.own, 0, mine.own.size());
    }
  }

  void offer(Worker<D>& mine, typename Worker<D>::Offer& offer, std::uint64_t scanned, const Work& work) const {
    offer.scanned = scanned;
    offer.unconfirmed = mine.unconfirmed.size();
    offer.least = mine.queue.least();
    for (std::size_t i = 0; i < buckets_seen; ++i)
      offer.entries[i] = offer.least == no_bucket ? 0 : mine.queue.size(offer.least + i);
    if constexpr (counted) offer.work = work;
  }

  Waiting gather_offers(unsigned side) const {
    Waiting waiting;
    for (unsigned i = 0; i < team_.size(); ++i) {
      const std::uint64_t least = workers_[i]->offers[side].least;
      waiting.least = std::min(waiting.least, least);
      waiting.holders += least != no_bucket ? 1 : 0;
      waiting.scanned += workers_[i]->offers[side].scanned;
      waiting.unconfirmed += workers_[i]->offers[side].unconfirmed;
    }
    for (unsigned i = 0; i < team_.size(); ++i) {
      const auto& offer = workers_[i]->offers[side];
      for (std::uint64_t k = offer.least - waiting.least; k < buckets_seen; ++k)
        waiting.entries[k] += offer.entries[k - (offer.least - waiting.least)];
    }
    return waiting;
  }

  /// Whether another thread's list is long enough to share. One that is late is waited for a moment, because it may
  /// have the most work; not for long, because it may not be running.
  bool is_worth_helping(const Worker<D>& other, std::uint64_t round) const noexcept {
    for (unsigned i = 0; other.ready.load(std::memory_order_acquire) != round; ++i) {
      if (i == patience_) return false;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    return other.list.size() > least_chunk_;
  }

  /// By the first thread, after every round and before the first.
  void end_round(std::uint64_t round, std::uint64_t limit, unsigned side) {
    total_.rounds = round;
    if constexpr (counted) {
      const Work before = total_;
      total_ = {.rounds = round};
      for (unsigned i = 0; i < team_.size(); ++i) {
        const Work& work = workers_[i]->offers[side].work;
        total_.settled += work.settled;
        total_.relaxed += work.relaxed;
        total_.improved += work.improved;
        total_.pushed += work.pushed;
        total_.stale += work.stale;
      }
      if (round != 0 && context_.tracing())
        context_.trace({.round = round,
                        .active = total_.settled - before.settled,
                        .relaxed = total_.relaxed - before.relaxed,
                        .improved = total_.improved - before.improved,
                        .limit = options_.width > 0 ? static_cast<double>(limit + 1) * options_.width
                                                    : std::numeric_limits<double>::infinity(),
                        .seconds = std::chrono::duration<double>(Clock::now() - start_).count()});
    }
  }

  const PackedGraph<W, O>& graph_;
  const CscView<W, O>* in_;
  D* distances_;
  std::span<const std::unique_ptr<Worker<D>>> workers_;
  ThreadTeam& team_;
  Schedule schedule_;
  LoopOptions options_;
  RunContext& context_;
  const std::size_t least_chunk_ = graph_.long_rows ? 8 : 32;  // entries
  const std::size_t enough_for_all_ = 4 * least_chunk_;
  const unsigned patience_ = team_.size() <= std::thread::hardware_concurrency() ? 1000 : 0;
  Work total_;
  std::atomic<std::uint64_t> next_part_{0};
  Clock::time_point start_ = Clock::now();
};

}  // namespace wayfront::stepping
