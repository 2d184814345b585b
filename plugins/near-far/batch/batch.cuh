// Many sources, each solved by a block of its own (search.cuh). Sources go in waves through a few lanes, each a stream
// with memory of its own: while a wave is searched, the rows of the one before are on their way to the host.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <span>
#include <thread>
#include <vector>

#include "../core.cuh"
#include "../packed_graph.cuh"
#include "../piles.cuh"
#include "batch_graph.cuh"
#include "row_results.cuh"
#include "search.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::near_far {

/// One per solver, on the current device.
template <WeightType W>
class Batch {
 public:
  using Key = cuda::KeyOf<W>;

  /// By how much a limit moves up: where blocks hide each other's waiting, so that work counts, and where a block is
  /// alone on its multiprocessor, so that hops do.
  struct Deltas {
    W crowded, alone;
  };
  /// Waits. `csr` is on the device. All of it must outlive the batch.
  Batch(const HeadedView<W, std::uint32_t>& whole, const CsrView<W, std::uint32_t>& csr, const CoreView<W>& core,
        const Deltas& deltas)
      : csr_(csr),
        deltas_(deltas),
        graph_(whole, core, stream_),
        shared_(shared_for(graph_)),
        far_capacity_(far_capacity_for(whole.vertices)),
        work_(4, "near-far: work of a batch", stream_),
        stop_(1, "near-far: batch") {}

  /// Solves from all sources of the problem; the output has whole rows, or, as its size says, rows of the targets
  /// alone. `is_reached`: the device may write to output.distances. Returns the rows that somebody else has to solve,
  /// as their far piles grew too large here.
  std::vector<std::uint32_t> run(const Problem& problem, Output& output, bool is_reached, cuda::Transfer& transfer,
                                 RunContext& context) {
    const auto total = static_cast<std::uint32_t>(problem.more.sources.size());
    // A block that has a multiprocessor for itself is done in half the time, and twice as many are done by others that
    // share one. So the first kind is for few sources, and for rows that are copied: the bus has something to do sooner.
    const unsigned multiprocessors = cuda::multiprocessors(context.device());
    const bool copies_rows = !problem.more.reduce && !wants_targets(problem, output);
    const bool in_shared = shared_ != 0 && (copies_rows || total <= 2 * multiprocessors);
    const std::uint32_t per_lane = !copies_rows ? 2 * multiprocessors
                                   : in_shared  ? multiprocessors / 2
                                                : multiprocessors;
    const bool has_answers = !problem.more.reduce && (!copies_rows || graph_.has_core());
    make_room({.rows = std::clamp((total + lanes - 1) / lanes, 1U, std::max(per_lane, 1U)),
               .answers = has_answers ? output.vertices : 0,
               .proved = problem.more.check});
    const std::uint32_t wave = std::min({wave_, std::max(per_lane, 1U), (total + lanes - 1) / lanes});
    Call(*this, problem, output, is_reached, in_shared, transfer, context).run(wave);
    std::vector<std::uint32_t> left;
    for (std::uint32_t row = 0; row < total; ++row)
      if (gave_up_[row] != 0) left.push_back(row);
    return left;
  }

 private:
  static constexpr std::uint32_t lanes = 4;
  /// Threads of a block, and of a row of the core, where blocks hide each other's waiting, and where one has a
  /// multiprocessor for itself.
  static constexpr unsigned crowded_block = 256, crowded_row = 8;
  static constexpr unsigned alone_block = 1024, alone_row = 16;
  static constexpr unsigned copied_block = 512;  // crowded, with copies meanwhile

  /// Entries of a far pile.
  static std::uint32_t far_capacity_for(Vertex vertices) {
    return std::clamp<std::uint32_t>(vertices / 16, 4096, 1 << 20);
  }

