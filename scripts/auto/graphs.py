"""The graphs on which the choice of `auto` is fitted and judged."""

import math
import pathlib
import random
import shlex


class Graph:
    def __init__(self, name, table, command, vertices=0, arcs=0, sign="plain"):
        self.name = name
        self.table = table  # lines of [[graph]] and [graph.options]
        self.command = command  # that writes it to a file, which {} stands for
        self.vertices, self.arcs = vertices, arcs  # about
        self.negative = sign == "negative"

    @property
    def file(self):
        return self.name.replace(" ", "_") + ".wfg"

    def table_of(self, folder):
        """Of the file in that folder, as `command` writes it; of the graph itself without one."""
        return f'[[graph]]\nlabel = "{self.name}"\npath = "{folder}/{self.file}"' if folder else self.table


def generated(name, kind, size, arcs, weights="int32", steps="", sign="", **options):
    lines = [f'[[graph]]\nlabel = "{name}"\nloader = "generate"\nweights = "{weights}"']
    if steps:
        lines.append(f"steps = [{steps}]")
    lines.append(f'[graph.options]\nkind = "{kind}"')
    command = ["wayfront", "generate", kind, "{}", "--weights", weights] + (["--step", steps.strip("{} ") + " }"] if steps else [])
    for key, value in options.items():
        text = str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
        lines.append(f"{key} = {text}")
        command += ["--set", f"{key}={text}"]
    return Graph(name, "\n".join(lines), shlex.join(command), size, arcs, sign or ("negative" if steps else "plain"))


