#!/usr/bin/env python3
"""mypy finds nothing in the package, and knows the types of answers in a program that uses it; and nothing in the
examples of a page, where it is strict.

usage: type_checker_test.py PAGE
"""

import doctest
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from needed import need

need("numpy")
import wayfront  # noqa: E402

PROGRAM = """
import wayfront

result = wayfront.solve("x.gr", 1, predecessors=True)
reveal_type(result.distances)
reveal_type(result.path(3))
reveal_type(wayfront.plugins())
result.distance()
"""
EXPECTED = (
    'use.py:5: note: Revealed type is "numpy.ndarray[Any, Any]"',
    'use.py:6: note: Revealed type is "Union[wayfront._types.Path, None]"',
    'use.py:7: note: Revealed type is "builtins.list[wayfront._comparison.PluginInfo]"',
    'use.py:8: error: Missing positional argument "target" in call to "distance" of "Result"  [call-arg]',
)


def main():
    checker = shutil.which("mypy", path="/usr/bin") or shutil.which("mypy")
    if checker is None:
        print("skipped: there is no mypy; scripts/install-packages python installs it")
        sys.exit(77)
    package = pathlib.Path(wayfront.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        shutil.copytree(package, place / "wayfront", ignore=shutil.ignore_patterns("*.so", "lib", "__pycache__"))
        shutil.copy(package.parent / "_wayfront_networkx.py", place)
        (place / "use.py").write_text(PROGRAM, encoding="ascii")
        page = re.sub("^```.*", "", pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"), flags=re.MULTILINE)
        examples = doctest.DocTestParser().get_examples(page)
        (place / "page.py").write_text("".join(example.source for example in examples), encoding="utf-8")

        def lines(*arguments):
            command = [checker, "--ignore-missing-imports", "--no-error-summary", *arguments]
            return subprocess.run(command, cwd=place, capture_output=True, text=True).stdout.splitlines()

        found = lines("--check-untyped-defs", "wayfront", "use.py")
        # Examples may take for granted that there is a path, and leave out types of their own; so do NetworkX and SciPy.
        codes = "union-attr", "index", "no-untyped-def", "no-untyped-call"
        strict = lines("--strict", *(f"--disable-error-code={code}" for code in codes), "page.py")
        found += [line for line in strict if line.startswith("page.py")]
    print("\n".join(found))
    assert tuple(found) == EXPECTED, "the lines above are not those that are expected"


main()
