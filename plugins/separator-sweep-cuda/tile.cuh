// Several sources in one kernel, a tile: each lane of a warp has one, so that an entry of a table is read once for 32.
//
// Each source goes up in a block of its own; after a barrier each block works out its part of the way down for all of
// them; after another one, answers are gathered, each warp turning squares of vertices by sources into rows.
#pragma once

#include <cstdint>

#include "kernel.cuh"

namespace wayfront::separator_sweep_cuda {

template <WeightType W>
inline constexpr unsigned tile_lanes = 256 / sizeof(W);
template <WeightType W>
inline constexpr unsigned square_side = 128 / sizeof(W);  // vertices of a square; it has 32 sources

template <WeightType W>
struct TilePlan {
  using Entry = Magnitude<W>;

  Plan<W> plan;  // with rooms for the way up; its distances are those of the path
  const Strip* strips;
  const std::uint32_t* strip_starts;
  Entry* distances;           // by position and lane; those of the position after the last are unreached
  std::uint32_t* path_nodes;  // by step and lane
  Entry* scratch;             // distances of blocks that have no room for them: max_upper rows for each block
  std::uint32_t max_upper;
  std::uint32_t strips_room, chunks, locals, end;  // TileRooms
};

template <WeightType W>
struct Tile {
  using Entry = Magnitude<W>;

  const Query<W>* queries;    // in memory of the host's
  std::uint32_t count;        // of sources
  std::uint32_t query_words;  // of 16 bytes, that the longest path has
  Entry* rows;                // answers
  std::uint64_t pitch;        // entries from one row to the next
  std::uint32_t* is_rounded;  // by lane, in memory of the host's; only ever set
  std::uint64_t passed;
  std::uint64_t* times;  // max_stamps for each block; null: none wanted
};

template <WeightType W>
class BlockTile {
  using Entry = Magnitude<W>;
  static constexpr Entry none = separators::Numbers<W>::none;
  static constexpr unsigned lanes = tile_lanes<W>;
  static constexpr unsigned parts = lanes / 32;  // sources of a thread
  static constexpr unsigned warps = block_threads / 32;
  static constexpr unsigned chunk_rows = 128 / sizeof(Entry);
  static constexpr unsigned row_words = 8 * sizeof(Entry) / 16;

 public:
  __device__ BlockTile(const TilePlan<W>& plan, const Tile<W>& tile, unsigned char* memory)
      : plan_(plan),
        tile_(tile),
        memory_(memory),
        map_(plan.plan.rooms.map == not_staged ? plan.plan.maps + std::size_t{blockIdx.x} * plan.plan.pitch
                                               : reinterpret_cast<std::uint32_t*>(memory + plan.plan.rooms.map)) {}

  __device__ void run(Query<W>& query, std::uint32_t* counts) {
    cuda::GridBarrier barrier(plan_.plan.barrier, tile_.passed);
    stamp(begun);
    go_up(query, counts);
    stamp(crossed);
    meet(barrier);
    stamp(joined);
    head_ = *reinterpret_cast<const ShareHead*>(map_);
    locals_ = reinterpret_cast<Entry*>(memory_ + plan_.locals);
    scratch_ = plan_.scratch + std::size_t{blockIdx.x} * plan_.max_upper * lanes;
    rows_in_shared_ = (plan_.end - plan_.locals) / (lanes * sizeof(Entry));
    load_columns();
    for (std::uint32_t step = 0; step < head_.steps; ++step) {
      go_down(step);
      stamp(stamps + step);
    }
    stamp(descended);
    meet(barrier);
    stamp(met);
    gather();
    stamp(gathered);
  }

 private:
  __device__ void stamp(unsigned which) const { write_time(tile_.times, which); }
  __device__ static void meet(cuda::GridBarrier& barrier) {
    __syncthreads();
    if (threadIdx.x == 0) barrier.pass(0);
    __syncthreads();
  }

