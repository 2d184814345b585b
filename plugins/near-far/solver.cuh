// A prepared graph and the course of a solve.
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>

#include "near_far.hpp"
#include "packed_graph.cuh"
#include "step.cuh"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/rounds.cuh"

namespace wayfront::near_far {

/// Up to this mean degree the defaults are those for roads and meshes.
inline constexpr unsigned sparse = 6;

/// Empties the piles, and a lookup table where there is one, and makes the source near in round 1; does not wait.
template <class Key>
void start_piles(const Piles<Key>& piles, Vertex source, Key* taken, Vertex vertices, cudaStream_t stream);

/// The width of an interval of distances as a weight, above 0 where the type has something small enough.
template <WeightType W>
W width_of(double delta) {
  if constexpr (std::is_same_v<W, double>) {
    return delta;
  } else if constexpr (std::is_same_v<W, float>) {
    return static_cast<float>(std::min(delta, 3e38));
  } else {
    return static_cast<W>(std::clamp(delta, 1.0, sizeof(W) == 4 ? 2147483646.0 : 0x1p62));
  }
}

/// Near-Far up to a cap: nothing above it waits, so that a round always takes something.
template <WeightType W>
struct CappedNearFar {
  NearFar<W> schedule;
  W cap = unreached<W>;
  WAYFRONT_HD W limit(const RoundStats<W>& last) const {
    const W limit = schedule.limit(last);
    return limit < cap ? limit : cap;
  }
};

template <WeightType W, OffsetType O, bool Heads>
class SolverOf final : public Solver {
  using Key = cuda::KeyOf<W>;

 public:
  SolverOf(const Options& options, const Graph& graph, RunContext& context)
      : options_(options),
        vertices_(graph.info().vertices),
        local_(std::min(options.local, PushMemory<Key>::room)),
        mean_degree_(vertices_ == 0 ? 0 : static_cast<double>(graph.info().edges) / vertices_),
        packed_(graph, Heads, options.hub_degree, context, stream_),
        loop_(stream_),
        distances_(vertices_, stream_) {
    capacity_ = cuda::queue_capacity(std::uint64_t{options.room} * vertices_);
    const std::uint64_t piles = options.far ? 2 : 1;
    cuda::require_memory(piles * 2 * capacity_ * sizeof(Entry<Key>), "near-far: piles");
    near_ = {2 * std::uint64_t{capacity_}, "near-far: near pile", stream_};
    if (options.far) far_ = {2 * std::uint64_t{capacity_}, "near-far: far pile", stream_};
    counts_ = {3 * RoundCounts<Key>::stride, "near-far: piles", stream_};
    tails_ = {96, "near-far: piles", stream_};
    if (options.duplicates == Duplicates::lookup) taken_ = {vertices_, "near-far: lookup table", stream_};
    hubs_ = HubQueue<Key>(packed_.hub_tiles(), stream_);
    shape_.loop = options.loop;
    shape_.block = options.block_size;
    shape_.threads_per_sm = 1024;
    shape_.items = std::uint64_t{cuda::multiprocessors(context.device())} * shape_.threads_per_sm;
    schedule_.schedule.delta = options.far ? width_of<W>(delta(options)) : unreached<W>;
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    schedule_.cap = limit_as<W>(problem.limit);
    const Targets targets = start_targets(problem.targets, context);
    distances_.start(problem.source, stream_);
    tails_.fill_bytes(0, stream_);
    hubs_.start(stream_);
    start_piles(piles(), problem.source, taken_.data(), vertices_, stream_);
    loop_.start(context);
    cuda::run_rounds<W>(loop_, schedule_, step(targets), shape_, {}, context);
    output.work = loop_.work();
    if (targets.count != 0)
      WAYFRONT_CUDA(
          cudaMemcpyAsync(found_on_host_.data(), found_.data(), found_.bytes(), cudaMemcpyDeviceToHost, stream_));
    distances_.write(output, transfer_, context, stream_);
    if (targets.count != 0 && found_on_host_[0].round != 0) output.exact_to_as<W>() = farthest(problem.targets, output);
  }

 private:
  double delta(const Options& options) const {
    if (options.delta > 0) return options.delta;
    if (mean_degree_ == 0) return 0;
    // On roads and meshes an interval costs a barrier, and its last hops have little to do: wide ones pay. Elsewhere
    // the work decides.
    const double constant = options.delta_constant > 0 ? options.delta_constant : mean_degree_ <= sparse ? 64 : 16;
    return constant * packed_.mean_weight() / mean_degree_;
  }

  /// Does not wait, but for memory where there are more targets than before.
  Targets start_targets(std::span<const Vertex> targets, RunContext& context) {
    if (targets.empty()) return {};
    if (found_.size() == 0) {
      found_ = {1, "near-far: targets", stream_};
      found_on_host_ = cuda::HostBuffer<TargetsFound>(1, "near-far: targets");
    }
    if (targets_.size() < targets.size()) targets_ = {targets.size(), "near-far: targets", stream_};
    found_.fill_bytes(0, stream_);
    transfer_.to_device(targets_.data(), targets.data(), targets.size_bytes(), context, stream_);
    return {targets_.data(), targets.size(), found_.data()};
  }

  /// How far the answer is exact once all targets are: up to the farthest of them.
  static W farthest(std::span<const Vertex> targets, const Output& output) {
    W distance{};
    for (const Vertex target : targets) distance = std::max(distance, output.distances_as<W>()[target]);
    return distance;
  }

  Piles<Key> piles() const { return {near_.data(), far_.data(), counts_.data(), tails_.data(), capacity_}; }

  Step<W, O, Heads> step(const Targets& targets) const {
    Step<W, O, Heads> step{};
    step.state.graph = packed_.view();
    step.state.distances = distances_.data();
    step.state.taken = taken_.data();
    step.state.duplicates = options_.duplicates;
    step.state.recheck = options_.recheck || options_.duplicates != Duplicates::distance;
    step.state.ahead = options_.ahead;
    step.state.hubs = hubs_.ref(options_.hub_degree);
    step.piles = piles();
    step.targets = targets;
    step.cap = cuda::key_of(schedule_.cap);
    step.hops = options_.hops;
    step.local = local_;
    const double pushes = std::max(1.0, mean_degree_ / 4);  // of an entry, where it finds much
    step.local_take = static_cast<std::uint32_t>(std::max(1.0, local_ / pushes));
    return step;
  }

  const Options options_;
  const Vertex vertices_;
  const unsigned local_;  // vertices in a block's list, at most
  const double mean_degree_;
  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  PackedGraph<W, O> packed_;
  cuda::RoundLoop<W> loop_;
  cuda::Distances<W> distances_;
  cuda::DeviceBuffer<Entry<Key>> near_, far_;
  cuda::DeviceBuffer<RoundCounts<Key>> counts_;
  cuda::DeviceBuffer<std::uint32_t> tails_;  // of the far pile
  cuda::DeviceBuffer<Key> taken_;
  HubQueue<Key> hubs_;
  cuda::DeviceBuffer<Vertex> targets_;
  cuda::DeviceBuffer<TargetsFound> found_;
  cuda::HostBuffer<TargetsFound> found_on_host_;
  std::uint32_t capacity_ = 0;
  cuda::LoopShape shape_;
  CappedNearFar<W> schedule_;
};

/// The solver for a graph whose weights are W: a source for each type.
template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::near_far
