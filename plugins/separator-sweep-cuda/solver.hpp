// A graph made ready on a device for one type of weights, and the host's part of each solve.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "departure.hpp"
#include "device_structure.hpp"
#include "mending.hpp"
#include "numbers.hpp"
#include "structure.hpp"
#include "sweeper.hpp"
#include "wayfront/cpu/row_reduction.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::separator_sweep_cuda {

/// The targets of a call: their ways into the core, and where a vertex is among them.
template <WeightType W>
class Targets {
 public:
  using Entry = Magnitude<W>;

  /// `offsets` are Numbers::offsets. Targets may be repeated.
  Targets(const separators::Structure& structure, std::span<const Entry> offsets, std::span<const Vertex> targets)
      : targets_(targets.begin(), targets.end()), ascending_(targets.size()) {
    for (const Vertex target : targets_)
      for (const std::size_t side : {0U, 1U}) {
        anchors_.push_back(structure.anchors[2 * std::size_t{target} + side]);
        offsets_.push_back(offsets[2 * std::size_t{target} + side]);
      }
    std::iota(ascending_.begin(), ascending_.end(), 0U);
    std::ranges::sort(ascending_, {}, [&](std::uint32_t i) { return targets_[i]; });
  }

  bool is(std::span<const Vertex> targets) const { return std::ranges::equal(targets_, targets); }
  std::span<const Vertex> all() const { return targets_; }
  std::span<const std::uint32_t> anchors() const { return anchors_; }
  std::span<const Entry> offsets() const { return offsets_; }
  /// Where the vertex is among the targets, as often as it is there.
  std::span<const std::uint32_t> places_of(Vertex vertex) const {
    const auto found = std::ranges::equal_range(ascending_, vertex, {}, [&](std::uint32_t i) { return targets_[i]; });
    return {found.begin(), found.end()};
  }

 private:
  std::vector<Vertex> targets_;
  std::vector<std::uint32_t> anchors_;
  std::vector<Entry> offsets_;
  std::vector<std::uint32_t> ascending_;  // places, by vertex
};

template <WeightType W>
class SolverOf final : public cuda::Solver {
  using Entry = Magnitude<W>;

 public:
  SolverOf(const CsrView<W, std::uint32_t>& graph, const separators::Preparation& preparation,
           const DeviceStructure& structure, std::int64_t max_memory, RunContext& context)
      : graph_(graph), preparation_(preparation), departure_(graph, preparation.structure) {
    Entry exact_up_to{};
    if constexpr (std::is_floating_point_v<W>) exact_up_to = separators::exact_up_to(graph);
    context.phase(Phase::compute);
    auto numbers = separators::numbers_of(preparation, graph, max_memory, context);
    sweeper_ = make_sweeper<W>(structure, numbers, exact_up_to, context);
    offsets_ = std::move(numbers.offsets);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    const auto sources = sources_of(problem);
    if (problem.more.reduce) return reduce(problem, output, context);
    const std::uint64_t bytes = std::uint64_t{output.vertices} * sizeof(W) * sources.size();
    // Before anything is copied: memory of an output that is gone, and that others may have now, is locked until here.
    const bool is_reached = transfer_.reaches(output.distances, bytes, output.memory);
    aim(problem.more.targets, context);
    if (sources.size() >= min_batch && sweeper_->takes_batches())
      return solve_batch(sources, output, is_reached, context);
    if (!is_reached && answer_.size() < output.vertices) answer_ = {output.vertices, "separator-sweep-cuda: answer"};
    for (std::uint32_t row = 0; row < sources.size(); ++row) {
      context.throw_if_cancelled();
      const std::span<Entry> answer = answer_of(output, row);
      solve_one(sources[row], answer, is_reached ? answer.data() : answer_.data(), context);
    }
  }

 private:
  static constexpr std::size_t min_batch = 4;  // sources below which one after the other is as fast

  /// The same targets come again in most runs.
  void aim(std::span<const Vertex> targets, RunContext& context) {
    if (targets_ == nullptr ? targets.empty() : targets_->is(targets)) return;
    std::unique_ptr<Targets<W>> next;
    if (!targets.empty()) next = std::make_unique<Targets<W>>(preparation_.structure, offsets_, targets);
    targets_.reset();  // the sweeper stands for all vertices if the rest throws
    aim(std::move(next), context);
  }
  void aim(std::unique_ptr<Targets<W>> targets, RunContext& context) {
    if (targets == nullptr)
      sweeper_->aim({}, {}, context);
    else
      sweeper_->aim(targets->anchors(), targets->offsets(), context);
    targets_ = std::move(targets);
  }

  /// The device writes to `landing`.
  void solve_one(Vertex source, std::span<Entry> answer, Entry* landing, RunContext& context) {
    const separators::Departure<W>& departure = departure_.from(source);
    const bool is_exact = sweeper_->run(departure, landing, context);
    if (landing != answer.data()) std::copy_n(landing, answer.size(), answer.data());
    for (const auto& near : departure.near) lower(answer, near);
    if (!is_exact) mend(source, answer, context);
  }

