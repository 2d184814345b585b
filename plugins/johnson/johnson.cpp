// johnson computes shortest distances for many sources on a graph with negative arcs: it pays for the negative weights
// once, and then any plugin for non-negative weights solves from each source.
//
// Preparing, it adds a super source with an arc of weight 0 to every vertex and has a plugin of the Bellman-Ford family
// (`potentials`) solve from there. The distances h are potentials: no arc u -> v of weight w + h(u) - h(v) is negative,
// and a path from s to t is longer by h(s) - h(t) than it was, all of them alike, so the shortest ones stay the same. A
// plugin for non-negative weights (`inner`) is prepared on the arcs reweighted so. Solving, it finds the distances, and
// the potentials are taken off again. A graph without negative arcs goes to `inner` as it is.
//
// Negative cycles: from the super source, one anywhere is found, but only sources that reach it must report it. Those
// that reach the cycle that was found get it at once. The others cannot be told from the potentials, which do not exist
// then: each is solved by the plugin for potentials itself. So is every source where the potentials do not fit into
// the weight type, and a source from which reweighted paths do not.
//
// Deviations: Johnson computes the distances of all pairs; here each source is solved when it is asked for. Of floats,
// reweighted sums round otherwise than those of the graph, so their paths are only a start (distances_back.hpp); the
// answer is the same, bit for bit, as that of Bellman-Ford.
//
// Reference: D. B. Johnson, Efficient algorithms for shortest paths in sparse networks, Journal of the ACM 24 (1977).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "distances_back.hpp"
#include "potentials.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/plugin.hpp"

// What a negative cycle somewhere in the graph means for the sources that reach it.
namespace wayfront::johnson {

/// Whether the arcs of the cycle, the lightest of parallel ones, are there and sum up to less than 0, beyond what the
/// rounding of their sum could hide.
template <WeightType W, OffsetType O>
bool certainly_negative(const CsrView<W, O>& graph, std::span<const Vertex> cycle) {
  double sum = 0;
  double magnitude = 0;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Vertex u = cycle[i];
    const Vertex v = cycle[i + 1 < cycle.size() ? i + 1 : 0];
    if (u >= graph.vertices || v >= graph.vertices) return false;
    double lightest = std::numeric_limits<double>::infinity();
    for (O arc = graph.begin(u); arc < graph.end(u); ++arc)
      if (graph.targets[arc] == v) lightest = std::min(lightest, static_cast<double>(graph.weights[arc]));
    if (lightest == std::numeric_limits<double>::infinity()) return false;
    sum += lightest;
    magnitude += std::abs(lightest);
  }
  return sum < -magnitude * static_cast<double>(cycle.size()) * std::numeric_limits<double>::epsilon();
}

/// By vertex, whether a path leads from it to `goal`.
template <WeightType W, OffsetType O>
std::vector<bool> reaching(const CscView<W, O>& graph, Vertex goal) {
  std::vector<bool> reaches(graph.vertices);
  std::vector<Vertex> stack = {goal};
  reaches[goal] = true;
  while (!stack.empty()) {
    const Vertex v = stack.back();
    stack.pop_back();
    for (O arc = graph.begin(v); arc < graph.end(v); ++arc) {
      const Vertex u = graph.sources[arc];
      if (reaches[u]) continue;
      reaches[u] = true;
      stack.push_back(u);
    }
  }
  return reaches;
}

}  // namespace wayfront::johnson

namespace wayfront {
namespace {

class Johnson {
 public:
  static constexpr PluginAbout about{
      .name = "johnson",
      .version = "1.0.0",
      .summary = "Potentials once, then any plugin for non-negative weights: for many sources with negative arcs.",
      .reference = "D. B. Johnson, Journal of the ACM 24 (1977)",
      .capabilities = capability::any_weights | capability::negative_weights};

  struct Options {
    std::string inner;
    std::string inner_options;
    std::string potentials;
  };
  static constexpr OptionRow rows[] = {
      text<&Options::inner>("inner", "dijkstra", "The plugin that solves from each source, without negative weights."),
      text<&Options::inner_options>("inner_options", "", "Its options, in TOML: \"queue = 'dary'\"."),
      text<&Options::potentials>("potentials", "bellman-ford-tarjan", "The plugin that finds the potentials.")};