  /// Of each source whose turn it is: distances of the path's nodes, inside their subtrees.
  __device__ void go_up(Query<W>& query, std::uint32_t* counts) {
    if (plan_.plan.rooms.map != not_staged)
      fetch(const_cast<std::uint32_t*>(map_), plan_.plan.maps + std::size_t{blockIdx.x} * plan_.plan.pitch,
            plan_.plan.pitch / 4);
    const std::uint32_t first_strip = plan_.strip_starts[blockIdx.x];
    strips_ = plan_.strips + first_strip;
    if (plan_.strips_room != not_staged) {
      auto* const room = reinterpret_cast<Strip*>(memory_ + plan_.strips_room);
      fetch(room, strips_, (plan_.strip_starts[blockIdx.x + 1] - first_strip) * (sizeof(Strip) / 16));
      strips_ = room;
    }
    __pipeline_commit();
    const std::uint32_t blocks_of_source = max(gridDim.x / tile_.count, 1U);
    for (std::uint32_t item = blockIdx.x; item < tile_.count * blocks_of_source; item += gridDim.x) {
      const std::uint32_t lane = item % tile_.count;
      const std::uint32_t part = item / tile_.count;
      const auto* const words = reinterpret_cast<const uint4*>(tile_.queries + lane);
      for (std::uint32_t i = threadIdx.x; i < tile_.query_words; i += block_threads)
        reinterpret_cast<uint4*>(&query)[i] = words[i];
      __syncthreads();
      BlockSweep<W> sweep(plan_.plan, query, memory_, counts);
      sweep.fetch_path(false);
      stamp(staged);
      sweep.go_up();
      stamp(risen);
      auto* const crossed_path = reinterpret_cast<Entry*>(memory_ + plan_.plan.rooms.distances);
      const auto part_of = [&](const PathNode& node) -> uint2 {  // columns from, to
        const std::uint32_t width = ((node.size + 31) / 32 + blocks_of_source - 1) / blocks_of_source * 32;
        return {min(part * width, node.size), min((part + 1) * width, node.size)};
      };
      sweep.cross_path([&](std::uint32_t p) { return part_of(query.path[p]); }, crossed_path);
      for (std::uint32_t p = 0; p < query.path_nodes; ++p) {
        const PathNode& node = query.path[p];
        const uint2 columns = part_of(node);
        for (std::uint32_t i = columns.x + threadIdx.x; i < columns.y; i += block_threads)
          cuda::stcg(plan_.distances + (std::size_t{node.first} + i) * lanes + lane, crossed_path[node.place + i]);
      }
      if (part == 0 && threadIdx.x < max_steps) {
        std::uint32_t found = separators::no_node;
        for (std::uint32_t p = 0; p < query.path_nodes; ++p)
          if (query.path[p].step == threadIdx.x) found = query.path[p].node;
        cuda::stcg(plan_.path_nodes + threadIdx.x * lanes + lane, found);
      }
      __syncthreads();
    }
    __pipeline_wait_prior(0);
  }

  __device__ const StepShare& share(std::uint32_t step) const {
    return reinterpret_cast<const StepShare*>(map_ + sizeof(ShareHead) / sizeof(std::uint32_t))[step];
  }

  /// Where the block has a distance from each source, those of the last step excepted.
  __device__ Entry* local_row(std::uint32_t place) const {
    return (place < rows_in_shared_ ? locals_ : scratch_) + std::size_t{place} * lanes;
  }

  __device__ void load_columns() {
    const std::uint32_t* const columns = map_ + head_.columns;
    const std::uint32_t lane = threadIdx.x % lanes;
#pragma unroll 4
    for (std::uint32_t i = threadIdx.x / lanes; i < head_.column_count; i += block_threads / lanes)
      local_row(i)[lane] =
          lane < tile_.count ? cuda::ldcg(plan_.distances + std::size_t{columns[i]} * lanes + lane) : none;
    __syncthreads();
  }

