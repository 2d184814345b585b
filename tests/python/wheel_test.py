#!/usr/bin/env python3
"""A wheel is made, installed by pip into a new environment without a network, and solves there: with its own library
and plugins, and with nothing of the build.

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


BACKEND = """
import importlib.metadata

for point in importlib.metadata.entry_points(group="networkx.backends"):
    print(point.value)
for point in importlib.metadata.entry_points(group="networkx.backend_info"):
    print(point.load()()["backend_name"])
"""


def run(*command, **named):
    clean = {name: value for name, value in os.environ.items()
             if name not in ("PYTHONPATH", "WAYFRONT_PLUGIN_PATH", "LD_LIBRARY_PATH")}
    done = subprocess.run(command, check=False, env=clean, capture_output=True, text=True, **named)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed: {done.stdout}{done.stderr}")
    return done.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        wheel = pathlib.Path(run(*sys.argv[1:], "--output", folder).split()[-1])
        names = zipfile.ZipFile(wheel).namelist()
        for part in ("__init__.py", "py.typed", "_wayfront.pyi", "lib/wayfront/plugins/dijkstra.so"):
            assert f"wayfront/{part}" in names, names
        assert sum("libwayfront.so" in name for name in names) == 1, names

        environment = pathlib.Path(folder) / "environment"
        python = environment / "bin" / "python"
        run(sys.executable, "-m", "venv", "--system-site-packages", environment)
        run(python, "-m", "pip", "install", "-q", "--no-index", "--disable-pip-version-check", wheel)
        answer = run(python, "-c", PROGRAM, cwd=folder)
        assert answer == "right\n", answer
        backend = run(python, "-c", BACKEND, cwd=folder).split()
        assert backend == ["wayfront.networkx:backend", "wayfront"], backend
    print(f"{wheel.name}: {len(names)} files, right")


main()
