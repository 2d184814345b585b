// A prepared graph and the course of a solve. Once for each type of weights.
#include <algorithm>

#include "edge_bellman_ford.hpp"
#include "edge_list.cuh"
#include "layout.cuh"
#include "matrix.cuh"
#include "vertex_lists.cuh"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/predecessor_cycle.hpp"

namespace wayfront::edge_bellman_ford {
namespace {

template <WeightType W>
std::unique_ptr<Layout<W>> make_layout(const Site& site) {
  if (site.options.representation == Representation::matrix) return make_matrix<W>(site);
  return site.options.mapping == Mapping::edge ? make_edge_list<W>(site) : make_vertex_lists<W>(site);
}

template <WeightType W>
class SolverOf final : public Solver {
 public:
  SolverOf(const Options& options, const Graph& graph, RunContext& context)
      : options_(options),
        graph_(graph),
        vertices_(graph.info().vertices),
        negative_(graph.info().min_weight < 0),
        layout_(make_layout<W>({options_, graph, context, transfer_, stream_})),
        loop_(stream_),
        distances_(vertices_, stream_),
        frontier_(vertices_, stream_) {
    if (options.double_buffer) before_ = cuda::Distances<W>(vertices_, stream_);
    if (negative_) cycles_ = cuda::PredecessorCycle(vertices_, stream_);
    shape_.loop = options.loop;
    shape_.block = options.block_size;
    shape_.items = layout_->threads();
    shape_.threads_per_sm = 2048;
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    distances_.start(problem.source, stream_);
    if (options_.double_buffer) before_.start(problem.source, stream_);
    if (negative_) cycles_.start(stream_);
    frontier_.start(problem.source, stream_);
    loop_.start(context);
    const Sweep<W> sweep{vertices_,       distances_.data(), options_.double_buffer ? before_.data() : nullptr,
                         frontier_.ref(), options_.mask,     negative_ ? cycles_.data() : nullptr};
    if (options_.pieces != 0) layout_->run_first(loop_, sweep, shape_, copies_, context);
    const bool solved = run(sweep, output, context);
    output.work = loop_.work();
    output.outcome = solved ? Outcome::solved : Outcome::negative_cycle;
    if (solved) distances_.write(output, transfer_, context, stream_);
  }

 private:
  /// Rounds until nothing changes, or a negative cycle is found: then false.
  bool run(const Sweep<W>& sweep, Output& output, RunContext& context) {
    const std::uint64_t all = vertices_ == 0 ? 0 : vertices_ - 1;  // rounds without an early exit
    cuda::CycleSearch search(cycles_, graph_, negative_);
    for (;;) {
      const bool forced = !options_.early_exit && loop_.rounds() < all;
      if (!forced && loop_.waiting() == 0) return true;
      const std::uint64_t until = forced ? std::min(search.pause(), all) : search.pause();
      layout_->run(loop_, sweep, shape_, {.until = until, .to_the_end = forced}, context);
      if (loop_.rounds() < search.pause()) continue;
      output.cycle = search.look(loop_, transfer_, context);
      if (!output.cycle.empty()) return false;
    }
  }

  const Options options_;
  const Graph& graph_;
  const Vertex vertices_;
  const bool negative_;
  cuda::Stream stream_;  // outlives all that follows
  cuda::Stream copies_;
  cuda::Transfer transfer_;
  std::unique_ptr<Layout<W>> layout_;
  cuda::RoundLoop<W> loop_;
  cuda::Distances<W> distances_, before_;
  cuda::FlagFrontier frontier_;
  cuda::PredecessorCycle cycles_;
  cuda::LoopShape shape_;
};

}  // namespace

template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context) {
  return std::make_unique<SolverOf<W>>(options, graph, context);
}

template std::unique_ptr<Solver> make_solver_of<WAYFRONT_WEIGHT>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::edge_bellman_ford
