#!/usr/bin/env python3
"""The JSON Schema of the pipeline file, judged by an independent validator: it accepts what the program accepts, and refuses
broken pipelines as the program does.

usage: schema_test.py PROGRAM CONFIGS
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
    import tomllib
except ImportError as error:
    print(f"skipped: {error}; scripts/install-packages tests installs python3-jsonschema, tomllib is in Python 3.11")
    sys.exit(77)

PROGRAM, CONFIGS = sys.argv[1], pathlib.Path(sys.argv[2])

FINE = """
[graph]
path = "graph.gr"
weights = "int32"
missing_weights = { uniform = [1, 9], seed = 2 }
cache = false
cache_limit = "500MB"
steps = ["symmetrize", { potentials = { seed = 1 } }, { reorder = "bfs" }]
[problem]
sources = [1]
targets = ["2"]
mode = "each"
[measure]
repeats = 2
timeout = 5
memory = "50%"
threads = 1
verify = { reference = "dijkstra" }
[[run]]
plugin = "bellman-ford"
label = "a"
options = { representation = "queue" }
[[run]]
plugin = "delta-stepping"
sweep = { delta = [10, 20.5, "auto"] }
[report]
formats = ["table"]
[output]
format = "csv"
"""

# Each replaces a part of FINE; the program and the schema must both refuse the outcome.
BROKEN = [
    # tables
    ("[graph]", "[grph]"), ("[problem]", "[problems]"), ("[measure]", "[mesure]"), ("[report]", "[reports]"),
    ("[output]", "[outputs]"), ("[problem]", "[measure.problem]"),
    # [graph]
    ('path = "graph.gr"', ""), ('path = "graph.gr"', 'path = ""'), ('path = "graph.gr"', "path = 7"),
    ('path = "graph.gr"', 'Path = "graph.gr"'), ('weights = "int32"', 'weights = "int16"'), ('weights = "int32"', "weights = 32"),
    ('weights = "int32"', 'wieghts = "int32"'), ("seed = 2", "seeed = 2"), ("seed = 2", "seed = -1"), ("seed = 2", 'seed = "2"'),
    ("[1, 9]", '[1, "9"]'), ("[1, 9]", "[1, 1e39]"), ("missing_weights = { uniform = [1, 9], seed = 2 }", 'missing_weights = "one"'),
    ("cache = false", "cache = 1"), ('cache_limit = "500MB"', "cache_limit = -1"),
    ('path = "graph.gr"', 'path = "graph.gr"\nloader = "dimcas"'), ('path = "graph.gr"', 'path = "graph.gr"\nloader = "generate"'),
    ('path = "graph.gr"', 'loader = "dimacs"'), ('path = "graph.gr"', 'path = "graph.gr"\noptions = { a = 1 }'),
    ('path = "graph.gr"', 'path = "graph.gr"\nloader = "edge-list"\noptions = { separater = "," }'),
    ('path = "graph.gr"', 'loader = "generate"\noptions = { kind = "gird" }'),
    ('path = "graph.gr"', 'loader = "generate"\noptions = { kind = "grid", rows = -1 }'),
    ('"symmetrize"', '"symetrize"'), ('"symmetrize"', '"scale_weights"'), ('"symmetrize"', "{}"),
    ('{ reorder = "bfs" }', '{ reorder = "dfs" }'), ('{ reorder = "bfs" }', '{ reorder = "bfs", transpose = true }'),
    ('{ reorder = "bfs" }', "{ reorder = { seed = 3 } }"), ("potentials = { seed = 1 }", "potentials = { seed = 0.5 }"),
    # [problem]
    ("sources = [1]", "sources = [-1]"), ("sources = [1]", "sources = [1.5]"), ("sources = [1]", "sources = { random = 0 }"),
    ("sources = [1]", 'sources = "max_degre"'), ("sources = [1]", "sources = { random = 1, reaches = -1 }"), ('targets = ["2"]', "targets = 2"),
    ('mode = "each"', 'mode = "all"'), ('mode = "each"', "limit = -1"), ('mode = "each"', "batch = 0"), ('mode = "each"', "count = 0"),
    # [measure]
    ("repeats = 2", "repeats = 0"), ("repeats = 2", "repeats = 2.5"), ("repeats = 2", 'repeats = "2"'), ("repeats = 2", "repeat = 2"),
    ("timeout = 5", "timeout = 0"), ("threads = 1", "threads = 5000"), ('memory = "50%"', "memory = true"),
    ('verify = { reference = "dijkstra" }', 'verify = "proof"'), ('reference = "dijkstra"', "refrence = 1"),
    ("repeats = 2", 'isolation = "thread"'),
    # [[run]]
    ('plugin = "bellman-ford"', 'plugin = "belman-ford"'), ('plugin = "bellman-ford"', ""), ('plugin = "bellman-ford"', 'plugin = ""'),
    ('plugin = "bellman-ford"', 'plugin = "dimacs"'), ('representation = "queue"', 'representation = "stack"'),
    ('representation = "queue"', 'reprsentation = "queue"'), ('representation = "queue"', "delta = 1"), ('label = "a"', "label = 1"),
    ('label = "a"', "baseline = 1"), ('label = "a"', 'name = "a"'), ("delta = [10, 20.5", "dleta = [10, 20.5"),
    ('[10, 20.5, "auto"]', "[]"), ('[10, 20.5, "auto"]', "10"), ('[10, 20.5, "auto"]', '[10, "outo"]'), ("sweep = { delta", "sweep = { threads = [-1], delta"),
    # [report], [output]
    ('["table"]', '["tabel"]'), ('["table"]', "[]"), ('["table"]', '"table"'), ('format = "csv"', 'format = "xls"'),
    ('format = "csv"', "distances = true"),
]


def dry_run(text):
    """The exit code and what was said."""
    pathlib.Path("pipeline.toml").write_text(text)
    done = subprocess.run([PROGRAM, "run", "--dry-run", "pipeline.toml"], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def printed(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


def main():
    schema = json.loads(printed("describe", "--schema"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = []

    def errors_of(text):
        return list(validator.iter_errors(tomllib.loads(text)))

    def accepts(name, text):
        failures.extend(f"{name}: the schema refuses it: {error.json_path}: {error.message[:200]}" for error in errors_of(text))

    pathlib.Path("graph.gr").write_text("p sp 2 1\na 1 2 5\n")
    code, said = dry_run(FINE)
    if code != 0:
        failures.append(f"the program refuses the fine pipeline: {said}")
    accepts("the fine pipeline", FINE)

    for old, new in BROKEN:
        name = f"{old!r} replaced by {new!r}"
        assert old in FINE, name
        text = FINE.replace(old, new, 1)
        code, said = dry_run(text)
        if code not in (2, 4):
            failures.append(f"{name}: the program ends with {code}: {said}")
        if not errors_of(text):
            failures.append(f"{name}: the schema accepts it, but the program says {said}")

    # Pipelines of this project. Those for plugins that were not built here are refused for that alone.
    configs = sorted(CONFIGS.rglob("*.toml"))
    assert len(configs) > 20, configs
    whole = 0
    for config in configs:
        done = subprocess.run([PROGRAM, "run", "--dry-run", config], capture_output=True, text=True, check=False)
        missing = set(re.findall(r"there is no algorithm plugin '([^']+)'", done.stderr))
        errors = errors_of(config.read_text())
        unexplained = [it for it in errors if not (it.path and it.path[-1] == "plugin" and it.instance in missing)]
        failures.extend(f"{config}: {it.json_path}: {it.message[:200]}" for it in unexplained)
        whole += not errors
    assert whole > 10, f"only {whole} of {len(configs)} files in configs name plugins that were built"

    # What `describe --toml` prints, and every key of its template at its default.
    plugins = json.loads(printed("list", "--json"))["plugins"]
    for plugin in plugins:
        text = printed("describe", plugin["name"], "--toml")
        assert text.startswith("#:schema ./"), text[:80]
        rest = '[[run]]\nplugin = "dijkstra"\n' if plugin["kind"] == "loader" else '[graph]\npath = "graph.gr"\n'
        if plugin["name"] != "external":  # which asks for a command
            accepts(f"describe {plugin['name']} --toml", text + rest)
    assert printed("describe", "pipeline", "--toml").startswith("#:schema ./")

    print(f"{len(BROKEN)} broken pipelines, {len(configs)} files of configs ({whole} without a plugin that was not built), {len(plugins)} plugins")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


with tempfile.TemporaryDirectory() as folder:
    CONFIGS, PROGRAM = CONFIGS.resolve(), str(pathlib.Path(PROGRAM).resolve())
    os.chdir(folder)
    sys.exit(main())