def generators():
    for n in (1000, 4000, 16000, 64000, 264000, 1000000):
        yield generated(f"road {n}", "road", n, 2.8 * n, vertices=n)
    yield generated("road 32000 float32", "road", 32000, 90000, "float32", vertices=32000)
    yield generated("road 128000 float64", "road", 128000, 350000, "float64", vertices=128000)
    yield generated("road 128000 shuffled", "road", 128000, 350000, vertices=128000, order="random")
    for k in (30, 100, 300, 1000):
        yield generated(f"grid {k}", "grid", k * k, 4 * k * k, rows=k, columns=k)
    yield generated("grid 300 unit", "grid", 90000, 360000, rows=300, columns=300, max_weight=1)
    yield generated("grid 700 unit", "grid", 490000, 1960000, rows=700, columns=700, max_weight=1)
    yield generated("grid 400 heavy", "grid", 160000, 640000, rows=400, columns=400, max_weight=10000)
    yield generated("grid strip", "grid", 200000, 800000, rows=10, columns=20000)
    yield generated("mesh 100", "grid", 10000, 480000, rows=100, columns=100, reach=3)
    yield generated("mesh 250", "grid", 62500, 3000000, rows=250, columns=250, reach=3)
    for scale in (8, 10, 12, 14, 16, 18, 20):
        yield generated(f"rmat {scale}", "rmat", 1 << scale, 16 << scale, scale=scale)
    yield generated("rmat 14 unit", "rmat", 1 << 14, 16 << 14, scale=14, max_weight=1)
    yield generated("rmat 18 unit", "rmat", 1 << 18, 16 << 18, scale=18, max_weight=1)
    yield generated("rmat 15 heavy", "rmat", 1 << 15, 16 << 15, scale=15, max_weight=10000)
    yield generated("rmat 17 heavy", "rmat", 1 << 17, 16 << 17, scale=17, max_weight=10000)
    yield generated("rmat 16 exponential", "rmat", 1 << 16, 16 << 16, scale=16, distribution="exponential", max_weight=1000)
    yield generated("rmat 16 log", "rmat", 1 << 16, 16 << 16, scale=16, distribution="log_uniform", max_weight=1000)
    yield generated("rmat 16 sparse", "rmat", 1 << 16, 4 << 16, scale=16, edge_factor=4)
    yield generated("rmat 14 dense", "rmat", 1 << 14, 64 << 14, scale=14, edge_factor=64)
    yield generated("rmat 16 symmetric", "rmat", 1 << 16, 32 << 16, scale=16, symmetric=True)
    yield generated("rmat 17 float32", "rmat", 1 << 17, 16 << 17, "float32", scale=17, max_weight=1)
    yield generated("rmat 16 int64", "rmat", 1 << 16, 16 << 16, "int64", scale=16)
    yield generated("rmat 13 float64", "rmat", 1 << 13, 16 << 13, "float64", scale=13, max_weight=1)
    for n in (1000, 10000, 100000, 1000000):
        yield generated(f"uniform {n}", "uniform", n, 16 * n, vertices=n)
    for n in (10000, 100000, 600000):
        yield generated(f"uniform {n} sparse", "uniform", n, 4 * n, vertices=n, edge_factor=4)
    for n in (10000, 60000):
        yield generated(f"uniform {n} dense", "uniform", n, 64 * n, vertices=n, edge_factor=64)
    yield generated("uniform 100000 two", "uniform", 100000, 200000, vertices=100000, edge_factor=2)
    yield generated("uniform 200000 unit", "uniform", 200000, 3200000, vertices=200000, max_weight=1)
    yield generated("uniform 50000 float32", "uniform", 50000, 800000, "float32", vertices=50000, max_weight=1)
    for n in (20000, 300000):
        yield generated(f"regular {n}", "regular", n, 7 * n, vertices=n, max_weight=10)
    yield generated("regular 100000 three", "regular", 100000, 300000, vertices=100000, degree=3)
    yield generated("regular 60000 wide", "regular", 60000, 1920000, vertices=60000, degree=32)
    for n in (100, 500, 2000):
        yield generated(f"complete {n}", "complete", n, n * n, vertices=n)
    for n in (1000, 100000):
        yield generated(f"path {n}", "path", n, 2 * n, vertices=n, symmetric=True)
    yield generated("cycle 10000", "cycle", 10000, 20000, vertices=10000, symmetric=True)
    for n in (1000, 300000):
        yield generated(f"star {n}", "star", n, 2 * n, vertices=n, symmetric=True)
    yield generated("star 100000 hubs", "star", 100000, 200000, vertices=100000, hubs=100, symmetric=True)
    for n in (10000, 500000):
        yield generated(f"tree {n}", "tree", n, 2 * n, vertices=n, symmetric=True)
    yield generated("tree 100000 bushy", "tree", 100000, 200000, vertices=100000, degree=20, symmetric=True)


def hard():
    yield generated("shortcuts", "hard", 1000, 500000, case="shortcuts")
    yield generated("staircase", "hard", 10000, 20000, case="staircase")
    yield generated("hub", "hard", 1 << 17, 2 << 17, case="hub", vertices=1 << 17)
    yield generated("parallel", "hard", 10000, 60000, case="parallel")
    yield generated("zero cycles", "hard", 10000, 40000, case="zero_cycles")


def negative():
    def steps(most):
        return f"{{ potentials = {{ seed = 1, most = {most} }} }}"

    for n in (1000, 16000, 100000, 400000):
        yield generated(f"negative road {n}", "road", n, 2.8 * n, steps=steps(10000), vertices=n)
    yield generated("negative road 50000 little", "road", 50000, 140000, steps=steps(500), vertices=50000)
    for k in (50, 200, 500):
        yield generated(f"negative grid {k}", "grid", k * k, 4 * k * k, steps=steps(100), rows=k, columns=k)
    yield generated("negative mesh 150", "grid", 22500, 1000000, steps=steps(100), rows=150, columns=150, reach=3)
    for scale in (9, 12, 15, 18):
        yield generated(f"negative rmat {scale}", "rmat", 1 << scale, 16 << scale, steps=steps(100), scale=scale)
    for n in (1000, 10000, 100000):
        yield generated(f"negative uniform {n}", "uniform", n, 16 * n, steps=steps(100), vertices=n)
    yield generated("negative uniform float64", "uniform", 30000, 480000, "float64", steps=steps(100), vertices=30000)
    yield generated("negative regular", "regular", 100000, 700000, steps=steps(10), vertices=100000, max_weight=10)
    yield generated("negative complete", "complete", 400, 160000, steps=steps(100), vertices=400)


