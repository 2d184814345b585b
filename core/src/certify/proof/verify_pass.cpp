#include "certify/proof/verify_detail.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "certify/proof/spread.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host::detail {
namespace {

template <bool check_given, bool limited, WeightType W>
class Pass {
 public:
  Pass(const RowsView<W>& csr, const Row<W>& row, const Range<W>& range, Vertex source, std::uint32_t inside,
       Vertex* tree, Crew crew)
      : csr_(csr),
        d_(row.distances.data()),
        given_(row.predecessors),
        positive_(row.positive),
        last_(range.last),
        source_(source),
        inside_(inside),
        tree_(tree),
        crew_(crew),
        is_shared_(crew.shares(std::max<std::uint64_t>(csr.vertices, csr.edges))),
        counted_(csr.vertices, is_shared_),
        confirmed_(check_given ? csr.vertices : 0, is_shared_) {
    counted_.add(source);
    if constexpr (check_given) confirmed_.add(source);
  }

  PassResult run() {
    constexpr std::uint64_t few = 4;  // arcs of a vertex, on the average
    if constexpr (!check_given && !limited)
      if (positive_ && tree_ == nullptr && !is_shared_ && csr_.edges / few < csr_.vertices)
        if (const PassResult found = without_jumps(); found.sure) return found;
    crew_.for_parts(csr_.edges, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      if (!refuted_.load(std::memory_order_relaxed)) judge(begin, end);
    });
    if (refuted_) return {};
    const bool sure = (count_ == inside_ || (!level_.empty() && count_level() == inside_) ||
                       (has_falling_ && count_from_source() == inside_)) &&
                      (!check_given || given_is_tree());
    return {sure, reached_edges_};
  }

 private:
  using Found = typename SpreadSearch<W>::Found;
  struct LevelArc {
    Vertex from, to;
  };

  static bool is_inside(W distance, [[maybe_unused]] W last) {
    if constexpr (limited) return distance <= last;
    return distance != unreached<W>;  // a constant: faster
  }
  bool is_inside(W distance) const { return is_inside(distance, last_); }
  bool is_tight(Vertex u, Vertex v, W weight) const {
    return is_inside(d_[v]) && Sum<W>(d_[u]) + weight == Sum<W>(d_[v]);
  }

  /// What one part of the arcs shows.
  struct Part {
    Part(Pass& all, std::uint64_t arcs) : pass(all), max_level(arcs / 8 + 1) {}

    /// An arc of which nothing is known but that it leads from a vertex in the range. False if it refutes the answer. Not
    /// inline: the loop that calls it skips most arcs and needs the registers.
    [[gnu::noinline]] bool takes(Vertex u, Vertex v, W weight) {
      const W from = pass.d_[u];
      const W to = pass.d_[v];
      const Sum<W> sum = Sum<W>(from) + weight;
      const bool inside = pass.is_inside(to);
      if (to < sum && inside) return true;
      if (to != sum || !inside) {
        refuted = !(limited && sum > pass.last_);
        return !refuted;
      }
      if constexpr (check_given) {
        if (pass.given_[v] == u && pass.confirmed_.add(v)) {
          ++confirmed;
          gives_level |= from == to;
          gives_falling |= to < from;
        }
      }
      if (from < to) {
        counted += pass.counted_.add(v);
        if (pass.tree_ != nullptr && v != pass.source_) keep_smallest(pass.tree_, v, u);
      } else if (to < from) {
        has_falling = true;
      } else if (!pass.counted_.has(v)) {
        if (level.size() < max_level)
          level.push_back({u, v});
        else
          many_level = true;
      }
      return true;
    }

    /// Adds it to the other parts.
    void close() {
      constexpr auto relaxed = std::memory_order_relaxed;
      const auto raise = [](std::atomic<bool>& flag, bool is_set) {
        if (is_set) flag.store(true, relaxed);
      };
      raise(pass.refuted_, refuted);
      raise(pass.has_falling_, has_falling);
      raise(pass.gives_level_, gives_level);
      raise(pass.gives_falling_, gives_falling);
      raise(pass.many_level_, many_level);
      pass.count_.fetch_add(counted, relaxed);
      pass.confirmed_count_.fetch_add(confirmed, relaxed);
      pass.reached_edges_.fetch_add(reached_edges, relaxed);
      if (level.empty()) return;
      const std::scoped_lock lock(pass.mutex_);
      pass.level_.insert(pass.level_.end(), level.begin(), level.end());
    }

