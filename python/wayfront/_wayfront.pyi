"""The extension: the classes of the C++ library, in indices. The package is made of them."""

import os
from typing import Any, Callable, Optional, Sequence, Union

import numpy

_File = Union[str, os.PathLike[str]]
_Path = tuple[list[int], list[int], float]
_Progress = Optional[Callable[[int, int], object]]
_Question = dict[str, Any]

def version() -> str: ...
def keywords() -> _Question: ...

class Graph:
    vertices: int
    arcs: int
    name: str
    directed: bool
    digest: str
    notes: list[str]
    dtype: numpy.dtype
    offsets: numpy.ndarray
    targets: numpy.ndarray
    weights: numpy.ndarray
    has_names: bool
    coordinates: Optional[numpy.ndarray]
    is_geographic: bool
    def vertex(self, id: Union[int, str], /) -> int: ...
    def id(self, vertex: int, /) -> str: ...
    def ids(self) -> Union[numpy.ndarray, list[str]]: ...
    def with_coordinates(self, places: numpy.ndarray, geographic: bool, /) -> Graph: ...
    def parallel_arc(self) -> Optional[tuple[int, int]]: ...
    def reversed(self) -> Graph: ...
    def is_unchanged(self) -> bool: ...

class Result:
    sources: numpy.ndarray
    rows: int
    dtype: numpy.dtype
    nearest: numpy.ndarray
    negative_cycle: Optional[_Path]
    certified: bool
    work: dict[str, int]
    seconds: float
    certify_seconds: float
    def distances(self) -> numpy.ndarray: ...
    def device(self) -> tuple[int, int]: ...
    def dlpack(self, matrix: bool, versioned: bool, /) -> object: ...
    def predecessors(self, row: int, /) -> numpy.ndarray: ...
    def path(self, target: int, row: int, /) -> Optional[_Path]: ...

class Solver:
    plugin: str
    notes: list[str]
    def solve(self, source: int, question: _Question, /) -> Result: ...
    def solve_all(self, sources: numpy.ndarray, nearest: bool, question: _Question, /) -> Result: ...

class Comparison:
    def rows(self) -> list[dict[str, Any]]: ...
    def runs(self) -> list[dict[str, Any]]: ...
    def report(self, format: str, /) -> str: ...

class Library:
    def __init__(self, plugins: Sequence[_File], threads: int, cache: bool, cache_directory: _File, /) -> None: ...
    def load(
        self,
        file: _File,
        loader: str,
        options: dict[str, Any],
        weights: Optional[numpy.dtype],
        missing_weights: str,
        steps: Sequence[str],
        coordinates: _File,
        /,
    ) -> Graph: ...
    def adopt(self, offsets: numpy.ndarray, targets: numpy.ndarray, weights: numpy.ndarray, /) -> Graph: ...
    def build(
        self, vertices: int, sources: numpy.ndarray, targets: numpy.ndarray, weights: numpy.ndarray, directed: bool, /
    ) -> Graph: ...
    def generate(self, options: dict[str, Any], weights: Optional[numpy.dtype], /) -> Graph: ...
    def save(
        self, graph: Graph, file: _File, format: str, options: dict[str, Any], renumber: bool, replace: bool, /
    ) -> None: ...
    def figures(self, graph: Graph, /) -> dict[str, Any]: ...
    def solver(
        self, graph: Graph, plugin: str, options: dict[str, Any], threads: int, parallel: int, isolated: bool, /
    ) -> Solver: ...
    def plugins(self) -> list[dict[str, Any]]: ...
    def describe(self, plugin: str, /) -> dict[str, Any]: ...
    def compare(
        self,
        graph: Graph,
        runs: Sequence[tuple[str, dict[str, Any], str]],
        sources: numpy.ndarray,
        random_sources: int,
        repeats: int,
        warmups: int,
        seed: int,
        timeout: float,
        progress: _Progress,
        /,
    ) -> Comparison: ...
    def run(self, pipeline: _File, overrides: Sequence[str], progress: _Progress, /) -> Comparison: ...