  /// Rows of a strip whose entries a warp has fetched, or is about to.
  struct Chunk {
    std::uint32_t strip;
    std::uint32_t first;  // row
  };
  __device__ std::uint32_t rows_of(const Chunk& chunk, const StepShare& it) const {
    return min(strips_[it.strips + chunk.strip].rows - chunk.first, chunk_rows);
  }
  __device__ Chunk next(const Chunk& chunk, const StepShare& it) const {
    if (chunk.first + chunk_rows < strips_[it.strips + chunk.strip].rows)
      return {chunk.strip, chunk.first + chunk_rows};
    return {chunk.strip + warps, 0};
  }
  __device__ Entry* room_of(unsigned turn) const {
    return reinterpret_cast<Entry*>(memory_ + plan_.chunks) + (threadIdx.x / 32 * 2 + turn % 2) * (chunk_rows * 8);
  }
  /// Starts to copy a chunk, if there is one. Returns where the distance is that this lane's row starts from.
  __device__ std::uint32_t fetch_chunk(const Chunk& chunk, const StepShare& it, unsigned turn) const {
    std::uint32_t way = 0;
    if (chunk.strip < it.strip_count) {
      const std::uint32_t lane = threadIdx.x % 32;
      const Strip& strip = strips_[it.strips + chunk.strip];
      const std::uint32_t rows = rows_of(chunk, it);
      const Entry* const table =
          plan_.plan.down + it.table_start + strip.table + std::size_t{chunk.first} * strip.stride;
      auto* const room = reinterpret_cast<uint4*>(room_of(turn));
#pragma unroll
      for (unsigned i = 0; i < chunk_rows * row_words / 32; ++i)
        if (const std::uint32_t word = i * 32 + lane; word < rows * row_words)
          __pipeline_memcpy_async(
              room + word, reinterpret_cast<const uint4*>(table + word / row_words * strip.stride) + word % row_words,
              16);
      if (lane < rows) way = map_[it.ways + strip.ways + chunk.first + lane];
    }
    __pipeline_commit();
    return way;
  }

  __device__ void go_down(std::uint32_t step) {
    const StepShare& it = share(step);
    const std::uint32_t lane = threadIdx.x % 32;
    const bool is_last = step + 1 == head_.steps;
    std::uint32_t path_node[parts];
    for (unsigned part = 0; part < parts; ++part) {
      const std::uint32_t source = part * 32 + lane;
      path_node[part] =
          source < tile_.count ? cuda::ldcg(plan_.path_nodes + (step + 1) * lanes + source) : separators::no_node;
    }
    Entry nearest[parts][8];
    const auto forget = [&] {
#pragma unroll
      for (unsigned part = 0; part < parts; ++part)
#pragma unroll
        for (unsigned c = 0; c < 8; ++c) nearest[part][c] = none;
    };
    forget();
    Chunk chunk{threadIdx.x / 32, 0};
    std::uint32_t way = fetch_chunk(chunk, it, 0);
    for (unsigned turn = 0; chunk.strip < it.strip_count; ++turn) {
      const Chunk later = next(chunk, it);
      const std::uint32_t later_way = fetch_chunk(later, it, turn + 1);
      __pipeline_wait_prior(1);
      __syncwarp();
      const Entry* const entries = room_of(turn);
      const std::uint32_t rows = rows_of(chunk, it);
#pragma unroll 2
      for (std::uint32_t row = 0; row < rows; ++row) {
        Entry entry[8];
        memcpy(entry, __builtin_assume_aligned(entries + row * 8, 16), sizeof entry);
        const Entry* const before = local_row(cuda::from_lane(way, row)) + lane;
#pragma unroll
        for (unsigned part = 0; part < parts; ++part) {
          const Entry distance = before[part * 32];
#pragma unroll
          for (unsigned c = 0; c < 8; ++c) nearest[part][c] = min_sum(distance, entry[c], nearest[part][c]);
        }
      }
      __syncwarp();
      if (later.strip != chunk.strip) {
        store_strip(strips_[it.strips + chunk.strip], it, path_node, nearest, is_last);
        forget();
      }
      chunk = later;
      way = later_way;
    }
    __syncthreads();
  }

  __device__ void store_strip(const Strip& strip, const StepShare& it, const std::uint32_t (&path_node)[parts],
                              Entry (&nearest)[parts][8], bool is_last) const {
    const std::uint32_t lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned part = 0; part < parts; ++part) {
      Entry* const to = plan_.distances + std::size_t{strip.position} * lanes + part * 32 + lane;
      // Another block may have lowered these already, if it publishes the node; that changes nothing. All are loaded
      // before any is stored, or each would wait for the one before.
      if (path_node[part] == strip.node) {
        Entry before[8];
#pragma unroll
        for (unsigned c = 0; c < 8; ++c) before[c] = c < strip.columns ? cuda::ldcg(to + c * lanes) : none;
#pragma unroll
        for (unsigned c = 0; c < 8; ++c) nearest[part][c] = min(nearest[part][c], before[c]);
      }
#pragma unroll
      for (unsigned c = 0; c < 8; ++c) {
        if (c >= strip.columns) break;
        if (!is_last) local_row(strip.own + c)[part * 32 + lane] = nearest[part][c];
        if (strip.position + c >= it.own_first && strip.position + c < it.own_end)
          cuda::stcg(to + c * lanes, nearest[part][c]);
      }
    }
  }

