#!/usr/bin/env python3
"""Runs the Python of a page, in order and in a folder of its own, and compares what it prints.

usage: docs_test.py PAGE
"""

import doctest
import os
import pathlib
import re
import sys
import tempfile

from needed import need

need("numpy", "scipy.sparse", "pandas", "networkx")


def main():
    page = pathlib.Path(sys.argv[1]).resolve()
    # Everything but the blocks becomes empty lines, so that the places in messages are those of the page.
    lines, inside = [], False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```python"
            lines.append("")
        else:
            lines.append(line if inside else "")
    program = "\n".join(lines) + "\n"
    blocks = len(re.findall(r"^```python$", page.read_text(encoding="utf-8"), re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(program, {}, page.name, str(page), 0)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        found = doctest.DocTestRunner().run(test)
        os.chdir("/")
    print(f"{page.name}: {blocks} blocks, {found.attempted} statements, {found.failed} of them wrong")
    starts = sum(1 for before, line in zip(["", *lines], lines) if line.startswith(">>> ") and not before)
    assert blocks > 0 and starts == blocks, "each block of Python must begin with >>>"
    sys.exit(1 if found.failed else 0)


main()
