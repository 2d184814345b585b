"""Vertices have ids for users and indices inside: 0 .. vertices-1. Each class here is one kind of ids of one graph."""

from __future__ import annotations

import operator
import re
import typing

import numpy

from . import _wayfront
from ._errors import UsageError
from ._types import Id


class Ids:
    """The ids of a graph."""

    def index(self, id: Id) -> int:
        """The vertex with that id. Raises UsageError if there is none."""
        raise NotImplementedError

    def indices(self, ids: typing.Iterable[Id]) -> numpy.ndarray:
        """The same for many: uint32."""
        return numpy.array([self.index(id) for id in ids], numpy.uint32)

    def id(self, index: int) -> Id:
        """The id of a vertex."""
        raise NotImplementedError

    def all(self) -> numpy.ndarray:
        """All ids in the order of the vertices; of dtype object unless they are numbers."""
        raise NotImplementedError

    def named(self, text: str) -> str:
        """A sentence of the library, which knows the ids of files, and otherwise indices."""
        return text


def _integer(id: Id) -> int:
    if isinstance(id, (bool, numpy.bool_)):
        raise UsageError(f"vertex {id!r} is a bool; the ids of this graph are integers")
    try:
        return operator.index(typing.cast(typing.SupportsIndex, id))
    except TypeError:
        raise UsageError(f"vertex {id!r} is not an integer, as the ids of this graph are") from None


def _checked(index: int, vertices: int) -> int:
    """Without it, -1 would be the last label of a list."""
    if 0 <= index < vertices:
        return index
    raise UsageError(f"there is no vertex with index {index}; the graph has {vertices}")


class Indices(Ids):
    """Ids are indices."""

    def __init__(self, vertices: int) -> None:
        self._vertices = vertices

    def index(self, id: Id) -> int:
        number = id if type(id) is int else _integer(id)
        if 0 <= number < self._vertices:
            return number
        raise UsageError(f"vertex {number} is not in the graph, whose vertices are 0 .. {self._vertices - 1}")

    def indices(self, ids: typing.Iterable[Id]) -> numpy.ndarray:
        numbers = numpy.asarray(ids if isinstance(ids, numpy.ndarray) else list(ids))
        if numbers.ndim != 1:
            raise UsageError(f"the list of vertices has {numbers.ndim} dimensions, not 1")
        if numbers.dtype.kind not in "iu" and numbers.size:
            return super().indices(numbers)
        outside = (numbers < 0) | (numbers >= self._vertices)
        if outside.any():
            self.index(int(numbers[outside.argmax()]))
        return numbers.astype(numpy.uint32)

    def id(self, index: int) -> Id:
        return _checked(index, self._vertices)

    def all(self) -> numpy.ndarray:
        return numpy.arange(self._vertices, dtype=numpy.int64)


class FileIds(Ids):
    """Ids are those of a file: numbers, or names."""

    def __init__(self, graph: _wayfront.Graph) -> None:
        self._graph = graph
        self._numbers = not graph.has_names

    def index(self, id: Id) -> int:
        if not self._numbers:
            return self._graph.vertex(id if isinstance(id, str) else str(id))
        number = _integer(id)
        if not 0 <= number < 2**64:
            fault = "negative" if number < 0 else "beyond 64 bits"
            raise UsageError(f"vertex {number} is {fault}; the ids of {self._graph.name} are not")
        return self._graph.vertex(number)

    def id(self, index: int) -> Id:
        text = self._graph.id(_checked(index, self._graph.vertices))
        return int(text) if self._numbers else text

    def all(self) -> numpy.ndarray:
        ids = self._graph.ids()
        return ids if isinstance(ids, numpy.ndarray) else _objects(ids)


class Labels(Ids):
    """Ids are any hashable things: nodes of NetworkX, values of a column."""

    def __init__(self, labels: typing.Sequence[Id]) -> None:
        self._labels = labels
        self._indices: typing.Optional[dict[Id, int]] = None

    def __reduce__(self) -> typing.Any:
        return Labels, (self._labels,)

    def index(self, id: Id) -> int:
        if self._indices is None:
            self._indices = {label: index for index, label in enumerate(self._labels)}
        try:
            return self._indices[id]
        except KeyError:
            raise UsageError(f"vertex {id!r} is not in the graph") from None

    def id(self, index: int) -> Id:
        return self._labels[_checked(index, len(self._labels))]

    def named(self, text: str) -> str:
        places = r"(\bvertex |\bsource |\bpredecessor |\barc (?=\d+ ->)|-> )(\d+)"
        return re.sub(places, lambda found: f"{found[1]}{self._labels[int(found[2])]!r}", text)

    def all(self) -> numpy.ndarray:
        if len(self._labels) and all(type(label) is int for label in self._labels):
            array = numpy.array(self._labels)
            if array.dtype.kind in "iu":  # not floats, which NumPy takes for -1 beside 2**63
                return array
        return _objects(self._labels)


def _objects(labels: typing.Sequence[Id]) -> numpy.ndarray:
    array = numpy.empty(len(labels), object)
    for index, label in enumerate(labels):  # one by one: NumPy would take tuples apart
        array[index] = label
    return array


def sources_of(ids: Ids, nearest: numpy.ndarray) -> numpy.ndarray:
    """The ids of these indices; for 2**32 - 1, which is no vertex, -1 or None: -1 may be a label."""
    all_ids = ids.all()
    numbers = not isinstance(ids, Labels) and all_ids.dtype != object and not (all_ids > 2**63 - 1).any()
    found = nearest != 2**32 - 1
    named = all_ids.astype(numpy.int64 if numbers else object)
    named = named[numpy.where(found, nearest, 0)]
    named[~found] = -1 if numbers else None
    return named
