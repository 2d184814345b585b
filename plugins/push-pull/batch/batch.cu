// The course of a batch: searches from all sources, then group after group; rows are copied while the next group is
// solved.
#include "batch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "group_check.cuh"
#include "group_kernel.cuh"
#include "group_plan.hpp"
#include "group_room.hpp"
#include "group_rows.cuh"
#include "search.cuh"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/cuda/stream.hpp"

namespace wayfront::push_pull {
namespace {

constexpr std::size_t min_sources = 8;   // fewer are as fast one after the other
constexpr std::uint32_t wave = 1024;     // searches at once
constexpr unsigned lanes_for_rows = 32;  // a larger group has nothing to be copied meanwhile for longer
constexpr unsigned min_lanes = 32;

/// A block for each source. `lists` has search_room for each.
__global__ void __launch_bounds__(search_threads)
    search_kernel(const RowsView<NarrowArcs> graph, const Vertex* sources, Found* lists, SearchEnd* ends) {
  extern __shared__ __align__(16) unsigned char shared[];
  Search::Memory& memory = *reinterpret_cast<Search::Memory*>(shared);
  Search search(graph, memory);
  const SearchEnd end = search.run(graph.numbers[sources[blockIdx.x]]);
  Found* const list = lists + std::uint64_t{blockIdx.x} * search_room;
  for (unsigned i = threadIdx.x; i < end.count; i += search_threads) list[i] = {memory.number[i], memory.distance[i]};
  if (threadIdx.x == 0) ends[blockIdx.x] = end;
}

class Batch final : public BatchSolver {
 public:
  Batch(const BatchSetting& setting, RunContext& context, cudaStream_t stream)
      : setting_(setting),
        stream_(stream),
        multiprocessors_(cuda::multiprocessors(context.device())),
        control_(1, "push-pull: control of a batch", stream),
        report_(1, "push-pull: report of a batch", stream),
        room_(setting_, stream),
        waiting_(std::uint64_t{setting.graph.numbering.pushers()} / 32 * max_levels, "push-pull: bitmaps of a batch",
                 stream),
        lanes_(max_lanes, "push-pull: lanes", stream),
        sums_(max_lanes, "push-pull: sums", stream),
        faults_(max_lanes, "push-pull: faults", stream),
        host_report_(1, "push-pull: report of a batch"),
        host_lanes_(max_lanes, "push-pull: lanes"),
        host_sums_(max_lanes, "push-pull: sums"),
        host_faults_(max_lanes, "push-pull: faults"),
        stop_(1, "push-pull: stop of a batch") {
    cuda::allow_shared_memory(search_kernel, sizeof(Search::Memory));
    const unsigned resident = std::min(resident_blocks(solve_group<Cells16>, sizeof(GroupMemory)),
                                       resident_blocks(solve_group<Cells32>, sizeof(GroupMemory)));
    blocks_ = std::clamp(setting.graph.numbering.chunks, 1U, multiprocessors_ * resident);
  }

  bool takes(std::size_t sources, bool rows) override {
    if (setting_.together == 1 || (setting_.together == 0 && sources < min_sources)) return false;
    unsigned lanes = setting_.together;
    if (lanes == 0) lanes = rows ? lanes_for_rows : max_lanes;
    lanes = lanes_for(std::min(lanes, static_cast<unsigned>(std::min<std::size_t>(sources, max_lanes))));
    for (; lanes >= min_lanes; lanes /= 2)
      if (holds<Cells16>(lanes, rows, sources)) {
        lanes_of_group_ = lanes;
        return true;
      }
    return false;
  }