REAL = {  # file: vertices, arcs; where weights are missing, they come from hash1000
    "rome99/rome99.gr.xz": (3353, 8870),
    "monaco/monaco.wel.xz": (1590, 4263),
    "stanford-apsp/dijkstraData.txt.xz": (200, 3734),
    "stanford-apsp/g3.txt.xz": (1000, 47978),
    "tntp/ChicagoRegional_net.tntp.xz": (12982, 39018),
    "tntp/Sydney_net.tntp.xz": (33113, 75379),
    "tntp/Anaheim_net.tntp.xz": (416, 914),
    "lagraph/zenios.mtx.xz": (2873, 27191),
    "lagraph/test_FW_2500.mtx.xz": (2500, 7852),
    "lagraph/test_FW_2003.mtx.xz": (2003, 23973),
    "lagraph/pushpull.mtx.xz": (4000, 196305),
    "lagraph/jagmesh7.mtx.xz": (1138, 7450),
    "lagraph/karate.mtx": (34, 156),
    "algs4/10000EWD.txt.xz": (10000, 123462),
    "algs4/1000EWD.txt.xz": (1000, 16866),
    "algs4/mediumEWD.txt.xz": (250, 2546),
    "snap/as20graph.txt.xz": (6474, 26467),
    "networkit/4elt.graph.xz": (15606, 91756),
    "networkit/power.graph.xz": (4941, 13188),
    "networkit/wiki-Vote.txt.xz": (7115, 103689),
    "networkit/celegans_metabolic.graph": (453, 4050),
    "dimacs10/rgg_n_2_15_s0.graph.xz": (32768, 320480),
    "dimacs10/delaunay_n15.graph.xz": (32768, 196548),
    "dimacs10/delaunay_n10.graph.xz": (1024, 6112),
    "dimacs10/luxembourg_osm.mtx.xz": (114599, 119666),
    "p2p-31/p2p-31.e.xz": (62586, 147892),
    "walshaw/3elt.mtx.xz": (4720, 13722),
    "walshaw/commanche_dual.mtx.xz": (7920, 19800),
}
FRESH = {  # only for judging
    "USA-road-d.NY/USA-road-d.NY.gr.xz": (264346, 733846),
    "USA-road-topology/USA-road-FLA.pace.gr.xz": (1070376, 2687902),
    "snap/soc-Slashdot0902.txt.gz": (82168, 948464),
    "gunrock/chesapeake.mtx": (39, 340),
    "dimacs10/delaunay_n16.mtx.xz": (65536, 393150),
    "networkit/foodweb-baydry.konect.xz": (128, 2137),
    "networkit/lesmis.graph": (77, 508),
    "lagraph/test_FW_1000.mtx.xz": (1000, 3996),
    "tntp/SiouxFalls_net.tntp": (24, 76),
}
NEGATIVE_FILES = {"stanford-apsp/g3.txt.xz"}
SYMMETRIC_FILES = {"dimacs10/delaunay_n16.mtx.xz", "dimacs10/luxembourg_osm.mtx.xz", "walshaw/3elt.mtx.xz", "walshaw/commanche_dual.mtx.xz"}


def real(files, folder, written):
    for file, (vertices, arcs) in files.items():
        path = pathlib.Path(folder) / file
        if not path.exists():
            continue
        name = path.name.split(".")[0]
        table = f'[[graph]]\nlabel = "{name}"\npath = "{pathlib.Path(written or folder) / file}"\nmissing_weights = "hash1000"\ncache = false'
        command = ["wayfront", "convert", str(pathlib.Path(written or folder) / file), "{}", "--missing-weights", "hash1000"]
        if file in SYMMETRIC_FILES:
            table += "\nsteps = [{ symmetrize = true }]"
            command += ["--step", "symmetrize"]
        yield Graph(name, table, shlex.join(command), vertices, arcs, "negative" if file in NEGATIVE_FILES else "plain")


