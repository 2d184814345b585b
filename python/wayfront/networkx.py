"""NetworkX: functions with its names, arguments and answers, and the backend "wayfront" for its dispatch.

    import wayfront.networkx as wnx
    wnx.single_source_dijkstra_path_length(graph, "a")                          # any version of NetworkX

    networkx.single_source_dijkstra_path_length(graph, "a", backend="wayfront") # NetworkX 3.2 and later

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

from . import _default, _inputs
from ._errors import ArrayTypeError, InputError, NegativeCycleError, SolveError, WrongAnswerError
from ._graph import Graph, Solver
from ._result import Result
from ._types import Id

Weight = typing.Union[str, None, typing.Callable[[typing.Any, typing.Any, typing.Any], typing.Optional[float]]]


class NegativeCycle(networkx.NetworkXUnbounded, NegativeCycleError):
    """There are no distances, because a source reaches a cycle of negative weight: `cycle`."""


class UnusableWeights(ArrayTypeError, NotImplementedError):
    """Weights that NetworkX takes and Wayfront does not: infinite ones, None, fractions, integers beyond 64 bits."""


class TooLarge(SolveError, NotImplementedError):
    """Distances that NetworkX's integers hold and 64 bits do not."""


class Prepared:
    """A graph of NetworkX whose conversions are kept: one for each attribute that was asked for as weight. Nobody may
    add or remove nodes and edges; a weight that changed is noticed, and the graph converted again."""

    __networkx_backend__ = "wayfront"
    __networkx_plugin__ = "wayfront"

    def __init__(self, graph: networkx.Graph) -> None:
        self.original = graph
        self._converted: dict[typing.Any, tuple[list[typing.Any], Graph]] = {}

    def converted(self, weight: Weight) -> Graph:
        if callable(weight):  # it may say something else at each call
            return _convert(self.original, weight)
        weights = _inputs.networkx_weights(self.original, weight)
        if weight not in self._converted or self._converted[weight][0] != weights:
            self._converted[weight] = weights, _convert(self.original, weight)
        return self._converted[weight][1]

    def is_directed(self) -> bool:
        return self.original.is_directed()

    def is_multigraph(self) -> bool:
        return self.original.is_multigraph()

    def __len__(self) -> int:
        return len(self.original)

    def __iter__(self) -> typing.Iterator[Id]:
        return iter(self.original)

    def __contains__(self, node: object) -> bool:
        return node in self.original


def _convert(graph: networkx.Graph, weight: Weight) -> Graph:
    try:
        return _default.from_networkx(graph, weight)
    except InputError as error:
        raise UnusableWeights(str(error)) from None


def prepared(graph: networkx.Graph) -> Prepared:
    """The graph for any number of calls of functions of this module, converted once for each weight."""
    return graph if isinstance(graph, Prepared) else Prepared(graph)


def _solve(
    graph: typing.Any, sources: list[Id], weight: Weight, target: Id = None, cutoff: typing.Optional[float] = None
) -> Result:
    """From one source, or from the nearest of a list. With predecessors."""
    for node in sources:
        if node not in graph:
            raise networkx.NodeNotFound(f"Node {node!r} not found in graph")
    is_absent = target is not None and target not in graph
    result = _answer(
        prepared(graph).converted(weight).solver(),
        sources,
        targets=None if target is None or is_absent else [target],
        limit=_limit(cutoff),
        predecessors=True,
    )
    if is_absent:  # NetworkX looks for it among the nodes that it has reached
        raise networkx.NetworkXNoPath(f"No path to {target}.")
    return result


def _answer(solver: Solver, sources: list[Id], **question: typing.Any) -> Result:
    try:
        result = solver.solve(sources[0], **question) if len(sources) == 1 else solver.nearest(sources, **question)
    except WrongAnswerError:
        raise
    except SolveError as error:
        if not _may_be_too_long(solver.graph):
            raise
        raise TooLarge(str(error)) from None
    cycle = result.cycle
    if cycle is not None:
        raise NegativeCycle(f"Negative cycle detected: {len(cycle)} arcs with weight {cycle.length}", cycle)
    return result


def _may_be_too_long(of: Graph) -> bool:
    """Whether the heaviest arcs of the graph, as many as a path may have, weigh more together than 64 bits hold."""
    integers: list[int] = [] if of.dtype.kind == "f" else of.weights.tolist()
    return sum(sorted(abs(weight) for weight in integers)[-len(of) :]) >= 2**63


def _limit(cutoff: typing.Optional[float]) -> float:
    if cutoff is None:
        return math.inf
    if float(cutoff) != cutoff:
        raise UnusableWeights(f"no float is the cutoff {cutoff!r}")
    return float(cutoff)


def _order(result: Result) -> numpy.ndarray:
    """The reached vertices, nearest first, as NetworkX lists them."""
    reached = numpy.flatnonzero(result.reached)
    return reached[numpy.argsort(result.distances[reached], kind="stable")]


def _lengths(result: Result) -> dict[Id, float]:
    order = _order(result)
    nodes = result.graph
    return {nodes.id(v): d for v, d in zip(order.tolist(), result.distances[order].tolist())}


