"""Small random graphs as files of every format, written independently of the program, and their distances."""

import bz2
import dataclasses
import gzip
import heapq
import lzma
import struct

LARGEST = 2**31 - 2  # of the int32 distances


@dataclasses.dataclass
class GraphFile:
    name: str
    content: bytes
    loader: str
    options: dict  # of the loader, where it has to be named
    vertices: list  # their ids as the program shows them
    arcs: list  # (id, id, weight or None), in both directions where the file is undirected
    first_id: int = 0
    floats: bool = False  # whether there is a weight that is not an integer
    beside: dict = dataclasses.field(default_factory=dict)

    @property
    def weighted(self):
        return have_weights(self.arcs)


def random_weights(random, count, floats):
    least, most = random.choice([(1, 10), (0, 3), (1, 1), (0, 0), (1, 1000), (1, 10**6), (0, 2**30), (1, 2**31 - 2),
                                 (-2, 20), (-20, 20)])
    if floats and random.random() < 0.7:
        return [random.randint(least, most) + random.choice([0, 0.5, 0.25, 0.1]) for _ in range(count)]
    return [random.randint(least, most) for _ in range(count)]


def have_weights(arcs):
    return bool(arcs) and arcs[0][2] is not None


def rows(count, arcs):
    """The arcs of each vertex, and where each row ends."""
    lists = [[] for _ in range(count)]
    for u, v, w in arcs:
        lists[u].append((v, w))
    ends, total = [], 0
    for row in lists:
        total += len(row)
        ends.append(total)
    return [arc for row in lists for arc in row], ends


def dimacs(random, count, arcs):
    lines = ["c random"] + [f"p sp {count} {len(arcs)}"] + [f"a {u + 1} {v + 1} {w!r}" for u, v, w in arcs]
    return "\n".join(lines) + "\n"


def pace(random, count, arcs):
    return "\n".join([f"p tw {count} {len(arcs)}"] + [f"{u + 1} {v + 1}" for u, v, _ in arcs]) + "\n"


def matrix_market(random, count, arcs, symmetric=False):
    kind = "pattern" if arcs and arcs[0][2] is None else \
        "real" if any(isinstance(w, float) for _, _, w in arcs) else random.choice(["integer", "real"])
    lines = [f"%%MatrixMarket matrix coordinate {kind} {'symmetric' if symmetric else 'general'}", "% random",
             f"{count} {count} {len(arcs)}"]
    for u, v, w in arcs:
        ends = (max(u, v), min(u, v)) if symmetric else (u, v)
        lines.append(f"{ends[0] + 1} {ends[1] + 1}" + ("" if w is None else f" {w!r}"))
    return "\n".join(lines) + "\n"


def edge_list(random, arcs):
    separator = random.choice([" ", "\t", ",", ";"])
    lines = [] if random.random() < 0.5 else ["# random"]
    lines += [separator.join([str(u), str(v)] + ([] if w is None else [repr(w)])) for u, v, w in arcs]
    return "\n".join(lines) + random.choice(["\n", ""])


def metis(random, count, edges):
    """Each edge at both of its ends; the format has no loops and no parallel edges."""
    lists = [[] for _ in range(count)]
    for u, v, w in edges:
        lists[u].append((v, w))
        lists[v].append((u, w))
    weighted = have_weights(edges)
    lines = [f"{count} {len(edges)}" + (" 1" if weighted else "")]
    for row in lists:
        lines.append(" ".join(f"{v + 1} {w!r}" if weighted else f"{v + 1}" for v, w in row))
    return "\n".join(lines) + "\n"


def ligra(random, count, arcs):
    sorted_arcs, ends = rows(count, arcs)
    weighted = have_weights(arcs)
    lines = ["WeightedAdjacencyGraph" if weighted else "AdjacencyGraph", count, len(arcs), *([0] + ends)[:count],
             *(v for v, _ in sorted_arcs)]
    return "\n".join(str(line) for line in lines + [repr(w) for _, w in sorted_arcs if weighted]) + "\n"


def tntp(random, count, arcs):
    lines = [f"<NUMBER OF ZONES> {count}", f"<NUMBER OF NODES> {count}", "<FIRST THRU NODE> 1",
             f"<NUMBER OF LINKS> {len(arcs)}", "<END OF METADATA>", "",
             "~\tinit_node\tterm_node\tcapacity\tlength\tfree_flow_time\tb\tpower\tspeed\ttoll\tlink_type\t;"]
    lines += [f"\t{u + 1}\t{v + 1}\t100\t6\t{w!r}\t0.15\t4\t0\t0\t1\t;" for u, v, w in arcs]
    return "\n".join(lines) + "\n"


def galois(random, count, arcs, version):
    sorted_arcs, ends = rows(count, arcs)
    weighted = have_weights(arcs)
    target = "I" if version == 1 else "Q"
    content = struct.pack("<4Q", version, 4 if weighted else 0, count, len(arcs)) + struct.pack(f"<{count}Q", *ends)
    content += struct.pack(f"<{len(arcs)}{target}", *(v for v, _ in sorted_arcs))
    if version == 1 and len(arcs) % 2 == 1:
        content += bytes(4)
    return content + (struct.pack(f"<{len(arcs)}i", *(w for _, w in sorted_arcs)) if weighted else b"")


