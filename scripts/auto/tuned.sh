#!/bin/bash
# tuned.sh WAYFRONT PLUGIN ROWS GRAPH...: tunes a plugin on each graph file within 60 solves, and then measures the options
# that it found against the defaults with new sources. ROWS gets for each graph: plugin, graph, solves, options, and how
# many times as fast as the defaults these are in the new pairs, with the verdict.
# SOLVES, SOURCES, PAIRS, THREADS and ISOLATION may be set in the environment.
program=$1 plugin=$2 rows=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for graph in "$@"; do
  found=$work/tuned.toml
  "$program" tune "$graph" "$plugin" --solves "${SOLVES:-60}" --sources "${SOURCES:-1000}" ${THREADS:+--threads "$THREADS"} \
    --isolation "${ISOLATION:-process}" -q -o "$found" || continue
  solves=$(sed -n '1s/.* from \([0-9]*\) solves.*/\1/p' "$found")
  options=$(sed -n '/^\[run.options\]/,$p' "$found" | tail -n +2 | paste -sd' ')
  if [ -z "$options" ]; then
    echo "$plugin,$(basename "$graph"),$solves,the defaults,1,same" >> "$rows"
    continue
  fi
  {
    printf '[graph]\npath = "%s"\n[problem]\nsources = { random = %s, seed = 77 }\n' "$(realpath "$graph")" "${PAIRS:-9}"
    printf '[measure]\nrepeats = 1\nseed = 77\nwork = false\nthreads = %s\nisolation = "%s"\n' "${THREADS:-0}" \
      "${ISOLATION:-process}"
    printf '[[run]]\nplugin = "%s"\nlabel = "defaults"\n' "$plugin"
    sed -e '/^#/d' -e 's/^plugin = .*/&\nlabel = "tuned"/' "$found"
  } > "$work/check.toml"
  "$program" run "$work/check.toml" -q --json | python3 -c '
import json, sys
tuned = json.load(sys.stdin)["runs"][1]["summary"]
print(sys.argv[1], tuned["speedup"], tuned["verdict"], sep=",")' "$plugin,$(basename "$graph"),$solves,$options" >> "$rows"
done
