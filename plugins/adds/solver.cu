// A prepared graph, its queue, and the course of a solve.
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "adds.hpp"
#include "graph.cuh"
#include "manager.cuh"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/cuda/stream.hpp"
#include "worker.cuh"

namespace wayfront::adds {

namespace detail {

/// The shared memory of a block, which is either a manager or a worker.
template <OffsetType O>
constexpr std::size_t shared_bytes(unsigned threads) {
  const std::size_t worker = (sizeof(WorkerShared) + 127) / 128 * 128 + threads / 32 * sizeof(WarpShared<O>);
  return std::max(worker, sizeof(ManagerShared));
}

template <WeightType W, OffsetType O>
__global__ void __launch_bounds__(1024)
    search(const __grid_constant__ TiledView<W, O> graph, const __grid_constant__ Queue queue, Key* keys, Vertex source,
           const __grid_constant__ WorkerTuning worker_tuning, const __grid_constant__ ManagerTuning manager_tuning,
           const __grid_constant__ HostMailbox mailbox) {
  extern __shared__ __align__(128) unsigned char memory[];
  if (blockIdx.x == 0) {
    Manager<W>(queue, manager_tuning, mailbox, *reinterpret_cast<ManagerShared*>(memory)).run(source);
  } else {
    auto* const warps = reinterpret_cast<WarpShared<O>*>(memory + (sizeof(WorkerShared) + 127) / 128 * 128);
    Worker<W, O>(graph, queue, keys, worker_tuning, *reinterpret_cast<WorkerShared*>(memory), warps[threadIdx.x / 32])
        .run();
  }
}

}  // namespace detail

template <WeightType W, OffsetType O>
class SolverOf final : public Solver {
 public:
  SolverOf(const Options& options, const Graph& graph, RunContext& context)
      : options_(options),
        vertices_(graph.info().vertices),
        graph_(graph, context, stream_),
        distances_(vertices_, stream_),
        stop_(1, "stop flag"),
        ended_(1, "report of a solve") {
    shape(context.device());
    const double edges = static_cast<double>(graph.info().edges);
    const double degree = std::max(edges / std::max<Vertex>(vertices_, 1), 1e-9);
    make_queue(edges);
    const unsigned warps = options.worker_threads / 32;
    const unsigned grain = options.min_grain != 0
                               ? options.min_grain
                               : static_cast<unsigned>(std::clamp(32 / std::max(degree, 1.0), 1.0, 32.0));
    manager_tuning_.workers = blocks_ - 1;
    manager_tuning_.first_index = options.first_index & ~(options.block_words - 1);
    manager_tuning_.max_order_bits = static_cast<unsigned>(std::countr_zero(options.worker_threads));
    manager_tuning_.min_order_bits = static_cast<unsigned>(std::bit_width(grain * warps) - 1);
    worker_tuning_ = {options.push_only_if_improved,
                      options.stale_filter,
                      false,
                      options.local_hops,
                      options.local_items != 0 ? options.local_items : std::clamp(grain * warps, 32U, 512U),
                      cuda::unreached_key<W>};
    set_delta(degree);
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    if (context.tracing() && trace_.size() == 0) trace_ = cuda::HostBuffer<TraceSample>(trace_room, "trace of a solve");
    if (!clean_) items_.fill_bytes(0xff, stream_);
    clean_ = false;
    stop_[0] = 0;
    state_.fill_bytes(0, stream_);
    distances_.start(problem.source, stream_);
    worker_tuning_.limit = cuda::key_of(limit_as<W>(problem.more.limit));
    launch(problem.source, context.tracing());
    WAYFRONT_CUDA(cudaMemcpyAsync(ended_.data(), control_, sizeof(Control), cudaMemcpyDeviceToHost, stream_));
    cuda::wait_or_stop(stream_, context, stop_.data());
    const Control& ended = ended_[0];
    finish(ended);
    clean_ = true;
    output.work.rounds = ended.report.switches;
    output.work.settled = ended.totals.settled;
    output.work.relaxed = ended.totals.relaxed;
    output.work.improved = ended.totals.improved;
    output.work.pushed = ended.totals.pushed + 1;
    output.work.stale = ended.totals.stale;
    distances_.write(output, transfer_, context, stream_);
    if (context.tracing()) trace(ended.report, context);
  }

 private:
  static constexpr std::uint32_t trace_room = 1U << 16;

