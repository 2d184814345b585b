#!/usr/bin/env python3
"""Ctrl-C, signals, timeouts and progress functions end a call, and the process goes on."""

import os
import signal
import threading
import time
import unittest

from needed import need

(numpy,) = need("numpy")
import slow  # noqa: E402
import wayfront  # noqa: E402

SOON = 5  # seconds; the searches take minutes


class Stopped(Exception):
    pass


class Interruption(unittest.TestCase):
    def setUp(self):
        self.solver, self.source = slow.solver()
        self.start = time.monotonic()

    def check_still_fine(self):
        self.assertLess(time.monotonic() - self.start, SOON)
        self.assertEqual(wayfront.solve(wayfront.from_edges([0], [1], [5]), 0).distances.tolist(), [0, 5])
        self.assertEqual(self.solver.solve(0).distance(0), 0)  # the same solver: the end of the path

    def later(self, number=signal.SIGINT):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), number))
        timer.start()
        self.addCleanup(timer.join)

    def test_ctrl_c(self):
        self.later()
        with self.assertRaises(KeyboardInterrupt):
            self.solver.solve(self.source)
        self.check_still_fine()

    def test_ctrl_c_in_other_calls(self):
        calls = (
            lambda: self.solver.solve([self.source, self.source - 1]),
            lambda: self.solver.nearest([self.source, self.source - 1]),
            lambda: wayfront.compare(self.solver.graph, [("bellman-ford", {"representation": "edge_list"})],
                                     sources=[self.source]),
        )
        for call in calls:
            self.later()
            with self.assertRaises(KeyboardInterrupt):
                call()
        self.start = time.monotonic()
        self.check_still_fine()

    def test_ctrl_c_while_a_plugin_prepares_and_while_a_graph_is_made(self):
        grid = wayfront.generate("grid", rows=700, columns=700)
        for call in (
            lambda: grid.solver("separator-sweep"),
            lambda: wayfront.generate("uniform", vertices=2_000_000),
        ):
            self.start = time.monotonic()
            self.later()
            with self.assertRaises(KeyboardInterrupt):
                call()
            self.check_still_fine()

    def test_an_interrupted_update_loses_no_solver(self):
        def stop(*_):
            raise Stopped()

        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, stop))
        for side in (30, 300):  # with fewer arcs no call looks for signals
            graph = wayfront.generate("grid", rows=side, columns=side)
            graphs = [graph, graph.with_weights(graph.weights + 1)]
            last = side * side - 1
            expected = {it.digest: wayfront.solve(it, 0, plugin="dijkstra").distance(last) for it in graphs}
            solver = graph.solver("dijkstra")
            for i in range(100):
                try:
                    signal.setitimer(signal.ITIMER_REAL, (i + 1) * side * 1e-7)
                    solver.update(graphs[i % 2])
                    time.sleep(1)
                except Stopped:
                    pass
                self.assertEqual(solver.solve(0).distance(last), expected[solver.graph.digest])

    def test_handler_that_raises(self):
        def stop(*_):
            raise Stopped()

        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, stop))
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with self.assertRaises(Stopped):
            self.solver.solve(self.source)
        self.check_still_fine()

    def test_handlers_that_do_not_raise_are_run_meanwhile(self):
        seen = []
        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, lambda *_: seen.append(1)))
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
        try:
            with self.assertRaises(TimeoutError):
                self.solver.solve(self.source, timeout=0.6)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.assertGreater(len(seen), 3)
        self.check_still_fine()

    def test_timeout(self):
        with self.assertRaises(wayfront.TimeoutError) as raised:
            self.solver.solve(self.source, timeout=0.2)
        self.assertIsInstance(raised.exception, TimeoutError)
        self.assertEqual(raised.exception.exit_code, 124)
        self.check_still_fine()

    def test_progress_that_raises(self):
        graph = wayfront.generate("grid", rows=10, columns=10)
        told = []

        def progress(done, total):
            told.append((done, total))
            raise Stopped(done)

        for solver in (graph.solver(), graph.solver(parallel=2)):
            with self.assertRaises(Stopped):
                solver.solve(range(100), progress=progress)
            self.assertEqual(solver.solve(0).distance(0), 0)
        with self.assertRaises(Stopped):
            wayfront.compare(graph, ["dijkstra"], progress=progress)
        with self.assertRaises(Stopped):
            wayfront.distances(graph, progress=progress)
        self.assertEqual(told[0], (64, 100))
        self.assertEqual(len(told), 4)

    def test_progress_that_calls_its_own_solver(self):
        solver = wayfront.generate("grid", rows=10, columns=10).solver()
        with self.assertRaisesRegex(wayfront.UsageError, "progress"):
            solver.solve(0, progress=lambda *_: solver.solve(1))
        self.assertEqual(solver.solve(0).distance(0), 0)


if __name__ == "__main__":
    unittest.main()
