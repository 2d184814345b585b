"""Writes the pipelines of a mode, which measure every plugin on every graph:

  pipelines.py OUT MODE [--data FOLDER] [--files FOLDER] [--shards N] [--auto] [--drawn SEED COUNT]
  pipelines.py OUT commands ...       a shell command per line that writes a graph to a file of --files

Modes are in MODES.
"""

import argparse
import pathlib

import graphs

CPU = ["dijkstra", "delta-stepping", "rho-stepping"]
CPU_SLOW = ["stepping-bellman-ford", "cpu-bellman-ford"]  # where rounds are few
DEVICE = ["near-far", "push-pull", "adds", "hbf"]
NEGATIVE = ["bellman-ford-tarjan", "bellman-ford", "cpu-bellman-ford", "johnson"]
NEGATIVE_DEVICE = ["hbf", "edge-bellman-ford"]
# Before the other graphs where a device is used: the first run there pays for its start. `auto` takes a device for a large one.
FIRST = graphs.generated("start of the device", "path", 100, 99, vertices=100)
FIRST_OF_AUTO = graphs.generated("start of the device", "uniform", 1000000, 16000000, vertices=1000000)


class Mode:
    def __init__(self, batch, threads, cpu, device, max_arcs, stands_for):
        self.batch, self.threads = batch, threads
        self.cpu, self.device = cpu, device  # "all", "structures" or ""
        self.max_arcs = max_arcs
        self.stands_for = stands_for  # sources that `auto` is told


MODES = {
    "t1": Mode(1, 1, "all", "", 2e7, 1),
    "c1": Mode(16, 1, "structures", "", 3e6, 16),
    "t2": Mode(1, 2, "all", "", 2e7, 1),
    "c2": Mode(16, 2, "all", "", 1.2e6, 16),
    "g16": Mode(1, 16, "all", "all", 2e7, 1),
    "b16": Mode(16, 16, "all", "", 3e6, 16),
    "m1": Mode(64, 1, "all", "", 3e5, 1000),
    "m2": Mode(64, 2, "all", "", 6e5, 1000),
    "s64": Mode(64, 16, "all", "", 3e6, 1000),
    "h16": Mode(16, 16, "", "all", 5e6, 16),
    "h64": Mode(64, 16, "", "all", 5e6, 1000),
}


def few_rounds(graph):
    return graph.arcs <= 60000 or (graph.arcs >= 10 * graph.vertices and graph.arcs <= 6e6)


def contenders(graph, mode, auto):
    """The plugins of each pipeline. Those that may use a device have one each: a process has one copy of a graph there."""
    cpu, device = [], []
    map_like = graph.arcs < 6 * graph.vertices and graph.vertices >= 200
    if graph.negative:
        slow = [] if few_rounds(graph) and mode.batch in (1, 64) else ["bellman-ford", "cpu-bellman-ford"]
        cpu = [name for name in NEGATIVE if name not in slow] if mode.cpu == "all" else []
        device = (NEGATIVE_DEVICE if few_rounds(graph) else NEGATIVE_DEVICE[:1]) if mode.batch == 1 else []
    else:
        if mode.cpu == "all":
            cpu = list(CPU) if mode.batch == 1 or mode.threads == 1 else CPU[:2]
            if mode.batch in (1, 64) and few_rounds(graph):
                cpu += CPU_SLOW + (["bellman-ford"] if graph.arcs <= 60000 else [])
        if mode.cpu and map_like:
            cpu.append("separator-sweep")
        device = list(DEVICE) if mode.batch == 1 else DEVICE[:2]
        if mode.batch == 1 and few_rounds(graph):
            device.append("edge-bellman-ford")
        if map_like:
            device.append("separator-sweep-cuda")
    alone = [*device] if mode.device else []
    if auto and (cpu or alone):
        (alone if mode.device else cpu).append("auto")
    return [tuple(cpu)] * bool(cpu) + [(name,) for name in alone]


def pipeline(members, plugins, mode, repeats, arguments):
    sources = arguments.sources if mode.batch == 1 else mode.batch
    tables = [g.table_of(arguments.files) for g in members]
    if on_device(plugins, mode):
        tables.insert(0, (FIRST_OF_AUTO if "auto" in plugins else FIRST).table)
    text = "\n\n".join(tables)
    text += f"\n\n[problem]\nsources = {{ random = {sources}, seed = 1 }}\nbatch = {mode.batch}\n"
    text += f"\n[measure]\nwarmups = 1\nrepeats = {repeats}\ntimeout = 2.0\nrun_timeout = 3.0\n"
    text += f'isolation = "none"\nthreads = {mode.threads}\nparallel_sources = 0\nwork = false\n'
    text += "sample_rows = 2\nsample_whole = true\n"
    for name in plugins:
        text += f'\n[[run]]\nplugin = "{name}"\n'
        if name == "auto":
            device = str(bool(mode.device)).lower()
            text += f"[run.options]\nsources = {mode.stands_for}\ndevice = {device}\n"
    return text


def on_device(plugins, mode):
    return bool(mode.device) and bool({*plugins} & {"auto", *DEVICE, *NEGATIVE_DEVICE, "separator-sweep-cuda"})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("mode", choices=[*MODES, "commands"])
    parser.add_argument("--data", default="", help="a folder of graph files")
    parser.add_argument("--data-as", default="", help="that folder in the pipelines")
    parser.add_argument("--files", default="", help="take graphs from the files that `commands` wrote there")
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--sources", type=int, default=3)
    parser.add_argument("--auto", action="store_true", help="measure auto, too")
    parser.add_argument("--max-arcs", type=float, default=1e9)
    parser.add_argument("--drawn", type=int, nargs=2, metavar=("SEED", "COUNT"), default=(0, 0), help="only these graphs")
    arguments = parser.parse_args()
    chosen = graphs.all_graphs(arguments.data, arguments.data_as, *arguments.drawn)
    chosen = [g for g in chosen if g.arcs <= arguments.max_arcs]
    if arguments.mode == "commands":
        chosen.sort(key=lambda g: -g.arcs)
        arguments.out.write_text("".join(g.command.replace("{}", f"{arguments.files}/{g.file}") + "\n" for g in chosen))
        return
    arguments.out.mkdir(parents=True, exist_ok=True)
    mode = MODES[arguments.mode]
    groups = {}
    for graph in chosen:
        if graph.arcs > mode.max_arcs:
            continue
        size = sum(graph.arcs > limit for limit in (1e5, 7e5, 2.2e6))  # small graphs first, if time runs out
        for plugins in contenders(graph, mode, arguments.auto):
            groups.setdefault((size, plugins), []).append(graph)
    for shard in range(arguments.shards):
        number = 0
        for (size, plugins), members in sorted(groups.items()):
            mine = sorted(members, key=lambda g: g.arcs)[(shard + number) % arguments.shards :: arguments.shards]
            number += 1
            if mine:
                file = arguments.out / f"s{shard}_{number:02}.toml"
                repeats = arguments.repeats if mode.batch == 1 or size == 0 else 1  # calls of small graphs scatter most
                file.write_text(pipeline(mine, plugins, mode, repeats, arguments))


main()
