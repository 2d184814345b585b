#!/usr/bin/python3
"""SciPy's Dijkstra."""
import json, sys, time
try:
    import numpy, scipy
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import dijkstra
except ImportError:
    sys.exit(print("skip SciPy is missing: sudo apt-get install python3-scipy, or pip install scipy"))
folder = sys.argv[1]
graph = json.load(open(folder + "/graph.json"))
if graph["min_weight"] < 0:
    sys.exit(print("skip negative weights"))
offsets, targets, weights = (numpy.load(f"{folder}/{name}.npy") for name in ("offsets", "targets", "weights"))
matrix = csr_matrix((weights.astype("float64"), targets, offsets), shape=(graph["vertices"], graph["vertices"]))
distances = numpy.load(folder + "/distances.npy", mmap_mode="r+")
print("ready SciPy", scipy.__version__, flush=True)
for line in sys.stdin:
    if line.split()[0] != "solve":
        break
    start = time.perf_counter()
    found = dijkstra(matrix, indices=int(line.split()[1]))
    seconds = time.perf_counter() - start
    distances[:] = found
    print("done", seconds, flush=True)
