#!/bin/sh
# Delta-stepping of the GAP Benchmark Suite. $GAPBS is the folder of its sources, $DELTA its delta.
source=$(dirname "$0")/gapbs_sssp.cpp program=${XDG_CACHE_HOME:-$HOME/.cache}/wayfront-peers/gapbs_sssp
if [ ! -e "$GAPBS/src/sssp.cc" ]; then
  echo "skip GAPBS is missing: git clone https://github.com/sbeamer/gapbs && export GAPBS=\$PWD/gapbs"
elif grep -qv '"weights": "int32", "min_weight": [0-9]' "$1/graph.json"; then
  echo "skip GAPBS takes int32 weights that are not negative"
else
  mkdir -p "$(dirname "$program")"
  [ "$program" -nt "$source" ] || g++ -std=c++17 -O3 -fopenmp -I "$GAPBS/src" "$source" -o "$program" || exit 1
  exec "$program" "$1" "${DELTA:-$(sed 's/.*"max_weight": \([0-9]*\).*/\1/' "$1/graph.json")}"
fi
