#!/usr/bin/env python3
"""Bars of wayfront-rank, by counters instead of times, and its answers against those of dijkstra.

    bars.py WAYFRONT WAYFRONT-RANK [CASE ...]
    bars.py WAYFRONT WAYFRONT-RANK --long      larger graphs: minutes, and up to 1.5 GB of memory

Prints a line for each bar, what was measured and the bar itself. Exit status 1: a bar is not kept. docs/clusters.md
says what the bars mean.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

MPIRUN = pathlib.Path(__file__).resolve().parent / "mpirun"
wayfront, rank = (str(pathlib.Path(program).resolve()) for program in sys.argv[1:3])
cases = [word for word in sys.argv[3:] if word != "--long"]
is_long = "--long" in sys.argv
failed = 0


def ranks(count, *arguments, fails=0):
    """The samples of its result, each with the graph and the ranks; with `fails`, what it says."""
    json_flag = [] if "--certify" in arguments else ["--json"]
    done = subprocess.run([MPIRUN, str(count), rank, *map(str, arguments), *json_flag], capture_output=True, text=True)
    if done.returncode != fails:
        sys.exit(f"exit status {done.returncode}: {count} ranks, {arguments}\n{done.stdout}{done.stderr}")
    return done.stderr if fails else samples(done.stdout) if json_flag else []


def samples(said):
    result = json.loads(said)
    return [{**sample, "graph": result["graph"], "of": result["runs"][0]["ranks"]} for sample in result["runs"][0]["samples"]]


def uniform(count, vertices, sources=1):
    """A random graph of degree 16, and the samples of that many sources."""
    return ranks(count, "generate:uniform", "--set", f"vertices={vertices}", "--from", ",".join(map(str, range(sources))))


def bar(name, measured, limit, promised=None):
    """`promised`: the bar of the issue, where `limit` is what was measured and a margin, so that less shows, too."""
    global failed
    kept = measured <= limit
    failed += not kept
    print(f"{'kept  ' if kept else 'BROKEN'} {name}: {measured:.2f}, at most {limit}{f' (the bar is {promised})' if promised else ''}",
          flush=True)


def host(*arguments):
    subprocess.run([wayfront, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def held(record, r):
    """What rank r took since it started."""
    return record["of"][r]["peak_bytes"] - record["of"][r]["start_bytes"]


def memory():
    """G1: no process holds the graph. G2: a rank holds its share and 8 bytes a ghost."""
    for count, vertices in [(2, 1 << 20)] + ([(4, 1 << 22)] if is_long else []):
        record = uniform(count, vertices)[0]
        of = record["of"]
        whole = 8 * record["graph"]["vertices"] + 8 * record["graph"]["edges"]
        parts = range(count)
        if count > 2:
            bar(f"G1 share of the graph's bytes in one process, {count} ranks", max(held(record, r) for r in parts) / whole, 0.5)
        bar(f"G2 memory over share + 8 bytes a ghost, {count} ranks, share {of[0]['share_bytes'] >> 20} MiB",
            max(held(record, r) / (of[r]["share_bytes"] + 8 * of[r]["ghosts"]) for r in parts), 1.3)
        traffic(record)


def traffic(record):
    """G5: bytes for each arc that is relaxed, and for each that crosses."""
    sent, count = record["ranks"]["solve"]["bytes"], len(record["of"])
    name = f"{count} ranks, {record['graph']['vertices']:,} vertices"
    of_relaxed, of_crossing = {2: (1.15, 2.2), 4: (2.6, 3.5)}[count]
    bar(f"G5 bytes per relaxed arc, {name}", sent / record["work"]["relaxed"], of_relaxed, promised=3)
    bar(f"G5 bytes per crossing relaxed arc, {name}", sent / max(record["ranks"]["crossing"], 1), of_crossing, promised=8)


def alone():
    """G1: each rank finds its slice alone in its folder, and nothing of the graph elsewhere."""
    host("generate", "grid", "g.wfg", "--set", "rows=600", "--set", "columns=500")
    host("split", "g.wfg", "g.wfs", "--parts", "3")
    os.remove("g.wfg")
    apps = []
    for i in range(1, 4):
        os.mkdir(f"m{i}")
        os.rename(f"g.{i}-of-3.wfs", f"m{i}/g.{i}-of-3.wfs")
        apps += [":"] * (i > 1) + ["-n", "1", "-wdir", os.path.abspath(f"m{i}"), rank, "g.wfs", "--from", "0", "--json"]
    done = subprocess.run([MPIRUN, *apps[1:]], capture_output=True, text=True, check=True)
    bar("G1 answers that are missing, each disk with its own slice", 1 - len(samples(done.stdout)), 0)


def weak():
    """G6: the same number of arcs a rank, and ever more ranks. Rounds are means of some sources: those of one differ by a tenth."""
    per_rank, sources = (62_500, 4) if is_long else (4_000, 8)
    bytes_of = {2: 1.15, 4: 2.6, 8: 4.4, 16: 6.0, 32: 7.1}  # a record of 8 bytes for each arc would be 8
    rounds = {}
    for count in [2, 4, 8, 16, 32] if is_long else [2, 4, 8]:
        records = uniform(count, per_rank * count, sources)
        name = f"{count} ranks of {16 * per_rank:,} arcs"
        relaxed = sum(record["work"]["relaxed"] for record in records)
        sent = sum(record["ranks"]["solve"]["bytes"] for record in records)
        rounds[count] = sum(record["work"]["rounds"] for record in records) / sources
        bar(f"G6 bytes per relaxed arc, {name}", sent / relaxed, bytes_of[count], promised=8)
        bar(f"G6 arcs relaxed over arcs of the graph, {name}", relaxed / sources / records[0]["graph"]["edges"], 1.1)
    said = ", ".join(f"{mean:.1f} at {count}" for count, mean in rounds.items())
    bar(f"G6 most rounds over fewest of all numbers of ranks ({said})", max(rounds.values()) / min(rounds.values()), 1.2)


def certificate():
    """G7 at 16 ranks; ranks_test.cpp has the spoiled answers."""
    record = uniform(16, 16_000)[0]
    bar("G7 bytes of the certificate per arc, 16 ranks", record["ranks"]["certificate"]["bytes"] / record["graph"]["edges"], 2.7, promised=3)


def answers():
    """G8: parts joined are dijkstra's answer, bit for bit. Other formats and generated slices are the same graph."""
    host("generate", "rmat", "g.wfg", "--set", "scale=13", "--weights", "float32")
    host("solve", "g.wfg", "--from", "7", "--plugin", "dijkstra", "-q", "-o", "d.npy")
    expected = pathlib.Path("d.npy").read_bytes()
    wrong = 0
    for count in range(1, 9):
        for balance in ["arcs", "vertices"]:
            ranks(count, "g.wfg", "--from", 7, "--balance", balance, "--threads", 1 + count % 2, "-o", "r.npy")
            wrong += pathlib.Path("r.npy").read_bytes() != expected
    ranks(4, "g.wfg", "--from", 7, "-o", "r.{rank}.npy")
    parts = [pathlib.Path(f"r.{i}.npy").read_bytes()[128:] for i in range(1, 5)]
    wrong += expected[:0] + b"".join(parts) != expected[128:]
    bar("G8 answers of 1 .. 8 ranks, by arcs and by vertices, that differ from dijkstra's", wrong, 0)

    host("generate", "uniform", "u.wfg", "--set", "vertices=5000")
    host("solve", "u.wfg", "--from", "3", "--plugin", "dijkstra", "-q", "-o", "d.npy")
    expected = pathlib.Path("d.npy").read_bytes()
    digest = ranks(1, "u.wfg", "--from", 3)[0]["graph"]["digest"]
    for name, options in [("v1.gr", ["--to", "galois", "--set", "version=1"]), ("v2.gr", ["--to", "galois", "--set", "version=2"]),
                          ("u.wsg", [])]:
        host("convert", "u.wfg", name, *options)
    graphs = [[name] for name in ["u.wfg", "v1.gr", "v2.gr", "u.wsg"]] + [["generate:uniform", "--set", "vertices=5000"]]
    wrong = 0
    for graph in graphs:
        for count, balance in [(1, "arcs"), (3, "arcs"), (5, "vertices")]:
            record = ranks(count, *graph, "--from", 3, "--balance", balance, "-o", "r.npy")[0]
            if record["graph"]["digest"] != digest or pathlib.Path("r.npy").read_bytes() != expected:
                print("differs:", graph, count, balance, record["graph"]["digest"], digest)
                wrong += 1
    for kind, options, weights in [
            ("grid", ["rows=50", "columns=70", "reach=2"], "int32"), ("grid", ["rows=40", "columns=3", "order=random"], "int32"),
            ("rmat", ["scale=11", "symmetric=true"], "int32"), ("star", ["vertices=3000", "hubs=5"], "int32"),
            ("tree", ["vertices=2000"], "int32"), ("complete", ["vertices=150"], "int32"), ("regular", ["vertices=3000"], "int32"),
            ("regular", ["vertices=3000", "degree=5", "degree_of=in", "order=random"], "float64"),
            ("road", ["vertices=5000"], "int32"), ("road", ["vertices=40000", "order=random", "seed=3"], "float32"),
            ("honeycomb", ["rows=61", "columns=53"], "int32"), ("honeycomb", ["rows=2", "columns=4000"], "float32"),
            ("shell", ["rows=20", "columns=17"], "int32"), ("shell", ["rows=3", "columns=300", "freedoms=2", "self_loops=true"], "int64"),
            ("hard", ["case=shortcuts", "vertices=600"], "int64")]:
        sets = [word for option in options for word in ("--set", option)] + ["--weights", weights]
        host("generate", kind, "k.wfg", "--force", *sets)
        digests = {ranks(1, "k.wfg", "--from", 0)[0]["graph"]["digest"]}
        digests |= {ranks(count, f"generate:{kind}", *sets, "--from", 0)[0]["graph"]["digest"] for count in [1, 4]}
        if len(digests) != 1:
            print("differs:", kind, options, digests)
            wrong += 1
    bar("G8 other formats and generated slices that are another graph or have another answer", wrong, 0)

    # Predecessors of any number of ranks prove the answer, as wayfront certifies it.
    for count in [1, 3]:
        ranks(count, "u.wfg", "--from", 3, "--predecessors", "p.npy", "-o", f"d{count}.npy")
        ranks(2, "u.wfg", "--from", 3, "--certify", f"d{count}.npy", "--predecessors", "p.npy")
        host("certify", "u.wfg", "--from", "3", "--predecessors", "p.npy", f"d{count}.npy")


