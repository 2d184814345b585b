"""Answers: results with their distances and paths."""

from __future__ import annotations

import math
import types
import typing

import numpy

from . import _wayfront
from ._errors import NegativeCycleError, UsageError
from ._ids import sources_of
from ._types import Id, Path, html_table, unreached

if typing.TYPE_CHECKING:
    from ._graph import Graph


class DeviceArray:
    """Distances in the memory of a CUDA device, for libraries that work there: `cupy.asarray(array)`,
    `torch.from_dlpack(array)`, `numba.cuda.as_cuda_array(array)`, without a copy.

    It is complete, whatever stream uses it, and nothing reads it again, so that it may be changed. The memory lives as
    long as this object, the result, or an array that another library made of it.
    """

    __slots__ = ("_result", "_several", "_shape")

    def __init__(self, result: typing.Union[_wayfront.Result, _Kept], several: bool, vertices: int) -> None:
        self._result = result
        self._several = several
        self._shape = (result.rows, vertices) if several else (vertices,)
        result.device()

    @property
    def shape(self) -> tuple[int, ...]:
        """That of `Result.distances`."""
        return self._shape

    @property
    def dtype(self) -> numpy.dtype:
        """The type of the weights. Vertices that are not reached have `Result.unreached`."""
        return self._result.dtype

    @property
    def device(self) -> int:
        """The number that CUDA gives the device in this process."""
        return self._result.device()[1]

    @property
    def __cuda_array_interface__(self) -> dict[str, typing.Any]:
        return {
            "shape": self._shape,
            "typestr": self.dtype.str,
            "data": (self._result.device()[0], False),
            "strides": None,
            "stream": None,
            "version": 3,
        }

    def __dlpack__(
        self,
        *,
        stream: typing.Any = None,
        max_version: typing.Optional[tuple[int, int]] = None,
        dl_device: typing.Optional[tuple[int, int]] = None,
        copy: typing.Optional[bool] = None,
    ) -> object:
        if copy or (dl_device is not None and tuple(dl_device) != self.__dlpack_device__()):
            raise BufferError("distances on a device come as they are; make a copy, or move them, by the library there")
        return self._result.dlpack(self._several, max_version is not None and max_version[0] >= 1)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, self.device)  # 2: CUDA

    def __repr__(self) -> str:
        return f"<wayfront.DeviceArray: {' x '.join(map(str, self._shape))} of {self.dtype} on device {self.device}>"


class _Kept(types.SimpleNamespace):
    """What a result of the extension says, in a pickle."""

    @classmethod
    def of(cls, result: typing.Any, graph: Graph) -> _Kept:
        said = "sources", "rows", "dtype", "figures", "negative_cycle", "certified", "work", "seconds", "certify_seconds"
        it = cls(**{name: getattr(result, name) for name in said}, _graph=graph)
        it._nearest = [result.nearest(row) for row in range(it.rows)]
        it._distances = None if it.negative_cycle or it.figures else result.distances()
        it._trees = [] if it.negative_cycle else [result.predecessors(row) for row in range(it.rows)]
        return it

    def distances(self) -> numpy.ndarray:
        if self._distances is None:
            raise UsageError("there are no distances")
        return self._distances

    def __setstate__(self, said: dict[str, typing.Any]) -> None:
        self.__dict__.update(said)
        for array in (self._distances, *self.figures.values()):
            if array is not None:
                array.flags.writeable = False

    def nearest(self, row: int) -> numpy.ndarray:
        return self._nearest[row]

    def predecessors(self, row: int) -> numpy.ndarray:
        return self._trees[row]

    def path(self, target: int, row: int) -> typing.Optional[tuple[list[int], list[int], float]]:
        tree = self._trees[row]
        if not len(tree):
            raise UsageError("there are no predecessors; ask for them with predecessors=True")
        distances, none = self.distances()[row], unreached(self.dtype)
        if distances[target] == none:
            return None
        vertices = [target]
        while tree[vertices[-1]] != 2**32 - 1:
            vertices.append(int(tree[vertices[-1]]))
            if distances[vertices[-1]] == none:
                raise UsageError(
                    "the path to this vertex passes one that is beyond what was asked for; "
                    "solve without limit and count"
                )
        vertices.reverse()
        weights, between = self._graph.weights, self._graph._graph.arcs_between
        arcs = [min(between(u, v), key=weights.__getitem__) for u, v in zip(vertices, vertices[1:])]
        return vertices, arcs, float(sum(weights[arcs].tolist()))

    def device(self) -> tuple[int, int]:
        raise UsageError("a result out of a pickle has no distances on a device")

    def dlpack(self, matrix: bool, versioned: bool) -> object:
        return self.device()


