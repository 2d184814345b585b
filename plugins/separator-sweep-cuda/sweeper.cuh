// The device's numbers, the plan of a block's shared memory, launches and the wait for an answer.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "kernel.cuh"
#include "query.cuh"
#include "sweeper.hpp"
#include "tile_sweep.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/error.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/signal.cuh"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/status.hpp"

namespace wayfront::separator_sweep_cuda {

template <WeightType W>
class SweeperOf final : public Sweeper<W> {
 public:
  using Entry = Magnitude<W>;

  SweeperOf(const DeviceStructure& structure, const separators::Numbers<W>& numbers, Entry exact_up_to,
            RunContext& context)
      : structure_(structure),
        landing_(1, "separator-sweep-cuda: landing"),
        rooms_(rooms_of(structure, sizeof(Entry))),
        takes_batches_(TileSweep<W>::rooms_on(structure).end != 0),
        times_(structure) {
    const separators::Structure& host = structure.host();
    const std::uint64_t entries =
        numbers.down.size() + numbers.up.size() + numbers.inner.size() + numbers.offsets.size() + host.core + 1;
    cuda::require_memory(entries * sizeof(Entry), "separator-sweep-cuda: tables");
    context.phase(Phase::upload);
    cuda::Transfer transfer;
    const auto upload = [&](const std::vector<Entry>& host_entries, const char* what) {
      cuda::DeviceBuffer<Entry> result(host_entries.size() + 16 / sizeof(Entry), what, stream_);
      transfer.to_device(result.data(), host_entries.data(), host_entries.size() * sizeof(Entry), context, stream_);
      return result;
    };
    down_ = upload(numbers.down, "separator-sweep-cuda: tables");
    if (!numbers.up.empty()) up_ = upload(numbers.up, "separator-sweep-cuda: tables of the way up");
    inner_ = upload(numbers.inner, "separator-sweep-cuda: inner tables");
    offsets_ = upload(numbers.offsets, "separator-sweep-cuda: offsets");
    distances_ = upload(std::vector<Entry>(std::size_t{host.core} + 1, separators::Numbers<W>::none),
                        "separator-sweep-cuda: distances");
    barrier_ = {1, "separator-sweep-cuda: barrier", stream_};
    barrier_.fill_bytes(0, stream_);
    arrivals_ = {1, "separator-sweep-cuda: arrivals", stream_};
    arrivals_.fill_bytes(0, stream_);
    stream_.wait();
    context.phase(Phase::setup);
    cuda::allow_shared_memory(sweep<W>, max_shared_bytes(structure.device()));
    plan_ = {.maps = structure.maps(),
             .pitch = structure.shares().pitch,
             .max_distances = structure.shares().max_distances,
             .up_places = structure.up_places(),
             .up = numbers.up.empty() ? down_.data() : up_.data(),
             .down = down_.data(),
             .inner = inner_.data(),
             .anchors = structure.anchors(),
             .offsets = offsets_.data(),
             .distances = distances_.data(),
             .vertices = host.vertices,
             .rooms = rooms_,
             .barrier = barrier_.data(),
             .arrivals = arrivals_.data(),
             .landing = landing_.data(),
             .exact_up_to = exact_up_to};
  }

  void aim(std::span<const std::uint32_t> anchors, std::span<const Entry> offsets, RunContext& context) override {
    Plan<W> plan = plan_;
    plan.anchors = structure_.anchors();
    plan.offsets = offsets_.data();
    plan.vertices = structure_.host().vertices;
    if (!anchors.empty()) {
      aim({}, {}, context);  // which stands if something throws
      target_anchors_ = {anchors.size(), "separator-sweep-cuda: anchors of targets", stream_};
      target_offsets_ = {offsets.size(), "separator-sweep-cuda: offsets of targets", stream_};
      cuda::Transfer transfer;
      transfer.to_device(target_anchors_.data(), anchors.data(), anchors.size_bytes(), context, stream_);
      transfer.to_device(target_offsets_.data(), offsets.data(), offsets.size_bytes(), context, stream_);
      stream_.wait();
      plan.anchors = target_anchors_.data();
      plan.offsets = target_offsets_.data();
      plan.vertices = static_cast<std::uint32_t>(anchors.size() / 2);
    }
    if (tiles_ != nullptr) tiles_->aim(plan);
    plan_ = plan;
  }

  bool run(const separators::Departure<W>& departure, Entry* answer, RunContext& context) override {
    Query<W> query = query_of(departure, structure_, plan_.rooms);
    query.answer = answer;
    query.passed = passed_;
    query.times = times_.memory(context);
    query.arrived = (launches_ + 1) * structure_.shares().blocks;
    query.signal = signal_.next();
    cuda::launch_together(sweep<W>, {structure_.shares().blocks, block_threads, rooms_.end}, stream_, plan_, query);
    ++launches_;
    ++passed_;
    signal_.wait(stream_, context, &landing_[0].stop);
    if (context.tracing()) times_.trace({begun, staged, risen, crossed, stamps, descended, met, gathered}, context);
    return landing_[0].is_rounded == 0;
  }

  bool takes_batches() const override { return takes_batches_; }
  void run(const Batch<W>& batch, cuda::Transfer& transfer, RunContext& context) override {
    if (tiles_ == nullptr) tiles_ = std::make_unique<TileSweep<W>>(structure_, plan_, passed_, stream_);
    tiles_->run(batch, transfer, context);
  }

 private:
  const DeviceStructure& structure_;
  cuda::Stream stream_;  // outlives all that follows
  cuda::DeviceBuffer<Entry> down_, up_, inner_, offsets_, distances_, target_offsets_;
  cuda::DeviceBuffer<std::uint32_t> target_anchors_;
  cuda::DeviceBuffer<cuda::BarrierWords> barrier_;
  cuda::DeviceBuffer<Arrivals> arrivals_;
  cuda::Signal signal_;
  cuda::HostBuffer<Landing> landing_;
  Rooms rooms_;
  bool takes_batches_;
  Times times_;
  Plan<W> plan_{};
  std::uint32_t launches_ = 0;           // of single sources
  std::uint64_t passed_ = 0;             // barriers
  std::unique_ptr<TileSweep<W>> tiles_;  // made for the first batch
};

}  // namespace wayfront::separator_sweep_cuda
