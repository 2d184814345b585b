// Rounds of a team of threads, each with a bucket queue of its own, over distances that all share: the loop of
// delta-stepping, rho-stepping and other stepping algorithms.
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
// with the entries of all. No lock is needed: distances are the only data that several threads write at the same time.
//
// Where vertices with near numbers are near each other in the graph, as on maps and grids, threads that work in one
// place disturb each other: distances that they write in turn travel between their caches. There, no chunks are taken
// from others. Instead the leader looks before a round whether some threads have more entries than others, and if so,
// deals out all of them anew, in the order of vertices.
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "wayfront/cpu/bucket.hpp"
#include "wayfront/cpu/bucket_queue.hpp"
#include "wayfront/cpu/team_queues.hpp"
#include "wayfront/cpu/thread_team.hpp"
#include "wayfront/run.hpp"

namespace wayfront {

/// What one thread does with the entries that a round gives it. scan() relaxes the arcs of those that are not stale,
/// pushes what improves into the queue of its worker, and returns how many entries and arcs it looked at, by which the
/// loop decides when to look at the clock. What follows the entries in memory, up to `known_end`, comes next and can be
/// fetched ahead. work() is what it has counted since it was made.
template <class S, class D>
concept BucketScanner = requires(S scanner, std::span<const QueueEntry<D>> entries, const QueueEntry<D>* known_end) {
  { scanner.scan(entries, known_end) } -> std::same_as<std::uint64_t>;
  { scanner.work() } -> std::convertible_to<const Work&>;
};

/// A scanner that stores distances without an atomic minimum puts the entry of each store that may be overwritten into
/// its worker's `unconfirmed`, and looks again at those of an earlier round, of any worker, in confirm().
template <class S, class D>
concept ConfirmingScanner = BucketScanner<S, D> && requires(S scanner, Bucket<QueueEntry<D>>& unconfirmed) {
  scanner.confirm(unconfirmed);
};

namespace detail {
/// A scanner made of a function.
template <class D, class Scan>
class ScanBy {
 public:
  ScanBy(Scan& scan, BucketQueue<D>& queue) : scan_(&scan), queue_(&queue) {}
  std::uint64_t scan(std::span<const QueueEntry<D>> entries, const QueueEntry<D>*) {
    const std::uint64_t before = work_.relaxed;
    (*scan_)(entries, *queue_, work_);
    return entries.size() + work_.relaxed - before;
  }
  const Work& work() const { return work_; }

 private:
  Scan* scan_;
  BucketQueue<D>* queue_;
  Work work_;
};
}  // namespace detail

struct BucketOptions {
  std::uint64_t fusion = 0;    // a thread's own bucket with fewer entries is scanned without waiting for the others
  std::size_t min_chunk = 32;  // entries that a thread takes at once, but for the last ones
  bool by_vertex = false;      // arcs lead to vertices with near numbers: each thread gets a range of them
  bool traced = true;          // false where run() is called on another thread than the host's, which alone may trace
};

/// The rounds of one solve, in one or more parts: between two calls of run() the caller may do something else with
/// distances and queues. `alone`: the team has one thread; then nothing is compiled for several.
template <class D, BucketSchedule Schedule, BucketScanner<D> Scanner, bool alone = false>
class BucketRounds {
 public:
  using Entry = QueueEntry<D>;
  using Worker = TeamWorker<D>;
  /// The last bucket that there can be.
  static constexpr std::uint64_t last_bucket = no_bucket - 1;
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  /// `queues` must have been started, with a worker for each thread of the team. make_scanner(thread, worker) makes the
  /// scanner of each thread.
  template <std::invocable<unsigned, Worker&> MakeScanner>
  BucketRounds(RunContext& context, ThreadTeam& team, TeamQueues<D>& queues, Schedule schedule,
               const BucketOptions& options, MakeScanner&& make_scanner)
      : context_(context),
        team_(team),
        workers_(queues),
        schedule_(schedule),
        fusion_(options.fusion),
        min_chunk_(options.min_chunk),
        by_vertex_(options.by_vertex),
        traced_rounds_(options.traced && context.tracing()),
        before_(queues.size() + 1),
        shares_(queues.size() + 1) {
    hands_.reserve(workers_.size());
    for (unsigned i = 0; i < workers_.size(); ++i) hands_.push_back({make_scanner(i, workers_[i])});
  }

