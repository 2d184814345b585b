#!/usr/bin/env python3
"""wayfront.csgraph: what scipy.sparse.csgraph gives, on what it takes, with its signatures."""

import inspect
import unittest

from needed import need

numpy, sparse, theirs = need("numpy", "scipy.sparse", "scipy.sparse.csgraph")
import wayfront  # noqa: E402
from wayfront import csgraph as ours  # noqa: E402

NAMES = "shortest_path", "dijkstra", "bellman_ford", "johnson", "floyd_warshall"


def random_matrix(seed, n=40, density=0.1):
    return sparse.random(n, n, density, "csr", random_state=seed)


class SameAsSciPy(unittest.TestCase):
    def same(self, name, matrix, **words):
        expected, found = (getattr(module, name)(matrix, **words) for module in (theirs, ours))
        for one, other in zip(expected, found) if isinstance(expected, tuple) else [(expected, found)]:
            self.assertEqual((one.shape, one.dtype, other.flags.writeable), (other.shape, other.dtype, True))
            if one.dtype == numpy.float64:
                numpy.testing.assert_allclose(one, other, rtol=1e-12, err_msg=f"{name} {words}")
        return found

    def test_all_functions(self):
        for seed in range(4):
            matrix = random_matrix(seed)
            for name in NAMES:
                for words in ({}, {"directed": False}, {"unweighted": True}, {"return_predecessors": True}):
                    self.same(name, matrix, **words)
            for name in NAMES[:4]:
                for indices in (3, -1, [5, 0, 5], numpy.array([[1, 2], [3, 39]]), numpy.arange(40), []):
                    self.same(name, matrix, indices=indices, return_predecessors=True)
            for limit in (0, 0.3, 1):
                self.same("dijkstra", matrix, limit=limit, directed=seed > 1)
                self.same("dijkstra", matrix, indices=[4, 7, 4], limit=limit, min_only=True, return_predecessors=True)
            self.same("dijkstra", matrix, indices=[4, 7], min_only=True)
            for method in ("auto", "FW", "D", "BF", "J"):
                self.same("shortest_path", matrix, method=method)

    def test_trees(self):
        matrix = random_matrix(7)
        distances, before = ours.dijkstra(matrix, return_predecessors=True)
        self.assertEqual((before.dtype, before.diagonal().tolist()), (numpy.dtype("int32"), [-9999] * 40))
        numpy.testing.assert_allclose(theirs.construct_dist_matrix(matrix, before), distances)
        distances, before, sources = ours.dijkstra(matrix, indices=[4, 7], min_only=True, return_predecessors=True)
        self.assertEqual(sources[[4, 7]].tolist(), [4, 7])
        self.assertEqual(sorted(set(sources.tolist()) - {-9999}), [4, 7])
        for v in numpy.flatnonzero(before >= 0):
            self.assertEqual(sources[v], sources[before[v]])
            self.assertEqual(distances[v], distances[before[v]] + matrix[before[v], v])

    def test_all_that_it_takes(self):
        dense = numpy.array([[0, 2, numpy.inf], [numpy.nan, 0, 3], [1, 0, 0]])
        for matrix in (dense, dense.tolist(), numpy.ma.masked_invalid(dense), sparse.csr_matrix(dense),
                       sparse.csc_matrix(dense), sparse.lil_matrix(dense), sparse.coo_array(dense),
                       sparse.csr_matrix(([5, 2, 0], [1, 1, 2], [0, 2, 3, 3]), (3, 3)),  # two entries at one place, a 0
                       sparse.csr_matrix(numpy.array([[0, 2], [3, 0]], "int8")), numpy.zeros((1, 1))):
            for directed in (True, False):
                self.same("shortest_path", matrix, method="D", directed=directed)
        self.assertIs(ours.connected_components, theirs.connected_components)

    def test_signatures(self):
        for name in NAMES:
            said = getattr(theirs, name).__doc__.split("(", 1)[1].split(")")[0]
            words = [word.split("=")[0].strip() for word in said.split(",")]
            self.assertEqual(words, list(inspect.signature(getattr(ours, name)).parameters), name)

    def test_negative_weights(self):
        matrix = sparse.csr_matrix(([4, -3, 2.0], ([0, 1, 0], [1, 2, 2])), (3, 3))
        for name in ("johnson", "bellman_ford"):
            self.same(name, matrix)
        self.assertEqual(ours.dijkstra(matrix, indices=0).tolist(), [0, 4, 1])
        cyclic = sparse.csr_matrix(([1, -3, 2.0], ([0, 1, 2], [1, 2, 1])), (3, 3))
        for name in NAMES:
            with self.assertRaises(theirs.NegativeCycleError) as raised:
                getattr(ours, name)(cyclic)
            self.assertIsInstance(raised.exception, wayfront.NegativeCycleError)
            self.assertEqual(raised.exception.cycle.length, -1)
        with self.assertRaises(ours.NegativeCycleError):
            ours.dijkstra(cyclic, indices=[0], min_only=True)

    def test_mistakes(self):
        matrix = random_matrix(1)
        for name, words in (
            ("shortest_path", {"method": "X"}), ("shortest_path", {"method": "FW", "indices": [0]}),
            ("dijkstra", {"indices": [40]}), ("dijkstra", {"indices": -41}), ("dijkstra", {"limit": -1}),
            ("johnson", {"csgraph": matrix[:3]}), ("dijkstra", {"csgraph": numpy.ones((2, 3))}),
        ):
            for module in (theirs, ours):
                with self.assertRaises(ValueError, msg=f"{name} {words}"):
                    getattr(module, name)(**{"csgraph": matrix, **words})
        with self.assertRaises(AttributeError):
            ours.no_such_name


if __name__ == "__main__":
    unittest.main()
