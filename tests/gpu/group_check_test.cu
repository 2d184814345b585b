// push-pull's certificate of many rows side by side: right cells, and thousands with one that is wrong.
#include "batch/group_check.cuh"

#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "gpu_test.hpp"
#include "run/host_context.hpp"

namespace wayfront::push_pull {
namespace group_check_test {

using host::conformance::Random;
using host::conformance::TestGraph;

constexpr unsigned lanes = 32;

/// Vertices of all kinds: many arcs, few, none in, none out, none at all.
TestGraph<std::int32_t> graph_of_all_kinds() {
  TestGraph<std::int32_t> test{1500, {}, {0}};
  Random random(7);
  for (unsigned i = 0; i < 9000; ++i) {
    const Vertex from = random.below(random.chance(3) ? 30 : 1400), to = 50 + random.below(1350);
    test.add(from, to, static_cast<std::int32_t>(1 + random.below(200)));
  }
  return test;
}

template <class Cells>
class Checked {
 public:
  Checked()
      : graph_(graph_of_all_kinds().build(OffsetKind::offsets32)),
        context_(2),
        rows_(NarrowArcs(static_cast<unsigned>(std::bit_width(1500U + 2 * chunk))), *graph_, 64, 32, block_threads,
              context_, stream_),
        lanes_(max_lanes, "lanes", stream_),
        faults_(max_lanes, "faults", stream_) {
    const RowsView<NarrowArcs>& view = rows_.view();
    numbers_ = cuda::downloaded(view.numbers, view.vertices);
    cells.assign(std::uint64_t{view.numbering.reachable()} * lanes, static_cast<Cell>(Cells::infinity));
    for (unsigned i = 0; i < lanes; ++i) {
      const Vertex source = i * 47;  // the first ones have no arcs in, the last ones no arcs
      all_.push_back({.source = source, .list = 0, .count = 0, .start = 0, .delay = i * 3, .is_all = 0});
      const auto answer = host::conformance::solve_plainly<std::int32_t>(*graph_, source);
      for (Vertex v = 0; v < view.vertices; ++v)
        if (numbers_[v] < view.numbering.reachable() && answer.distances[v] != unreached<std::int32_t>)
          cell(v, i) = static_cast<Cell>(answer.distances[v] + static_cast<std::int32_t>(i) * 3);
    }
    task_.graph = view;
    task_.row_shift = static_cast<unsigned>(std::countr_zero(lanes / Cells::of_thread));
    task_.sources = lanes;
    task_.lanes = lanes_.data();
    cells_ = {cells.size() * sizeof(Cell) / sizeof(uint4), "cells", stream_};
    task_.cells = cells_.data();
    WAYFRONT_CUDA(
        cudaMemcpyAsync(lanes_.data(), all_.data(), all_.size() * sizeof(Lane), cudaMemcpyHostToDevice, stream_));
  }

  using Cell = typename Cells::Cell;
  /// Whether v has cells.
  bool has(Vertex v) const { return numbers_[v] < rows_.view().numbering.reachable(); }
  Cell& cell(Vertex v, unsigned lane) { return cells[std::uint64_t{numbers_[v]} * lanes + lane]; }
  std::vector<unsigned long long> faults() {
    stream_.wait();
    // On the kernels' own stream: a copy elsewhere may still be on its way when they start.
    WAYFRONT_CUDA(
        cudaMemcpyAsync(cells_.data(), cells.data(), cells.size() * sizeof(Cell), cudaMemcpyHostToDevice, stream_));
    faults_.fill_bytes(0, stream_);
    check_sources<Cells><<<lanes, block_threads, 0, stream_>>>(task_, faults_.data());
    check_lanes<Cells><<<20, block_threads, 0, stream_>>>(task_, faults_.data());
    WAYFRONT_CUDA(cudaGetLastError());
    return faults_.read(stream_);
  }
  Vertex source(unsigned lane) const { return all_[lane].source; }

  std::vector<Cell> cells;

 private:
  std::unique_ptr<host::StoredGraph> graph_;
  host::HostContext context_;
  cuda::Stream stream_;
  SortedRows<NarrowArcs> rows_;
  cuda::DeviceBuffer<Lane> lanes_;
  cuda::DeviceBuffer<unsigned long long> faults_;
  cuda::DeviceBuffer<uint4> cells_;
  std::vector<Lane> all_;
  std::vector<std::uint32_t> numbers_;
  GroupTask<Cells> task_{};
};

TEST_CASE_TEMPLATE("one wrong cell of 32 lanes is a fault of its lane alone", Cells, Cells16, Cells32) {
  WAYFRONT_NEEDS_DEVICE();
  Checked<Cells> it;
  for (const unsigned long long faults : it.faults()) REQUIRE(faults == 0);
  Random random(3);
  unsigned tried = 0;
  while (tried < 1000) {
    const unsigned lane = random.below(lanes);
    const Vertex v = random.chance(10) ? it.source(lane) : random.below(1500);
    if (!it.has(v)) continue;
    ++tried;
    auto& cell = it.cell(v, lane);
    const auto right = cell;
    using Cell = typename Cells::Cell;
    const auto near = static_cast<Cell>(random.chance(2) ? right - 1 : right + 1);
    if (right == Cells::infinity)
      cell = static_cast<Cell>(random.below(2000));
    else
      cell = random.chance(4) || right == 0 ? static_cast<Cell>(Cells::infinity) : near;
    const auto faults = it.faults();
    CAPTURE(v);
    CAPTURE(lane);
    CAPTURE(right);
    CAPTURE(cell);
    for (unsigned other = 0; other < lanes; ++other) REQUIRE((faults[other] != 0) == (other == lane));
    cell = right;
  }
}

}  // namespace group_check_test
}  // namespace wayfront::push_pull