def gapbs(random, count, arcs, directed):
    weighted = have_weights(arcs)

    def half(arcs_of_half):
        sorted_arcs, ends = rows(count, arcs_of_half)
        items = [number for arc in sorted_arcs for number in (arc if weighted else arc[:1])]
        return struct.pack(f"<{count + 1}Q", 0, *ends) + struct.pack(f"<{len(items)}i", *items)

    content = struct.pack("<?2Q", directed, len(arcs), count) + half(arcs)
    return content + (half([(v, u, w) for u, v, w in arcs]) if directed else b"")


def both_ways(edges):
    return edges + [(v, u, w) for u, v, w in edges if u != v]


def random_file(random, floats=False):
    """A graph file of a random format; with `floats` weights may have fractions."""
    count = random.choice([1, 2, 3, random.randint(1, 40), random.randint(1, 40)])
    arcs = [(random.randrange(count), random.randrange(count)) for _ in range(random.randint(0, 4 * count))]
    kind = random.choice(["dimacs", "pace", "matrix-market", "symmetric", "edge-list", "names", "metis", "ligra",
                          "tntp", "galois", "gapbs", "gapbs-undirected"])
    if kind in ("metis", "symmetric", "gapbs-undirected"):
        arcs = sorted({(min(arc), max(arc)) for arc in arcs if arc[0] != arc[1]})
    if not arcs and kind in ("edge-list", "names", "tntp"):
        arcs = [(0, count - 1)]
    binary = kind in ("galois", "gapbs", "gapbs-undirected")
    weights = random_weights(random, len(arcs), floats and not binary)
    if kind == "pace" or kind not in ("dimacs", "tntp") and random.random() < 0.3:
        weights = [None] * len(arcs)
    arcs = [(u, v, w) for (u, v), w in zip(arcs, weights)]
    vertices = range(count)
    first, loader, options, beside = 0, kind, {}, {}
    if kind == "dimacs":
        name, content, first = "g.gr", dimacs(random, count, arcs), 1
    elif kind == "pace":
        name, content, first, loader = "g.gr", pace(random, count, arcs), 1, "dimacs"
        arcs = arcs + [(v, u, w) for u, v, w in arcs]
    elif kind in ("matrix-market", "symmetric"):
        name, content, first = "g.mtx", matrix_market(random, count, arcs, kind == "symmetric"), 1
        loader, arcs = "matrix-market", both_ways(arcs) if kind == "symmetric" else arcs
    elif kind in ("edge-list", "names"):
        id_of = (lambda v: f"v{v}") if kind == "names" else (lambda v, step=random.choice([1, 7]): v * step)
        arcs = [(id_of(u), id_of(v), w) for u, v, w in arcs]
        name, content, loader = random.choice(["g.el", "g.txt", "g.csv"]), edge_list(random, arcs), "edge-list"
        vertices, options = sorted({end for arc in arcs for end in arc[:2]}), {"header": "none"}
    elif kind == "metis":
        name, content, first, arcs = "g.graph", metis(random, count, arcs), 1, both_ways(arcs)
    elif kind == "ligra":
        name, content = "g.adj", ligra(random, count, arcs)
    elif kind == "tntp":
        name, content, first = "g_net.tntp", tntp(random, count, arcs), 1
    elif kind == "galois":
        name, content = "g.gr", galois(random, count, arcs, random.choice([1, 2]))
    else:
        directed, loader = kind == "gapbs", "gapbs"
        arcs = arcs if directed else both_ways(arcs)
        weighted = have_weights(arcs)
        name, content = "g.wsg" if weighted else "g.sg", gapbs(random, count, arcs, directed)
        options = {"weighted": "yes" if weighted else "no"}
    if isinstance(vertices, range):
        vertices = [v + first for v in vertices]
        arcs = [(u + first, v + first, w) for u, v, w in arcs]
        points = [f"v {v} {random.randint(-99, 99)} {random.randint(-99, 99)}" for v in vertices]
        beside = {"g.co": "\n".join(["c random", f"p aux sp co {count}", *points]).encode() + b"\n"}
    content = content if isinstance(content, bytes) else content.encode()
    ending, compress = random.choice([("", bytes)] * 5 + [(".gz", gzip.compress), (".bz2", bz2.compress),
                                                          (".xz", lzma.compress)])
    return GraphFile(name + ending, compress(content), loader, options, vertices, arcs, first,
                     any(isinstance(w, float) for _, _, w in arcs), beside)


def distances(graph, source, constant):
    """The finite int32 distances by id, or None where there are negative arcs or one that does not fit.

    `constant` is the weight of arcs that have none.
    """
    out = {}
    for u, v, w in graph.arcs:
        w = constant if w is None else int(w)
        if w < 0:
            return None
        out.setdefault(u, []).append((v, w))
    names = {v: i for i, v in enumerate(graph.vertices)}
    found, queue = {}, [(0, names[source], source)]
    while queue:
        distance, _, u = heapq.heappop(queue)
        if u in found:
            continue
        found[u] = distance
        for v, w in out.get(u, []):
            if v not in found:
                heapq.heappush(queue, (distance + w, names[v], v))
    return None if max(found.values()) > LARGEST else found
