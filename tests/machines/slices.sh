#!/bin/bash
# slices.sh WAYFRONT: pipelines on a graph in slices on two and three machines, of which each has its own slice alone, and
# what they say when a machine or the network fails.
# Prints a line for each case. Exit status 1: a case failed; 77: this system does not let users make networks.
set -u
export WAYFRONT=$1
here=$(realpath "$(dirname "$0")")
. "$here/cases.bash"

# pipeline RANKS DELTA TIMEOUT [START_TIMEOUT]: run.sh writes the host file's name into it, which only machines know.
pipeline() {
  cat >pipeline.toml <<P
[graph]
path = "own/graph.wfs"
slices = true
[problem]
sources = { random = 2, seed = 1 }
[measure]
warmups = 0
repeats = 1
timeout = $3
[output]
distances = "own/d-{source}-{rank}.npy"
[report]
directory = "out"
formats = ["table", "json"]
[[run]]
plugin = "pbgl"
options = { algorithm = "aggregated", ranks = $1, delta = $2, host_file = "HOSTS", start_timeout = ${4:-25} }
P
}

# graph KIND SIZES PARTS: its slices. Nothing else of it stays where machines can see it.
graph() {
  rm -rf slices graph.wfg && mkdir -p own slices
  "$WAYFRONT" generate $1 $2 graph.wfg >/dev/null && "$WAYFRONT" split graph.wfg slices/graph.wfs --parts $3 >/dev/null && rm graph.wfg
}

cat >run.sh <<'S'
#!/bin/bash
# Each machine gets a folder of its own in memory with its slice alone; machine $LACKS without, that of machine $FULL is full.
rm -rf out
count=$(wc -l <"$MACHINES/hosts")
for i in $(seq "$count"); do
  then=true
  [ "$i" = "${LACKS:-0}" ] && then="rm own/graph.*"
  [ "$i" = "${FULL:-0}" ] && then="! cat /dev/zero >own/full 2>/dev/null"
  nsenter --target "$(cat "$MACHINES/10.77.0.$i")" --mount --wd="$PWD" sh -c "mount -t tmpfs -o size=16m tmpfs own &&
    cd . && cp slices/graph.$i-of-$count.wfs own && { $then; } && mount -t tmpfs tmpfs slices" || exit 1
done
sed -i "s|HOSTS|$MACHINES/hosts|" pipeline.toml
"$WAYFRONT" run pipeline.toml
status=$?
ls own
ls -d /dev/shm/* /tmp/wayfront-ranks-* 2>/dev/null | sed "s/^/LEFT: /"
exit $status
S
cat >failing.sh <<'S'
#!/bin/bash
# failing.sh FAULT WHEN: the same, and the fault WHEN seconds after the ranks were prepared ("start": before they start)
rm -f said.txt
[ "$2" = start ] && eval "$1"
bash ./run.sh >said.txt 2>&1 &
run=$!
if [ "$2" != start ]; then
  until grep -q "ranks on" said.txt 2>/dev/null || ! kill -0 $run; do sleep 0.05; done
  sleep "$2"
  eval "$1"
fi
wait $run
echo "exit status $?"
cat said.txt
S

# Ten seconds on a machine that nobody else uses; every process that waits for a processor makes it slower.
seconds() { awk '{ print int(10 + 5 * $1) }' /proc/loadavg; }

for machines in 2 3; do
  graph uniform "--set vertices=20000" $machines
  pipeline $machines 0 60
  expect "certified on $machines machines, each with its slice alone" "2/2.*" "$(seconds)" on $machines bash ./run.sh
  grep -q "$machines ranks on $machines machines" output.txt || { echo "FAILED: not on $machines machines"; cat output.txt; failed=1; }
  grep -q "graph.2-of-$machines.wfs" <(sed -n '/\.wfs/p' output.txt) && { echo "FAILED: the first machine has another's slice"; failed=1; }
done

# Failures, in a solve of minutes: thousands of rounds with a message each.
graph grid "--set rows=2 --set columns=400000" 3
pipeline 3 0.001 120
expect "a rank of another machine is killed" 'failed: .*(rank 2|signal 9|lost communication)' 30 on 3 \
  bash ./failing.sh 'nsenter --target "$(cat "$MACHINES/10.77.0.3")" --pid --mount -- pkill -KILL -f wayfront-rank' 1
pipeline 3 0.001 120
expect "the cable of a machine is pulled in a solve" 'failed: .*(lost communication|not responding|do not reach)' 30 on 3 \
  bash ./failing.sh '"$MACHINES/bridge" ip link set p3 down' 1
graph uniform "--set vertices=2000" 2
pipeline 2 0 60 8
expect "a machine cannot be reached" '(do not reach each other after 8 seconds|unable to reliably start one or more daemons).*firewall' 30 on 2 \
  bash ./failing.sh '"$MACHINES/bridge" ip link set p2 down' start
# Open MPI takes one of two networks, not always the same. Named, it is always the one: that of equal addresses, on which
# each rank reaches itself, or the one that the sentence asks for.
pipeline 2 0 60 8
OMPI_MCA_btl_tcp_if_include=172.17.0.0/16 expect "a network of each machine's own with the same address is taken" \
  'do not reach each other after 8 seconds.*if_include' 30 on 2 bash ./failing.sh "$own_networks" start
pipeline 2 0 60
OMPI_MCA_btl_tcp_if_include=10.77.0.0/24 expect "beside such a network, the one that joins the machines is named" \
  '2/2' 30 on 2 bash ./failing.sh "$own_networks" start
pipeline 2 0 60
LACKS=2 expect "a machine lacks its slice" 'rank 1: .*graph.2-of-2.wfs: No such file' 30 on 2 bash ./run.sh
pipeline 2 0 60
FULL=2 expect "the disk of a machine is full" '2/2(.|\n)*' 30 on 2 bash ./run.sh
grep -q 'not written: .*rank 1: .*No space left on device' output.txt || { echo "FAILED: the full disk is not named"; cat output.txt; failed=1; }
exit $failed
