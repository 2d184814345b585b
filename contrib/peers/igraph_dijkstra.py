#!/usr/bin/python3
"""Dijkstra of igraph's C library, called from Python."""
import json, sys, time
try:
    import igraph, numpy
except ImportError:
    sys.exit(print("skip igraph is missing: sudo apt-get install python3-igraph python3-numpy, or pip install igraph"))
folder = sys.argv[1]
about = json.load(open(folder + "/graph.json"))
if about["min_weight"] < 0:
    sys.exit(print("skip the graph has negative weights, which Dijkstra does not take"))
offsets, targets, weights = (numpy.load(f"{folder}/{name}.npy") for name in ("offsets", "targets", "weights"))
sources = numpy.repeat(numpy.arange(about["vertices"]), numpy.diff(offsets))
arcs = numpy.stack((sources, targets), axis=1)
graph = igraph.Graph(about["vertices"], arcs.tolist(), directed=True, edge_attrs={"weight": weights.tolist()})
distances = numpy.load(folder + "/distances.npy", mmap_mode="r+")
print("ready igraph", igraph.__version__, flush=True)
while (line := sys.stdin.readline().split()) and line[0] == "solve":
    start = time.perf_counter()
    found = graph.distances(int(line[1]), weights="weight", mode="out")
    seconds = time.perf_counter() - start
    distances[:] = found[0]
    print("done", seconds, flush=True)