  explicit Johnson(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext& context) {
    state_ = std::make_unique<State>();
    graph_ = &graph;
    if (graph.info().min_weight >= 0) {
      state_->inner = prepared(options_.inner, options_.inner_options, graph, context);
      return;
    }
    visit<about.capabilities>(graph.csr(),
                              [&]<class W, class O>(const CsrView<W, O>& view) { find_potentials(view, context); });
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    const Vertex source = problem.source;
    if (!state_->reaches_cycle.empty() && state_->reaches_cycle[source]) {
      output.outcome = Outcome::negative_cycle;
      output.cycle.assign(state_->cycle.begin(), state_->cycle.end());
      return;
    }
    if (state_->inner == nullptr) return solve_directly(source, output, context);
    throw_if_failed(state_->inner->solve({.source = source}, output, context));
    if (output.outcome != Outcome::solved)
      throw Failure(StatusCode::failed, "johnson: plugin '" + options_.inner +
                                            "' says that there is a negative cycle, but no arc is negative");
    if (state_->reweighted == nullptr) return;
    const bool good = visit<about.capabilities>(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
      const std::span<W> distances = output.distances_as<W>();
      auto& back = std::get<johnson::WayBack<W>>(state_->way_back);
      if constexpr (std::is_floating_point_v<W>) {
        return (*back.repair)(view, back.weights.get(), source, distances, output.work, context);
      } else {
        if (back.paths_may_not_fit && johnson::lost_paths<W>(view, distances, context)) return false;
        johnson::undo<W>(distances, back.potentials, source, context);
        return true;
      }
    });
    if (!good) solve_directly(source, output, context);
  }

 private:
  using Instance = std::shared_ptr<Algorithm>;

  static Instance prepared(const std::string& name, const std::string& options, const Graph& graph,
                           RunContext& context) {
    Instance instance = context.host().algorithm(name, options, graph.info());
    throw_if_failed(instance->prepare(graph, context));
    return instance;
  }

  template <class W, class O>
  void find_potentials(const CsrView<W, O>& view, RunContext& context) {
    std::vector<W> potentials(std::size_t{view.vertices} + 1);
    Output output;
    output.kind = weight_kind<W>;
    output.vertices = view.vertices + 1;
    output.distances = potentials.data();
    {
      const std::shared_ptr<const Graph> graph = johnson::with_super_source(view, context);
      const Instance bellman_ford = prepared(options_.potentials, "", *graph, context);
      throw_if_failed(bellman_ford->solve({.source = view.vertices}, output, context));
    }
    if (output.outcome == Outcome::negative_cycle) {
      context.log(Level::info, "the graph has a negative cycle; sources that do not reach it are left to plugin '" +
                                   options_.potentials + "'");
      if (johnson::certainly_negative<W, O>(view, output.cycle)) {
        state_->cycle.assign(output.cycle.begin(), output.cycle.end());
        state_->reaches_cycle = visit<about.capabilities>(
            graph_->csc(), [&](const auto& columns) { return johnson::reaching(columns, state_->cycle.front()); });
      }
      return prepare_direct(context);
    }
    johnson::Reweighted<W> arcs = johnson::reweigh<W>(view, potentials, context);
    if (arcs.negative) {
      const std::string type = sizeof(W) == 4 ? "int32" : "int64", larger = sizeof(W) == 4 ? "int64" : "float64";
      context.log(Level::warning, "the potentials do not fit into " + type + ", so all sources are left to plugin '" +
                                      options_.potentials + "'; use weights = \"" + larger + "\" or smaller weights");
      return prepare_direct(context);
    }
    CsrView<W, O> reweighted = view;
    reweighted.weights = arcs.weights.get();
    state_->reweighted = context.host().adopt_graph(reweighted, arcs.weights);
    state_->inner = prepared(options_.inner, options_.inner_options, *state_->reweighted, context);
    auto& back = state_->way_back.emplace<johnson::WayBack<W>>();
    if constexpr (std::is_floating_point_v<W>) {
      back.weights = std::move(arcs.weights);
      back.repair = std::make_unique<johnson::Repair<W>>(view.vertices);
    } else {
      back.potentials = std::move(potentials);
      back.paths_may_not_fit = johnson::WideSum<W>{view.vertices} * arcs.heaviest >= unreached<W>;
    }
  }

  void prepare_direct(RunContext& context) { state_->direct = prepared(options_.potentials, "", *graph_, context); }

  /// Without potentials; some sources need it only when their answer has turned out to be none.
  void solve_directly(Vertex source, Output& output, RunContext& context) {
    if (state_->direct == nullptr) prepare_direct(context);
    throw_if_failed(state_->direct->solve({.source = source}, output, context));
  }

  /// What belongs to one graph. Instances stand last, so that they go before what they were prepared on.
  struct State {
    std::variant<johnson::WayBack<std::int32_t>, johnson::WayBack<float>, johnson::WayBack<std::int64_t>,
                 johnson::WayBack<double>>
        way_back;
    std::vector<Vertex> cycle;        // negative
    std::vector<bool> reaches_cycle;  // by vertex; empty where there is none, or none that is certain
    std::shared_ptr<const Graph> reweighted;
    Instance inner;   // on the reweighted graph, or on the graph itself where no arc is negative
    Instance direct;  // the plugin for potentials, on the graph itself
  };

  Options options_;
  const Graph* graph_ = nullptr;
  std::unique_ptr<State> state_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Johnson)
