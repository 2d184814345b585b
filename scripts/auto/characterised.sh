#!/bin/bash
# characterised.sh WAYFRONT PLUGIN ROWS "VERTICES ..." "DEGREES ...": tunes a plugin on `regular` graphs of each size and degree
# (tuned.sh, whose variables may be set, too), and prints a table of the options that it found and how many times as fast
# as the defaults they are, for a page of the documentation. KIND=uniform takes graphs whose degrees scatter. Graphs that
# ROWS has are not tuned again, so that the next call with the same ROWS goes on.
program=$1 plugin=$2 rows=$3 sizes=$4 degrees=$5 kind=${KIND:-regular}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
touch "$rows"
option=degree
[ "$kind" = uniform ] && option=edge_factor
for size in $sizes; do
  for degree in $degrees; do
    name=${kind}_${size}_$degree.wfg
    grep -q "^$plugin,$name," "$rows" && continue
    "$program" generate "$kind" "$work/$name" --set "vertices=$size" --set "$option=$degree" 2> "$work/errors" ||
      { cat "$work/errors" >&2; exit 1; }
    bash "$here/tuned.sh" "$program" "$plugin" "$rows" "$work/$name" || exit 1
    rm "$work/$name"
  done
done
awk -F, -v plugin="$plugin" -v kind="$kind" -v sizes="$sizes" -v degrees="$degrees" '
  $1 == plugin { options = $4; for (i = 5; i < NF - 1; ++i) options = options "," $i
                 found[$2] = options == "the defaults" ? options : sprintf("`%s`, %.2f (%s)", options, $(NF - 1), $NF) }
  END {
    n = split(sizes, size, " "); m = split(degrees, degree, " ")
    line = "| vertices |"; rule = "|---|"
    for (j = 1; j <= m; ++j) { line = line " degree " degree[j] " |"; rule = rule "---|" }
    print line; print rule
    for (i = 1; i <= n; ++i) {
      line = "| " size[i] " |"
      for (j = 1; j <= m; ++j) {
        name = kind "_" size[i] "_" degree[j] ".wfg"
        line = line " " (name in found ? found[name] : "-") " |"
      }
      print line
    }
  }' "$rows"
