// A graph made ready for one type of weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "batch_sweep.hpp"
#include "departure.hpp"
#include "meeting.hpp"
#include "mending.hpp"
#include "narrow_tables.hpp"
#include "numbers.hpp"
#include "structure.hpp"
#include "sweep.hpp"
#include "target_set.hpp"
#include "wayfront/cpu/row_reduction.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

/// Virtual once per solve, so that nothing below has to ask for types.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

template <WeightType W>
class SolverOf final : public Solver {
  using Entry = Magnitude<W>;

 public:
  /// In the memory of the tables of `before`, which is over then; it may be null.
  SolverOf(const CsrView<W, std::uint32_t>& graph, const Preparation& preparation, std::int64_t max_memory,
           RunContext& context, Solver* before)
      : graph_(graph),
        structure_(preparation.structure),
        numbers_(numbers_of(preparation, graph, max_memory, context, numbers_in(before))),
        narrow_(structure_, numbers_) {
    if constexpr (std::is_floating_point_v<W>) exact_up_to_ = exact_up_to(graph);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    if (!problem.more.targets.empty()) return solve_targets(problem, output, context);
    const auto sources = sources_of(problem);
    std::vector<Entry*> rows;
    for (std::uint32_t row = 0; row < sources.size() && !problem.more.reduce; ++row)
      rows.push_back(reinterpret_cast<Entry*>(output.distances_as<W>(row).data()));
    const std::size_t share = (sources.size() + context.threads() - 1) / context.threads();
    std::size_t group = std::min(max_lanes, share);
    if (problem.more.reduce && graph_.vertices != 0)  // each thread has rows of its own
      group =
          std::clamp<std::size_t>(max_reduced_bytes / (context.threads() * sizeof(Entry) * graph_.vertices), 1, group);
    const auto solve_group = [&](std::size_t first) {
      const std::size_t count = std::min(group, sources.size() - first);
      context.throw_if_cancelled();
      workspaces_.with([&](Workspace& work) {
        if (problem.more.reduce)
          reduce_some(work, problem, sources.subspan(first, count), static_cast<std::uint32_t>(first), output);
        else
          solve_some(work, sources.subspan(first, count), rows.data() + first);
      });
    };
    if (sources.size() <= group) return solve_group(0);
    context.parallel_for((sources.size() + group - 1) / group, 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) solve_group(i * group);
    });
  }

 private:
  static Numbers<W> numbers_in(Solver* before) {
    auto* const same = dynamic_cast<SolverOf*>(before);
    return same == nullptr ? Numbers<W>() : std::move(same->numbers_);
  }

  static constexpr std::size_t max_reduced_bytes = std::size_t{1} << 30;  // of the rows of all threads

  static constexpr std::size_t max_lanes = 64 / sizeof(Entry);
  static constexpr std::size_t few_lanes = 8;
  static constexpr std::size_t min_batch = 4;  // sources below which one after the other is as fast

  using MendingOf = Mending<std::conditional_t<std::is_floating_point_v<W>, W, float>>;  // floats only

  /// What one thread needs. Parts are made when they are first used.
  struct Workspace {
    std::unique_ptr<DepartureSearch<W>> departure;
    std::unique_ptr<Sweep<W>> sweep;
    std::unique_ptr<BatchSweep<W, few_lanes>> few;
    std::unique_ptr<BatchSweep<W, max_lanes>> many;
    std::unique_ptr<MendingOf> mending;
    std::vector<Entry> answers;    // by place of a target
    std::vector<Entry> by_column;  // of a meeting
    std::vector<Entry> all;        // floats only: all distances, where targets' have to be mended
    std::vector<Entry> reduced;    // rows of which only reductions are wanted
  };

  /// The loop of RowReduction for this processor.
  struct Reduce {
    template <std::size_t bytes>
    [[gnu::always_inline]] static void run(const W* distances, std::size_t count, W bound, W within,
                                           Reduction<W>* result) {
      RowReduction<W>::template run<bytes>(distances, count, bound, within, result);
    }
  };

  /// Rows of the output from `first` on; the distances go no farther than the processor's cache.
  void reduce_some(Workspace& work, const Problem& problem, std::span<const Vertex> sources, std::uint32_t first,
                   Output& output) {
    const std::size_t vertices = graph_.vertices;
    work.reduced.resize(sources.size() * vertices);
    Entry* rows[max_lanes] = {};
    for (std::size_t i = 0; i < sources.size(); ++i) rows[i] = work.reduced.data() + i * vertices;
    solve_some(work, sources, rows);
    const W bound = reached_bound<W>(problem.more.limit);
    const W within = std::min(bound, reached_bound<W>(problem.more.within));
    for (std::uint32_t i = 0; i < sources.size(); ++i)
      run_vectorised<Reduce>(reinterpret_cast<const W*>(rows[i]), vertices, bound, within,
                             &output.reduction_as<W>(first + i));
  }

  /// Targets are the same from call to call in most runs, so what is made of them is kept.
  void solve_targets(const Problem& problem, Output& output, RunContext& context) {
    const auto sources = sources_of(problem);
    if (targets_ == nullptr || !targets_->is(problem.more.targets)) {
      meeting_.reset();
      targets_ = std::make_unique<TargetSet>(structure_, narrow_.has, problem.more.targets);
      asked_ = 0;
    }
    asked_ += sources.size();
    if (meeting_ == nullptr && meeting_pays())
      meeting_ = std::make_unique<Meeting<W>>(structure_, numbers_, *targets_, context);
    context.parallel_for(sources.size(), 4, [&](std::uint64_t begin, std::uint64_t end) {
      context.throw_if_cancelled();
      workspaces_.with([&](Workspace& work) {
        for (std::uint64_t i = begin; i < end; ++i)
          solve_targets(work, sources[i], output.distances_as<W>(static_cast<std::uint32_t>(i)));
      });
    });
  }

  /// A meeting costs one way up for each target at first, and then little for each pair; a sweep goes over all nodes
  /// that lead to targets.
  bool meeting_pays() const {
    constexpr std::size_t columns_of_a_sweep = 32;
    constexpr std::size_t max_share = 16;
    const std::size_t targets = targets_->places();
    return targets <= asked_ * columns_of_a_sweep && targets <= graph_.vertices / max_share + columns_of_a_sweep;
  }

  void solve_targets(Workspace& work, Vertex source, std::span<W> row) {
    if (work.departure == nullptr) work.departure = std::make_unique<DepartureSearch<W>>(graph_, structure_);
    if (work.sweep == nullptr) work.sweep = std::make_unique<Sweep<W>>(structure_, numbers_, narrow_);
    const Departure<W>& departure = work.departure->from(source);
    work.answers.resize(targets_->places());
    if (meeting_ != nullptr) {
      work.by_column.resize(meeting_->columns());
      work.sweep->run(departure, *targets_, *meeting_, work.by_column.data(), work.answers.data());
    } else {
      work.sweep->run(departure, *targets_, work.answers.data());
    }
    if constexpr (std::is_floating_point_v<W>)
      if (!is_exact(work.answers)) mend_targets(work, source);
    const auto place = targets_->place();
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<W>(work.answers[place[i]]);
  }

  /// Rounded sums can be mended for all vertices only.
  void mend_targets(Workspace& work, Vertex source) {
    work.all.resize(graph_.vertices);
    Entry* const all = work.all.data();
    solve_some(work, {&source, 1}, &all);
    for (std::size_t place = 0; place < work.answers.size(); ++place)
      work.answers[place] = all[targets_->distinct()[place]];
  }

  /// At most max_lanes sources.
  void solve_some(Workspace& work, std::span<const Vertex> sources, Entry* const* answers) {
    if (work.departure == nullptr) work.departure = std::make_unique<DepartureSearch<W>>(graph_, structure_);
    if (sources.size() > few_lanes) {
      sweep_batch(work.many, *work.departure, sources, answers);
    } else if (sources.size() >= min_batch) {
      sweep_batch(work.few, *work.departure, sources, answers);
    } else {
      if (work.sweep == nullptr) work.sweep = std::make_unique<Sweep<W>>(structure_, numbers_, narrow_);
      for (std::size_t i = 0; i < sources.size(); ++i) work.sweep->run(work.departure->from(sources[i]), answers[i]);
    }
    if constexpr (std::is_floating_point_v<W>) {
      if (work.mending == nullptr) work.mending = std::make_unique<MendingOf>(graph_);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        if (is_exact({answers[i], graph_.vertices})) continue;
        std::copy_n(answers[i], graph_.vertices, work.mending->rough());
        work.mending->mend(sources[i], answers[i]);
      }
    }
  }

  template <std::size_t lanes>
  void sweep_batch(std::unique_ptr<BatchSweep<W, lanes>>& sweep, DepartureSearch<W>& departure,
                   std::span<const Vertex> sources, Entry* const* answers) {
    if (sweep == nullptr) sweep = std::make_unique<BatchSweep<W, lanes>>(structure_, numbers_);
    sweep->run(
        static_cast<std::uint32_t>(sources.size()),
        [&](std::uint32_t i) -> const Departure<W>& { return departure.from(sources[i]); }, answers);
  }

  bool is_exact(std::span<const Entry> distances) const {
    bool all = exact_up_to_ != 0;
    for (const Entry distance : distances) all &= distance <= exact_up_to_ || distance == unreached<W>;
    return all;
  }

  CsrView<W, std::uint32_t> graph_;
  const Structure& structure_;
  Numbers<W> numbers_;
  NarrowTables<W> narrow_;
  W exact_up_to_{};                      // floats only
  std::unique_ptr<TargetSet> targets_;   // of the call before
  std::unique_ptr<Meeting<W>> meeting_;  // of these, once it pays
  std::size_t asked_ = 0;                // sources since these targets came
  Workspaces<Workspace> workspaces_;
};

}  // namespace wayfront::separators
