#!/usr/bin/env python3
"""How fast the module is: against SciPy and NetworkX on one graph, and what a call costs on a small one.

usage: speed.py GRAPH [--pairs 10] [--networkx 3] [--cpu]

One thread. Contenders take turns, and the best time of each counts; every answer is compared with SciPy's in every
entry. GRAPH is any file that Wayfront reads, such as the road network of New York of the 9th DIMACS challenge.
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
clock = time.perf_counter


def seconds(call):
    start = clock()
    answer = call()
    return clock() - start, answer


def take_turns(contenders, rounds):
    """The best time of each, and its answer."""
    best = {}
    for _ in range(rounds):
        for name, call in contenders.items():
            taken, answer = seconds(call)
            if name not in best or taken < best[name][0]:
                best[name] = (taken, answer)
    return best


def against_others(path, pairs, slow_pairs):
    graph = LIBRARY.load(path)
    print(f"{os.path.basename(path)}: {len(graph)} vertices, {graph.arcs} arcs; load {os.getloadavg()[0]:.1f}")
    for dtype in (graph.dtype.name, "float64"):
        matrix = matrix_of(graph, dtype)
        kept = prepared(matrix)
        contenders = {
            "scipy.sparse.csgraph.dijkstra": lambda: scipy.sparse.csgraph.dijkstra(matrix, indices=0),
            "solve, certified": lambda: prepared(matrix).solve(0).distances,
            "solve, not certified": lambda: prepared(matrix).solve(0, certify=False).distances,
            "Solver.solve, certified": lambda: kept.solve(0).distances,
            "Solver.solve, not certified": lambda: kept.solve(0, certify=False).distances,
        }
        print(f" weights of {dtype}, the same matrix for all")
        show(take_turns(contenders, pairs))
    if slow_pairs:
        theirs = networkx.from_scipy_sparse_array(matrix_of(graph), create_using=networkx.DiGraph)

        def by_networkx():
            lengths = networkx.single_source_dijkstra_path_length(theirs, 0)
            return numpy.array([lengths.get(v, numpy.inf) for v in range(len(graph))])

        matrix = matrix_of(graph)
        print(f" weights of {graph.dtype}")
        contenders = {"networkx": by_networkx, "solve, certified": lambda: prepared(matrix).solve(0).distances}
        show(take_turns(contenders, slow_pairs))


def matrix_of(graph, dtype=None):
    """For SciPy, whose indices have a sign."""
    arrays = graph.weights.astype(dtype or graph.dtype), graph.targets.astype("int32"), graph.offsets.astype("int32")
    return scipy.sparse.csr_matrix(arrays, shape=(len(graph), len(graph)))


def prepared(matrix):
    """From the matrix on, as solve(matrix, ...) does it. Parallel arcs count as in csgraph."""
    return LIBRARY.from_scipy(matrix, duplicates="arcs").solver()


def show(times):
    baseline, expected = next(iter(times.values()))
    for name, (taken, answer) in times.items():
        unreached = wayfront.unreached(answer.dtype)
        same = numpy.array_equal(numpy.where(answer == unreached, numpy.inf, answer), expected)
        print(f"  {name:36} {1000 * taken:9.2f} ms  {baseline / taken:6.1f} x  {'equal' if same else 'DIFFERENT'}")


def small_calls():
    """1,000 vertices and 4,000 arcs: what a call takes, and how much of that is not the plugin's."""
    random = numpy.random.default_rng(1)
    ends = random.integers(0, 1000, (2, 4000))
    graph = LIBRARY.from_edges(ends[0], ends[1], random.integers(1, 100, 4000), vertices=1000)
    matrix = matrix_of(graph)
    solver = graph.solver()
    reached = int(solver.solve(0).reached.sum())
    print(f"1000 vertices, {reached} reached; microseconds of a call, and of it outside the plugin")
    calls = {
        "Solver.solve, not certified": lambda: solver.solve(0, certify=False),
        "Solver.solve, certified": lambda: solver.solve(0),
        "solve, not certified": lambda: prepared(matrix).solve(0, certify=False),
        "solve, certified": lambda: prepared(matrix).solve(0),
    }
    best = {name: (float("inf"), 0.0) for name in calls}
    for _ in range(3000):
        for name, call in calls.items():
            start = clock()
            result = call()
            result.distances
            taken = clock() - start
            best[name] = min(best[name], (taken, taken - result.seconds))
    for name, (taken, outside) in best.items():
        print(f"  {name:36} {1e6 * taken:9.1f}  {1e6 * outside:9.1f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("graph")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--networkx", type=int, default=3)
    parser.add_argument("--cpu", action="store_true", help="processor time, for a machine that is not idle")
    arguments = parser.parse_args()
    global clock
    clock = time.process_time if arguments.cpu else time.perf_counter
    small_calls()
    against_others(arguments.graph, arguments.pairs, arguments.networkx)


main()
