#!/usr/bin/python3
"""NetworkX's Dijkstra, in pure Python."""
import json, sys, time
try:
    import networkx, numpy
except ImportError:
    sys.exit(print("skip NetworkX is missing: sudo apt-get install python3-networkx, or pip install networkx numpy"))
folder = sys.argv[1]
about = json.load(open(folder + "/graph.json"))
if about["min_weight"] < 0:
    sys.exit(print("skip the graph has negative weights, which Dijkstra does not take"))
offsets, targets, weights = (numpy.load(f"{folder}/{name}.npy") for name in ("offsets", "targets", "weights"))
sources = numpy.repeat(numpy.arange(about["vertices"]), numpy.diff(offsets))
order = numpy.argsort(-weights, kind="stable")  # of parallel arcs the last one stays: the lightest
graph = networkx.empty_graph(about["vertices"], networkx.DiGraph)
graph.add_weighted_edges_from(zip(sources[order].tolist(), targets[order].tolist(), weights[order].tolist()))
distances = numpy.load(folder + "/distances.npy", mmap_mode="r+")
print("ready NetworkX", networkx.__version__, flush=True)
while (line := sys.stdin.readline().split()) and line[0] == "solve":
    start = time.perf_counter()
    found = networkx.single_source_dijkstra_path_length(graph, int(line[1]))
    seconds = time.perf_counter() - start
    distances[:] = numpy.inf
    distances[list(found.keys())] = list(found.values())
    print("done", seconds, flush=True)
