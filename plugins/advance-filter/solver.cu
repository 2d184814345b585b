// The course of a solve: operators one after the other, and what the host reads between them.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "advance_filter.hpp"
#include "operators.cuh"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/rounds.hpp"

namespace wayfront::advance_filter {
namespace {

/// One frontier: places for as many vertices as there are arcs, and one at least.
std::uint32_t places(const GraphInfo& info) {
  constexpr std::uint64_t most = 0xffff'0000U;  // a count that goes on beyond cannot wrap around
  if (info.edges > most)
    throw Unsupported("advance-filter: the graph has " + std::to_string(info.edges) +
                      " arcs, and a frontier has a place for each, which 32 bits count");
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(info.edges, 1));
}

template <WeightType W, OffsetType O>
class SolverOf final : public Solver {
 public:
  SolverOf(const Options& options, const Graph& graph, RunContext& context)
      : options_(options),
        vertices_(graph.info().vertices),
        capacity_(places(graph.info())),
        graph_(cuda::DeviceGraph::of(graph, context)),
        csr_(std::get<CsrView<W, O>>(graph_->csr(context))),
        distances_(vertices_, stream_),
        in_(capacity_, "advance-filter: a frontier", stream_),
        out_(capacity_, "advance-filter: a frontier", stream_),
        taken_(vertices_, "advance-filter: the filter's table", stream_),
        counts_(1, "advance-filter: counts", stream_),
        on_host_(1, "advance-filter: counts") {
    const bool compact = options.filter == Filter::compact;
    if (compact && options.far) kept_ = {vertices_, "advance-filter: a filtered frontier", stream_};
    if (options.far) {
      far_ = {vertices_, "advance-filter: far pile", stream_};
      next_far_ = {vertices_, "advance-filter: far pile", stream_};
      on_far_ = {vertices_, "advance-filter: flags of the far pile", stream_};
    }
    const double degree = vertices_ == 0 ? 0 : static_cast<double>(graph.info().edges) / vertices_;
    const double delta = options.delta > 0 ? options.delta
                         : degree > 0      ? options.delta_constant * graph.info().mean_weight / degree
                                           : 1;
    schedule_.delta = width_as<W>(delta);
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    start(problem.source);
    RoundTrace trace(context);
    Work work;
    std::uint32_t frontier = 1;  // entries, marked ones included
    RoundStats<W> last;
    last.min_distance = W{0};
    last.limit = options_.far ? schedule_.limit(last) : unreached<W>;
    while (frontier != 0) {
      context.throw_if_cancelled();
      ++work.rounds;
      last.round = work.rounds;
      frontier = round(frontier, last, context);
      if (counts(context)) {
        work.settled = on_host_[0].settled;
        work.relaxed = on_host_[0].relaxed;
        work.improved = on_host_[0].improved;
      }
      trace.end_round(work, last.limit);
      while (frontier == 0 && on_host_[0].far[pile_] != 0) frontier = take_far(last);
    }
    output.work = work;
    distances_.write(output, transfer_, context, stream_);
  }

 private:
  void start(Vertex source) {
    distances_.start(source, stream_);
    taken_.fill_bytes(0, stream_);
    on_far_.fill_bytes(0, stream_);
    Counts<W> nothing{};
    nothing.min_far[0] = nothing.min_far[1] = cuda::unreached_key<W>;
    on_host_[0] = nothing;
    pile_ = 0;
    WAYFRONT_CUDA(cudaMemcpyAsync(counts_.data(), on_host_.data(), sizeof nothing, cudaMemcpyHostToDevice, stream_));
    WAYFRONT_CUDA(cudaMemcpyAsync(in_.data(), &source, sizeof source, cudaMemcpyHostToDevice, stream_));
    stream_.wait();  // `source` is read by now
  }

  static bool counts(const RunContext& context) { return context.counting() || context.tracing(); }
  /// Waits for an operator; returns how many entries it left.
  std::uint32_t left() {
    WAYFRONT_CUDA(cudaGetLastError());
    stream_.wait();
    return on_host_[0].length;
  }
  unsigned blocks(std::uint32_t items) const { return cuda::blocks_for(items, options_.block_size); }

  /// Advance, filter, and split where there is a far pile. Returns the entries of the next frontier, which is in in_.
  std::uint32_t round(std::uint32_t count, const RoundStats<W>& now, RunContext& context) {
    advance<W, O><<<blocks(count), options_.block_size, 0, stream_>>>(csr_, distances_.data(), in_.data(), count,
                                                                      out_.data(), capacity_, counts_.data(),
                                                                      on_host_.data(), counts(context));
    const std::uint32_t improved = left();
    if (improved == 0) return 0;
    const bool bypass = options_.filter == Filter::bypass;
    Vertex* const kept = bypass ? nullptr : options_.far ? kept_.data() : in_.data();
    filter<W><<<blocks(improved), options_.block_size, 0, stream_>>>(out_.data(), improved, kept, taken_.data(),
                                                                     static_cast<std::uint32_t>(now.round),
                                                                     counts_.data(), on_host_.data());
    const std::uint32_t once = left();
    if (!options_.far) {
      if (bypass) std::swap(in_, out_);
      return bypass ? improved : once;
    }
    const std::uint32_t entries = bypass ? improved : once;
    split_frontier<W><<<blocks(entries), options_.block_size, 0, stream_>>>(bypass ? out_.data() : kept, entries,
                                                                            split(far_, now.limit, now.limit));
    return left();
  }

  /// Moves the limit up, and returns the entries of the frontier that are below it, which may be none.
  std::uint32_t take_far(RoundStats<W>& now) {
    const std::uint32_t count = on_host_[0].far[pile_];
    now.min_distance = cuda::distance_of<W>(on_host_[0].min_far[pile_]);
    const W finished = now.limit;
    now.limit = schedule_.limit(now);
    pile_ = 1 - pile_;
    split_far<W>
        <<<blocks(count), options_.block_size, 0, stream_>>>(far_.data(), count, split(next_far_, now.limit, finished));
    std::swap(far_, next_far_);
    return left();
  }

  Split<W> split(const cuda::DeviceBuffer<Vertex>& far, W limit, W finished) const {
    return {distances_.data(),      in_.data(),     far.data(),      on_far_.data(), cuda::key_of(limit),
            cuda::key_of(finished), counts_.data(), on_host_.data(), pile_};
  }

  const Options options_;
  const Vertex vertices_;
  const std::uint32_t capacity_;  // entries of a frontier
  cuda::Stream stream_;           // outlives all that follows
  cuda::Transfer transfer_;
  std::shared_ptr<const cuda::DeviceGraph> graph_;
  const CsrView<W, O> csr_;
  cuda::Distances<W> distances_;
  cuda::DeviceBuffer<Vertex> in_, out_;
  cuda::DeviceBuffer<Vertex> kept_;  // between filter and split
  cuda::DeviceBuffer<Vertex> far_, next_far_;
  cuda::DeviceBuffer<std::uint32_t> taken_, on_far_;
  cuda::DeviceBuffer<Counts<W>> counts_;
  cuda::HostBuffer<Counts<W>> on_host_;
  NearFar<W> schedule_;
  unsigned pile_ = 0;  // which of the counts of far piles is that of far_
};

}  // namespace

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<Solver> {
    return std::make_unique<SolverOf<W, O>>(options, graph, context);
  });
}

}  // namespace wayfront::advance_filter
