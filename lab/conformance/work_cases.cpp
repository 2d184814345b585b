// Work: a plugin whose rounds have limits takes vertices in the order of their distances, roughly. On a graph where that
// order saves nearly everything, it must not do the work of Bellman-Ford. A schedule that has lost its limits, such as one
// whose step does not say which distance is the smallest that waits, gives right answers all the same; only this shows it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "conformance/graphs.hpp"
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

/// The arcs that Bellman-Ford relaxes on it which takes every active vertex in every round.
constexpr std::uint64_t relaxed_by_rounds = 719'880;

template <WeightType W>
void keeps_its_order(const Suite& suite) {
  const TestGraph<W> test = shortcuts<W>();
  const auto graph = test.build(OffsetKind::offsets32);
  Subject subject(suite, *graph);
  const Subject::Answer answer = subject.solve_right(0, true);
  // A first limit far below the farthest vertex is what tells a schedule from rounds over everything.
  const TracedRounds rounds = subject.context().rounds();
  if (rounds.kept.empty() || !(rounds.kept.front().limit < length / 4.0)) return;
  if (answer.work.relaxed <= relaxed_by_rounds / 2) return;
  const auto unlimited = std::ranges::find_if(rounds.kept, [](const TracedRound& it) { return std::isinf(it.limit); });
  throw Failed(fmt::format(
      "relaxed {} arcs on a graph of {} vertices and {} arcs, where Bellman-Ford by rounds relaxes {}, although its rounds "
      "have limits (the first: {}){}; does each round leave what lies beyond its limit, and does its step fill in "
      "RoundStats::min_distance?",
      answer.work.relaxed, test.vertices, test.arcs.size(), relaxed_by_rounds, rounds.kept.front().limit,
      unlimited == rounds.kept.end() ? "" : fmt::format(", but round {} has none", unlimited->round)));
}

}  // namespace

void add_work_cases(const Suite& suite, Cases& cases) {
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    add_case(cases, weight_kind<W>, "keeps the order of distances", [&suite] { keeps_its_order<W>(suite); });
  });
}

}  // namespace wayfront::host::conformance
