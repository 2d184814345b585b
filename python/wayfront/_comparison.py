"""Comparisons of plugins, and descriptions of plugins."""

from __future__ import annotations

import dataclasses
import html
import os
import pathlib
import tempfile
import typing
import webbrowser

from . import _wayfront
from ._errors import FileError
from ._types import FilePath


@dataclasses.dataclass(frozen=True)
class OptionInfo:
    """An option of a plugin."""

    name: str
    type: str
    accepted: str
    default: str
    help: str
    required: bool


@dataclasses.dataclass(frozen=True)
class PluginInfo:
    """A plugin: an algorithm, or a loader of files."""

    name: str
    version: str
    summary: str
    reference: str
    is_loader: bool
    capabilities: tuple[str, ...]
    """Types of weights, and what it can: "negative_weights", "device", "batch" and others."""
    file: str
    options: tuple[OptionInfo, ...]
    problem: str
    """Why it cannot be used; "" if it can."""

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.summary}"]
        for option in self.options:
            lines.append(f"  {option.name} = {option.default or '(required)'}  ({option.accepted}) {option.help}")
        return "\n".join(lines)


def plugin_info(found: dict[str, typing.Any]) -> PluginInfo:
    options = tuple(OptionInfo(**option) for option in found.pop("options"))
    capabilities = tuple(found.pop("capabilities"))
    return PluginInfo(options=options, capabilities=capabilities, **found)


class Comparison:
    """What plugins took on the same graphs, every answer certified.

    `rows` is a list of dicts, one for each timed solve, and `runs` one for each contender over all of them: both are
    what `pandas.DataFrame` takes.
    """

    __slots__ = ("_comparison", "rows", "runs")

    def __init__(self, comparison: _wayfront.Comparison, rows: list[dict[str, typing.Any]]) -> None:
        self._comparison = comparison
        self.rows = rows
        self.runs: list[dict[str, typing.Any]] = comparison.runs()

    def report(self, format: str = "table") -> str:
        """The report as text: "table", "markdown", "csv", "json", "html" or "latex"."""
        return self._comparison.report(format)

    def show_report(self, path: typing.Optional[FilePath] = None, *, open: bool = True) -> pathlib.Path:
        """Writes the page of plots, to `path` or a temporary file, opens it in a browser, and returns where it is."""
        page = self.report("html")
        if path is None:
            handle, name = tempfile.mkstemp(prefix="wayfront-", suffix=".html")
            os.close(handle)
            path = name
        file = pathlib.Path(path)
        try:
            file.write_text(page, encoding="utf-8")
        except OSError as error:
            raise FileError(error.errno, f"{file}: {error.strerror}", str(file)) from None
        if open:
            webbrowser.open(file.resolve().as_uri())
        return file

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def __str__(self) -> str:
        return self.report("table")

    def __repr__(self) -> str:
        return f"<wayfront.Comparison: {len(self.runs)} runs, {len(self)} solves>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"
