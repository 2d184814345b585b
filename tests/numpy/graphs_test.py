#!/usr/bin/env python3
"""Graphs that NumPy and SciPy write, as `wayfront info` reads them, and graphs that `wayfront convert` writes, as they
read them: sparse matrices (.npz) and arrays of arcs (.npy). Held to the same graph as an edge list.

usage: graphs_test.py WAYFRONT
Exit code 77: skipped, there is no NumPy or no SciPy.
"""

import os

from program import Folder, need

numpy, scipy, _ = need("numpy", "numpy", "scipy", "scipy.sparse")

VERTICES = 60
TYPES = {"int32": numpy.int32, "int64": numpy.int64, "float32": numpy.float32, "float64": numpy.float64}


def arcs(random, kind):
    """Every vertex has arcs; there are parallel ones, loops and, of floats, fractions."""
    tails = numpy.concatenate([numpy.arange(VERTICES), random.integers(0, VERTICES, 3 * VERTICES)])
    heads = numpy.concatenate([(numpy.arange(VERTICES) + 1) % VERTICES, random.integers(0, VERTICES, 3 * VERTICES)])
    weights = random.integers(-50, 1000, len(tails)).astype(TYPES[kind])
    if kind.startswith("float"):
        weights = weights / TYPES[kind](8) + TYPES[kind](0.1)
    if kind == "int64":
        weights = weights * (1 << 40)
    order = numpy.lexsort((heads, tails))  # rows, so that all forms have the order of the matrix
    return tails[order], heads[order], weights[order]


def check_matrices(folder, kind, tails, heads, weights):
    wanted = folder.digest("graph.el", "--weights", kind)
    shape = (VERTICES, VERTICES)
    by_rows = scipy.sparse.coo_matrix((weights, (tails, heads)), shape)
    starts = numpy.concatenate([[0], numpy.cumsum(numpy.bincount(tails, minlength=VERTICES))])
    rows = scipy.sparse.csr_matrix((weights, heads.astype(numpy.int32), starts.astype(numpy.int32)), shape)
    wide = scipy.sparse.csr_matrix((weights, heads, starts), shape)
    wide.indices, wide.indptr = heads.astype(numpy.int64), starts.astype(numpy.int64)
    for matrix in (by_rows, rows, wide):
        for compressed in (False, True):
            scipy.sparse.save_npz(folder.at("m.npz"), matrix, compressed)
            assert folder.digest("m.npz", "--weights", kind) == wanted, (kind, matrix.format, compressed)
    columns = scipy.sparse.csc_matrix((weights, heads.astype(numpy.int32), starts.astype(numpy.int32)), shape)
    scipy.sparse.save_npz(folder.at("t.npz"), columns)  # the transpose of the rows
    assert (folder.digest("t.npz", "--weights", kind, "--step", "transpose", "--step", "merge_parallel")
            == folder.digest("graph.el", "--weights", kind, "--step", "merge_parallel")), kind


def check_written(folder, kind, tails, heads, weights):
    folder.run("convert", "graph.el", "w.npz", "--weights", kind, "--force")
    matrix = scipy.sparse.load_npz(folder.at("w.npz"))
    assert matrix.format == "csr" and matrix.dtype == TYPES[kind] and matrix.indices.dtype == numpy.int32
    assert numpy.array_equal(matrix.tocoo().row, tails) and numpy.array_equal(matrix.indices, heads)
    assert numpy.array_equal(matrix.data, weights)
    scipy.sparse.save_npz(folder.at("again.npz"), matrix)
    assert folder.digest("again.npz", "--weights", kind) == folder.digest("graph.el", "--weights", kind)
    folder.run("convert", "graph.el", "w.npy", "--weights", kind, "--force")
    array = numpy.load(folder.at("w.npy"))
    assert array.shape == (len(tails), 3) and array.dtype == ("<f8" if kind.startswith("float") else "<i8")
    assert numpy.array_equal(array[:, 0], tails) and numpy.array_equal(array[:, 1], heads)
    assert numpy.array_equal(array[:, 2].astype(TYPES[kind]), weights)
    assert folder.digest("w.npy", "--weights", kind) == folder.digest("graph.el", "--weights", kind)


