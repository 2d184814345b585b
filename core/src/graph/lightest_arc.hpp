// The lightest of the parallel arcs from one vertex to another: the one that a path or a cycle given as vertices takes.
#pragma once

#include <optional>

#include "wayfront/graph.hpp"

namespace wayfront::host {

/// The number of the lightest arc from `source` to `target`, of equally light ones the first; nothing where there is
/// none. `graph` is a CsrView. Looks at all arcs out of `source`. On the host.
template <class View>
std::optional<typename View::Offset> lightest_arc(const View& graph, Vertex source, Vertex target) {
  std::optional<typename View::Offset> lightest;
  for (auto arc = graph.begin(source); arc < graph.end(source); ++arc)
    if (graph.targets[arc] == target && (!lightest || graph.weights[arc] < graph.weights[*lightest])) lightest = arc;
  return lightest;
}

}  // namespace wayfront::host
