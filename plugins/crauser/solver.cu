// The solver for each form of the frontier and each direction. In one file, because CUB alone takes seconds to read.
#include <algorithm>
#include <memory>
#include <utility>

#include "crauser.hpp"
#include "criterion.cuh"
#include "flags.cuh"
#include "lightest_arcs.cuh"
#include "predecessors.cuh"
#include "successors.cuh"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/rounds.cuh"

namespace wayfront::crauser {

/// How much of the on-chip memory of a multiprocessor is to be shared memory and not L1 cache while the kernels of `Step`
/// run: percent, or -1 for the driver's choice. Holds for all loops of the process until it is set again.
template <WeightType W, class Step>
void prefer_shared_memory(int percent) {
  const auto set = [percent](auto* kernel) {
    WAYFRONT_CUDA(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                       cudaFuncAttributePreferredSharedMemoryCarveout, percent));
  };
  constexpr cuda::Kernels kernels = cuda::detail::kernels_of<Step>();
  if constexpr (kernels != cuda::Kernels::phases) set(&cuda::detail::device_rounds<W, Crauser<W>, Step>);
  [[maybe_unused]] const auto set_phases = [&]<int... Phases>(std::integer_sequence<int, Phases...>) {
    (set(&cuda::detail::host_round<Phases, true, W, Step>), ...);
  };
  if constexpr (kernels != cuda::Kernels::rounds) set_phases(std::make_integer_sequence<int, Step::phases>{});
}

/// A prepared graph and the course of a solve.
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
    prefer_shared_memory<W, Step>(options_.carveout);
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

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  return visit<capability::weights32>(
      graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<Solver> {
        const bool successors = options.direction == Direction::successors;
        if (options.frontier == Form::flags) {
          if (successors)
            return std::make_unique<SolverOf<W, Flags<W, O, Direction::successors>>>(options, graph, context);
          return std::make_unique<SolverOf<W, Flags<W, O, Direction::predecessors>>>(options, graph, context);
        }
        if (successors) return std::make_unique<SolverOf<W, Successors<W, O>>>(options, graph, context);
        return std::make_unique<SolverOf<W, Predecessors<W, O>>>(options, graph, context);
      });
}

}  // namespace wayfront::crauser
