"""NetworkX: functions with its names, arguments and answers, and the backend "wayfront" for its dispatch.

    import wayfront.networkx as wnx
    wnx.shortest_path(graph, "a", "b", weight="weight")                         # any version of NetworkX

    networkx.shortest_path(graph, "a", "b", weight="weight", backend="wayfront") # NetworkX 3.2 and later

A graph is converted at each call. `prepared(graph)` is converted once and is taken by all functions; NetworkX 3.4 and
later keep it themselves. Every answer is certified. Negative weights are taken everywhere; a negative cycle raises
NegativeCycle, which is NetworkX's own NetworkXUnbounded and has the cycle. Weights that no array of 64-bit integers or
floats holds raise UnusableWeights: a NotImplementedError, after which NetworkX's dispatch goes on by itself.
"""

from __future__ import annotations

import math
import types
import typing

import networkx
import numpy

from _wayfront_networkx import FUNCTIONS

from ._prepared import (
    HOPS, VERSION, NegativeCycle as NegativeCycle, OnlyNetworkX, Prepared, TooLarge, UnusableWeights as UnusableWeights,
    all_before, answer, before, between, from_each, length_to, lengths, lengths_and_paths, path_to, paths,
    prepared as prepared, row, solve, turned, unbounded,
)
from ._types import Path

_SINCE_3_5 = VERSION >= (3, 5)  # pairs in place of a dictionary from all to all, and a dictionary in place of pairs


def _sources(sources):
    chosen = list(dict.fromkeys(sources))
    if not chosen:
        raise ValueError("sources must not be empty")
    return chosen


# From one source.


def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    return lengths(solve(G, [source], weight, cutoff=cutoff))


def single_source_dijkstra_path(G, source, cutoff=None, weight="weight"):
    return paths(solve(G, [source], weight, cutoff=cutoff))


def single_source_dijkstra(G, source, target=None, cutoff=None, weight="weight"):
    return lengths_and_paths(solve(G, [source], weight, target, cutoff), target)


def single_source_bellman_ford_path_length(G, source, weight="weight"):
    return lengths(solve(G, [source], weight))


def single_source_bellman_ford_path(G, source, weight="weight"):
    return paths(solve(G, [source], weight))


def single_source_bellman_ford(G, source, target=None, weight="weight"):
    return lengths_and_paths(solve(G, [source], weight, target), target)


def dijkstra_predecessor_and_distance(G, source, cutoff=None, weight="weight"):
    result = solve(G, [source], weight, cutoff=cutoff)
    return all_before(result), lengths(result)


def bellman_ford_predecessor_and_distance(G, source, target=None, weight="weight", heuristic=False):
    result = _without_negative_loops(G, source, weight)
    return all_before(result), lengths(result)


def goldberg_radzik(G, source, weight="weight"):
    result = _without_negative_loops(G, source, weight)
    return before(result), lengths(result)


def _without_negative_loops(G, source, weight):
    """NetworkX refuses loops also where the source does not reach them."""
    result = solve(G, [source], weight)
    of = result.graph
    for v in numpy.flatnonzero(numpy.diff(of.offsets)).tolist() if (of.weights < 0).any() else ():
        arcs = slice(of.offsets[v], of.offsets[v + 1])
        for arc in numpy.flatnonzero((of.targets[arcs] == v) & (of.weights[arcs] < 0)).tolist():
            length = of.weights[arcs][arc].item()
            raise unbounded(Path([of.id(v)] * 2, [int(of.offsets[v]) + arc], [length], length))
    return result


# Between two nodes.


def shortest_path(G, source=None, target=None, weight=None, method="dijkstra"):
    weight = _weight_of(method, weight)
    if source is None and target is None:
        pairs = from_each(G, weight, None, paths)
        return pairs if _SINCE_3_5 else dict(pairs)
    if source is None:
        return turned(paths(solve(G, [target], weight, towards=True)))
    if target is None:
        return paths(solve(G, [source], weight))
    if method == "bellman-ford" and weight is not HOPS:
        return bellman_ford_path(G, source, target, weight)
    return path_to(between(G, source, target, weight), target)


