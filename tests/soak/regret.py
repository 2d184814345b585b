#!/usr/bin/env python3
"""How far a choice of `auto` is from the best plugin: its time with preparing by that of the best installed one with its defaults.

regret.py WAYFRONT [--seed 1] [--count 0] [--threads 1,2] [--questions one,hub,...] [--device no,yes] [--without PLUGIN,...]
          [--cells N] [--seconds S] [--repeat 3] [GRAPH...]

A cell is a graph, a question, a number of threads, and whether plugins for a GPU take part: a pipeline with all plugins that can be the
best, and `auto`. Graphs are files, and `--count` drawn with the seed. `--cells` draws that many of all cells; none begins after `--seconds`.
A cell above 1.5 is judged `--repeat` times, and its median counts. Prints each cell, then a table: mean (geometric), worst cell of more
than 5 ms, cells above 1.5. A row that is not right ends it. Times are only worth something on a quiet machine.
"""
import argparse
import itertools
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

PLUGINS = ["dijkstra", "delta-stepping", "rho-stepping", "separator-sweep", "bellman-ford"]
NEGATIVE = ["bellman-ford-tarjan", "johnson", "bellman-ford", "cpu-bellman-ford"]
ON_DEVICE = {False: ["near-far", "push-pull", "adds", "separator-sweep-cuda"], True: ["hbf", "edge-bellman-ford"]}
QUESTIONS = {  # name: number of sources, of targets, the rest of [problem] and the like
    "one": (1, 0, ""),
    "hub": (0, 0, ""),
    "16": (16, 0, "batch = 16"),
    "1000": (1000, 0, "batch = 64"),
    "sums": (1000, 0, 'batch = 64\n[output]\nreduce = ["sum"]'),
    "targets": (4, 5, ""),
    "limit": (4, 0, "limit = 200"),
    "matrix": (500, 500, "batch = 64"),
}


def drawn(rng):
    """[graph] of a random graph, its name, and whether it has negative arcs."""
    kind = rng.choice(["road", "grid", "mesh", "rmat", "uniform", "regular", "tree", "star", "triangulation"])
    arcs, degree = math.exp(rng.uniform(math.log(5e3), math.log(2e6))), rng.choice([2, 3, 4, 8, 16, 32])
    area = arcs / (48 if kind == "mesh" else 4)
    grid = {"rows": (rows := max(3, int(math.sqrt(area) * rng.choice([0.1, 1, 1])))), "columns": max(3, int(area / rows))}
    options = {
        "road": {"vertices": int(arcs / 2.8)},
        "grid": grid,
        "mesh": grid | {"reach": 3},
        "rmat": {"scale": max(8, int(math.log2(arcs / degree))), "edge_factor": degree},
        "uniform": {"vertices": int(arcs / degree), "edge_factor": degree},
        "regular": {"vertices": int(arcs / degree) & ~1, "degree": degree},
        "triangulation": {"vertices": int(arcs / 6)},
    }.get(kind, {"vertices": int(arcs / 2), "symmetric": True})
    options |= {"kind": "grid" if kind == "mesh" else kind, "seed": rng.randrange(1, 1000)}
    options |= {"max_weight": rng.choice([1, 10, 100, 10000])} if kind != "road" else {}
    options |= {"order": "random"} if rng.random() < 0.3 else {}
    negative, weights = rng.random() < 0.2, rng.choice(["int32", "int32", "float32"])
    steps = "{ potentials = { seed = 1, most = %d } }" % rng.choice([10, 100, 1000]) if negative else ""
    table = f'[graph]\nloader = "generate"\nweights = "{weights}"\nsteps = [{steps}]\n[graph.options]\n'
    table += "".join(f"{key} = {json.dumps(value)}\n" for key, value in options.items())
    return table, f"{'negative ' * negative}{kind} {int(arcs)} {weights}", negative


def report_of(arguments, pipeline):
    """The report of a pipeline that ends with --seconds; {} if there is none."""
    left = max(0.1, arguments.end - time.monotonic())
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "p.toml"
        file.write_text(pipeline.replace("[measure]", f"[measure]\nwarmups = 0\nwork = false\ntotal_timeout = {left}"))
        done = subprocess.run([arguments.wayfront, "run", str(file), "-q", "--json"], capture_output=True, text=True)
    if not done.stdout:
        print(done.stderr.strip(), file=sys.stderr)
    return json.loads(done.stdout or "{}")


