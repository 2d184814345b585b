#!/usr/bin/python3
"""Dijkstra of graph-tool, which is Boost.Graph's, called from Python."""
import json, sys, time
try:
    import graph_tool, graph_tool.topology, numpy
except ImportError:
    sys.exit(print("skip graph-tool is missing: sudo apt-get install python3-graph-tool"))
folder = sys.argv[1]
about = json.load(open(folder + "/graph.json"))
if about["min_weight"] < 0:
    sys.exit(print("skip the graph has negative weights, which Dijkstra does not take"))
offsets, targets, weights = (numpy.load(f"{folder}/{name}.npy") for name in ("offsets", "targets", "weights"))
sources = numpy.repeat(numpy.arange(about["vertices"]), numpy.diff(offsets))
graph = graph_tool.Graph(directed=True)
graph.add_vertex(about["vertices"])
graph.add_edge_list(numpy.stack((sources, targets), axis=1))
lengths = graph.new_edge_property("double", vals=weights)
distances = numpy.load(folder + "/distances.npy", mmap_mode="r+")
print("ready graph-tool", graph_tool.__version__, flush=True)
while (line := sys.stdin.readline().split()) and line[0] == "solve":
    start = time.perf_counter()
    found = graph_tool.topology.shortest_distance(graph, source=int(line[1]), weights=lengths, dense=False)
    seconds = time.perf_counter() - start
    distances[:] = found.a
    print("done", seconds, flush=True)
