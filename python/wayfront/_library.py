"""The library: plugins, and what can be done with them."""

from __future__ import annotations

import functools
import math
import os
import typing

import numpy

from . import _checks, _inputs, _tables, _wayfront
from ._comparison import Comparison, PluginInfo, plugin_info
from ._errors import InputError, UsageError, open_errors, words_of_pipelines
from ._graph import Graph
from ._ids import FileIds, Indices, Labels
from ._native import Native
from ._result import Result
from ._types import FilePath, Id, MeanCycle, Options, Progress, Run, unreached

# Plugins of a wheel are in the package.
_OWN_PLUGINS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib", "wayfront", "plugins")


class Library:
    """The plugins that were found, and all that this module does. Functions of the module are methods of one library
    with the defaults; make another one for other directories of plugins, or for other threads.

    `plugins` are directories that are searched before $WAYFRONT_PLUGIN_PATH and the installed one. `threads` is 0 for
    one for each processor. `cache` keeps loaded files as binary ones for later loads, in `cache_directory` or the
    user's.
    """

    def __init__(
        self,
        plugins: typing.Iterable[FilePath] = (),
        *,
        threads: int = 0,
        cache: bool = False,
        cache_directory: FilePath = "",
    ) -> None:
        directories = [os.fspath(directory) for directory in plugins]
        if os.path.isdir(_OWN_PLUGINS):
            directories.append(_OWN_PLUGINS)
        self._arguments = tuple(directories), _checks.whole("threads", threads), bool(cache), os.fspath(cache_directory)

    @functools.cached_property
    def _native(self) -> Native:  # reads the descriptors of all plugins
        return Native(*self._arguments)

    def _indexed(self, graph: _wayfront.Graph) -> Graph:
        return Graph(graph, Indices(graph.vertices), self._native)

    def graph(self, data: typing.Any, **options: typing.Any) -> Graph:
        """A graph from what there is: the path of a file, a matrix of scipy.sparse, a table of pandas or with
        `__dataframe__`, a graph of NetworkX, or a Graph, which is returned as it is.

        `options` are those of `load`, `from_scipy`, `from_pandas` and `from_networkx`.
        """
        if isinstance(data, Graph):
            if options:
                raise UsageError(f"a Graph is taken as it is, without {', '.join(options)}")
            return data
        if _inputs.is_sparse(data):
            return self.from_scipy(data, **options)
        if isinstance(data, (str, os.PathLike)):
            return self.load(data, **options)
        if _inputs.is_of(data, "networkx", "Graph"):
            return self.from_networkx(data, **options)
        if _inputs.is_of(data, "pandas", "DataFrame") or hasattr(data, "__dataframe__"):
            return self.from_pandas(data, **options)
        if isinstance(data, numpy.ndarray):
            raise InputError(
                "a dense matrix does not say which entries are arcs; pass scipy.sparse.csr_array(matrix), "
                "or arrays by from_edges() or from_csr()"
            )
        raise InputError(
            f"a {type(data).__name__} is not a graph; pass a path, a scipy.sparse matrix, a pandas.DataFrame or a "
            "networkx.Graph, or arrays by from_csr() or from_edges()"
        )

    def load(
        self, path: FilePath, *, dtype: typing.Any = None, loader: str = "", options: Options = {},
        missing_weights: str = "", steps: typing.Sequence[str] = (), coordinates: FilePath = "",
        progress: typing.Optional[Progress] = None,
    ) -> Graph:
        """Reads a file; ids are those of the file.

        `dtype` is the type of weights, by default the smallest that holds them all. The loader is chosen by content
        unless named; `options` are the loader's. `missing_weights` is a rule for files without weights,
        "{ constant = 1 }", and `steps` change the graph: both as in a pipeline. `coordinates` is a DIMACS .co file; by
        default those of the file, or of a .co file beside it, are read. progress(done, total) is called by another thread,
        with bytes of the file, 0 where they are not known; without it there is a line as for `distances`.
        """
        what = f"bytes of {os.path.basename(os.fspath(path))}"
        with open_errors(path, "r"), _checks.shown(progress, what) as told:
            graph = self._native.load(
                path, _checks.text("loader", loader), _checks.options(options), _dtype(dtype),
                _checks.text("missing_weights", missing_weights), [_checks.text("a step", step) for step in steps],
                coordinates, told,
            )
        return Graph(graph, FileIds(graph), self._native)

    def from_csr(self, offsets: typing.Any, targets: typing.Any, weights: typing.Any = None) -> Graph:
        """A graph of compressed sparse rows: the arcs out of u are offsets[u] .. offsets[u + 1] - 1.

        NumPy arrays are used as they are, not copied, and nobody may change them while the graph lives; 64-bit targets
        are copied. Without weights each arc has 1.

        >>> import wayfront
        >>> wayfront.from_csr([0, 2, 3, 3], [1, 2, 2], [0.5, 9, 3]).solver().solve(0).distances
        array([0. , 0.5, 3.5])
        """
        offsets, targets = _inputs.as_array(offsets), _inputs.as_array(targets)
        weights = _inputs.ones(len(targets)) if weights is None else _inputs.as_array(weights)
        return self._indexed(self._native.adopt(offsets, targets, weights))

    def from_edges(
        self, sources: typing.Any, targets: typing.Any, weights: typing.Any = None, *,
        vertices: typing.Optional[int] = None, directed: bool = True,
    ) -> Graph:
        """A graph of its own from arrays or lists of arcs. With directed=False each is an edge both ways.

        By default there are as many vertices as the largest index says; an index far beyond the number of arcs is
        refused then. Without weights each arc has 1.
        """
        sources, targets = _inputs.as_array(sources), _inputs.as_array(targets)
        weights = _inputs.ones(len(sources)) if weights is None else _inputs.as_array(weights)
        if vertices is None:
            known = [end for end in (sources, targets) if isinstance(end, numpy.ndarray) and end.size]
            vertices = max((int(end.max()) + 1 for end in known if end.dtype.kind in "iu"), default=0)
            vertices = min(max(vertices, 0), 2**32 - 2)  # ends beyond are refused by build
            arcs = max((end.size for end in known), default=0)
            if vertices > 1_000_000 + 100 * arcs:
                raise InputError(
                    f"the largest index is {vertices - 1}, but there are only {arcs} arcs; number vertices from 0, as "
                    f"numpy.unique(..., return_inverse=True) does, or say vertices={vertices}"
                )
        vertices = _checks.whole("vertices", vertices, 2**32 - 2)
        ends = _empty_as_indices(sources), _empty_as_indices(targets)
        return self._indexed(self._native.build(vertices, *ends, weights, bool(directed)))

    def from_scipy(self, matrix: typing.Any, *, directed: bool = True, duplicates: str = "error") -> Graph:
        """The graph of a square sparse matrix: an arc from i to j for each entry at (i, j) that is stored, also for a
        stored 0.

        The arrays of a CSR matrix are used as they are, not copied (64-bit column indices are), and nobody may change
        them while the graph lives. CSC and COO are rearranged into CSR; other formats go through tocsr(). With
        directed=False each entry is an edge both ways. duplicates="arcs" keeps several entries at one place as
        parallel arcs.
        """
        _inputs.check_square(matrix)
        if matrix.format not in ("coo", "csr") and (matrix.format != "csc" or not directed):
            matrix = matrix.tocsr()
        if matrix.format == "coo":
            row, column, data = matrix.row, matrix.col, matrix.data
            native = self._native.build(matrix.shape[0], row, column, data, True)
        else:
            offsets, column, data = _inputs.compressed(matrix)
            native = self._native.adopt(offsets, column, data)
        _inputs.refuse_duplicates(native, duplicates, matrix.format == "csc")
        if not directed:
            row = row if matrix.format == "coo" else _inputs.expanded(offsets)
            native = self._native.build(matrix.shape[0], row, column, data, False)
        elif matrix.format == "csc":
            native = native.reversed()
        return self._indexed(native)

    def from_pandas(
        self,
        table: typing.Any,
        source: typing.Hashable = "",
        target: typing.Hashable = "",
        weight: typing.Optional[typing.Hashable] = "",
        *,
        reverse: typing.Optional[typing.Hashable] = "",
        negative: str = "",
        directed: typing.Optional[bool] = None,
    ) -> Graph:
        """A graph from a table with a row for each arc; ids are the values in the columns `source` and `target`.

        Columns that are not given are found by their names: from and to, u and v, source and target; weight, cost,
        length, time. weight=None gives each arc 1. `reverse` is a column with the weights of the arcs from target to
        source, and negative="no arc" leaves out arcs of negative weight: both as in pgRouting's tables. With
        directed=False each row is an edge both ways; by default a column Type or directed says that. Tables with
        `__dataframe__` are read through pandas.

        >>> import pandas, wayfront
        >>> roads = pandas.DataFrame({"from": ["a", "b"], "to": ["b", "c"], "cost": [4, -1], "reverse_cost": [7, 2]})
        >>> wayfront.solve(wayfront.graph(roads, reverse="reverse_cost", negative="no arc"), "c").distances
        array([9, 2, 0])
        """
        columns = _tables.Columns(_tables.as_pandas(table), source, target, weight, reverse)
        labels, ends = _tables.ends(columns)
        arcs = _tables.arcs(columns, ends, _checks.text("negative", negative))
        both_ways = not (columns.are_directed() if directed is None else directed)
        return Graph(self._native.build(len(labels), *arcs, not both_ways), Labels(labels), self._native)

    def from_networkx(self, graph: typing.Any, weight: typing.Any = "weight") -> Graph:
        """A graph of NetworkX, of any of its four classes; ids are its nodes.

        `weight` is the attribute of edges that has their weight, which is 1 where it is missing; or a function of both
        ends and the attributes, as in NetworkX. Weights become int64, or float64 if one of them is not an integer.
        """
        nodes, (sources, targets, weights) = _inputs.networkx_arcs(graph, weight)
        return Graph(self._native.build(len(nodes), sources, targets, weights, True), Labels(nodes), self._native)

    def generate(self, kind: str, *, dtype: typing.Any = None, **options: typing.Any) -> Graph:
        """A generated graph, by the loader `generate`; `describe("generate")` lists its options.

        >>> import wayfront
        >>> wayfront.generate("grid", rows=3, columns=4)
        <wayfront.Graph 'generate(kind=grid, rows=3, columns=4)': 12 vertices, 34 arcs, int32>
        """
        graph = self._native.generate({"kind": kind, **options}, _dtype(dtype))
        return Graph(graph, FileIds(graph), self._native)

    def solve(
        self,
        graph: typing.Any,
        source: typing.Any,
        *,
        plugin: str = "",
        options: Options = {},
        threads: int = 0,
        parallel: int = 1,
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
        """Shortest paths from one source, or from each of a list, on anything that `graph` takes.

        See `Solver` for plugin, options, threads and parallel, and `Solver.solve` for the others. For many calls on one
        graph make a solver: it is prepared once.

        >>> import scipy.sparse, wayfront
        >>> matrix = scipy.sparse.csr_matrix([[0, 5, 9], [0, 0, 3], [0, 0, 0]])
        >>> result = wayfront.solve(matrix, 0, predecessors=True)
        >>> result.distances
        array([0, 5, 8])
        >>> result.path(2).vertices, result.certified
        ([0, 1, 2], True)
        """
        solver = self.graph(graph).solver(plugin, options, threads=threads, parallel=parallel)
        return solver.solve(
            source, targets=targets, limit=limit, count=count, predecessors=predecessors, certify=certify,
            timeout=timeout, progress=progress, on_device=on_device, reduce=reduce, within=within,
        )

    def nearest(
        self, graph: typing.Any, sources: typing.Iterable[Id], k: int = 1, *, plugin: str = "", options: Options = {},
        threads: int = 0, **question: typing.Any,
    ) -> Result:
        """The distance of each vertex from the nearest of the sources, or the k nearest: see `Solver.nearest`."""
        return self.graph(graph).solver(plugin, options, threads=threads).nearest(sources, k, **question)

    def closeness(
        self, graph: typing.Any, vertices: typing.Optional[typing.Iterable[Id]] = None, *, wf_improved: bool = True,
        plugin: str = "", options: Options = {}, threads: int = 0, progress: typing.Optional[Progress] = None,
    ) -> numpy.ndarray:
        """The closeness centrality of these vertices, by default of all: `networkx.closeness_centrality` with weights as
        distances, which has the same normalisation. Distances are those to a vertex; for those from it pass
        `graph.reversed()`. Harmonic centrality and eccentricity are in `Result.figures`.

        >>> import wayfront
        >>> wayfront.closeness(wayfront.from_edges([0, 1], [1, 2], [2, 2], directed=False))
        array([0.33333333, 0.5       , 0.33333333])
        """
        of = self.graph(graph).reversed()
        chosen = numpy.arange(len(of), dtype=numpy.uint32) if vertices is None else of._vertices("vertices", vertices)
        if not len(chosen):
            return numpy.empty(0)
        solver = of.solver(plugin, options, threads=threads, parallel=0)
        with _checks.shown(progress) as told:
            asked = solver._question(of, reduce=True, progress=told)
            figures = solver._all(*solver._ready(), chosen, False, asked).figures
        others, total = figures["reached"] - 1.0, figures["sum"]
        found = numpy.divide(others, total, out=numpy.zeros(len(chosen)), where=total > 0)
        return found * (others / max(1, len(of) - 1)) if wf_improved else found

    def min_mean_cycle(self, graph: typing.Any) -> typing.Optional[MeanCycle]:
        """The cycle with the smallest mean weight. The mean may be negative. None if the graph has no cycle.

        >>> import wayfront
        >>> found = wayfront.min_mean_cycle(wayfront.from_edges([0, 1, 1, 2], [1, 0, 2, 1], [4, 2, -1, 2]))
        >>> found.cycle.vertices, found.mean
        ([1, 2, 1], 0.5)
        """
        of = self.graph(graph)
        found = self._native.min_mean_cycle(of._graph)
        return None if found is None else MeanCycle(of._path(*found[0]), *found[1:])

    def distances(
        self, graph: typing.Any, sources: typing.Optional[typing.Iterable[Id]] = None,
        targets: typing.Optional[typing.Iterable[Id]] = None, *, plugin: str = "", options: Options = {},
        threads: int = 0, parallel: int = 0, limit: float = math.inf, certify: bool = True, dtype: typing.Any = None,
        sparse: bool = False, progress: typing.Optional[Progress] = None,
    ) -> typing.Any:
        """A matrix with a row for each source and a column for each target; without them, for all vertices.

        It is of the type of the weights, and an entry that is not reached is `unreached(dtype)`: the largest number of
        an integer type. dtype="float64" makes that inf; other types must hold all distances, as int64 those of int32.
        Memory: the matrix and a few rows of all vertices. By default as many sources are solved at the same time as
        there are threads. With sparse=True it is a csr_matrix of scipy.sparse that has entries only for what is
        reached, for large matrices within a limit. Without `progress` a line in terminals and notebooks says after two
        seconds how far it is.

        >>> import wayfront
        >>> wayfront.distances(wayfront.from_edges([0, 1], [1, 2], [5, 3]), [0, 2], [1, 2], dtype="float64")
        array([[ 5.,  8.],
               [inf,  0.]])
        """
        of = self.graph(graph)
        rows = numpy.arange(len(of), dtype=numpy.uint32) if sources is None else of._vertices("sources", sources)
        columns = None if targets is None else of._targets(targets)
        kind = _matrix_type(of, dtype)
        shape = len(rows), len(of) if columns is None else len(columns)
        if 0 in shape:
            empty = numpy.empty(shape, kind)
            return _inputs.sparse_matrix(empty, 0) if sparse else empty
        solver = of.solver(plugin, options, threads=threads, parallel=parallel)
        question = solver._question(of, limit=limit, certify=certify)
        if columns is not None:
            question["targets"] = columns
        some = min(64, max(1, 2**28 // (len(of) * of.dtype.itemsize)))
        made = numpy.empty(shape if not sparse else 0, kind)
        parts = []
        with _checks.shown(progress) as told:
            for first in range(0, len(rows), some):
                batch = rows[first : first + some]
                found = solver._all(*solver._ready(), batch, False, question).distances
                found = found if columns is None else found[:, columns]
                block = found.astype(kind, copy=False)
                if kind != of.dtype:
                    block[found == unreached(of.dtype)] = unreached(kind)
                if sparse:
                    parts.append(_inputs.sparse_matrix(block, unreached(kind)))
                else:
                    made[first : first + len(batch)] = block
                if told is not None:
                    told(first + len(batch), len(rows))
        if not sparse:
            return made
        import scipy.sparse

        return scipy.sparse.vstack(parts, "csr")

    def compare(
        self,
        graph: typing.Any,
        runs: typing.Iterable[Run],
        *,
        sources: typing.Optional[typing.Iterable[Id]] = None,
        random_sources: int = 8,
        repeats: int = 5,
        warmups: int = 1,
        seed: int = 1,
        timeout: float = 60,
        progress: typing.Optional[Progress] = None,
    ) -> Comparison:
        """Times plugins on the same graph and sources, interleaved, every answer certified.

        A run is the name of a plugin, or (plugin, options), or (plugin, options, label); the first is the baseline. By
        default there are `random_sources` of them. A run that fails says so in its status.
        """
        of = self.graph(graph)
        contenders = [_contender(run) for run in runs]
        chosen = numpy.empty(0, numpy.uint32) if sources is None else of._vertices("sources", sources)
        found = self._native.compare(
            of._graph, contenders, chosen, _checks.whole("random_sources", random_sources),
            _checks.whole("repeats", repeats), _checks.whole("warmups", warmups), _checks.whole("seed", seed, 2**63 - 1),
            _checks.real("timeout", timeout), _checks.progress(progress),
        )
        rows = found.rows()
        if not isinstance(of._ids, FileIds):
            for row in rows:
                row["source"] = of.id(int(row["source"]))
        return Comparison(found, rows)

    def run(
        self,
        pipeline: FilePath,
        overrides: typing.Iterable[str] = (),
        *,
        progress: typing.Optional[Progress] = None,
    ) -> Comparison:
        """What `wayfront run` does with a pipeline file, without writing anything.

        `overrides` are those of --set: "measure.repeats=3".
        """
        with open_errors(pipeline, "r"), words_of_pipelines():
            found = self._native.run(
                pipeline, [_checks.text("an override", text) for text in overrides], _checks.progress(progress)
            )
        return Comparison(found, found.rows())

    def plugins(self) -> list[PluginInfo]:
        """Everything that was found, algorithms first; also files that cannot be used.

        >>> import wayfront
        >>> "dijkstra" in [plugin.name for plugin in wayfront.plugins()]
        True
        """
        return [plugin_info(found) for found in self._native.plugins()]

    def describe(self, plugin: str) -> PluginInfo:
        """A plugin with its options; print() shows them as text. Raises PluginError if there is none of that name."""
        return plugin_info(self._native.describe(_checks.text("plugin", plugin)))


def _contender(run: typing.Any) -> tuple[str, dict[str, typing.Any], str]:
    if isinstance(run, str):
        return run, {}, ""
    if isinstance(run, tuple) and 2 <= len(run) <= 3:
        label = _checks.text("label", run[2]) if len(run) == 3 else ""
        return _checks.text("plugin", run[0]), _checks.options(run[1]), label
    raise UsageError(f"{run!r} is not a run; write a plugin's name, (plugin, options) or (plugin, options, label)")


def _dtype(dtype: typing.Any) -> typing.Optional[numpy.dtype]:
    return None if dtype is None else numpy.dtype(dtype)


def _matrix_type(graph: Graph, dtype: typing.Any) -> numpy.dtype:
    """Refuses types that numpy.can_cast refuses. float64, which rounds int64 from 2**53 on, is none of them."""
    if dtype is None:
        return graph.dtype
    wanted = numpy.dtype(dtype)
    if wanted.kind in "if" and numpy.can_cast(graph.dtype, wanted):
        return wanted
    raise UsageError(f"dtype is {wanted}, which does not hold all distances of {graph.dtype}; use float64")


def _empty_as_indices(array: typing.Any) -> typing.Any:
    """An empty list becomes an array of float64, which would be refused."""
    is_empty_list = isinstance(array, numpy.ndarray) and array.dtype == float and array.shape == (0,)
    return array.astype(numpy.int64) if is_empty_list else array
