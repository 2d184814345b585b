#!/usr/bin/env python3
"""Docstrings are run, stubs have all names of the extension, and every exception is of a fitting type."""

import ast
import builtins
import doctest
import importlib
import inspect
import pathlib
import re
import unittest

from needed import need

need("numpy", "scipy.sparse", "networkx")
import wayfront  # noqa: E402
from wayfront import _wayfront  # noqa: E402

PACKAGE = pathlib.Path(wayfront.__file__).parent


def names_of_stub():
    """Of module and classes: {"Graph.vertices": None, "Graph.id": the number of its parameters}."""
    names = {}
    tree = ast.parse((PACKAGE / "_wayfront.pyi").read_text(encoding="utf-8"))

    def add(prefix, nodes):
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                add(f"{node.name}.", node.body)
            elif isinstance(node, ast.AnnAssign):
                names[prefix + node.target.id] = None
            elif isinstance(node, ast.FunctionDef):
                words = [argument.arg for argument in node.args.posonlyargs + node.args.args]
                names[prefix + node.name] = len([word for word in words if word != "self"])

    add("", tree.body)
    return names


def names_of_extension():
    names = {}
    for name, value in vars(_wayfront).items():
        if inspect.isclass(value):
            for member, what in vars(value).items():
                if not member.startswith("_") or (member == "__init__" and name == "Library"):
                    names[f"{name}.{member}"] = None if isinstance(what, property) else parameters_of(what)
        elif not name.startswith("_"):
            names[name] = parameters_of(value)
    return names


def parameters_of(function):
    """Their number, by the last line with a signature in the docstring that pybind11 writes: of overloads the last one."""
    signature = [line for line in function.__doc__.splitlines() if ") -> " in line][-1]
    return len(re.findall(r"\barg\d+: ", signature))


class Types(unittest.TestCase):
    def test_docstrings(self):
        for name in ("", "._graph", "._library", "._result", "._comparison"):
            found = doctest.testmod(importlib.import_module("wayfront" + name))
            self.assertEqual(found.failed, 0)
            if name in ("._graph", "._library"):
                self.assertGreater(found.attempted, 5)

    def test_keywords_are_those_of_the_extension_with_its_defaults(self):
        for function in (wayfront.Solver.solve, wayfront.Library.solve):
            words = inspect.signature(function).parameters
            asked = list(words)[list(words).index("targets") :]
            self.assertEqual({**{name: words[name].default for name in asked}, "k": 1}, _wayfront.keywords())

    def test_stubs(self):
        self.assertTrue((PACKAGE / "py.typed").exists())
        self.assertEqual(names_of_stub(), names_of_extension())

    def test_everything_public_has_a_docstring(self):
        for name in wayfront.__all__:
            value = getattr(wayfront, name)
            self.assertTrue(inspect.getdoc(value), name)
            if inspect.isclass(value):
                for member, what in vars(value).items():
                    if not member.startswith("_") and (inspect.isfunction(what) or isinstance(what, property)):
                        self.assertTrue(inspect.getdoc(what), f"{name}.{member}")

    def test_exceptions(self):
        for name, fitting in {
            "UsageError": ValueError, "InputError": ValueError, "ArrayTypeError": TypeError, "FileError": OSError,
            "PluginError": RuntimeError, "UnsupportedError": RuntimeError, "SolveError": RuntimeError,
            "TimeoutError": builtins.TimeoutError, "NegativeCycleError": ValueError,
        }.items():
            self.assertTrue(issubclass(getattr(wayfront, name), fitting), name)
            self.assertTrue(issubclass(getattr(wayfront, name), wayfront.Error), name)
        self.assertTrue(issubclass(wayfront.WrongAnswerError, wayfront.SolveError))
        self.assertEqual(str(wayfront.TimeoutError("too long")), "too long")
        self.assertEqual(str(wayfront.FileError(2, "x.gr: not there", "x.gr")), "x.gr: not there")

    def test_versions_agree(self):
        self.assertEqual(wayfront.__version__, _wayfront.version())


if __name__ == "__main__":
    unittest.main()
