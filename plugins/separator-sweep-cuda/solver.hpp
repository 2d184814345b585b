// A graph made ready on a device for one type of weights, and the host's part of each solve.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "departure.hpp"
#include "device_structure.hpp"
#include "mending.hpp"
#include "numbers.hpp"
#include "sweeper.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/cuda/transfer.hpp"

namespace wayfront::separator_sweep_cuda {

template <WeightType W>
class SolverOf final : public cuda::Solver {
  using Entry = Magnitude<W>;

 public:
  SolverOf(const CsrView<W, std::uint32_t>& graph, const separators::Preparation& preparation,
           const DeviceStructure& structure, std::int64_t max_memory, RunContext& context)
      : graph_(graph), departure_(graph, preparation.structure), mending_(graph) {
    Entry exact_up_to{};
    if constexpr (std::is_floating_point_v<W>) exact_up_to = separators::exact_up_to(graph);
    context.phase(Phase::compute);
    const auto numbers = separators::numbers_of(preparation, graph, max_memory, context);
    sweeper_ = make_sweeper<W>(structure, numbers, exact_up_to, context);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    const auto sources = sources_of(problem);
    const std::uint64_t bytes = std::uint64_t{output.vertices} * sizeof(W) * sources.size();
    const bool is_reached = transfer_.reaches(output.distances, bytes, output.memory);
    if (sources.size() >= min_batch)
      return solve_batch(sources, output, is_reached, context);
    if (!is_reached && answer_.size() == 0) answer_ = {output.vertices, "separator-sweep-cuda: answer"};
    for (std::uint32_t row = 0; row < sources.size(); ++row) {
      context.throw_if_cancelled();
      Entry* const answer = answer_of(output, row);
      Entry* const landing = is_reached ? answer : answer_.data();
      const separators::Departure<W>& departure = departure_.from(sources[row]);
      const bool is_exact = sweeper_->run(departure, landing, context);
      if (!is_reached) std::copy_n(landing, output.vertices, answer);
      for (const auto& [vertex, distance] : departure.near) answer[vertex] = std::min(answer[vertex], distance);
      if (!is_exact) mend(sources[row], answer);
    }
  }

 private:
  static constexpr std::size_t min_batch = 4;  // sources below which one after the other is as fast

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
                   .answers = answer_of(output, 0),
                   .is_reached = is_reached,
                   .is_rounded = is_rounded.data()},
                  transfer_, context);
    for (const auto& [row, at] : near) {
      Entry& entry = answer_of(output, row)[at.vertex];
      entry = std::min(entry, at.distance);
    }
    for (std::uint32_t row = 0; row < sources.size(); ++row)
      if (is_rounded[row] != 0) mend(sources[row], answer_of(output, row));
  }

  static Entry* answer_of(const Output& output, std::uint32_t row) {
    return reinterpret_cast<Entry*>(output.distances_as<W>(row).data());
  }

  void mend(Vertex source, Entry* answer) {
    if constexpr (std::is_floating_point_v<W>) {
      std::copy_n(answer, graph_.vertices, mending_.rough());
      mending_.mend(source, answer);
    }
  }

  struct NoMending {
    explicit NoMending(const CsrView<W, std::uint32_t>& /*graph*/) {}
  };
  template <class T, bool = std::is_floating_point_v<T>>
  struct MendingOf {
    using type = NoMending;
  };
  template <class T>
  struct MendingOf<T, true> {
    using type = separators::Mending<T>;
  };

  CsrView<W, std::uint32_t> graph_;
  separators::DepartureSearch<W> departure_;
  typename MendingOf<W>::type mending_;
  std::unique_ptr<Sweeper<W>> sweeper_;
  cuda::Transfer transfer_;
  cuda::HostBuffer<Entry> answer_;  // made when the device cannot write to the output
};

}  // namespace wayfront::separator_sweep_cuda
