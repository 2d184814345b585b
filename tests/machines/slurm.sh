#!/bin/bash
# slurm.sh WAYFRONT: pipelines in jobs of a Slurm on two machines, and what they say when ranks cannot start or end early.
# Prints a line for each case. Exit status 1: a case failed; 77: there is no Slurm, or this user cannot bring it up.
set -u
export WAYFRONT=$1
here=$(realpath "$(dirname "$0")")
if [ -z "${SLURM_FOLDER:-}" ]; then
  for program in slurmctld slurmd srun mpirun unshare nsenter ip pgrep; do
    command -v $program >/dev/null || { echo "skipped: there is no $program; scripts/install-packages slurm installs Slurm"; exit 77; }
  done
  [ "$(id -u)" = 0 ] || { echo "skipped: Slurm's daemons need the rights of root"; exit 77; }
  SLURM_FOLDER=$(mktemp -d)
  export SLURM_FOLDER
  trap 'rm -rf "$SLURM_FOLDER"' EXIT
  unshare --net --pid --fork --mount --mount-proc --kill-child "$here/machines" 2 "$here/slurm" "$(realpath "$0")" "$1"
  status=$?
  [ $status = 77 ] && echo "skipped: this system does not let Slurm start"
  exit $status
fi
. "$here/cases.bash"

# pipeline NAME RANKS OPTIONS [TIMEOUT]
pipeline() {
  cat >"$1.toml" <<P
[graph]
path = "graph.wfg"
[problem]
sources = { random = 2, seed = 1 }
[measure]
warmups = 0
repeats = 1
timeout = ${4:-60}
[[run]]
plugin = "pbgl"
options = { ranks = $2, $3 }
P
}

# job SETTINGS PIPELINE [RUN_OPTION...]: a job of two tasks on two machines that runs it.
job() {
  local settings=$1
  shift
  cat >job.sh <<J
#!/bin/bash
$settings
"$WAYFRONT" run $*
status=\$?
echo "exit status \$status"
# A killed program leaves a folder, which the next one removes.
[ \$status = 137 ] || { ls -d /dev/shm/*; srun --overlap --nodes=2 --ntasks-per-node=1 sh -c "ls -d /dev/shm/*"; } 2>/dev/null | sort -u | sed "s/^/LEFT: /"
J
  rm -f said.txt
  for _ in $(seq 20); do
    sbatch --parsable --nodes=2 --ntasks-per-node=1 --output=said.txt --error=said.txt job.sh >number && return
    sleep 0.5
  done
}

# is_queued: whether the job has not ended. A Slurm that does not answer in time says nothing about that.
is_queued() {
  local said
  said=$(squeue --noheader --jobs="$(cat number)" 2>&1) || [[ $said != *"Invalid job id"* ]] && [ -n "$said" ]
}

# ended: what the job said, once it has ended.
ended() {
  while is_queued; do sleep 0.2; done
  cat said.txt
}

whole() {
  job "$@"
  ended
}

# gone [on_second]: no rank runs any more after 10 seconds at most.
gone() {
  for i in $(seq 100); do
    "$@" pgrep -f wayfront-pbgl-rank >/dev/null || return 0
    sleep 0.1
  done
  return 1
}

# failing FAULT SETTINGS PIPELINE...: the job, and the fault once its ranks solve
failing() {
  local fault=$1
  shift
  job "$@"
  until on_second pgrep -f wayfront-pbgl-rank >/dev/null || ! is_queued; do sleep 0.1; done
  sleep 3
  eval "$fault"
  ended
}

# on_second COMMAND...: on the second machine
on_second() { nsenter --target "$(cat "$MACHINES/10.77.0.2")" --pid --mount --net -- "$@"; }

"$WAYFRONT" generate uniform graph.wfg --set vertices=20000 >/dev/null
pipeline whole 2 'start_timeout = 30'
echo 'sweep = { algorithm = ["delta_stepping", "crauser", "eager_dijkstra"] }' >>whole.toml
expect "runs share a job, srun starts their ranks" "2/2 right" 60 whole "" whole.toml
[ "$(grep -c "2/2 right" output.txt)" = 3 ] || { echo "FAILED: not all algorithms"; cat output.txt; failed=1; }
expect "mpirun starts them in the job" "2/2 right" 60 whole "" whole.toml "--set 'run.0.options.launcher=\"mpirun\"'"
[ "$(grep -c "2/2 right" output.txt)" = 3 ] || { echo "FAILED: not all algorithms"; cat output.txt; failed=1; }

# What cannot start says why, at once.
pipeline many 8 'algorithm = "crauser"'
expect "more ranks than the job has tasks" "Unable to create step.*permitted; srun ended with exit code 1" 30 whole "" many.toml
pipeline two 2 'algorithm = "crauser"'
expect "a kind of MPI that Open MPI lacks" "kind of MPI.*SLURM_MPI_TYPE=pmix" 30 whole "export SLURM_MPI_TYPE=none" two.toml
expect "a kind of MPI that Slurm lacks" "srun: error: .*nonsense.*srun ended with exit code 1" 30 whole "export SLURM_MPI_TYPE=nonsense" two.toml

# Failures, in a solve of minutes: a barrier for each of its rounds.
"$WAYFRONT" generate grid graph.wfg --force --set rows=2 --set columns=400000 >/dev/null
pipeline long 2 'algorithm = "crauser"' 120
expect "a rank on the other machine is killed" "failed: .*m2: task 1: Killed" 30 \
  failing 'on_second pkill -KILL -f wayfront-pbgl-rank' "" long.toml
expect "the ranks are cancelled" "failed: .*CANCELLED AT" 30 \
  failing 'scancel $(squeue --steps --noheader --format=%i | grep -v batch)' "" long.toml
expect "the job is cancelled" "CANCELLED AT" 30 failing 'scancel "$(cat number)"' "" long.toml
gone env || { echo "FAILED: ranks are left of a cancelled job"; failed=1; }
expect "the program is killed" "exit status 137" 30 failing 'pkill -KILL -f "wayfront run"' "" long.toml
gone on_second || { echo "FAILED: ranks are left of a killed program"; failed=1; }
rm -rf /dev/shm/wayfront-*
pipeline short 2 'algorithm = "crauser"' 3
expect "a timeout" "timeout: " 30 whole "" short.toml
gone on_second || { echo "FAILED: ranks are left after a timeout"; failed=1; }
exit $failed
