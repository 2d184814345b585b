"""Packages that a test needs: without one it is skipped."""

import importlib
import sys


def need(*modules):
    """The modules, imported. Ends the program with exit code 77 if one is missing."""
    found = []
    for name in modules:
        try:
            found.append(importlib.import_module(name))
        except ImportError:
            print(f"skipped: there is no Python module {name}; scripts/install-packages python installs it")
            sys.exit(77)
    return found
