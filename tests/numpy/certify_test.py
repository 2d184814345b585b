#!/usr/bin/env python3
"""Answers that NumPy and SciPy write, as `wayfront certify` reads them: distances and predecessors of SciPy on random
graphs, arrays of several types, and files that are not answers.

usage: certify_test.py WAYFRONT
Exit code 77: skipped, there is no NumPy or no SciPy.
"""

from program import Folder, need

numpy, scipy, _, csgraph = need("numpy", "numpy", "scipy", "scipy.sparse", "scipy.sparse.csgraph")

VERTICES = 400
SOURCES = [0, 17, 399]


class Answers(Folder):
    def expect(self, code, words, *arguments):
        super().expect(code, words, "certify", "graph.gr", *arguments)

    def expect_of(self, code, words, array, *arguments):
        numpy.save(self.at("a.npy"), array)
        self.expect(code, words, "a.npy", *arguments)


def graph(folder, random, whole):
    """A random graph as a file, whose ids begin with 1, and as SciPy's."""
    count = 4 * VERTICES
    ends = {(int(u), int(v)) for u, v in random.integers(0, VERTICES - 20, (count, 2)) if u != v}
    ends |= {(v, v + 1) for v in range(0, 100)}
    arcs = sorted(ends)
    weights = random.integers(1, 1000, len(arcs)) if whole else random.random(len(arcs)) + 0.001
    lines = [f"a {u + 1} {v + 1} {weight!r}\n" for (u, v), weight in zip(arcs, weights.tolist())]
    folder.write("graph.gr", [f"p sp {VERTICES} {len(arcs)}\n", *lines])
    tails, heads = zip(*arcs)
    return scipy.sparse.csr_matrix((weights.astype(float), (tails, heads)), (VERTICES, VERTICES))


def check_scipy(folder, random, whole):
    matrix = graph(folder, random, whole)
    ids = ",".join(str(v + 1) for v in SOURCES)
    for method in ("dijkstra", "bellman_ford", "johnson"):
        distances, trees = getattr(csgraph, method)(matrix, indices=SOURCES, return_predecessors=True)
        assert numpy.isinf(distances).any()
        numpy.save(folder.at("d.npy"), distances)
        trees = numpy.where(trees >= 0, trees + 1, -1)  # as ids
        trees[range(3), SOURCES] = [source + 1 for source in SOURCES]
        numpy.save(folder.at("p.npy"), trees)
        folder.expect(0, "proved", "d.npy", "--from", ids)
        folder.expect(0, "proved", "--predecessors", "p.npy", "--from", ids)
        folder.expect(0, "distances and predecessors", "d.npy", "--predecessors", "p.npy", "--from", ids)
        folder.expect(1, "refuted", "d.npy", "--from", "18,1,400")
        for _ in range(20):
            wrong = distances.copy()
            row, vertex = random.integers(0, 3), random.integers(0, VERTICES)
            close = numpy.isfinite(wrong[row, vertex]) and random.random() < 0.5
            wrong[row, vertex] = numpy.nextafter(wrong[row, vertex], 0) if close else random.integers(1, 9)
            if (wrong == distances).all():
                continue
            folder.expect_of(1, "refuted", wrong, "--from", ids)
    # another order of additions, less precision
    rounded = distances * (1 + 1e-12)
    folder.expect_of(1, "smallest tolerance that accepts it: ", rounded, "--from", ids)
    folder.expect_of(0, "proved within 1e-11", rounded, "--from", ids, "--tolerance", "1e-11")
    folder.expect_of(0, "proved", distances.astype(numpy.float32), "--from", ids, "--tolerance", "1e-7")
    reached = numpy.isfinite(distances)
    sparse = scipy.sparse.csr_matrix((distances[reached], numpy.nonzero(reached)), distances.shape)
    assert sparse.nnz == reached.sum()  # the zeros, too
    for compressed in (True, False):
        scipy.sparse.save_npz(folder.at("s.npz"), sparse, compressed)
        folder.expect(0, "proved", "s.npz", "--from", ids)
    scipy.sparse.save_npz(folder.at("s.npz"), sparse.tocsc())
    folder.expect(3, "tocsr()", "s.npz", "--from", ids)
    if whole:
        check_types(folder, distances[0])


def check_types(folder, distances):
    def expect(code, words, array):
        folder.expect_of(code, words, array, "--from", "1")

    def typed(name, unreached):
        array = numpy.where(numpy.isinf(distances), 0, distances).astype(name)
        array[numpy.isinf(distances)] = unreached
        return array

    for size in "48":
        for order in "<>":
            expect(0, "proved", typed(f"{order}i{size}", numpy.iinfo(f"i{size}").max))
            expect(0, "proved", typed(f"{order}f{size}", numpy.inf))
    expect(0, "proved", numpy.asfortranarray(distances.reshape(1, -1)))
    expect(3, "type '<f2'", distances.astype("f2"))
    expect(3, "type '<c16'", distances.astype(complex))
    expect(3, "type '|b1'", distances.astype(bool))
    expect(3, "type '<f16'", distances.astype(numpy.longdouble))
    expect(3, "other fields", numpy.zeros(VERTICES, [("a", "<i4"), ("b", "<i4")]))
    expect(3, "Python objects", numpy.array(distances.tolist(), object))
    expect(3, "entries per row", distances[1:])
    expect(3, "dimensions", distances.reshape(1, 1, -1))
    expect(1, "nan, which is not a distance", numpy.where(numpy.isinf(distances), numpy.nan, distances))
    expect(1, "-inf", numpy.where(numpy.isinf(distances), -numpy.inf, distances))
    numpy.savez(folder.at("t.npz"), distances=distances)
    folder.expect(3, "not a sparse matrix", "t.npz", "--from", "1")
    sparse = scipy.sparse.csr_matrix(numpy.where(numpy.isinf(distances), 0, distances).reshape(1, -1))
    scipy.sparse.save_npz(folder.at("t.npz"), sparse)
    with open(folder.at("t.npz"), "rb") as file:
        content = bytearray(file.read())
    for end in range(1, len(content), len(content) // 20):
        with open(folder.at("cut.npz"), "wb") as file:
            file.write(content[:end])
        folder.expect(3, "cut.npz", "cut.npz", "--from", "1")


luck = numpy.random.default_rng(5)
for integers in (True, False):
    with Answers() as scratch:
        check_scipy(scratch, luck, integers)
    print(f"{'integer' if integers else 'float'} weights: right")
