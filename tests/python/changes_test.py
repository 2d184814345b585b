#!/usr/bin/env python3
"""Weights that change: graphs with other weights and closed arcs, solvers that go over to them, and pickles."""

import copy
import math
import pathlib
import pickle
import sys
import tempfile
import threading
import unittest

from needed import need

networkx, numpy, pandas = need("networkx", "numpy", "pandas")
import wayfront  # noqa: E402
from wayfront import closed  # noqa: E402


class Weights(unittest.TestCase):
    def setUp(self):
        self.graph = wayfront.from_edges([0, 0, 1, 0], [1, 2, 2, 1], [5, 9, 3, 8])

    def refused(self, kind, words, call, *arguments):
        with self.assertRaises(kind) as caught:
            call(*arguments)
        self.assertIn(words, str(caught.exception))

    def distances(self, graph):
        return wayfront.distances(graph, [0], dtype="float64").tolist()[0]

    def test_an_array_has_one_for_each_arc(self):
        other = self.graph.with_weights([1, 1, 1, 1])
        self.assertEqual(self.distances(other), [0, 1, 1])
        self.assertEqual(self.distances(self.graph), [0, 5, 8])
        weights = numpy.array([2.5, math.inf, 1, math.inf])
        other = self.graph.with_weights(weights)
        weights[:] = 0  # they were copied
        self.assertEqual((other.arcs, other.dtype.name, self.distances(other)), (2, "float64", [0, 1, math.inf]))
        highest = numpy.full(4, wayfront.unreached("int32"), numpy.int32)
        self.assertEqual(self.graph.with_weights(highest).arcs, 0)
        self.refused(wayfront.InputError, "there are 3 weights, but", self.graph.with_weights, [1, 2, 3])
        self.refused(wayfront.InputError, "is nan, which no", self.graph.with_weights, [1, 2, math.nan, 4])
        self.refused(wayfront.ArrayTypeError, "weights", self.graph.with_weights, ["a", "b", "c", "d"])
        self.refused(wayfront.UsageError, "rows of a table", self.graph.with_weights, pandas.Series([1, 2, 3, 4]))

    def test_a_dict_has_some_arcs(self):
        self.assertEqual(self.distances(self.graph.with_weights({(0, 1): 7})), [0, 7, 9])  # both of them
        self.assertEqual(self.graph.weights.tolist(), [5, 9, 8, 3])
        self.assertEqual(self.distances(self.graph.with_weights({(0, 1): 7, 2: 1})), [0, 1, 4])
        self.assertEqual(self.distances(self.graph.with_weights({(1, 2): closed})), [0, 5, 9])
        self.assertEqual(self.distances(self.graph.without([(0, 1)])), [0, math.inf, 9])
        self.assertEqual(self.graph.without(numpy.array([0, 1])).arcs, 2)
        self.assertEqual(self.graph.with_weights({}).digest, self.graph.digest)
        self.refused(wayfront.UsageError, "there is no arc from 2 to 0", self.graph.with_weights, {(2, 0): 1})
        self.refused(wayfront.UsageError, "vertex 7 is not in the graph", self.graph.with_weights, {(0, 7): 1})
        self.refused(wayfront.UsageError, "in 0 .. 3", self.graph.without, [4])
        self.refused(wayfront.UsageError, "write (from, to)", self.graph.without, [(0, 1, 2)])
        self.refused(wayfront.UsageError, "write [(0, 1)]", self.graph.without, (0, 1))

    def test_a_weight_has_the_type_of_the_others(self):
        for wrong in (2.5, math.nan, -math.inf, 2**63, 2**63 - 1, "7", None):
            self.refused(wayfront.InputError, "of arc (0, 1) is", self.graph.with_weights, {(0, 1): wrong})
        self.assertEqual(self.distances(self.graph.with_weights({(0, 1): 6.0, (0, 2): numpy.int8(4)})), [0, 6, 4])
        for kind in ("int32", "int64"):
            lowest = -wayfront.unreached(kind)
            weights = numpy.array([lowest, 9, 8, 3], kind)
            graph = self.graph.with_weights(weights).with_weights({(0, 2): lowest, (1, 2): 4})
            self.assertEqual(graph.weights.tolist(), [lowest, lowest, 8, 4])
            self.refused(wayfront.InputError, "of arc (0, 2) is", graph.with_weights, {(0, 2): lowest - 1})
            weights[1] = lowest - 1
            self.refused(wayfront.InputError, "which no weight may be", graph.with_weights, weights)
        floats = self.graph.with_weights(self.graph.weights.astype(numpy.float32))
        for wrong in (1e39, math.nan, "7"):
            self.refused(wayfront.InputError, "float32", floats.with_weights, {(0, 1): wrong})
        self.assertEqual(floats.with_weights({(0, 2): 0.5}).dtype, numpy.float32)

    def test_ids_and_places_stay(self):
        table = pandas.DataFrame({"from": ["a", "b"], "to": ["b", "c"], "length": [4.5, 1]})
        graph = wayfront.graph(table).with_coordinates([[1, 2], [3, 4], [5, 6]])
        other = graph.with_weights({("a", "b"): 2})
        self.assertEqual(wayfront.solve(other, "a").distance("c"), 3)
        self.assertEqual(other.coordinates.tolist(), graph.coordinates.tolist())
        self.refused(wayfront.UsageError, "no arc from 'b' to 'a'", other.without, [("b", "a")])
        self.refused(wayfront.InputError, "from vertex 'a' to vertex 'b'", graph.with_weights, [math.nan, 1.0])