def check_arrays(folder, kind, tails, heads, weights):
    wanted = folder.digest("graph.el", "--weights", kind)
    table = numpy.column_stack((tails, heads, weights))
    for array in (table, numpy.asfortranarray(table), table.astype(table.dtype.newbyteorder(">"))):
        numpy.save(folder.at("a.npy"), array)
        assert folder.digest("a.npy", "--weights", kind) == wanted, (kind, array.dtype, array.flags)


def check_types(folder):
    """Whole weights of every type are one graph; NumPy's own choice of the type does not matter."""
    heads = numpy.array([1, 2, 3, 0])
    digests = set()
    for kind in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8", ">i4", ">u8", ">f4", ">f8"):
        matrix = scipy.sparse.csr_matrix((numpy.array([5, 6, 7, 8]).astype(kind), heads, numpy.arange(5)), (4, 4))
        scipy.sparse.save_npz(folder.at("k.npz"), matrix)
        digests.add(folder.digest("k.npz"))
        numpy.save(folder.at("k.npy"), numpy.array([[0, 1, 5], [1, 2, 6], [2, 3, 7], [3, 0, 8]]).astype(kind))
        digests.add(folder.digest("k.npy"))
    assert len(digests) == 1, digests
    pattern = scipy.sparse.csr_matrix((numpy.ones(4, bool), heads, numpy.arange(5)), (4, 4))
    scipy.sparse.save_npz(folder.at("b.npz"), pattern)
    assert folder.info("b.npz")["weights"] is None
    folder.run("convert", "b.npz", "b2.npz")
    assert scipy.sparse.load_npz(folder.at("b2.npz")).dtype == bool
    for array in (numpy.array([[0, 1], [1, 2]]), numpy.array([[0, 1], [1, 2]], dtype=">u2").T.copy().T):
        numpy.save(folder.at("two.npy"), array)
        assert folder.info("two.npy")["edges"] == 2


def check_refused(folder):
    def refused(words, save, name, *content, **more):
        save(folder.at(name), *content, **more)
        folder.expect(3, words, "info", name)

    square = numpy.ones((4, 4))
    refused("like a dense matrix", numpy.save, "r.npy", square)
    refused("Python objects", numpy.save, "r.npy", numpy.array([[{}, 1]], dtype=object), allow_pickle=True)
    refused("several fields", numpy.save, "r.npy", numpy.zeros(3, dtype=[("u", "i4"), ("v", "i4")]))
    refused("edges.npy", numpy.savez, "r.npz", edges=square)
    refused("Python objects", numpy.savez, "r.npz", format=numpy.array("csr"), shape=numpy.array([1, 1], dtype=object),
            data=square)
    refused("tocsr()", scipy.sparse.save_npz, "r.npz", scipy.sparse.bsr_matrix(square))
    refused("2 rows and 4 columns", scipy.sparse.save_npz, "r.npz", scipy.sparse.csr_matrix(square[:2]))
    refused("entries of type '<c16'", scipy.sparse.save_npz, "r.npz", scipy.sparse.csr_matrix(square.astype(complex)))
    refused("vertices, but is only", scipy.sparse.save_npz, "bomb.npz", scipy.sparse.csr_matrix((1 << 21, 1 << 21)))
    assert os.path.getsize(folder.at("bomb.npz")) < 1 << 16


with Folder() as scratch:
    for number, of_kind in enumerate(TYPES):
        graph = arcs(numpy.random.default_rng(number), of_kind)
        scratch.write("graph.el", (f"{u} {v} {weight!r}\n" for u, v, weight in zip(*(it.tolist() for it in graph))))
        check_matrices(scratch, of_kind, *graph)
        check_written(scratch, of_kind, *graph)
        if of_kind != "float32":  # its table has float64
            check_arrays(scratch, of_kind, *graph)
    check_types(scratch)
    check_refused(scratch)