    Pass& pass;
    std::size_t max_level;  // with more of them, another pass is not slower
    std::vector<LevelArc> level{};
    std::size_t counted = 0, confirmed = 0;
    std::uint64_t reached_edges = 0;
    bool refuted = false, has_falling = false, many_level = false, gives_level = false, gives_falling = false;
  };

  /// Counts the vertices that tight arcs from smaller distances lead to, in code without a branch on whether an arc is tight:
  /// faster where every second or third one is and no processor can guess which, as on road networks. On one thread. It
  /// is sure unless an arc contradicts the answer, or a vertex needs a tight arc of another kind. With positive weights only
  /// rounding makes such arcs.
  [[gnu::noinline]] PassResult without_jumps() const {
    const Vertex* const targets = csr_.targets;
    const W* const weights = csr_.weights;
    const W* const d = d_;
    std::vector<std::uint8_t> marks(csr_.vertices);  // 1: such an arc leads there
    std::uint8_t* const mark = marks.data();
    bool shortens = false;  // a distance, or reaches what counts as unreached
    std::uint64_t reached_edges = 0, e = 0;
    for (Vertex u = 0; u < csr_.vertices; ++u) {
      const std::uint64_t past = csr_.end(u);
      const W from = d[u];
      if (from == unreached<W>) {
        e = past;
        continue;
      }
      reached_edges += past - e;
      for (; e < past; ++e) {
        const Vertex v = targets[e];
        const W to = d[v];
        const Sum<W> sum = Sum<W>(from) + weights[e];
        shortens |= (sum < to) | (to == unreached<W>);
        mark[v] |= static_cast<std::uint8_t>((to == sum) & (from < to));
      }
    }
    mark[source_] = 1;
    const auto counted = static_cast<std::size_t>(std::ranges::count(marks, 1));
    return {!shortens && counted == inside_, reached_edges};
  }

  void judge(std::uint64_t begin, std::uint64_t end) {
    Part part(*this, end - begin);
    scan(csr_, d_, last_, begin, end, part);
    part.close();
  }

  /// Passes over arcs that are not tight, counts the targets of most of the others, and gives the rest to `part`. A
  /// function of its own, with all it needs in registers.
  [[gnu::noinline]] static void scan(const RowsView<W>& csr, const W* d, W last, std::uint64_t begin, std::uint64_t end,
                                     Part& part) {
    const Vertex* const targets = csr.targets;
    const W* const weights = csr.weights;
    VertexSet& counted = part.pass.counted_;
    const bool only_counts = !check_given && part.pass.tree_ == nullptr;
    std::size_t newly_counted = 0;
    std::uint64_t reached_edges = 0;
    Vertex u = csr.row_of(begin);
    for (std::uint64_t e = begin; e < end; ++u) {
      const std::uint64_t past = std::min(csr.end(u), end);
      const W from = d[u];
      if (!is_inside(from, last)) {
        e = past;
        continue;
      }
      reached_edges += past - e;
      for (; e < past; ++e) {
        const Vertex v = targets[e];
        const W to = d[v];
        const Sum<W> sum = Sum<W>(from) + weights[e];
        if (to < sum && is_inside(to, last)) continue;
        if (only_counts && to == sum && from < to && is_inside(to, last))
          newly_counted += counted.add(v);
        else if (only_counts && part.many_level && to == sum && from == to && is_inside(to, last))
          continue;
        else if (!part.takes(u, v, weights[e]))
          return;
      }
    }
    part.counted += newly_counted;
    part.reached_edges += reached_edges;
  }

