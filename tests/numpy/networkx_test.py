#!/usr/bin/env python3
"""Graphs that NetworkX writes, as `wayfront info` reads them: GraphML, GML, Pajek, node-link JSON and edge lists with
dictionaries. Held to the same graph as a plain edge list; what `wayfront convert` writes of them, NetworkX reads again.

usage: networkx_test.py WAYFRONT [graphml]
Exit code 77: skipped, there is no NetworkX.
"""

import itertools
import json
import pathlib
import random
import sys

from program import Folder, need

[networkx] = need("peers", "networkx")

UNDIRECTED = ["--loader", "edge-list", "--set", "edges=undirected"]
LOADERS = {".gml": "gml", ".json": "node-link", ".net": "pajek", ".nx": "edge-list", ".graphml": "graphml"}
TYPES = ("int32", "int64", "float32", "float64")


class Graphs(Folder):
    def __init__(self, formats):
        super().__init__()
        self.formats = formats

    def arcs(self, name, *arguments):
        """Sorted, with ids as texts: the order of the vertices of names is the file's."""
        options = (it if it.startswith("-") or "=" not in it else "from." + it for it in arguments)
        written = self.run("convert", name, "-", "--to", "edge-list", *options).splitlines()
        lines = [line.replace(",", " ").split() for line in written if not line.startswith(("#", "source,"))]
        return sorted((u, v, float(*weight) if weight else None) for u, v, *weight in lines)


def graph(kind, directed, multi, names):
    """Every vertex has an edge; of multigraphs some have several."""
    luck = random.Random(f"{kind} {directed} {multi} {names}")
    made = {(False, False): networkx.Graph, (True, False): networkx.DiGraph, (False, True): networkx.MultiGraph,
            (True, True): networkx.MultiDiGraph}[directed, multi]()
    name = (lambda v: f"v{v}&<\"") if names == "odd" else (lambda v: f"v{v}") if names else (lambda v: v)
    for v in range(30):
        made.add_node(name(v), x=luck.random(), y=luck.random() * 1e-7, label2="a \"b\" & c")
    ends = [(v, (v + 1) % 30) for v in range(30)] + [(luck.randrange(30), luck.randrange(30)) for _ in range(60)]
    for u, v in ends:
        weight = luck.randrange(1, 1000)
        if kind == "int64":
            weight <<= 35
        if kind == "float32":
            weight += luck.randrange(1, 8) / 8
        if kind == "float64":
            weight = weight / 7 + 0.1
        made.add_edge(name(u), name(v), weight=weight, kind="road, \"A 1\"", length=luck.randrange(9))
    return made


def wanted(made, key="weight"):
    arcs = [(str(u), str(v), float(data[key])) for u, v, data in made.edges(data=True)]
    return sorted(arcs + ([] if made.is_directed() else [(v, u, weight) for u, v, weight in arcs if u != v]))


def write_node_link(made, path):
    pathlib.Path(path).write_text(json.dumps(networkx.node_link_data(made)), encoding="utf-8")


def read_node_link(path):
    data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    data.setdefault("links", data["edges"])  # what versions before 3.4 call them
    return networkx.node_link_graph(data)


READERS = {".gml": networkx.read_gml, ".graphml": networkx.read_graphml, ".json": read_node_link,
           ".net": networkx.read_pajek}


def check_written(folder, made, ending, what, *arguments):
    """The graph from NetworkX' file, written by wayfront in every format, as NetworkX reads it."""
    for other, read in READERS.items():
        if other not in folder.formats or (other == ".net" and what[3] == "odd"):  # whose names have no quotes
            continue
        folder.run("convert", "--force", "g" + ending, "w" + other, *arguments)
        again = read(folder.at("w" + other))
        assert again.is_directed() == made.is_directed(), (what, other)
        assert sorted(map(str, again)) == sorted(map(str, made)), (what, other)
        assert wanted(again) == wanted(made), (what, other, wanted(again)[:3], wanted(made)[:3])
        if ending in (".net", ".nx") or other == ".net":  # without coordinates
            continue
        places = {str(v): (data["x"], data["y"]) for v, data in again.nodes(data=True)}
        assert places == {str(v): (data["x"], data["y"]) for v, data in made.nodes(data=True)}, (what, other)


def write_pajek(made, path):
    plain = made.__class__()
    plain.add_nodes_from(made)
    plain.add_edges_from((u, v, {"weight": data["weight"]}) for u, v, data in made.edges(data=True))
    networkx.write_pajek(plain, path)


def check(folder, writers):
    for kind, directed, multi, names in itertools.product(TYPES, (False, True), (False, True), (False, True)):
        made = graph(kind, directed, multi, names)
        for ending, write in writers.items():
            write(made, folder.at("g" + ending))
            arguments = UNDIRECTED if ending == ".nx" and not directed else []
            what = (kind, directed, multi, names, ending)
            read = folder.info("g" + ending, *arguments)
            assert read["directed"] == directed, what
            found = folder.arcs("g" + ending, *arguments)
            assert found == wanted(made), (what, found[:3], wanted(made)[:3])
            if ending != ".nx":
                check_written(folder, made, ending, what)
            if not names:
                networkx.write_edgelist(made, folder.at("plain.el"), data=["weight"])
                plain = [] if directed else UNDIRECTED
                assert read["digest"] == folder.info("plain.el", *plain)["digest"], what


def check_options(folder, writers):
    made = graph("int32", True, False, "odd")
    for ending, write in writers.items():
        if ending in (".nx", ".net"):  # whose names have no quotes
            continue
        write(made, folder.at("o" + ending))
        assert len(folder.arcs("o" + ending, "--renumber")) == made.number_of_edges()
        write(made, folder.at("g" + ending))
        check_written(folder, made, ending, ("int32", True, False, "odd", ending))
        lengths = folder.arcs("o" + ending, "--renumber", "--loader", LOADERS[ending], "--set", "weight=length")
        assert sorted(it[2] for it in lengths) == sorted(it[2] for it in wanted(made, "length")), ending
    bare = networkx.path_graph(4)
    for ending, write in writers.items():
        if ending == ".net":
            continue
        write(bare, folder.at("b" + ending))
        assert folder.info("b" + ending)["weights"] is None, ending


written_by = {".gml": networkx.write_gml, ".json": write_node_link, ".net": write_pajek, ".nx": networkx.write_edgelist}
if "graphml" in sys.argv[2:]:
    written_by[".graphml"] = networkx.write_graphml_xml
with Graphs(set(written_by)) as scratch:
    check(scratch, written_by)
    check_options(scratch, written_by)