  /// From now on run() asks before each round, and ends where done(first) says so: whether the search may stop when
  /// all that lies in buckets before `first`, which is at most `last`, is settled.
  void stop_when(std::function<bool(std::uint64_t first)> done) { done_ = std::move(done); }

  /// Runs rounds until nothing waits in a bucket up to `last`, and returns true; or false where `max_scanned` entries
  /// have been scanned before, or a few more, and one waits there. Throws Cancelled.
  bool run(std::uint64_t last = last_bucket, std::uint64_t max_scanned = unlimited) {
    context_.throw_if_cancelled();
    for (const auto& worker : workers_) offer(*worker);
    for (;;) {
      waiting_ = gather_offers();
      // What lies between `last` and the first bucket may not be settled: the caller may have left arcs out. What is
      // unconfirmed is looked at again before the end.
      if (waiting_.first <= last && may_stop(waiting_)) last = waiting_.first - 1;
      if (waiting_.first > last && waiting_.unconfirmed == 0) return true;
      if (max_scanned != unlimited && waiting_.first <= last && scanned() >= max_scanned) return false;
      ++round_;
      first_ = waiting_.first;
      limit_ = first_ > last ? last : std::min(schedule_.limit(waiting_), last);
      own_limit_ = limit_;
      if (alone || team_.size() == 1)
        go();
      else if (waiting_.up_to(limit_) + waiting_.unconfirmed / 8 < enough_for_all_)
        go_alone(last);
      else
        share_round(last);
      if (traced_rounds_) trace();
    }
  }