class Updates(unittest.TestCase):
    def test_random_changes_against_new_graphs(self):
        graph = wayfront.generate("grid", rows=15, columns=20, seed=4)
        sources = numpy.repeat(numpy.arange(len(graph)), numpy.diff(graph.offsets.astype(numpy.int64)))
        random = numpy.random.default_rng(1)
        solver = graph.solver("separator-sweep")
        for shut in (0, 3, 100, 0):
            weights = random.integers(0, 1000, graph.arcs).astype(numpy.int32)
            is_open = numpy.ones(graph.arcs, bool)
            is_open[random.integers(0, graph.arcs, shut)] = False
            solver.update(graph.with_weights(numpy.where(is_open, weights, wayfront.unreached("int32"))))
            ends = sources[is_open], graph.targets[is_open]
            fresh = wayfront.from_edges(*ends, weights[is_open], vertices=len(graph))
            self.assertEqual(solver.graph.digest, fresh.digest)
            for result in (solver.solve([0, 150, 299]), solver.solve([0, 150, 299], predecessors=True)):
                self.assertTrue(result.certified)
                expected = wayfront.solve(fresh, [0, 150, 299], plugin="dijkstra")
                self.assertTrue((result.distances == expected.distances).all())
        self.assertTrue(any("only the tables" in note for note in solver.notes))

    def test_an_error_leaves_the_graph_before(self):
        graph = wayfront.from_edges([0, 1], [1, 2], [5, 3])
        solver = graph.solver("dijkstra")
        with self.assertRaises(wayfront.UnsupportedError):
            solver.update(graph.with_weights({(0, 1): -1}))
        self.assertIs(solver.graph, graph)
        self.assertEqual(solver.solve(0).distances.tolist(), [0, 5, 8])
        with self.assertRaises(wayfront.UsageError):
            solver.update([1, 2])

    def test_a_result_keeps_the_graph_that_it_was_found_on(self):
        graph = wayfront.from_edges([0, 0, 1], [1, 2, 2], [5, 9, 3])
        solver = graph.solver("dijkstra")
        before = solver.solve(0, predecessors=True)
        solver.update(graph.without([(1, 2)]))
        self.assertEqual(before.path(2).vertices, [0, 1, 2])
        self.assertEqual(solver.solve(0, predecessors=True).path(2).vertices, [0, 2])
        self.assertIs(before.graph, graph)

    def test_refused_while_another_thread_solves(self):
        graph = wayfront.generate("grid", rows=30, columns=30)
        other = graph.with_weights(graph.weights + 1)
        solver = graph.solver("dijkstra")
        started, go_on, failed = threading.Event(), threading.Event(), []
        self.addCleanup(go_on.set)

        def progress(done, total):
            started.set()
            go_on.wait()

        def solve():
            found = solver.solve(list(range(len(graph))), progress=progress).distances
            failed.append(not (found == wayfront.distances(graph)).all())

        thread = threading.Thread(target=solve)
        thread.start()
        started.wait()
        with self.assertRaises(wayfront.UsageError) as caught:
            solver.update(other)
        go_on.set()
        thread.join()
        self.assertIn("another thread's call of the solver is going on", str(caught.exception))
        self.assertEqual(failed, [False])
        solver.update(other)
        self.assertEqual(solver.solve(0).distances.tolist(), wayfront.solve(other, 0).distances.tolist())


    def test_each_call_has_the_ids_of_one_graph(self):
        graphs = []
        for ends in (("a", "b", 5), ("b", "a", 7)), (("b", "a", 7), ("a", "b", 5)):  # 0 is a, then b
            g = networkx.DiGraph()
            g.add_weighted_edges_from(ends)
            graphs.append(wayfront.graph(g))
        solver = graphs[0].solver("dijkstra")
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1e-6)
        found, failed = set(), []

        def solve():
            try:
                for _ in range(200):
                    for call in (lambda: solver.solve("a", targets=["b"]), lambda: solver.nearest(["a"])):
                        try:
                            found.add((call().distance("b"), solver.plugin, type(solver.notes)))
                        except wayfront.UsageError as error:  # the update came first
                            self.assertIn("another thread updated", str(error))
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=solve)
        thread.start()
        updates = 0
        while thread.is_alive():
            try:
                solver.update(graphs[updates % 2])
                updates += 1
            except wayfront.UsageError:  # a call is going on
                pass
        thread.join()
        self.assertEqual(failed, [])
        self.assertLessEqual(found, {(5, "dijkstra", list)})
        self.assertEqual(solver.solve("a").distance("b"), 5)