def shortest_path_length(G, source=None, target=None, weight=None, method="dijkstra"):
    weight = _weight_of(method, weight)
    if source is None and target is None:
        return from_each(G, weight, None, lengths)
    if source is None:
        return lengths(solve(G, [target], weight, towards=True))
    if target is None:
        return lengths(solve(G, [source], weight))
    if weight is HOPS:
        return length_to(between(G, source, target, HOPS), target)
    return dijkstra_path_length(G, source, target, weight)


def _weight_of(method, weight, methods=("dijkstra", "bellman-ford")):
    if method not in methods:
        raise ValueError(f"method not supported: {method}")
    return HOPS if weight is None else weight


def has_path(G, source, target):
    return between(G, source, target, HOPS).distance(target) < math.inf


def dijkstra_path_length(G, source, target, weight="weight"):
    return length_to(solve(G, [source], weight, target), target)


def dijkstra_path(G, source, target, weight="weight"):
    return path_to(solve(G, [source], weight, target), target)


bellman_ford_path_length = dijkstra_path_length
bellman_ford_path = dijkstra_path


def bidirectional_dijkstra(G, source, target, weight="weight"):
    return lengths_and_paths(between(G, source, target, weight), target)


def astar_path(G, source, target, heuristic=None, weight="weight", *, cutoff=None):
    return _astar(G, source, target, heuristic, weight, cutoff)[1]


def astar_path_length(G, source, target, heuristic=None, weight="weight", *, cutoff=None):
    return _astar(G, source, target, heuristic, weight, cutoff)[0]


def _astar(G, source, target, heuristic, weight, cutoff):
    """A shortest path, which A* finds, too, if the heuristic overestimates nothing along it."""
    result = between(G, source, target, weight)
    length, path = lengths_and_paths(result, target)
    for node in path[1:] if heuristic is not None else ():
        if heuristic(node, target) > length - result.distance(node) + 1e-9 * abs(length):
            raise OnlyNetworkX(f"the heuristic overestimates the way from {node!r}: not for shortest paths")
    if cutoff and length > cutoff:
        raise networkx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return length, path


# From the nearest of several sources.


def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    return lengths(solve(G, _sources(sources), weight, cutoff=cutoff))


def multi_source_dijkstra_path(G, sources, cutoff=None, weight="weight"):
    return paths(solve(G, _sources(sources), weight, cutoff=cutoff))


def multi_source_dijkstra(G, sources, target=None, cutoff=None, weight="weight"):
    return lengths_and_paths(solve(G, _sources(sources), weight, target, cutoff), target)


# From all.


def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    return from_each(G, weight, cutoff, lengths)


def all_pairs_dijkstra_path(G, cutoff=None, weight="weight"):
    return from_each(G, weight, cutoff, paths)


def all_pairs_dijkstra(G, cutoff=None, weight="weight"):
    return from_each(G, weight, cutoff, lengths_and_paths)


def all_pairs_bellman_ford_path_length(G, weight="weight"):
    return from_each(G, weight, None, lengths)


def all_pairs_bellman_ford_path(G, weight="weight"):
    return from_each(G, weight, None, paths)


def johnson(G, weight="weight"):
    return dict(from_each(G, weight, None, paths))


def floyd_warshall(G, weight="weight"):
    nodes = list(G)
    return {source: dict(zip(nodes, distances)) for source, distances in from_each(G, weight, None, row)}


def floyd_warshall_predecessor_and_distance(G, weight="weight"):
    nodes = list(G)
    pairs = from_each(G, weight, None, lambda result: (before(result), row(result)))
    found = {source: (parents, dict(zip(nodes, distances))) for source, (parents, distances) in pairs}
    others = {source: {v: u for v, u in parents.items() if v != source} for source, (parents, _) in found.items()}
    return {source: parents for source, parents in others.items() if parents}, {u: found[u][1] for u in found}


def floyd_warshall_numpy(G, nodelist=None, weight="weight"):
    place = {node: index for index, node in enumerate(G)}
    nodes = list(place) if nodelist is None else list(nodelist)
    if set(nodes) != set(place) or len(nodes) != len(place):
        raise networkx.NetworkXError("nodelist must contain every node in G with no repeats.")
    matrix = numpy.array([distances for _, distances in from_each(G, weight, None, row)], float)
    order = [place[node] for node in nodes]
    return matrix.reshape(len(G), len(G))[numpy.ix_(order, order)]