def dijkstra_seconds():
    """Of the second of two solves from vertex 0, on one thread."""
    pathlib.Path("p.toml").write_text("""
[graph]
path = "g.wfg"
[problem]
sources = [0]
[measure]
threads = 1
warmups = 1
repeats = 1
[report]
directory = "out"
formats = ["json"]
[[run]]
plugin = "dijkstra"
""")
    shutil.rmtree("out", ignore_errors=True)
    host("run", "p.toml", "-q")
    return json.loads(pathlib.Path("out/report.json").read_text())["runs"][0]["summary"]["solve_seconds"]["median"]


def speed():
    """G9: two ranks against dijkstra on one core. Times: medians of runs in turn, for a quiet machine."""
    road = ["road", "--set", "vertices=250000"]
    for name, kind, limit in [("random 1 M / 16 M", ["uniform", "--set", "vertices=1048576"], 6), ("road 250 k", road, 1.5),
                              ("random 4 M / 64 M", ["uniform", "--set", "vertices=4194304"], 3)]:
        host("generate", kind[0], "g.wfg", "--force", *kind[1:])
        ours, theirs = [], []
        for _ in range(5):
            ours.append(ranks(2, "g.wfg", "--no-check", "--from", "0,0")[-1]["solve_seconds"])
            theirs.append(dijkstra_seconds())
        print(f"       {name}: two ranks {sorted(ours)[2]:.4f} s, dijkstra {sorted(theirs)[2]:.4f} s")
        bar(f"G9 two ranks over dijkstra, {name}", sorted(ours)[2] / sorted(theirs)[2], limit)


