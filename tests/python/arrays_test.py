#!/usr/bin/env python3
"""Arrays of NumPy and SciPy: used where they lie, and refused with a sentence where they cannot be."""

import gc
import sys
import unittest
import weakref

from needed import need

numpy, sparse, csgraph = need("numpy", "scipy.sparse", "scipy.sparse.csgraph")
import wayfront  # noqa: E402


def address(array):
    return array.__array_interface__["data"][0]


def csr(weights="int32", indices="int32"):
    """0 -> 1 (5), 0 -> 2 (9), 1 -> 2 (3)"""
    return (
        numpy.array([0, 2, 3, 3], indices),
        numpy.array([1, 2, 2], indices),
        numpy.array([5, 9, 3], weights),
    )


class InPlace(unittest.TestCase):
    def test_csr_arrays_are_not_copied(self):
        for weights in ("int32", "int64", "float32", "float64"):
            arrays = csr(weights)
            graph = wayfront.from_csr(*arrays)
            for theirs, ours in zip(arrays, (graph.offsets, graph.targets, graph.weights)):
                self.assertEqual(address(theirs), address(ours), weights)
            self.assertEqual(graph.dtype, numpy.dtype(weights))
            self.assertEqual(graph.solver().solve(0).distances.tolist(), [0, 5, 8])
            self.assertEqual(graph.notes, [])

    def test_64_bit_targets_are_copied_and_said(self):
        for indices in ("int64", "uint64"):
            arrays = csr(indices=indices)
            graph = wayfront.from_csr(*arrays)
            self.assertEqual(address(arrays[0]), address(graph.offsets))
            self.assertNotEqual(address(arrays[1]), address(graph.targets))
            self.assertIn("64 bits", graph.notes[0])
            self.assertEqual(graph.solver().solve(0).distances.tolist(), [0, 5, 8])

    def test_matrix_is_not_copied(self):
        for kind in (sparse.csr_matrix, sparse.csr_array):
            matrix = kind((csr()[2], csr()[1], csr()[0]), shape=(3, 3))
            graph = wayfront.graph(matrix)
            self.assertEqual(address(matrix.indptr), address(graph.offsets))
            self.assertEqual(address(matrix.indices), address(graph.targets))
            self.assertEqual(address(matrix.data), address(graph.weights))

    def test_formats_of_scipy(self):
        dense = numpy.array([[0, 5, 9, 0], [0, 0, 3, 0], [0, 0, 0, 0], [1, 0, 0, 0]])
        for make in ("csr", "csc", "coo", "lil", "dok", "bsr"):
            matrix = sparse.coo_matrix(dense).asformat(make)
            expected = csgraph.dijkstra(dense, indices=3)
            self.assertEqual(wayfront.solve(matrix, 3).distances.tolist(), expected.tolist(), make)
            both = wayfront.from_scipy(matrix, directed=False)
            self.assertFalse(both.directed)
            expected = csgraph.dijkstra(dense, directed=False, indices=2)
            self.assertEqual(both.solver().solve(2).distances.tolist(), expected.tolist(), make)

    def test_unused_ends_of_arrays(self):
        matrix = sparse.csr_matrix((3, 3), dtype="int32")
        matrix.indptr, matrix.indices, matrix.data = csr()
        matrix.indices = numpy.append(matrix.indices, numpy.int32(77))
        matrix.data = numpy.append(matrix.data, numpy.int32(-1))
        self.assertEqual(wayfront.solve(matrix, 0).distances.tolist(), [0, 5, 8])

    def test_arrays_live_as_long_as_the_graph_and_its_answers(self):
        class Kept(numpy.ndarray):
            pass

        weights = csr()[2].view(Kept)
        gone = weakref.ref(weights)
        result = wayfront.solve(wayfront.from_csr(*csr()[:2], weights), 0)
        del weights
        gc.collect()
        self.assertIsNotNone(gone())  # the result refers to the graph
        distances = result.distances
        del result
        gc.collect()
        self.assertEqual(distances.tolist(), [0, 5, 8])
        del distances
        gc.collect()
        self.assertIsNone(gone())

    def test_answers_are_views_that_cannot_be_written(self):
        result = wayfront.solve(wayfront.from_csr(*csr()), 0)
        self.assertEqual(address(result.distances), address(result.distances))
        self.assertIsNotNone(result.distances.base)
        for array in (result.distances, result.graph.targets, result.graph.weights):
            with self.assertRaises(ValueError):
                array[0] = 1
            with self.assertRaises(ValueError):
                array.flags.writeable = True
        several = result.graph.solver().solve([0, 1])
        self.assertEqual(address(several.distances), address(several.distances))

    def test_read_only_arrays(self):
        arrays = csr()
        for array in arrays:
            array.flags.writeable = False
        self.assertEqual(wayfront.from_csr(*arrays).solver().solve(0).distances.tolist(), [0, 5, 8])


