#!/bin/sh
# installed.sh CMAKE BUILD SOURCE COMPILER: installs BUILD and builds the programs of docs/from-cpp.md against it, by CMake and
# by pkg-config. Each must print what the page says: the text after "prints".
set -eu
cmake=$1 build=$2 source=$3 compiler=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
fail() {
  echo "library.installed: $1" >&2
  exit 1
}

sh "$source/tests/out_of_tree/install.sh" "$cmake" "$build" "$prefix" >"$work/install.log" || { cat "$work/install.log"; fail "cannot install"; }
python3 "$(dirname "$0")/programs_of_page.py" "$source/docs/from-cpp.md" "$work/programs"
cd "$work/programs"
unset WAYFRONT_PLUGIN_PATH

"$cmake" -S . -B build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" >configure.log || { cat configure.log; fail "cannot configure"; }
"$cmake" --build build >build.log || { cat build.log; fail "cannot build by CMake"; }
./build/shortest cities.gr >out
diff shortest.expected out || fail "shortest, built by CMake, prints something else"

if command -v pkg-config >/dev/null; then
  pc=$(dirname "$(find "$prefix" -name wayfront.pc)")
  flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs wayfront)
else  # what it would say
  flags="-I$prefix/include -L$(dirname "$(find "$prefix" -name libwayfront.so)") -lwayfront_lab -lwayfront"
fi
libraries=$(dirname "$(find "$prefix" -name libwayfront.so)")
for program in *.cpp; do
  name=${program%.cpp}
  # shellcheck disable=SC2086
  "$compiler" -std=c++20 -Wall -Wextra -Wconversion -Werror "$program" $flags -Wl,-rpath,"$libraries" -o "$name" || fail "cannot build $program"
  "./$name" cities.gr >out || fail "$name ends with exit code $?"
  diff "$name.expected" out || fail "$name prints something else"
done

printf '#include <wayfront/wayfront_lab.hpp>\n' >alone.cpp
# shellcheck disable=SC2086
"$compiler" -std=c++20 -M alone.cpp $flags | tr -s ' \\' '\n' | grep '^/' >includes.txt
others=$(grep -v -e "^$(realpath "$prefix")/" -e '/c++/' -e '/gcc/' -e '^/usr/include/' includes.txt || true)
others=$others$(grep -E '/(fmt|toml\+\+|nlohmann|tbb|oneapi|boost|CLI|xxhash)' includes.txt || true)
[ -z "$others" ] || fail "the header includes more than the standard library: $others"

for library in libwayfront libwayfront_lab; do
  exports=$(nm -DC --defined-only "$libraries/$library.so" | sed 's/^[0-9a-f]* [A-Za-z] //' |
    grep -v 'wayfront::' || true)
  [ -z "$exports" ] || fail "$library.so exports what is not of namespace wayfront: $exports"
done
soname=$(readelf -d "$libraries/libwayfront.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
[ -e "$libraries/$soname" ] && [ "$soname" != libwayfront.so ] || fail "the soname is '$soname'"