  void solve_batch(std::span<const Vertex> sources, Output& output, bool is_reached, RunContext& context) {
    struct Near {
      std::uint32_t row;
      typename separators::Departure<W>::Near at;
    };
    std::vector<Near> near;
    std::vector<std::uint8_t> is_rounded(sources.size());
    const auto departure_of = [&](std::uint32_t row) -> const separators::Departure<W>& {
      const separators::Departure<W>& departure = departure_.from(sources[row]);
      for (const auto& it : departure.near) near.push_back({row, it});
      return departure;
    };
    sweeper_->run({.count = static_cast<std::uint32_t>(sources.size()),
                   .departure_of = departure_of,
                   .answers = answer_of(output, 0).data(),
                   .is_reached = is_reached,
                   .is_rounded = is_rounded.data()},
                  transfer_, context);
    for (const auto& [row, at] : near) lower(answer_of(output, row), at);
    for (std::uint32_t row = 0; row < sources.size(); ++row)
      if (is_rounded[row] != 0) mend(sources[row], answer_of(output, row), context);
  }

  /// Rows stay on the device, but for those whose sums have to be mended.
  void reduce(const Problem& problem, Output& output, RunContext& context) {
    const auto sources = sources_of(problem);
    aim(std::span<const Vertex>{}, context);
    std::vector<std::uint8_t> is_left(sources.size(), 1);
    if (sources.size() >= min_batch && sweeper_->takes_batches()) {
      const auto departure_of = [&](std::uint32_t row) -> const separators::Departure<W>& {
        return departure_.from(sources[row]);
      };
      sweeper_->run({.count = static_cast<std::uint32_t>(sources.size()),
                     .departure_of = departure_of,
                     .answers = nullptr,
                     .is_reached = false,
                     .is_rounded = is_left.data(),
                     .reductions = &output.reduction_as<W>(),
                     .limits = cuda::RowLimits<W>::of(problem)},
                    transfer_, context);
    }
    for (std::uint32_t row = 0; row < sources.size(); ++row) {
      if (is_left[row] == 0) continue;
      context.throw_if_cancelled();
      output.reduction_as<W>(row) = reduced_alone(sources[row], problem, context);
    }
  }

  Reduction<W> reduced_alone(Vertex source, const Problem& problem, RunContext& context) {
    if (answer_.size() < graph_.vertices) answer_ = {graph_.vertices, "separator-sweep-cuda: answer"};
    const std::span<Entry> answer = answer_.span().first(graph_.vertices);
    solve_one(source, answer, answer.data(), context);
    return reduce_row<W>({reinterpret_cast<const W*>(answer.data()), answer.size()}, problem.more.limit,
                         problem.more.within);
  }

  /// A row of all vertices, or of the targets.
  static std::span<Entry> answer_of(const Output& output, std::uint32_t row) {
    const auto distances = output.distances_as<W>(row);
    return {reinterpret_cast<Entry*>(distances.data()), distances.size()};
  }

  void lower(std::span<Entry> answer, const typename separators::Departure<W>::Near& near) const {
    if (targets_ == nullptr) {
      answer[near.vertex] = std::min(answer[near.vertex], near.distance);
    } else {
      for (const std::uint32_t place : targets_->places_of(near.vertex))
        answer[place] = std::min(answer[place], near.distance);
    }
  }

  /// Rounded sums can be mended for all vertices only.
  void mend(Vertex source, std::span<Entry> answer, RunContext& context) {
    if constexpr (std::is_floating_point_v<W>) {
      if (targets_ == nullptr) {
        if (mending_ == nullptr) mending_ = std::make_unique<MendingOf>(graph_);
        std::ranges::copy(answer, mending_->rough());
        mending_->mend(source, answer.data());
        return;
      }
      if (answer_.size() < graph_.vertices) answer_ = {graph_.vertices, "separator-sweep-cuda: answer"};
      std::unique_ptr<Targets<W>> targets = std::move(targets_);
      aim(nullptr, context);
      const separators::Departure<W>& departure = departure_.from(source);
      sweeper_->run(departure, answer_.data(), context);
      for (const auto& near : departure.near) lower(answer_.span(), near);
      mend(source, answer_.span().first(graph_.vertices), context);
      for (std::size_t i = 0; i < answer.size(); ++i) answer[i] = answer_[targets->all()[i]];
      aim(std::move(targets), context);
    }
  }

  using MendingOf = separators::Mending<std::conditional_t<std::is_floating_point_v<W>, W, float>>;  // floats only

  CsrView<W, std::uint32_t> graph_;
  const separators::Preparation& preparation_;
  separators::DepartureSearch<W> departure_;
  std::unique_ptr<MendingOf> mending_;  // made when a sum has rounded
  std::unique_ptr<Sweeper<W>> sweeper_;
  std::vector<Entry> offsets_;           // Numbers::offsets
  std::unique_ptr<Targets<W>> targets_;  // of the call before; null: all vertices
  cuda::Transfer transfer_;
  cuda::HostBuffer<Entry> answer_;  // made when the device cannot write to the output
};

}  // namespace wayfront::separator_sweep_cuda
