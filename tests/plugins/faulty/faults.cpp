// Plugins that the conformance suite must catch, each with its own sentence, and the correct one that they are made from.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "correct_fault.hpp"
#include "reducing.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/rounds.hpp"

FAULT_OF(correct, "No fault at all, with an option of each type that has ends.", Correct, all_capabilities, {
  enum class Order { forward, backward };
  struct Options {
    bool flag;
    std::int64_t count;
    double factor;
    Order order;
  };
  static constexpr OptionRow rows[] = {
      boolean<&Options::flag>("flag", true, "Changes nothing."),
      integer<&Options::count>("count", 5, {1, 9}, "Refuses 9."),
      real<&Options::factor>("factor", 0.5, {0, 1}, "Changes nothing."),
      choice<&Options::order>("order", Order::forward, {{"forward", Order::forward}, {"backward", Order::backward}},
                              "Changes nothing.")};
  explicit Fault(const Options& options) : count_(options.count) {}
  void prepare(const Graph& graph, RunContext& context) {
    if (count_ == 9) throw Unsupported("a count of 9 is one too many");
    Correct::prepare(graph, context);
  }
  std::int64_t count_;
})

FAULT(declines, "Declines graphs with a weight of zero, although the host promises them.", {
  void prepare(const Graph& graph, RunContext& context) {
    if (graph.info().edges != 0 && graph.info().min_weight == 0) throw Unsupported("weights of zero are not for me");
    Correct::prepare(graph, context);
  }
})

FAULT(declines_and_errs, "Declines every other graph, and errs on the others where they are large.", {
  void prepare(const Graph& graph, RunContext& context) {
    if (graph.info().vertices % 2 == 0) throw Unsupported("an even number of vertices is not for me");
    if (graph.info().vertices > 50) throw Failure(StatusCode::failed, "an error of its own");
    Correct::prepare(graph, context);
  }
})

FAULT(declines_options, "Declines a value of its option when its instance is made.", {
  struct Options {
    std::int64_t lanes;
  };
  static constexpr OptionRow rows[] = {integer<&Options::lanes>("lanes", 4, {1, 64}, "An even number.")};
  explicit Fault(const Options& options) {
    if (options.lanes % 2 != 0) throw Unsupported("lanes = " + std::to_string(options.lanes) + " is not even");
  }
})

FAULT_OF(finds_faults, "Its own check of a row finds faults where there are none.", Reducing, reducing_capabilities, {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Reducing::solve(problem, output, context);
    if (!problem.more.reduce || !problem.more.check) return;
    with_weight_type(output.kind, [&]<WeightType W>() { output.reduction_as<W>(output.rows - 1).faults = 3; });
  }
})

FAULT_OF(forgets_sum, "The sum of the last row of a batch is not written.", Reducing, reducing_capabilities, {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (!problem.more.reduce || output.rows < 2) return Reducing::solve(problem, output, context);
    with_weight_type(output.kind, [&]<WeightType W>() {
      const auto unwritten = output.reduction_as<W>(output.rows - 1).sum;
      Reducing::solve(problem, output, context);
      output.reduction_as<W>(output.rows - 1).sum = unwritten;
    });
  }
})

FAULT_AFTER_ALL(guesses_beyond_limit, "Vertices beyond the limit get the limit as their distance.", {
  with_distances(output, [&]<class W>(std::span<W> distances) {
    for (W& d : distances) d = std::min(d, limit_as<W>(problem.more.limit));
  });
})

FAULT(half_done, "Told to stop, it calls what it has an answer.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    try {
      Correct::solve(problem, output, context);
    } catch (const Cancelled&) {
    }
  }
})

FAULT_BEFORE(hangs, "Does not come back from graphs with one vertex, whatever it is told.", {
  while (graph_->info().vertices == 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
})

FAULT_BEFORE(ignores_cancel, "On large graphs it goes on for 600 ms after it was told to stop.", {
  if (graph_->info().vertices > 10'000 && context.cancelled())
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
})

FAULT(inexact_work, "Declares exact work counters and counts on from run to run.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    output.work.pushed = ++count_;
  }
  static inline std::atomic<std::uint64_t> count_{0};
})

