#!/bin/bash
# measure.sh WAYFRONT PIPELINES ROWS SECONDS: runs the pipelines of a folder until the time is over; ROWS gets for each
# sample: graph, plugin, status, source, repeat, solve, upload, download, prepare, outcome, reached vertices and arcs, rounds.
program=$1 folder=$2 rows=$3 end=$((SECONDS + $4))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in "$folder"/*.toml; do
  left=$((end - SECONDS))
  [ $left -gt 2 ] || { echo "out of time before $file" >&2; break; }
  results=$work/$(basename "$file" .toml)
  timeout $left "$program" run "$file" -q --set report.directory=\""$results"\" --set 'report.formats=["csv"]' >/dev/null
  for case in "$results"/*/samples.csv; do
    [ -e "$case" ] || continue
    tail -n +2 "$case" | cut -d, -f1,3,4,5,6,8,10,13,14,16,17,18 | sed "s|^|$(basename "$(dirname "$case")"),|"
  done >> "$rows"
done
