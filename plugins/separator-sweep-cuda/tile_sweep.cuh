// Batches: tile after tile of sources, whose rows are copied to the host while the next tile is solved.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "query.cuh"
#include "sweeper.hpp"
#include "tile.cuh"
#include "times.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"

namespace wayfront::separator_sweep_cuda {

template <WeightType W>
class TileSweep {
  using Entry = Magnitude<W>;
  static constexpr unsigned lanes = tile_lanes<W>;

 public:
  /// `passed` counts the barriers of all kernels of `stream`.
  TileSweep(const DeviceStructure& structure, const Plan<W>& plan, std::uint64_t& passed, cudaStream_t stream)
      : structure_(structure),
        passed_(passed),
        stream_(stream),
        rooms_(tile_rooms_of(structure, sizeof(Entry), lanes, block_threads / 32 * 2 * 1024,
                             std::uint64_t{block_threads} * (square_side<W> + 1) * sizeof(Entry))),
        times_(structure) {
    const std::uint64_t positions = std::uint64_t{structure.host().core} + 1;
    const std::uint64_t vertices = plan.vertices;
    cuda::require_memory((positions + 2 * vertices) * lanes * sizeof(Entry), "separator-sweep-cuda: a batch");
    distances_ = {positions * lanes, "separator-sweep-cuda: distances of a batch", stream};
    const std::vector<Entry> unreached_row(lanes, separators::Numbers<W>::none);
    WAYFRONT_CUDA(cudaMemcpyAsync(distances_.data() + (positions - 1) * lanes, unreached_row.data(),
                                  lanes * sizeof(Entry), cudaMemcpyHostToDevice, stream));
    if (rooms_.locals + std::uint64_t{structure.shares().max_upper} * lanes * sizeof(Entry) > rooms_.end)
      scratch_ = {std::uint64_t{structure.shares().blocks} * structure.shares().max_upper * lanes,
                  "separator-sweep-cuda: distances of blocks", stream};
    path_nodes_ = {max_steps * lanes, "separator-sweep-cuda: paths of a batch", stream};
    for (Slot& slot : slots_) {
      slot.queries = {lanes, "separator-sweep-cuda: sources of a batch"};
      slot.is_rounded = {lanes, "separator-sweep-cuda: rounded rows"};
      slot.rows = {vertices * lanes, "separator-sweep-cuda: rows of a batch", stream};
    }
    WAYFRONT_CUDA(cudaStreamSynchronize(stream));
    WAYFRONT_CUDA(cudaFuncSetAttribute(sweep_tile<W>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       static_cast<int>(max_shared_bytes(structure.device()))));
    plan_ = {.plan = plan,
             .strips = structure.strips(),
             .strip_starts = structure.strip_starts(),
             .distances = distances_.data(),
             .path_nodes = path_nodes_.data(),
             .scratch = scratch_.data(),
             .max_upper = structure.shares().max_upper,
             .strips_room = rooms_.strips,
             .chunks = rooms_.chunks,
             .locals = rooms_.locals,
             .end = rooms_.end};
    plan_.plan.rooms = rooms_.up;
    plan_.plan.max_distances = structure.paths().max_places;
  }

  /// What is gathered, as in `plan`.
  void aim(const Plan<W>& plan) {
    for (Slot& slot : slots_)
      if (slot.rows.size() < std::uint64_t{plan.vertices} * lanes)
        slot.rows = {std::uint64_t{plan.vertices} * lanes, "separator-sweep-cuda: rows of a batch", stream_};
    plan_.plan.anchors = plan.anchors;
    plan_.plan.offsets = plan.offsets;
    plan_.plan.vertices = plan.vertices;
  }

  void run(const Batch<W>& batch, cuda::Transfer& transfer, RunContext& context) {
    const std::uint64_t vertices = plan_.plan.vertices;
    const Quiet quiet{stream_, copies_};  // also where something throws: the output is the host's again then
    for (std::uint32_t first = 0, turn = 0; first < batch.count; first += lanes, ++turn) {
      context.throw_if_cancelled();
      Slot& slot = slots_[turn % slots_.size()];
      const std::uint32_t count = std::min(lanes, batch.count - first);
      slot.copied.wait();  // returns at once for an event that was never recorded
      collect(slot, batch);
      std::uint32_t max_nodes = 0;
      for (std::uint32_t lane = 0; lane < count; ++lane) {
        slot.queries[lane] = query_of(batch.departure_of(first + lane), structure_, rooms_.up);
        max_nodes = std::max(max_nodes, slot.queries[lane].path_nodes);
        slot.is_rounded[lane] = 0;
      }
      slot.first = first;
      slot.count = count;
      slot.query_words =
          static_cast<std::uint32_t>((offsetof(Query<W>, path) + max_nodes * sizeof(PathNode) + 15) / 16);
      launch(slot, context);
      Entry* const answers = batch.answers + first * vertices;
      if (batch.is_reached) {
        slot.solved.record(stream_);
        slot.solved.block(copies_);
        WAYFRONT_CUDA(cudaMemcpyAsync(answers, slot.rows.data(), count * vertices * sizeof(Entry),
                                      cudaMemcpyDeviceToHost, copies_));
        slot.copied.record(copies_);
      } else {
        transfer.to_host(answers, slot.rows.data(), count * vertices * sizeof(Entry), context, stream_);
      }
    }
    WAYFRONT_CUDA(cudaStreamSynchronize(copies_));
    for (Slot& slot : slots_) collect(slot, batch);
    if (context.tracing())
      times_.trace({begun, staged, risen, crossed, joined, stamps, descended, met, gathered}, context);
  }

 private:
  /// Waits for all work at its end.
  struct Quiet {
    cudaStream_t work, copies;
    ~Quiet() {
      WAYFRONT_CUDA_IGNORED(cudaStreamSynchronize(work));
      WAYFRONT_CUDA_IGNORED(cudaStreamSynchronize(copies));
    }
  };

  /// A tile on its way.
  struct Slot {
    cuda::HostBuffer<Query<W>> queries;
    cuda::HostBuffer<std::uint32_t> is_rounded;
    cuda::DeviceBuffer<Entry> rows;
    cuda::Event solved, copied;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t query_words = 0;
  };

  /// What the device said about the slot's last tile.
  static void collect(Slot& slot, const Batch<W>& batch) {
    for (std::uint32_t lane = 0; lane < slot.count; ++lane)
      batch.is_rounded[slot.first + lane] = slot.is_rounded[lane] != 0 ? 1 : 0;
    slot.count = 0;
  }

  void launch(const Slot& slot, RunContext& context) {
    Tile<W> tile{.queries = slot.queries.data(),
                 .count = slot.count,
                 .query_words = slot.query_words,
                 .rows = slot.rows.data(),
                 .is_rounded = slot.is_rounded.data(),
                 .passed = passed_,
                 .times = times_.memory(context)};
    void* arguments[] = {&plan_, &tile};
    WAYFRONT_CUDA(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(sweep_tile<W>), dim3(structure_.shares().blocks),
                                              dim3(block_threads), arguments, rooms_.end, stream_));
    passed_ += 2;
  }

  const DeviceStructure& structure_;
  std::uint64_t& passed_;
  cudaStream_t stream_;
  cuda::Stream copies_;
  TileRooms rooms_;
  cuda::DeviceBuffer<Entry> distances_, scratch_;
  cuda::DeviceBuffer<std::uint32_t> path_nodes_;
  std::array<Slot, 2> slots_;
  Times times_;
  TilePlan<W> plan_{};
};

}  // namespace wayfront::separator_sweep_cuda
