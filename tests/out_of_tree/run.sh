#!/bin/sh
# run.sh CMAKE BUILD KIND DEFINITIONS...: installs BUILD, and has the installed program make a plugin of this kind (cpu,
# function, cuda or loader). Builds that against the installed package alone, and does what its README says, in a folder elsewhere.
set -eu
cmake=$1 build=$2 kind=$3
shift 3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
fail() {
  echo "out_of_tree: $1" >&2
  exit 1
}

sh "$(dirname "$0")/install.sh" "$cmake" "$build" "$prefix" >"$work/install.log" || { cat "$work/install.log"; fail "cannot install"; }
for file in bin/wayfront include/wayfront/plugin.hpp include/wayfront/cpu/bucket_rounds.hpp; do
  [ -f "$prefix/$file" ] || fail "$file was not installed"
done
if find "$prefix" -path "$prefix/share" -prune -o \( -name '*small*' -o -name '*_test*' -o -name 'test_*' -o -name 'doctest*' -o -name '*.cpp' \) -print |
  grep .; then fail "the files above are not for users"; fi
unset WAYFRONT_PLUGIN_PATH
PATH=$prefix/bin:$PATH

# Its class would be called RunContext, which is a name of the SDK.
name=run-context
cd "$work"
case $kind in cpu) flag= files= ;; *) flag=--$kind files= ;; esac
case $kind in loader) files=example.$name ;; esac
wayfront new-plugin $name $flag
cd $name
if grep -ri 'my.\?\(plugin\|cuda\|loader\)' . | grep .; then fail "the lines above have the name of the template"; fi
"$cmake" -S . -B build "$@"
"$cmake" --build build
plugin=build/$name.so
[ -f "$plugin" ] || fail "the build made no $plugin"
exports=$(nm -D --defined-only "$plugin" | awk '{print $3}')
[ "$exports" = wayfront_plugin ] || fail "$name.so exports more or less than wayfront_plugin: $exports"

# A plugin whose device is missing cannot be checked here; all else of it can.
code=0
wayfront check --strict "$plugin" $files >check.txt || code=$?
case $code in
  0) wayfront run compare.toml >table.txt || { cat table.txt; fail "compare.toml fails"; }
    grep 'right$' table.txt || fail "compare.toml measures nothing" ;;
  6) [ "$kind" = cuda ] || fail "$plugin was not checked"; wayfront run compare.toml --dry-run ;;
  *) cat check.txt; fail "the conformance suite fails" ;;
esac
ctest --test-dir build --output-on-failure

if wayfront list | grep -w -- "$name"; then fail "$name is listed without being installed"; fi
wayfront list --plugin-file "$plugin" | grep -w -- "$name" || fail "wayfront list does not show the plugin of --plugin-file"
WAYFRONT_PLUGIN_PATH=build wayfront list | grep -w -- "$name" ||
  fail "wayfront list does not show the plugin of WAYFRONT_PLUGIN_PATH"

# Installed for one user, it is found without a path.
mkdir "$work/home"
"$cmake" --install build --prefix "$work/home/.local" >/dev/null
HOME=$work/home wayfront list | grep -w -- "$name" ||
  fail "wayfront list does not show the plugin of ~/.local/lib/wayfront/plugins"
