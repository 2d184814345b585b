// igraph computes shortest distances from one source with the C library igraph: its Dijkstra with a binary heap, or its
// Bellman-Ford over a queue where an arc is negative.
//
// It is a baseline that many people know from R and Python: nothing of the algorithms is ours. igraph computes in
// float64. Sums of int32 are exact there: where one passes 2^53, a distance does not fit int32 either.
//
// Deviations: igraph's Bellman-Ford says that there is a negative cycle, but not which. Then bellman-ford-tarjan is
// asked for the cycle. Distances that do not fit int32 become `unreached`, as everywhere; with negative arcs they are
// an error.
//
// Reference: G. Csárdi, T. Nepusz, The igraph software package for complex network research, InterJournal Complex
// Systems 1695 (2006).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "library.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

using igraph::Found;
using igraph::Library;
using igraph::Method;

enum class Choice : std::uint8_t { automatic, dijkstra, bellman_ford };

/// A distance as the contract has it.
template <WeightType W>
W from_double(double distance) {
  if (distance >= static_cast<double>(unreached<W>)) return unreached<W>;
  return static_cast<W>(std::max(distance, -static_cast<double>(std::numeric_limits<W>::max())));
}

class Igraph {
 public:
  static constexpr PluginAbout about{
      .name = "igraph",
      .version = "1.0.0",
      .summary = "The C library igraph: its Dijkstra, or its Bellman-Ford where an arc is negative.",
      .reference = "G. Csardi, T. Nepusz, InterJournal Complex Systems 1695 (2006)",
      .capabilities =
          capability::int32_weights | capability::float64_weights | capability::negative_weights | capability::early};

  struct Options {
    Choice algorithm;
  };
  static constexpr NamedValue<Choice> algorithms[] = {
      {"auto", Choice::automatic}, {"dijkstra", Choice::dijkstra}, {"bellman_ford", Choice::bellman_ford}};
  static constexpr OptionRow rows[] = {
      choice<&Options::algorithm>("algorithm", Choice::automatic, algorithms,
                                  "What igraph runs; \"auto\": Dijkstra, or Bellman-Ford where an arc is negative.")};

  explicit Igraph(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext& context) {
    library_.reset();
    cycle_finder_.reset();
    graph_ = &graph;
    const bool is_negative = graph.info().min_weight < 0;
    if (is_negative && options_.algorithm == Choice::dijkstra)
      throw Unsupported("igraph's Dijkstra takes no negative weights; leave out the option 'algorithm'");
    method_ = is_negative || options_.algorithm == Choice::bellman_ford ? Method::bellman_ford : Method::dijkstra;
    visit<about.capabilities>(graph.csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
      std::vector<std::int64_t> ends;
      ends.reserve(2 * static_cast<std::size_t>(view.edges));
      for (Vertex u = 0; u < view.vertices; ++u) {
        for (O arc = view.begin(u); arc < view.end(u); ++arc) {
          ends.push_back(u);
          ends.push_back(view.targets[arc]);
        }
      }
      context.throw_if_cancelled();
      library_ = std::make_unique<Library>(view.vertices, ends, context);
      if constexpr (std::is_same_v<W, double>) {
        weights_ = {view.weights, view.edges};
      } else {
        converted_.assign(view.weights, view.weights + view.edges);
        weights_ = converted_;
      }
    });
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    context.throw_if_cancelled();
    const double limit = std::max(problem.more.limit, 0.0);
    if (library_->solve(method_, problem.source, weights_, limit, context) == Found::negative_cycle) {
      find_cycle(problem.source, output, context);
      return;
    }
    context.throw_if_cancelled();
    with_weight_type<about.capabilities>(output.kind, [&]<WeightType W>() {
      if constexpr (std::is_integral_v<W>) {
        if (graph_->info().min_weight < 0) require_fit<W>();
      }
      std::ranges::transform(library_->distances(), output.distances_as<W>().begin(), from_double<W>);
    });
  }

 private:
  /// From a distance that does not fit, arcs of negative weight may lead back to one that does, along a path that sums
  /// of int32 cannot follow.
  template <WeightType W>
  void require_fit() const {
    constexpr auto max = static_cast<double>(std::numeric_limits<W>::max());
    for (const double distance : library_->distances()) {
      if (std::isfinite(distance) && (distance >= max || distance < -max))
        throw Failure(StatusCode::failed,
                      "igraph: the length of a shortest path does not fit int32; use weights = \"float64\"");
    }
  }

  void find_cycle(Vertex source, Output& output, RunContext& context) {
    if (cycle_finder_ == nullptr) {
      cycle_finder_ = context.host().algorithm("bellman-ford-tarjan", "", graph_->info());
      throw_if_failed(cycle_finder_->prepare(*graph_, context));
    }
    throw_if_failed(cycle_finder_->solve({.source = source}, output, context));
    if (output.outcome != Outcome::negative_cycle)
      throw Failure(StatusCode::failed,
                    "igraph says that there is a negative cycle, but bellman-ford-tarjan finds none");
  }

  Options options_;
  Method method_ = Method::dijkstra;
  const Graph* graph_ = nullptr;
  std::unique_ptr<Library> library_;
  std::vector<double> converted_;
  std::span<const double> weights_;
  std::shared_ptr<Algorithm> cycle_finder_;  // made when it is needed, on graph_
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Igraph)
