#!/usr/bin/env python3
"""Reads what Wayfront wrote for NumPy: distances and predecessors of `wayfront run` as .npy, compared with its text
files, and matrices of `wayfront matrix` as .npy and .npz, compared with each other and with `wayfront solve`. Where there
is SciPy, it reads the sparse ones.

usage: answers_test.py WAYFRONT
Exit code 77: skipped, there is no NumPy.
"""

from program import Folder, need

[numpy] = need("numpy", "numpy")

PIPELINE = """
[graph]
path = "{graph}"
weights = "{weights}"
[problem]
sources = [{source}]
[measure]
repeats = 1
warmups = 0
[[run]]
plugin = "dijkstra"
"""

GRAPHS = {  # and the source
    "counted.gr": ("p sp 5 5\na 1 2 3\na 2 3 4\na 1 3 9\na 3 1 1\na 5 1 1\n", "1"),
    "gaps.txt": ("10 70 3\n70 4294967300 4\n10 4294967300 9\n8 8 1\n", "10"),
    "names.csv": ("source,target,weight\nRome,Pisa,3\nPisa,Siena,4\nBari,Rome,1\n", '"Rome"'),
}
UNREACHED = {"int32": 2147483647, "float32": numpy.inf}
DISTANCES = {"int32": "<i4", "float32": "<f4"}


def answers(folder, graph, weights, ending):
    """Runs the pipeline; the paths of distances and predecessors."""
    content, source = GRAPHS[graph]
    folder.write(graph, content)
    folder.write("p.toml", PIPELINE.format(graph=graph, weights=weights, source=source))
    paths = [f"distances{ending}", f"predecessors{ending}"]
    folder.run("run", "p.toml", "-q", "--distances", paths[0], "--predecessors", paths[1])
    return [folder.at(path) for path in paths]


def rows(path):
    """[(id, value)] of a text file, in its order."""
    with open(path, encoding="ascii") as file:
        return [tuple(line.split()) for line in file]


def text(value):
    return value.decode("ascii") if isinstance(value, bytes) else str(value)


def check_pairs(array, expected, name, no_value):
    """`array` has the rows of the text file `expected`: values alone, or pairs where the ids are not counted up."""
    assert len(array) == len(expected), (array, expected)
    for entry, (vertex, value) in zip(array, expected):
        if array.dtype.names:
            assert array.dtype.names == ("id", name), array.dtype
            assert text(entry["id"]) == vertex, (entry, vertex)
            entry = entry[name]
        if value == no_value[0]:
            assert entry == no_value[1], (vertex, entry)
        elif isinstance(entry, bytes):
            assert text(entry) == value, (vertex, entry, value)
        else:
            assert entry == float(value), (vertex, entry, value)


def check(folder, graph, weights):
    in_text = answers(folder, graph, weights, ".txt")
    distances, predecessors = (numpy.load(path) for path in answers(folder, graph, weights, ".npy"))
    check_pairs(distances, rows(in_text[0]), "distance", ("inf", UNREACHED[weights]))
    named = graph == "names.csv"
    check_pairs(predecessors, rows(in_text[1]), "predecessor", ("-1", b"" if named else -1))
    counted = graph == "counted.gr"
    value = distances.dtype if counted else distances.dtype["distance"]
    assert value == numpy.dtype(DISTANCES[weights]), distances.dtype
    tree = predecessors.dtype if counted else predecessors.dtype["predecessor"]
    assert tree == numpy.dtype("S5" if named else "<i8"), predecessors.dtype
    assert distances.shape == predecessors.shape and distances.ndim == 1


def matrix(folder, name, weights, *arguments):
    """The path of a matrix of three sources of counted.gr."""
    folder.run("matrix", "counted.gr", "--from", "5,1,3", "--weights", weights, "-o", name, *arguments)
    return folder.at(name)


def dense(sparse, unreached):
    """All entries of a sparse matrix, from the members of its file."""
    rows, columns = sparse["shape"]
    assert sparse["format"] == b"csr" and sparse["indices"].dtype == sparse["indptr"].dtype == numpy.int32
    entries = numpy.full((rows, columns), unreached, sparse["data"].dtype)
    for i in range(rows):
        of_row = slice(*sparse["indptr"][i:i + 2])
        entries[i, sparse["indices"][of_row]] = sparse["data"][of_row]
    return entries


def check_matrices(folder, weights):
    folder.write("counted.gr", GRAPHS["counted.gr"][0])
    whole = numpy.load(matrix(folder, "D.npy", weights))
    assert whole.dtype == numpy.dtype(DISTANCES[weights]) and whole.shape == (3, 5), whole
    lines = folder.run("solve", "counted.gr", "--from", "5,1,3", "--weights", weights, "-o", "-").split()
    expected = [UNREACHED[weights] if word == "inf" else float(word) for word in lines[2::3]]
    assert whole.ravel().tolist() == expected, (whole, expected)
    limited = numpy.where(whole <= 4, whole, UNREACHED[weights])
    path = matrix(folder, "D.npz", weights, "--limit", "4", "--batch", "2")
    with numpy.load(path) as sparse:
        assert (dense(sparse, UNREACHED[weights]) == limited).all(), sparse
        stored = sparse["data"].size
    assert (numpy.load(matrix(folder, "L.npy", weights, "--limit", "4")) == limited).all()
    of_targets = numpy.load(matrix(folder, "T.npy", weights, "--to", "3,1"))
    assert (of_targets == whole[:, [2, 0]]).all(), of_targets
    try:
        import scipy.sparse
    except ImportError:
        return
    read = scipy.sparse.load_npz(path)
    assert read.nnz == stored and (read.toarray() == numpy.where(limited == UNREACHED[weights], 0, limited)).all()


for of_type in DISTANCES:
    with Folder() as scratch:
        check_matrices(scratch, of_type)
    print(f"matrices, {of_type}: right")
    for file_name in GRAPHS:
        with Folder() as scratch:
            check(scratch, file_name, of_type)
        print(f"{file_name}, {of_type}: right")
