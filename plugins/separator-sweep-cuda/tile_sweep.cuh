// Batches: tile after tile of sources, whose rows are copied to the host while the next tile is solved, or added up.
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
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/row_reduction.cuh"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"

namespace wayfront::separator_sweep_cuda {

// Reductions of a tile's rows, where they stand on the device.

/// A vertex beside its source, to which a way outside of the tables may be shorter (Departure::near).
template <WeightType W>
struct NearEntry {
  std::uint32_t lane;
  Vertex vertex;
  Magnitude<W> distance;
};

inline constexpr unsigned row_pieces = 4;  // blocks of a row: with 64 rows enough for every multiprocessor
inline constexpr unsigned sum_threads = 512;

/// A thread for each entry; no two have the same lane and vertex.
template <WeightType W>
__global__ void lower_near(Magnitude<W>* rows, std::uint64_t pitch, const NearEntry<W>* near, std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const NearEntry<W> it = near[i];
  Magnitude<W>& distance = rows[it.lane * pitch + it.vertex];
  if (it.distance < distance) distance = it.distance;
}

/// A row of blocks for each lane: block x leaves what it has of row y in sums[y * row_pieces + x].
template <WeightType W>
__global__ void __launch_bounds__(sum_threads)
    sum_rows(const Magnitude<W>* rows, std::uint64_t pitch, std::uint32_t vertices, cuda::RowLimits<W> limits,
             Reduction<W>* sums) {
  __shared__ cuda::RowReductionMemory<W> memory;
  const Magnitude<W>* const distances = rows + blockIdx.y * pitch;
  const auto row = [distances](Vertex v) { return static_cast<W>(distances[v]); };
  const auto cut = [vertices](unsigned piece) {
    return static_cast<Vertex>(std::uint64_t{vertices} * piece / row_pieces);
  };
  const Reduction<W> sum = cuda::reduce_row<W>(row, cut(blockIdx.x), cut(blockIdx.x + 1), limits, memory);
  if (threadIdx.x == 0) sums[blockIdx.y * row_pieces + blockIdx.x] = sum;
}

template <WeightType W>
class TileSweep {
  using Entry = Magnitude<W>;
  static constexpr unsigned lanes = tile_lanes<W>;

 public:
  static TileRooms rooms_on(const DeviceStructure& structure) {
    constexpr std::uint32_t chunk_bytes = 1024;  // of tables, of which a warp has two
    constexpr std::uint64_t square_bytes = std::uint64_t{32} * (square_side<W> + 1) * sizeof(Entry);
    constexpr std::uint32_t warps = block_threads / 32;
    return tile_rooms_of(structure, sizeof(Entry), lanes, warps * 2 * chunk_bytes, warps * square_bytes);
  }

  /// `passed` counts the barriers of all kernels of `stream`.
  TileSweep(const DeviceStructure& structure, const Plan<W>& plan, std::uint64_t& passed, cudaStream_t stream)
      : structure_(structure), passed_(passed), stream_(stream), rooms_(rooms_on(structure)), times_(structure) {
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
      slot.sums = {lanes * row_pieces, "separator-sweep-cuda: sums of rows"};
    }
    WAYFRONT_CUDA(cudaStreamSynchronize(stream));
    cuda::allow_shared_memory(sweep_tile<W>, max_shared_bytes(structure.device()));
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

  /// What is gathered, as in `plan`. Cannot fail: room for rows is made when there is a batch.
  void aim(const Plan<W>& plan) {
    plan_.plan.anchors = plan.anchors;
    plan_.plan.offsets = plan.offsets;
    plan_.plan.vertices = plan.vertices;
  }