  /// What waited when run() ended.
  const Waiting& waiting() const { return waiting_; }
  Scanner& scanner(unsigned thread) { return hands_[thread].scanner; }
  /// Of all threads, since the start.
  Work work() const {
    Work sum{.rounds = round_};
    for (const Hand& hand : hands_) sum += hand.scanner.work();
    return sum;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t effort_per_check = 1U << 18;  // arcs and entries between two looks at the clock
  static constexpr std::uint64_t effort_of_round = 1U << 8;
  static constexpr std::size_t max_chunk = 1024;  // entries
  static constexpr std::size_t buckets_seen = Schedule::looks_at_entries ? Waiting::max_buckets : 1;
  static constexpr bool confirms = ConfirmingScanner<Scanner, D>;

  /// What a thread keeps for itself during one solve.
  struct alignas(128) Hand {
    Scanner scanner;
    std::uint64_t scanned = 0;    // entries
    std::uint64_t unchecked = 0;  // effort since the last look at the clock
  };

  /// A round where there is one thread.
  void go() {
    Worker& mine = workers_[0];
    hands_[0].unchecked += effort_of_round;
    mine.list.clear();
    if (first_ <= limit_) take_buckets(mine, mine.list);
    scan(hands_[0], mine.list, 0, mine.list.size());
    mine.unconfirmed.clear();  // nobody else stores
    offer(mine);
  }

  void share_round(std::uint64_t last) {
    deal(last);
    team_.share([this](unsigned thread) { go_together(thread); });
    if (!dealt_) return;
    // Parts of threads that have not come, or did not wait until another one's list was ready.
    for (unsigned of = 0; of < workers_.size(); ++of)
      for (unsigned thread = 0; thread < workers_.size(); ++thread)
        if (has_part(of, thread)) scan_part(hands_[0], workers_[of], thread);
    scan_own(hands_[0], workers_[0]);
    offer(workers_[0]);
  }

  /// Decides whether the entries of the round are dealt out anew: those of all workers in turn, and of a worker in the
  /// order of vertices, cut into equal shares for the threads that came last time. So what lies close together in
  /// memory stays with one thread from round to round. Then hardly anything that a thread pushes is improved by another
  /// one, so in short rounds it goes on with a few buckets of its own, unless others have much less to do.
  void deal(std::uint64_t last) {
    if (!by_vertex_) return;
    constexpr std::uint64_t max_ahead = 4;
    const std::uint64_t long_enough = 22 * min_chunk_;  // entries of a thread, against what it takes to meet
    const auto is_here = [&](unsigned thread) {
      return thread == 0 || workers_[thread].came.load(std::memory_order_relaxed) >= last_shared_;
    };
    std::uint64_t max = 0, here = 0;
    for (unsigned i = 0; i < workers_.size(); ++i) {
      const std::uint64_t count = waiting_in(workers_[i]);
      before_[i + 1] = before_[i] + count;
      max = std::max(max, count);
      here += is_here(i) ? 1 : 0;
    }
    const std::uint64_t all = before_.back();
    dealt_ = 10 * max * here > 11 * all;
    if (max * here < 3 * all) own_limit_ = std::min(last, limit_ + std::min(max_ahead, long_enough * here / all));
    for (std::uint64_t i = 0, hands = 0; dealt_ && i < workers_.size(); ++i) {
      hands += is_here(static_cast<unsigned>(i)) ? 1 : 0;
      shares_[i + 1] = all * hands / here;
    }
    last_shared_ = round_;
  }

  /// Whether the list of worker `of` has a part for `thread` in this round.
  bool has_part(unsigned of, unsigned thread) const {
    if (!dealt_ || before_[of] == before_[of + 1]) return of == thread;
    return before_[of] < shares_[thread + 1] && before_[of + 1] > shares_[thread];
  }

  /// One thread's part in a round.
  void go_together(unsigned thread) {
    Worker& mine = workers_[thread];
    Hand& hand = hands_[thread];
    mine.came.store(round_, std::memory_order_relaxed);
    hand.unchecked += effort_of_round;
    if (claim(mine))
      fill(thread, thread);
    else if (!gets_ready(mine))
      return;  // whoever moves its entries is not done, so its queue must not be touched
    scan_part(hand, mine, thread);
    const auto others = [&](auto&& f) {
      for (unsigned i = thread + 1; i < workers_.size(); ++i) f(i);
      for (unsigned i = 0; i < thread; ++i) f(i);
    };
    if (dealt_)
      others([&](unsigned other) {
        if (!has_part(other, thread)) return;
        if (claim(workers_[other]))
          fill(thread, other);
        else if (!gets_ready(workers_[other]))
          return;
        scan_part(hand, workers_[other], thread);
      });
    if (!by_vertex_)
      others([&](unsigned other) {
        Worker& worker = workers_[other];
        if (worker.claimed.load(std::memory_order_relaxed) == round_ && gets_ready(worker) &&
            worker.list.size() > min_chunk_)
          scan_part(hand, worker, other);
      });
    if (!by_vertex_ || thread == 0)
      others([&](unsigned other) {  // of threads that have not come yet
        if (!claim(workers_[other])) return;
        fill(thread, other);
        if (!dealt_) scan_part(hand, workers_[other], other);
      });
    scan_own(hand, mine);
    offer(mine);
  }

  /// Whether the calling thread is the first of this round that wants to move the worker's entries.
  bool claim(Worker& worker) const noexcept {
    std::uint64_t seen = worker.claimed.load(std::memory_order_relaxed);
    return seen != round_ && worker.claimed.compare_exchange_strong(seen, round_, std::memory_order_relaxed);
  }

  /// Whether the entries of a claimed worker are moved within a moment; the thread that does it may not be running.
  bool gets_ready(const Worker& worker) const noexcept {
    for (unsigned i = 0; worker.ready.load(std::memory_order_acquire) != round_; ++i) {
      if (i == patience_) return false;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    return true;
  }

  /// Moves the entries of the round into the list of a claimed worker, cuts it into parts, and looks again at the last
  /// stores.
  void fill(unsigned thread, unsigned of) {
    Worker& worker = workers_[of];
    if constexpr (confirms) hands_[thread].scanner.confirm(worker.unconfirmed);
    worker.list.clear();
    if (first_ <= limit_) take_buckets(worker, worker.list);
    worker.chunk = std::clamp(worker.list.size() / (4 * workers_.size()), min_chunk_, std::max(min_chunk_, max_chunk));
    cut(worker, of);
    if (of != thread) offer(worker);
    worker.ready.store(round_, std::memory_order_release);
  }

  void cut(Worker& worker, unsigned of) const {
    const std::size_t size = worker.list.size();
    const std::uint64_t begin = before_[of], end = before_[of + 1];
    const auto by_vertex = [](const Entry& one, const Entry& other) { return one.vertex < other.vertex; };
    std::size_t from = 0;
    for (unsigned i = 0; i < workers_.size(); ++i) {
      if (!has_part(of, i)) continue;
      // The list may be longer than it was said to be (BucketQueue::size()), so shares are taken as fractions.
      const std::size_t to =
          of == i && (!dealt_ || begin == end) ? size : size * (std::min(shares_[i + 1], end) - begin) / (end - begin);
      worker.parts[i].taken.store(from, std::memory_order_relaxed);
      worker.parts[i].end = to;
      Entry* const list = worker.list.data();
      if (from < to && to < size) std::nth_element(list + from, list + to, list + size, by_vertex);
      from = to;
    }
  }

  void take_buckets(Worker& worker, Bucket<Entry>& to) const {
    worker.queue.move_to(first_);
    for (std::uint64_t bucket; (bucket = worker.queue.first()) <= limit_;) worker.queue.take(bucket, to);
  }

  /// What is left of a part of a worker's list.
  void scan_part(Hand& hand, Worker& worker, unsigned thread) const {
    auto& part = worker.parts[thread];
    for (std::size_t begin; (begin = part.taken.load(std::memory_order_relaxed)) < part.end;) {
      begin = part.taken.fetch_add(worker.chunk, std::memory_order_relaxed);
      if (begin < part.end) scan(hand, worker.list, begin, std::min(begin + worker.chunk, part.end));
    }
  }

  void scan(Hand& hand, const Bucket<Entry>& list, std::size_t begin, std::size_t end) const {
    hand.unchecked += hand.scanner.scan({list.data() + begin, end - begin}, list.end());
    hand.scanned += end - begin;
    if (hand.unchecked < effort_per_check) return;
    hand.unchecked = 0;
    context_.throw_if_cancelled();
  }

  /// Bucket fusion: what this thread pushed itself below the limit.
  void scan_own(Hand& hand, Worker& mine) const {
    for (std::uint64_t bucket; (bucket = mine.queue.first()) <= own_limit_;) {
      if (mine.queue.size(bucket) >= fusion_) return;
      mine.own.clear();
      mine.queue.take(bucket, mine.own);
      scan(hand, mine.own, 0, mine.own.size());
      if constexpr (confirms) mine.unconfirmed.append(mine.own);  // scanned in the round of their stores: too early
    }
  }

  /// Rounds with too little to do for several threads, one after another, until there is enough for all. While they
  /// last no other thread stores anything, so nothing has to be looked at again.
  void go_alone(std::uint64_t last) {
    Worker& mine = workers_[0];
    Hand& hand = hands_[0];
    if constexpr (confirms)
      for (const auto& worker : workers_)
        if (worker->offer.unconfirmed != 0) {
          hand.scanner.confirm(worker->unconfirmed);
          worker->offer.unconfirmed = 0;
        }
    for (Waiting waiting = waiting_; waiting.first <= last && !may_stop(waiting); waiting = gather_offers()) {
      first_ = waiting.first;
      limit_ = std::min(schedule_.limit(waiting), last);
      if (waiting.up_to(limit_) >= enough_for_all_) break;
      mine.own.clear();
      for (const auto& worker : workers_)
        if (worker->offer.first <= limit_) {
          take_buckets(*worker, mine.own);
          offer(*worker);
        }
      hand.unchecked += effort_of_round;
      scan(hand, mine.own, 0, mine.own.size());
      mine.unconfirmed.clear();
      offer(mine);
    }
    mine.unconfirmed.clear();
    offer(mine);
  }

  bool may_stop(const Waiting& waiting) const {
    return done_ != nullptr && waiting.first != 0 && waiting.first != no_bucket && done_(waiting.first);
  }

  static void offer(Worker& worker) {
    auto& offer = worker.offer;
    offer.unconfirmed = worker.unconfirmed.size();
    offer.first = worker.queue.first();
    for (std::size_t i = 0; i < buckets_seen; ++i)
      offer.entries[i] = offer.first == no_bucket ? 0 : worker.queue.size(offer.first + i);
  }

  /// Entries of the round, by its offer.
  std::uint64_t waiting_in(const Worker& worker) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < buckets_seen && worker.offer.first + i <= limit_; ++i) sum += worker.offer.entries[i];
    return sum;
  }

