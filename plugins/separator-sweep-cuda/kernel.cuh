// One source in one kernel. Each block goes up by itself, from the source's node to the root; works out the part of the
// way down that is its own; publishes its distances; and after the grid's only barrier gathers a part of the answer.
#pragma once

#include <cuda_pipeline.h>

#include <cstdint>

#include "entries.cuh"
#include "sweep.cuh"
#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::separator_sweep_cuda {

template <WeightType W>
class BlockSweep {
  using Entry = Magnitude<W>;
  static constexpr Entry none = separators::Numbers<W>::none;
  static constexpr unsigned warps = block_threads / 32;
  static constexpr unsigned ahead =
      sizeof(Entry) == 4 ? 4 : 2;  // vertices of a thread that are known before the barrier

 public:
  __device__ BlockSweep(const Plan<W>& plan, const Query<W>& query, unsigned char* memory, std::uint32_t* counts)
      : plan_(plan),
        query_(query),
        counts_(counts),
        map_(plan.rooms.map == not_staged ? plan.maps + std::size_t{blockIdx.x} * plan.pitch
                                          : reinterpret_cast<std::uint32_t*>(memory + plan.rooms.map)),
        path_rows_(reinterpret_cast<std::uint32_t*>(memory + plan.rooms.path_rows)),
        path_tables_(reinterpret_cast<Entry*>(memory + plan.rooms.path_tables)),
        distances_(reinterpret_cast<Entry*>(memory + plan.rooms.distances)),
        way_(reinterpret_cast<Entry*>(memory + plan.rooms.way)),
        lists_(reinterpret_cast<std::uint32_t*>(memory + plan.rooms.lists)),
        tables_(reinterpret_cast<Entry*>(memory + plan.rooms.tables)) {}

  /// The whole of it, for a kernel of one source.
  __device__ void run() {
    fetch_path(plan_.rooms.map != not_staged);
    head_ = *reinterpret_cast<const ShareHead*>(map_);
    fetch_tables();
    stamp(staged);
    go_up();
    stamp(risen);
    go_across();
    stamp(crossed);
    for (std::uint32_t step = 0; step < head_.steps; ++step) {
      go_down(step);
      stamp(stamps + step);
    }
    publish();
    stamp(descended);
    gather();
    stamp(gathered);
    land();
  }

  // Parts of it, which kernels of several sources have as well.

  /// What the way up needs, and what says which tables this block needs.
  __device__ void fetch_path(bool map) {
    if (map)
      fetch(const_cast<std::uint32_t*>(map_), plan_.maps + std::size_t{blockIdx.x} * plan_.pitch, plan_.pitch / 4);
    for (std::uint32_t p = 0; p < query_.path_nodes; ++p) {
      const PathNode& node = query_.path[p];
      for (std::uint32_t i = threadIdx.x; i < node.rows; i += block_threads)
        __pipeline_memcpy_async(path_rows_ + node.path_row + i, plan_.up_places + node.boundary_start + i, 4);
      if (node.room == not_staged) continue;
      if (p != 0) {
        fetch(path_tables_ + node.room, plan_.up + node.table_start, node.rows * node.stride * sizeof(Entry) / 16);
        continue;
      }
      for (std::uint32_t i = threadIdx.x; i < query_.starts * node.rows; i += block_threads) {
        const std::uint32_t column = query_.start[i / node.rows].column;
        if (column != separators::no_node)
          __pipeline_memcpy_async(path_tables_ + node.room + i,
                                  plan_.up + node.table_start + std::size_t{i % node.rows} * node.stride + column,
                                  sizeof(Entry));
      }
    }
    __pipeline_commit();
    for (std::uint32_t i = threadIdx.x; i < plan_.max_distances; i += block_threads) distances_[i] = none;
    for (std::uint32_t i = threadIdx.x; i < query_.places; i += block_threads) way_[i] = none;
    if (threadIdx.x < max_steps) counts_[threadIdx.x] = 0;
    __pipeline_wait_prior(0);
    __syncthreads();
    if (threadIdx.x < query_.starts) way_[query_.start[threadIdx.x].place] = query_.start[threadIdx.x].distance;
    __syncthreads();
  }