  void run(const Batch<W>& batch, cuda::Transfer& transfer, RunContext& context) {
    const std::uint64_t vertices = plan_.plan.vertices;
    for (Slot& slot : slots_) {
      slot.count = 0;  // a batch that was cancelled left its tiles
      if (slot.rows.size() < pitch_of(vertices) * lanes)
        slot.rows = {pitch_of(vertices) * lanes, "separator-sweep-cuda: rows of a batch", stream_};
    }
    const Quiet quiet{stream_, copies_};  // also where something throws: the output is the host's again then
    for (std::uint32_t first = 0, turn = 0; first < batch.count; first += lanes, ++turn) {
      context.throw_if_cancelled();
      Slot& slot = slots_[turn % slots_.size()];
      const std::uint32_t count = std::min(lanes, batch.count - first);
      slot.copied.wait();  // returns at once for an event that was never recorded
      collect(slot, batch);
      std::uint32_t max_nodes = 0;
      near_.clear();
      for (std::uint32_t lane = 0; lane < count; ++lane) {
        const separators::Departure<W>& departure = batch.departure_of(first + lane);
        for (const auto& it : departure.near) near_.push_back({lane, it.vertex, it.distance});
        slot.queries[lane] = query_of(departure, structure_, rooms_.up);
        max_nodes = std::max(max_nodes, slot.queries[lane].path_nodes);
        slot.is_rounded[lane] = 0;
      }
      slot.first = first;
      slot.count = count;
      slot.query_words =
          static_cast<std::uint32_t>((offsetof(Query<W>, path) + max_nodes * sizeof(PathNode) + 15) / 16);
      const bool packed = !batch.is_reached && batch.reductions == nullptr;
      slot.pitch = packed ? vertices : pitch_of(vertices);
      launch(slot, context);
      if (batch.reductions != nullptr) {
        sum_up(slot, batch);
        continue;
      }
      Entry* const answers = batch.answers + first * vertices;
      if (batch.is_reached) {
        slot.solved.record(stream_);
        slot.solved.block(copies_);
        WAYFRONT_CUDA(cudaMemcpy2DAsync(answers, vertices * sizeof(Entry), slot.rows.data(), slot.pitch * sizeof(Entry),
                                        vertices * sizeof(Entry), count, cudaMemcpyDeviceToHost, copies_));
        slot.copied.record(copies_);
      } else {
        transfer.to_host(answers, slot.rows.data(), count * vertices * sizeof(Entry), context, stream_);
      }
    }
    WAYFRONT_CUDA(cudaStreamSynchronize(batch.reductions != nullptr ? stream_ : copies_.get()));
    for (Slot& slot : slots_) collect(slot, batch);
    if (context.tracing())
      times_.trace({begun, staged, risen, crossed, joined, stamps, descended, met, gathered}, context);
  }

 private:
  /// Whole lines of 128 bytes: the device writes others at less than full speed.
  static std::uint64_t pitch_of(std::uint64_t vertices) {
    constexpr std::uint64_t line = 128 / sizeof(Entry);
    return (vertices + line - 1) / line * line;
  }

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
    cuda::HostBuffer<NearEntry<W>> near;
    cuda::HostBuffer<Reduction<W>> sums;  // by lane and piece
    cuda::DeviceBuffer<Entry> rows;
    cuda::Event solved, copied;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t query_words = 0;
    std::uint64_t pitch = 0;
  };

  /// What the device said about the slot's last tile.
  static void collect(Slot& slot, const Batch<W>& batch) {
    for (std::uint32_t lane = 0; lane < slot.count; ++lane)
      batch.is_rounded[slot.first + lane] = slot.is_rounded[lane] != 0 ? 1 : 0;
    for (std::uint32_t lane = 0; lane < slot.count && batch.reductions != nullptr; ++lane) {
      Reduction<W> sum = slot.sums[lane * row_pieces];
      for (unsigned piece = 1; piece < row_pieces; ++piece)
        cuda::add_reduction(sum, slot.sums[lane * row_pieces + piece]);
      batch.reductions[slot.first + lane] = sum;
    }
    slot.count = 0;
  }

  /// After launch(), in the same stream.
  void sum_up(Slot& slot, const Batch<W>& batch) {
    if (slot.near.size() < near_.size())
      slot.near = {std::max<std::uint64_t>(2 * near_.size(), 1024), "separator-sweep-cuda: vertices beside sources"};
    std::ranges::copy(near_, slot.near.data());
    if (const auto count = static_cast<std::uint32_t>(near_.size()); count != 0)
      cuda::launch(lower_near<W>, {cuda::blocks_for(count, sum_threads), sum_threads}, stream_, slot.rows.data(),
                   slot.pitch, slot.near.data(), count);
    cuda::launch(sum_rows<W>, {dim3(row_pieces, slot.count), sum_threads}, stream_, slot.rows.data(), slot.pitch,
                 plan_.plan.vertices, batch.limits, slot.sums.data());
    slot.copied.record(stream_);
  }

  void launch(const Slot& slot, RunContext& context) {
    Tile<W> tile{.queries = slot.queries.data(),
                 .count = slot.count,
                 .query_words = slot.query_words,
                 .rows = slot.rows.data(),
                 .pitch = slot.pitch,
                 .is_rounded = slot.is_rounded.data(),
                 .passed = passed_,
                 .times = times_.memory(context)};
    cuda::launch_together(sweep_tile<W>, {structure_.shares().blocks, block_threads, rooms_.end}, stream_, plan_, tile);
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
  std::vector<NearEntry<W>> near_;  // of the tile that is made
  Times times_;
  TilePlan<W> plan_{};
};

}  // namespace wayfront::separator_sweep_cuda
