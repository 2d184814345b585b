"""A search that takes minutes, for tests that end it."""

import numpy

import wayfront


def solver(vertices=200_000):
    """A solver and its source. It sweeps over all arcs of a long path, against their order: each sweep settles one
    vertex."""
    ends = numpy.arange(vertices, dtype="int32")
    graph = wayfront.from_edges(ends[1:], ends[:-1])
    return graph.solver("bellman-ford", {"representation": "edge_list"}), vertices - 1
