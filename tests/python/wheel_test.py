#!/usr/bin/env python3
"""A wheel is made, installed by pip into a new environment without a network, and solves there: with its own library and
plugins, and with nothing of the build.

usage: wheel_test.py MAKE_WHEEL...
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

from needed import need

need("numpy", "wheel", "venv", "ensurepip")

PROGRAM = """
import pathlib, re, sys
import numpy, wayfront

package = pathlib.Path(wayfront.__file__).parent
assert sys.prefix in str(package), package
plugins = wayfront.plugins()
assert len(plugins) > 15, plugins
for plugin in plugins:
    assert not plugin.problem, plugin
    assert package in pathlib.Path(plugin.file).parents, plugin.file
graph = wayfront.generate("grid", rows=50, columns=50)
expected = wayfront.solve(graph, 0).distances
assert wayfront.solve(graph, 0).certified
for plugin in plugins:
    if plugin.is_loader or {"device", "int32"} & set(plugin.capabilities) != {"int32"} or plugin.name == "external":
        continue
    found = graph.solver(plugin.name).solve(0).distances
    assert (found == expected).all(), plugin.name
for library in re.findall(r"/\\S+\\.so[.0-9]*", pathlib.Path("/proc/self/maps").read_text()):
    inside = package in pathlib.Path(library).parents
    assert inside or not re.search(r"wayfront|tbb|fmt|boost|toml|zstd", library), library
print("right")
"""


def main():
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([*sys.argv[1:], "--output", folder], check=True, capture_output=True, text=True)
        wheel = pathlib.Path(made.stdout.split()[-1])
        names = zipfile.ZipFile(wheel).namelist()
        for part in ("wayfront/__init__.py", "wayfront/py.typed", "wayfront/_wayfront.pyi", "wayfront/lib/wayfront/plugins/dijkstra.so"):
            assert part in names, names
        assert sum("libwayfront.so" in name for name in names) == 1, names

        environment = {name: value for name, value in os.environ.items()
                       if name not in ("PYTHONPATH", "WAYFRONT_PLUGIN_PATH", "LD_LIBRARY_PATH")}
        place = pathlib.Path(folder) / "environment"
        subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", place], check=True, env=environment)
        python = place / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "-q", "--no-index", "--disable-pip-version-check", wheel], check=True,
                       env=environment)
        answer = subprocess.run([python, "-c", PROGRAM], check=False, env=environment, cwd=folder, capture_output=True, text=True)
        assert answer.stdout == "right\n", answer.stdout + answer.stderr
        found = subprocess.run(
            [python, "-c", "from importlib.metadata import entry_points as e; print(e(group='networkx.backends')['wayfront'].load())"],
            check=False, env=environment, cwd=folder, capture_output=True, text=True,
        )
        assert "_Backend" in found.stdout or "networkx" in found.stderr, found.stderr  # or there is no NetworkX
    print(f"{wheel.name}: {len(names)} files, right")


main()
