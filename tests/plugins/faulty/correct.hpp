// A small algorithm without faults: Bellman-Ford by rounds, with negative cycles and predecessors. The faulty plugins
// are this one with one thing changed: a class derived from it. It answers limits, targets and counts by solving in
// full, which is more than is asked: Output::exact_to stays as it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::faulty {

inline constexpr std::uint64_t all_capabilities = capability::any_weights | capability::negative_weights |
                                                  capability::predecessors | capability::exact_work |
                                                  capability::batch | capability::early;

class Correct {
 public:
  void prepare(const Graph& graph, RunContext&) { graph_ = &graph; }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit(graph_->csr(), [&](const auto& csr) {
      const auto sources = sources_of(problem);
      for (std::uint32_t row = 0; row < sources.size() && output.outcome == Outcome::solved; ++row)
        run(csr, sources[row], row, output, context);
    });
  }

 protected:
  const Graph* graph_ = nullptr;

 private:
  template <class W, class O>
  static void run(const CsrView<W, O>& csr, Vertex source, std::uint32_t row, Output& output, RunContext& context) {
    const auto distances = output.distances_as<W>(row);
    std::ranges::fill(distances, unreached<W>);
    std::vector<Vertex> from(csr.vertices, no_vertex);
    std::vector<Vertex> active = {source};
    std::vector<Vertex> round_of(csr.vertices, 0);
    distances[source] = 0;
    for (Vertex round = 1; !active.empty(); ++round) {
      context.throw_if_cancelled();
      std::vector<Vertex> next;
      for (const Vertex u : active) {
        for (O e = csr.begin(u); e < csr.end(u); ++e) {
          const Vertex v = csr.targets[e];
          const W sum = saturating_add(distances[u], csr.weights[e]);
          ++output.work.relaxed;
          if (!(sum < distances[v])) continue;
          distances[v] = sum;
          from[v] = u;
          if (std::exchange(round_of[v], round) != round) next.push_back(v);
        }
      }
      output.work.rounds = round;
      if (round > csr.vertices) return cycle(from, next.front(), output);
      active = std::move(next);
    }
    if (output.predecessors != nullptr) std::ranges::copy(from, output.predecessors_of(row));
  }

  /// After |V| rounds, going back from a vertex that still improves leads into a cycle.
  static void cycle(const std::vector<Vertex>& from, Vertex v, Output& output) {
    for (std::size_t step = 0; step < from.size(); ++step) v = from[v];
    Vertex w = v;
    do {
      output.cycle.push_back(w);
      w = from[w];
    } while (w != v);
    std::ranges::reverse(output.cycle);
    output.outcome = Outcome::negative_cycle;
  }
};

/// Of one source and 32-bit weights: a fault that is found so needs no other tests.
inline constexpr std::uint64_t usual_capabilities = all_capabilities & ~(capability::weights64 | capability::batch);

/// The same, unless `without` says otherwise.
constexpr PluginAbout about_fault(const char* name, const char* summary,
                                  std::uint64_t without = capability::weights64 | capability::batch) {
  return {.name = name, .version = "1", .summary = summary, .capabilities = all_capabilities & ~without};
}

/// Calls f(distances) with the first row of the output's distances in their own type.
template <class F>
void with_distances(Output& output, F&& f) {
  with_weight_type(output.kind, [&]<WeightType W>() { f(output.distances_as<W>()); });
}

}  // namespace wayfront::faulty