  void solve(const Problem& problem, Output& output, RunContext& context, cuda::Transfer& transfer, bool reaches,
             FunctionRef<void(std::uint32_t row)> solve_alone) override {
    const std::span<const Vertex> sources = sources_of(problem);
    stop_[0] = 0;
    trace_begin_ = 0;
    traced_ = 0;
    Call call{problem, output, context, transfer, reaches};
    try {
      for (std::uint32_t first = 0; first < sources.size(); first += wave) {
        const auto count = std::min<std::uint32_t>(wave, static_cast<std::uint32_t>(sources.size()) - first);
        const bool has_searches =
            searches_.holds(std::min<std::uint64_t>(wave, std::bit_ceil(sources.size())), stream_);
        if (has_searches) search(sources.subspan(first, count), context);
        for (std::uint32_t i = 0; i < count;) {
          const std::uint32_t size = std::min(lanes_of_group_, count - i);
          const Solved solved = has_searches ? solve_group_of(call, first + i, i, size) : Solved::alone;
          if (solved == Solved::smaller && halve_groups(context)) continue;
          if (solved != Solved::together)
            for (std::uint32_t row = first + i; row < first + i + size; ++row) {
              finish_copies(context);
              solve_alone(row);
            }
          i += size;
        }
      }
      finish_copies(context);
    } catch (...) {
      // Nothing may write into the output any more.
      WAYFRONT_CUDA_IGNORED(cudaStreamSynchronize(stream_));
      WAYFRONT_CUDA_IGNORED(cudaStreamSynchronize(copies_));
      throw;
    }
  }

 private:
  struct Call {
    const Problem& problem;
    Output& output;
    RunContext& context;
    cuda::Transfer& transfer;
    bool reaches;  // copies can go into the output
  };

  static unsigned lanes_for(unsigned sources) { return std::clamp(std::bit_ceil(sources), min_lanes, max_lanes); }
  template <class Cells>
  bool holds(unsigned lanes, bool rows, std::size_t sources) {
    return room_.holds<Cells>(lanes, blocks_, rows, sources, [this] { finish_all(); });
  }
  /// Halves take half of the memory. False where groups are as small as they get.
  bool halve_groups(RunContext& context) {
    if (lanes_of_group_ <= min_lanes) return false;
    finish_copies(context);  // rows of smaller groups lie elsewhere
    lanes_of_group_ /= 2;
    return true;
  }
  void finish_all() const {
    WAYFRONT_CUDA(cudaStreamSynchronize(stream_));
    WAYFRONT_CUDA(cudaStreamSynchronize(copies_));
  }
  void finish_copies(RunContext& context) {
    cuda::wait_or_stop(copies_, context, stop_.data());
    context.throw_if_cancelled();
  }

  /// Searches from each source; their ends are there afterwards. The buffers hold them.
  void search(std::span<const Vertex> sources, RunContext& context) {
    std::ranges::copy(sources, searches_.host_sources.data());
    WAYFRONT_CUDA(cudaMemcpyAsync(searches_.sources.data(), searches_.host_sources.data(), sources.size_bytes(),
                                  cudaMemcpyHostToDevice, stream_));
    cuda::launch(search_kernel, {static_cast<unsigned>(sources.size()), search_threads, sizeof(Search::Memory)},
                 stream_, setting_.graph, searches_.sources.data(), searches_.lists.data(), searches_.ends.data());
    WAYFRONT_CUDA(cudaMemcpyAsync(searches_.host_ends.data(), searches_.ends.data(), sources.size() * sizeof(SearchEnd),
                                  cudaMemcpyDeviceToHost, stream_));
    wait(context);
  }
  void wait(RunContext& context) {
    cuda::wait_or_stop(stream_, context, stop_.data());
    context.throw_if_cancelled();
  }

  enum class Solved : std::uint8_t { together, alone, smaller };  // smaller: there is no memory for as many sources

  /// Solves the sources together, or says how they have to be solved.
  Solved solve_group_of(Call& call, std::uint32_t row, std::uint32_t first, std::uint32_t size) {
    const std::span<const Vertex> sources = sources_of(call.problem);
    const GroupPlan it = plan_group(setting_, sources.subspan(row, size),
                                    searches_.host_ends.span().subspan(first, size), first, host_lanes_.data());
    if (!it.fits) return Solved::alone;
    const auto fits16 = static_cast<std::int64_t>(Cells16::infinity) - setting_.heaviest;
    if (is_near_ && setting_.heaviest < static_cast<std::int32_t>(Cells16::infinity) && it.stage.last < fits16 &&
        static_cast<std::int64_t>(std::max(it.planted, it.farthest_start)) < fits16) {
      if (!holds<Cells16>(lanes_of_group_, !call.problem.more.reduce, sources.size())) return Solved::smaller;
      run<Cells16>(call, it, size);
      if (host_report_[0].farthest < fits16) return finish(call, row, size);
      is_near_ = false;
    }
    if (!holds<Cells32>(lanes_of_group_, !call.problem.more.reduce, sources.size())) return Solved::smaller;
    run<Cells32>(call, it, size);
    if (host_report_[0].farthest >= Cells32::infinity - static_cast<std::uint32_t>(setting_.heaviest))
      return Solved::alone;
    return finish(call, row, size);
  }