  /// Distances on the way, and lists of those that are reached.
  __device__ void go_up() {
    for (std::uint32_t p = 0; p + 1 < query_.path_nodes; ++p) {
      const PathNode& node = query_.path[p];
      const std::uint32_t* const places = path_rows_ + node.path_row;
      if (p == 0) {  // only the starts are reached
        for (std::uint32_t row = threadIdx.x; row < node.rows; row += block_threads) {
          Entry nearest = none;
          for (std::uint32_t i = 0; i < query_.starts; ++i)
            if (const auto& start = query_.start[i]; start.column != separators::no_node)
              nearest =
                  min_sum(start.distance,
                          node.room != not_staged
                              ? path_tables_[node.room + i * node.rows + row]
                              : cuda::ldg(plan_.up + node.table_start + std::size_t{row} * node.stride + start.column),
                          nearest);
          if (nearest < none) lower(way_ + places[row], nearest);
        }
      } else {
        const Entry* const table = node.room != not_staged ? path_tables_ + node.room : plan_.up + node.table_start;
        const Entry* const own = way_ + node.place;
        for (std::uint32_t row = threadIdx.x / 32; row < node.rows; row += warps) {
          Entry nearest = none;
          for (std::uint32_t j = threadIdx.x % 32; j < node.size; j += 32)
            nearest = min_sum(own[j], table[std::size_t{row} * node.stride + j], nearest);
          nearest = smallest_of_warp(nearest);
          if (threadIdx.x % 32 == 0 && nearest < none) lower(way_ + places[row], nearest);
        }
      }
      __syncthreads();
    }
    for (std::uint32_t p = 0; p < query_.path_nodes; ++p) {
      const PathNode& node = query_.path[p];
      for (std::uint32_t j = threadIdx.x; j < node.size; j += block_threads)
        if (way_[node.place + j] < none) lists_[node.place + atomicAdd(counts_ + p, 1)] = j;
    }
    __syncthreads();
  }

  /// Columns of a path's node that are wanted.
  struct Crossing {
    std::uint32_t count;
    std::uint32_t first;           // column
    const std::uint32_t* columns;  // null: `count` columns from the first one
    Entry* to;
  };
  /// Distances of columns of the path's nodes, as `crossing_of` says of each, from those of their separators that are
  /// reached: all groups of 32 columns side by side, and rows of each in parts.
  template <class CrossingOf>
  __device__ void cross(CrossingOf&& crossing_of) const {
    std::uint32_t groups = 0;
    for (std::uint32_t p = 0; p < query_.path_nodes; ++p) groups += (crossing_of(p).count + 31) / 32;
    const std::uint32_t parts = groups < warps ? warps / max(groups, 1U) : 1;
    for (std::uint32_t item = threadIdx.x / 32; item < groups * parts; item += warps) {
      std::uint32_t group = item % groups;
      std::uint32_t p = 0;
      Crossing it = crossing_of(0);
      while (group >= (it.count + 31) / 32) {
        group -= (it.count + 31) / 32;
        it = crossing_of(++p);
      }
      const PathNode& node = query_.path[p];
      const std::uint32_t i = group * 32 + threadIdx.x % 32;
      if (i >= it.count) continue;
      const Entry* const inner =
          plan_.inner + node.inner_start + (it.columns == nullptr ? it.first + i : it.columns[i]);
      const std::uint32_t* const list = lists_ + node.place;
      const Entry* const way = way_ + node.place;
      Entry nearest = none;
#pragma unroll 8
      for (std::uint32_t row = item / groups; row < counts_[p]; row += parts) {
        const std::uint32_t j = list[row];
        nearest = min_sum(way[j], cuda::ldg(inner + std::size_t{j} * node.stride), nearest);
      }
      if (nearest < none) lower(it.to + i, nearest);
    }
    __syncthreads();
  }

