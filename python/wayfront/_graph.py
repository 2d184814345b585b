"""Graphs and the solvers that are prepared on them."""

from __future__ import annotations

import math
import os
import pathlib
import tempfile
import typing

import numpy

from . import _checks, _inputs, _wayfront
from ._errors import Error, InputError, SolveError, UsageError, in_python, open_errors
from ._ids import FileIds, Ids
from ._native import Native, use_device
from ._result import Result
from ._types import FilePath, Id, Options, Path, Progress, html_table

_UNSET = _wayfront.keywords()

closed = math.inf


class Graph:
    """An immutable graph. Made by the functions of this module, such as `graph` and `load`.

    Vertices are named by their ids: those of the file, the nodes of NetworkX, the values of a column; for arrays and
    matrices an id is an index. Arrays have their entries in the order of `ids`.

    >>> import wayfront
    >>> g = wayfront.from_edges([0, 0, 1], [1, 2, 2], [5, 9, 3])
    >>> len(g), g.arcs, g.dtype.name
    (3, 3, 'int64')
    """

    __slots__ = ("_graph", "_ids", "_native", "__weakref__")

    def __init__(self, graph: _wayfront.Graph, ids: Ids, native: Native) -> None:
        self._graph = graph
        self._ids = ids
        self._native = native

    def __len__(self) -> int:
        """The number of vertices."""
        return self._graph.vertices

    @property
    def arcs(self) -> int:
        """The number of arcs; an edge without direction is two."""
        return self._graph.arcs

    @property
    def name(self) -> str:
        """The name of its file, or what made it."""
        return self._graph.name

    @property
    def directed(self) -> bool:
        """Whether its arcs were given as such; False: each edge of the input became two arcs."""
        return self._graph.directed

    @property
    def digest(self) -> str:
        """Of vertices, arcs and weights, 32 hexadecimal digits: equal for equal graphs."""
        return self._graph.digest

    @property
    def notes(self) -> list[str]:
        """Why it may not be the graph that was meant, and which arrays were copied."""
        return [in_python(note) for note in self._graph.notes]

    @property
    def dtype(self) -> numpy.dtype:
        """The type of the weights, and so of distances: int32, int64, float32 or float64."""
        return self._graph.dtype

    @property
    def offsets(self) -> numpy.ndarray:
        """The arcs out of the vertex with index u are offsets[u] .. offsets[u + 1] - 1 in `targets` and `weights`."""
        return self._graph.offsets

    @property
    def targets(self) -> numpy.ndarray:
        """The index of the vertex to which each arc leads."""
        return self._graph.targets

    @property
    def weights(self) -> numpy.ndarray:
        """The weight of each arc."""
        return self._graph.weights

    @property
    def ids(self) -> numpy.ndarray:
        """The ids of all vertices, in the order of the entries of arrays."""
        return self._ids.all()

    @property
    def coordinates(self) -> typing.Optional[numpy.ndarray]:
        """The position of each vertex: a row with x and y, both NaN where it is not known; None without
        coordinates."""
        return self._graph.coordinates

    @property
    def is_geographic(self) -> bool:
        """Whether the coordinates are longitude and latitude in degrees; otherwise they lie in a plane."""
        return self._graph.is_geographic

    def with_coordinates(self, places: typing.Any, *, geographic: bool = False) -> Graph:
        """The same graph with these coordinates, a row with x and y for each vertex, which are copied; with None, without
        any. `save` writes them where the format has them.

        >>> import wayfront
        >>> g = wayfront.from_edges([0], [1], [5]).with_coordinates([[8.68, 50.11], [13.4, 52.52]], geographic=True)
        >>> g.coordinates[1].tolist(), g.is_geographic
        ([13.4, 52.52], True)
        """
        rows = numpy.empty((0, 2)) if places is None else _checks.places(places, len(self))
        return Graph(self._graph.with_coordinates(rows, bool(geographic)), self._ids, self._native)

    def with_weights(self, weights: typing.Any) -> Graph:
        """The same graph with other weights, with its ids and places: of an array with one for each arc, in the order
        of `weights`, which is copied and whose type they have; or of a dict with the weights of some arcs.

        An arc of a dict is (from, to), which means all of them if they are parallel, or its index in `weights`. An arc
        with the weight `closed`, which is infinity, is left out, and so is one with `unreached(dtype)` in an array of
        integers. The two directions of an edge are two arcs.

        >>> import wayfront
        >>> g = wayfront.from_edges([0, 0, 1], [1, 2, 2], [5, 9, 3])
        >>> g.with_weights({(0, 1): 7, (0, 2): wayfront.closed}).solver().solve(0).distances
        array([ 0,  7, 10])
        """
        if isinstance(weights, typing.Mapping):
            given, weights = weights, self.weights.copy()
            for arc, weight in given.items():
                weights[self._arcs(arc)] = _checks.weight(arc, weight, weights.dtype)
        if _inputs.is_of(weights, "pandas", "Series"):
            raise UsageError("rows of a table are not in the order of Graph.weights; make a graph of the table, or pass a dict")
        try:
            return Graph(self._graph.with_weights(_inputs.as_array(weights)), self._ids, self._native)
        except InputError as error:
            raise self._named(error)

    def _named(self, error: Error) -> Error:
        """What is wrong with a graph or an answer is said of the user's ids."""
        error.args = (self._ids.named(str(error)), *error.args[1:])
        return error

    def without(self, arcs: typing.Iterable[typing.Any]) -> Graph:
        """The same graph without these arcs, which are named as those of a dict in `with_weights`."""
        if isinstance(arcs, tuple):  # (0, 1) would be two indices
            raise UsageError(f"{arcs!r} is not a list of arcs; for the arc from 0 to 1, write [(0, 1)]")
        return self.with_weights(dict.fromkeys(arcs, closed))

    def _arcs(self, arc: typing.Any) -> list[int]:
        if not isinstance(arc, tuple):
            return [_checks.whole("an arc that is not (from, to)", arc, self.arcs - 1)]
        if len(arc) != 2:
            raise UsageError(f"{arc!r} is not an arc; write (from, to), or its index in Graph.weights")
        found = self._graph.arcs_between(*map(self._ids.index, arc))
        if not found:
            raise UsageError(f"there is no arc from {arc[0]!r} to {arc[1]!r} in the graph")
        return found

    def index(self, id: Id) -> int:
        """The index of the vertex with that id. Raises UsageError if there is none."""
        return self._ids.index(id)

    def id(self, index: int) -> Id:
        """The id of a vertex."""
        return self._ids.id(index)

    def is_unchanged(self) -> bool:
        """Whether arrays that are shared with NumPy are what they were. Reads all of them."""
        return self._graph.is_unchanged()

    def reversed(self) -> Graph:
        """A copy with every arc turned around: distances on it are distances to a vertex."""
        return Graph(self._graph.reversed(), self._ids, self._native)

    def figures(self) -> dict[str, typing.Any]:
        """Degrees, components, bounds of the diameter: what papers say about their graphs."""
        return self._native.figures(self._graph)

    def save(
        self, path: FilePath, *, format: str = "", options: Options = {}, renumber: bool = False, replace: bool = False
    ) -> None:
        """Writes a file whose format follows from its suffix, with the ids of the file that the graph came from, or
        indices.

        `renumber` gives vertices the numbers that the format would give them; `replace` allows to write over a file.
        """
        with open_errors(path, "w"):
            self._native.save(self._graph, path, format, _checks.options(options), renumber, replace)

    def solver(
        self, plugin: str = "", options: Options = {}, *, threads: int = 0, parallel: int = 1, isolated: bool = False
    ) -> Solver:
        """An instance of a plugin, prepared on this graph: for many calls. See `Solver`."""
        return Solver(self, plugin, options, threads, parallel, isolated)

    def __reduce__(self) -> typing.Any:
        """For pickle: as a binary graph file."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "graph.wfg")
            self._native.save(self._graph, file, "", {}, False, False)
            content = file.read_bytes()
        ids = None if isinstance(self._ids, FileIds) else self._ids
        return _unpickled, (self._native, content, ids, self.name)

    def _path(self, vertices: list[int], arcs: list[int], length: float) -> Path:
        weights = self.weights[arcs].tolist()  # exact, whatever the type
        if self.dtype.kind == "i":
            length = sum(weights)
        return Path([self.id(index) for index in vertices], arcs, weights, length)

    def _vertices(self, name: str, given: typing.Iterable[Id]) -> numpy.ndarray:
        if isinstance(given, str) or not isinstance(given, typing.Iterable):
            raise UsageError(f"{name} is {given!r}; it must be a list of vertices")
        return self._ids.indices(given)

    def _targets(self, targets: typing.Iterable[Id]) -> numpy.ndarray:
        indices = self._vertices("targets", targets)
        if not len(indices):
            raise UsageError("the list of targets is empty; leave `targets` out for all distances")
        return indices

    def __repr__(self) -> str:
        return f"<wayfront.Graph {self.name!r}: {len(self)} vertices, {self.arcs} arcs, {self._graph.dtype}>"

    def _repr_html_(self) -> str:
        notes = {"notes": "; ".join(self.notes)} if self.notes else {}
        return html_table({"graph": self.name, "vertices": len(self), "arcs": self.arcs, "weights": self.dtype, **notes})


def _unpickled(native: Native, content: bytes, ids: typing.Optional[Ids], name: str = "graph.wfg") -> Graph:
    longest = 250  # bytes that every file system takes
    name = os.fsdecode(os.fsencode(name.replace("/", "_"))[:longest])
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, name)  # a graph has the name of its file, whose content tells its format
        file.write_bytes(content)
        graph = native.load(file, "", {}, None, "", [], "", None)
    return Graph(graph, ids or FileIds(graph), native)


class Solver:
    """A plugin that is prepared on one graph, for any number of calls: made by `Graph.solver`. Threads that call the same
    one take turns.

    `plugin` is "auto" by default, which chooses one; `Solver.plugin` says which. `threads` are those of the
    plugin and of the certificate, 0 for those of the library; `parallel` is the number of sources at the same time.
    isolated=True puts the plugin into a process of its own, where the program `wayfront` is installed beside the library:
    one that crashes is then a SolveError, and the next call starts it again. Its answers are always certified.

    >>> import wayfront
    >>> solver = wayfront.from_edges([0, 0, 1], [1, 2, 2], [5, 9, 3]).solver("dijkstra")
    >>> solver.solve(0).distances
    array([0, 5, 8])
    >>> solver.solve(0, targets=[2], predecessors=True).path(2).vertices
    [0, 1, 2]
    """

    __slots__ = ("_prepared", "_arguments", "_process", "_on_device")

    def __init__(
        self, graph: Graph, plugin: str, options: Options, threads: int, parallel: int, isolated: bool
    ) -> None:
        self._on_device = graph._native.needs_device(_checks.text("plugin", plugin)) and not isolated
        if self._on_device:
            use_device(plugin)
        counts = _checks.whole("threads", threads), _checks.whole("parallel", parallel)
        self._arguments = (plugin, _checks.options(options), *counts, bool(isolated))
        self._make(graph)
        chosen = self.plugin
        if not self._on_device and not isolated and graph._native.needs_device(chosen):  # by "auto"
            self._on_device = True
            use_device(chosen)

    def _make(self, graph: Graph) -> None:
        self._prepared = graph, graph._native.solver(graph._graph, *self._arguments)
        self._process = os.getpid()

    def _ready(self) -> tuple[Graph, _wayfront.Solver]:
        """Threads do not outlast a fork: a child of the process that made the solver prepares one of its own."""
        if self._process != os.getpid():
            self._make(self.graph)
        return self._prepared

    @property
    def graph(self) -> Graph:
        """The graph that it is prepared on."""
        return self._prepared[0]

    @property
    def plugin(self) -> str:
        """Its name."""
        return self._prepared[1].plugin

    @property
    def notes(self) -> list[str]:
        """What the plugin noted about itself."""
        return [in_python(note) for note in self._prepared[1].notes]

    def update(self, graph: Graph) -> None:
        """Goes over to another graph with what it has: "separator-sweep", on the same streets with other weights, some
        of them closed, computes its tables alone. Plugin and options stay.

        Raises UsageError while another thread's call is going on. After an error the solver has the graph before.
        Ctrl-C may come too late: then it raises KeyboardInterrupt, and `Solver.graph` is the new one.

        >>> import wayfront
        >>> g = wayfront.from_edges([0, 0, 1], [1, 2, 2], [5, 9, 3])
        >>> solver = g.solver("dijkstra")
        >>> solver.update(g.with_weights([5, 1, 3]))
        >>> solver.solve(0).distances
        array([0, 5, 1])
        """
        if not isinstance(graph, Graph):
            raise UsageError(f"a solver is updated with a Graph, not with a {type(graph).__name__}")
        _, solver = self._ready()
        solver.update(graph._graph, self, graph)  # sets _prepared; here, an interrupt could come before that

    def solve(
        self,
        source: typing.Any,
        *,
        targets: typing.Optional[typing.Iterable[Id]] = None,
        limit: float = math.inf,
        count: int = 0,
        predecessors: bool = False,
        certify: bool = True,
        timeout: float = 0,
        progress: typing.Optional[Progress] = None,
        on_device: bool = False,
        reduce: bool = False,
        within: float = math.inf,
    ) -> Result:
        """Distances from a source, or from each of a list, array or range of sources: a row for each entry, two for one
        that is listed twice.

        `targets` asks for no more than the distances of these, `limit` for those that are not above it, and `count` for
        those of the nearest vertices, the source among them; what is farther than all that is then `unreached`.
        `predecessors` are needed for paths. certify=False takes the plugin's answer as it is. `timeout` is in seconds.
        progress(done, total) is called with sources. on_device=True leaves the distances in the memory of a CUDA device:
        see `Result.device_distances`. reduce=True keeps no distances, but the sums of each row that are in
        `Result.figures`, for many sources; `within` is the limit of one of them.

        Ctrl-C ends the call with KeyboardInterrupt.
        """
        graph, solver = self._ready()
        question = self._question(
            graph, targets=targets, limit=limit, count=count, predecessors=predecessors, certify=certify,
            timeout=timeout, progress=progress, on_device=on_device, reduce=reduce, within=within,
        )
        ids = graph._ids
        if isinstance(source, (list, numpy.ndarray, range)) or hasattr(source, "to_numpy"):
            return self._all(graph, solver, ids.indices(source), False, question)
        try:
            return Result(solver.solve(ids.index(source), question), graph, False)
        except SolveError as error:
            raise graph._named(error)

    def nearest(self, sources: typing.Iterable[Id], k: int = 1, **question: typing.Any) -> Result:
        """The distance of each vertex from the nearest of the sources; `Result.nearest` says which it is.

        A search from all of them at once, on a copy of the graph. `question` is the keywords of `solve`: targets, limit,
        count, predecessors, certify, timeout, progress and on_device. With k=3 the arrays have a row each for the nearest,
        the second and the third source, or fewer rows for fewer sources. The library then searches by itself, without the
        plugin: it takes only limit, certify and timeout, and no negative weights.

        >>> import wayfront
        >>> solver = wayfront.from_edges([0, 1, 3], [1, 2, 2], [5, 3, 1]).solver()
        >>> result = solver.nearest([0, 3])
        >>> result.distances.tolist(), result.nearest.tolist()
        ([0, 5, 1, 0], [0, 0, 3, 3])
        >>> solver.nearest([0, 3], k=2).distances.tolist()[1]   # 9223372036854775807: only one source reaches it
        [9223372036854775807, 9223372036854775807, 8, 9223372036854775807]
        """
        graph, solver = self._ready()
        asked = self._question(graph, k=k, **question)
        return self._all(graph, solver, graph._vertices("sources", sources), True, asked)

    def _all(
        self, graph: Graph, solver: _wayfront.Solver, sources: numpy.ndarray, nearest: bool,
        question: _wayfront._Question,
    ) -> Result:
        try:
            return Result(solver.solve_all(sources, nearest, question), graph, not nearest or "k" in question)
        except SolveError as error:
            raise graph._named(error)

    def _question(self, graph: Graph, /, **given: typing.Any) -> _wayfront._Question:
        """The keywords of `solve` as the extension takes them: those that differ from their defaults."""
        question = {}
        for name, value in given.items():
            if name not in _UNSET:
                raise TypeError(f"solve() and nearest() have no keyword argument {name!r}")
            unset = _UNSET[name]
            if value is not unset and not (type(value) in (int, float) and value == unset):
                question[name] = _checks.like(name, value, unset)
        if self._on_device or question.get("on_device"):
            use_device(self.plugin)
        if "targets" in question:
            question["targets"] = graph._targets(question["targets"])
        _checks.progress(question.get("progress"))
        return question

    def __repr__(self) -> str:
        return f"<wayfront.Solver {self.plugin!r} on {self.graph!r}>"
