#!/usr/bin/env python3
"""How fast the module is: against SciPy and NetworkX on one graph, and what a call costs on a small one.

usage: speed.py GRAPH [--pairs 10] [--networkx 3]

One thread. Contenders take turns. A ratio is the median over the turns of the first contender's time and another's,
with the range in which half of these ratios are; a time is the best one. Every answer is compared with the first
contender's in every entry. GRAPH is any file that Wayfront reads, such as the road network of New York of the 9th
DIMACS challenge; of parallel arcs, which a matrix cannot have, the lightest is taken.
"""

import argparse
import os
import time

import networkx
import numpy
import scipy.sparse
import scipy.sparse.csgraph

import wayfront

LIBRARY = wayfront.Library(threads=1)


def compare(contenders, rounds):
    """Prints the best time of each, its ratio to the first one's, and whether its answer is the first one's."""
    times, answers = {name: [] for name in contenders}, {}
    for _ in range(rounds):
        for name, call in contenders.items():
            start = time.perf_counter()
            answers[name] = call()
            times[name].append(time.perf_counter() - start)
    baseline = next(iter(times))
    for name, taken in times.items():
        answer = answers[name]
        same = numpy.array_equal(numpy.where(answer == wayfront.unreached(answer.dtype), numpy.inf, answer), answers[baseline])
        low, median, high = numpy.percentile(numpy.divide(times[baseline], taken), [25, 50, 75])
        verdict = "equal" if same else "DIFFERENT"
        print(f"  {name:36} {1000 * min(taken):9.2f} ms  {median:6.2f} x ({low:.2f} .. {high:.2f})  {verdict}")


def against_others(path, pairs, slow_pairs):
    graph = LIBRARY.load(path, steps=['merge_parallel = "min"'])
    print(f"{os.path.basename(path)}: {len(graph)} vertices, {graph.arcs} arcs; load {os.getloadavg()[0]:.1f}")
    for dtype in (graph.dtype.name, "float64"):
        matrix = matrix_of(graph, dtype)
        kept = LIBRARY.from_scipy(matrix).solver()
        contenders = {
            "scipy.sparse.csgraph.dijkstra": lambda: scipy.sparse.csgraph.dijkstra(matrix, indices=0),
            "solve, certified": lambda: LIBRARY.solve(matrix, 0).distances,
            "solve, not certified": lambda: LIBRARY.solve(matrix, 0, certify=False).distances,
            "Solver.solve, certified": lambda: kept.solve(0).distances,
            "Solver.solve, not certified": lambda: kept.solve(0, certify=False).distances,
        }
        print(f" weights of {dtype}, the same matrix for all")
        compare(contenders, pairs)
    if slow_pairs:
        theirs = networkx.from_scipy_sparse_array(matrix_of(graph), create_using=networkx.DiGraph)

        def by_networkx():
            lengths = networkx.single_source_dijkstra_path_length(theirs, 0)
            return numpy.array([lengths.get(v, numpy.inf) for v in range(len(graph))])

        matrix = matrix_of(graph)
        print(f" weights of {graph.dtype}")
        compare({"networkx": by_networkx, "solve, certified": lambda: LIBRARY.solve(matrix, 0).distances}, slow_pairs)


def matrix_of(graph, dtype=None):
    """For SciPy, whose indices have a sign."""
    arrays = graph.weights.astype(dtype or graph.dtype), graph.targets.astype("int32"), graph.offsets.astype("int32")
    return scipy.sparse.csr_matrix(arrays, shape=(len(graph), len(graph)))


def small_calls():
    """1,000 vertices and 4,000 arcs: what a call takes, and how much of that is not the plugin's."""
    random = numpy.random.default_rng(1)
    ends = random.integers(0, 1000, (2, 4000))
    matrix = scipy.sparse.coo_matrix((random.integers(1, 100, 4000), ends), shape=(1000, 1000)).tocsr()
    graph = LIBRARY.from_scipy(matrix)
    solver = graph.solver()
    reached = int(solver.solve(0).reached.sum())
    print(f"1000 vertices, {reached} reached; microseconds of a call, and of it outside the plugin")
    calls = {
        "Solver.solve, not certified": lambda: solver.solve(0, certify=False),
        "Solver.solve, certified": lambda: solver.solve(0),
        "solve, not certified": lambda: LIBRARY.solve(matrix, 0, certify=False),
        "solve, certified": lambda: LIBRARY.solve(matrix, 0),
    }
    best = {name: (float("inf"), 0.0) for name in calls}
    for _ in range(3000):
        for name, call in calls.items():
            start = time.perf_counter()
            result = call()
            result.distances
            taken = time.perf_counter() - start
            best[name] = min(best[name], (taken, taken - result.seconds))
    for name, (taken, outside) in best.items():
        print(f"  {name:36} {1e6 * taken:9.1f}  {1e6 * outside:9.1f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("graph")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--networkx", type=int, default=3)
    arguments = parser.parse_args()
    small_calls()
    against_others(arguments.graph, arguments.pairs, arguments.networkx)


main()
