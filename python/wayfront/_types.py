"""Types that several modules name."""

from __future__ import annotations

import dataclasses
import html
import math
import os
import typing

import numpy

Id = typing.Hashable
"""What names a vertex: an index, an id of a file, a node of NetworkX."""

FilePath = typing.Union[str, "os.PathLike[str]"]
Options = typing.Mapping[str, typing.Any]
Progress = typing.Callable[[int, int], object]
Run = typing.Union[str, tuple[str, Options], tuple[str, Options, str]]


def unreached(dtype: typing.Any) -> float:
    """The distance of a vertex that is not reached: infinity, or the largest number of an integer type.

    >>> unreached("int32"), unreached("float64")
    (2147483647, inf)
    """
    of = numpy.dtype(dtype)
    return math.inf if of.kind == "f" else int(numpy.iinfo(of).max)


def html_table(rows: typing.Mapping[str, typing.Any]) -> str:
    """For notebooks, a line for each."""
    cells = (f"<tr><th>{name}</th><td>{html.escape(str(it))}</td></tr>" for name, it in rows.items())
    return f"<table>{''.join(cells)}</table>"


@dataclasses.dataclass(frozen=True)
class Path:
    """A path, or a cycle, whose first vertex is the last one, too."""

    vertices: list[Id]
    """One more than there are arcs."""
    arcs: list[int]
    """Indices into `Graph.targets` and `Graph.weights`."""
    weights: list[float]
    """Of each arc; integers where the graph has integers."""
    length: float
    """The sum of the weights; an integer where the graph has integers."""

    def __len__(self) -> int:
        """The number of arcs."""
        return len(self.arcs)


@dataclasses.dataclass(frozen=True)
class MeanCycle:
    """A cycle whose arcs have the smallest mean weight."""

    cycle: Path
    mean: float
    bound: float
    """No cycle has a smaller mean, which is proved: `mean` itself for integers, less by rounding for floats."""
