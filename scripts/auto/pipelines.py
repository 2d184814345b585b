"""Writes pipelines that measure every plugin on every graph:
pipelines.py OUT [--data FOLDER] [--batch N] [--threads N] [--device] [--shards N] [--auto] [--judged] ..."""

import argparse
import pathlib

import graphs

CPU = ["dijkstra", "delta-stepping", "rho-stepping"]
CPU_SLOW = ["stepping-bellman-ford", "cpu-bellman-ford"]  # where rounds are few
DEVICE = ["near-far", "push-pull", "adds", "hbf"]
NEGATIVE = ["bellman-ford-tarjan", "bellman-ford", "cpu-bellman-ford", "johnson"]
NEGATIVE_DEVICE = ["hbf", "edge-bellman-ford"]
PREPARED = ["separator-sweep"]


def few_rounds(graph):
    return graph.arcs <= 60000 or (graph.arcs >= 10 * graph.vertices and graph.arcs <= 6e6)


def plugins_for(graph, arguments):
    if graph.negative:
        names = NEGATIVE + (NEGATIVE_DEVICE if arguments.device else [])
        if not few_rounds(graph):
            names = [name for name in names if name not in ("bellman-ford", "edge-bellman-ford")]
        if arguments.batch > 1:
            names = [name for name in names if name in ("bellman-ford-tarjan", "johnson", "hbf")]
        return names
    names = list(CPU[:2]) if arguments.batch > 1 else list(CPU)
    if arguments.batch == 1 and few_rounds(graph):
        names += CPU_SLOW + (["edge-bellman-ford"] if arguments.device else [])
        if graph.arcs <= 60000:
            names.append("bellman-ford")
    sparse = graph.arcs < 6 * graph.vertices
    if sparse and graph.vertices >= 900:
        names += PREPARED
    if arguments.device:
        names += DEVICE[:2] if arguments.batch > 1 else DEVICE
        if sparse and graph.vertices >= 900:
            names.append("separator-sweep-cuda")
    return names


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--data", default="", help="a folder of graph files")
    parser.add_argument("--data-as", default="", help="that folder in the pipelines")
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--device", action="store_true")
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--sources", type=int, default=3)
    parser.add_argument("--max-arcs", type=float, default=2e7)
    parser.add_argument("--min-vertices", type=int, default=0)
    parser.add_argument("--auto", action="store_true", help="measure auto, too")
    parser.add_argument("--part", choices=["all", "fitted", "judged"], default="all")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    chosen = [g for g in graphs.all_graphs(arguments.data, arguments.data_as) if g.arcs <= arguments.max_arcs]
    chosen = [g for g in chosen if g.vertices >= arguments.min_vertices]
    if arguments.part != "all":
        chosen = [g for g in chosen if g.fitted == (arguments.part == "fitted")]
    groups = {}
    for graph in chosen:
        groups.setdefault(tuple(plugins_for(graph, arguments)), []).append(graph)
    texts = []
    for plugins, members in groups.items():
        members.sort(key=lambda g: g.arcs)
        for shard in range(arguments.shards):
            mine = members[shard :: arguments.shards]
            if not mine:
                continue
            sources = arguments.sources if arguments.batch == 1 else arguments.batch
            text = "\n\n".join(g.table for g in mine)
            text += f"\n\n[problem]\nsources = {{ random = {sources}, seed = 1 }}\nbatch = {arguments.batch}\n"
            text += f"\n[measure]\nwarmups = 1\nrepeats = {arguments.repeats}\ntimeout = 3.0\nrun_timeout = 4.0\n"
            text += f'isolation = "none"\nthreads = {arguments.threads}\nparallel_sources = 0\nwork = false\n'
            for name in [*plugins, *(["auto"] if arguments.auto else [])]:
                text += f'\n[[run]]\nplugin = "{name}"\n'
            texts.append((shard, sum(g.arcs for g in mine), text))
    for i, (shard, _, text) in enumerate(sorted(texts)):
        (arguments.out / f"s{shard}_{i:02}.toml").write_text(text)


main()