  void shape(int device) {
    const auto kernel = detail::search<W, O>;
    const std::size_t bytes = detail::shared_bytes<O>(options_.worker_threads);
    cuda::allow_shared_memory(kernel, detail::shared_bytes<O>(1024));  // for all instances
    const unsigned resident = cuda::resident_blocks(kernel, options_.worker_threads, bytes);
    if (resident == 0)
      throw Unsupported("adds: a block of worker_threads = " + std::to_string(options_.worker_threads) +
                        " threads does not fit into a multiprocessor: choose fewer");
    const unsigned per_sm = std::min(options_.worker_blocks_per_sm, resident);
    blocks_ = std::min(per_sm * cuda::multiprocessors(device), max_workers + 1);
    if (options_.worker_blocks != 0) blocks_ = std::min(blocks_, options_.worker_blocks + 1);
    if (blocks_ < 2) throw Unsupported("adds: the device holds a single block of this size, but two are needed");
  }

  void set_delta(double degree) {
    DeltaTuning& delta = manager_tuning_.delta;
    const double constant =
        options_.delta_constant != 0 ? options_.delta_constant : std::clamp(256 / (degree * degree), 1.0, 32.0);
    const double from_graph = constant * graph_.average_weight() / degree;
    // A power of two, as all that come from it are; a number stays what it is.
    const double first = from_graph > 1e-30 ? std::exp2(std::round(std::log2(from_graph))) : 1.0;
    delta.first = options_.delta_number > 0 ? options_.delta_number : std::clamp(first, 1e-30, 1e30);
    delta.min_distance = std::is_same_v<W, float> ? 1e-30 : std::min(delta.first, 1.0);
    delta.open = options_.open_buckets;
    delta.dynamic = options_.delta_number == 0 && options_.delta == Delta::dynamic;
    const bool given = !options_.utilisation.empty();
    const auto share = [&](double of_all) {
      return static_cast<unsigned>(std::lround(of_all * manager_tuning_.workers));
    };
    delta.low = share(given ? options_.utilisation[0] : 0.2);
    delta.high = share(given ? options_.utilisation[1] : 0.7);
    delta.settle = options_.settle_switches;
    delta.clip_share = static_cast<float>(options_.clip_share);
  }

  void make_queue(double edges) {
    const unsigned block_bits = static_cast<unsigned>(std::countr_zero(options_.block_words));
    // Indices have 32 bits, and one must not come round while the block of its last time is still known.
    const double limit = std::exp2(31.0 - block_bits);
    const double wanted = std::ceil(options_.pool_fraction * edges / options_.block_words) + 2 * options_.buckets + 2;
    const auto blocks = static_cast<std::uint32_t>(std::min(wanted, limit));
    const std::uint32_t table_size = std::bit_ceil(blocks);
    const std::uint64_t items = std::uint64_t{blocks} << block_bits;
    // What a solve needs zeroed, in one piece.
    const std::uint64_t control = sizeof(Control), mail = sizeof(Mail) * blocks_;
    const std::uint64_t waits = sizeof(std::uint64_t) * blocks_;
    const std::uint64_t table = sizeof(std::uint64_t) * options_.buckets * std::uint64_t{table_size};
    const std::uint64_t consumed = sizeof(std::uint32_t) * std::uint64_t{blocks};
    const unsigned segment_bits = static_cast<unsigned>(std::countr_zero(options_.segment));
    const std::uint64_t written =
        options_.ready == Ready::segments ? (items >> segment_bits) * sizeof(std::uint32_t) : 0;
    const std::uint64_t state = control + (mail + 127) / 128 * 128 + waits + table + consumed + written;
    cuda::require_memory(items * sizeof(std::uint64_t) + state + consumed,
                         "adds: the queue's pool (a smaller pool_fraction makes it smaller)");
    items_ = {items, "adds: the queue's pool", stream_};
    ring_ = {blocks, "adds: free blocks", stream_};
    state_ = {state, "adds: state of the queue", stream_};
    unsigned char* at = state_.data();
    control_ = reinterpret_cast<Control*>(at);
    at += control;
    queue_.mail = reinterpret_cast<Mail*>(at);
    at += (mail + 127) / 128 * 128;
    queue_.waits = reinterpret_cast<std::uint64_t*>(at);
    at += waits;
    queue_.table = reinterpret_cast<std::uint64_t*>(at);
    at += table;
    queue_.consumed = reinterpret_cast<std::uint32_t*>(at);
    at += consumed;
    if (written != 0) queue_.written = reinterpret_cast<std::uint32_t*>(at);
    queue_.items = items_.data();
    queue_.ring = ring_.data();
    queue_.control = control_;
    queue_.table_size = table_size;
    queue_.blocks = blocks;
    queue_.block_bits = block_bits;
    queue_.segment_bits = segment_bits;
    queue_.buckets = options_.buckets;
  }

