"""scipy.sparse.csgraph: its shortest paths with its signatures and return values. A program changes its import:

    from wayfront.csgraph import dijkstra, shortest_path        # in place of scipy.sparse.csgraph

Every answer is certified. All methods take negative weights; a negative cycle that a source reaches raises
NegativeCycleError, which is SciPy's and has the cycle. Of several shortest paths any may be found. Names that are not
here are SciPy's own.
"""

from __future__ import annotations

import math
import typing

import numpy
import scipy.sparse
import scipy.sparse.csgraph as _scipy

from . import _default, _errors
from ._graph import Graph
from ._result import Result

_NO_VERTEX = -9999


class NegativeCycleError(_errors.NegativeCycleError, _scipy.NegativeCycleError):
    """There are no distances, because a source reaches a cycle of negative weight: `cycle`."""


def __getattr__(name: str) -> typing.Any:
    return getattr(_scipy, name)


def shortest_path(csgraph, method="auto", directed=True, return_predecessors=False, unweighted=False, overwrite=False,
                  indices=None):
    if method not in ("auto", "FW", "D", "BF", "J"):
        raise ValueError(f"unrecognized method '{method}'")
    if method == "FW" and indices is not None:
        raise ValueError("Cannot specify indices with method == 'FW'.")
    return _rows(csgraph, directed, indices, return_predecessors, unweighted)


def dijkstra(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False, limit=numpy.inf,
             min_only=False):
    if not limit >= 0:
        raise ValueError("limit must be >= 0")
    if not min_only:
        return _rows(csgraph, directed, indices, return_predecessors, unweighted, float(limit))
    graph = _graph(csgraph, directed, unweighted)
    result = _certified(graph.solver().nearest(
        _sources(graph, indices).ravel(), limit=float(limit), predecessors=return_predecessors
    ))
    distances = result.distances.copy()
    if not return_predecessors:
        return distances
    return distances, _as_theirs(result.predecessors), _as_theirs(result.nearest)


def bellman_ford(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False):
    return _rows(csgraph, directed, indices, return_predecessors, unweighted)


johnson = bellman_ford


def floyd_warshall(csgraph, directed=True, return_predecessors=False, unweighted=False, overwrite=False):
    return _rows(csgraph, directed, None, return_predecessors, unweighted)


def _graph(csgraph: typing.Any, directed: bool, unweighted: bool) -> Graph:
    """As SciPy reads it: of a dense matrix 0, infinity and NaN are no arcs, of a sparse one every entry is one."""
    if scipy.sparse.issparse(csgraph):
        matrix = scipy.sparse.csr_matrix(csgraph, dtype=numpy.float64)
    elif isinstance(csgraph, numpy.ma.MaskedArray):
        matrix = _scipy.csgraph_from_masked(csgraph)
    else:
        matrix = _scipy.csgraph_from_dense(csgraph)
    weights = numpy.ones(len(matrix.data)) if unweighted else matrix.data
    usable = weights < math.inf  # others lead nowhere
    if usable.all():
        matrix = scipy.sparse.csr_matrix((weights, matrix.indices, matrix.indptr), shape=matrix.shape)
        return _default.from_scipy(matrix, directed=directed, duplicates="arcs")
    ends = numpy.repeat(numpy.arange(matrix.shape[0]), numpy.diff(matrix.indptr)), matrix.indices, weights
    return _default.from_edges(*(each[usable] for each in ends), vertices=matrix.shape[0], directed=directed)


def _sources(graph: Graph, indices: typing.Any) -> numpy.ndarray:
    if indices is None:
        return numpy.arange(len(graph))
    given = numpy.array(indices, numpy.int64)
    given[given < 0] += len(graph)
    if (given < 0).any() or (given >= len(graph)).any():
        raise ValueError("indices out of range 0...N")
    return given


def _rows(csgraph, directed, indices, return_predecessors, unweighted, limit=math.inf):
    graph = _graph(csgraph, directed, unweighted)
    sources = _sources(graph, indices)
    shape = (*sources.shape, len(graph))
    rows = sources.ravel()
    distances = numpy.empty((len(rows), len(graph)))
    predecessors = numpy.empty(distances.shape if return_predecessors else 0, numpy.int32)
    solver = graph.solver(parallel=0)
    some = 64  # rows at a time, so that there is no second matrix
    for first in range(0, len(rows), some):
        result = _certified(solver.solve(rows[first : first + some], limit=limit, predecessors=return_predecessors))
        distances[first : first + some] = result.distances
        if return_predecessors:
            predecessors[first : first + some] = _as_theirs(result.predecessors)
    found = distances.reshape(shape)
    return (found, predecessors.reshape(shape)) if return_predecessors else found


def _certified(result: Result) -> Result:
    cycle = result.cycle
    if cycle is not None:
        raise NegativeCycleError(f"Negative cycle of {len(cycle)} arcs with weight {cycle.length}", cycle)
    return result


def _as_theirs(vertices: numpy.ndarray) -> numpy.ndarray:
    return numpy.where(vertices < 0, _NO_VERTEX, vertices).astype(numpy.int32)