class Result:
    """The answer to one call: distances from each of its sources, or a cycle of negative weight.

    Arrays have an entry for each vertex, in the order of `Graph.ids`; they are views of the answer's own memory, may
    not be written, and keep it alive. A call with several sources gives them two dimensions: a row for each source, or
    with `k` for each of the k nearest.
    """

    __slots__ = ("_result", "graph", "_several")

    def __init__(self, result: typing.Union[_wayfront.Result, _Kept], graph: Graph, several: bool) -> None:
        self._result = result
        self._several = several
        self.graph = graph

    @property
    def distances(self) -> numpy.ndarray:
        """The distances, of the type of the weights; `unreached` where there is no path or none was wanted.

        Raises NegativeCycleError if there is a negative cycle.
        """
        try:
            rows = self._result.distances()
        except UsageError:
            self._raise_cycle()
            raise
        return rows if self._several else rows[0]

    @property
    def device_distances(self) -> DeviceArray:
        """The distances in the memory of a CUDA device, where the call asked for that with on_device=True.

        Plugins with `device_output` (`describe`) leave them there; with certify=False and without targets, limit, count
        and predecessors nothing is copied to the host, and `distances` raises UsageError. For all other calls the host
        has them, too, and uploads them.
        """
        self._raise_cycle()
        return DeviceArray(self._result, self._several, len(self.graph))

    @property
    def unreached(self) -> float:
        """The entry of `distances` for vertices that are not reached."""
        return unreached(self._result.dtype)

    @property
    def reached(self) -> numpy.ndarray:
        """Which vertices are reached: as `distances`, of bools."""
        return self.distances != self.unreached

    def distance(self, target: Id, source: Id = None) -> float:
        """The distance to one vertex: infinite if it is not reached; an integer where the weights are.

        `source` says from which of several sources.
        """
        distance = self._row(source)[self.graph.index(target)].item()
        return math.inf if distance == self.unreached else distance

    @property
    def predecessors(self) -> numpy.ndarray:
        """For each vertex, the index of the one before it on a shortest path; -1 for sources and unreached vertices.

        As int32; int64 where that is too small. Raises UsageError unless the call asked for predecessors. A copy.
        """
        self._raise_cycle()
        rows = [self._result.predecessors(row) for row in range(self._result.rows)]
        if not all(map(len, rows)) and len(self.graph):
            raise UsageError("there are no predecessors; ask for them with predecessors=True")
        found = numpy.stack(rows)
        if len(self.graph) <= 2**31:
            found = found.view(numpy.int32)  # no vertex is 2**32 - 1
        else:
            found = numpy.where(found == 2**32 - 1, -1, found.astype(numpy.int64))
        return found if self._several else found[0]

    def path(self, target: Id, source: Id = None) -> typing.Optional[Path]:
        """A shortest path to `target`, None if it is not reached. Raises UsageError unless the call asked for
        predecessors.

        `source` says from which of several sources.
        """
        self._raise_cycle()
        found = self._result.path(self.graph.index(target), self._row_number(source))
        return None if found is None else self.graph._path(*found)

    @property
    def cycle(self) -> typing.Optional[Path]:
        """A cycle of negative weight that a source reaches, which leaves no shortest paths; None if there is none."""
        found = self._result.negative_cycle
        return None if found is None else self.graph._path(*found)

    @property
    def sources(self) -> list[Id]:
        """The sources, in the order of the rows."""
        return [self.graph.id(index) for index in self._result.sources.tolist()]

    @property
    def nearest(self) -> numpy.ndarray:
        """After `nearest`: for each vertex the id of its nearest source. If none reaches it, -1 where ids are indices or
        numbers of a file, otherwise None. A copy."""
        self._raise_cycle()
        if not self._is_nearest():
            raise UsageError("only nearest() finds the nearest sources; this is the result of solve()")
        rows = [self._result.nearest(row) for row in range(self._result.rows)]
        return sources_of(self.graph._ids, numpy.stack(rows) if self._several else rows[0])

    def _is_nearest(self) -> bool:
        return len(self._result.nearest(0)) > 0

    @property
    def figures(self) -> dict[str, numpy.ndarray]:
        """After `solve` with reduce=True: arrays with an entry for each source: "reached", the number of reached vertices,
        the source among them; "within", those of them whose distance is not above `within`; "sum" and "max" of their
        distances; "harmonic", the sum of 1 / distance over distances other than 0.

        >>> import wayfront
        >>> g = wayfront.from_edges([0, 0, 1], [1, 2, 2], [5, 9, 3])
        >>> wayfront.solve(g, g.ids, reduce=True).figures["max"]
        array([8., 3., 0.])
        """
        self._raise_cycle()
        if not self._result.figures:
            raise UsageError("there are no figures; ask for them with reduce=True")
        return self._result.figures

    @property
    def certified(self) -> bool:
        """Whether every row was proved from the graph alone; False with certify=False."""
        return self._result.certified

    @property
    def work(self) -> dict[str, int]:
        """What the plugin counted: rounds, settled, relaxed, improved, pushed, stale, and its own.

        What it does not count is 0.
        """
        return self._result.work

    @property
    def seconds(self) -> float:
        """Spent in the plugin."""
        return self._result.seconds

    @property
    def certify_seconds(self) -> float:
        """Spent in the certificate."""
        return self._result.certify_seconds

    def __reduce__(self) -> typing.Any:
        """For pickle: with its graph."""
        return Result, (_Kept.of(self._result, self.graph), self.graph, self._several)

    def __repr__(self) -> str:
        proof = "certified" if self.certified else "not certified"
        if self._result.negative_cycle is not None:
            return f"<wayfront.Result: a negative cycle, {proof}>"
        rows = f"{self._result.rows} x " if self._several else ""
        if self._result.figures:
            return f"<wayfront.Result: figures of {self._result.rows} rows, {proof}>"
        return f"<wayfront.Result: {rows}{len(self.graph)} distances of {self._result.dtype}, {proof}>"

    def _repr_html_(self) -> str:
        named = ", ".join(repr(source) for source in self.sources[:9])
        others = len(self.sources) - 9
        return html_table({
            "result": repr(self)[len("<wayfront.Result: ") : -1], "graph": self.graph, "seconds": f"{self.seconds:.3g}",
            "sources": named + (f" and {others} others" if others > 0 else ""),
        })

    def _row(self, source: Id) -> numpy.ndarray:
        row = self._row_number(source)
        self._raise_cycle()
        return self._result.distances()[row]

    def _row_number(self, source: Id) -> int:
        if source is None and (self._result.rows == 1 or self._is_nearest()):
            return 0
        if source is None:
            raise UsageError(f"there are {self._result.rows} sources; say which one: source=...")
        index = self.graph.index(source)
        sources = self._result.sources.tolist()
        if self._is_nearest():
            raise UsageError("a result of nearest() has its rows for all sources together; leave `source` out")
        if index not in sources:
            raise UsageError(f"vertex {source!r} is not a source of this result")
        return sources.index(index)

    def _raise_cycle(self) -> None:
        cycle = self.cycle
        if cycle is not None:
            of = f"{len(cycle)} arcs with weight {cycle.length}"
            if self._result.dtype.kind == "f":
                unit = float(numpy.finfo(self._result.dtype).eps)
                rounding = sum(unit * abs(weight) for weight in cycle.weights)
                of += f" (0 within {rounding:.2g}, the rounding of its weights)" if -cycle.length <= rounding else ""
            raise NegativeCycleError(f"there are no distances: a source reaches a cycle of {of}", cycle)
