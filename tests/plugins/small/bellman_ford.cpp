// Bellman-Ford on one thread: every round relaxes every arc, until a round changes nothing.
#include <algorithm>

#include "wayfront/cpu/relax.hpp"
#include "wayfront/plugin.hpp"

using namespace wayfront;

class BellmanFord {
 public:
  static constexpr PluginAbout about{"small-bellman-ford",
                                     "1.0",
                                     "Bellman-Ford over the edge list.",
                                     "Bellman, 1958",
                                     capability::any_weights | capability::negative_weights | capability::exact_work,
                                     {"cycle_searches"}};
  struct Options {
    std::uint64_t cycle_check;
  };
  static constexpr OptionRow rows[] = {integer<&Options::cycle_check>(
      "cycle_check", 16, {1, 1024}, "Rounds between two searches for a negative cycle.")};

  explicit BellmanFord(const Options& options) : options_(options) {}
  void prepare(const Graph& graph, RunContext&) { arcs_ = graph.coo(); }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit(arcs_, [&]<WeightType W>(const CooView<W>& arcs) {
      const auto distances = output.distances_as<W>();
      std::ranges::fill(distances, unreached<W>);
      distances[problem.source] = W{0};
      std::pmr::vector<Vertex> parents(arcs.vertices, no_vertex, &context.memory());
      Work& work = output.work;
      for (std::uint64_t before = 1; work.improved != before && output.outcome == Outcome::solved;) {
        context.throw_if_cancelled();
        before = work.improved;
        for (std::uint64_t e = 0; e < arcs.edges; ++e) {
          if (!relax(distances[arcs.targets[e]], saturating_add(distances[arcs.sources[e]], arcs.weights[e]))) continue;
          parents[arcs.targets[e]] = arcs.sources[e];
          ++work.improved;
        }
        work.relaxed += arcs.edges;
        if (++work.rounds % options_.cycle_check == 0 || work.improved == before) {
          find_cycle(parents, output);
          ++work.own[0];
        }
      }
    });
  }

 private:
  static void find_cycle(const std::pmr::vector<Vertex>& parents, Output& output) {
    std::pmr::vector<Vertex> walks(parents.size(), no_vertex, parents.get_allocator());  // which walk came by first
    for (Vertex start = 0; start < parents.size(); ++start) {
      Vertex v = start;
      for (; v != no_vertex && walks[v] == no_vertex; v = parents[v]) walks[v] = start;
      if (v == no_vertex || walks[v] != start) continue;
      output.outcome = Outcome::negative_cycle;
      output.cycle.push_back(v);
      for (Vertex u = parents[v]; u != v; u = parents[u]) output.cycle.push_back(u);
      std::ranges::reverse(output.cycle);
      return;
    }
  }
  Options options_;
  AnyCoo arcs_;
};

WAYFRONT_PLUGIN(BellmanFord)
