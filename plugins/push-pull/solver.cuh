// A prepared graph and the course of a solve.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "growth.hpp"
#include "kernel.cuh"
#include "push_pull.hpp"
#include "sorted_rows.cuh"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/cuda/transfer.hpp"

namespace wayfront::push_pull {

template <class Arcs>
class SolverOf final : public PatientSolver {
  using W = typename Arcs::Weight;
  using Key = cuda::KeyOf<W>;
  static constexpr std::uint64_t direct_bytes = 2 << 20;  // a longer answer is copied faster than kernels write it
  static constexpr double usual_levels = 5;               // where levels are wide

 public:
  SolverOf(const Arcs& arcs, const Options& options, const Graph& graph, RunContext& context)
      : rows_(arcs, graph, options.pieces, options.giant, block_threads, context, stream_),
        control_(1, "push-pull: control", stream_),
        report_(1, "push-pull: report"),
        stop_(1, "push-pull: stop"),
        answer_(graph.info().vertices, "push-pull: answer", stream_) {
    const Numbering& numbering = rows_.view().numbering;
    distances_ = {std::max(numbering.numbers, 1U), "push-pull: distances", stream_};
    waiting_ = {std::uint64_t{numbering.pushers()} / 32 * max_levels, "push-pull: bitmaps", stream_};
    blocks_ = cuda::multiprocessors(context.device()) * blocks_per_sm;
    const std::uint32_t chunks_of_block = (numbering.chunks + blocks_ - 1) / blocks_;
    candidates_ = {std::uint64_t{blocks_} * chunks_of_block * chunk, "push-pull: candidates", stream_};
    WAYFRONT_CUDA(cudaFuncSetAttribute(solve_kernel<Arcs>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       static_cast<int>(sizeof(Memory<Key>))));
    task_.graph = rows_.view();
    task_.distances = distances_.data();
    task_.waiting = waiting_.data();
    task_.candidates = candidates_.data();
    task_.candidates_of_block = chunks_of_block * chunk;
    task_.control = control_.data();
    task_.report = report_.data();
    task_.stop = stop_.data();
    expect(options);
    task_.room = options.room;
    task_.zero_weights = !(graph.info().min_weight > 0);
    waiting_.fill_bytes(0, stream_);
    control_.fill_bytes(0, stream_);
    stream_.wait();
  }

  void set_patience(std::uint32_t barriers) override { task_.patience = barriers; }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    if (!try_solve(problem, output, context)) throw Failure(StatusCode::failed, "push-pull: gave up");
  }

  bool try_solve(const Problem& problem, Output& output, RunContext& context) override {
    stop_[0] = 0;
    task_.source = problem.source;
    const Report before = report_[0];
    task_.met = before.met;
    W* const distances = output.distances_as<W>().data();
    const std::uint64_t bytes = std::uint64_t{output.vertices} * sizeof(W);
    const bool reached = transfer_.reaches(distances, bytes, output.memory);
    const bool direct = reached && bytes <= direct_bytes;
    task_.answer = direct ? distances : answer_.data();
    if (context.tracing() && trace_.size() == 0) trace_ = {trace_room, "push-pull: trace", stream_};
    task_.trace = context.tracing() ? trace_.data() : nullptr;
    void* arguments[] = {&task_};
    WAYFRONT_CUDA(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(solve_kernel<Arcs>), dim3(blocks_),
                                              dim3(block_threads), arguments, sizeof(Memory<Key>), stream_));
    if (reached && !direct)
      WAYFRONT_CUDA(cudaMemcpyAsync(distances, answer_.data(), bytes, cudaMemcpyDeviceToHost, stream_));
    cuda::wait_or_stop(stream_, context, stop_.data());
    const Report& report = report_[0];
    if (report.stopped != 0) {
      context.throw_if_cancelled();
      if (task_.patience != 0) return false;
      throw Cancelled();
    }
    output.work.rounds = report.met - before.met;
    output.work.settled = report.settled - before.settled;
    output.work.relaxed = report.relaxed - before.relaxed;
    output.work.improved = report.improved - before.improved;
    if (context.tracing()) trace(report.met - before.met, context);
    if (reached) return true;
    context.phase(Phase::download);
    transfer_.to_host(distances, answer_.data(), bytes, context, stream_);
    return true;
  }

 private:
  /// A record for each part of the solve between two meetings of all blocks.
  void trace(std::uint64_t met, RunContext& context) {
    std::vector<TraceRecord> records(trace_room);
    transfer_.to_host(records.data(), trace_.data(), trace_.bytes(), context, stream_);
    const std::uint64_t begin = records.back().time;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(met, trace_room - 1); ++i)
      context.trace({.round = i + 1,
                     .active = records[i].number,
                     .relaxed = 0,
                     .improved = 0,
                     .limit = records[i].limit,
                     .seconds = static_cast<double>(records[i].time - begin) * 1e-9});
  }
  /// What the stages and the pull go by.
  void expect(const Options& options) {
    const std::vector<W>& sample = rows_.sample();
    const double growth = growth_rate<W>(rows_.next_degree(), sample);
    task_.mean_degree = static_cast<std::uint32_t>(std::max(1.0, rows_.mean_degree()));
    const double mass = static_cast<double>(rows_.edges()) / task_.mean_degree;
    task_.mass = static_cast<float>(mass);
    const double heaviest = sample.empty() ? 1 : std::max(1e-30, static_cast<double>(sample.back()));
    const double bound = growth > 0 ? (std::log(std::max(1.0, mass)) + 1) / growth : heaviest;
    double level = options.level;
    if (level <= 0) level = !std::is_floating_point_v<W> && bound <= max_levels ? 1 : bound / usual_levels;
    task_.stage = Stage<W>::before_all(std::clamp(level, 1e-30, 1e30));
    const double width = std::is_floating_point_v<W> ? 1 / static_cast<double>(task_.stage.scale)
                                                     : std::exp2(static_cast<double>(task_.stage.scale));
    task_.growth = static_cast<float>(growth * width);
    task_.first_levels = static_cast<float>(options.bound / width);
    task_.pull_most = rows_.edges() / 5 * 3;
    task_.pull_at = options.pull_share * static_cast<double>(rows_.edges());
    for (std::size_t i = 0; i < std::size(task_.quantiles); ++i)
      task_.quantiles[i] = sample.empty() ? W{} : sample[i * sample.size() / std::size(task_.quantiles)];
  }

  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  SortedRows<Arcs> rows_;
  cuda::DeviceBuffer<Control> control_;
  cuda::HostBuffer<Report> report_;
  cuda::HostBuffer<std::uint32_t> stop_;
  cuda::DeviceBuffer<W> answer_;
  cuda::DeviceBuffer<Key> distances_;
  cuda::DeviceBuffer<std::uint32_t> waiting_, candidates_;
  cuda::DeviceBuffer<TraceRecord> trace_;  // made when a run traces
  unsigned blocks_ = 0;
  Task<Arcs> task_{};
};

}  // namespace wayfront::push_pull
