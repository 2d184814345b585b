"""Graphs of NetworkX, converted once for each weight, and answers as the lists and dictionaries that NetworkX gives."""

from __future__ import annotations

import math
import typing

import networkx
import numpy

from . import _default, _inputs
from ._errors import ArrayTypeError, InputError, NegativeCycleError, SolveError, UnsupportedError, WrongAnswerError
from ._graph import Graph, Solver
from ._result import Result
from ._types import Id, Path

Weight = typing.Union[typing.Hashable, typing.Callable[[typing.Any, typing.Any, typing.Any], typing.Optional[float]]]

VERSION = tuple(int(part) for part in networkx.__version__.split(".")[:2])
HOPS = object()  # as a weight: the name of no attribute, so that each edge counts as 1


class NegativeCycle(networkx.NetworkXUnbounded, NegativeCycleError):
    """There are no distances, because a source reaches a cycle of negative weight: `cycle`."""


class UnusableWeights(ArrayTypeError, NotImplementedError):
    """Weights that NetworkX takes and Wayfront does not: infinite ones, None, fractions, integers beyond 64 bits."""


class TooLarge(SolveError, NotImplementedError):
    """Distances that NetworkX's integers hold and 64 bits do not."""


class OnlyNetworkX(UnsupportedError, NotImplementedError):
    """Arguments for which the answer is not that of shortest paths alone."""


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
        weights = [] if weight is HOPS else _inputs.networkx_weights(self.original, weight)
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
    except Exception as error:
        if not callable(weight):
            raise
        raise UnusableWeights(f"the function of weights raised {error!r}") from error  # NetworkX may skip that edge


def prepared(graph: networkx.Graph) -> Prepared:
    """The graph for any number of calls of functions of wayfront.networkx, converted once for each weight."""
    return graph if isinstance(graph, Prepared) else Prepared(graph)


# Questions.


def solve(
    graph: typing.Any,
    sources: list[Id],
    weight: Weight,
    target: Id = None,
    cutoff: typing.Optional[float] = None,
    towards: bool = False,
    absent: str = "Source {} not in G",
) -> Result:
    """From one source, or from the nearest of a list; `towards`: to it. With predecessors."""
    for node in sources:
        if node not in graph:
            raise networkx.NodeNotFound(absent.format(node))
    is_absent = target is not None and target not in graph
    converted = prepared(graph).converted(weight)
    result = answer(
        (converted.reversed() if towards and graph.is_directed() else converted).solver(),
        sources,
        targets=None if target is None or is_absent else [target],
        limit=limit(cutoff),
        predecessors=True,
    )
    if is_absent:  # NetworkX looks for it among the nodes that it has reached
        raise networkx.NetworkXNoPath(f"No path to {target}.")
    return result


def between(graph: typing.Any, source: Id, target: Id, weight: Weight) -> Result:
    """For functions that look first whether there are such nodes."""
    either = f"Either source {source} or target {target} is not in G" if VERSION < (3, 4) else ""
    for node, word in ((source, "Source"), (target, "Target")):
        if node not in graph:
            raise networkx.NodeNotFound(either or f"{word} {node} is not in G")
    return solve(graph, [source], weight, target)


def answer(solver: Solver, sources: list[Id], **question: typing.Any) -> Result:
    try:
        result = solver.solve(sources[0], **question) if len(sources) == 1 else solver.nearest(sources, **question)
    except WrongAnswerError:
        raise
    except SolveError as error:
        if not _may_be_too_long(solver.graph):
            raise
        raise TooLarge(str(error)) from None
    if result.cycle is not None:
        raise unbounded(result.cycle)
    return result


def unbounded(cycle: Path) -> NegativeCycle:
    return NegativeCycle(f"Negative cycle detected: {len(cycle)} arcs with weight {cycle.length}", cycle)