FAULT_AFTER_ALL(limits_first_row, "Only the first row of a batch has what lies beyond its limit.", {
  with_weight_type(output.kind, [&]<WeightType W>() {
    const W limit = limit_as<W>(problem.more.limit);
    for (std::uint32_t row = 1; row < output.rows; ++row)
      for (W& d : output.distances_as<W>(row))
        if (limit > 0 && d > limit) d = limit;
  });
})

FAULT_AFTER_ALL(mixes_rows, "The last two rows of a batch change places.", {
  if (output.rows < 2 || output.outcome != Outcome::solved) return;
  with_weight_type(output.kind, [&]<WeightType W>() {
    std::ranges::swap_ranges(output.distances_as<W>(output.rows - 1), output.distances_as<W>(output.rows - 2));
  });
})

FAULT(no_device, "Needs a device that is nowhere.", {
  static void probe(int device) {
    throw Unsupported("device " + std::to_string(device) + " is not there; nothing can be tried");
  }
})

// Instances count in common, and wrong answers come out when there are two of them.
FAULT(shares_state, "Shares state between instances.", {
  Fault() { ++alive_; }
  Fault(Fault&& other) : Correct(other) { ++alive_; }
  ~Fault() { --alive_; }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const bool alone = alive_ == 1;
    Correct::solve(problem, output, context);
    if (!alone) with_distances(output, [&](const auto distances) { distances[problem.source] = 1; });
  }
  static inline std::atomic<int> alive_{0};
})

// Answers targets alone, but in ascending order instead of the order that was asked. Right wherever it answers in full.
FAULT_OF(sorts_targets, "Puts the distances of targets into an order of its own.", Reducing, capability::any_weights | capability::batch | capability::targets_only, {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::vector<Vertex> targets(problem.more.targets.begin(), problem.more.targets.end());
    std::ranges::sort(targets);
    Problem sorted = problem;
    sorted.more.targets = targets;
    Reducing::solve(sorted, output, context);
  }
})

FAULT_AFTER_ALL(stops_before_targets, "Says that it is exact up to the nearest target, and not the farthest.", {
  if (problem.more.targets.empty() || output.outcome != Outcome::solved) return;
  with_distances(output, [&]<class W>(std::span<W> distances) {
    for (const Vertex target : problem.more.targets)
      output.exact_to_as<W>() = std::min(output.exact_to_as<W>(), distances[target]);
  });
})

FAULT_AFTER_ALL(targets_not_final, "Gives up one vertex that is nearer than the farthest target.", {
  if (problem.more.targets.empty() || output.outcome != Outcome::solved) return;
  with_distances(output, [&]<class W>(std::span<W> distances) {
    W farthest = 0;
    for (const Vertex target : problem.more.targets) farthest = std::max(farthest, distances[target]);
    output.exact_to_as<W>() = std::min(output.exact_to_as<W>(), farthest);
    for (W& d : distances)
      if (d > 0 && d < farthest) return void(d = unreached<W>);
  });
})

FAULT_BEFORE(throws, "Throws where there are more than 100 vertices.", {
  if (graph_->info().vertices > 100) throw std::runtime_error("more than 100 vertices are too many for me");
})

FAULT(throws_number, "Throws what is no std::exception.", {
  void prepare(const Graph& graph, RunContext& context) {
    if (graph.info().edges == 2) throw 42;
    Correct::prepare(graph, context);
  }
})

FAULT_OF(unwritten_beyond_limit, "Vertices beyond the limit are left as they were.", Correct, all_capabilities, {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    with_distances(output, [&]<class W>(std::span<W> distances) {
      const std::vector<W> before(distances.begin(), distances.end());
      Correct::solve(problem, output, context);
      for (std::size_t v = 0; v < distances.size(); ++v)
        if (distances[v] > limit_as<W>(problem.more.limit)) distances[v] = before[v];
    });
  }
})

FAULT(unwritten_entry, "The last entry is left as it was.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    with_distances(output, [&](const auto distances) {
      const auto before = distances.back();
      Correct::solve(problem, output, context);
      distances.back() = before;
    });
  }
})

// The figure "within" leaves out the farthest of the vertices that it should count.
FAULT_OF(within_is_open, "Counts one vertex too few within a distance.", Reducing, reducing_capabilities, {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Reducing::solve(problem, output, context);
    if (!problem.more.reduce) return;
    with_weight_type(output.kind, [&]<WeightType W>() {
      for (std::uint32_t row = 0; row < output.rows; ++row)
        if (Reduction<W>& it = output.reduction_as<W>(row); it.within > 1) --it.within;
    });
  }
})