def average_shortest_path_length(G, weight=None, method=None):
    singles = "unweighted", "dijkstra", "bellman-ford", "floyd-warshall", "floyd-warshall-numpy"
    chosen = _weight_of(method or singles[0], HOPS if method == singles[0] else weight, singles)
    if not len(G):
        raise networkx.NetworkXPointlessConcept("the null graph has no paths, thus there is no average length")
    if len(G) == 1:
        return 0
    G = prepared(G)
    first = next(iter(G))
    for towards in (False, True) if G.is_directed() else (False,):
        if not solve(G, [first], HOPS, towards=towards).reached.all():
            raise networkx.NetworkXError(f"Graph is not {'strongly ' if G.is_directed() else ''}connected.")
    total = sum(length for _, found in from_each(G, chosen, None, lengths) for length in found.values())
    return total / (len(G) * (len(G) - 1))


# Edges instead of weights.


def single_source_shortest_path_length(G, source, cutoff=None):
    return lengths(solve(G, [source], HOPS, cutoff=_whole(cutoff)))


def single_source_shortest_path(G, source, cutoff=None):
    return paths(solve(G, [source], HOPS, cutoff=_whole(cutoff)))


def single_target_shortest_path_length(G, target, cutoff=None):
    absent = "Target {} is not in G"
    found = lengths(solve(G, [target], HOPS, cutoff=_whole(cutoff), towards=True, absent=absent))
    return found if _SINCE_3_5 else iter(found.items())


def single_target_shortest_path(G, target, cutoff=None):
    result = solve(G, [target], HOPS, cutoff=_whole(cutoff), towards=True, absent="Target {} not in G")
    return turned(paths(result))


def all_pairs_shortest_path_length(G, cutoff=None):
    return from_each(G, HOPS, _whole(cutoff), lengths)


def all_pairs_shortest_path(G, cutoff=None):
    return from_each(G, HOPS, _whole(cutoff), paths)


def bidirectional_shortest_path(G, source, target):
    return path_to(between(G, source, target, HOPS), target)


def predecessor(G, source, target=None, cutoff=None, return_seen=None):
    result = solve(G, [source], HOPS, cutoff=max(1, _whole(cutoff)) if cutoff else None)
    parents, seen = all_before(result), lengths(result)
    if target is None:
        return (parents, seen) if return_seen else parents
    found = parents.get(target, [])
    return (found, seen.get(target, -1)) if return_seen else found


def _whole(cutoff):
    """NetworkX goes on as long as it has not come that far."""
    return cutoff if cutoff is None or math.isinf(cutoff) else math.ceil(cutoff)


# Negative cycles.


def find_negative_cycle(G, source, weight="weight"):
    try:
        solve(G, [source], weight)
    except NegativeCycle as found:
        return found.cycle.vertices
    raise networkx.NetworkXError("No negative cycles detected.")


def negative_edge_cycle(G, weight="weight", heuristic=True):
    if not len(G):
        return False
    try:
        answer(prepared(G).converted(weight).solver(), list(G))
    except NegativeCycle:
        return True
    return False


# What NetworkX's dispatch asks of a backend: the functions above, and conversions.


def _convert_from_nx(graph: networkx.Graph, *arguments: typing.Any, **named: typing.Any) -> Prepared:
    return prepared(graph)


def _convert_to_nx(result: typing.Any, *arguments: typing.Any, **named: typing.Any) -> typing.Any:
    return result.original if isinstance(result, Prepared) else result


# Of several right answers these tests of NetworkX name one: where a cycle begins, and the cycles of a basis.
_ONE_OF_SEVERAL = ("::test_find_negative_cycle_longer_cycle", *("TestMinimumCycleBasis::test_" + name for name in (
    "unweighted_diamond", "weighted_diamond", "petersen_graph", "gh6787_and_edge_attribute_names")))


def _on_start_tests(items: typing.Any) -> None:
    for item in items:
        if item.nodeid.endswith(_ONE_OF_SEVERAL):
            item.add_marker("xfail")


backend = types.SimpleNamespace(
    convert_from_nx=_convert_from_nx,
    convert_to_nx=_convert_to_nx,
    on_start_tests=_on_start_tests,
    **{name: globals()[name] for name in FUNCTIONS},
)