  /// The same for columns of all nodes of the path, from a multiple of 32 on, as `columns_of` says of each; a lane has
  /// as many as a load of 16 bytes brings. They go to their places on the way.
  template <class ColumnsOf>
  __device__ void cross_path(ColumnsOf&& columns_of, Entry* to) const {
    constexpr unsigned wide = 16 / sizeof(Entry);
    const auto groups_of = [&](const uint2& columns) { return (columns.y - columns.x + 32 * wide - 1) / (32 * wide); };
    std::uint32_t groups = 0;
    for (std::uint32_t p = 0; p < query_.path_nodes; ++p) groups += groups_of(columns_of(p));
    const std::uint32_t parts = groups < warps ? warps / max(groups, 1U) : 1;
    for (std::uint32_t item = threadIdx.x / 32; item < groups * parts; item += warps) {
      std::uint32_t group = item % groups;
      std::uint32_t p = 0;
      uint2 columns = columns_of(0);
      while (group >= groups_of(columns)) {
        group -= groups_of(columns);
        columns = columns_of(++p);
      }
      const PathNode& node = query_.path[p];
      const std::uint32_t column = columns.x + (group * 32 + threadIdx.x % 32) * wide;
      if (column >= columns.y) continue;
      const Entry* const inner = plan_.inner + node.inner_start + column;
      const std::uint32_t* const list = lists_ + node.place;
      const Entry* const way = way_ + node.place;
      Entry nearest[wide];
#pragma unroll
      for (unsigned c = 0; c < wide; ++c) nearest[c] = none;
#pragma unroll 8
      for (std::uint32_t row = item / groups; row < counts_[p]; row += parts) {
        const std::uint32_t j = list[row];
        const uint4 word = __ldg(reinterpret_cast<const uint4*>(inner + std::size_t{j} * node.stride));
        Entry entries[wide];
        memcpy(entries, &word, sizeof word);
#pragma unroll
        for (unsigned c = 0; c < wide; ++c) nearest[c] = min_sum(way[j], entries[c], nearest[c]);
      }
#pragma unroll
      for (unsigned c = 0; c < wide; ++c)
        if (column + c < columns.y && nearest[c] < none) lower(to + node.place + column + c, nearest[c]);
    }
    __syncthreads();
  }

 private:
  __device__ void stamp(unsigned which) const { write_time(query_.times, which); }
  __device__ const StepShare& share(std::uint32_t step) const {
    return reinterpret_cast<const StepShare*>(map_ + sizeof(ShareHead) / sizeof(std::uint32_t))[step];
  }

  /// Tables for the way down, as many steps as there is room for.
  __device__ void fetch_tables() {
    std::uint32_t room = 0;
    const auto rooms = static_cast<std::uint32_t>((plan_.rooms.end - plan_.rooms.tables) / sizeof(Entry));
    for (std::uint32_t step = 0; step < head_.steps; ++step) {
      const StepShare& it = share(step);
      const std::uint32_t staged_entries = min(it.table_entries, rooms - room);
      fetch(tables_ + room, plan_.down + it.table_start, staged_entries * sizeof(Entry) / 16);
      room += staged_entries;
      __pipeline_commit();
    }
  }

  /// What this block needs of the path's nodes.
  __device__ void go_across() {
    cross([&](std::uint32_t p) -> Crossing {
      const PathNode& node = query_.path[p];
      if (node.step == 0) return {head_.column_count, 0, map_ + head_.columns, distances_};
      const StepShare& it = share(node.step - 1);
      if (node.node < it.first_node || node.node >= it.end_node) return {0, 0, nullptr, nullptr};
      return {node.size, 0, nullptr, distances_ + it.local + node.first - it.first};
    });
  }

