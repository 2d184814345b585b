// A graph made ready for one type of weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "batch_sweep.hpp"
#include "departure.hpp"
#include "mending.hpp"
#include "narrow_tables.hpp"
#include "numbers.hpp"
#include "structure.hpp"
#include "sweep.hpp"
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
  SolverOf(const CsrView<W, std::uint32_t>& graph, const Preparation& preparation, std::int64_t max_memory,
           RunContext& context)
      : graph_(graph),
        structure_(preparation.structure),
        numbers_(numbers_of(preparation, graph, max_memory, context)),
        narrow_(structure_, numbers_) {
    if constexpr (std::is_floating_point_v<W>) exact_up_to_ = exact_up_to(graph);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    const auto sources = sources_of(problem);
    std::vector<Entry*> rows;
    for (std::uint32_t row = 0; row < sources.size(); ++row)
      rows.push_back(reinterpret_cast<Entry*>(output.distances_as<W>(row).data()));
    const std::size_t share = (sources.size() + context.threads() - 1) / context.threads();
    const std::size_t group = std::min(max_lanes, share);
    const auto solve_group = [&](std::size_t first) {
      const std::size_t count = std::min(group, sources.size() - first);
      context.throw_if_cancelled();
      workspaces_.with([&](Workspace& work) { solve_some(work, sources.subspan(first, count), rows.data() + first); });
    };
    if (sources.size() <= group) return solve_group(0);
    context.parallel_for((sources.size() + group - 1) / group, 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) solve_group(i * group);
    });
  }

 private:
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
  };

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
        if (is_exact(answers[i])) continue;
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

  bool is_exact(const Entry* answer) const {
    bool all = exact_up_to_ != 0;
    for (Vertex v = 0; v < graph_.vertices; ++v) all &= answer[v] <= exact_up_to_ || answer[v] == unreached<W>;
    return all;
  }

  CsrView<W, std::uint32_t> graph_;
  const Structure& structure_;
  Numbers<W> numbers_;
  NarrowTables<W> narrow_;
  W exact_up_to_{};  // floats only
  Workspaces<Workspace> workspaces_;
};

}  // namespace wayfront::separators
