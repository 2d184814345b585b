// Work: a plugin whose rounds have limits takes vertices in the order of their distances, roughly. On a graph where that
// order saves nearly everything, it must not do the work of Bellman-Ford. A schedule that has lost its limits, such as one
// whose step does not say which distance is the smallest that waits, gives right answers all the same; only this shows it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "conformance/subject.hpp"

namespace wayfront::host::conformance {
namespace {

constexpr Vertex length = 6000;

/// A chain of light arcs, with heavy arcs that go ahead: by rounds the heavy arcs come first, and each vertex improves
/// once for each of them before it on the way.
template <WeightType W>
TestGraph<W> shortcuts() {
  constexpr Vertex ahead = 50;
  TestGraph<W> graph{length, {}, {0}};
  for (Vertex u = 0; u + 1 < length; ++u) {
    graph.add(u, u + 1, 1);
    if (u + ahead < length) graph.add(u, u + ahead, 1000);
  }
  return graph;
}

/// How many arcs Bellman-Ford relaxes that takes every active vertex in every round.
template <WeightType W>
std::uint64_t relaxed_by_rounds(const TestGraph<W>& graph) {
  std::vector<std::vector<Arc<W>>> rows(graph.vertices);
  for (const Arc<W>& arc : graph.arcs) rows[arc.source].push_back(arc);
  std::vector<W> distances(graph.vertices, unreached<W>);
  std::vector<Vertex> active = {0}, round_of(graph.vertices, 0);
  distances[0] = 0;
  std::uint64_t relaxed = 0;
  for (Vertex round = 1; !active.empty(); ++round) {
    std::vector<Vertex> next;
    for (const Vertex u : active)
      for (const Arc<W>& arc : rows[u]) {
        ++relaxed;
        const W sum = distances[u] + arc.weight;
        if (!(sum < distances[arc.target])) continue;
        distances[arc.target] = sum;
        if (std::exchange(round_of[arc.target], round) != round) next.push_back(arc.target);
      }
    active = std::move(next);
  }
  return relaxed;
}

template <WeightType W>
void keeps_its_order(const Suite& suite) {
  const TestGraph<W> test = shortcuts<W>();
  const auto graph = test.build(OffsetKind::offsets32);
  Subject subject(suite);
  subject.prepare(*graph);
  const Subject::Answer answer = subject.solve_right(0, true);
  // A first limit far below the farthest vertex is what tells a schedule from rounds over everything.
  const TracedRounds rounds = subject.context().rounds();
  if (rounds.kept.empty() || !(rounds.kept.front().limit < length / 4.0)) return;
  const std::uint64_t all = relaxed_by_rounds(test), max = all / 2;
  if (answer.work.relaxed <= max) return;
  const auto unlimited = std::ranges::find_if(rounds.kept, [](const TracedRound& it) { return std::isinf(it.limit); });
  throw Failed(fmt::format(
      "relaxed {} arcs on a graph of {} vertices and {} arcs, where Bellman-Ford by rounds relaxes {}, although its rounds "
      "have limits (the first: {}){}; does each round leave what lies beyond its limit, and does its step fill in "
      "RoundStats::min_distance?",
      answer.work.relaxed, test.vertices, test.arcs.size(), all, rounds.kept.front().limit,
      unlimited == rounds.kept.end() ? "" : fmt::format(", but round {} has none", unlimited->round)));
}

}  // namespace

void add_work_cases(const Suite& suite, Cases& cases) {
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    add_case(cases, weight_kind<W>, "keeps the order of distances", [&suite] { keeps_its_order<W>(suite); });
  });
}

}  // namespace wayfront::host::conformance
