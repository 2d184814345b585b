#!/usr/bin/env python3
"""200 random graphs with negative arcs: SciPy, NetworkX and Wayfront give the same answers and the same verdicts, and a
cycle that is reported is one."""

import unittest

from needed import need

numpy, sparse, csgraph, networkx = need("numpy", "scipy.sparse", "scipy.sparse.csgraph", "networkx")
import wayfront  # noqa: E402
import wayfront.networkx  # noqa: E402


def graph_of(seed):
    """A matrix whose arcs are partly negative; half of them by potentials, which make no negative cycle."""
    random = numpy.random.default_rng(seed)
    n = int(random.integers(2, 40))
    matrix = sparse.random(n, n, random.uniform(0.02, 0.3), format="csr", random_state=seed)
    weights = random.integers(1, 30, matrix.nnz)
    if seed % 2:
        potential = random.integers(0, 60, n)
        rows = numpy.repeat(numpy.arange(n), numpy.diff(matrix.indptr))
        weights = weights + potential[rows] - potential[matrix.indices]
    else:
        weights = weights - random.integers(0, 14)
    matrix.data = weights.astype("int32" if seed % 3 else "float64")
    return matrix


def by_scipy(matrix, source):
    """Distances, or None if a cycle is in the way."""
    n = matrix.shape[0]
    reached = numpy.zeros(n, bool)
    reached[csgraph.breadth_first_order(matrix, source, return_predecessors=False)] = True
    kept = matrix.tocoo()
    inside = reached[kept.row]  # SciPy looks for cycles in the whole graph
    part = sparse.csr_matrix((kept.data[inside], (kept.row[inside], kept.col[inside])), shape=(n, n))
    try:
        return csgraph.bellman_ford(part, indices=source)
    except csgraph.NegativeCycleError:
        return None


class Negative(unittest.TestCase):
    def check_cycle(self, matrix, source, cycle):
        self.assertGreater(len(cycle), 0)
        self.assertEqual(cycle.vertices[0], cycle.vertices[-1])
        self.assertEqual(len(set(cycle.vertices)), len(cycle))
        total = 0
        for u, v in zip(cycle.vertices, cycle.vertices[1:]):
            self.assertIn(v, matrix.indices[matrix.indptr[u] : matrix.indptr[u + 1]])
            total += matrix[u, v]
        self.assertLess(total, 0)
        self.assertEqual(total, cycle.length)
        self.assertIn(cycle.vertices[0], csgraph.breadth_first_order(matrix, source, return_predecessors=False))

    def test_200_graphs(self):
        cycles = 0
        for seed in range(200):
            matrix = graph_of(seed)
            source = seed % matrix.shape[0]
            result = wayfront.solve(matrix, source)
            self.assertTrue(result.certified)
            expected = by_scipy(matrix, source)
            graph = networkx.from_scipy_sparse_array(matrix, create_using=networkx.DiGraph)
            try:
                theirs = networkx.single_source_bellman_ford_path_length(graph, source)
            except networkx.NetworkXUnbounded:
                theirs = None
            self.assertEqual(expected is None, result.cycle is not None, seed)
            self.assertEqual(theirs is None, result.cycle is not None, seed)
            if result.cycle is not None:
                cycles += 1
                self.check_cycle(matrix, source, result.cycle)
                with self.assertRaises(wayfront.NegativeCycleError) as raised:
                    result.distances
                self.assertEqual(raised.exception.cycle, result.cycle)
                self.assertIsInstance(raised.exception, ValueError)
                with self.assertRaises(networkx.NetworkXUnbounded) as raised:
                    wayfront.networkx.single_source_bellman_ford_path_length(graph, source)
                self.check_cycle(matrix, source, raised.exception.cycle)
                continue
            found = numpy.where(result.reached, result.distances, numpy.inf)
            self.assertEqual(found.tolist(), expected.tolist(), seed)
            self.assertEqual({v: found[v] for v in numpy.flatnonzero(result.reached)}, dict(theirs), seed)
            ours = wayfront.networkx.single_source_bellman_ford_path_length(graph, source)
            self.assertEqual(ours, dict(theirs), seed)
        self.assertGreater(cycles, 40)
        self.assertLess(cycles, 160)

    def test_what_a_result_with_a_cycle_says(self):
        graph = wayfront.from_edges([0, 1, 2], [1, 2, 1], [1, -3, 2])
        result = wayfront.solve(graph, 0, predecessors=True)
        self.assertEqual(sorted(result.cycle.vertices[1:]), [1, 2])
        self.assertEqual((result.cycle.length, sorted(result.cycle.weights)), (-1, [-3, 2]))
        self.assertIn("negative cycle", repr(result))
        for ask in (
            lambda: result.path(2),
            lambda: result.predecessors,
            lambda: result.distance(1),
            lambda: result.reached,
            lambda: wayfront.distances(graph, [0, 1]),
        ):
            with self.assertRaises(wayfront.NegativeCycleError) as raised:
                ask()
            self.assertIn("weight -1", str(raised.exception))
        self.assertIsNone(wayfront.solve(wayfront.from_edges([0], [1], [-4]), 0).cycle)

    def test_the_smallest_mean(self):
        for seed in range(20):
            whole = networkx.from_scipy_sparse_array(graph_of(seed), create_using=networkx.DiGraph)
            graph = networkx.relabel_nodes(whole.subgraph(range(9)), str)
            weights = ([graph.edges[arc]["weight"] for arc in zip(cycle, cycle[1:] + cycle[:1])]
                       for cycle in networkx.simple_cycles(graph))
            least = min(map(numpy.mean, weights), default=None)
            found = wayfront.min_mean_cycle(graph)
            self.assertEqual(found is None, least is None)
            if found is not None:
                self.assertEqual([graph.edges[arc]["weight"] for arc in zip(found.cycle.vertices, found.cycle.vertices[1:])],
                                 found.cycle.weights)
                self.assertEqual(numpy.mean(found.cycle.weights), found.mean)
                self.assertAlmostEqual(found.mean, least)
                self.assertAlmostEqual(found.bound, found.mean)

    def test_a_cycle_within_rounding_is_said_to_be_one(self):
        for back, says in ((-0.3000000000000001, True), (-0.4, False)):
            graph = wayfront.from_edges([0, 1, 2], [1, 2, 0], [0.1, 0.2, back])
            with self.assertRaises(wayfront.NegativeCycleError) as raised:
                wayfront.solve(graph, 0).distances
            self.assertEqual("the rounding of its weights" in str(raised.exception), says)


if __name__ == "__main__":
    unittest.main()
