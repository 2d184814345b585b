#!/usr/bin/python3
"""cuGraph's SSSP on a CUDA GPU."""
import json, sys, time
try:
    import cudf, cugraph, numpy
except ImportError:
    sys.exit(print("skip cuGraph is missing: pip install --extra-index-url=https://pypi.nvidia.com cugraph-cu12"))
folder = sys.argv[1]
about = json.load(open(folder + "/graph.json"))
if about["min_weight"] < 0:
    sys.exit(print("skip the graph has negative weights, which this SSSP does not take"))
offsets, targets, weights = (numpy.load(f"{folder}/{name}.npy") for name in ("offsets", "targets", "weights"))
graph = cugraph.Graph(directed=True)
graph.from_cudf_adjlist(*(cudf.Series(it) for it in (offsets, targets, weights.astype("float64"))))
distances = numpy.load(folder + "/distances.npy", mmap_mode="r+")
print("ready cuGraph", cugraph.__version__, flush=True)
while (line := sys.stdin.readline().split()) and line[0] == "solve":
    start = time.perf_counter()
    found = cugraph.sssp(graph, source=int(line[1]))
    seconds = time.perf_counter() - start
    values = found["distance"].to_numpy()
    distances[:] = numpy.inf
    distances[found["vertex"].to_numpy()] = numpy.where(values < 1e300, values, numpy.inf)
    print("done", seconds, flush=True)
