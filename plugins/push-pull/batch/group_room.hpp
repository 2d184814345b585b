// The memory that grows with a batch. Where it is not there, a batch goes another way.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "batch.hpp"
#include "search.cuh"
#include "wayfront/cuda/buffer.hpp"

namespace wayfront::push_pull {

/// Of the groups: cells, candidates of the pull, and rows on their way to the host.
class GroupRoom {
 public:
  GroupRoom(const BatchSetting& setting, cudaStream_t stream) : setting_(setting), stream_(stream) {}

  uint4* cells() const { return cells_.data(); }
  std::uint32_t* candidates() const { return candidates_.data(); }
  std::uint64_t candidates_of_block(unsigned blocks) const { return candidates_.size() / blocks; }
  std::int32_t* rows() const { return rows_.data(); }
  /// Whether the rows of two groups fit.
  bool has_two_rows(unsigned lanes) const { return rows_.size() >= 2 * std::uint64_t{setting_.graph.vertices} * lanes; }

  /// Whether groups of this many lanes fit; takes more memory where the device has it. `rows`: distances are wanted. Old
  /// content goes then: `finish` is called before, and waits for all that reads or writes it.
  template <class Cells, class Finish>
  bool holds(unsigned lanes, unsigned blocks, bool rows, std::size_t sources, const Finish& finish) {
    const std::uint64_t threads = lanes / Cells::of_thread;
    const std::uint64_t owned = (setting_.graph.numbering.chunks + blocks - 1) / blocks * chunk;
    const Need need{setting_.graph.numbering.reachable() * threads, blocks * owned * threads,
                    rows ? std::uint64_t{setting_.graph.vertices} * lanes * (sources > lanes ? 2 : 1) : 0};
    if (need.cells <= cells_.size() && need.candidates <= candidates_.size() && need.rows <= rows_.size()) return true;
    finish();
    return grow(need);
  }

 private:
  static constexpr double usable_memory = 0.85;  // of what the device has left

  struct Need {
    std::uint64_t cells, candidates, rows;
    std::uint64_t bytes() const { return cells * sizeof(uint4) + candidates * 4 + rows * 4; }
  };

  bool grow(const Need& need) {
    std::size_t free = 0, all = 0;
    WAYFRONT_CUDA(cudaMemGetInfo(&free, &all));
    const Need has{cells_.size(), candidates_.size(), rows_.size()};
    const Need total{std::max(need.cells, has.cells), std::max(need.candidates, has.candidates),
                     std::max(need.rows, has.rows)};
    if (static_cast<double>(total.bytes()) > usable_memory * static_cast<double>(free + has.bytes())) return false;
    give_back();
    const bool grown = cuda::has_memory_for([&] {
      cells_ = {total.cells, "push-pull: cells of a batch", stream_};
      candidates_ = {total.candidates, "push-pull: candidates of a batch", stream_};
      if (total.rows != 0) rows_ = {total.rows, "push-pull: rows of a batch", stream_};
      WAYFRONT_CUDA(cudaStreamSynchronize(stream_));
    });
    if (!grown) give_back();
    return grown;
  }
  void give_back() {
    cells_ = {};
    candidates_ = {};
    rows_ = {};
  }

  const BatchSetting& setting_;
  cudaStream_t stream_;
  cuda::DeviceBuffer<uint4> cells_;
  cuda::DeviceBuffer<std::uint32_t> candidates_;
  cuda::DeviceBuffer<std::int32_t> rows_;  // of a group, or of two in turn
};

/// Of searches, for as many sources as search at once.
class SearchBuffers {
 public:
  /// Whether they hold this many; takes more memory where it is there.
  bool holds(std::uint64_t count, cudaStream_t stream) {
    if (lists.size() >= count * search_room) return true;
    lists = {};
    const bool grown = cuda::has_memory_for([&] {
      ends = {count, "push-pull: ends of searches", stream};
      sources = {count, "push-pull: sources", stream};
      host_ends = {count, "push-pull: ends of searches"};
      host_sources = {count, "push-pull: sources"};
      lists = {count * search_room, "push-pull: searches", stream};  // last: its size tells of all
    });
    if (!grown) lists = {};
    return grown;
  }

  cuda::DeviceBuffer<Found> lists;
  cuda::DeviceBuffer<SearchEnd> ends;
  cuda::DeviceBuffer<Vertex> sources;
  cuda::HostBuffer<SearchEnd> host_ends;
  cuda::HostBuffer<Vertex> host_sources;
};

}  // namespace wayfront::push_pull