class Pickles(unittest.TestCase):
    def graphs(self):
        yield wayfront.from_edges([0, 0, 1, 0], [1, 2, 2, 1], [5.5, 9, 3, 8])
        yield wayfront.generate("grid", rows=3, columns=4).with_coordinates(numpy.arange(24.0).reshape(12, 2))
        g = networkx.DiGraph()
        g.add_weighted_edges_from([((1, 2), "b", 1), ("b", 4, 3)])
        yield wayfront.graph(g)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "roads.csv")
            file.write_text("from,to,length\nRome,Pisa,334\nPisa,Siena,120\n")
            yield wayfront.load(file)

    def test_graphs(self):
        for graph in self.graphs():
            again = pickle.loads(pickle.dumps(graph))
            self.assertEqual((again.digest, list(again.ids), again.directed, again.is_geographic),
                             (graph.digest, list(graph.ids), graph.directed, graph.is_geographic))
            self.assertEqual(str(again.coordinates), str(graph.coordinates))
            self.assertEqual(again.name, graph.name)
            first = graph.ids[0]
            self.assertEqual(wayfront.solve(again, first).distances.tolist(),
                             wayfront.solve(graph, first).distances.tolist())

    def test_results(self):
        for graph in self.graphs():
            ids, solver = list(graph.ids), graph.solver()
            for result in (
                solver.solve(ids[0]),
                solver.solve(ids[:2], predecessors=True),
                solver.nearest(ids[:2], predecessors=True),
            ):
                again = copy.deepcopy(pickle.loads(pickle.dumps(result)))
                self.assertEqual(repr(again), repr(result))
                self.assertEqual(again.distances.tolist(), result.distances.tolist())
                self.assertFalse(again.distances.flags.writeable)
                self.assertEqual((again.sources, again.work), (result.sources, result.work))
                self.assertEqual((again.seconds, again.certified), (result.seconds, True))
            self.assertEqual(list(again.nearest), list(result.nearest))

    def test_paths_take_the_lightest_of_parallel_arcs(self):
        graph = next(self.graphs())
        result = graph.solver().solve(0, predecessors=True)
        again = pickle.loads(pickle.dumps(result))
        for target in range(3):
            self.assertEqual(again.path(target), result.path(target))
        self.assertEqual(again.predecessors.tolist(), result.predecessors.tolist())
        with self.assertRaises(wayfront.UsageError):
            pickle.loads(pickle.dumps(graph.solver().solve(0))).path(2)

    def test_a_path_beyond_the_limit(self):
        graph = wayfront.from_edges([0, 1], [1, 2], [5, -4])
        result = wayfront.solve(graph, 0, limit=2, predecessors=True)
        for it in (result, pickle.loads(pickle.dumps(result))):
            self.assertEqual(it.distances.tolist(), [0, wayfront.unreached("int64"), 1])
            with self.assertRaisesRegex(wayfront.UsageError, "beyond what was asked for"):
                it.path(2)

    def test_the_length_of_a_path_is_that_of_the_result(self):
        for weights in ([1e16, 1.0, 1.0], [0.1, 0.2, 0.3], [2**53 + 1, 1, 0]):
            result = wayfront.solve(wayfront.from_edges([0, 1, 2], [1, 2, 3], weights), 0, predecessors=True)
            again = pickle.loads(pickle.dumps(result))
            self.assertEqual(again.path(3).length, result.path(3).length)

    def test_a_negative_cycle(self):
        graph = wayfront.from_edges([0, 1, 2], [1, 2, 1], [4, -3, 2])
        again = pickle.loads(pickle.dumps(wayfront.solve(graph, 0)))
        self.assertEqual(again.cycle.length, -1)
        with self.assertRaises(wayfront.NegativeCycleError):
            again.distances


if __name__ == "__main__":
    unittest.main()
