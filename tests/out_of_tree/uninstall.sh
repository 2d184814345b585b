#!/bin/sh
# uninstall.sh CMAKE BUILD SOURCE: installs BUILD beside files of others, and removes it: those files stay, nothing else does.
set -eu
cmake=$1 build=$2 source=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/prefix/bin" "$work/prefix/lib/wayfront/plugins"
touch "$work/prefix/bin/other" "$work/prefix/lib/wayfront/plugins/mine.so"
sh "$source/tests/out_of_tree/install.sh" "$cmake" "$build" "$work/prefix" >/dev/null
"$cmake" -DMANIFEST="$work/prefix.txt" -P "$source/cmake/Uninstall.cmake"
left=$(cd "$work/prefix" && find . ! -type d | sort)
[ "$left" = './bin/other
./lib/wayfront/plugins/mine.so' ] || { echo "uninstall: these files are left: $left" >&2; exit 1; }
folders=$(cd "$work/prefix" && find . -type d -iname '*wayfront*' | sort)
[ "$folders" = ./lib/wayfront ] || { echo "uninstall: these folders are left: $folders" >&2; exit 1; }
# Neither without a manifest nor a second time.
for manifest in none prefix; do
  if "$cmake" -DMANIFEST="$work/$manifest.txt" -P "$source/cmake/Uninstall.cmake" 2>"$work/error.txt"; then
    echo "uninstall: with $manifest.txt it succeeds" >&2
    exit 1
  fi
  tr -s '\n ' ' ' <"$work/error.txt" | grep -q 'nothing was installed\|nothing was removed'
done
