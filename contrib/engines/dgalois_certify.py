#!/usr/bin/python3
"""usage: dgalois_certify.py RANKS GRAPH.gr SOURCE [OPTION...]: solves by D-Galois' sssp-push-dist, with these options, and has
wayfront-rank certify the answer. $DGALOIS is the folder of that program, $MPIRUN what starts ranks (default: mpirun). All ranks must
see the folder of the graph, whose weights are integers of 32 bits. Exit status: that of wayfront-rank."""
import mmap, os, pathlib, re, shlex, struct, subprocess, sys, tempfile
if len(sys.argv) < 4: sys.exit(__doc__)
ranks, graph, source, *options = sys.argv[1:]
program = pathlib.Path(os.environ.get("DGALOIS", "")) / "sssp-push-dist"
if not program.is_file():
    sys.exit("D-Galois is missing: build sssp-push-dist of https://github.com/IntelligentSoftwareSystems/Galois and export DGALOIS=FOLDER")
start = [*shlex.split(os.environ.get("MPIRUN", "mpirun")), "-n", ranks]
try: _, weight_bytes, vertices, _ = struct.unpack("<4Q", open(graph, "rb").read(32))
except (OSError, struct.error) as error: sys.exit(f"{graph}: cannot be read as a Galois graph: {error}")
if weight_bytes != 4: sys.exit(f"{graph}: has weights of {weight_bytes} bytes; sssp-push-dist needs integers of 4 bytes")
with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(graph))) as folder:
    solve = [program, graph, f"-startNode={source}", "-runs=1", "-output", f"-outputLocation={folder}", *options]
    ended = subprocess.run([*start, *solve], stdout=subprocess.PIPE, text=True)
    if ended.returncode: sys.exit(f"sssp-push-dist ended with exit code {ended.returncode}: {' '.join(ended.stdout.split()[-40:])}")
    timer = re.search(r", SSSP, Timer_0, HMAX, (\d+)", ended.stdout)  # the longest of all ranks
    if timer: print(f"sssp-push-dist solved in {int(timer[1]) / 1000:.3f} s on {ranks} ranks", flush=True)
    with open(folder + "/answer.npy", "w+b") as answer:
        header = "{'descr': '<i4', 'fortran_order': False, 'shape': (%d,), }" % vertices
        answer.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + header.ljust(117).encode() + b"\n")
        for _ in range(0, vertices, 4096): answer.write(b"\xff" * 16384)  # -1, no distance: what no rank writes is found out
        answer.truncate(128 + 4 * vertices)
        with mmap.mmap(answer.fileno(), 0) as content:
            for part in sorted(pathlib.Path(folder).glob("0*")):  # of each rank, lines of a vertex and its distance
                for vertex, distance in map(str.split, open(part)):  # 2^30 - 1 is D-Galois' "unreached"
                    struct.pack_into("<I", content, 128 + 4 * int(vertex), 2**31 - 1 if distance == "1073741823" else int(distance))
    sys.exit(subprocess.run([*start, "wayfront-rank", graph, "--from", source, "--certify", folder + "/answer.npy"]).returncode)
