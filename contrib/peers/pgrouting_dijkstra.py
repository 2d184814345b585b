#!/usr/bin/python3
"""pgRouting, in a PostgreSQL database: the variables PGHOST, PGDATABASE, PGUSER and so on say which."""
import io, json, sys
try:
    import numpy, psycopg2
    sql = psycopg2.connect("").cursor()
    sql.execute("CREATE EXTENSION IF NOT EXISTS pgrouting CASCADE; SELECT pgr_version()")
except Exception as error:
    sys.exit(print("skip sudo apt-get install postgresql-15-pgrouting python3-psycopg2;", str(error).split("\n")[0]))
folder, version = sys.argv[1], sql.fetchone()[0]
about = json.load(open(folder + "/graph.json"))
if about["min_weight"] < 0:
    sys.exit(print("skip the graph has negative weights, which pgRouting takes for missing arcs"))
offsets, targets, weights = (numpy.load(f"{folder}/{name}.npy").tolist() for name in ("offsets", "targets", "weights"))
arcs = ((i, u, targets[i], weights[i]) for u in range(about["vertices"]) for i in range(offsets[u], offsets[u + 1]))
sql.execute("CREATE TEMPORARY TABLE arc (id bigint, source bigint, target bigint, cost float8)")
sql.copy_from(io.StringIO("".join("%d\t%d\t%d\t%r\n" % arc for arc in arcs)), "arc")
distances = numpy.load(folder + "/distances.npy", mmap_mode="r+")
print("ready pgRouting", version, flush=True)
while (line := sys.stdin.readline().split()) and line[0] == "solve":
    sql.execute("SELECT node, agg_cost FROM pgr_drivingDistance('SELECT * FROM arc', %s, 1e300)", (int(line[1]),))
    distances[:], distances[int(line[1])] = numpy.inf, 0
    for vertex, distance in sql.fetchall():
        distances[vertex] = distance
    print("done", flush=True)