  /// Bytes for the distances in the core where a block's shared memory has room for them; 0 where it has not.
  static unsigned shared_for(const BatchGraph<W>& graph) {
    if constexpr (BatchGraph<W>::may_have_core) {
      const std::uint64_t bytes = std::uint64_t{graph.core_vertices()} * sizeof(cuda::KeyOf<W>);
      if (!graph.has_core() || bytes == 0) return 0;
      if (bytes <= cuda::allow_all_shared_memory(search_rows<W, core_slots, alone_row, true>))
        return static_cast<unsigned>(bytes);
    }
    return 0;
  }

  struct Lane {
    cuda::Stream stream;  // outlives all that follows
    cuda::Event done;
    cuda::DeviceBuffer<Key> rows;
    cuda::DeviceBuffer<Entry<Key>> far;
    cuda::DeviceBuffer<W> answers;             // where rows are not as they are wanted
    cuda::DeviceBuffer<std::uint32_t> proved;  // with More::check
    std::uint32_t first = 0, count = 0;        // rows that it has not handed over
  };
  /// What lanes have memory for.
  struct Room {
    std::uint32_t rows = 0;
    std::uint64_t answers = 0;  // entries of a row; 0: rows are wanted as they are, or not at all
    bool proved = false;
    bool holds(const Room& other) const {
      return rows >= other.rows && answers >= other.answers && proved >= other.proved;
    }
  };
  /// One run().
  class Call {
   public:
    Call(Batch& batch, const Problem& problem, Output& output, bool is_reached, bool in_shared,
         cuda::Transfer& transfer, RunContext& context)
        : batch_(batch),
          problem_(problem),
          output_(output),
          is_reached_(is_reached),
          in_shared_(in_shared),
          transfer_(transfer),
          context_(context),
          limits_(cuda::RowLimits<W>::of(problem)),
          wants_targets_(batch.wants_targets(problem, output)) {}
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    /// Nothing of it is on the device any more.
    ~Call() {
      batch_.stop_[0] = 1;
      for (const Lane& lane : batch_.lanes_) WAYFRONT_CUDA_IGNORED(cudaStreamSynchronize(lane.stream));
    }

    /// `wave` sources at a time in each lane.
    void run(std::uint32_t wave) {
      start();
      const auto total = static_cast<std::uint32_t>(problem_.more.sources.size());
      std::size_t turn = 0;
      for (std::uint32_t next = 0; next < total; ++turn) {
        Lane& lane = batch_.lanes_[turn % lanes];
        hand_over(lane);
        lane.first = next;
        lane.count = std::min(wave, total - next);
        next += lane.count;
        launch(lane);
      }
      for (std::uint32_t i = 0; i < lanes; ++i) hand_over(batch_.lanes_[turn++ % lanes]);
      finish();
    }

   private:
    void start() {
      const std::uint64_t total = problem_.more.sources.size();
      if (batch_.gave_up_.size() < total) batch_.gave_up_ = cuda::HostBuffer<std::uint32_t>(total, "near-far: batch");
      std::memset(batch_.gave_up_.data(), 0, batch_.gave_up_.bytes());
      batch_.stop_[0] = 0;
      if (batch_.sources_.size() < total) batch_.sources_ = {total, "near-far: sources", batch_.stream_};
      if (problem_.more.reduce && batch_.results_.size() < total) {
        batch_.results_ = {total, "near-far: reductions", batch_.stream_};
        batch_.results_.fill_bytes(0, batch_.stream_);  // with the padding of Reduction, which is copied, too
      }
      batch_.work_.fill_bytes(0, batch_.stream_);
      transfer_.to_device(batch_.sources_.data(), problem_.more.sources.data(), problem_.more.sources.size_bytes(),
                          context_, batch_.stream_);
      if (wants_targets_) {
        const std::span<const Vertex> targets = problem_.more.targets;
        if (batch_.targets_.size() < targets.size())
          batch_.targets_ = {targets.size(), "near-far: targets of a batch", batch_.stream_};
        transfer_.to_device(batch_.targets_.data(), targets.data(), targets.size_bytes(), context_, batch_.stream_);
      }
      batch_.stream_.wait();
      for (Lane& lane : batch_.lanes_) lane.count = 0;
    }

