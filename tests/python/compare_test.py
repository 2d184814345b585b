#!/usr/bin/env python3
"""Plugins described, compared, and reported."""

import pathlib
import tempfile
import unittest

from needed import need

(numpy, pandas) = need("numpy", "pandas")
import wayfront  # noqa: E402


class Compare(unittest.TestCase):
    def test_plugins(self):
        plugins = {plugin.name: plugin for plugin in wayfront.plugins()}
        dijkstra = plugins["dijkstra"]
        self.assertFalse(dijkstra.is_loader)
        self.assertTrue({"int32", "float64", "batch"} <= set(dijkstra.capabilities))
        self.assertTrue({"targets_only", "reduce"} <= set(plugins["separator-sweep"].capabilities))
        self.assertNotIn("negative_weights", dijkstra.capabilities)
        self.assertIn("negative_weights", plugins["bellman-ford"].capabilities)
        self.assertTrue(plugins["dimacs"].is_loader)
        described = wayfront.describe("delta-stepping")
        self.assertEqual(described, plugins["delta-stepping"])
        self.assertIn("delta = ", str(described))
        for option in described.options:
            self.assertTrue(option.name and option.type and option.help, option)

    def test_rows_for_a_table(self):
        graph = wayfront.generate("grid", rows=20, columns=20)
        told = []
        comparison = wayfront.compare(
            graph, ["dijkstra", ("delta-stepping", {"delta": 100}, "delta 100"), ("bellman-ford", {})],
            sources=[0, 9], repeats=3, progress=lambda *now: told.append(now),
        )
        table = pandas.DataFrame(comparison.rows)
        self.assertEqual(len(table), 3 * 2 * 3)
        self.assertEqual(set(table["run"]), {"dijkstra", "delta 100", "bellman-ford"})
        self.assertTrue((table["seconds"] > 0).all())
        self.assertEqual(set(table["source"]), {"0", "9"})
        runs = pandas.DataFrame(comparison.runs).set_index("run")
        self.assertEqual(runs.loc["dijkstra", "verdict"], "baseline")
        self.assertTrue((runs["status"] == "ok").all())
        self.assertEqual(runs.loc["delta 100", "plugin"], "delta-stepping")
        done, total = told[-1]
        self.assertEqual(done, total)
        for text in (str(comparison), comparison.report("markdown"), comparison.report("csv")):
            self.assertIn("delta 100", text)
        with self.assertRaisesRegex(wayfront.UsageError, "docx"):
            comparison.report("docx")

    def test_ids_of_the_graph(self):
        table = pandas.DataFrame({"source": ["a", "b"], "target": ["b", "c"], "weight": [1, 2]})
        comparison = wayfront.compare(table, ["dijkstra"], sources=["b", "a"], repeats=1)
        self.assertEqual({row["source"] for row in comparison.rows}, {"a", "b"})

    def test_failures_are_said(self):
        comparison = wayfront.compare(wayfront.from_edges([0], [1], [-1]), ["bellman-ford", "dijkstra"], repeats=1)
        status = {run["run"]: (run["status"], run["reason"]) for run in comparison.runs}
        self.assertEqual(status["bellman-ford"][0], "ok")
        self.assertEqual(status["dijkstra"][0], "skipped")
        self.assertIn("negative", status["dijkstra"][1])
        for runs, words in (([], "run"), (["dijkstar"], "dijkstar"), ([("dijkstra",)], "is not a run"),
                            ([("dijkstra", {"qeue": 1})], "qeue")):
            with self.assertRaisesRegex(wayfront.Error, words):
                wayfront.compare(wayfront.from_edges([0], [1]), runs)

    def test_page(self):
        comparison = wayfront.compare(wayfront.from_edges([0], [1]), ["dijkstra"], repeats=1)
        with tempfile.TemporaryDirectory() as folder:
            file = comparison.show_report(pathlib.Path(folder) / "page.html", open=False)
            self.assertIn("<html", file.read_text(encoding="utf-8"))
            with self.assertRaises(wayfront.FileError):
                comparison.show_report(pathlib.Path(folder) / "missing" / "page.html", open=False)
        file = comparison.show_report(open=False)
        self.assertTrue(file.exists())
        file.unlink()

    def test_pipeline(self):
        with tempfile.TemporaryDirectory() as folder:
            pipeline = pathlib.Path(folder) / "p.toml"
            pipeline.write_text(
                '[graph]\nloader = "generate"\noptions = { kind = "grid", rows = 9, columns = 9 }\n'
                '[problem]\nsources = [1]\n[measure]\nrepeats = 2\n[[run]]\nplugin = "dijkstra"\n', encoding="ascii",
            )
            comparison = wayfront.run(pipeline, ["measure.repeats=3"])
            self.assertEqual(len(comparison), 3)
            self.assertEqual([file.name for file in pathlib.Path(folder).iterdir()], ["p.toml"])
            with self.assertRaisesRegex(wayfront.UsageError, "repetas"):
                wayfront.run(pipeline, ["measure.repetas=3"])


if __name__ == "__main__":
    unittest.main()
