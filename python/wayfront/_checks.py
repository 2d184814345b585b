"""Arguments that are numbers, names or functions: refused with a sentence of what they must be."""

from __future__ import annotations

import contextlib
import math
import operator
import sys
import time
import typing

import numpy

from ._errors import InputError, UsageError
from ._types import unreached


def whole(name: str, value: typing.Any, most: int = 2**32 - 1) -> int:
    """An integer in 0 .. most."""
    try:
        number = operator.index(value)
    except TypeError:
        raise UsageError(f"{name} is {value!r}; it must be an integer") from None
    if not 0 <= number <= most:
        raise UsageError(f"{name} is {number}; it must be in 0 .. {most}")
    return number


def real(name: str, value: typing.Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise UsageError(f"{name} is {value!r}; it must be a number that a float holds") from None


def like(name: str, value: typing.Any, other: typing.Any) -> typing.Any:
    """A value of the type that the other has; any value if that is None."""
    if isinstance(other, bool):
        return bool(value)
    if isinstance(other, int):
        return whole(name, value)
    return value if other is None else real(name, value)


def weight(arc: typing.Any, value: typing.Any, dtype: numpy.dtype) -> float:
    """Of an arc of a graph with weights of that type; infinity becomes what closes the arc."""
    number = value.item() if isinstance(value, numpy.number) else value
    if isinstance(number, (int, float)):
        if number == math.inf:
            return unreached(dtype)
        if dtype.kind == "f" and abs(number) <= float(numpy.finfo(dtype).max):
            return float(number)
        if dtype.kind == "i" and number == number // 1 and -unreached(dtype) <= number < unreached(dtype):
            return int(number)
    raise InputError(f"the weight of arc {arc!r} is {value!r}, which {dtype}, the type of the weights, does not hold")


def text(name: str, value: typing.Any) -> str:
    if isinstance(value, str):
        return value
    raise UsageError(f"{name} is {value!r}; it must be a str")


def places(value: typing.Any, vertices: int) -> numpy.ndarray:
    """A row with two numbers for each vertex, as an array of float64."""
    try:
        rows = numpy.ascontiguousarray(value, numpy.float64)
    except (TypeError, ValueError):
        raise UsageError("the coordinates are not numbers; pass an array with a row of x and y for each vertex") from None
    if rows.shape != (vertices, 2):
        raise UsageError(f"the coordinates have the shape {rows.shape}; it must be ({vertices}, 2), x and y of each vertex")
    return rows


def options(value: typing.Any) -> dict[str, typing.Any]:
    try:
        return dict(value)
    except (TypeError, ValueError):
        raise UsageError(f"options is {value!r}; it must be a dict of names and values") from None


def progress(value: typing.Any) -> typing.Any:
    if value is None or callable(value):
        return value
    raise UsageError(f"progress is {value!r}; it must be a function (done, total) or None")


@contextlib.contextmanager
def shown(value: typing.Any, what: str = "sources") -> typing.Iterator[typing.Any]:
    """The same; for None a line in terminals and notebooks, once it has taken two seconds, which ends where this does."""
    terminal = getattr(sys.stderr, "isatty", bool)() or "ipykernel" in sys.modules
    if progress(value) is not None or not terminal:
        yield value
        return
    start, end = time.monotonic(), ""

    def told(done: int, total: int) -> None:
        nonlocal end
        seconds = time.monotonic() - start
        if seconds > 2:
            end = "\n"
            print(f"\r{done} of {total} {what}, {seconds:.0f} s", end="", file=sys.stderr, flush=True)

    try:
        yield told
    finally:
        print(end=end, file=sys.stderr)