  __device__ void go_down(std::uint32_t step) {
    wait_for_tables(head_.steps - 1 - step);
    const StepShare& it = share(step);
    const auto rooms = static_cast<std::uint32_t>((plan_.rooms.end - plan_.rooms.tables) / sizeof(Entry));
    const std::uint32_t staged_entries = min(it.table_entries, rooms - room_);
    const Entry* const tables = tables_ + room_;
    room_ += staged_entries;
    const auto* const pieces = reinterpret_cast<const Piece*>(map_ + it.pieces);
    for (std::uint32_t i = threadIdx.x / 32; i < it.piece_count; i += warps) {
      const Piece piece = pieces[i];
      const std::uint32_t lane = threadIdx.x % 32;
      const Entry way = lane < piece.rows ? distances_[map_[it.ways + piece.ways + lane]] : none;
      const bool is_staged = piece.table + (piece.rows - 1U) * piece.stride + piece.columns <= staged_entries;
      const Entry* const table = (is_staged ? tables : plan_.down + it.table_start) + piece.table;
      Entry nearest;
      if (piece.columns > 16)
        nearest = lowered<32>(piece, table, way);
      else if (piece.columns > 8)
        nearest = lowered<16>(piece, table, way);
      else
        nearest = lowered<8>(piece, table, way);
      if (lane < piece.columns && nearest < none) lower(distances_ + piece.own + lane, nearest);
    }
    __syncthreads();
  }
  /// The smallest sum of a way and an entry, by column; rows side by side where there are few columns.
  template <unsigned width>
  __device__ Entry lowered(const Piece& piece, const Entry* table, Entry way) const {
    constexpr unsigned side_by_side = 32 / width;
    const std::uint32_t column = threadIdx.x % width;
    const std::uint32_t first = threadIdx.x % 32 / width;
    const bool is_column = column < piece.columns;
    table += first * piece.stride + column;
    Entry nearest = none;
#pragma unroll 8
    for (std::uint32_t row = 0; row < piece.rows; row += side_by_side, table += side_by_side * piece.stride) {
      const Entry before = cuda::from_lane(way, row + first);
      if (is_column && row + first < piece.rows) nearest = min_sum(before, *table, nearest);
    }
    for (unsigned distance = width; distance != 32; distance *= 2) {
      const Entry other = __shfl_xor_sync(cuda::full_warp, nearest, distance);
      nearest = other < nearest ? other : nearest;
    }
    return nearest;
  }
  /// All but the last `later` groups of copies that were started.
  __device__ static void wait_for_tables(std::uint32_t later) {
    switch (later) {
      case 0:
        __pipeline_wait_prior(0);
        break;
      case 1:
        __pipeline_wait_prior(1);
        break;
      case 2:
        __pipeline_wait_prior(2);
        break;
      default:
        __pipeline_wait_prior(3);
    }
    __syncthreads();
  }

  __device__ void publish() const {
    const std::uint32_t* const columns = map_ + head_.columns;
    for (std::uint32_t i = threadIdx.x; i < head_.own_columns; i += block_threads)
      cuda::stcg(plan_.distances + columns[i], distances_[i]);
    for (std::uint32_t step = 0; step < head_.steps; ++step) {
      const StepShare& it = share(step);
      for (std::uint32_t i = it.own_first + threadIdx.x; i < it.own_end; i += block_threads)
        cuda::stcg(plan_.distances + i, distances_[it.local + i - it.first]);
    }
  }

  struct Vertices {
    uint2 anchors;
    Entry offsets[2];
  };
  __device__ Vertices about(std::uint32_t v) const {
    Vertices it;
    it.anchors = __ldg(reinterpret_cast<const uint2*>(plan_.anchors) + v);
    it.offsets[0] = cuda::ldg(plan_.offsets + 2 * std::size_t{v});
    it.offsets[1] = cuda::ldg(plan_.offsets + 2 * std::size_t{v} + 1);
    return it;
  }
  __device__ Entry answer_of(const Vertices& it) const {
    return min_sum(cuda::ldcg(plan_.distances + it.anchors.y), it.offsets[1],
                   min_sum(cuda::ldcg(plan_.distances + it.anchors.x), it.offsets[0], none));
  }

