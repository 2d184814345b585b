#!/usr/bin/env python3
"""Graphs of NetworkX: its functions and those of wayfront.networkx give the same answers; and the backend, where
NetworkX has dispatch."""

import decimal
import fractions
import inspect
import math
import random
import unittest
import unittest.mock

from needed import need

networkx, numpy = need("networkx", "numpy")
import _wayfront_networkx  # noqa: E402
import wayfront  # noqa: E402
import wayfront.networkx as ours  # noqa: E402
from wayfront import _prepared  # noqa: E402

VERSION = tuple(int(part) for part in networkx.__version__.split(".")[:2])


def random_graph(seed, kind):
    """With names as nodes, parallel edges where there may be some, self-loops, and edges without a weight."""
    choose = random.Random(seed)
    graph = kind()
    nodes = [f"n{i}" for i in range(30)] + [(1, 2), 7]
    graph.add_nodes_from(nodes)
    for _ in range(90):
        u, v = choose.choice(nodes), choose.choice(nodes)
        if choose.random() < 0.9:
            weight = choose.choice([choose.randrange(1, 40), choose.random() * 40])
            graph.add_edge(u, v, weight=weight, toll=choose.randrange(9))
        else:
            graph.add_edge(u, v)
    return graph


def graphs(seeds=6):
    for seed in range(seeds):
        for kind in (networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph):
            yield random_graph(seed, kind)


def length_of(graph, path, weight="weight"):
    edges = (graph[u][v] for u, v in zip(path, path[1:]))
    if graph.is_multigraph():
        return sum(min(edge.get(weight, 1) for edge in parallel.values()) for parallel in edges)
    return sum(edge.get(weight, 1) for edge in edges)


BETWEEN = [{"source": s, "target": t} for s, t in (("n1", "n5"), ("n1", "n1"), ("n1", "nobody"), ("nobody", "n5"))]
ENDS = [{}, {"source": "n2"}, {"target": (1, 2)}, {"target": "nobody"}, *BETWEEN]
WEIGHTS = [{"weight": "weight"}, {"weight": "toll"}]
CUTOFFS = [{"cutoff": cutoff} for cutoff in (None, 0, 1, 2.5, -1, float("inf"))]
CALLS = {  # the keywords of each call
    ("shortest_path", "shortest_path_length"): [
        {**ends, **more} for ends in ENDS for more in ({}, *WEIGHTS, {"weight": "toll", "method": "bellman-ford"})
    ],
    ("has_path", "bidirectional_shortest_path"): BETWEEN,
    ("bidirectional_dijkstra", "astar_path", "astar_path_length"): [{**ends, **w} for ends in BETWEEN for w in WEIGHTS],
    ("average_shortest_path_length",): [
        {}, *WEIGHTS, {"weight": "toll", "method": "unweighted"}, {"weight": "toll", "method": "floyd-warshall"},
        {"method": "bellman-ford"}, {"method": "spam"},
    ],
    ("dijkstra_predecessor_and_distance",): [
        {"source": source, "weight": "toll", **cutoff} for source in ("n1", "nobody") for cutoff in CUTOFFS[:4]
    ],
    ("bellman_ford_predecessor_and_distance", "goldberg_radzik"): [{"source": "n1", **w} for w in WEIGHTS],
    ("johnson", "floyd_warshall", "floyd_warshall_numpy"): WEIGHTS,
    ("floyd_warshall_predecessor_and_distance",): [{"weight": "weight"}],
    ("single_source_shortest_path", "single_source_shortest_path_length", "predecessor"): [
        {"source": "n1", **cutoff} for cutoff in CUTOFFS
    ],
    ("predecessor",): [
        {"source": "n1", "target": target, "return_seen": seen} for target in ("n5", "nobody") for seen in (False, True)
    ],
    ("single_target_shortest_path", "single_target_shortest_path_length"): [
        {"target": target, **cutoff} for target in ("n1", "nobody") for cutoff in CUTOFFS
    ],
    ("all_pairs_shortest_path", "all_pairs_shortest_path_length"): CUTOFFS,
    ("all_pairs_dijkstra", "all_pairs_bellman_ford_path"): WEIGHTS,
}


