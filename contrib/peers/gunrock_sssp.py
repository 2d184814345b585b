#!/usr/bin/python3
"""Gunrock's SSSP on a GPU, by its Python bindings: float32."""
import json, sys
try:
    import gunrock, numpy, scipy.io, scipy.sparse, torch
except ImportError:
    url = "git+https://github.com/gunrock/gunrock.git#subdirectory=python"
    sys.exit(print("skip Gunrock is missing: pip install torch scipy", url))
folder = sys.argv[1]
about = json.load(open(folder + "/graph.json"))
if about["min_weight"] < 0:
    sys.exit(print("skip the graph has negative weights, which this SSSP does not take"))
offsets, targets, weights = (numpy.load(f"{folder}/{name}.npy") for name in ("offsets", "targets", "weights"))
scipy.io.mmwrite(folder + "/graph.mtx", scipy.sparse.csr_matrix((weights, targets, offsets)), symmetry="general")
properties, arcs = gunrock.matrix_market_t().load(folder + "/graph.mtx")
(csr := gunrock.csr_t()).from_coo(arcs)
graph, context = gunrock.build_graph(properties, csr), gunrock.multi_context_t(0)
found, before = (torch.empty(about["vertices"], dtype=it, device="cuda:0") for it in (torch.float32, torch.int32))
distances = numpy.load(folder + "/distances.npy", mmap_mode="r+")
print("ready Gunrock", flush=True)
while (line := sys.stdin.readline().split()) and line[0] == "solve":
    milliseconds = gunrock.sssp(graph, int(line[1]), found, before, context)
    values = found.cpu().numpy()
    distances[:] = numpy.where(values < 3e38, values, numpy.inf)
    print("done", milliseconds / 1000, flush=True)