def refusals():
    """What cannot be solved is refused with a sentence, on all ranks, and with the right exit status."""
    host("generate", "uniform", "f.wfg", "--set", "vertices=100", "--weights", "float32")
    host("convert", "f.wfg", "f.gr", "--to", "galois")
    truncated = pathlib.Path("f.gr").read_bytes()[:-4]
    pathlib.Path("t.gr").write_bytes(truncated)
    for version in [1, 2]:
        host("convert", "f.wfg", f"v{version}.gr", "--to", "galois", "--set", f"version={version}")
        wide = bytearray(pathlib.Path(f"v{version}.gr").read_bytes())
        wide[16:24] = (5_000_000_000).to_bytes(8, "little")
        pathlib.Path(f"w{version}.gr").write_bytes(wide)
    host("generate", "uniform", "i.wfg", "--set", "vertices=100")
    host("convert", "i.wfg", "i.wsg")
    wide = bytearray(pathlib.Path("i.wsg").read_bytes())
    wide[9:17] = (5_000_000_000).to_bytes(8, "little")
    pathlib.Path("w.wsg").write_bytes(wide)
    wide[9:17] = (3_000_000_000).to_bytes(8, "little")
    pathlib.Path("3.wsg").write_bytes(wide)
    pathlib.Path("text.gr").write_text("p sp 1 0\n")
    too_many = ": 5000000000 vertices, but ids have 32 bits: at most 4294967294; more would need 8 bytes for each target"
    wrong = 0
    for words, status, arguments in [
            ("--weights float32 or int32", 3, ["f.gr"]), ("it is truncated", 3, ["t.gr"]),
            ("w1.gr: byte 16" + too_many, 3, ["w1.gr"]), ("w2.gr: byte 16" + too_many, 3, ["w2.gr"]), ("w.wsg: byte 9" + too_many, 3, ["w.wsg"]),
            ("3000000000 vertices, but this format has ids of 31 bits", 3, ["3.wsg"]),
            ("generate: uniform" + too_many, 2, ["generate:uniform", "--set", "vertices=5000000000"]),
            ("generate: road" + too_many, 2, ["generate:road", "--set", "vertices=5000000000"]),
            ("generate: grid: 10000000000 vertices, but", 2, ["generate:grid", "--set", "rows=100000", "--set", "columns=100000"]),
            ("generate: rmat: 8589934592 vertices, but", 2, ["generate:rmat", "--set", "scale=33"]),
            ("'-1' is not the id of a vertex", 2, ["f.wfg", "--from", "-1"]), ("'1e3' is not the id", 2, ["f.wfg", "--from", "0,1e3"]),
            ("--from 100: there is no such vertex; the ids of f.wfg are 0 to 99", 2, ["f.wfg", "--from", "100"]),
            ("wayfront convert", 3, ["text.gr"]), ("cannot be made apart", 2, ["generate:triangulation"]),
            ("did you mean 'vertices'", 2, ["generate:uniform", "--set", "vertexes=3"]), ("is for generated graphs", 2, ["f.wfg", "--set", "x=1"]),
            ("--certify takes one source", 2, ["f.wfg", "--from", "1,2", "--certify", "x.npy"])]:
        source = [] if "--from" in arguments else ["--from", 0]
        said = ranks(3, *arguments, *source, fails=status)
        if words not in said:
            print(f"'{words}' is expected for {arguments}: {said}")
            wrong += 1
    ranks(3, "f.gr", "--weights", "float32", "--from", 0)
    bar("refusals without the right words", wrong, 0)


with tempfile.TemporaryDirectory() as scratch:
    os.chdir(scratch)
    for case in [globals()[name] for name in cases] or ([memory, weak] if is_long else [memory, alone, weak, certificate, answers, refusals]):
        case()
sys.exit(failed != 0)
