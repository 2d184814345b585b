#!/usr/bin/env python3
"""Memory stays flat over 10,000 solves, with prepared solvers and with new graphs and solvers for each."""

import os
import unittest

from needed import need

numpy, sparse, networkx = need("numpy", "scipy.sparse", "networkx")
import wayfront  # noqa: E402
import wayfront.networkx  # noqa: E402

MIB = 2**20
GROWTH = 3 * MIB  # a graph has 60 kB: one that is lost in a hundred calls would show


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Memory(unittest.TestCase):
    def check_flat(self, call, calls=10_000):
        for _ in range(calls // 5):
            call()
        before = resident()
        for _ in range(calls):
            call()
        self.assertLess(resident() - before, GROWTH)

    def setUp(self):
        self.matrix = sparse.random(1000, 1000, 0.005, format="csr", random_state=1)

    def test_one_solver(self):
        solver = wayfront.graph(self.matrix).solver()
        self.check_flat(lambda: solver.solve(0, predecessors=True).path(1))

    def test_new_graphs_and_solvers(self):
        self.check_flat(lambda: wayfront.solve(self.matrix, 0, threads=1).distances)

    def test_batches_and_cycles(self):
        solver = wayfront.graph(self.matrix).solver()
        self.check_flat(lambda: solver.solve([1, 2, 3]).distances, 2000)
        cyclic = wayfront.graph(-self.matrix).solver()
        self.check_flat(lambda: cyclic.solve(0).cycle, 2000)

    def test_errors(self):
        def refused():
            try:
                wayfront.from_csr(self.matrix.indptr, self.matrix.indices, self.matrix.data[1:])
            except ValueError:
                pass

        self.check_flat(refused, 5000)

    def test_networkx(self):
        graph = networkx.path_graph(30)
        self.check_flat(lambda: wayfront.networkx.single_source_dijkstra_path_length(graph, 0), 5000)


if __name__ == "__main__":
    unittest.main()