    void launch(Lane& lane) {
      const BatchGraph<W>& graph = batch_.graph_;
      search(lane);
      graph.restore(lane.rows.data(), lane.count, lane.stream);
      if (problem_.more.reduce) {
        reduce_rows(batch_.csr_, lane.rows.data(), lane.count, graph.numbers(), batch_.sources_.data() + lane.first,
                    limits_, problem_.more.check ? lane.proved.data() : nullptr, batch_.stop_.data(),
                    batch_.results_.data() + lane.first, lane.stream);
      } else {
        if (wants_targets_)
          gather_targets<W>(lane.rows.data(), lane.count, graph.numbers(), graph.vertices(), batch_.targets_.data(),
                            problem_.more.targets.size(), lane.answers.data(), lane.stream);
        else if (graph.has_core())
          write_answers<W>(lane.rows.data(), lane.count, graph.numbers(), graph.vertices(), lane.answers.data(),
                           lane.stream);
        if (is_reached_)
          WAYFRONT_CUDA(cudaMemcpyAsync(answer(lane), rows_of(lane), bytes(lane), cudaMemcpyDeviceToHost, lane.stream));
      }
      lane.done.record(lane.stream);
    }

    void search(const Lane& lane) const {
      const BatchGraph<W>& graph = batch_.graph_;
      SearchTask<W> task{};
      task.vertices = graph.vertices();
      task.near_vertices = graph.core_vertices();
      task.rows = graph.rows();
      task.offsets = graph.whole().offsets;
      task.arcs = graph.whole().words();
      task.numbers = graph.numbers();
      task.originals = graph.originals();
      task.sources = batch_.sources_.data() + lane.first;
      task.distances = lane.rows.data();
      task.far = lane.far.data();
      task.far_capacity = batch_.far_capacity_;
      task.delta = in_shared_ ? batch_.deltas_.alone : batch_.deltas_.crowded;
      task.cap = limits_.limited ? limits_.last : unreached<W>;
      task.gave_up = batch_.gave_up_.data() + lane.first;
      task.work = batch_.work_.data();
      task.stop = batch_.stop_.data();
      const unsigned block = copies_rows() ? copied_block : crowded_block;
      const auto search = [&](auto* kernel, unsigned threads, unsigned shared) {
        cuda::launch(kernel, {lane.count, threads, shared}, lane.stream, task);
      };
      if constexpr (BatchGraph<W>::may_have_core) {
        if (in_shared_) return search(search_rows<W, core_slots, alone_row, true>, alone_block, batch_.shared_);
        if (graph.has_core()) return search(search_rows<W, core_slots, crowded_row, false>, block, 0);
      }
      search(search_rows<W, head_arcs, head_arcs, false>, block, 0);
    }

    /// Waits until a lane's rows are where they belong.
    void hand_over(Lane& lane) {
      if (lane.count == 0) return;
      for (;;) {
        const cudaError_t state = cudaEventQuery(lane.done.get());
        if (state == cudaSuccess) break;
        if (state != cudaErrorNotReady) WAYFRONT_CUDA(state);
        context_.throw_if_cancelled();
        std::this_thread::sleep_for(std::chrono::microseconds(10));
      }
      context_.throw_if_cancelled();
      if (!problem_.more.reduce && !is_reached_)
        transfer_.to_host(answer(lane), rows_of(lane), bytes(lane), context_, lane.stream);
      lane.count = 0;
    }

