#!/bin/sh
# run.sh CMAKE BUILD TEMPLATE DEFINITIONS...: installs BUILD, copies the folder TEMPLATE out of the tree, builds it against
# the installed package alone, and has the installed program check and list it.
set -eu
cmake=$1 build=$2 template=$3 name=$(basename "$3")
shift 3
if [ ! -f "$template/CMakeLists.txt" ]; then
  echo "skipped: $template has no CMakeLists.txt"
  exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
fail() {
  echo "out_of_tree: $1" >&2
  exit 1
}

"$cmake" --install "$build" --prefix "$prefix" >"$work/install.log" || { cat "$work/install.log"; fail "cannot install"; }
for file in bin/wayfront include/wayfront/plugin.hpp include/wayfront/cpu/bucket_rounds.hpp; do
  [ -f "$prefix/$file" ] || fail "$file was not installed"
done
if find "$prefix" -path "$prefix/share" -prune -o \( -name '*small*' -o -name '*_test*' -o -name 'test_*' -o -name 'doctest*' -o -name '*.cpp' \) -print |
  grep .; then fail "the files above are not for users"; fi

cp -R "$template" "$work/source"
"$cmake" -S "$work/source" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release "$@"
"$cmake" --build "$work/build"
plugin=$work/build/$name.so
[ -f "$plugin" ] || fail "the build made no $name.so beside its own files"
exports=$(nm -D --defined-only "$plugin" | awk '{print $3}')
[ "$exports" = wayfront_plugin ] || fail "$name.so exports more or less than wayfront_plugin: $exports"

# A plugin whose device is missing cannot be checked here; all else of it can.
"$prefix/bin/wayfront" check --strict "$plugin" >"$work/check.txt" ||
  grep ': nothing was checked: ' "$work/check.txt" || { cat "$work/check.txt"; fail "the conformance suite fails"; }
unset WAYFRONT_PLUGIN_PATH
"$prefix/bin/wayfront" list >"$work/installed.txt"
[ -s "$work/installed.txt" ] || fail "the installed program lists nothing"
if grep -w -- "$name" "$work/installed.txt"; then fail "$name is listed without being installed"; fi
WAYFRONT_PLUGIN_PATH=$work/build "$prefix/bin/wayfront" list >"$work/all.txt"
grep -w -- "$name" "$work/all.txt" || fail "wayfront list does not show the plugin of WAYFRONT_PLUGIN_PATH"

# Installed for one user, it is found without a path.
mkdir "$work/home"
"$cmake" --install "$work/build" --prefix "$work/home/.local" >/dev/null
HOME=$work/home "$prefix/bin/wayfront" list >"$work/own.txt"
grep -w -- "$name" "$work/own.txt" || fail "wayfront list does not show the plugin of ~/.local/lib/wayfront/plugins"
