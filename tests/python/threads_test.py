#!/usr/bin/env python3
"""Several threads: without the GIL, on one graph, on one solver; and processes that were forked."""

import concurrent.futures
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import unittest.mock

from needed import need

numpy, sparse = need("numpy", "scipy.sparse")
import slow  # noqa: E402
import wayfront  # noqa: E402


class Threads(unittest.TestCase):
    def setUp(self):
        self.graph = wayfront.generate("grid", rows=60, columns=60)
        self.expected = [wayfront.solve(self.graph, source).distances.tolist() for source in range(16)]

    def test_eight_threads_and_three_plugins_on_one_graph(self):
        def work(number):
            plugin = ("dijkstra", "delta-stepping", "bellman-ford-tarjan")[number % 3]
            solver = self.graph.solver(plugin, threads=2)
            for _ in range(10):
                if solver.solve(number).distances.tolist() != self.expected[number]:
                    return False
            return True

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertTrue(all(pool.map(work, range(16))))

    def test_a_library_that_is_gone(self):
        library = wayfront.Library(threads=2)
        solver = library.generate("grid", rows=60, columns=60).solver()
        del library
        gc.collect()
        self.assertEqual(solver.solve(3).distances.tolist(), self.expected[3])
        self.assertEqual(solver.graph.reversed().solver().solve(3).distances.tolist(), self.expected[3])

    def test_weights_that_change_during_solves(self):
        """Against the rules: an answer or an error, but no harm, and later answers are right for what is there then."""
        graph = self.graph
        weights = graph.weights.copy()
        changing = wayfront.from_csr(graph.offsets.copy(), graph.targets.copy(), weights)
        solvers = [changing.solver(plugin) for plugin in ("dijkstra", "delta-stepping", "bellman-ford-tarjan")]
        stop = threading.Event()

        def change():
            random = numpy.random.default_rng(1)
            while not stop.is_set():
                weights[random.integers(0, len(weights), 50)] = random.integers(0, 1000, 50)

        thread = threading.Thread(target=change)
        thread.start()
        refused = 0
        try:
            for number in range(5000):
                if number > 150 and refused:
                    break
                try:
                    self.assertEqual(solvers[number % 3].solve(number % 16).distance(number % 16), 0)
                except wayfront.SolveError as error:
                    refused += 1
                    self.assertGreater(len(str(error)), 20)
        finally:
            stop.set()
            thread.join()
        self.assertGreater(refused, 0)
        self.assertFalse(changing.is_unchanged())
        same = wayfront.from_csr(graph.offsets, graph.targets, weights.copy())
        self.assertEqual(changing.solver().solve(5).distances.tolist(), same.solver().solve(5).distances.tolist())

    def test_threads_take_turns_at_one_solver(self):
        solver = self.graph.solver("dijkstra")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            results = list(pool.map(solver.solve, list(range(16)) * 5))
        for result, expected in zip(results, self.expected * 5):
            self.assertEqual(result.distances.tolist(), expected)

    def test_other_threads_go_on_while_one_solves(self):
        def ticks_within(seconds, in_main_thread):
            solver, source = slow.solver()
            ticks = []
            over = threading.Event()

            def count():
                while not over.is_set():
                    ticks.append(1)
                    time.sleep(0.002)

            def solve():
                try:
                    solver.solve(source, timeout=seconds)
                except TimeoutError:
                    over.set()

            first, second = (solve, count) if in_main_thread else (count, solve)
            other = threading.Thread(target=second)
            other.start()
            first()
            other.join()
            return len(ticks)

        for in_main_thread in (False, True):  # longer where the machine has much else to do
            self.assertTrue(any(ticks_within(seconds, in_main_thread) > 20 for seconds in (0.5, 5, 50)))

    def test_forked_process(self):
        solver = self.graph.solver("delta-stepping", threads=2)
        solver.solve(0)
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            right = solver.solve(1).distances.tolist() == self.expected[1]
            right = right and wayfront.solve(self.graph, 2).distances.tolist() == self.expected[2]
            os._exit(0 if right else 1)
        _, status = os.waitpid(child, 0)
        self.assertEqual(status, 0)

    def test_solvers_of_the_process_that_was_forked(self):
        """Their threads are not in the child: it prepares solvers of its own, and drops the others as they are."""
        for plugin in ("dijkstra", "delta-stepping") * 4:  # what a fork interrupts differs
            solvers = [self.graph.solver(plugin, threads=4) for _ in range(2)]
            for solver in solvers:
                solver.solve(range(4))
            child = os.fork()
            if child == 0:
                signal.alarm(30)
                solvers.pop()
                rows = solvers[0].solve(range(16)).distances.tolist()
                nearest = solvers[0].nearest([0, 1]).distances[0]
                solvers.pop()
                os._exit(0 if rows == self.expected and nearest == 0 else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0, plugin)

    def test_forked_process_and_devices(self):
        with unittest.mock.patch.object(wayfront._native.Native, "needs_device", lambda *_: True):  # as if it were on a GPU
            solver = self.graph.solver("dijkstra")
            solver.solve(0)
            child = os.fork()
            if child == 0:
                refused = 0
                for call in (lambda: solver.solve(0), lambda: self.graph.solver("dijkstra")):
                    try:
                        call()
                    except wayfront.UnsupportedError as error:
                        refused += "spawn" in str(error)
                os._exit(0 if refused == 2 else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(solver.solve(0).distance(0), 0)

    def test_daemon_threads_while_the_interpreter_exits(self):
        """Python ends them where they ask for the GIL, at the end of a call or in a progress function."""
        program = """
import sys, threading, time, wayfront
grid = wayfront.generate("grid", rows=12, columns=12)
progress = (lambda done, total: None) if sys.argv[1] == "progress" else None
def work():
    solver = grid.solver(threads=1)
    while True:
        solver.solve(range(100), progress=progress)
for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
time.sleep(float(sys.argv[2]))
"""
        for number in range(12):
            arguments = ("progress" if number % 2 else "plain", str(0.05 + 0.011 * number))
            ended = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, timeout=60)
            self.assertEqual((ended.returncode, ended.stderr), (0, b""), arguments)

    def test_waiting_for_a_turn_ends_at_ctrl_c(self):
        solver, source = slow.solver()
        busy = threading.Thread(target=lambda: self.assertRaises(TimeoutError, solver.solve, source, timeout=4))
        busy.start()
        time.sleep(0.3)
        start = time.monotonic()
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            solver.solve(source - 1)
        self.assertLess(time.monotonic() - start, 3)
        busy.join()


if __name__ == "__main__":
    unittest.main()
