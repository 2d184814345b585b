// Sweeps on a device: a graph's numbers there, and what launches the kernels.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "departure.hpp"
#include "device_structure.hpp"
#include "structure.hpp"
#include "wayfront/cuda/row_reduction.cuh"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separator_sweep_cuda {

/// Several sources, and where their answers go.
template <WeightType W>
struct Batch {
  std::uint32_t count;
  FunctionRef<const separators::Departure<W>&(std::uint32_t row)> departure_of;  // called once for each row
  Magnitude<W>* answers;     // row after row; null with `reductions`
  bool is_reached;           // page-locked
  std::uint8_t* is_rounded;  // by row: set where a distance is above `exact_up_to`
  /// Unless null: what is left of the rows, Departure::near included, in place of answers. Right where a row is not
  /// rounded.
  Reduction<W>* reductions = nullptr;
  cuda::RowLimits<W> limits{};
};

template <WeightType W>
class Sweeper {
 public:
  using Entry = Magnitude<W>;

  virtual ~Sweeper() = default;
  /// From now on answers have these entries alone, each with its two ways into the core; none: all vertices, in order.
  virtual void aim(std::span<const std::uint32_t> anchors, std::span<const Entry> offsets, RunContext& context) = 0;
  /// The answer from one source, but for Departure::near, is in `answer` on return: page-locked memory of the host's. False where a distance is above `exact_up_to`.
  virtual bool run(const separators::Departure<W>& departure, Entry* answer, RunContext& context) = 0;
  /// Whether blocks have memory enough for several sources.
  virtual bool takes_batches() const = 0;
  /// The answers, but for Departure::near, are there on return.
  virtual void run(const Batch<W>& batch, cuda::Transfer& transfer, RunContext& context) = 0;
};

/// `exact_up_to`: for floats, the largest sum of weights that is not rounded. Throws Unsupported where the device's
/// multiprocessors have too little memory, and Failure(out_of_memory).
template <WeightType W>
std::unique_ptr<Sweeper<W>> make_sweeper(const DeviceStructure& structure, const separators::Numbers<W>& numbers,
                                         Magnitude<W> exact_up_to, RunContext& context);

}  // namespace wayfront::separator_sweep_cuda