  Waiting gather_offers() const {
    Waiting waiting;
    for (const auto& worker : workers_) {
      waiting.first = std::min(waiting.first, worker->offer.first);
      waiting.unconfirmed += worker->offer.unconfirmed;
    }
    for (const auto& worker : workers_) {
      const auto& offer = worker->offer;
      for (std::uint64_t k = offer.first - waiting.first; k < buckets_seen; ++k)
        waiting.entries[k] += offer.entries[k - (offer.first - waiting.first)];
    }
    return waiting;
  }

  std::uint64_t scanned() const {
    std::uint64_t sum = 0;
    for (const Hand& hand : hands_) sum += hand.scanned;
    return sum;
  }

  void trace() {
    const Work now = work();
    const double width = workers_.width();
    context_.trace({.round = round_,
                    .active = now.settled - traced_.settled,
                    .relaxed = now.relaxed - traced_.relaxed,
                    .improved = now.improved - traced_.improved,
                    .limit = width > 0 ? static_cast<double>(std::max(limit_, own_limit_) + 1) * width
                                       : std::numeric_limits<double>::infinity(),
                    .seconds = std::chrono::duration<double>(Clock::now() - start_).count()});
    traced_ = now;
  }

  RunContext& context_;
  ThreadTeam& team_;
  TeamQueues<D>& workers_;
  const Schedule schedule_;
  const std::uint64_t fusion_;
  const std::size_t min_chunk_;
  const bool by_vertex_;
  const bool traced_rounds_;
  const std::size_t enough_for_all_ = 4 * min_chunk_;
  const unsigned patience_ = team_.size() <= usable_processors() ? 1000 : 0;
  std::vector<Hand> hands_;
  std::function<bool(std::uint64_t)> done_;
  Waiting waiting_;
  Work traced_;
  std::uint64_t round_ = 0;      // written between rounds, like the next two
  std::uint64_t first_ = 0;      // the first bucket that has entries
  std::uint64_t limit_ = 0;      // the last bucket that the round takes
  std::uint64_t own_limit_ = 0;  // the last one that a thread takes of its own
  // Of the round, see deal():
  bool dealt_ = false;
  std::uint64_t last_shared_ = 0;
  std::vector<std::uint64_t> before_;  // for each worker: entries of those before it; then all
  std::vector<std::uint64_t> shares_;  // for each thread: entries of those before it; then all
  const Clock::time_point start_ = Clock::now();
};

/// Runs rounds on the team until no vertex is active: the whole of a stepping algorithm but its relaxation.
/// `queues` must have been started and given the source, and have a worker for each thread of the team. scan(entries,
/// queue, work) is called on several threads at once: it relaxes the arcs of the entries that are not stale by
/// relax_shared(), pushes each vertex that improves into `queue`, and adds to `work`, both of which are its thread's
/// own. Adds all of that to `work`, traces each round, throws Cancelled.
template <class D, BucketSchedule Schedule, class Scan>
requires std::invocable < Scan&, std::span<const QueueEntry<D>>, BucketQueue<D>
&, Work& > void run_rounds(RunContext& context, ThreadTeam& team, TeamQueues<D>& queues, Schedule schedule,
                           const BucketOptions& options, Work& work, Scan&& scan) {
  using Scanner = detail::ScanBy<D, std::remove_reference_t<Scan>>;
  BucketRounds<D, Schedule, Scanner> rounds(context, team, queues, schedule, options,
                                            [&](unsigned, TeamWorker<D>& mine) { return Scanner(scan, mine.queue); });
  rounds.run();
  work += rounds.work();
}

}  // namespace wayfront
