// What the stepping plugins share around the search: threads, packed arcs and the width of buckets in prepare(), and
// the choice of the search's instance in solve().
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "packed_graph.hpp"
#include "search.hpp"
#include "wayfront/cpu/thread_team.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"
#include "width.hpp"

namespace wayfront::stepping {

/// One graph, made ready for one schedule: virtual once per solve, so that nothing below has to ask for types.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

template <WeightType W, OffsetType O, class Schedule>
class SolverOf final : public Solver {
 public:
  using D = Magnitude<W>;

  SolverOf(std::shared_ptr<const PackedGraph<W, O>> graph, unsigned threads, Schedule schedule, SearchOptions options)
      : graph_(std::move(graph)), threads_(threads), schedule_(schedule), options_(options) {}

  /// From now on scans of long rows are bounded, where a trial search says that this pays; see bound.hpp. Rows must be
  /// sorted.
  void use_bound(const Graph& graph, RunContext& context) {
    const auto make = [&]() -> std::shared_ptr<void> {
      const Vertex hub = vertex_of_max_degree();
      std::vector<D> distances(graph_->vertices);
      run<true, false>(hub, distances.data(), context);
      return std::make_shared<Bound>(best_bound(*graph_, std::get<CscView<W, O>>(graph.csc()), distances));
    };
    options_.bound = *std::static_pointer_cast<Bound>(graph.attachment("stepping: bound, 1", make));
    if (options_.bound.after != 0) in_ = std::get<CscView<W, O>>(graph.csc());
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    auto* const distances = static_cast<D*>(output.distances);
    const bool counted = context.counting() || context.tracing();
    if (threads_.team.size() > 1)
      output.work = counted ? run<true, true>(problem.source, distances, context)
                            : run<true, false>(problem.source, distances, context);
    else
      output.work = counted ? run<false, true>(problem.source, distances, context)
                            : run<false, false>(problem.source, distances, context);
  }

 private:
  template <bool shared, bool counted>
  Work run(Vertex source, D* distances, RunContext& context) {
    return Search<W, O, Schedule, shared, counted>(*graph_, &in_, distances, threads_, schedule_, options_, context)
        .run(source);
  }

  Vertex vertex_of_max_degree() const {
    Vertex max = 0;
    const O* const offsets = graph_->offsets;
    for (Vertex u = 1; u < graph_->vertices; ++u)
      if (offsets[u + 1] - offsets[u] > offsets[max + 1] - offsets[max]) max = u;
    return max;
  }

  std::shared_ptr<const PackedGraph<W, O>> graph_;
  CscView<W, O> in_;
  Threads<W> threads_;
  Schedule schedule_;
  SearchOptions options_;
};

/// What a plugin decides when it has seen the graph.
template <class Schedule>
struct Plan {
  Schedule schedule;
  SearchOptions search;
  bool bounded = false;
};

/// plan(const Profile&, unsigned threads) returns a Plan. `threads`: the option of that name.
template <class MakePlan>
std::unique_ptr<Solver> make_solver(const Graph& graph, RunContext& context, std::int64_t threads, MakePlan&& plan) {
  return visit<capability::weights32>(graph.csr(),
                                      [&]<class W, class O>(const CsrView<W, O>& view) -> std::unique_ptr<Solver> {
                                        const unsigned wanted = threads_wanted(threads, context);
                                        auto made = plan(profile(view), wanted);
                                        const bool bounded = made.bounded && has_long_rows(view);
                                        auto packed = packed_graph(graph, view, bounded, context);
                                        auto solver = std::make_unique<SolverOf<W, O, decltype(made.schedule)>>(
                                            std::move(packed), wanted, made.schedule, made.search);
                                        if (bounded) solver->use_bound(graph, context);
                                        return solver;
                                      });
}

}  // namespace wayfront::stepping
