#!/bin/bash
# pbgl.sh WAYFRONT WAYFRONT-RANK: the plugin pbgl on two and three machines, and what it says when a machine or the network
# fails; and wayfront-rank on three machines of which each has its own slice of the graph alone.
# Prints a line for each case. Exit status 1: a case failed; 77: this system does not let users make networks.
set -u
export WAYFRONT=$1 RANK=$2
here=$(realpath "$(dirname "$0")")
. "$here/cases.bash"

# pipeline ALGORITHM RANKS VERTICES TIMEOUT [START_TIMEOUT]: run.sh writes the host file's name into it, which only
# machines know.
pipeline() {
  cat >pipeline.toml <<P
[graph]
loader = "generate"
options = { kind = "uniform", vertices = $3, seed = 1 }
[problem]
sources = { random = 2, seed = 1 }
[measure]
warmups = 0
repeats = 1
timeout = $4
[report]
directory = "out"
formats = ["table"]
[[run]]
plugin = "pbgl"
options = { algorithm = "$1", ranks = $2, host_file = "HOSTS", start_timeout = ${5:-60} }
P
}
cat >run.sh <<'S'
#!/bin/bash
rm -rf out
sed -i "s|HOSTS|$MACHINES/hosts|" pipeline.toml
"$WAYFRONT" run pipeline.toml
status=$?
ls -d /dev/shm/* /tmp/wayfront-pbgl-* 2>/dev/null | sed "s/^/LEFT: /"
exit $status
S
cat >failing.sh <<'S'
#!/bin/bash
# failing.sh FAULT WHEN: the same, and the fault when the ranks have run for WHEN seconds ("start": before they start)
[ "$2" = start ] && eval "$1"
bash ./run.sh >said.txt 2>&1 &
run=$!
if [ "$2" != start ]; then
  until pgrep -f wayfront-pbgl-rank >/dev/null; do sleep 0.05; done
  sleep "$2"
  eval "$1"
fi
wait $run
echo "exit status $?"
cat said.txt
S

for machines in 2 3; do
  for algorithm in delta_stepping crauser eager_dijkstra; do
    pipeline $algorithm $machines 2000 60
    expect "$algorithm on $machines machines" '2/2' 60 on $machines bash ./run.sh
  done
done
pipeline delta_stepping 6 2000 60
SLOTS=2 expect "6 ranks on 3 machines" '2/2' 60 on 3 bash ./run.sh

# Each machine has a folder of its own in memory with its slice alone; nothing else of the graph can be read there.
"$WAYFRONT" generate uniform graph.wfg --set vertices=20000 >/dev/null && "$WAYFRONT" split graph.wfg graph.wfs --parts 3 || exit 1
mkdir own slices && mv graph.*-of-3.wfs slices && rm graph.wfg
cat >slices.sh <<'S'
#!/bin/bash
for i in 1 2 3; do
  nsenter --target "$(cat "$MACHINES/10.77.0.$i")" --mount sh -c "mount -t tmpfs tmpfs '$PWD/own' &&
    cp '$PWD/slices/graph.$i-of-3.wfs' '$PWD/own' && mount -t tmpfs tmpfs '$PWD/slices'" || exit 1
done
ls own slices
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpirun -n 3 --hostfile "$MACHINES/hosts" "$RANK" "$PWD/own/graph.wfs" --from 0
S
expect "slices on three machines, no machine has the whole" 'source 0: certified, 20000 vertices' 60 on 3 bash ./slices.sh

# Failures. The road keeps the ranks busy: crauser has a barrier for each of its thousands of rounds.
pipeline crauser 3 600000 60
kill_it='until nsenter --target "$(cat "$MACHINES/10.77.0.3")" --pid --mount -- pkill -KILL -f wayfront-pbgl-rank; do sleep 0.1; done'
expect "a rank of another machine is killed" 'rank 2|signal 9|lost communication' 90 on 3 bash ./failing.sh "$kill_it" 3
pipeline crauser 3 600000 60
expect "the cable of a machine is pulled in a solve" 'lost communication|not responding|do not reach' 45 on 3 \
  bash ./failing.sh '"$MACHINES/bridge" ip link set p3 down' 3
pipeline delta_stepping 2 2000 60 5
expect "a machine cannot be reached" 'firewall' 20 on 2 \
  bash ./failing.sh '"$MACHINES/bridge" ip link set p2 down' start
# Open MPI takes one of two networks, not always the same. Named, it is always the one: that of equal addresses, on which
# each rank reaches itself, or the one that the sentence asks for.
pipeline delta_stepping 2 2000 60 5
OMPI_MCA_btl_tcp_if_include=172.17.0.0/16 expect "a network of each machine's own with the same address is taken" \
  'do not reach each other after 5 seconds.*if_include' 30 on 2 bash ./failing.sh "$own_networks" start
pipeline delta_stepping 2 2000 60
OMPI_MCA_btl_tcp_if_include=10.77.0.0/24 expect "beside such a network, the one that joins the machines is named" \
  '2/2' 30 on 2 bash ./failing.sh "$own_networks" start

# Two machines of one name: the process numbers of one mean nothing on the other. The second goes on counting in the middle
# of those that sleeping programs have on the first; none of them may end with the run.
cat >strangers.sh <<'S'
#!/bin/bash
for i in $(seq 300); do
  sleep 1000 &
  [ "$i" = 100 ] && middle=$!
done
nsenter --target "$(cat "$MACHINES/10.77.0.2")" --pid --mount sh -c "echo $middle >/proc/sys/kernel/ns_last_pid" || exit 1
bash ./run.sh
echo "strangers: $(pgrep -fc "sleep 1000")"
S
pipeline crauser 2 200000 2
NAME=node expect "a timeout on machines of one name kills no strangers" 'strangers: 300' 30 on 2 bash ./strangers.sh
exit $failed