def from_each(
    graph: typing.Any, weight: Weight, cutoff: typing.Optional[float], form: typing.Callable[[Result], typing.Any]
) -> typing.Iterator[tuple[Id, typing.Any]]:
    """The answer from each node, in that form. Refuses before the generator starts, because NetworkX goes on by itself
    only until then."""
    of = prepared(graph).converted(weight)
    if _may_be_too_long(of):
        raise TooLarge("paths may be longer than 64 bits hold")
    nodes, question = list(graph), {"limit": limit(cutoff), "predecessors": True}

    def each() -> typing.Iterator[tuple[Id, typing.Any]]:
        solver = of.solver()
        for source in nodes:
            yield source, form(answer(solver, [source], **question))

    return each() if nodes else iter(())


def _may_be_too_long(of: Graph) -> bool:
    """Whether the heaviest arcs of the graph, as many as a path may have, weigh more together than 64 bits hold."""
    if of.dtype.kind == "f":
        return False
    heaviest = numpy.sort(numpy.abs(of.weights.astype(float)))[-max(1, len(of)) :]
    return bool(heaviest.sum() >= 2.0**62)


def limit(cutoff: typing.Optional[float]) -> float:
    """A source itself is never beyond it."""
    if cutoff is None:
        return math.inf
    if float(cutoff) != cutoff:
        raise UnusableWeights(f"no float is the cutoff {cutoff!r}")
    return max(0.0, float(cutoff))


# Answers.


def _order(result: Result) -> numpy.ndarray:
    """The reached vertices, nearest first, as NetworkX lists them."""
    reached = numpy.flatnonzero(result.reached)
    return reached[numpy.argsort(result.distances[reached], kind="stable")]


def lengths(result: Result) -> dict[Id, float]:
    order = _order(result)
    nodes = result.graph
    return {nodes.id(v): d for v, d in zip(order.tolist(), result.distances[order].tolist())}


def row(result: Result) -> list[float]:
    """Of all vertices; inf where there is no path."""
    return [math.inf if d == result.unreached else d for d in result.distances.tolist()]


def before(result: Result) -> dict[Id, typing.Optional[Id]]:
    """The node before each reached one on the path that was found; None for the source."""
    parents = result.predecessors.tolist()
    nodes = result.graph
    return {nodes.id(v): None if parents[v] < 0 else nodes.id(parents[v]) for v in _order(result).tolist()}


def all_before(result: Result) -> dict[Id, list[Id]]:
    """The nodes before each reached one on all shortest paths, nearest first; for the source none, or those at the
    distance 0 that lead back to it."""
    of, distances, order = result.graph, result.distances, _order(result)
    rank = numpy.full(len(of), -1, numpy.int64)
    rank[order] = numpy.arange(len(order))
    tails, heads = _inputs.expanded(of.offsets), of.targets
    inside = (rank[tails] >= 0) & (rank[heads] >= 0)
    tails, heads = tails[inside], heads[inside]
    tight = distances[tails] + of.weights[inside] == distances[heads]
    found: dict[Id, list[Id]] = {of.id(v): [] for v in order.tolist()}
    for place, head in sorted(set(zip(rank[tails[tight]].tolist(), heads[tight].tolist()))):
        found[of.id(head)].append(of.id(int(order[place])))
    return found


def paths(result: Result) -> dict[Id, list[Id]]:
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


def turned(paths: dict[Id, list[Id]]) -> dict[Id, list[Id]]:
    """Paths to a node, from those from it on the graph that is turned around."""
    return {node: path[::-1] for node, path in paths.items()}


def lengths_and_paths(result: Result, target: Id = None) -> typing.Any:
    if target is None:
        return lengths(result), paths(result)
    return length_to(result, target), path_to(result, target)


def length_to(result: Result, target: Id) -> float:
    distance = result.distance(target)
    if distance == math.inf:
        raise networkx.NetworkXNoPath(f"No path to {target}.")
    return distance


def path_to(result: Result, target: Id) -> list[Id]:
    length_to(result, target)
    path = result.path(target)
    assert path is not None
    return path.vertices