  void launch(Vertex source, bool traced) {
    cudaLaunchAttribute cooperative{};
    cooperative.id = cudaLaunchAttributeCooperative;
    cooperative.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = blocks_;
    config.blockDim = options_.worker_threads;
    config.dynamicSmemBytes = detail::shared_bytes<O>(options_.worker_threads);
    config.stream = stream_;
    config.attrs = &cooperative;
    config.numAttrs = 1;
    WorkerTuning worker_tuning = worker_tuning_;
    worker_tuning.traced = traced;
    const HostMailbox mailbox{stop_.data(), traced ? trace_.data() : nullptr, trace_room};
    const TiledView<W, O> view = graph_.view();
    WAYFRONT_CUDA(cudaLaunchKernelEx(&config, detail::search<W, O>, view, queue_, distances_.data(), source,
                                     worker_tuning, manager_tuning_, mailbox));
  }

  void finish(const Control& ended) const {
    switch (ended.report.stop) {
      case cancelled:
        throw Cancelled();
      case exhausted:
        throw Failure(StatusCode::out_of_memory,
                      "adds: the pool of " + std::to_string(queue_.blocks) + " blocks of " +
                          std::to_string(options_.block_words) +
                          " items is used up: raise pool_fraction, or choose a smaller block_words or fewer buckets");
      case stuck:
        throw Failure(
            StatusCode::failed,
            "adds: items wait, but nothing was handed out and no worker went on for a quarter of a million looks: "
            "an error in adds");
      default:
        return;
    }
  }

  void trace(const ManagerReport& report, RunContext& context) const {
    std::uint64_t relaxed = 0, pushed = 0;
    for (std::uint64_t i = 0; i < report.samples; ++i) {
      const TraceSample& sample = trace_[i];
      RoundRecord record;
      record.round = sample.switches;
      record.active = sample.in_flight;
      record.relaxed = sample.relaxed - relaxed;
      record.improved = sample.pushed - pushed;
      record.limit = sample.base + sample.delta;
      record.seconds = static_cast<double>(sample.nanoseconds) * 1e-9;
      context.trace(record);
      relaxed = sample.relaxed;
      pushed = sample.pushed;
    }
    const double clipped =
        report.pushed == 0 ? 0 : static_cast<double>(report.clipped) / static_cast<double>(report.pushed);
    context.log(Level::info,
                "adds: delta " + std::to_string(manager_tuning_.delta.first) + " to " + std::to_string(report.delta) +
                    " in " + std::to_string(report.changes) + " changes, " + std::to_string(report.switches) +
                    " switches of the head bucket, " + std::to_string(100 * clipped) + " % of the pushes clipped, " +
                    std::to_string(report.orders) + " orders in " + std::to_string(report.sweeps) + " sweeps, " +
                    std::to_string(report.max_blocks) + " of " + std::to_string(queue_.blocks) + " blocks");
  }

  const Options options_;
  const Vertex vertices_;
  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  TiledGraph<W, O> graph_;
  cuda::Distances<W> distances_;
  cuda::DeviceBuffer<std::uint64_t> items_;
  cuda::DeviceBuffer<std::uint32_t> ring_;
  cuda::DeviceBuffer<unsigned char> state_;
  cuda::HostBuffer<std::uint32_t> stop_;
  cuda::HostBuffer<Control> ended_;
  cuda::HostBuffer<TraceSample> trace_;
  Control* control_ = nullptr;
  Queue queue_{};
  WorkerTuning worker_tuning_{};
  ManagerTuning manager_tuning_{};
  unsigned blocks_ = 0;
  bool clean_ = false;  // every place of the pool is empty
};

template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context) {
  if (graph.info().offsets == OffsetKind::offsets64)
    return std::make_unique<SolverOf<W, std::uint64_t>>(options, graph, context);
  return std::make_unique<SolverOf<W, std::uint32_t>>(options, graph, context);
}

template std::unique_ptr<Solver> make_solver_of<WAYFRONT_WEIGHT>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::adds