  template <class Cells>
  void run(Call& call, const GroupPlan& it, std::uint32_t size) {
    const unsigned lanes = lanes_for(size);
    GroupTask<Cells> task{};
    task.graph = setting_.graph;
    task.cells = room_.cells();
    task.row_shift = static_cast<unsigned>(std::countr_zero(lanes / Cells::of_thread));
    task.lanes = lanes_.data();
    task.sources = size;
    task.living = std::max(it.living, 1U);
    task.lists = searches_.lists.data();
    task.waiting = waiting_.data();
    task.candidates = room_.candidates();
    task.candidates_of_block = room_.candidates_of_block(blocks_);
    task.control = control_.data();
    task.report = report_.data();
    task.stop = stop_.data();
    task.stage = it.stage;
    task.may_shorten = setting_.bound <= 0;
    task.growth = setting_.growth;
    task.mean_degree = setting_.mean_degree;
    task.mass = setting_.mass;
    task.settled = it.settled;
    task.enough = enough;
    task.lightest = setting_.lightest;
    task.room = setting_.room;
    if (call.context.tracing() && trace_.size() == 0)
      cuda::has_memory_for([&] { trace_ = {trace_room, "push-pull: trace of a batch", stream_}; });
    task.trace = call.context.tracing() ? trace_.data() : nullptr;

    WAYFRONT_CUDA(
        cudaMemcpyAsync(lanes_.data(), host_lanes_.data(), size * sizeof(Lane), cudaMemcpyHostToDevice, stream_));
    control_.fill_bytes(0, stream_);
    report_.fill_bytes(0, stream_);
    waiting_.fill_bytes(0, stream_);
    const std::uint64_t count = std::uint64_t{task.graph.numbering.reachable()} << task.row_shift;
    cuda::launch(clear_cells<Cells>, {multiprocessors_ * 4, block_threads}, stream_, task.cells, count);
    cuda::launch(plant_searches<Cells>, {task.sources, block_threads}, stream_, task);
    if (it.living != 0)
      cuda::launch_together(solve_group<Cells>, {blocks_, block_threads, sizeof(GroupMemory)}, stream_, task);
    if (call.problem.more.reduce) {
      sums_.fill_bytes(0, stream_);
      const std::int32_t within = limit_as<std::int32_t>(call.problem.more.within);
      cuda::launch(sum_lanes<Cells>, {multiprocessors_ * 4, sum_threads}, stream_, task,
                   within < 0 ? 0 : static_cast<std::uint32_t>(within), sums_.data());
      WAYFRONT_CUDA(
          cudaMemcpyAsync(host_sums_.data(), sums_.data(), size * sizeof(LaneSums), cudaMemcpyDeviceToHost, stream_));
      if (checks(call.problem)) check(task);
    } else {
      place_ = next_place();
      cuda::launch(write_rows<Cells>, {multiprocessors_ * 4, tile_threads, tile_bytes<Cells>(1U << task.row_shift)},
                   stream_, task, place_);
    }
    WAYFRONT_CUDA(
        cudaMemcpyAsync(host_report_.data(), report_.data(), sizeof(GroupReport), cudaMemcpyDeviceToHost, stream_));
    wait(call.context);
    if (host_report_[0].stopped != 0) throw Cancelled();
    call.output.work.rounds += host_report_[0].rounds;
    call.output.work.settled += host_report_[0].settled;
    call.output.work.relaxed += host_report_[0].touched >> task.row_shift;
    if (task.trace != nullptr) hand_on(trace_, stream_, host_report_[0].rounds, traced_, trace_begin_, call.context);
  }

