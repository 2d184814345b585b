// What the stepping plugins share around the search: threads, packed arcs and the width of buckets in prepare(), and
// the choice of the search's instance in solve().
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "packed_graph.hpp"
#include "search.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/cpu/thread_team.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"
#include "wayfront/stopping.hpp"
#include "width.hpp"

namespace wayfront::stepping {

/// Those that the stepping plugins have in common, declared once.
struct Options {
  std::int64_t threads;
  double delta;        // 0: chosen
  bool delta_is_auto;  // what the file says; `delta` says it, too
  std::uint64_t fusion;
  std::uint64_t rho;  // 0: chosen
  bool bounded;
};

constexpr OptionRow threads_row() {
  return integer<&Options::threads>("threads", 0, {0, 256},
                                    "Threads; 0: what the host gives. More than the machine has: a warning.")
      .tried("1");
}
constexpr OptionRow fusion_row(std::int64_t default_value) {
  return integer<&Options::fusion>("fusion", default_value, {0, 1 << 30},
                                   "A thread goes on with its own entries of a round while they are fewer; 0: never.");
}

constexpr OptionRow bounded_row() {
  return boolean<&Options::bounded>(
             "bounded", true,
             "Graphs of long rows: leave out arcs that lead past nearly all vertices; needs the transpose.")
      .tried("false");
}

inline constexpr NamedValue<bool> delta_words[] = {{"auto", true}};
constexpr OptionRow automatic_delta_row() {
  return choice<&Options::delta_is_auto>("delta", true, delta_words, "Chosen from weights and degrees.");
}
constexpr OptionRow delta_row(const char* help) {
  OptionRow row = real<&Options::delta>("delta", 1, {1e-30, 1e30}, help);
  row.store = [](void* options, const OptionValue& value) {
    static_cast<Options*>(options)->delta = value.is_set ? value.real : 0;
  };
  return row;
}

/// One graph, made ready for one schedule: virtual once per solve, so that nothing below has to ask for types.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

/// What all plugins have around a schedule; each adds what it is called, its rows, and prepare(), which makes the solver.
class Frame {
 public:
  using Options = stepping::Options;

  explicit Frame(const Options& options) : options_(options) {}

  void solve(const Problem& problem, Output& output, RunContext& context) { solver_->solve(problem, output, context); }

 protected:
  Options options_;
  std::unique_ptr<Solver> solver_;
};

template <WeightType W, OffsetType O, class Schedule>
class SolverOf final : public Solver {
 public:
  using D = Magnitude<W>;

  /// `width_alone`: of buckets where a source is solved by one of several threads.
  SolverOf(const Graph& graph, unsigned threads, Schedule schedule, SearchOptions options, double width_alone,
           bool bounded)
      : host_(graph),
        graph_(std::make_shared<PackedGraph<W, O>>(unpacked_graph(csr()))),
        is_to_bound_(bounded && graph_->long_rows),
        threads_(threads),
        schedule_(schedule),
        options_(options),
        width_alone_(width_alone) {}

  /// Sources are solved one after another by all threads, or, where there are as many of them as threads, side by side,
  /// each by one thread. Rounds are traced only in the first way.
  void solve(const Problem& problem, Output& output, RunContext& context) override {
    const bool counted = always_counted || context.counting() || context.tracing();
    const std::span<const Vertex> sources = sources_of(problem);
    const unsigned threads = threads_.team.size();
    solved_ += sources.size();
    get_ready(context);
    if (threads > 1 && sources.size() >= threads && !context.tracing())
      return counted ? solve_side_by_side<true>(problem, output, context)
                     : solve_side_by_side<false>(problem, output, context);
    for (std::uint32_t row = 0; row < sources.size(); ++row) {
      if (threads > 1)
        output.work += counted ? solve_row<true, true>(problem, row, output, threads_, options_, context)
                               : solve_row<true, false>(problem, row, output, threads_, options_, context);
      else
        output.work += counted ? solve_row<false, true>(problem, row, output, threads_, options_, context)
                               : solve_row<false, false>(problem, row, output, threads_, options_, context);
    }
  }

 private:
  static constexpr std::size_t unbounded_sources = 8;

  /// What takes as long as searches do comes when it pays, as the phase `setup` of a solve. The first search, from a
  /// single source, does without packed arcs. Beyond `unbounded_sources`, scans of long rows are bounded, where a trial
  /// search says that this pays.
  void get_ready(RunContext& context) {
    const bool bounds = is_to_bound_ && solved_ > unbounded_sources;
    if (!bounds && (graph_->arcs != nullptr || (may_be_plain && solved_ == 1))) return;
    context.phase(Phase::setup);
    graph_ = packed_graph(host_, csr(), bounds, context);
    if (bounds) use_bound(context);
    context.phase(Phase::compute);
  }