def drawn(seed, count):
    """Graphs whose kinds, sizes and weights are drawn at random."""
    draw = random.Random(seed)
    for i in range(count):
        arcs = round(math.exp(draw.uniform(math.log(2e3), math.log(3e6))))
        kind = draw.choice(["road", "road", "grid", "grid", "mesh", "rmat", "rmat", "rmat", "uniform", "uniform", "regular",
                            "tree", "star", "complete"])
        options, degree = {"seed": seed}, 2
        if kind == "road":
            degree = 2.8
            options["vertices"] = max(100, round(arcs / degree))
        elif kind in ("grid", "mesh"):
            degree = 4
            if kind == "mesh":
                options["reach"] = draw.choice([1, 2, 4])
                degree = (2 * options["reach"] + 1) ** 2 - 1
            side = math.sqrt(arcs / degree * draw.choice([1, 1, 1, 0.2, 0.01]))
            options["rows"] = max(2, round(side))
            options["columns"] = max(2, round(arcs / degree / options["rows"]))
        elif kind in ("rmat", "uniform", "regular"):
            degree = round(math.exp(draw.uniform(math.log(2), math.log(50))))
            vertices = max(50, round(arcs / degree))
            if kind == "rmat":
                options["scale"] = max(6, round(math.log2(vertices)))
                vertices = 1 << options["scale"]
            else:
                options["vertices"] = vertices
            options["degree" if kind == "regular" else "edge_factor"] = degree
            if kind != "regular" and draw.random() < 0.3:
                options["symmetric"] = True
                degree *= 2
            arcs = vertices * degree
        elif kind == "complete":
            options["vertices"] = max(30, round(math.sqrt(min(arcs, 2e6))))
            degree = options["vertices"]
            arcs = degree * degree
        else:
            options |= {"vertices": max(100, arcs // 2), "symmetric": True}
            if kind == "tree":
                options["degree"] = draw.choice([2, 3, 8, 50])
            else:
                options["hubs"] = draw.choice([1, 10, 1000]) if arcs > 5000 else 1
        if kind in ("grid", "mesh", "road") and draw.random() < 0.25:
            options["order"] = "random"
        weights = "int32"
        if kind != "road":
            options["max_weight"] = draw.choice([1, 10, 100, 100, 1000, 10000, 100000])
            if options["max_weight"] >= 100:
                options["distribution"] = draw.choice(["uniform", "uniform", "exponential", "log_uniform"])
        if draw.random() < 0.2:
            weights = draw.choice(["float32", "float64", "int64"])
        steps = ""
        if draw.random() < 0.2:
            most = draw.choice([10, 100, 1000])
            steps = f"{{ potentials = {{ seed = {seed}, most = {most} }} }}"
        generator = "grid" if kind == "mesh" else kind
        # Arcs of roads are too long for small potentials to make them negative.
        sign = "negative" if steps and (kind != "road" or most > 10) else "plain"
        yield generated(f"drawn {seed} {i:02} {kind}", generator, round(arcs / degree), arcs, weights, steps, sign, **options)


def all_graphs(folder="", written="", seed=0, count=0):
    """Those that are fitted; with a seed others, drawn at random and from files that are not fitted."""
    graphs = [*drawn(seed, count)] if seed else [*generators(), *hard(), *negative(), *drawn(1, 40), *(graph for seed in (2, 3, 5, 6) for graph in drawn(seed, 66))]
    if folder:
        graphs += real(FRESH if seed else REAL, folder, written)
    assert len({graph.name for graph in graphs}) == len(graphs)
    return graphs
