"""What goes wrong, as exceptions: all of them are Errors, and of the built-in type that fits."""

from __future__ import annotations

import builtins
import typing

if typing.TYPE_CHECKING:
    from ._result import Path


class Error(Exception):
    """What went wrong, to which thing, and what to do, in one sentence."""

    exit_code: int = 1
    """The exit code with which the program `wayfront` would end."""


class UsageError(Error, ValueError):
    """Wrong arguments: an unknown option, a vertex that the graph does not have."""

    exit_code = 2


class InputError(Error, ValueError):
    """A graph file, or the arrays of a graph."""

    exit_code = 3


class ArrayTypeError(InputError, TypeError):
    """An array of a type that cannot be used."""


class FileError(OSError, InputError):
    """A file that cannot be opened; `errno` and `filename` are those of the operating system."""

    def __str__(self) -> str:
        return str(self.strerror)


class PluginError(Error, RuntimeError):
    """A plugin that is missing, or that cannot be opened."""

    exit_code = 4


class UnsupportedError(Error, RuntimeError):
    """The plugin cannot treat this graph here: type or sign of the weights, a missing device."""


class SolveError(Error, RuntimeError):
    """A plugin failed: out of memory, a lost device, distances that do not fit the type of the weights."""


class WrongAnswerError(SolveError):
    """The certificate refutes the answer of a plugin."""


class TimeoutError(SolveError, builtins.TimeoutError):
    """The `timeout` of a call is over."""

    exit_code = 124


class CancelledError(Error):
    """A stop was requested."""

    exit_code = 130


class NegativeCycleError(Error, ValueError):
    """There are no distances, because a source reaches a cycle of negative weight: `cycle`."""

    def __init__(self, message: str, cycle: Path) -> None:
        super().__init__(message, cycle)
        self.cycle = cycle

    def __str__(self) -> str:
        return str(self.args[0])