    void finish() {
      unsigned long long work[4];
      if (problem_.more.reduce)
        WAYFRONT_CUDA(cudaMemcpyAsync(output_.reductions, batch_.results_.data(),
                                      problem_.more.sources.size() * sizeof(Reduction<W>), cudaMemcpyDeviceToHost,
                                      batch_.stream_));
      WAYFRONT_CUDA(cudaMemcpyAsync(work, batch_.work_.data(), sizeof work, cudaMemcpyDeviceToHost, batch_.stream_));
      batch_.stream_.wait();
      output_.work.rounds += work[0];
      output_.work.settled += work[1];
      output_.work.relaxed += work[2];
      output_.work.improved += work[3];
    }

    W* answer(const Lane& lane) const { return output_.distances_as<W>(lane.first).data(); }
    /// On the device, in the order of the vertices. No distance is negative, so keys are as the distances are.
    const void* rows_of(const Lane& lane) const {
      if (wants_targets_ || batch_.graph_.has_core()) return lane.answers.data();
      return lane.rows.data();
    }
    std::uint64_t bytes(const Lane& lane) const { return std::uint64_t{lane.count} * output_.vertices * sizeof(W); }
    bool copies_rows() const { return !problem_.more.reduce && !wants_targets_; }

    Batch& batch_;
    const Problem& problem_;
    Output& output_;
    const bool is_reached_;
    const bool in_shared_;
    cuda::Transfer& transfer_;
    RunContext& context_;
    const cuda::RowLimits<W> limits_;
    const bool wants_targets_;
  };

  /// Whether rows of the output have the targets alone.
  bool wants_targets(const Problem& problem, const Output& output) const {
    return !problem.more.targets.empty() && output.vertices != graph_.vertices();
  }
  /// Takes no more than a part of the free memory.
  void make_room(const Room& wanted) {
    constexpr double share = 0.5;
    if (wanted_.holds(wanted)) return;
    const Room all{std::max(wanted.rows, wanted_.rows), std::max(wanted.answers, wanted_.answers),
                   wanted.proved || wanted_.proved};
    for (Lane& lane : lanes_) {
      lane.rows = {};
      lane.far = {};
      lane.answers = {};
      lane.proved = {};
      lane.stream.wait();
    }
    lanes_.clear();
    wanted_ = {};
    const std::uint64_t vertices = graph_.vertices();
    const std::uint64_t words = words_of(graph_.vertices());
    std::uint64_t row = vertices * sizeof(Key) + 2 * std::uint64_t{far_capacity_} * sizeof(Entry<Key>);
    row += all.answers * sizeof(W);
    if (all.proved) row += words * sizeof(std::uint32_t);
    const auto fits = static_cast<std::uint64_t>(share * static_cast<double>(cuda::free_memory())) / (lanes * row);
    wave_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fits, 1, all.rows));
    lanes_ = std::vector<Lane>(lanes);
    for (Lane& lane : lanes_) {
      lane.rows = {wave_ * vertices, "near-far: rows of a batch", lane.stream};
      lane.far = {2 * std::uint64_t{wave_} * far_capacity_, "near-far: far piles of a batch", lane.stream};
      if (all.answers != 0) lane.answers = {wave_ * all.answers, "near-far: answers of a batch", lane.stream};
      if (all.proved) lane.proved = {wave_ * words, "near-far: vertices that are proved", lane.stream};
    }
    wanted_ = all;
  }

  const CsrView<W, std::uint32_t> csr_;
  const Deltas deltas_;
  cuda::Stream stream_;  // outlives all that follows
  BatchGraph<W> graph_;
  unsigned shared_;  // bytes of a block, for distances in the core; 0: they are in device memory
  std::uint32_t far_capacity_;
  std::vector<Lane> lanes_;
  Room wanted_;             // of each lane
  std::uint32_t wave_ = 0;  // rows of each, for which there was memory
  cuda::DeviceBuffer<Vertex> sources_, targets_;
  cuda::DeviceBuffer<Reduction<W>> results_;
  cuda::DeviceBuffer<unsigned long long> work_;
  cuda::HostBuffer<std::uint32_t> gave_up_;
  cuda::HostBuffer<std::uint32_t> stop_;
};

}  // namespace wayfront::near_far
