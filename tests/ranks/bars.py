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
    """The records of a run, one for each answer."""
    done = subprocess.run([MPIRUN, str(count), rank, *map(str, arguments), "--json"], capture_output=True, text=True)
    if done.returncode != fails:
        sys.exit(f"exit status {done.returncode}: {count} ranks, {arguments}\n{done.stdout}{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")] if not fails else done.stderr


def uniform(count, vertices, degree=16):
    return ranks(count, "generate:uniform", "--set", f"vertices={vertices}", "--set", f"edge_factor={degree}", "--from", 0)[0]


def bar(name, measured, limit):
    global failed
    kept = measured <= limit
    failed += not kept
    print(f"{'kept  ' if kept else 'BROKEN'} {name}: {measured:.2f}, at most {limit}", flush=True)


def host(*arguments):
    subprocess.run([wayfront, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def held(record, r):
    """What rank r took since it started."""
    return record["of_ranks"]["peak_bytes"][r] - record["of_ranks"]["bytes_at_start"][r]


def memory():
    """G1: no process holds the graph. G2: a rank holds its share and 8 bytes a ghost."""
    for count, vertices in [(2, 1 << 20)] + ([(4, 1 << 22)] if is_long else []):
        record = uniform(count, vertices)
        of = record["of_ranks"]
        whole = 8 * record["vertices"] + 8 * record["arcs"]
        parts = range(count)
        if count > 2:
            bar(f"G1 share of the graph's bytes in one process, {count} ranks", max(held(record, r) for r in parts) / whole, 0.5)
        bar(f"G2 memory over share + 8 bytes a ghost, {count} ranks, share {of['share_bytes'][0] >> 20} MiB",
            max(held(record, r) / (of["share_bytes"][r] + 8 * of["ghosts"][r]) for r in parts), 1.3)
        traffic(record)


def traffic(record):
    """G5: bytes for each arc that is relaxed, and for each that crosses."""
    sent = record["traffic"]["bytes"]
    name = f"{record['ranks']} ranks, {record['vertices']:,} vertices"
    bar(f"G5 bytes per relaxed arc, {name}", sent / record["relaxed"], 3)
    bar(f"G5 bytes per crossing relaxed arc, {name}", sent / max(record["crossing"], 1), 8)


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
    right = json.loads(done.stdout.splitlines()[0])
    bar("G1 answers that are wrong, each disk with its own slice", int(not right["right"]), 0)


def weak():
    """G6: the same number of arcs a rank, and twice the ranks."""
    per_rank = 62_500 if is_long else 4_000
    before = None
    for count in [2, 4, 8, 16, 32] if is_long else [2, 4, 8]:
        record = uniform(count, per_rank * count)
        name = f"{count} ranks of {16 * per_rank:,} arcs"
        bar(f"G6 bytes per relaxed arc, {name}", record["traffic"]["bytes"] / record["relaxed"], 8)
        if before is not None and count > 4:  # of two ranks' arcs only half cross, so they need fewer rounds
            bar(f"G6 rounds over those of half as many ranks ({before} to {record['rounds']}), {name}", record["rounds"] / before, 1.2)
        before = record["rounds"]
        if count == 16:
            bar(f"G7 bytes of the certificate per arc, {name}", record["certificate_traffic"]["bytes"] / record["arcs"], 3)


def certificate():
    """G7 at 16 ranks; ranks_test.cpp has the spoiled answers."""
    record = uniform(16, 16_000)
    bar("G7 bytes of the certificate per arc, 16 ranks", record["certificate_traffic"]["bytes"] / record["arcs"], 3)


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
    digest = ranks(1, "u.wfg", "--from", 3)[0]["digest"]
    for name, options in [("v1.gr", ["--to", "galois", "--set", "version=1"]), ("v2.gr", ["--to", "galois", "--set", "version=2"]),
                          ("u.wsg", [])]:
        host("convert", "u.wfg", name, *options)
    graphs = [[name] for name in ["u.wfg", "v1.gr", "v2.gr", "u.wsg"]] + [["generate:uniform", "--set", "vertices=5000"]]
    wrong = 0
    for graph in graphs:
        for count, balance in [(1, "arcs"), (3, "arcs"), (5, "vertices")]:
            record = ranks(count, *graph, "--from", 3, "--balance", balance, "-o", "r.npy")[0]
            if record["digest"] != digest or pathlib.Path("r.npy").read_bytes() != expected:
                print("differs:", graph, count, balance, record["digest"], digest)
                wrong += 1
    for kind, options in [("grid", ["rows=50", "columns=70", "reach=2"]), ("grid", ["rows=40", "columns=3", "order=random"]),
                          ("rmat", ["scale=11", "symmetric=true"]), ("star", ["vertices=3000", "hubs=5"]),
                          ("tree", ["vertices=2000"])]:
        sets = [word for option in options for word in ("--set", option)]
        host("generate", kind, "k.wfg", "--force", *sets)
        digests = {ranks(1, "k.wfg", "--from", 0)[0]["digest"]}
        digests |= {ranks(count, f"generate:{kind}", *sets, "--from", 0)[0]["digest"] for count in [1, 4]}
        wrong += len(digests) != 1
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
    wide = bytearray(pathlib.Path("f.gr").read_bytes())
    wide[16:24] = (1 << 38).to_bytes(8, "little")
    pathlib.Path("w.gr").write_bytes(wide)
    pathlib.Path("text.gr").write_text("p sp 1 0\n")
    wrong = 0
    for words, status, arguments in [
            ("--weights float32 or int32", 3, ["f.gr"]), ("it is truncated", 3, ["t.gr"]), ("ids of 64 bits", 3, ["w.gr"]),
            ("wayfront convert", 3, ["text.gr"]), ("cannot be made apart", 2, ["generate:road"]),
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
