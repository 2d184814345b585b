// Verdicts and distances on graphs with negative arcs, against bellman-ford-tarjan.
#pragma once

#include <doctest/doctest.h>

#include "solving.hpp"

namespace wayfront::host {

/// How many answers were compared, by verdict.
struct Counts {
  int solved = 0;
  int cycles = 0;
};

/// The answer of `plugin`, the path of its file, is right and equals that of bellman-ford-tarjan.
template <WeightType W>
void compare_verdicts(const char* plugin, const Graph& graph, Vertex source, Counts& counts) {
  const auto expected = solve<W>(WAYFRONT_BELLMAN_FORD_TARJAN, "", graph, source);
  REQUIRE_MESSAGE(expected.certificate.finding == Finding::right, expected.certificate.reason);
  const auto answer = solve<W>(plugin, "", graph, source);
  REQUIRE_MESSAGE(answer.solved.ok(), answer.solved.text());
  CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
  CHECK(answer.output.outcome == expected.output.outcome);
  const bool is_cycle = expected.output.outcome == Outcome::negative_cycle;
  ++(is_cycle ? counts.cycles : counts.solved);
  if (!is_cycle) CHECK(answer.distances == expected.distances);
}

}  // namespace wayfront::host