  /// Whole lines of 128 bytes go to each block, and each warp writes whole lines: the host's memory takes others at
  /// little more than half the speed.
  __device__ void gather() {
    constexpr std::uint32_t line = 128 / sizeof(Entry);
    const auto skew =
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(query_.answer) / sizeof(Entry) % line);
    const std::uint64_t all = std::uint64_t{plan_.vertices} + skew;  // from the line that the answer starts in
    const std::uint64_t share = (all / gridDim.x + line) / line * line;
    const std::uint64_t end = min(share * (blockIdx.x + 1), all);
    std::uint64_t at = share * blockIdx.x + threadIdx.x;
    Vertices first[ahead];
#pragma unroll
    for (unsigned i = 0; i < ahead; ++i)
      if (const std::uint64_t v = at + i * block_threads; v >= skew && v < end)
        first[i] = about(static_cast<std::uint32_t>(v - skew));
    __syncthreads();
    if (threadIdx.x == 0) cuda::GridBarrier(plan_.barrier, query_.passed).pass(0);
    __syncthreads();
    stamp(met);
#pragma unroll
    for (unsigned i = 0; i < ahead; ++i)
      if (const std::uint64_t v = at + i * block_threads; v >= skew && v < end)
        put(static_cast<std::uint32_t>(v - skew), answer_of(first[i]));
#pragma unroll 4
    for (at += ahead * block_threads; at < end; at += block_threads)
      put(static_cast<std::uint32_t>(at - skew), answer_of(about(static_cast<std::uint32_t>(at - skew))));
  }
  __device__ void put(std::uint32_t v, Entry distance) {
    query_.answer[v] = distance;
    if constexpr (std::is_floating_point_v<Entry>) is_rounded_ |= distance > plan_.exact_up_to && distance < none;
  }

  /// Tells the host when all blocks have written.
  __device__ void land() const {
    const bool is_rounded = __syncthreads_or(is_rounded_ ? 1 : 0) != 0;
    if (threadIdx.x != 0) return;
    if (is_rounded) atomicExch(&plan_.arrivals->rounded, query_.signal.number);
    __threadfence_system();
    if (atomicAdd(&plan_.arrivals->blocks, 1) + 1 != query_.arrived) return;
    plan_.landing->is_rounded = atomicAdd(&plan_.arrivals->rounded, 0) == query_.signal.number ? 1 : 0;
    query_.signal.raise();
  }

  const Plan<W>& plan_;
  const Query<W>& query_;
  std::uint32_t* const counts_;
  const std::uint32_t* const map_;
  std::uint32_t* const path_rows_;
  Entry* const path_tables_;
  Entry* const distances_;
  Entry* const way_;
  std::uint32_t* const lists_;
  Entry* const tables_;
  ShareHead head_{};
  bool is_rounded_ = false;
  std::uint32_t room_ = 0;
};

/// A copy in shared memory: parameters come from memory line by line, which different warps wait for at the same time.
template <class T>
__device__ void copy_parameters(T& to, const T& from) {
  static_assert(sizeof(T) % 16 == 0 && alignof(T) >= 16);
  constexpr unsigned words = sizeof(T) / 16;
  constexpr unsigned words_of_warp = (words + block_threads / 32 - 1) / (block_threads / 32);
  const unsigned first = threadIdx.x / 32 * words_of_warp;
#pragma unroll
  for (unsigned i = 0; i < words_of_warp; ++i)
    if (first + i < words && threadIdx.x % 32 == 0)
      reinterpret_cast<uint4*>(&to)[first + i] = reinterpret_cast<const uint4*>(&from)[first + i];
  __syncthreads();
}

template <WeightType W>
__global__ void __launch_bounds__(block_threads, 1)
    sweep(const __grid_constant__ Plan<W> plan, const __grid_constant__ Query<W> parameters) {
  extern __shared__ __align__(128) unsigned char memory[];
  __shared__ std::uint32_t counts[max_steps];
  __shared__ Query<W> query;
  write_time(parameters.times, begun);
  copy_parameters(query, parameters);
  BlockSweep<W>(plan, query, memory, counts).run();
}

}  // namespace wayfront::separator_sweep_cuda
