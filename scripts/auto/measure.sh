#!/bin/bash
# measure.sh WAYFRONT PIPELINES ROWS SECONDS: runs the pipelines of a folder, again and again until the time is over; ROWS
# gets for each sample: graph, plugin, status, source, repeat, solve, upload, download, prepare, outcome, vertices and arcs
# that were reached, rounds. Each pass prepares anew.
program=$1 folder=$2 rows=$3 end=$((SECONDS + $4))
mkdir -p "$(dirname "$rows")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for pass in $(seq "${PASSES:-3}"); do
  for file in "$folder"/*.toml; do
    left=$((end - SECONDS))
    [ $left -gt 1 ] || { echo "out of time in pass $pass before $file" >&2; exit 0; }
    results=$work/$pass-$(basename "$file" .toml)
    timeout $left "$program" run "$file" -q --set report.directory=\""$results"\" --set 'report.formats=["csv"]' \
      --set measure.seed=$pass >/dev/null
    for case in "$results"/*/samples.csv "$results"/samples.csv; do
      [ -e "$case" ] || continue
      name=$(basename "$(dirname "$case")")
      if [ "$(dirname "$case")" = "$results" ]; then  # all cases together, or the only one
        [ "$(grep -c '^label = ' "$file")" = 1 ] || continue
        name=$(sed -n 's/^label = "\(.*\)"/\1/p' "$file")
      fi
      tail -n +2 "$case" | cut -d, -f1,3,4,5,6,8,10,13,14,16,17,18 | sed "s|^|$name,|"
    done >> "$rows"
    rm -rf "$results"
  done
done
