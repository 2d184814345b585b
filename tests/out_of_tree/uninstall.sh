#!/bin/sh
# uninstall.sh CMAKE BUILD SOURCE: installs BUILD beside files of others, and removes it: those files stay, nothing else does.
set -eu
cmake=$1 build=$2 source=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/prefix/bin" "$work/prefix/lib/wayfront/plugins"
touch "$work/prefix/bin/other" "$work/prefix/lib/wayfront/plugins/mine.so"
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
cp "$build/install_manifest.txt" "$work/manifest.txt"
"$cmake" -DMANIFEST="$work/manifest.txt" -P "$source/cmake/Uninstall.cmake"
left=$(cd "$work/prefix" && find . ! -type d | sort)
[ "$left" = './bin/other
./lib/wayfront/plugins/mine.so' ] || { echo "uninstall: these files are left: $left" >&2; exit 1; }
folders=$(cd "$work/prefix" && find . -type d -iname '*wayfront*' | sort)
[ "$folders" = ./lib/wayfront ] || { echo "uninstall: these folders are left: $folders" >&2; exit 1; }
if "$cmake" -DMANIFEST="$work/none.txt" -P "$source/cmake/Uninstall.cmake" 2>"$work/error.txt"; then
  echo "uninstall: without a manifest it succeeds" >&2
  exit 1
fi
grep -q "nothing was installed" "$work/error.txt"
