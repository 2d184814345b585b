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
about = json.load(open(folder + "/graph.json"))
if about["min_weight"] < 0:
    sys.exit(print("skip the graph has negative weights, which Dijkstra does not take"))
offsets, targets, weights = (numpy.load(f"{folder}/{name}.npy") for name in ("offsets", "targets", "weights"))
graph = csr_matrix((weights.astype("float64"), targets, offsets), shape=2 * (about["vertices"],))
distances = numpy.load(folder + "/distances.npy", mmap_mode="r+")
print("ready SciPy", scipy.__version__, flush=True)
while (line := sys.stdin.readline().split()) and line[0] == "solve":
    start = time.perf_counter()
    found = dijkstra(graph, indices=int(line[1]))
    seconds = time.perf_counter() - start
    distances[:] = found
    print("done", seconds, flush=True)
