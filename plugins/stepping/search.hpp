// One search of the stepping plugins: the SDK's rounds over buckets (wayfront/cpu/bucket_rounds.hpp), in up to three
// parts where scans of long rows are bounded (bound.hpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "bound.hpp"
#include "packed_graph.hpp"
#include "scanner.hpp"
#include "wayfront/cpu/bucket_rounds.hpp"
#include "wayfront/cpu/team_queues.hpp"
#include "wayfront/cpu/thread_team.hpp"
#include "wayfront/run.hpp"
#include "wayfront/stopping.hpp"

namespace wayfront::stepping {

struct SearchOptions {
  double width = 0;          // of a bucket; 0: one bucket for all
  std::uint64_t fusion = 0;  // as BucketOptions::fusion
  Bound bound{};             // needs the transpose and sorted rows
  bool sorted = false;       // rows are, by weight
  bool by_vertex = false;    // as BucketOptions::by_vertex
  bool traced = true;        // as BucketOptions::traced
};

/// What the threads of one instance keep between searches.
template <WeightType W>
struct Threads {
  explicit Threads(unsigned count) : team(count), queues(team.size()) {
    for (unsigned i = 0; i < team.size(); ++i) scratch.push_back(std::make_unique<ScanScratch<Magnitude<W>>>());
  }
  ThreadTeam team;
  TeamQueues<Magnitude<W>> queues;
  std::vector<std::unique_ptr<ScanScratch<Magnitude<W>>>> scratch;
};

/// Runs one search. `distances` need not be set before.
template <WeightType W, OffsetType O, class Schedule, bool packed, bool shared, bool counted>
class Search {
 public:
  using D = Magnitude<W>;

  /// `in`: the transpose, or null where options.bound is never. `stopping` is of these distances.
  Search(const PackedGraph<W, O>& graph, const CscView<W, O>* in, D* distances, Stopping<W>& stopping,
         Threads<W>& threads, Schedule schedule, const SearchOptions& options, RunContext& context)
      : graph_(graph),
        in_(in),
        distances_(distances),
        stopping_(stopping),
        team_(threads.team),
        queues_(started(threads.queues, options.width)),
        options_(options),
        context_(context),
        rounds_(context, team_, queues_, schedule,
                {.fusion = options.fusion,
                 .min_chunk = graph.long_rows ? 8U : 32U,
                 .by_vertex = options.by_vertex,
                 .traced = options.traced},
                [&](unsigned thread, TeamWorker<D>& worker) {
                  return ThreadScanner(graph, distances, stopping.start(), worker.queue, worker.unconfirmed,
                                       *threads.scratch[thread]);
                }) {
    if (stopping.may_stop())
      rounds_.stop_when([&stopping, index = queues_.index()](std::uint64_t first) {
        return stopping.done_with_targets([&](D distance) { return index(distance) < first; });
      });
  }

  Work run(Vertex source) {
    start(source);
    set_bound(farthest_wanted());
    if (options_.bound.after == 0)
      rounds_.run();
    else if (!rounds_.run(last_bucket, options_.bound.after))
      run_bounded();
    return rounds_.work();
  }

 private:
  using ThreadScanner = Scanner<W, O, packed, shared, counted>;
  using Rounds = BucketRounds<D, Schedule, ThreadScanner, !shared>;
  static constexpr std::uint64_t last_bucket = Rounds::last_bucket;

  static TeamQueues<D>& started(TeamQueues<D>& queues, double width) {
    queues.start(width);
    return queues;
  }

  void start(Vertex source) {
    constexpr Vertex piece = Vertex{1} << 16;
    team_.share_pieces(graph_.vertices, piece, [&](unsigned, std::uint64_t begin, std::uint64_t end) {
      std::fill(distances_ + begin, distances_ + end, stopping_.start());
    });
    if (source >= graph_.vertices) return;  // a graph may be empty in prepare()
    distances_[source] = 0;
    queues_.push({D{0}, source});
  }

  /// How far a scan goes without another bound: arcs that lead beyond a limit are of no use, and stand last where rows
  /// are sorted.
  D farthest_wanted() const {
    return options_.sorted && stopping_.is_limited() ? stopping_.limit() : std::numeric_limits<D>::max();
  }
  void set_bound(D bound) {
    for (unsigned i = 0; i < team_.size(); ++i) rounds_.scanner(i).set_bound(bound);
  }

  /// The search has begun: up to the bound, then what the bound has left out.
  void run_bounded() {
    const std::uint64_t first = rounds_.waiting().first;
    const double place = static_cast<double>(first) * options_.width + options_.bound.reach;
    if (place < static_cast<double>(stopping_.limit())) {
      const auto bound = static_cast<D>(place);
      set_bound(bound);
      rounds_.run(std::max(queues_.index()(bound), first));
      if (stopping_.has_stopped()) return;
      lift_bound(bound);
    }
    rounds_.run();
  }

  /// All vertices within the bound are settled: those that are not look at their arcs in, or the rows are scanned to
  /// their ends, whatever is less. The queues hold nothing else that still matters.
  void lift_bound(D bound) {
    constexpr Vertex piece = 4096;
    for (const auto& worker : queues_) {
      worker->queue.start(queues_.index());
      worker->queue.move_to(queues_.index()(bound));
    }
    set_bound(farthest_wanted());
    std::atomic<std::uint64_t> cost{0};
    team_.share_pieces(graph_.vertices, piece, [&](unsigned, std::uint64_t begin, std::uint64_t end) {
      std::uint64_t arcs = 0;
      for (auto v = static_cast<Vertex>(begin); v < end; ++v)
        if (distances_[v] > bound) arcs += in_->degree(v);
      cost.fetch_add(arcs, std::memory_order_relaxed);
    });
    const bool pull = static_cast<double>(cost.load()) <= max_pulled * static_cast<double>(graph_.edges);
    team_.share_pieces(graph_.vertices, piece, [&](unsigned thread, std::uint64_t begin, std::uint64_t end) {
      ThreadScanner& scanner = rounds_.scanner(thread);
      if (pull) {
        scanner.pull(*in_, static_cast<Vertex>(begin), static_cast<Vertex>(end), bound);
      } else {
        for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
          if (load_distance(distances_[v]) <= bound)
            scanner.scan_beyond(v, bound);
          else
            scanner.push_again(v);
        }
      }
      context_.throw_if_cancelled();
    });
  }

  const PackedGraph<W, O>& graph_;
  const CscView<W, O>* in_;
  D* distances_;
  Stopping<W>& stopping_;
  ThreadTeam& team_;
  TeamQueues<D>& queues_;
  const SearchOptions options_;
  RunContext& context_;
  Rounds rounds_;
};

}  // namespace wayfront::stepping
