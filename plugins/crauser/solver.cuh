// A prepared graph and the course of a solve, for each form of the frontier and each direction.
#pragma once

#include <algorithm>
#include <memory>

#include "crauser.hpp"
#include "criterion.cuh"
#include "lightest_arcs.hpp"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/rounds.cuh"

namespace wayfront::crauser {

/// `Kind` is what Flags, Successors and Predecessors are.
template <WeightType W, class Kind>
class SolverOf final : public Solver {
 public:
  SolverOf(const Options& options, const Graph& graph, RunContext& context)
      : options_(options),
        lightest_(LightestArcs::of(graph, context)),
        kind_(options, graph, criterion(context), context, stream_),
        loop_(stream_),
        distances_(graph.info().vertices, stream_),
        pushed_(1, "count of queued vertices") {
    resident_ = cuda::resident_threads(context.device());
    shape_.loop = options.loop;
    shape_.block = options.block_size;
    shape_.phase_blocks = Kind::phase_blocks(options);
    shape_.threads_per_sm = options.threads_per_sm;
    shape_.items = std::min(kind_.items(graph.info().vertices, 0), resident_);
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    using Step = typename Kind::Step;
    distances_.start(problem.source, stream_);
    kind_.start(problem.source, distances_.data(), stream_);
    cuda::prefer_shared_memory<W, Crauser<W>, Step>(options_.carveout);
    loop_.start(context);
    const Step step = kind_.step();
    if (options_.loop == cuda::Loop::device) {
      cuda::run_rounds<W>(loop_, Crauser<W>{}, step, shape_, {}, context);
    } else {
      while (loop_.waiting() != 0) {
        shape_.items = kind_.items(loop_.waiting(), loop_.work().settled);
        if (!Kind::thread_per_item) shape_.items = std::min(shape_.items, resident_);
        cuda::run_rounds<W>(loop_, Crauser<W>{}, step, shape_, {.until = loop_.rounds() + 1}, context);
      }
    }
    output.work = loop_.work();
    if (kind_.pushed() != nullptr)
      WAYFRONT_CUDA(cudaMemcpyAsync(pushed_.data(), kind_.pushed(), pushed_.bytes(), cudaMemcpyDeviceToHost, stream_));
    distances_.write(output, transfer_, context, stream_);
    output.work.pushed = pushed_[0];
  }

 private:
  Criterion<W> criterion(RunContext& context) const {
    const bool out = options_.criterion == Settles::crauser || options_.criterion == Settles::in_or_out;
    const bool in = options_.criterion == Settles::in || options_.criterion == Settles::in_or_out;
    return {out ? lightest_->out(context) : nullptr, in ? lightest_->in(context) : nullptr};
  }

  const Options options_;
  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  std::shared_ptr<const LightestArcs> lightest_;
  Kind kind_;
  cuda::RoundLoop<W> loop_;
  cuda::Distances<W> distances_;
  cuda::HostBuffer<unsigned long long> pushed_;
  std::uint64_t resident_ = 0;  // threads that the device holds at once
  cuda::LoopShape shape_;
};

}  // namespace wayfront::crauser
