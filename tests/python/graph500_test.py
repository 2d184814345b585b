#!/usr/bin/env python3
"""Trees of a graph by Graph500's rules keep the five rules of its validation, by a script that knows nothing of Wayfront; and that
script finds what breaks each of them.

usage: graph500_test.py WAYFRONT_PROGRAM VALIDATE_SCRIPT
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from needed import need

need("numpy")
WAYFRONT, VALIDATE = sys.argv.pop(1), sys.argv.pop(1)
RULES = ["kind=rmat", "scale=9", "edge_factor=16", "symmetric=true", "self_loops=true", "min_weight=0", "max_weight=1"]
ROOT = 7


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


class FiveRules(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        options = [word for rule in RULES[1:] for word in ("--set", rule)]
        said(WAYFRONT, "generate", "rmat", self.folder / "g.wfg", *options, "--weights", "float32")
        said(WAYFRONT, "convert", self.folder / "g.wfg", self.folder / "g.csv")

    def solve(self, plugin):
        (self.folder / "p.toml").write_text(
            f'graph = {{ path = "g.wfg" }}\nproblem = {{ sources = [{ROOT}] }}\nreport = {{ directory = "" }}\n'
            f'run = [{{ plugin = "{plugin}" }}]\n', encoding="utf-8")
        said(WAYFRONT, "run", self.folder / "p.toml", "-q", "--distances", self.folder / "d.csv",
             "--predecessors", self.folder / "p.csv")

    def verdict(self):
        return said(sys.executable, VALIDATE, self.folder / "g.csv", self.folder / "d.csv", self.folder / "p.csv", str(ROOT))

    def test_trees_keep_them(self):
        for plugin in "dijkstra", "delta-stepping", "bellman-ford", "crauser-cpu":
            self.solve(plugin)
            self.assertEqual(self.verdict(), "all five rules hold", plugin)

    def test_each_is_looked_at(self):
        self.solve("dijkstra")
        trees = dict(line.split(",") for line in (self.folder / "p.csv").read_text().splitlines())
        child, parent = next((v, u) for v, u in trees.items() if u.isdigit() and v.isdigit() and u != str(ROOT) and v != str(ROOT))
        leaf = next(v for v, u in trees.items() if u.isdigit() and v not in trees.values() and v != str(ROOT))
        for rule, file, line, other in [
            ("1:", "p.csv", f"{parent},{trees[parent]}", f"{parent},{child}"),
            ("2:", "d.csv", f"{leaf},", f"{leaf},1000"),
            ("3:", "d.csv", f"{leaf},", f"{leaf},1000"),
            ("4:", "p.csv", f"{leaf},", f"{leaf},-1"),
            ("5:", "p.csv", f"{leaf},", f"{leaf},{leaf}"),
        ]:
            whole = (self.folder / file).read_text()
            lines = [other if it.startswith(line) else it for it in whole.splitlines()]
            (self.folder / file).write_text("\n".join(lines) + "\n")
            self.assertIn("\n" + rule, "\n" + self.verdict())
            (self.folder / file).write_text(whole)


if __name__ == "__main__":
    unittest.main()