def form(name, answer, graph, weight=None, **words):
    """An answer without what is free: which shortest path it is, the order of predecessors, the last bits of floats."""
    if name == "floyd_warshall_predecessor_and_distance":  # NetworkX says of a loop that it is before itself
        return {u: set(of) - {u} for u, of in answer[0].items() if set(of) - {u}}, form("", answer[1], graph)
    if name == "goldberg_radzik":
        return set(answer[0]), form("", answer[1], graph)
    if isinstance(answer, tuple):
        return tuple(form(name, part, graph, weight) for part in answer)
    if isinstance(answer, dict) or hasattr(answer, "__next__"):
        return {node: form(name, part, graph, weight) for node, part in dict(answer).items()}
    if isinstance(answer, list):
        free = "predecessor" in name or not answer
        return set(answer) if free else (answer[0], answer[-1], round(length_of(graph, answer, weight), 9))
    return numpy.round(answer, 9).tolist() if isinstance(answer, (float, numpy.ndarray)) else answer


def is_otherwise_there(name, graph, cutoff=None, **words):
    """NetworkX 2 stumbles over circles of weight 0, asks for weights and less for paths, and rounds bounds down."""
    names = ["goldberg_radzik", "johnson", "average_shortest_path_length"]
    names += ["bellman_ford_predecessor_and_distance"] if graph.is_multigraph() else []
    return name in names or cutoff in (2.5, -1)


def outcome(call):
    """What a call gives, or the type of what it raises."""
    try:
        return call()
    except Exception as error:
        return type(error)


