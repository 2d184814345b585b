#!/usr/bin/python3
"""usage: dgalois_certify.py RANKS GRAPH.gr SOURCE [OPTION...]: solves by D-Galois' sssp-push-dist, with these options, and has wayfront-rank
certify the answer. $DGALOIS is the folder of the program, $MPIRUN what starts ranks ("mpirun"). Exit status: that of wayfront-rank."""
import os, pathlib, shlex, subprocess, sys, tempfile
import numpy
if len(sys.argv) < 4: sys.exit(__doc__)
ranks, graph, source, *options = sys.argv[1:]
program = pathlib.Path(os.environ.get("DGALOIS", "")) / "sssp-push-dist"
if not program.is_file():
    sys.exit("D-Galois is missing: build sssp-push-dist of https://github.com/IntelligentSoftwareSystems/Galois and export DGALOIS=FOLDER")
start = [*shlex.split(os.environ.get("MPIRUN", "mpirun")), "-n", ranks]
unreached = 2**32 // 4 - 1  # D-Galois's
with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(graph))) as folder:  # where all ranks see it
    subprocess.run([*start, program, graph, f"-startNode={source}", "-runs=1", "-output", f"-outputLocation={folder}", *options],
                   check=True, stdout=subprocess.DEVNULL)
    size = int(numpy.fromfile(graph, "<u8", 3)[2])
    answer = numpy.lib.format.open_memmap(folder + "/answer.npy", "w+", "<i4", (size,))
    answer[:] = -1  # what no rank wrote is no distance
    for part in sorted(pathlib.Path(folder).glob("0*")):
        rows = numpy.loadtxt(part, dtype="u8", ndmin=2)
        answer[rows[:, 0]] = numpy.where(rows[:, 1] == unreached, 2**31 - 1, rows[:, 1])
    answer.flush()
    sys.exit(subprocess.run([*start, "wayfront-rank", graph, "--from", source, "--certify", folder + "/answer.npy"]).returncode)