FAULT(writes_late, "Told to stop, it leaves a thread behind that still writes, until the next call.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    thread_ = {};
    try {
      Correct::solve(problem, output, context);
    } catch (const Cancelled&) {
      thread_ = std::jthread([distances = static_cast<std::uint32_t*>(output.distances)](const std::stop_token& stop) {
        for (; !stop.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(1)))
          ++std::atomic_ref(*distances);
      });
      throw;
    }
  }
  std::jthread thread_;
})

FAULT_AFTER(wrong_at_float, "Float distances are one unit in the last place too large at one vertex.", {
  if (output.kind != WeightKind::float32) return;
  for (float& d : output.distances_as<float>()) {
    if (!(d > 0) || d == unreached<float>) continue;
    d = std::nextafter(d, unreached<float>);
    return;
  }
})

FAULT(wrong_at_option_end, "Wrong where its option has the largest value.", {
  struct Options {
    std::int64_t lanes;
  };
  static constexpr OptionRow rows[] = {integer<&Options::lanes>("lanes", 4, {1, 64}, "Wrong at 64.")};
  explicit Fault(const Options& options) : lanes_(options.lanes) {}
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (lanes_ == 64) with_distances(output, [&](const auto distances) { distances[problem.source] = 1; });
  }
  std::int64_t lanes_;
})

// Of each negative cycle the first vertex is left out, the source put in where nothing remains.
FAULT_AFTER(wrong_cycle, "Gives wrong cycles.", {
  if (output.outcome != Outcome::negative_cycle) return;
  output.cycle.erase(output.cycle.begin());
  if (output.cycle.empty()) output.cycle.push_back(problem.source);
})

FAULT_AFTER(wrong_distance, "The largest distance is one too small.", {
  with_distances(output, []<class W>(std::span<W> distances) {
    W* worst = nullptr;
    for (W& d : distances)
      if (d != unreached<W> && d > 0 && (worst == nullptr || d > *worst)) worst = &d;
    if (worst != nullptr) *worst -= 1;
  });
})

FAULT_AFTER(wrong_predecessors, "The source is its own predecessor, as other frameworks have it.", {
  if (output.predecessors != nullptr && output.outcome == Outcome::solved)
    output.predecessors[problem.source] = problem.source;
})

// Near-far with a loop of its own, which does not say which distance is the smallest that waits: the schedule goes on
// without limits, so that the answers are right and the work is that of Bellman-Ford.
FAULT_OF(loses_order, "A schedule that loses its limits.", Correct, capability::any_weights, {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& csr) {
      const auto distances = output.distances_as<W>();
      std::ranges::fill(distances, unreached<W>);
      distances[problem.source] = 0;
      const NearFar<W> schedule{static_cast<W>(graph_->info().mean_weight + 1)};
      RoundStats<W> last{.min_distance = 0};
      std::vector<Vertex> waiting = {problem.source}, later;
      for (std::uint64_t round = 1; !waiting.empty(); ++round) {
        context.throw_if_cancelled();
        const W limit = schedule.limit(last);
        last = {.round = round, .limit = limit};  // without min_distance
        later.clear();
        std::vector<bool> pushed(csr.vertices);
        const auto push = [&](Vertex v) {
          if (!pushed[v]) later.push_back(v);
          pushed[v] = true;
        };
        for (const Vertex u : waiting) {
          if (distances[u] > limit) {
            push(u);
            continue;
          }
          for (O arc = csr.begin(u); arc < csr.end(u); ++arc, ++last.relaxed) {
            const Vertex v = csr.targets[arc];
            const W through = saturating_add(distances[u], csr.weights[arc]);
            if (!(through < distances[v])) continue;
            distances[v] = through;
            push(v);
          }
        }
        waiting.swap(later);
        output.work.relaxed += last.relaxed;
        const double end = limit == unreached<W> ? std::numeric_limits<double>::infinity() : static_cast<double>(limit);
        if (context.tracing()) context.trace({.round = round, .relaxed = last.relaxed, .limit = end});
      }
    });
  }
})
