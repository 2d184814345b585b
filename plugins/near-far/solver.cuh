// A prepared graph and the course of a solve.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
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
void start_piles(const Piles& piles, Vertex source, Key* taken, Vertex vertices, cudaStream_t stream);

/// The width of an interval of distances as a weight, above 0 where the type has something small enough.
template <WeightType W>
W width_of(double delta) {
  if constexpr (std::is_same_v<W, float>) {
    return static_cast<float>(std::min(delta, 3e38));
  } else {
    return static_cast<W>(std::clamp(delta, 1.0, 2147483646.0));
  }
}

template <WeightType W, OffsetType O, bool Heads>
class SolverOf final : public Solver {
 public:
  SolverOf(const Options& options, const Graph& graph, RunContext& context)
      : options_(options),
        vertices_(graph.info().vertices),
        mean_degree_(vertices_ == 0 ? 0 : static_cast<double>(graph.info().edges) / vertices_),
        packed_(graph, Heads, options.hub_degree, context, stream_),
        loop_(stream_),
        distances_(vertices_, stream_) {
    capacity_ = cuda::queue_capacity(std::uint64_t{options.room} * vertices_);
    const std::uint64_t piles = options.far ? 2 : 1;
    cuda::require_memory(piles * 2 * capacity_ * sizeof(Entry), "near-far: piles");
    near_ = {2 * std::uint64_t{capacity_}, "near-far: near pile", stream_};
    if (options.far) far_ = {2 * std::uint64_t{capacity_}, "near-far: far pile", stream_};
    counts_ = {24, "near-far: piles", stream_};
    tails_ = {96, "near-far: piles", stream_};
    if (options.duplicates == Duplicates::lookup) taken_ = {vertices_, "near-far: lookup table", stream_};
    hubs_ = HubQueue(packed_.hub_tiles(), stream_);
    shape_.loop = options.loop;
    shape_.block = options.block_size;
    shape_.threads_per_sm = 1024;
    shape_.items = std::uint64_t{cuda::multiprocessors(context.device())} * shape_.threads_per_sm;
    schedule_.delta = options.far ? width_of<W>(delta(options)) : unreached<W>;
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    distances_.template start<W>(problem.source, stream_);
    tails_.fill_bytes(0, stream_);
    hubs_.start(stream_);
    start_piles(piles(), problem.source, taken_.data(), vertices_, stream_);
    loop_.start(context);
    cuda::run_rounds<W>(loop_, schedule_, step(), shape_, {}, context);
    output.work = loop_.work();
    distances_.template write<W>(output, transfer_, context, stream_);
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

  Piles piles() const { return {near_.data(), far_.data(), counts_.data(), tails_.data(), capacity_}; }

  Step<W, O, Heads> step() const {
    Step<W, O, Heads> step{};
    step.state.graph = packed_.view();
    step.state.distances = distances_.data();
    step.state.taken = taken_.data();
    step.state.duplicates = options_.duplicates;
    step.state.recheck = options_.recheck || options_.duplicates != Duplicates::distance;
    step.state.ahead = options_.ahead;
    step.state.hubs = hubs_.ref(options_.hub_degree);
    step.piles = piles();
    step.hops = options_.hops;
    step.local = options_.local;
    const double pushes = std::max(1.0, mean_degree_ / 4);  // of an entry, where it finds much
    step.local_take = static_cast<std::uint32_t>(std::max(1.0, options_.local / pushes));
    return step;
  }

  const Options options_;
  const Vertex vertices_;
  const double mean_degree_;
  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  PackedGraph<W, O> packed_;
  cuda::RoundLoop loop_;
  cuda::Distances distances_;
  cuda::DeviceBuffer<Entry> near_, far_;
  cuda::DeviceBuffer<RoundCounts> counts_;
  cuda::DeviceBuffer<std::uint32_t> tails_;  // of the far pile
  cuda::DeviceBuffer<Key> taken_;
  HubQueue hubs_;
  std::uint32_t capacity_ = 0;
  cuda::LoopShape shape_;
  NearFar<W> schedule_;
};

/// The solver for a graph whose weights are W.
template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context);

template <WeightType W, OffsetType O>
std::unique_ptr<Solver> make_mapped_solver(const Options& options, const Graph& graph, RunContext& context) {
  const GraphInfo& info = graph.info();
  const bool few = info.edges <= sparse * std::uint64_t{info.vertices};
  if (options.mapping == Mapping::heads || (options.mapping == Mapping::automatic && few))
    return std::make_unique<SolverOf<W, O, true>>(options, graph, context);
  return std::make_unique<SolverOf<W, O, false>>(options, graph, context);
}

}  // namespace wayfront::near_far