  /// Counts the vertices that arcs between equal distances lead to from those that count.
  std::size_t count_level() {
    const std::size_t before = count_;
    SpreadSearch<W> spread(csr_, counted_, inside_ - before, tree_, crew_);
    const auto leads = [this](Vertex u, Vertex v, W weight) { return d_[u] == d_[v] && is_tight(u, v, weight); };
    if (!many_level_) {
      crew_.for_parts(level_.size(), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
        Found found;
        for (std::uint64_t i = begin; i < end; ++i)
          if (counted_.has(level_[i].from)) spread.reach(level_[i].from, level_[i].to, found);
        spread.take(found);
      });
    } else {
      crew_.for_parts(csr_.edges, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
        Found found;
        std::uint64_t e = begin;
        for (Vertex u = csr_.row_of(e); e < end; ++u) {
          const std::uint64_t past = std::min(csr_.end(u), end);
          for (; e < past && counted_.has(u); ++e)
            if (leads(u, csr_.targets[e], csr_.weights[e])) spread.reach(u, csr_.targets[e], found);
          e = past;
        }
        spread.take(found);
      });
    }
    spread.run(leads);
    return before + spread.count();
  }

  /// Counts the vertices that tight arcs of any kind lead to from the source.
  std::size_t count_from_source() {
    if (tree_ != nullptr)
      crew_.for_parts(csr_.vertices, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
        std::fill(tree_ + begin, tree_ + end, no_vertex);
      });
    counted_ = VertexSet(csr_.vertices, is_shared_);
    SpreadSearch<W> spread(csr_, counted_, inside_, tree_, crew_);
    spread.start(source_);
    spread.run([this](Vertex u, Vertex v, W weight) { return is_tight(u, v, weight); });
    return spread.count();
  }

  /// The answer is correct.
  bool given_is_tree() const {
    if (confirmed_count_ != inside_) return false;
    if (given_[source_] != no_vertex) return false;
    std::atomic<bool> roots_are_none{true};
    if constexpr (!limited) {
      crew_.for_parts(csr_.vertices, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
        bool fine = true;
        for (std::uint64_t v = begin; v < end; ++v) fine &= is_inside(d_[v]) || given_[v] == no_vertex;
        if (!fine) roots_are_none.store(false, std::memory_order_relaxed);
      });
    }
    return roots_are_none && (!(gives_level_ || gives_falling_) || given_leads_to_source());
  }

  /// Given predecessors that are tails of tight arcs form a tree unless some form a cycle. Without falling arcs, a cycle
  /// has arcs between equal distances only. Follows each chain up to a vertex that is known to be on no cycle.
  bool given_leads_to_source() const {
    VertexSet sound(csr_.vertices, is_shared_);
    sound.add(source_);
    std::atomic<bool> has_cycle{false};
    const bool falls = gives_falling_;
    const auto is_sound = [&](Vertex v) { return sound.has(v) || (!falls && d_[given_[v]] < d_[v]); };
    crew_.for_parts(csr_.vertices, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t start = begin; start < end; ++start) {
        const auto first = static_cast<Vertex>(start);
        if (!is_inside(d_[first]) || has_cycle.load(std::memory_order_relaxed)) continue;
        // Brent's search for a cycle: `mark` waits for the chain to come back, for twice as many steps each time.
        Vertex mark = first;
        std::uint64_t steps = 0, limit = 1;
        for (Vertex v = first; !is_sound(v);) {
          v = given_[v];
          if (v == mark) {
            has_cycle = true;
            return;
          }
          if (++steps < limit) continue;
          mark = v;
          steps = 0;
          limit *= 2;
        }
        for (Vertex v = first; !is_sound(v); v = given_[v]) sound.add(v);
      }
    });
    return !has_cycle;
  }

  RowsView<W> csr_;
  const W* d_;
  const Vertex* given_;
  bool positive_;
  W last_;
  Vertex source_;
  std::uint32_t inside_;
  Vertex* tree_;
  Crew crew_;
  bool is_shared_;
  VertexSet counted_;
  VertexSet confirmed_;  // vertices whose given predecessor is the tail of a tight arc
  std::atomic<bool> refuted_{false};
  std::atomic<bool> has_falling_{false};         // tight arcs to a smaller distance
  std::atomic<bool> gives_level_{false};         // the same of given predecessors
  std::atomic<bool> gives_falling_{false};       //
  std::atomic<std::size_t> count_{1};            // of counted_
  std::atomic<std::size_t> confirmed_count_{1};  // of confirmed_
  std::atomic<std::uint64_t> reached_edges_{0};
  std::mutex mutex_;                     // of level_
  std::vector<LevelArc> level_;          // tight arcs between equal distances, which might count a vertex
  std::atomic<bool> many_level_{false};  // level_ lacks some
};

}  // namespace

template <WeightType W>
PassResult pass_over_arcs(const RowsView<W>& csr, const Row<W>& row, const Range<W>& range, Vertex source,
                          std::uint32_t inside, Vertex* tree, Crew crew) {
  const auto run = [&]<bool limited>() {
    if (row.predecessors != nullptr) return Pass<true, limited, W>(csr, row, range, source, inside, tree, crew).run();
    return Pass<false, limited, W>(csr, row, range, source, inside, tree, crew).run();
  };
  return range.limited ? run.template operator()<true>() : run.template operator()<false>();
}

#define WAYFRONT_INSTANTIATE(W)                                                                                 \
  template PassResult pass_over_arcs(const RowsView<W>&, const Row<W>&, const Range<W>&, Vertex, std::uint32_t, \
                                     Vertex*, Crew);
WAYFRONT_FOR_ALL_WEIGHTS(WAYFRONT_INSTANTIATE)
#undef WAYFRONT_INSTANTIATE

}  // namespace wayfront::host::detail