  /// See bound.hpp.
  void use_bound(RunContext& context) {
    is_to_bound_ = false;
    options_.sorted = true;
    const auto in = [&] { return std::get<CscView<W, O>>(host_.csc()); };
    const auto make = [&]() -> std::shared_ptr<void> {
      const Vertex hub = vertex_of_max_degree();
      std::vector<D> distances(graph_->vertices);
      Stopping<W> never(Problem{}, distances.data());
      search<true, false>(hub, distances.data(), never, threads_, options_, context);
      return std::make_shared<Bound>(best_bound(*graph_, in(), distances));
    };
    options_.bound = *std::static_pointer_cast<Bound>(host_.attachment("stepping: bound, 1", make));
    if (options_.bound.after != 0) in_ = in();
  }

  /// Counting costs a few percent. Weights of 64 bits are seldom worth as much time of the compiler.
  static constexpr bool always_counted = sizeof(W) == 8, may_be_plain = sizeof(W) == 4;

  CsrView<W, O> csr() const { return std::get<CsrView<W, O>>(host_.csr()); }

  template <bool shared, bool counted>
  Work search(Vertex source, D* distances, Stopping<W>& stopping, Threads<W>& threads, const SearchOptions& options,
              RunContext& context) {
    const auto run = [&]<bool packed, bool counts>(std::bool_constant<packed>, std::bool_constant<counts>) {
      return Search<W, O, Schedule, packed, shared, counts>(*graph_, &in_, distances, stopping, threads, schedule_,
                                                            options, context)
          .run(source);
    };
    if constexpr (may_be_plain)
      if (graph_->arcs == nullptr) return run(std::false_type{}, std::true_type{});
    return run(std::true_type{}, std::bool_constant<(counted || always_counted)>{});
  }

  template <bool shared, bool counted>
  Work solve_row(const Problem& problem, std::uint32_t row, Output& output, Threads<W>& threads,
                 const SearchOptions& options, RunContext& context) {
    auto* const distances = reinterpret_cast<D*>(output.distances_as<W>(row).data());
    Stopping<W> stopping(problem, distances);
    const Work work = search<shared, counted>(sources_of(problem)[row], distances, stopping, threads, options, context);
    stopping.write(output, row);
    return work;
  }

  template <bool counted>
  void solve_side_by_side(const Problem& problem, Output& output, RunContext& context) {
    while (alone_.size() < threads_.team.size()) alone_.push_back(std::make_unique<Threads<W>>(1U));
    SearchOptions options = options_;
    options.width = width_alone_;
    options.traced = false;
    const std::size_t rows = sources_of(problem).size();
    std::atomic<std::size_t> next{0};
    std::vector<Work> work(threads_.team.size());
    threads_.team.run([&](unsigned thread) {
      for (std::size_t row; (row = next.fetch_add(1, std::memory_order_relaxed)) < rows;)
        work[thread] += solve_row<false, counted>(problem, static_cast<std::uint32_t>(row), output, *alone_[thread],
                                                  options, context);
    });
    for (const Work& part : work) output.work += part;
  }

  Vertex vertex_of_max_degree() const {
    Vertex max = 0;
    const O* const offsets = graph_->offsets;
    for (Vertex u = 1; u < graph_->vertices; ++u)
      if (offsets[u + 1] - offsets[u] > offsets[max + 1] - offsets[max]) max = u;
    return max;
  }

  const Graph& host_;
  std::shared_ptr<const PackedGraph<W, O>> graph_;
  bool is_to_bound_;
  std::size_t solved_ = 0;  // sources
  CscView<W, O> in_;
  Threads<W> threads_;
  std::vector<std::unique_ptr<Threads<W>>> alone_;  // one for each thread of the team, since the first batch
  Schedule schedule_;
  SearchOptions options_;
  double width_alone_;
};

/// What a plugin decides when it has seen the graph.
template <class Schedule>
struct Plan {
  Schedule schedule;
  SearchOptions search;
  bool bounded = false;
};

/// plan(const Profile&, unsigned threads) returns a Plan. `threads`: the option of that name. Compiled for the weights
/// that `capabilities` has.
template <std::uint64_t capabilities, class MakePlan>
std::unique_ptr<Solver> make_solver(const Graph& graph, RunContext& context, std::int64_t threads, MakePlan&& plan) {
  return visit<capabilities>(graph.csr(), [&]<class W, class O>(const CsrView<W, O>& view) -> std::unique_ptr<Solver> {
    const unsigned wanted = threads_wanted(threads, context);
    const Profile seen = profile(view);
    auto made = plan(seen, wanted);
    made.search.by_vertex = seen.near > 0.5;
    return std::make_unique<SolverOf<W, O, decltype(made.schedule)>>(graph, wanted, made.schedule, made.search,
                                                                     plan(seen, 1U).search.width, made.bounded);
  });
}

}  // namespace wayfront::stepping
