"""Graphs of other libraries as arrays: matrices of SciPy, tables of pandas, graphs of NetworkX."""

from __future__ import annotations

import sys
import typing

import numpy

from . import _wayfront
from ._errors import ArrayTypeError, InputError, UsageError
from ._types import Id

Arrays = tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]


def is_of(value: typing.Any, module: str, name: str) -> bool:
    """Whether `value` is an instance of module.name, without importing the module."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(value, getattr(loaded, name))


def is_sparse(value: typing.Any) -> bool:
    """Whether `value` is a matrix or array of scipy.sparse."""
    return type(value).__module__.startswith("scipy.sparse") and hasattr(value, "tocsr")


def ones(count: int) -> numpy.ndarray:
    """The weights of arcs that have none."""
    return numpy.ones(count, numpy.int32)


def as_array(values: typing.Any) -> typing.Any:
    """Lists as arrays; arrays as they are. The masked entries of an array would count as if they had no mask."""
    if isinstance(values, numpy.ma.MaskedArray):
        raise ArrayTypeError("masked arrays have entries that are not there; pass array.compressed() or array.filled()")
    return numpy.asarray(values) if isinstance(values, (list, tuple, range)) else values


# Matrices of SciPy.


def check_square(matrix: typing.Any) -> None:
    rows, columns = matrix.shape
    if rows != columns:
        raise InputError(f"the matrix has {rows} rows and {columns} columns; the matrix of a graph is square")


def compressed(matrix: typing.Any) -> Arrays:
    """The arrays of a CSR or CSC matrix, without what lies unused behind their ends."""
    rows, found = matrix.shape[0], len(matrix.indptr)
    if found != rows + 1:
        raise InputError(f"the matrix has {rows} rows, so its indptr must have {rows + 1} entries, not {found}")
    entries = int(matrix.indptr[-1])
    indices, data = matrix.indices, matrix.data
    if 0 <= entries < len(indices):
        indices = indices[:entries]
    if 0 <= entries < len(data):
        data = data[:entries]
    return matrix.indptr, indices, data


def expanded(offsets: numpy.ndarray) -> numpy.ndarray:
    """The row of each entry."""
    degrees = numpy.diff(offsets.astype(numpy.int64, copy=False))
    return numpy.repeat(numpy.arange(len(degrees), dtype=numpy.uint32), degrees)


def sparse_matrix(block: numpy.ndarray, absent: float) -> typing.Any:
    """Of the entries that are not absent, also if they are 0."""
    import scipy.sparse

    row, column = numpy.nonzero(block != absent)
    return scipy.sparse.csr_matrix((block[row, column], (row, column)), block.shape)


def refuse_duplicates(graph: _wayfront.Graph, duplicates: str, in_columns: bool) -> None:
    """SciPy adds up entries at the same place, and its csgraph takes the smaller one: users must say what they mean."""
    if duplicates == "arcs":
        return
    if duplicates != "error":
        raise UsageError(f"duplicates = {duplicates!r}; it must be 'error' or 'arcs'")
    found = graph.parallel_arc()
    if found is not None:
        place = found[::-1] if in_columns else found
        raise InputError(
            f"the matrix has more than one entry at {place}; add them up with matrix.sum_duplicates(), "
            "or say duplicates='arcs' if they are parallel arcs"
        )


# Weights.


def widened(values: numpy.ndarray, name: str) -> numpy.ndarray:
    """Numbers of any type as the smallest of the four types of weights that holds them all."""
    kind, size = values.dtype.kind, values.dtype.itemsize
    if kind == "O" and len(values):
        for place, value in enumerate(values.tolist()):
            if not isinstance(value, (int, float, numpy.number, numpy.bool_)):
                raise ArrayTypeError(f"{name} has {value!r} in row {place}; weights are numbers")
        values = _exact(values.tolist())
        kind, size = values.dtype.kind, values.dtype.itemsize
    if kind in "bi" or (kind == "u" and size < 8):
        return values.astype(numpy.int32 if size < 4 or (kind, size) == ("i", 4) else numpy.int64)
    if kind == "u" and (not len(values) or values.max() < 2**63):
        return values.astype(numpy.int64)
    if kind == "f" and size <= 8:
        return values.astype(numpy.float32 if size <= 4 else numpy.float64)
    if not len(values):
        return values.astype(numpy.int32)
    raise ArrayTypeError(f"{name} has dtype {values.dtype}; weights are int32, int64, float32 or float64")


# Graphs of NetworkX.


def networkx_arcs(graph: typing.Any, weight: typing.Any) -> tuple[list[Id], Arrays]:
    """Nodes, and sources, targets and weights of the arcs. `weight` as NetworkX has it: the name of an attribute, which
    is 1 where an edge lacks it, or a function of both ends and the attributes, where None hides the edge."""
    nodes = list(graph)
    index = {node: number for number, node in enumerate(nodes)}
    pairs = [(u, v, of_pair) for u, neighbours in graph.adjacency() for v, of_pair in neighbours.items()]
    if callable(weight):
        arcs = [(u, v, weight(u, v, of_pair)) for u, v, of_pair in pairs]
        arcs = [arc for arc in arcs if arc[2] is not None]
    elif graph.is_multigraph():
        arcs = [(u, v, of_one.get(weight, 1)) for u, v, of_pair in pairs for of_one in of_pair.values()]
    else:
        arcs = [(u, v, of_pair.get(weight, 1)) for u, v, of_pair in pairs]
    ends = numpy.array([[index[arc[0]] for arc in arcs], [index[arc[1]] for arc in arcs]], numpy.uint32)
    return nodes, (ends[0], ends[1], _of_python([arc[2] for arc in arcs]))


def networkx_weights(graph: typing.Any, weight: typing.Hashable) -> list[typing.Any]:
    """Those of `networkx_arcs`, by an attribute."""
    edges = (of_pair for _, neighbours in graph.adjacency() for of_pair in neighbours.values())
    if graph.is_multigraph():
        return [of_one.get(weight, 1) for of_pair in edges for of_one in of_pair.values()]
    return [of_pair.get(weight, 1) for of_pair in edges]


def _of_python(weights: list[typing.Any]) -> numpy.ndarray:
    """int64 if all are integers, else float64 or float32."""
    values = _exact(weights) if weights else numpy.empty(0, numpy.int64)
    if values.ndim != 1 or values.dtype.kind not in "biuf":
        odd = next((value for value in weights if not isinstance(value, (int, float, numpy.number))), weights[0])
        kind = type(odd).__name__
        raise ArrayTypeError(f"the weight {odd!r} is of type {kind}; weights are 64-bit integers or floats")
    return values.astype(numpy.int64) if values.dtype.kind in "bi" else widened(values, "the weights")


def _exact(numbers: list[typing.Any]) -> numpy.ndarray:
    """As numpy.array, but no large integer becomes another one because there are floats, or larger ones, beside it."""
    values = numpy.array(numbers)
    if values.dtype.kind == "f":
        integers = (int(number) for number in numbers if isinstance(number, (int, numpy.integer)))
        large = next((number for number in integers if abs(number) > 2**53), None)
        if large is not None:
            raise InputError(f"the weight {large} is too large; weights are 64-bit integers, or floats that hold all")
    return values
