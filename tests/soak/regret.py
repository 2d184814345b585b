#!/usr/bin/env python3
"""How far a choice of `auto` is from the best plugin: its time with preparing by that of the best installed one with its defaults.

regret.py WAYFRONT [--seed 1] [--count 20] [--threads 1,2] [--questions one,hub,...] [--without PLUGIN,...] [GRAPH...]

Runs a pipeline for each graph, question and number of threads: all plugins that can be the best, and `auto`. Graphs are files, or drawn with
the seed: kind, size, degree, weights, sign and numbering. Prints each cell above 1.2, then a table: mean (geometric), worst
cell that takes more than 5 ms, cells above 1.5. A row that is not right ends it. Times are only worth something on a quiet machine.
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

PLUGINS = ["dijkstra", "delta-stepping", "rho-stepping", "separator-sweep", "bellman-ford"]
NEGATIVE = ["bellman-ford-tarjan", "johnson", "bellman-ford", "cpu-bellman-ford"]
ON_DEVICE = ["near-far", "push-pull", "adds", "separator-sweep-cuda"]
QUESTIONS = {  # name: [problem] and the like
    "one": "sources = { random = 1, seed = 5 }",
    "hub": 'sources = "max_degree"',
    "16": "sources = { random = 16, seed = 5 }\nbatch = 16",
    "1000": "sources = { random = 1000, seed = 5 }\nbatch = 64",
    "targets": "sources = { random = 4, seed = 5 }\ntargets = { random = 5, seed = 6 }",
    "limit": "sources = { random = 4, seed = 5 }\nlimit = 200",
    "matrix": "sources = { random = 500, seed = 5 }\ntargets = { random = 500, seed = 6 }\nbatch = 64",
}


def drawn(rng):
    """[graph] of a random graph, its name, and whether it has negative arcs."""
    kind = rng.choice(["road", "grid", "mesh", "rmat", "uniform", "regular", "tree", "star", "triangulation"])
    arcs = math.exp(rng.uniform(math.log(5e3), math.log(2e6)))
    options = {"seed": rng.randrange(1, 1000)}
    degree = rng.choice([2, 3, 4, 8, 16, 32])
    if kind == "road":
        options["vertices"] = int(arcs / 2.8)
    elif kind in ("grid", "mesh"):
        reach = 3 if kind == "mesh" else 1
        rows = max(3, int(math.sqrt(arcs / (48 if kind == "mesh" else 4)) * rng.choice([0.1, 1, 1])))
        options |= {"rows": rows, "columns": max(3, int(arcs / (48 if kind == "mesh" else 4) / rows))}
        if kind == "mesh":
            options["reach"] = reach
        kind = "grid"
    elif kind == "rmat":
        scale = max(8, int(math.log2(arcs / degree)))
        options |= {"scale": scale, "edge_factor": degree}
    elif kind == "uniform":
        options |= {"vertices": int(arcs / degree), "edge_factor": degree}
    elif kind == "regular":
        options |= {"vertices": int(arcs / degree) & ~1, "degree": degree}
    elif kind == "triangulation":
        options["vertices"] = int(arcs / 6)
    else:
        options["vertices"] = int(arcs / 2)
        options["symmetric"] = True
    if kind != "road":
        options["max_weight"] = rng.choice([1, 10, 100, 10000])
    if rng.random() < 0.3:
        options["order"] = "random"
    negative = rng.random() < 0.2
    steps = ["{ potentials = { seed = 1, most = %d } }" % rng.choice([10, 100, 1000])] if negative else []
    weights = rng.choice(["int32", "int32", "float32"])
    text = lambda value: str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
    table = f'[graph]\nloader = "generate"\nweights = "{weights}"\nsteps = [{", ".join(steps)}]\n[graph.options]\nkind = "{kind}"\n'
    table += "".join(f"{key} = {text(value)}\n" for key, value in options.items())
    return table, f"{'negative ' if negative else ''}{kind} {int(arcs)} {weights}", negative


def run(arguments, graph, question, threads, plugins):
    repeats = 1 if question in ("1000", "matrix") else 3
    pipeline = f"{graph}\n[problem]\n{QUESTIONS[question]}\n[measure]\nthreads = {threads}\nwarmups = 0\nrepeats = {repeats}\nwork = false\ntimeout = 60\n"
    for plugin in plugins + ["auto"]:
        pipeline += f'[[run]]\nplugin = "{plugin}"\n'
        if plugin == "auto" and arguments.without:
            pipeline += f"[run.options]\nwithout = {json.dumps(arguments.without)}\n"
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "p.toml"
        file.write_text(pipeline)
        done = subprocess.run([arguments.wayfront, "run", str(file), "-q", "--json"], capture_output=True, text=True)
    if not done.stdout:
        sys.exit(f"{graph}: {done.stderr}")
    times, chosen = {}, ""
    for one in json.loads(done.stdout)["runs"]:
        if one["status"] == "wrong":
            sys.exit(f"{graph}: {one['label']} is wrong: {one['reason']}")
        if one["status"] != "ok":
            continue
        sources = {}
        for sample in one["samples"]:
            sources.setdefault(sample["source"], []).append(sample["solve_seconds"])
        times[one["label"]] = one["prepare_seconds"] + sum(sorted(it)[len(it) // 2] for it in sources.values())
        if one["label"] == "auto":
            chosen = one["plugin"]["name"]
    return times, chosen


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wayfront")
    parser.add_argument("graphs", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--questions", default=",".join(QUESTIONS))
    parser.add_argument("--without", default="")
    parser.add_argument("--device", action="store_true", help="with plugins for a GPU")
    arguments = parser.parse_args()
    arguments.without = [name for name in arguments.without.split(",") if name]
    rng = random.Random(arguments.seed)
    graphs = [(f'[graph]\npath = "{pathlib.Path(it).resolve()}"\n', pathlib.Path(it).name, None) for it in arguments.graphs]
    graphs = graphs or [drawn(rng) for _ in range(arguments.count)]
    cells = {}
    for table, name, negative in graphs:
        for question in arguments.questions.split(","):
            for threads in map(int, arguments.threads.split(",")):
                plugins = (NEGATIVE if negative else PLUGINS if negative is False else PLUGINS + NEGATIVE[:2]) + (ON_DEVICE if arguments.device else [])
                times, chosen = run(arguments, table, question, threads, [it for it in plugins if it not in arguments.without])
                if "auto" not in times or len(times) < 2:
                    continue
                best = min((it for it in times if it != "auto"), key=times.get)
                regret = times["auto"] / times[best]
                cells.setdefault((question, threads), []).append((regret, times["auto"], name, chosen, best, times[best]))
                if regret > 1.2:
                    print(f"{question}, {threads} threads, {name}: {chosen} {times['auto'] * 1e3:.2f} ms, best {best} {times[best] * 1e3:.2f} ms: {regret:.2f}", flush=True)
    print("\n| question | threads | graphs | mean | worst above 5 ms | above 1.5 |\n|---|---|---|---|---|---|")
    for (question, threads), found in cells.items():
        mean = math.exp(sum(math.log(it[0]) for it in found) / len(found))
        worst = max((it for it in found if it[1] > 5e-3), default=None)
        text = f"{worst[0]:.2f} ({worst[2]}: {worst[3]}, best {worst[4]})" if worst else "-"
        print(f"| {question} | {threads} | {len(found)} | {mean:.3f} | {text} | {sum(it[0] > 1.5 and it[1] > 5e-3 for it in found)} |")


if __name__ == "__main__":
    main()