def _paths(result: Result) -> dict[Id, list[Id]]:
    """Each path is its predecessor's and one vertex more. Vertices of equal distance may come before their
    predecessors, so that paths are followed back as far as needed."""
    before = result.predecessors.tolist()
    paths: dict[int, list[Id]] = {}
    order = _order(result).tolist()
    for v in order:
        way = []
        while v not in paths and before[v] >= 0:
            way.append(v)
            v = before[v]
        paths.setdefault(v, [result.graph.id(v)])
        for following in reversed(way):
            paths[following] = [*paths[v], result.graph.id(following)]
            v = following
    return {result.graph.id(v): paths[v] for v in order}


def _length_to(result: Result, target: Id) -> float:
    distance = result.distance(target)
    if distance == math.inf:
        raise networkx.NetworkXNoPath(f"No path to {target}.")
    return distance


def _path_to(result: Result, target: Id) -> list[Id]:
    _length_to(result, target)
    path = result.path(target)
    assert path is not None
    return path.vertices


def _sources(sources: typing.Iterable[Id]) -> list[Id]:
    chosen = list(dict.fromkeys(sources))
    if not chosen:
        raise ValueError("sources must not be empty")
    return chosen


# From one source.


def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    return _lengths(_solve(G, [source], weight, cutoff=cutoff))


def single_source_dijkstra_path(G, source, cutoff=None, weight="weight"):
    return _paths(_solve(G, [source], weight, cutoff=cutoff))


def single_source_dijkstra(G, source, target=None, cutoff=None, weight="weight"):
    return _lengths_and_paths(_solve(G, [source], weight, target, cutoff), target)


def single_source_bellman_ford_path_length(G, source, weight="weight"):
    return _lengths(_solve(G, [source], weight))


def single_source_bellman_ford_path(G, source, weight="weight"):
    return _paths(_solve(G, [source], weight))


def single_source_bellman_ford(G, source, target=None, weight="weight"):
    return _lengths_and_paths(_solve(G, [source], weight, target), target)


def _lengths_and_paths(result: Result, target: Id) -> typing.Any:
    if target is None:
        return _lengths(result), _paths(result)
    return _length_to(result, target), _path_to(result, target)


# Between two nodes.


def dijkstra_path_length(G, source, target, weight="weight"):
    return _length_to(_solve(G, [source], weight, target), target)


def dijkstra_path(G, source, target, weight="weight"):
    return _path_to(_solve(G, [source], weight, target), target)


bellman_ford_path_length = dijkstra_path_length
bellman_ford_path = dijkstra_path

# From the nearest of several sources.


def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    return _lengths(_solve(G, _sources(sources), weight, cutoff=cutoff))


def multi_source_dijkstra_path(G, sources, cutoff=None, weight="weight"):
    return _paths(_solve(G, _sources(sources), weight, cutoff=cutoff))


def multi_source_dijkstra(G, sources, target=None, cutoff=None, weight="weight"):
    return _lengths_and_paths(_solve(G, _sources(sources), weight, target, cutoff), target)


# From all.


def _from_each(G, weight, cutoff, answer):
    """Refuses before the generator starts, because NetworkX goes on by itself only until then."""
    of = prepared(G).converted(weight)
    if _may_be_too_long(of):
        raise TooLarge("paths may be longer than 64 bits hold")
    return _each(of, list(G), {"limit": _limit(cutoff), "predecessors": True}, answer)


def _each(of, nodes, question, answer):
    solver = of.solver() if nodes else None
    for source in nodes:
        yield source, answer(_answer(solver, [source], **question))


def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    return _from_each(G, weight, cutoff, _lengths)


def all_pairs_dijkstra_path(G, cutoff=None, weight="weight"):
    return _from_each(G, weight, cutoff, _paths)


def all_pairs_dijkstra(G, cutoff=None, weight="weight"):
    return _from_each(G, weight, cutoff, lambda result: (_lengths(result), _paths(result)))


def all_pairs_bellman_ford_path_length(G, weight="weight"):
    return all_pairs_dijkstra_path_length(G, None, weight)


def all_pairs_bellman_ford_path(G, weight="weight"):
    return all_pairs_dijkstra_path(G, None, weight)


# Negative cycles.


def find_negative_cycle(G, source, weight="weight"):
    try:
        _solve(G, [source], weight)
    except NegativeCycle as found:
        return found.cycle.vertices
    raise networkx.NetworkXError("No negative cycles detected.")


def negative_edge_cycle(G, weight="weight", heuristic=True):
    if not len(G):
        return False
    try:
        _answer(prepared(G).converted(weight).solver(), list(G))
    except NegativeCycle:
        return True
    return False


# What NetworkX's dispatch asks of a backend: the functions above, and conversions.


def _convert_from_nx(graph: networkx.Graph, *arguments: typing.Any, **named: typing.Any) -> Prepared:
    return prepared(graph)


def _convert_to_nx(result: typing.Any, *arguments: typing.Any, **named: typing.Any) -> typing.Any:
    return result.original if isinstance(result, Prepared) else result


backend = types.SimpleNamespace(
    convert_from_nx=_convert_from_nx, convert_to_nx=_convert_to_nx, **{name: globals()[name] for name in FUNCTIONS}
)
