"""What goes wrong, as exceptions: all of them are Errors, and of the built-in type that fits."""

from __future__ import annotations

import builtins
import contextlib
import contextvars
import os
import re
import typing

from ._types import FilePath, Path


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


@contextlib.contextmanager
def open_errors(path: FilePath, mode: str) -> typing.Iterator[None]:
    """Turns an error into a FileError if the file `path` cannot be opened: "r", or its folder written: "w"."""
    try:
        yield
    except FileError:
        raise
    except (InputError, UsageError) as error:
        reason = _why_not(path, mode)
        if reason is None:
            raise
        failure = FileError(reason.errno, str(error), os.fspath(path))
        failure.exit_code = error.exit_code
        raise failure from None


def _why_not(path: FilePath, mode: str) -> typing.Optional[OSError]:
    try:
        if mode == "r":
            with open(path, "rb"):
                return None
        folder = os.path.dirname(os.path.abspath(path))
        os.stat(folder)
        if not os.access(folder, os.W_OK):
            return PermissionError(13, "not writable")
    except OSError as error:
        return error
    return None


_pipeline: contextvars.ContextVar[bool] = contextvars.ContextVar("_pipeline", default=False)


@contextlib.contextmanager
def words_of_pipelines() -> typing.Iterator[None]:
    """Leaves sentences as they are: what they name stands in a pipeline file."""
    before = _pipeline.set(True)
    try:
        yield
    finally:
        _pipeline.reset(before)


def _rules(found: re.Match[str]) -> str:
    """missing_weights = "unit", { constant = 5 }: in Python all are texts."""
    return re.sub(r"\{.*?\}", lambda rule: f"'{rule[0]}'", found[0]).replace("missing_weights = ", "missing_weights=")


def in_python(text: str) -> str:
    """A sentence of the library, which names options as pipelines, C++ and the command line do, in the words of Python."""
    if _pipeline.get():
        return text

    def arguments(loader: str, options: list[tuple[str, str]]) -> str:
        given = ", ".join(f'"{name}": {value}' for name, value in options)
        return f"loader={loader}" + (f", options={{{given}}}" if given else "")

    def said(found: re.Match[str]) -> str:
        return arguments(found[1], re.findall(r'(\w+) = ("[^"]*"|[^\s,]+)', found[2] or ""))

    def command(found: re.Match[str]) -> str:
        loader = re.search(r"--loader ([\w-]+)", found[1])
        if loader is None or "loader=" in text:
            return ""
        options = [(name, f'"{value}"') for name, value in re.findall(r"--set (\w+)=([^\s,]+)", found[1])]
        return ": " + arguments(f'"{loader[1]}"', options)

    flags = r"--missing-weights .*?'[^']*'|--[\w-]+ [^\s,;)]+(?: --set [^\s,;)]+)*"
    text = re.sub(r"\bweights = (\"\w+\")", r"dtype=\1", text)
    text = re.sub(r'loader = ("[\w-]+")(?: and options = \{ (.*?) \})?', said, text)
    text = re.sub(rf"[,;] on the command line ({flags})", command, text)
    text = re.sub(r"(?<=choose a rule: ).*", _rules, text.replace("choose a rule in [graph]:", "choose a rule:"))
    text = re.sub(r"\bset [A-Z]\w*Options::(\w+)", r"set \1=True", text)
    text = re.sub(r"\b[A-Z]\w*Options::(\w+)", r"\1", text)
    text = re.sub(r"^(?:option|steps|missing_weights)\b[^:]*: error: (?:rule: )?(\[\[graph\.)?", "", text)
    text = re.sub(r"^steps\]\]", "steps", text)
    text = re.sub(r"\bResult::(\w+)\(\)", r"Result.\1", text)
    text = re.sub(r"--to ([\w-]+)", r'format="\1"', text)
    return text.replace("--renumber", "renumber=True")