  __device__ void gather() {
    constexpr unsigned side = square_side<W>;
    constexpr unsigned pitch = side + 1;
    auto* const square = reinterpret_cast<Entry*>(memory_) + std::size_t{threadIdx.x / 32} * 32 * pitch;
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t vertices = plan_.plan.vertices;
    const std::uint64_t squares = (std::uint64_t{vertices} + side - 1) / side;
    const std::uint32_t used_parts = (tile_.count + 31) / 32;
    unsigned rounded = 0;  // by part
    for (std::uint64_t i = blockIdx.x * warps + threadIdx.x / 32; i < squares * used_parts; i += gridDim.x * warps) {
      const auto part = static_cast<unsigned>(i % used_parts);
      const auto first = static_cast<std::uint32_t>(i / used_parts * side);
      uint2 anchors{};
      Entry offsets[2]{};
      if (const std::uint32_t v = first + lane; lane < side && v < vertices) {
        anchors = __ldg(reinterpret_cast<const uint2*>(plan_.plan.anchors) + v);
        offsets[0] = cuda::ldg(plan_.plan.offsets + 2 * std::size_t{v});
        offsets[1] = cuda::ldg(plan_.plan.offsets + 2 * std::size_t{v} + 1);
        if (anchors.x == anchors.y) offsets[0] = min(offsets[0], offsets[1]);
      }
      const Entry* const distances = plan_.distances + min(part * 32 + lane, tile_.count - 1);  // others have none
#pragma unroll 8
      for (unsigned k = 0; k < side; ++k) {
        const std::uint32_t x = __shfl_sync(cuda::full_warp, anchors.x, static_cast<int>(k));
        const std::uint32_t y = __shfl_sync(cuda::full_warp, anchors.y, static_cast<int>(k));
        const Entry a = cuda::from_lane(offsets[0], k);
        const Entry b = cuda::from_lane(offsets[1], k);
        Entry answer = min_sum(__ldcg(distances + std::size_t{x} * lanes), a, none);
        if (x != y) answer = min_sum(__ldcg(distances + std::size_t{y} * lanes), b, answer);
        square[lane * pitch + k] = answer;
        if constexpr (std::is_floating_point_v<Entry>)
          rounded |= answer > plan_.plan.exact_up_to && answer < none ? 1U << part : 0U;
      }
      __syncwarp();
      constexpr unsigned rows_at_once = 32 / side;
      const unsigned column = lane % side;
#pragma unroll 4
      for (unsigned row = lane / side; row < 32; row += rows_at_once)
        if (part * 32 + row < tile_.count && first + column < vertices)
          __stcs(tile_.rows + std::size_t{part * 32 + row} * tile_.pitch + first + column,
                 square[row * pitch + column]);
      __syncwarp();
    }
    for (unsigned part = 0; part < parts; ++part)
      if ((rounded >> part & 1) != 0 && part * 32 + lane < tile_.count) tile_.is_rounded[part * 32 + lane] = 1;
  }

  const TilePlan<W>& plan_;
  const Tile<W>& tile_;
  unsigned char* const memory_;
  const std::uint32_t* const map_;
  Entry* locals_ = nullptr;
  Entry* scratch_ = nullptr;  // for places beyond rows_in_shared_
  std::uint32_t rows_in_shared_ = 0;
  const Strip* strips_ = nullptr;
  ShareHead head_{};
};

template <WeightType W>
__global__ void __launch_bounds__(block_threads, 1)
    sweep_tile(const __grid_constant__ TilePlan<W> plan, const __grid_constant__ Tile<W> tile) {
  extern __shared__ __align__(128) unsigned char memory[];
  __shared__ std::uint32_t counts[max_steps];
  __shared__ __align__(16) Query<W> query;
  BlockTile<W>(plan, tile, memory).run(query, counts);
}

}  // namespace wayfront::separator_sweep_cuda
