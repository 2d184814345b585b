#!/usr/bin/env python3
"""Files: read with their ids, written, and errors as those of the operating system."""

import errno
import io
import os
import pathlib
import tempfile
import threading
import time
import unittest
from unittest import mock

from needed import need

(numpy,) = need("numpy")
import wayfront  # noqa: E402


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_text(content, encoding="ascii")
        return path

    def slow(self, ready):
        """A pipe whose second line comes when something is ready."""
        def write():
            with open(path, "w", encoding="ascii") as out:
                print("p sp 2 1", file=out, flush=True)
                while not ready():
                    time.sleep(0.01)
                print("a 1 2 5", file=out)

        path = self.folder / "slow.gr"
        os.mkfifo(path)
        writer = threading.Thread(target=write)
        writer.start()
        self.addCleanup(os.remove, path)
        self.addCleanup(writer.join)
        return path

    def test_progress_of_a_load(self):
        told = []
        self.assertEqual(wayfront.load(self.slow(lambda: told), progress=lambda *now: told.append(now)).arcs, 1)
        self.assertEqual(told[0], (0, 0))  # a pipe has no size

    def test_a_progress_function_that_raises_ends_a_load(self):
        told = []
        with self.assertRaises(TypeError):
            wayfront.load(self.slow(lambda: told), progress=lambda *now: told.append(now) or told[0][""])

    def test_a_terminal_is_told_of_a_long_load(self):
        told = io.StringIO()
        told.isatty = lambda: True
        with mock.patch("sys.stderr", told):
            self.assertEqual(wayfront.load(self.slow(told.getvalue)).arcs, 1)
        self.assertRegex(told.getvalue(), r"^(\r0 of 0 bytes of slow.gr, \d s)+\n$")

    def test_counted_ids(self):
        path = self.write("counted.gr", "p sp 5 5\na 1 2 3\na 2 3 4\na 1 3 9\na 3 1 1\na 5 1 1\n")
        graph = wayfront.load(path)
        self.assertEqual((graph.ids.tolist(), graph.index(1), graph.id(4)), ([1, 2, 3, 4, 5], 0, 5))
        result = wayfront.solve(str(path), 1, predecessors=True)
        self.assertEqual(result.distances[graph.index(3)], 7)
        self.assertEqual((result.distance(3), result.path(3).vertices, result.sources), (7, [1, 2, 3], [1]))
        self.assertEqual(wayfront.distances(path, [5, 1], [3]).tolist(), [[8], [7]])
        self.assertEqual(wayfront.load(path, dtype="float64").dtype, "float64")
        mistakes = {0: "vertex 0", 6: "vertex 6", -1: "negative", 2**64: "beyond 64 bits"}
        mistakes |= {"Rome": "not an integer", 1.5: "not an integer"}
        for bad, words in mistakes.items():
            with self.assertRaisesRegex(wayfront.UsageError, words):
                wayfront.solve(path, bad)
        for bad in (-1, 5, 2**32):
            with self.assertRaisesRegex(wayfront.UsageError, "no vertex with index"):
                graph.id(bad)
        with self.assertRaisesRegex(wayfront.UsageError, "^dtype is 'int8'; it must be int32"):
            wayfront.load(path, dtype="int8")

    def test_coordinates(self):
        path = self.write("places.gr", "p sp 3 2\na 1 2 3\na 2 3 4\n")
        plain = wayfront.load(path)
        self.assertIsNone(plain.coordinates)
        self.assertFalse(plain.is_geographic)
        given = numpy.array([[1.0, 2.0], [numpy.nan, numpy.nan], [3.0, -4.0]])
        placed = plain.with_coordinates(given)
        self.assertEqual((placed.coordinates.shape, placed.coordinates.dtype), ((3, 2), numpy.float64))
        numpy.testing.assert_array_equal(placed.coordinates, given)
        given[0, 0] = 7  # it was copied
        self.assertEqual(placed.coordinates[0, 0], 1)
        with self.assertRaises(ValueError):
            placed.coordinates[0, 0] = 7
        self.assertEqual(placed.ids.tolist(), [1, 2, 3])
        self.assertEqual(placed.digest, plain.digest)
        placed.save(self.folder / "placed.wfg")
        numpy.testing.assert_array_equal(wayfront.load(self.folder / "placed.wfg").coordinates, placed.coordinates)
        self.assertIsNone(placed.with_coordinates(None).coordinates)
        degrees = plain.with_coordinates([(8, 50), (9, 51), (10, 52)], geographic=True)
        self.assertTrue(degrees.is_geographic)
        degrees.save(self.folder / "degrees.graphml" if self.has_graphml() else self.folder / "degrees.gml")
        coordinates = self.write("elsewhere.co", "c degrees\nv 1 8000000 0\nv 2 0 0\nv 3 0 1\n")
        self.assertEqual(wayfront.load(path, coordinates=coordinates).coordinates[0].tolist(), [8, 0])
        for bad, words in ((given[:2], r"shape \(2, 2\); it must be \(3, 2\)"), ("abc", "not numbers"), ([1, 2, 3], "shape")):
            with self.assertRaisesRegex(wayfront.UsageError, words):
                plain.with_coordinates(bad)
        with self.assertRaisesRegex(wayfront.InputError, "vertex 3 lies at longitude 3 and latitude -94"):
            plain.with_coordinates([(8, 50), (9, 51), (3, -94)], geographic=True)

    def has_graphml(self):
        return any(it.name == "graphml" for it in wayfront.plugins())

    def test_gaps_and_names(self):
        gaps = wayfront.load(self.write("gaps.txt", "10 70 3\n70 4294967300 4\n10 4294967300 9\n8 8 1\n"))
        self.assertEqual(sorted(gaps.ids.tolist()), [8, 10, 70, 4294967300])
        self.assertEqual(gaps.solver().solve(10).distance(4294967300), 7)
        names = wayfront.load(self.write("names.csv", "source,target,weight\nRome,Pisa,3\nPisa,Siena,4\nBari,Rome,1\n"))
        self.assertEqual(sorted(names.ids), ["Bari", "Pisa", "Rome", "Siena"])
        path = names.solver().solve("Rome", predecessors=True).path("Siena")
        self.assertEqual(path.vertices, ["Rome", "Pisa", "Siena"])
        with self.assertRaisesRegex(wayfront.UsageError, "Oslo"):
            names.index("Oslo")

    def test_save(self):
        graph = wayfront.from_edges([0, 0, 1], [1, 2, 2], [5, 9, 3])
        path = self.folder / "g.gr"
        graph.save(path, format="dimacs", renumber=True)
        again = wayfront.load(path, dtype="int64")
        self.assertEqual(again.digest, graph.digest)
        with self.assertRaises(wayfront.Error):
            graph.save(path, format="dimacs", renumber=True)
        graph.save(path, format="dimacs", renumber=True, replace=True)
        with self.assertRaises(wayfront.FileError) as raised:
            graph.save(self.folder / "missing" / "g.gr", format="dimacs", renumber=True)
        self.assertEqual(raised.exception.errno, errno.ENOENT)

    def test_files_that_cannot_be_opened(self):
        missing = self.folder / "missing.gr"
        for call in (wayfront.load, wayfront.graph, wayfront.run):
            with self.assertRaisesRegex(OSError, "missing.gr") as raised:
                call(missing)
            self.assertIsInstance(raised.exception, wayfront.FileError)
            self.assertIsInstance(raised.exception, wayfront.InputError)
            self.assertEqual((raised.exception.errno, raised.exception.filename), (errno.ENOENT, str(missing)))
            self.assertEqual(raised.exception.exit_code, 2 if call is wayfront.run else 3)
        with self.assertRaises(wayfront.FileError):
            wayfront.load(self.folder)

    def test_files_that_are_wrong(self):
        path = self.write("wrong.gr", "p sp 2 1\na 1 9 3\n")
        with self.assertRaisesRegex(ValueError, "wrong.gr:2") as raised:
            wayfront.load(path)
        self.assertIs(type(raised.exception), wayfront.InputError)

    def test_words_of_python(self):
        """Sentences name arguments as Python does, but those of a pipeline as its file."""
        large = self.write("large.csv", "source,target,weight\n1,2,9999999999\n")
        odd = self.write("odd.csv", "a,b,x,y\n1,2,3,4\n2,3,4,5\n")
        plain = self.write("plain.txt", "1 2\n2 3\n")
        graph = wayfront.from_edges([0, 1], [1, 2], [5, 3])
        graph.save(self.folder / "g.wel")
        for call, words in (
            (lambda: wayfront.load(large, dtype="int32"), '; dtype="int64" reads it$'),
            (lambda: wayfront.load(odd), 'say loader="edge-list", options={"source": N, "target": N} with the'),
            (lambda: wayfront.load(plain), 'choose a rule: missing_weights="unit", .. constant = 5 ..,'),
            (lambda: wayfront.load(large, options={"odd": "none"}), "^options of loader 'edge-list': unknown key"),
            (lambda: graph.solver().solve(0, count=9), "^count is 9"),
            (lambda: wayfront.load(plain, missing_weights="odd"), "^'missing_weights' must be"),
            (lambda: wayfront.load(plain, missing_weights="unit", steps=["odd"]), "^steps: unknown key 'odd'"),
            (lambda: graph.solver("delta-stepping", {"delta": -1}), "^option 'delta' of plugin"),
            (lambda: wayfront.nearest(graph, "01"), "^sources is '01'; it must be a list of vertices"),
            (lambda: graph.save(self.folder / "g.wel"), "; set replace=True to"),
        ):
            with self.assertRaisesRegex(wayfront.Error, words) as raised:
                call()
            self.assertNotRegex(str(raised.exception), "--|::|command line")
        names = self.write("g.gml", "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 cost 3 ] ]")
        notes = wayfront.load(names, missing_weights="unit").notes
        self.assertIn('takes one: loader="gml", options={"weight": "NAME"}', notes[0])
        pipeline = self.write("p.toml", '[graph]\npath = "large.csv"\nweights = "int32"\n[[run]]\nplugin = "dijkstra"\n')
        with self.assertRaisesRegex(wayfront.Error, 'weights = "int64" reads it, on the command line'):
            wayfront.run(pipeline)

    def test_figures_and_rules(self):
        graph = wayfront.load(self.write("plain.txt", "1 2\n2 3\n"), missing_weights="{ constant = 4 }")
        self.assertEqual(graph.solver().solve(1).distance(3), 8)
        figures = graph.figures()
        self.assertEqual((figures["components"], figures["max_out_degree"]), (1, 1))
        turned = wayfront.load(self.folder / "plain.txt", missing_weights="{ constant = 4 }", steps=["transpose"])
        self.assertEqual(turned.solver().solve(3).distance(1), 8)

    def test_cache(self):
        path = self.write("kept.gr", "p sp 2 1\na 1 2 3\n")
        library = wayfront.Library(cache=True, cache_directory=self.folder / "cache")
        for _ in range(2):
            self.assertEqual(library.solve(path, 1).distance(2), 3)
        self.assertTrue(os.listdir(self.folder / "cache"))


if __name__ == "__main__":
    unittest.main()
