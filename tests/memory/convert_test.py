#!/usr/bin/env python3
"""Conversions of text to binary graph files in less memory than the graph takes: the same graph, and memory within the limit.

    convert_test.py WAYFRONT            12 million arcs as DIMACS
    convert_test.py WAYFRONT ARCS       as DIMACS and as an edge list
"""

import os
import pathlib
import subprocess
import sys
import tempfile

wayfront = str(pathlib.Path(sys.argv[1]).resolve())
arcs = int(sys.argv[2]) if len(sys.argv) > 2 else 12_000_000
limit = 128 << 20
failed = 0


def peak(*arguments):
    """Bytes that the command held at most."""
    child = subprocess.Popen([wayfront, *map(str, arguments)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"exit status {status}: {arguments}")
    return usage.ru_maxrss * 1024


def digest(path):
    with open(path, "rb") as file:
        return file.read(88)[72:]


with tempfile.TemporaryDirectory(dir=os.environ.get("WAYFRONT_TEST_FOLDER")) as scratch:
    os.chdir(scratch)
    forms = {"g.gr": "dimacs", "g.txt": "edge-list"} if len(sys.argv) > 2 else {"g.gr": "dimacs"}
    for name, form in forms.items():
        peak("generate", "uniform", name, "--to", form, "--set", f"vertices={arcs // 30}", "--set", f"from.edges={arcs}")
    for name in forms:
        usual = peak("convert", name, "usual.wfg", "--force")
        # A thread keeps the limit, which waits for a processor on a busy machine: one of three tries must keep it.
        for _ in range(3):
            limited = peak("convert", name, "limited.wfg", "--force", "--memory", "128MiB")
            if limited <= limit:
                break
        same = digest("usual.wfg") == digest("limited.wfg")
        kept = limited <= limit
        print(f"{'passed' if same and kept else 'FAILED'}: {name}: {limited >> 20} MiB of 128, usually {usual >> 20}, "
              f"{'the same graph' if same else 'another graph'}", flush=True)
        failed += not (same and kept)
        if usual <= limit:
            sys.exit(f"{name} is too small to tell: {usual} bytes without a limit")
        if left := sorted(set(os.listdir()) - {"g.gr", "g.txt", "usual.wfg", "limited.wfg"}):
            sys.exit(f"files are left: {left}")
sys.exit(failed != 0)