class SameAsNetworkX(unittest.TestCase):
    def same_path(self, graph, theirs, found):
        """Of several shortest paths any may be found."""
        if isinstance(theirs, type):
            self.assertEqual(theirs, found)
            return
        self.assertEqual((theirs[0], theirs[-1]), (found[0], found[-1]))
        self.assertAlmostEqual(length_of(graph, theirs), length_of(graph, found))

    def test_lengths(self):
        for graph in graphs():
            for weight in ("weight", "toll", None, lambda u, v, attributes: None if u == "n3" else 2):
                for cutoff in (None, 30, 0):
                    theirs = networkx.single_source_dijkstra_path_length(graph, "n1", cutoff, weight)
                    found = ours.single_source_dijkstra_path_length(graph, "n1", cutoff, weight)
                    self.assertEqual(theirs, found)
                    several = {"n1", "n2", (1, 2)}
                    theirs = networkx.multi_source_dijkstra_path_length(graph, several, cutoff, weight)
                    self.assertEqual(theirs, ours.multi_source_dijkstra_path_length(graph, several, cutoff, weight))
            self.assertEqual(
                dict(networkx.all_pairs_dijkstra_path_length(graph)), dict(ours.all_pairs_dijkstra_path_length(graph))
            )

    def test_paths(self):
        for graph in graphs():
            if graph.is_multigraph():
                continue
            theirs = networkx.single_source_dijkstra_path(graph, "n1")
            found = ours.single_source_dijkstra_path(graph, "n1")
            self.assertEqual(set(theirs), set(found))
            for node in theirs:
                self.same_path(graph, theirs[node], found[node])
            several = ["n1", "n2"]
            lengths, paths = ours.multi_source_dijkstra(graph, several)
            for node, path in paths.items():
                self.assertIn(path[0], several)
                self.assertAlmostEqual(length_of(graph, path), lengths[node])
            for target in ("n5", 7):
                for name in ("dijkstra_path", "bellman_ford_path"):
                    theirs, found = (outcome(lambda: getattr(m, name)(graph, "n1", target)) for m in (networkx, ours))
                    self.same_path(graph, theirs, found)
                for name in ("dijkstra_path_length", "bellman_ford_path_length"):
                    theirs, found = (outcome(lambda: getattr(m, name)(graph, "n1", target)) for m in (networkx, ours))
                    self.assertEqual(theirs, found)

    def test_all_functions(self):
        for seed, graph in enumerate(graphs(seeds=2)):
            for names, calls in CALLS.items():
                for name, words in ((name, words) for name in names for words in calls):
                    if VERSION < (3, 2) and is_otherwise_there(name, graph, **words):
                        continue
                    theirs, found = (outcome(lambda: form(name, getattr(m, name)(graph, **words), graph, **words))
                                     for m in (networkx, ours))
                    self.assertEqual(theirs, found, f"{name} {words} {seed}")

    def test_trees(self):
        graph = random_graph(5, networkx.DiGraph)
        before, lengths = ours.goldberg_radzik(graph, "n1")
        self.assertIsNone(before.pop("n1"))
        all_before, distances = ours.floyd_warshall_predecessor_and_distance(graph)
        self.assertEqual({v: d for v, d in distances["n1"].items() if d < math.inf}, lengths)
        for parents in (before, all_before["n1"]):
            for node, parent in parents.items():
                self.assertEqual(lengths[node], lengths[parent] + length_of(graph, [parent, node]))

    @unittest.skipIf(VERSION < (3, 2), "older ones stumble over loops of multigraphs")
    def test_loops_that_no_source_reaches(self):
        graph = networkx.MultiDiGraph([(0, 1), (2, 2), (2, 2)])
        graph[2][2][1]["weight"] = -1
        for name in ("bellman_ford_predecessor_and_distance", "goldberg_radzik"):
            for module in (networkx, ours):
                with self.assertRaises(networkx.NetworkXUnbounded):
                    getattr(module, name)(graph, 0)
        with self.assertRaises(ours.NegativeCycle) as raised:
            ours.goldberg_radzik(graph, 0)
        self.assertEqual((raised.exception.cycle.vertices, raised.exception.cycle.length), ([2, 2], -1))

    def test_heuristics(self):
        grid = networkx.grid_2d_graph(5, 5)
        manhattan = lambda u, v: abs(u[0] - v[0]) + abs(u[1] - v[1])  # noqa: E731
        self.assertEqual(ours.astar_path_length(grid, (0, 0), (4, 3), manhattan, cutoff=7), 7)
        with self.assertRaises(networkx.NetworkXNoPath):
            ours.astar_path(grid, (0, 0), (4, 3), manhattan, cutoff=6)
        with self.assertRaisesRegex(NotImplementedError, "the heuristic overestimates"):
            ours.astar_path(grid, (0, 0), (4, 3), lambda u, v: 2 * manhattan(u, v))

    def test_mistakes(self):
        graph = networkx.path_graph(3)
        graph.add_node("alone")
        ends = "dijkstra_path", "bellman_ford_path", "dijkstra_path_length", "bellman_ford_path_length"
        absent = [lambda m, name=name: getattr(m, name)(graph, 0, "nobody") for name in ends]
        absent += [lambda m, name=name: getattr(m, name)(graph, 0, target="nobody")
                   for name in ("single_source_dijkstra", "single_source_bellman_ford")]
        for call in (lambda m: m.dijkstra_path(graph, 0, "alone"), lambda m: m.single_source_dijkstra(graph, "nobody"),
                     lambda m: m.multi_source_dijkstra(graph, []), lambda m: m.find_negative_cycle(graph, 0),
                     lambda m: m.multi_source_dijkstra(graph, [0, 1], target="nobody"), *absent):
            theirs = outcome(lambda: call(networkx))
            self.assertIsInstance(theirs, type)
            self.assertEqual(theirs, outcome(lambda: call(ours)))
        graph.add_edge(0, 1, weight="far")
        with self.assertRaisesRegex(TypeError, "'far' is of type str"):
            ours.dijkstra_path(graph, 0, 2)
        graph.add_edge(0, 1, weight=2**63)
        with self.assertRaisesRegex(ValueError, "9223372036854775808 is too large"):
            ours.dijkstra_path(graph, 0, 2)
        graph.add_edge(0, 1, weight=2**53 + 1)
        self.assertEqual(ours.dijkstra_path_length(graph, 0, 2), 2**53 + 2)
        graph.add_edge(1, 2, weight=0.5)
        for weight in (2**53 + 1, numpy.int64(2**53 + 1)):
            graph.add_edge(0, 1, weight=weight)
            with self.assertRaisesRegex(ValueError, "9007199254740993 is too large"):
                ours.dijkstra_path(graph, 0, 2)

    def test_weights_that_changed(self):
        for kind in (networkx.DiGraph, networkx.MultiDiGraph):
            graph = kind()
            graph.add_weighted_edges_from([(0, 1, 2), (0, 2, 3), (2, 1, 2)])
            kept = ours.prepared(graph)
            edge = graph[0][1][0] if graph.is_multigraph() else graph[0][1]
            self.assertEqual(ours.dijkstra_path_length(kept, 0, 1), 2)
            edge["weight"] = 10
            self.assertEqual(ours.dijkstra_path_length(kept, 0, 1), 5)
            self.assertEqual(dict(ours.all_pairs_dijkstra_path_length(kept))[0], {0: 0, 2: 3, 1: 5})
            factor = 1
            self.assertEqual(ours.dijkstra_path_length(kept, 0, 2, lambda u, v, attributes: factor), 1)
            factor = 7
            self.assertEqual(ours.dijkstra_path_length(kept, 0, 2, lambda u, v, attributes: factor), 7)

    CANNOT = (float("inf"), None, fractions.Fraction(1, 3), decimal.Decimal("0.1"), 2**64, 2**62)

    def test_weights_that_only_networkx_takes(self):
        for weight in self.CANNOT:
            graph = networkx.DiGraph()
            graph.add_weighted_edges_from([(0, 1, weight), (1, 2, weight)])
            for call in (lambda: ours.dijkstra_path_length(graph, 0, 2), lambda: ours.all_pairs_dijkstra(graph)):
                with self.assertRaises(NotImplementedError) as raised:
                    call()
                self.assertIsInstance(raised.exception, wayfront.Error)
        with self.assertRaises(NotImplementedError):
            ours.single_source_dijkstra_path_length(networkx.path_graph(3), 0, cutoff=2**53 + 1)
        with self.assertRaisesRegex(NotImplementedError, "raised KeyError"):  # NetworkX may not come to that edge
            ours.dijkstra_path(networkx.path_graph(3), 0, 1, lambda u, v, attributes: {0: 1, 1: 1}[u])

    def test_negative_cycles(self):
        graph = networkx.DiGraph()
        graph.add_weighted_edges_from([("a", "b", 1), ("b", "c", -3), ("c", "b", 2), ("d", "a", -1)])
        cycle = ours.find_negative_cycle(graph, "a")
        self.assertEqual((cycle[0], sorted(set(cycle))), (cycle[-1], ["b", "c"]))
        self.assertTrue(ours.negative_edge_cycle(graph))
        graph.remove_edge("c", "b")
        self.assertFalse(ours.negative_edge_cycle(graph))
        self.assertEqual(ours.single_source_dijkstra_path_length(graph, "d"), {"d": 0, "a": -1, "b": 0, "c": -3})

    def test_nodes_are_ids(self):
        graph = random_graph(1, networkx.DiGraph)
        result = wayfront.solve(graph, (1, 2), predecessors=True)
        self.assertEqual(result.graph.ids.tolist(), list(graph))
        for node, length in networkx.single_source_dijkstra_path_length(graph, (1, 2)).items():
            self.assertEqual(result.distance(node), length)
            self.assertEqual(result.path(node).vertices[-1], node)
        with self.assertRaisesRegex(wayfront.UsageError, "'nobody' is not in the graph"):
            wayfront.solve(graph, "nobody")

    def test_prepared_graphs(self):
        graph = ours.prepared(random_graph(2, networkx.Graph))
        for weight in ("weight", "toll"):
            expected = networkx.single_source_dijkstra_path_length(graph.original, "n1", weight=weight)
            self.assertEqual(expected, ours.single_source_dijkstra_path_length(graph, "n1", weight=weight))
        self.assertIs(graph.converted("toll"), graph.converted("toll"))

    def test_what_dispatch_asks(self):
        graph = random_graph(3, networkx.Graph)
        converted = ours.backend.convert_from_nx(graph, edge_attrs={"weight": 1}, name="f", graph_name="G")
        self.assertEqual(converted.__networkx_backend__, "wayfront")
        self.assertIs(ours.backend.convert_to_nx(converted, name="f"), graph)
        expected = networkx.single_source_dijkstra_path_length(graph, "n1")
        self.assertEqual(expected, ours.backend.single_source_dijkstra_path_length(converted, "n1"))
        functions = _wayfront_networkx.backend_info()["functions"]
        made_here = [what for what in vars(ours).values() if getattr(what, "__module__", "") == ours.__name__]
        names = {name for name, what in vars(ours).items() if inspect.isfunction(what) and what in made_here}
        self.assertEqual(set(functions), {name for name in names if hasattr(networkx, name)})
        for name in functions:
            self.assertIs(getattr(ours.backend, name), getattr(ours, name))
            theirs, found = (list(inspect.signature(getattr(m, name)).parameters) for m in (networkx, ours))
            known = [word for word in theirs if word not in ("backend", "backend_kwargs")]
            self.assertIn(found, (known, [*known, "cutoff"]), name)  # of A*, since NetworkX 3.3

    @unittest.skipIf(VERSION < (3, 2), "NetworkX before 3.2 has no backends")
    def test_dispatch(self):
        graph = random_graph(4, networkx.Graph)
        expected = ours.single_source_dijkstra_path_length(graph, "n1")
        self.assertEqual(networkx.single_source_dijkstra_path_length(graph, "n1", backend="wayfront"), expected)
        self.assertEqual(networkx.single_source_dijkstra_path_length(ours.prepared(graph), "n1"), expected)
        self.assertEqual(networkx.dijkstra_path(graph, "n1", "n5", backend="wayfront")[-1], "n5")
        cyclic = networkx.DiGraph()
        cyclic.add_weighted_edges_from([(0, 1, 1), (1, 0, -2)])
        with self.assertRaises(networkx.NetworkXUnbounded) as raised:
            networkx.bellman_ford_path_length(cyclic, 0, 1, backend="wayfront")
        self.assertEqual(raised.exception.cycle.length, -1)

    @unittest.skipIf(VERSION < (3, 2), "NetworkX before 3.2 has no backends")
    def test_networkx_goes_on_by_itself(self):
        def answers(weight):
            graph = networkx.DiGraph()
            graph.add_weighted_edges_from([(0, 1, weight), (1, 2, weight), (0, 2, 2**64)])
            first = outcome(lambda: networkx.dijkstra_path_length(graph, 0, 2))
            graph[0][2]["weight"] = 1  # in place, beside the cache of NetworkX
            return [first, *(outcome(call) for call in (
                lambda: networkx.dijkstra_path_length(graph, 0, 2), lambda: networkx.dijkstra_path(graph, 0, "nobody"),
                lambda: networkx.bellman_ford_path_length(graph, 0, 2), lambda: networkx.negative_edge_cycle(graph),
                lambda: dict(networkx.all_pairs_dijkstra_path_length(graph))))]

        def prefer(backends):
            if VERSION < (3, 3):
                networkx.utils.backends._dispatch._automatic_backends = backends
            else:
                networkx.config.backend_priority = backends

        for weight in (3, *self.CANNOT):
            theirs = answers(weight)
            prefer(["wayfront"])
            with unittest.mock.patch.object(_prepared, "_convert", wraps=_prepared._convert) as asked:
                self.assertEqual(theirs, answers(weight))
            prefer([])
            self.assertGreaterEqual(asked.call_count, 2)


if __name__ == "__main__":
    unittest.main()
