// The stepping loop: rounds of a team of threads, each with a bucket queue of its own, over distances that all share.
//
// One thread leads. Between two rounds it looks which bucket of all queues is the first, and how full the next ones
// are, and the schedule makes of that the limit of the round. A round takes the entries up to the limit: each thread
// moves its own into one list and scans them chunk by chunk; who is done takes chunks from the lists of others. What
// improves goes to the queue of whoever improved it. A thread that has nothing left to take goes on with what it pushed
// itself below the limit, as long as that is little (bucket fusion: on graphs of small rounds it saves most rounds).
//
// A round waits for no thread to come (ThreadTeam::share), because a thread that other programs keep from running comes
// milliseconds later. The entries of those who do not come are taken by the others: whoever first claims a worker,
// which is the queue and the list of one thread, moves its entries for this round. Small rounds the leader runs alone,
// with the entries of all. So there is no lock, and the only data that two threads write at once are the distances.
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
    start(source);
    bool may_bound = options_.bound.after != 0;
    D bound = 0;
    std::uint64_t last = no_limit;  // bucket of the bound, while there is one
    for (round_ = 1;; ++round_) {
      const Waiting waiting = gather_offers();
      end_round(round_ - 1);
      if (waiting.least > last && waiting.unconfirmed == 0) {
        if (last == no_limit) return total_;
        last = no_limit;
        lift_bound(bound);
        continue;
      }
      if (may_bound && waiting.least <= last && scanned() >= options_.bound.after) {
        may_bound = false;
        const double place = static_cast<double>(waiting.least) * options_.width + options_.bound.reach;
        if (place < static_cast<double>(unreached<W>)) {
          bound = static_cast<D>(place);
          last = std::max(BucketIndex<D>(options_.width)(bound), waiting.least);
          for (Hand& hand : hands_) hand.scanner.set_bound(bound);
        }
      }
      first_ = waiting.least;
      limit_ = waiting.least > last ? last : std::min(schedule_.limit(waiting), last);
      if constexpr (!shared)
        go();
      else if (waiting.up_to(limit_) + waiting.unconfirmed / 8 < enough_for_all_)
        go_alone(waiting, last);
      else
        team_.share([this](unsigned thread) { go_together(thread); });
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t no_limit = no_bucket - 1;
  static constexpr std::uint64_t effort_per_check = 1U << 18;  // arcs and entries between two looks at the clock
  static constexpr std::uint64_t effort_of_round = 1U << 8;
  static constexpr std::size_t most_chunk = 1024;  // entries
  static constexpr std::size_t buckets_seen = Schedule::looks_at_entries ? Waiting::most_buckets : 1;

  /// What a thread keeps for itself during one solve.
  struct alignas(128) Hand {
    Scanner<W, O, shared, counted> scanner;
    std::uint64_t scanned = 0;    // entries
    std::uint64_t unchecked = 0;  // effort since the last look at the clock
  };

  void start(Vertex source) {
    hands_.reserve(workers_.size());
    for (const auto& worker : workers_) {
      hands_.push_back({.scanner = {graph_, distances_, worker->queue, worker->unconfirmed, worker->scratch}});
      worker->unconfirmed.clear();
      worker->queue.start(BucketIndex<D>(options_.width));
      worker->claimed.store(0, std::memory_order_relaxed);
      worker->ready.store(0, std::memory_order_relaxed);
    }
    deal_out(graph_.vertices, Vertex{1} << 16, [&](unsigned, Vertex begin, Vertex end) {
      std::fill(distances_ + begin, distances_ + end, D(unreached<W>));
    });
    if (source < graph_.vertices) {  // a graph may be empty in prepare()
      distances_[source] = 0;
      workers_[0]->queue.push({D{0}, source});
    }
    for (const auto& worker : workers_) offer(*worker);
  }

  /// Calls f(thread, begin, end) for pieces of [0, count), on all threads where there is more than one piece.
  template <class F>
  void deal_out(Vertex count, Vertex piece, F&& f) {
    std::atomic<std::uint64_t> next{0};
    const auto take = [&](unsigned thread) {
      for (std::uint64_t begin; (begin = next.fetch_add(piece, std::memory_order_relaxed)) < count;)
        f(thread, static_cast<Vertex>(begin), static_cast<Vertex>(std::min<std::uint64_t>(begin + piece, count)));
    };
    if (shared && count > piece)
      team_.share(take);
    else
      take(0);
  }

  /// All vertices within the bound are settled: those that are not look at their arcs in, or the rows are scanned to
  /// their ends, whatever is less. The queues hold nothing else that still matters.
  void lift_bound(D bound) {
    constexpr Vertex piece = 4096;
    for (const auto& worker : workers_) {
      worker->queue.start(BucketIndex<D>(options_.width));
      worker->queue.move_to(BucketIndex<D>(options_.width)(bound));
    }
    for (Hand& hand : hands_) hand.scanner.set_bound(std::numeric_limits<D>::max());
    std::atomic<std::uint64_t> cost{0};
    deal_out(graph_.vertices, piece, [&](unsigned, Vertex begin, Vertex end) {
      std::uint64_t arcs = 0;
      for (Vertex v = begin; v < end; ++v)
        if (distances_[v] > bound) arcs += in_->degree(v);
      cost.fetch_add(arcs, std::memory_order_relaxed);
    });
    const bool pull = static_cast<double>(cost.load()) <= most_pulled * static_cast<double>(graph_.edges);
    deal_out(graph_.vertices, piece, [&](unsigned thread, Vertex begin, Vertex end) {
      Hand& hand = hands_[thread];
      if (pull) {
        hand.scanner.pull(*in_, begin, end, bound);
      } else {
        for (Vertex v = begin; v < end; ++v) {
          if (load_distance(distances_[v]) <= bound)
            hand.scanner.scan_beyond(v, bound);
          else
            hand.scanner.push_again(v);
        }
      }
      look_at_the_clock(hand);
    });
    for (const auto& worker : workers_) offer(*worker);
  }

  /// One thread's part in a round.
  void go_together(unsigned thread) {
    Worker<D>& mine = *workers_[thread];
    Hand& hand = hands_[thread];
    hand.unchecked += effort_of_round;
    if (claim(mine))
      fill(thread, mine);
    else if (!gets_ready(mine))
      return;  // whoever moves its entries is not done, so its queue must not be touched
    scan_list(hand, mine);
    const auto others = [&](auto&& f) {
      for (std::size_t i = 1; i < workers_.size(); ++i) f(*workers_[(thread + i) % workers_.size()]);
    };
    others([&](Worker<D>& other) {
      if (other.claimed.load(std::memory_order_relaxed) == round_ && gets_ready(other) &&
          other.list.size() > least_chunk_)
        scan_list(hand, other);
    });
    others([&](Worker<D>& other) {  // of threads that have not come yet
      if (!claim(other)) return;
      fill(thread, other);
      scan_list(hand, other);
    });
    scan_own(hand, mine);
    offer(mine);
  }

  /// A round where there is one thread.
  void go() {
    Worker<D>& mine = *workers_[0];
    hands_[0].unchecked += effort_of_round;
    mine.list.clear();
    if (first_ <= limit_) take_buckets(mine, mine.list);
    scan(hands_[0], mine.list, 0, mine.list.size());
    offer(mine);
  }

  /// Whether the calling thread is the first of this round that wants to move the worker's entries.
  bool claim(Worker<D>& worker) const noexcept {
    std::uint64_t seen = worker.claimed.load(std::memory_order_relaxed);
    return seen != round_ && worker.claimed.compare_exchange_strong(seen, round_, std::memory_order_relaxed);
  }

  /// Whether the entries of a claimed worker are moved within a moment; the thread that does it may not be running.
  bool gets_ready(const Worker<D>& worker) const noexcept {
    for (unsigned i = 0; worker.ready.load(std::memory_order_acquire) != round_; ++i) {
      if (i == patience_) return false;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    return true;
  }

  /// Moves the entries of the round into the list of a claimed worker, and looks again at its last stores.
  void fill(unsigned thread, Worker<D>& worker) {
    hands_[thread].scanner.confirm(worker.unconfirmed);
    worker.list.clear();
    if (first_ <= limit_) take_buckets(worker, worker.list);
    worker.chunk = std::clamp(worker.list.size() / (4 * workers_.size()), least_chunk_, most_chunk);
    if (&worker != workers_[thread].get()) offer(worker);
    worker.taken.store(0, std::memory_order_relaxed);
    worker.ready.store(round_, std::memory_order_release);
  }

  void take_buckets(Worker<D>& worker, Bucket<Entry<D>>& to) const {
    worker.queue.move_to(first_);
    for (std::uint64_t bucket; (bucket = worker.queue.least()) <= limit_;) worker.queue.take(bucket, to);
  }

  /// What is left of a worker's list.
  void scan_list(Hand& hand, Worker<D>& worker) const {
    const std::size_t size = worker.list.size();
    for (std::size_t begin; (begin = worker.taken.load(std::memory_order_relaxed)) < size;) {
      begin = worker.taken.fetch_add(worker.chunk, std::memory_order_relaxed);
      if (begin < size) scan(hand, worker.list, begin, std::min(begin + worker.chunk, size));
    }
  }

  void scan(Hand& hand, const Bucket<Entry<D>>& list, std::size_t first, std::size_t last) const {
    hand.scanner.scan({list.data() + first, last - first}, list.data() + list.size());
    hand.scanned += last - first;
    look_at_the_clock(hand);
  }

  void look_at_the_clock(Hand& hand) const {
    hand.unchecked += hand.scanner.effort();
    if (hand.unchecked < effort_per_check) return;
    hand.unchecked = 0;
    context_.throw_if_cancelled();
  }

  /// Bucket fusion: what this thread pushed itself below the limit.
  void scan_own(Hand& hand, Worker<D>& mine) const {
    for (std::uint64_t bucket; (bucket = mine.queue.least()) <= limit_;) {
      if (mine.queue.size(bucket) >= options_.fusion) return;
      mine.own.clear();
      mine.queue.take(bucket, mine.own);
      scan(hand, mine.own, 0, mine.own.size());
      mine.unconfirmed.append(mine.own);  // scanned in the round in which they were stored: too early
    }
  }

  /// Rounds with too little to do for several threads, one after another, until there is enough for all. While they
  /// last no other thread stores anything, so nothing has to be looked at again.
  void go_alone(Waiting waiting, std::uint64_t last) {
    Worker<D>& mine = *workers_[0];
    Hand& hand = hands_[0];
    for (const auto& worker : workers_)
      if (worker->offer.unconfirmed != 0) {
        hand.scanner.confirm(worker->unconfirmed);
        worker->offer.unconfirmed = 0;
      }
    while (waiting.least <= last) {
      first_ = waiting.least;
      limit_ = std::min(schedule_.limit(waiting), last);
      if (waiting.up_to(limit_) >= enough_for_all_) break;
      mine.own.clear();
      for (const auto& worker : workers_)
        if (worker->offer.least <= limit_) {
          take_buckets(*worker, mine.own);
          offer(*worker);
        }
      hand.unchecked += effort_of_round;
      scan(hand, mine.own, 0, mine.own.size());
      mine.unconfirmed.clear();
      offer(mine);
      waiting = gather_offers();
    }
    mine.unconfirmed.clear();
    offer(mine);
  }

  static void offer(Worker<D>& worker) {
    auto& offer = worker.offer;
    offer.unconfirmed = worker.unconfirmed.size();
    offer.least = worker.queue.least();
    for (std::size_t i = 0; i < buckets_seen; ++i)
      offer.entries[i] = offer.least == no_bucket ? 0 : worker.queue.size(offer.least + i);
  }

  Waiting gather_offers() const {
    Waiting waiting;
    for (const auto& worker : workers_) {
      waiting.least = std::min(waiting.least, worker->offer.least);
      waiting.unconfirmed += worker->offer.unconfirmed;
    }
    for (const auto& worker : workers_) {
      const auto& offer = worker->offer;
      for (std::uint64_t k = offer.least - waiting.least; k < buckets_seen; ++k)
        waiting.entries[k] += offer.entries[k - (offer.least - waiting.least)];
    }
    return waiting;
  }

  /// Entries of all threads, since the start.
  std::uint64_t scanned() const {
    std::uint64_t sum = 0;
    for (const Hand& hand : hands_) sum += hand.scanned;
    return sum;
  }

  /// After every round, and before the first.
  void end_round(std::uint64_t round) {
    total_.rounds = round;
    if constexpr (counted) {
      const Work before = total_;
      total_ = {.rounds = round};
      for (const Hand& hand : hands_) {
        const Work& work = hand.scanner.work();
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
                        .limit = options_.width > 0 ? static_cast<double>(limit_ + 1) * options_.width
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
  const unsigned patience_ = team_.size() <= usable_processors() ? 1000 : 0;
  std::vector<Hand> hands_;
  Work total_;
  std::uint64_t round_ = 0;  // written between rounds, like the next two
  std::uint64_t first_ = 0;  // the first bucket that has entries
  std::uint64_t limit_ = 0;  // the last bucket that the round takes
  Clock::time_point start_ = Clock::now();
};

}  // namespace wayfront::stepping
