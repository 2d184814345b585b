// The graphs that plugins are tested on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "graph/stored_graph.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host::conformance {

template <WeightType W>
struct TestGraph {
  Vertex vertices = 0;
  std::vector<Arc<W>> arcs;
  std::vector<Vertex> sources = {0};

  void add(Vertex u, Vertex v, W weight) { arcs.push_back({u, v, weight}); }
  void add_both(Vertex u, Vertex v, W weight) {
    add(u, v, weight);
    if (u != v) add(v, u, weight);
  }
  std::unique_ptr<StoredGraph> build(OffsetKind offsets) const {
    auto graph = make_graph<W>(vertices, std::span<const Arc<W>>(arcs), offsets);
    graph->protect();  // the plugin is called in this process
    return graph;
  }
};

/// A graph with a name; a large one is built when its case runs.
template <WeightType W>
struct NamedGraph {
  NamedGraph(std::string called, TestGraph<W> small)
      : name(std::move(called)), make([graph = std::move(small)] { return graph; }) {}
  NamedGraph(std::string called, std::function<TestGraph<W>()> large)
      : name(std::move(called)), make(std::move(large)) {}

  std::string name;
  std::function<TestGraph<W>()> make;
};

/// Without negative weights. `quick` leaves out those with more than 200,000 arcs.
std::vector<NamedGraph<std::int32_t>> hard_graphs(bool quick);
/// With negative arcs: without cycles, with cycles in and out of reach.
std::vector<NamedGraph<std::int32_t>> negative_graphs();
/// The same graphs with weights of another type.
template <WeightType W>
std::vector<NamedGraph<W>> with_weights(const std::vector<NamedGraph<std::int32_t>>& graphs) {
  std::vector<NamedGraph<W>> changed;
  for (const NamedGraph<std::int32_t>& one : graphs)
    changed.emplace_back(one.name, [make = one.make] {
      const auto plain = make();
      TestGraph<W> graph{plain.vertices, {}, plain.sources};
      for (const auto& arc : plain.arcs) graph.add(arc.source, arc.target, static_cast<W>(arc.weight));
      return graph;
    });
  return changed;
}
/// Limits of the weight type: the largest distances that fit, overflow; denormals, rounding.
template <WeightType W>
std::vector<NamedGraph<W>> extreme_graphs(bool negative);

/// Random numbers that are the same everywhere: std::mt19937_64 without the library's distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// 0 .. n-1; n >= 1.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  bool chance(std::uint32_t one_in) { return below(one_in) == 0; }

 private:
  std::mt19937_64 engine_;
};

/// 1 to 200 vertices; density, weight range, zero weights and duplicates vary with the seed. Float weights are
/// sometimes small fractions, so that sums round.
template <WeightType W>
TestGraph<W> random_graph(std::uint64_t seed);
/// With negative arcs, made from potentials so that there is no negative cycle; with `cycles` there may be some.
/// Weights are small multiples of 1/4, so that no sum of floats rounds.
template <WeightType W>
TestGraph<W> random_negative_graph(std::uint64_t seed, bool cycles);

/// An undirected grid with weights 1..100.
template <WeightType W>
TestGraph<W> grid(Vertex rows, Vertex columns, std::uint64_t seed);

}  // namespace wayfront::host::conformance