def run(arguments, graph, question, threads, device, plugins, limit):
    """Of each run that ends within `limit` seconds: its seconds, and its plugin."""
    sources, targets, more = QUESTIONS[question]
    problem = "[problem]\nsources = " + (f"{{ random = {sources}, seed = 5 }}" if sources else '"max_degree"') + "\n"
    if targets:
        some = f'{graph}[problem]\nsources = {{ random = {targets}, seed = 6 }}\nlimit = 0\n[measure]\nrepeats = 1\n[[run]]\nplugin = "auto"\n'
        problem += f"targets = {report_of(arguments, some).get('sources', [])}\n"
    pipeline = f'{graph}{problem}{more}\n[measure]\nthreads = {threads}\nrepeats = {1 if sources > 16 else 3}\nrun_timeout = {limit}\nsample_whole = true\n'
    pipeline += 'sample_rows = "all"\n' * (question == "sums")
    for plugin in plugins:
        pipeline += f'[[run]]\nplugin = "{plugin}"\n'
        if plugin == "auto":
            pipeline += f"[run.options]\nwithout = {json.dumps(arguments.without)}\ndevice = {json.dumps(device == 'yes')}\n"
    times = {}
    for one in report_of(arguments, pipeline).get("runs", []):
        if one["status"] == "wrong":
            sys.exit(f"{graph}: {one['label']} is wrong: {one['reason']}")
        of = {}
        for sample in one["samples"]:
            of.setdefault(sample["source"], []).append(sample["solve_seconds"])
        if one["status"] == "ok":
            times[one["label"]] = one["prepare_seconds"] + sum(map(statistics.median, of.values())), one["plugin"]["name"]
    return times


def judge(arguments, graph, question, threads, device):
    """(regret, seconds, chosen, best's seconds, best) of a cell, or None where auto does not end in time."""
    table, _, negative = graph
    plugins = NEGATIVE if negative else PLUGINS if negative is False else PLUGINS + NEGATIVE[:2]
    plugins = [it for it in plugins + ON_DEVICE[bool(negative)] * (device == "yes") if it not in arguments.without]
    limit = 60  # seconds of a run; of many sources others are only worth waiting for while they may be faster
    if QUESTIONS[question][0] > 16:
        limit = 1 + 2 * run(arguments, table, question, threads, device, ["auto"], limit).get("auto", [limit])[0]
    times = run(arguments, table, question, threads, device, plugins + ["auto"], limit)
    auto, best = times.pop("auto", None), min(times.values(), default=None)
    return (auto[0] / best[0], *auto, *best) if auto and best else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wayfront")
    parser.add_argument("graphs", nargs="*")
    texts = {"threads": "1,2", "questions": ",".join(QUESTIONS), "device": "no", "without": ""}
    for name, default in (texts | {"seed": 1, "count": 0, "cells": 0, "seconds": 1e6, "repeat": 3}).items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    arguments = parser.parse_intermixed_args()
    arguments.end = time.monotonic() + arguments.seconds
    arguments.without = list(filter(None, arguments.without.split(",")))
    rng = random.Random(arguments.seed)
    files = [(f'[graph]\npath = "{pathlib.Path(it).resolve()}"\nmissing_weights = "unit"\n', pathlib.Path(it).name, None) for it in arguments.graphs]
    cells = [*itertools.product(files + [drawn(rng) for _ in range(arguments.count)], *(it.split(",") for it in (arguments.questions, arguments.threads, arguments.device)))]
    cells = rng.sample(cells, min(arguments.cells or len(cells), len(cells)))
    rows = {}
    for cell in cells:
        found = [judge(arguments, *cell)] if time.monotonic() < arguments.end else []
        while found and found[-1] and found[0][0] > 1.5 and len(found) < arguments.repeat:
            found.append(judge(arguments, *cell))
        found = sorted(filter(None, found))
        where = " | ".join(cell[1:])
        text = "{2} {1:.6f} s, best {4} {3:.6f} s: {0:.2f}".format(*found[len(found) // 2]) if found else "not judged"
        print(f"{where} | {cell[0][1]}: {text}", flush=True)
        rows.setdefault(where, []).extend((*it, cell[0][1]) for it in found[len(found) // 2 :][:1])
    rows["total | |"] = sum(rows.values(), [])
    print(f"\nSeed {arguments.seed}, {len(rows['total | |'])} of {len(cells)} cells judged\n")
    print("| question | threads | GPU | graphs | mean | worst above 5 ms | above 1.5 |\n|---|---|---|---|---|---|---|")
    for where, found in sorted(rows.items()):
        slow = [it for it in found if it[1] > 5e-3]
        mean = math.exp(sum(math.log(it[0]) for it in found) / max(1, len(found)))
        worst = "{0:.2f} ({5}: {2}, best {4})".format(*max(slow)) if slow else "-"
        print(f"| {where} | {len(found)} | {mean:.3f} | {worst} | {sum(it[0] > 1.5 for it in slow)} |")


if __name__ == "__main__":
    main()