class Refused(unittest.TestCase):
    def refused(self, error, words, make, *arguments, **named):
        with self.assertRaises(error) as raised:
            make(*arguments, **named)
        self.assertIsInstance(raised.exception, wayfront.Error)
        for word in words:
            self.assertIn(word, str(raised.exception))
        return raised.exception

    def with_weights(self, weights):
        return (*csr()[:2], weights)

    def test_masked_arrays(self):
        offsets, targets, weights = csr()
        masked = numpy.ma.array(weights, mask=[False, True, False])
        self.refused(TypeError, ["masked"], wayfront.from_csr, offsets, targets, masked)
        self.refused(TypeError, ["masked"], wayfront.from_edges, [0, 0, 1], targets, masked)
        self.refused(TypeError, ["masked"], wayfront.from_edges, numpy.ma.array([0, 0, 1]), targets, weights)

    def test_matrices_whose_indptr_is_wrong(self):
        for indptr, words in (([0, 3], ["4 entries, not 2"]), ([0, 2, 1, 3], ["offset 2 is 1, after 2"])):
            for directed in (True, False):
                matrix = sparse.csr_matrix((3, 3), dtype="int32")
                matrix.indptr = numpy.array(indptr, "int32")
                matrix.indices, matrix.data = csr()[1:]
                self.refused(ValueError, words, wayfront.from_scipy, matrix, directed=directed)

    def test_types(self):
        for dtype in "int8 uint8 int16 uint32 uint64 float16 longdouble complex64 bool O U3".split():
            error = self.refused(
                TypeError, ["weights", str(numpy.dtype(dtype)), "int64"],
                wayfront.from_csr, *self.with_weights(numpy.array([1, 0, 1]).astype(dtype)),
            )
            self.assertIsInstance(error, wayfront.InputError)
            self.assertEqual(error.exit_code, 3)
        for dtype in ("int16", "float64", "bool", "M8[s]"):
            offsets, targets, weights = csr()
            self.refused(TypeError, ["targets", "int32"], wayfront.from_csr, offsets, targets.astype(dtype), weights)
            self.refused(TypeError, ["offsets", "int32"], wayfront.from_csr, offsets.astype(dtype), targets, weights)
        self.refused(TypeError, ["weights", "dict", "numpy.asarray"], wayfront.from_csr, *self.with_weights({}))

    def test_byte_order(self):
        swapped = csr()[2].astype(">i4" if sys.byteorder == "little" else "<i4")
        words = ["weights", "byte-swapped", "newbyteorder"]
        self.refused(TypeError, words, wayfront.from_csr, *self.with_weights(swapped))

    def test_layout(self):
        wide = numpy.arange(6, dtype="int32")
        self.refused(ValueError, ["weights", "ascontiguousarray"], wayfront.from_csr, *self.with_weights(wide[::2]))
        self.refused(ValueError, ["weights", "ascontiguousarray"], wayfront.from_csr, *self.with_weights(wide[2::-1]))
        crooked = numpy.frombuffer(bytes(13), numpy.int8)[1:].view("int32")
        self.refused(ValueError, ["weights", "aligned", "copy"], wayfront.from_csr, *self.with_weights(crooked))
        square = numpy.zeros((3, 1), "int32")
        self.refused(ValueError, ["weights", "2 dimensions"], wayfront.from_csr, *self.with_weights(square))
        self.refused(ValueError, ["scipy.sparse.csr_array"], wayfront.graph, numpy.zeros((3, 3)))

    def test_lengths(self):
        offsets, targets, weights = csr()
        self.refused(ValueError, ["3 targets", "2 weights"], wayfront.from_csr, offsets, targets, weights[:2])
        words = ["last offset is 3", "2 targets"]
        self.refused(ValueError, words, wayfront.from_csr, offsets, targets[:2], weights[:2])
        self.refused(ValueError, ["no offsets"], wayfront.from_csr, offsets[:0], targets[:0], weights[:0])
        self.refused(ValueError, ["2 sources", "3 targets"], wayfront.from_edges, [0, 1], targets, weights)
        self.refused(ValueError, ["3 rows", "4 columns"], wayfront.graph, sparse.csr_matrix((3, 4)))

    def test_indices(self):
        offsets, targets, weights = csr()
        for indices in ("int32", "int64"):
            negative = numpy.array([1, -2, 2], indices)
            self.refused(ValueError, ["target 1 is -2", "0 .. 2"], wayfront.from_csr, offsets, negative, weights)
            self.refused(ValueError, ["source 1 is -2"], wayfront.from_edges, negative, targets, weights)
            large = numpy.array([1, 2, 3], indices)
            self.refused(ValueError, ["target 2 is 3"], wayfront.from_csr, offsets, large, weights)
            self.refused(ValueError, ["target 2 is 3"], wayfront.from_edges, targets, large, weights, vertices=3)
        beyond = numpy.array([1, 2, 2**32], "int64")
        self.refused(ValueError, ["target 2 is 4294967296"], wayfront.from_csr, offsets, beyond, weights)
        self.refused(ValueError, ["source 2 is 4294967296"], wayfront.from_edges, beyond, targets, weights, vertices=3)
        for far in (2**31 - 2, 2**40):  # a graph of that size would take all memory
            ends = numpy.array([1, 2, far], "int64")
            self.refused(ValueError, ["only 3 arcs", "numpy.unique"], wayfront.from_edges, ends, targets, weights)
        self.assertEqual(len(wayfront.from_edges([1_000_000], [0])), 1_000_001)
        for wrong, words in (([1, 2, 3, 3], ["offset 0 is 1"]), ([0, 3, 2, 3], ["offset 2 is 2, after 3"]),
                             ([0, -1, 3, 3], ["offset 1 is -1"])):
            self.refused(ValueError, words, wayfront.from_csr, numpy.array(wrong, "int32"), targets, weights)
        self.refused(ValueError, ["vertices is -1"], wayfront.from_edges, targets, targets, weights, vertices=-1)

    def test_weights(self):
        for dtype in ("float32", "float64"):
            for bad, word in ((numpy.nan, "nan"), (numpy.inf, "inf"), (-numpy.inf, "inf")):
                weights = numpy.array([1, bad, 2], dtype)
                self.refused(ValueError, [word], wayfront.from_csr, *self.with_weights(weights))
                self.refused(ValueError, [word], wayfront.from_edges, [0, 1, 2], [1, 2, 0], weights)

    def test_duplicates(self):
        for rows, columns in (([0, 0, 1], [1, 1, 2]), ([0, 0, 0, 1], [2, 1, 2, 2])):
            data = numpy.arange(1, len(rows) + 1, dtype="int32")
            offsets = numpy.array([0, len(rows) - 1, len(rows), len(rows)], "int32")
            in_rows = sparse.csr_matrix((data, numpy.array(columns, "int32"), offsets), shape=(3, 3))
            in_columns = sparse.csc_matrix((data, numpy.array(columns, "int32"), offsets), shape=(3, 3))
            for matrix in (in_rows, in_columns, sparse.coo_matrix((data, (rows, columns)), shape=(3, 3))):
                self.refused(ValueError, ["sum_duplicates()", "duplicates='arcs'"], wayfront.graph, matrix)
                self.assertEqual(wayfront.from_scipy(matrix, duplicates="arcs").arcs, len(rows))
            self.refused(ValueError, ["'error' or 'arcs'"], wayfront.from_scipy, in_rows, duplicates="add")
            self.refused(ValueError, [f"entry at (0, {columns[0]})"], wayfront.graph, in_rows)
            self.refused(ValueError, [f"entry at ({columns[0]}, 0)"], wayfront.graph, in_columns)

    def test_unsorted_rows_are_no_mistake(self):
        matrix = sparse.csr_matrix((numpy.array([9, 5, 3]), numpy.array([2, 1, 2]), csr()[0]), shape=(3, 3))
        self.assertEqual(wayfront.solve(matrix, 0).distances.tolist(), [0, 5, 8])

    def test_empty_graphs(self):
        for graph in (
            wayfront.from_csr([0], numpy.empty(0, "int32"), numpy.empty(0, "int32")),
            wayfront.from_edges([], []),
        ):
            self.assertEqual((len(graph), graph.arcs, graph.ids.tolist()), (0, 0, []))
            self.refused(ValueError, ["vertex 0 is not in the graph"], graph.solver().solve, 0)
            self.assertEqual(wayfront.distances(graph).shape, (0, 0))
        lonely = wayfront.from_edges([], [], vertices=2)
        self.assertEqual(lonely.solver().solve(1).reached.tolist(), [False, True])

    def test_other_things(self):
        self.refused(ValueError, ["int is not a graph"], wayfront.graph, 7)
        self.refused(ValueError, ["tuple is not a graph", "from_csr"], wayfront.graph, csr())

    def test_arrays_that_change(self):
        arrays = csr()
        graph = wayfront.from_csr(*arrays)
        solver = graph.solver("dijkstra")
        self.assertTrue(graph.is_unchanged())
        arrays[2][0] = -7  # dijkstra takes no negative weights, and was told that there are none
        self.assertFalse(graph.is_unchanged())
        try:
            answer = solver.solve(0).distances.tolist()
        except wayfront.WrongAnswerError:
            return
        self.assertEqual(answer, [0, -7, -4])  # or it is right for what the arrays are now


if __name__ == "__main__":
    unittest.main()
