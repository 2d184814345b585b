#!/usr/bin/env python3
"""Answers: distances, paths, targets, limits, many sources, nearest ones; compared with SciPy's."""

import io
import math
import pathlib
import pickle
import tempfile
import unittest
from unittest import mock

from needed import need

numpy, sparse, csgraph = need("numpy", "scipy.sparse", "scipy.sparse.csgraph")
import wayfront  # noqa: E402


def random_matrix(seed, n=60, density=0.05, dtype="float64"):
    random = numpy.random.default_rng(seed)
    matrix = sparse.random(n, n, density, format="csr", random_state=seed)
    matrix.data = random.integers(1, 50, matrix.nnz).astype(dtype)
    return matrix


class Answers(unittest.TestCase):
    def test_all_types_against_scipy(self):
        for seed, dtype in enumerate(("int32", "int64", "float32", "float64") * 5):
            matrix = random_matrix(seed, dtype=dtype)
            expected = csgraph.dijkstra(matrix, indices=3)
            for plugin in ("dijkstra", "bellman-ford-tarjan", "delta-stepping"):
                result = wayfront.solve(matrix, 3, plugin=plugin)
                found = numpy.where(result.reached, result.distances, numpy.inf)
                self.assertEqual(found.tolist(), expected.tolist())
                self.assertEqual(result.distances.dtype, numpy.dtype(dtype))
                self.assertTrue(result.certified)

    def test_one_distance(self):
        result = wayfront.solve(wayfront.from_edges([0, 1], [1, 2], [5, 3], vertices=4), 0)
        self.assertEqual(result.distance(2), 8)
        self.assertIs(type(result.distance(2)), int)
        self.assertEqual(result.distance(3), math.inf)
        self.assertEqual(result.distances[3], result.unreached)
        with self.assertRaisesRegex(wayfront.UsageError, "vertex 4 is not in the graph"):
            result.distance(4)
        for bad in (1.5, "x", None, True):
            with self.assertRaisesRegex(ValueError, "not an integer|integers"):
                result.distance(bad)

    def test_64_bit_distances_are_exact(self):
        graph = wayfront.from_edges([0, 1], [1, 2], numpy.array([2**60 + 1, 2**60 + 2]))
        result = wayfront.solve(graph, 0, predecessors=True)
        self.assertEqual(result.distance(2), 2**61 + 3)
        self.assertEqual(result.path(2).length, 2**61 + 3)

    def test_overflow(self):
        graph = wayfront.from_edges([0, 1], [1, 2], numpy.array([2**30, 2**30], "int32"))
        with self.assertRaisesRegex(wayfront.SolveError, "int64"):
            wayfront.solve(graph, 0)

    def test_paths(self):
        for seed in range(10):
            matrix = random_matrix(seed)
            result = wayfront.solve(matrix, 0, predecessors=True)
            for target in range(matrix.shape[0]):
                path = result.path(target)
                if path is None:
                    self.assertFalse(result.reached[target])
                    self.assertEqual(result.predecessors[target], -1)
                    continue
                self.assertEqual((path.vertices[0], path.vertices[-1]), (0, target))
                self.assertEqual(len(path), len(path.vertices) - 1)
                self.assertEqual(path.length, result.distances[target])
                self.assertEqual(sum(path.weights), path.length)
                for u, v, arc, weight in zip(path.vertices, path.vertices[1:], path.arcs, path.weights):
                    self.assertTrue(result.graph.offsets[u] <= arc < result.graph.offsets[u + 1])
                    self.assertEqual((result.graph.targets[arc], result.graph.weights[arc]), (v, weight))
                    self.assertEqual(result.predecessors[v], u)
        with self.assertRaisesRegex(wayfront.UsageError, "predecessors=True|predecessors for paths"):
            wayfront.solve(matrix, 0).path(1)
        with self.assertRaisesRegex(wayfront.UsageError, "predecessors=True"):
            wayfront.solve(matrix, 0).predecessors

    def test_targets_limit_and_count(self):
        for plugin in ("dijkstra", "bellman-ford"):
            for seed in range(5):
                solver = wayfront.graph(random_matrix(seed)).solver(plugin)
                whole = solver.solve(0).distances
                reached = numpy.sort(whole[whole < numpy.inf])
                some = solver.solve(0, targets=[5, 7]).distances
                self.assertEqual(some.tolist(), numpy.where(whole <= whole[[5, 7]].max(), whole, numpy.inf).tolist())
                middle = reached[len(reached) // 2]
                near = solver.solve(0, limit=middle).distances
                self.assertEqual(near.tolist(), numpy.where(whole <= middle, whole, numpy.inf).tolist())
                few = solver.solve(0, count=4).distances
                self.assertEqual(few.tolist(), numpy.where(whole <= reached[3], whole, numpy.inf).tolist())
        for question, words in (({"targets": [99]}, "vertex 99"), ({"targets": []}, "targets is empty"),
                                ({"limit": math.nan}, "limit"), ({"count": 99}, "60 vertices"),
                                ({"timeout": -1}, "timeout")):
            with self.assertRaisesRegex(wayfront.UsageError, words):
                solver.solve(0, **question)

    def test_many_sources(self):
        matrix = random_matrix(1)
        expected = csgraph.dijkstra(matrix)
        graph = wayfront.graph(matrix)
        told = []
        result = graph.solver(parallel=2).solve([5, 3], predecessors=True, progress=lambda *now: told.append(now))
        self.assertEqual(result.distances.tolist(), expected[[5, 3]].tolist())
        self.assertEqual(result.sources, [5, 3])
        self.assertEqual(told[-1], (2, 2))
        self.assertEqual(result.distance(7, source=3), expected[3, 7])
        self.assertEqual(result.path(7, source=3).vertices[0], 3)
        self.assertEqual(result.predecessors.shape, (2, 60))
        for wrong, words in (({}, "source="), ({"source": 4}, "not a source")):
            with self.assertRaisesRegex(wayfront.UsageError, words):
                result.distance(7, **wrong)
        self.assertEqual(graph.solver().solve(numpy.arange(60)).distances.tolist(), expected.tolist())
        large = wayfront.generate("grid", rows=12, columns=12)  # more sources than one call of a plugin takes
        rows = large.solver().solve(large.ids.tolist()).distances
        self.assertEqual(rows[100].tolist(), wayfront.solve(large, large.id(100)).distances.tolist())
        for bad, words in (([], "no source"), ([60], "vertex 60"), ([-1], "vertex -1"),
                           ([0.5], "not an integer"), (numpy.array([2**33]), "vertex 8589934592")):
            with self.assertRaisesRegex(wayfront.UsageError, words):
                graph.solver().solve(bad)

    def test_matrix_of_distances(self):
        matrix = random_matrix(2, n=150, dtype="int32")
        expected = csgraph.dijkstra(matrix)
        whole = wayfront.distances(matrix, dtype="float64")
        self.assertEqual(whole.tolist(), expected.tolist())
        some = wayfront.distances(matrix, [7, 149, 0], [3, 3, 8])
        self.assertEqual(some.dtype, numpy.dtype("int32"))
        wanted = expected[[7, 149, 0]][:, [3, 3, 8]]
        self.assertEqual(some.tolist(), numpy.where(numpy.isinf(wanted), wayfront.unreached("int32"), wanted).tolist())
        self.assertEqual(wayfront.distances(matrix, [7], iter([3, 8])).tolist(),
                         wayfront.distances(matrix, [7], [3, 8]).tolist())
        told = []
        wayfront.distances(matrix, range(100), [3], progress=lambda *now: told.append(now))
        self.assertEqual(told, [(64, 100), (100, 100)])

    def test_a_line_says_how_far_a_matrix_is(self):
        line = "\r64 of 100 sources, 3 s\r100 of 100 sources, 6 s\n"
        for terminal, seconds, expected in ((True, 3, line), (True, 0.5, ""), (False, 3, "")):
            told = io.StringIO()
            told.isatty = lambda: terminal
            now = iter(range(0, 1000)) if seconds > 2 else iter([0.5] * 9)
            with mock.patch("sys.stderr", told), mock.patch("time.monotonic", lambda: seconds * next(now)):
                wayfront.distances(random_matrix(2, n=150), range(100), [3])
            self.assertEqual(told.getvalue(), expected)
        told = io.StringIO()
        told.isatty = lambda: True
        with mock.patch("sys.stderr", told), mock.patch("time.monotonic", mock.Mock(side_effect=[0, 3, KeyError])):
            with self.assertRaises(KeyError):
                wayfront.distances(random_matrix(2, n=150), range(100), [3])
        self.assertEqual(told.getvalue(), "\r64 of 100 sources, 3 s\n")

    def test_sparse_matrix_of_distances(self):
        matrix = random_matrix(2, n=150, dtype="int32")
        dense = wayfront.distances(matrix, [7, 149, 7], limit=60)
        found = wayfront.distances(matrix, [7, 149, 7], limit=60, sparse=True)
        there = dense != wayfront.unreached("int32")
        self.assertEqual((found.format, found.dtype, found.nnz, found.has_sorted_indices),
                         ("csr", dense.dtype, there.sum(), True))
        self.assertEqual(found.toarray().tolist(), numpy.where(there, dense, 0).tolist())
        self.assertIn(7, found[0].indices)  # a distance of 0
        some = wayfront.distances(matrix, range(150), [3, 8], dtype="float64", sparse=True)  # in three parts
        self.assertEqual(some.toarray().tolist(), [[d if d < numpy.inf else 0 for d in row] for row in
                                                   wayfront.distances(matrix, None, [3, 8], dtype="float64").tolist()])
        self.assertEqual(wayfront.distances(matrix, [], [3, 8], sparse=True).shape, (0, 2))

    def test_predecessors_are_int32(self):
        result = wayfront.solve(wayfront.from_edges([0, 1], [1, 2], vertices=4), [0, 1], predecessors=True)
        self.assertEqual(result.predecessors.dtype, numpy.dtype("int32"))
        self.assertEqual(result.predecessors.tolist(), [[-1, 0, 1, -1], [-1, -1, 1, -1]])
        result.predecessors[0, 0] = 5  # of a copy
        self.assertEqual(result.predecessors[0, 0], -1)

    def test_matrix_of_distances_in_another_type(self):
        graph = wayfront.from_edges(*numpy.array([[0, 1], [1, 2], [300, 70000]], "int32"))
        wide = wayfront.distances(graph, [0, 2], dtype="int64")
        self.assertEqual((wide.dtype, wide[0].tolist()), (numpy.dtype("int64"), [0, 300, 70300]))
        self.assertEqual(wide[1, 0], wayfront.unreached("int64"))
        half = wayfront.from_edges([0], [1], [0.5])
        for of, dtype in ((graph, "int8"), (graph, "float16"), (graph, "float32"), (graph, bool), (graph, object),
                          (graph, "uint32"), (wayfront.from_edges([0], [1], [5]), "int32"), (half, "int64"),
                          (half, "float32")):
            with self.assertRaisesRegex(wayfront.UsageError, "does not hold all distances"):
                wayfront.distances(of, dtype=dtype)

    def test_nearest(self):
        matrix = random_matrix(3)
        rows = csgraph.dijkstra(matrix, indices=[4, 9, 30])
        result = wayfront.nearest(matrix, [4, 9, 30], predecessors=True)
        self.assertEqual(result.distances.tolist(), rows.min(axis=0).tolist())
        for v, source in enumerate(result.nearest.tolist()):
            if source < 0:
                self.assertEqual(result.distances[v], numpy.inf)
                continue
            self.assertEqual(rows[[4, 9, 30].index(source), v], result.distances[v])
            self.assertEqual(result.path(v).vertices[0], source)
        with self.assertRaisesRegex(wayfront.UsageError, "nearest"):
            wayfront.solve(matrix, 0).nearest

    def test_k_nearest(self):
        for seed in range(20):
            dtype = ("int32", "int64", "float32", "float64")[seed % 4]
            matrix = random_matrix(seed, dtype=dtype)
            matrix.data[::5] = 0  # ties
            sources = numpy.random.default_rng(seed).permutation(60)[:7]
            rows = numpy.array([wayfront.solve(matrix, source).distances for source in sources])
            result = wayfront.nearest(matrix, sources, k=3)
            self.assertEqual(result.distances.tolist(), numpy.sort(rows, axis=0)[:3].tolist())
            for v, labels in enumerate(result.nearest.T.tolist()):
                reached = [source for source in labels if source >= 0]
                self.assertEqual(len(set(reached)), len(reached))
                for source, distance in zip(labels, result.distances[:, v].tolist()):
                    self.assertEqual(distance, rows[list(sources).index(source), v] if source >= 0 else result.unreached)
            self.assertTrue(result.certified)
            near = wayfront.nearest(matrix, sources, 3, limit=20).distances
            self.assertEqual(near.tolist(), numpy.where(result.distances <= 20, result.distances, result.unreached).tolist())
            self.assertEqual(wayfront.nearest(matrix, sources, k=1).nearest.shape, (60,))
        graph = wayfront.from_edges([0, 1], [1, 2], [5, 3], vertices=4)
        result = graph.solver().nearest([2, 0, 2], k=4)  # more than there are
        self.assertEqual(result.nearest.tolist(), [[0, 0, 2, -1], [-1, -1, 0, -1]])
        self.assertEqual((result.distance(1), result.distances.shape), (5, (2, 4)))
        self.assertEqual(graph.solver().nearest([0], k=2**31).distances.shape, (1, 4))
        self.assertEqual(pickle.loads(pickle.dumps(result)).nearest.tolist(), result.nearest.tolist())
        for question, words in (({"k": 0}, "k is 0"), ({"k": 2, "predecessors": True}, "k goes with none of"),
                                ({"reduce": True}, "reduce is for solve"), ({"k": -1}, "k is -1"),
                                ({"k": 2, "progress": print}, "k goes with none of"), ({"within": 5}, "within is for")):
            with self.assertRaisesRegex(wayfront.UsageError, words):
                graph.solver().nearest([0], **question)
        with self.assertRaisesRegex(wayfront.UnsupportedError, "not negative"):
            wayfront.nearest(wayfront.from_edges([0], [1], [-1]), [0, 1], k=2)
        with self.assertRaisesRegex(wayfront.SolveError, "vertex 2 does not fit"):
            wayfront.nearest(wayfront.from_edges([0, 1], [1, 2], numpy.array([2**30] * 2, "int32")), [0, 1], k=2)

    def test_figures_of_rows(self):
        for seed, plugin in enumerate(("", "dijkstra", "delta-stepping", "separator-sweep")):
            matrix = random_matrix(seed, dtype="int32" if seed % 2 else "float64")
            rows = csgraph.dijkstra(matrix)
            there, positive = numpy.isfinite(rows), numpy.isfinite(rows) & (rows > 0)
            solver = wayfront.graph(matrix).solver(plugin, parallel=0)
            for certify in (True, False):
                told = []
                result = solver.solve(numpy.arange(60), reduce=True, within=30, certify=certify,
                                      progress=lambda *now: told.append(now))
                figures = result.figures
                self.assertEqual(figures["reached"].tolist(), there.sum(axis=1).tolist())
                self.assertEqual(figures["within"].tolist(), (rows <= 30).sum(axis=1).tolist())
                self.assertEqual(figures["sum"].tolist(), numpy.where(there, rows, 0).sum(axis=1).tolist())
                self.assertEqual(figures["max"].tolist(), numpy.where(there, rows, 0).max(axis=1).tolist())
                harmonic = (1 / numpy.where(positive, rows, numpy.inf)).sum(axis=1)
                self.assertTrue(numpy.allclose(figures["harmonic"], harmonic, rtol=1e-12))
                self.assertEqual((result.certified, told[-1]), (certify, (60, 60)))
            self.assertEqual(solver.solve(0).distances.tolist(), solver.solve([0]).distances[0].tolist())  # again rows
            copied = pickle.loads(pickle.dumps(result)).figures["sum"]
            self.assertEqual((copied.tolist(), copied.flags.writeable), (figures["sum"].tolist(), False))
            limited = solver.solve([3, 3], reduce=True, limit=20).figures["reached"].tolist()
            self.assertEqual(limited, [(rows[3] <= 20).sum()] * 2)
        with self.assertRaisesRegex(wayfront.UsageError, "only figures"):
            result.distances
        with self.assertRaisesRegex(wayfront.UsageError, "reduce=True"):
            solver.solve(0).figures
        with self.assertRaisesRegex(wayfront.UsageError, "reduce goes neither"):
            solver.solve(0, reduce=True, targets=[3])
        with self.assertRaises(wayfront.NegativeCycleError):
            wayfront.solve(wayfront.from_edges([0, 1], [1, 0], [1, -2]), [0, 1], reduce=True).figures

    def test_closeness_is_that_of_networkx(self):
        networkx, = need("networkx")
        for seed in range(6):
            kind = (networkx.DiGraph, networkx.Graph)[seed % 2]
            graph = networkx.gnp_random_graph(40, 0.04, seed=seed, directed=seed % 2 == 0)
            graph = kind((u, v, {"weight": 1 + (7 * u + v) % 9}) for u, v in graph.edges)
            for improved in (True, False):
                expected = networkx.closeness_centrality(graph, distance="weight", wf_improved=improved)
                found = wayfront.closeness(graph, wf_improved=improved)
                self.assertTrue(numpy.allclose(found, list(expected.values()), rtol=1e-12))
            some = list(graph)[5:2:-1]
            self.assertTrue(numpy.allclose(wayfront.closeness(graph, some, wf_improved=False), [expected[v] for v in some]))
        self.assertEqual(wayfront.closeness(wayfront.from_edges([], [], vertices=1)).tolist(), [0])
        for nothing in wayfront.closeness(wayfront.from_edges([], [])), wayfront.closeness(graph, []):
            self.assertEqual(nothing.tolist(), [])

    def test_nearest_has_ids(self):
        columns = [[0, 2], [1, 3]]
        names, mixed = ["Rome", "Pisa", "Bari", "Oslo"], [(0, 1), 2, "x", 4.5]
        for labels in names, [9, -1, 3, 4], [2**63 + 1, -1, 3, 4], mixed:
            graph = wayfront.Graph(wayfront.from_edges(*columns)._graph, wayfront._ids.Labels(labels), wayfront._default._native)
            found = graph.solver().nearest([labels[0]]).nearest.tolist()
            self.assertEqual(found, [labels[0], labels[0], None, None])
            self.assertEqual(graph.ids.tolist(), labels)
        self.assertEqual(wayfront.from_edges(*columns).solver().nearest([2]).nearest.tolist(), [-1, -1, 2, 2])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "g.csv")
            for lines, source, expected in (("30 7 1\n9 9 1\n", 30, [30, -1, 30]), ("a b 1\nc c 1\n", "a", ["a", "a", None])):
                path.write_text(lines, encoding="ascii")
                self.assertEqual(wayfront.load(path).solver().nearest([source]).nearest.tolist(), expected)

    def test_a_source_listed_twice(self):
        graph = wayfront.from_edges([0, 1], [1, 2], [5, 3])
        result = graph.solver().solve([1, 0, 1], predecessors=True)
        self.assertEqual(result.distances[:, 2].tolist(), [3, 8, 3])
        self.assertEqual((result.sources, result.distance(2, source=1)), ([1, 0, 1], 3))
        self.assertEqual(wayfront.distances(graph, [0, 0], [2]).tolist(), [[8], [8]])
        self.assertEqual(graph.solver().nearest([1, 0, 1]).nearest.tolist(), [0, 1, 1])

    def test_what_notebooks_show(self):
        roads = wayfront.from_edges([0, 1], [1, 2], [5, 3])
        self.assertIn("<th>arcs</th><td>2</td>", roads._repr_html_())
        shown = roads.solver().solve(list(range(3)) * 4)._repr_html_()
        self.assertIn("<td>12 x 3 distances of int64, certified</td>", shown)
        self.assertIn("0, 1, 2, 0, 1, 2, 0, 1, 2 and 3 others", shown)
        self.assertIn("&lt;wayfront.Graph", shown)
        self.assertIn("a negative cycle", wayfront.solve(wayfront.from_edges([0, 1], [1, 0], [1, -2]), 0)._repr_html_())
        compared = wayfront.compare(roads, ["dijkstra", "bellman-ford"], sources=[0], repeats=2)
        self.assertEqual(repr(compared), "<wayfront.Comparison: 2 runs, 4 solves>")
        self.assertTrue(compared._repr_html_().startswith("<pre>"))
        self.assertIn("bellman-ford", compared._repr_html_())

    def test_reversed(self):
        matrix = random_matrix(4)
        expected = csgraph.dijkstra(matrix.T.tocsr(), indices=8)
        self.assertEqual(wayfront.graph(matrix).reversed().solver().solve(8).distances.tolist(), expected.tolist())

    def test_not_certified(self):
        result = wayfront.solve(random_matrix(5), 0, certify=False)
        self.assertFalse(result.certified)
        self.assertEqual(result.certify_seconds, 0)
        self.assertIn("not certified", repr(result))
        self.assertGreater(result.work["settled"], 0)
        self.assertGreater(result.seconds, 0)

    def test_failures_have_the_ids_of_users(self):
        ends = [0, 1], [1, 2], numpy.array([2**31 - 2, 5], "int32")
        for ids, words in ((wayfront._ids.Labels(["Rome", (1, 2), 7]), r"from source 'Rome': arc \(1, 2\) -> 7 gives"),
                           (wayfront._ids.Indices(3), "from source 0: arc 1 -> 2 gives")):
            solver = wayfront.Graph(wayfront.from_edges(*ends)._graph, ids, wayfront._default._native).solver()
            for call in (lambda: solver.solve(ids.id(0)), lambda: solver.solve([ids.id(0)])):
                with self.assertRaisesRegex(wayfront.SolveError, words):
                    call()

    def test_errors_of_plugins(self):
        matrix = random_matrix(6)
        with self.assertRaisesRegex(wayfront.PluginError, "dijkstar") as raised:
            wayfront.solve(matrix, 0, plugin="dijkstar")
        self.assertIsInstance(raised.exception, RuntimeError)
        self.assertEqual(raised.exception.exit_code, 4)
        with self.assertRaisesRegex(wayfront.UsageError, "qeue"):
            wayfront.solve(matrix, 0, plugin="dijkstra", options={"qeue": 4})
        with self.assertRaisesRegex(wayfront.UsageError, "dict"):
            wayfront.solve(matrix, 0, plugin="dijkstra", options={"queue": {}})
        with self.assertRaisesRegex(wayfront.UnsupportedError, "negative"):
            wayfront.solve(-matrix, 0, plugin="dijkstra")
        with self.assertRaisesRegex(wayfront.PluginError, "nothing-here"):
            wayfront.describe("nothing-here")

    def test_arguments_of_wrong_types(self):
        graph = wayfront.graph(random_matrix(8))
        solver = graph.solver()
        for call, words in (
            (lambda: graph.solver(threads=-1), "threads is -1"),
            (lambda: graph.solver(parallel=1.5), "parallel is 1.5"),
            (lambda: graph.solver(7), "plugin is 7"),
            (lambda: graph.solver("dijkstra", 7), "options is 7"),
            (lambda: solver.solve(0, count=-1), "count is -1"),
            (lambda: solver.solve(0, limit="far"), "limit is 'far'"),
            (lambda: solver.solve(0, timeout=None), "timeout is None"),
            (lambda: solver.solve(0, progress=3), "progress is 3"),
            (lambda: solver.solve([[0, 1]]), "2 dimensions"),
            (lambda: solver.solve(0, limit=10**400), "must be a number"),
            (lambda: solver.solve(0, targets=1), "targets is 1"),
            (lambda: graph.solver("delta-stepping", {"delta": 2**70}), "64 bits"),
            (lambda: graph.solver("delta-stepping", {"delta": "\ud800"}), "UTF-8"),
            (lambda: graph.id(len(graph)), "no vertex with index"),
            (lambda: graph.id(-1), "no vertex with index -1"),
            (lambda: wayfront.compare(graph, ["dijkstra"], seed=2**63), "seed is"),
            (lambda: wayfront.distances(graph, [3], []), "targets is empty"),
            (lambda: wayfront.compare(graph, ["dijkstra"], repeats="many"), "repeats is 'many'"),
            (lambda: wayfront.Library(threads=-2), "threads is -2"),
            (lambda: wayfront.describe(None), "plugin is None"),
        ):
            with self.assertRaisesRegex(wayfront.UsageError, words):
                call()
        with self.assertRaises(TypeError):
            wayfront.generate("grid", dtype="no type")

    def test_options_of_plugins(self):
        matrix = random_matrix(7)
        expected = wayfront.solve(matrix, 0).distances.tolist()
        names = {option.name for option in wayfront.describe("delta-stepping").options}
        self.assertIn("delta", names)
        for delta in (3, 2.5, numpy.int64(3), numpy.float64(2.5)):
            solver = wayfront.graph(matrix).solver("delta-stepping", {"delta": delta})
            self.assertEqual(solver.solve(0).distances.tolist(), expected)


if __name__ == "__main__":
    unittest.main()
