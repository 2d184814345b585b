#!/usr/bin/env python3
"""docs/python-reference.md is what the docstrings say.

usage: reference_test.py MAKE_REFERENCE PAGE
"""

import difflib
import pathlib
import subprocess
import sys

from needed import need

need("numpy")


def main():
    script, page = sys.argv[1:]
    made = subprocess.run([sys.executable, script], check=True, capture_output=True, text=True).stdout
    written = pathlib.Path(page).read_text(encoding="utf-8")
    changes = list(difflib.unified_diff(written.splitlines(), made.splitlines(), page, "made from the docstrings"))
    print("\n".join(changes))
    if changes:
        sys.exit(f"make it again: PYTHONPATH=build/release/python {script} >{page}")


main()
