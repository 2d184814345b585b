#!/usr/bin/env python3
"""A plugin that crashes: alone in a process of its own, an exception here.

usage: isolation_test.py PLUGINS

PLUGINS has the plugin `wreck`.
"""

import subprocess
import sys
import time
import unittest

from needed import need

(numpy,) = need("numpy")
import wayfront  # noqa: E402

LIBRARY = wayfront.Library(sys.argv[1:2])
HOW = {"how": "crash", "spare": 7}


def state_of(process):
    """R, S, Z, ...; "" if there is none."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0]
    except OSError:
        return ""


class Isolation(unittest.TestCase):
    def setUp(self):
        self.graph = LIBRARY.generate("grid", rows=9, columns=9)

    def test_a_crash_is_an_exception_and_the_solver_goes_on(self):
        expected = self.graph.solver().solve(7).distances
        solver = self.graph.solver("wreck", HOW, isolated=True)
        for _ in range(2):
            with self.assertRaisesRegex(wayfront.SolveError, "wreck.*segmentation fault"):
                solver.solve(3)
            result = solver.solve(7, certify=False)
            self.assertTrue(result.certified)
            numpy.testing.assert_array_equal(result.distances, expected)

    def test_a_crash_while_preparing(self):
        with self.assertRaisesRegex(wayfront.SolveError, "preparing"):
            self.graph.solver("wreck", {"how": "crash", "when": "prepare"}, isolated=True)

    def test_all_answers_are_those_of_a_solver_in_this_process(self):
        for question in ({}, {"limit": 200}, {"count": 9}, {"targets": [3, 80]}, {"predecessors": True}):
            here = self.graph.solver().solve([5, 60], **question)
            there = self.graph.solver(isolated=True).solve([5, 60], **question)
            numpy.testing.assert_array_equal(here.distances, there.distances)

    def test_its_process_ends_with_this_one(self):
        program = (
            f"import os, time, wayfront; graph = wayfront.Library({sys.argv[1:2]!r}).generate('grid', rows=9, columns=9);"
            "solver = graph.solver('wreck', {'how': 'hang', 'spare': 7}, isolated=True); solver.solve(7);"
            "print(*[open(f'/proc/self/task/{task}/children').read() for task in os.listdir('/proc/self/task')], flush=True);"
            "solver.solve(3)"
        )
        child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        workers = child.stdout.readline().split()
        self.assertTrue(workers)
        time.sleep(0.2)
        child.kill()
        child.wait()
        child.stdout.close()
        for _ in range(500):
            left = [worker for worker in workers if state_of(worker) not in ("", "Z")]
            if not left:
                break
            time.sleep(0.02)
        self.assertEqual(left, [])

    def test_without_isolation_the_process_ends(self):
        program = (
            f"import wayfront; graph = wayfront.Library({sys.argv[1:2]!r}).generate('grid', rows=9, columns=9);"
            "graph.solver('wreck', {'how': 'crash'}).solve(3)"
        )
        ended = subprocess.run([sys.executable, "-c", program], stderr=subprocess.DEVNULL, timeout=60)
        self.assertLess(ended.returncode, 0)
        self.assertIn("isolated=True", wayfront.Solver.__doc__)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