  /// Tight arcs prove distances only where none has the weight 0.
  bool checks(const Problem& problem) const { return problem.more.check && setting_.lightest > 0; }
  template <class Cells>
  void check(const GroupTask<Cells>& task) {
    faults_.fill_bytes(0, stream_);
    cuda::launch(check_sources<Cells>, {task.sources, block_threads}, stream_, task, faults_.data());
    cuda::launch(check_lanes<Cells>, {multiprocessors_ * 4, block_threads}, stream_, task, faults_.data());
    WAYFRONT_CUDA(
        cudaMemcpyAsync(host_faults_.data(), faults_.data(), faults_.bytes(), cudaMemcpyDeviceToHost, stream_));
  }

  /// Where the next rows of a group go, when the copies that still read there are done.
  std::int32_t* next_place() {
    const std::uint64_t each = std::uint64_t{setting_.graph.vertices} * lanes_of_group_;
    slot_ = room_.has_two_rows(lanes_of_group_) ? 1 - slot_ : 0;
    copied_[slot_].block(stream_);  // none for an event that was never recorded
    return room_.rows() + slot_ * each;
  }

  /// Hands out what run() made.
  Solved finish(Call& call, std::uint32_t row, std::uint32_t size) {
    if (call.problem.more.reduce) {
      for (std::uint32_t i = 0; i < size; ++i) {
        const LaneSums& sums = host_sums_[i];
        auto& to = call.output.reduction_as<std::int32_t>(row + i);
        to = {.reached = sums.reached,
              .within = call.problem.more.within < 0 ? 0 : sums.within,
              .sum = {sums.sum, 0},
              .harmonic = sums.harmonic,
              .max = static_cast<std::int32_t>(sums.max)};
        if (checks(call.problem)) to.faults = host_faults_[i];
      }
      return Solved::together;
    }
    const std::uint64_t bytes = std::uint64_t{setting_.graph.vertices} * size * sizeof(std::int32_t);
    std::int32_t* const to = call.output.distances_as<std::int32_t>(row).data();
    if (!call.reaches) {
      call.transfer.to_host(to, place_, bytes, call.context, stream_);
      return Solved::together;
    }
    WAYFRONT_CUDA(cudaMemcpyAsync(to, place_, bytes, cudaMemcpyDeviceToHost, copies_));
    copied_[slot_].record(copies_);
    return Solved::together;
  }

  static constexpr float enough = 0.3F;

  BatchSetting setting_;
  cudaStream_t stream_;
  cuda::Stream copies_;
  unsigned multiprocessors_;
  unsigned blocks_ = 0;
  unsigned lanes_of_group_ = 32;
  bool is_near_ = true;  // distances have fitted 16 bits so far
  cuda::DeviceBuffer<Control> control_;
  cuda::DeviceBuffer<GroupReport> report_;
  GroupRoom room_;
  SearchBuffers searches_;
  cuda::DeviceBuffer<std::uint32_t> waiting_;
  cuda::DeviceBuffer<Lane> lanes_;
  cuda::DeviceBuffer<LaneSums> sums_;
  cuda::DeviceBuffer<unsigned long long> faults_;
  cuda::HostBuffer<GroupReport> host_report_;
  cuda::HostBuffer<Lane> host_lanes_;
  cuda::HostBuffer<LaneSums> host_sums_;
  cuda::HostBuffer<unsigned long long> host_faults_;
  cuda::HostBuffer<std::uint32_t> stop_;
  cuda::DeviceBuffer<TraceRecord> trace_;
  std::array<cuda::Event, 2> copied_;
  unsigned slot_ = 0;
  std::int32_t* place_ = nullptr;  // of the rows of the last group
  unsigned long long trace_begin_ = 0;
  std::uint64_t traced_ = 0;
};

}  // namespace

std::unique_ptr<BatchSolver> make_batch_solver(const BatchSetting& setting, RunContext& context, cudaStream_t stream) {
  return std::make_unique<Batch>(setting, context, stream);
}

}  // namespace wayfront::push_pull
