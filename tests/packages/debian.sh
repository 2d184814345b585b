#!/usr/bin/env bash
# debian.sh SOURCE BUILD CMAKE COMPILER: makes the Debian packages of a build, installs them into a folder, uses them there
# like their users, and removes them again. Exit code 77: skipped.
set -euo pipefail
source=$1 build=$2 cmake=$3 compiler=$4
for tool in dpkg dpkg-shlibdeps dpkg-deb file; do
  if ! command -v $tool >/dev/null; then
    echo "skipped: there is no $tool; scripts/install-packages debian installs it"
    exit 77
  fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "packages.debian: $1" >&2
  exit 1
}
unset WAYFRONT_PLUGIN_PATH LD_LIBRARY_PATH PYTHONPATH
export XDG_CACHE_HOME=$work/cache

cd "$work"
"$(dirname "$cmake")/cpack" --config "$build/CPackConfig.cmake" \
  -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -B "$work/packages" >cpack.log 2>&1 || { cat cpack.log; fail "cpack fails"; }
packages=("$work"/packages/*.deb)
names=$(for package in "${packages[@]}"; do dpkg-deb -f "$package" Package; done)
for name in wayfront wayfront-dev; do grep -qx "$name" <<<"$names" || fail "there is no package $name"; done
[ -e "$build/python/wayfront" ] && { grep -qx python3-wayfront <<<"$names" || fail "there is no package python3-wayfront"; }

# Each says what it needs: packages of Debian as dpkg-shlibdeps finds them, and each other in the same version.
version=$(dpkg-deb -f "$work"/packages/wayfront_*.deb Version)
for package in "${packages[@]}"; do
  name=$(dpkg-deb -f "$package" Package) needs=$(dpkg-deb -f "$package" Depends)
  [[ $(dpkg-deb -f "$package" Description) == "shortest paths: "* ]] || fail "the description of $name begins with something else"
  case $name in
    wayfront) [[ $needs == *libc6* && $needs == *"libwayfront"*" (= $version)"* ]] || fail "$name needs '$needs'" ;;
    libwayfront*) [[ $needs == *"wayfront (= $version)"* && $needs == *libtbb* && $needs == *libboost-iostreams* ]] || fail "$name needs '$needs'" ;;
    wayfront-igraph) [[ $needs == *libigraph* ]] || fail "$name needs '$needs'" ;;
    wayfront-pbgl) [[ $needs == *openmpi* && $needs == *libboost-mpi* ]] || fail "$name needs '$needs'" ;;
    *) [[ $needs == *"wayfront"*" (= $version)"* ]] || fail "$name needs '$needs'" ;;
  esac
done
# What the README installs has all that it needs of this build.
glob=$(sed -n 's|^scripts/package && sudo apt install ./build/release/packages/||p' "$source/README.md")
[ -n "$glob" ] || fail "the README has no line that installs packages"
mapfile -t installed < <(cd packages && eval "ls $glob")
for package in "${installed[@]}"; do
  for name in $(dpkg-deb -f "packages/$package" Depends | tr , '\n' | sed -n 's/^ *\([^ ]*wayfront[^ ]*\) (= .*/\1/p'); do
    [[ " ${installed[*]}" == *" ${name}_"* ]] || fail "the README does not install $name, which $package needs"
  done
done
[[ $(dpkg-deb -f "$work"/packages/wayfront_*.deb Depends) != *@(igraph|mpi)* ]] || fail "wayfront needs what only its baselines need"

if command -v lintian >/dev/null; then
  # Two tags are not about the packages: nobody asked Debian for a bug number, and a test has its maintainer's address.
  lintian --allow-root --fail-on error --suppress-tags bogus-mail-host,initial-upload-closes-no-bugs "${packages[@]}" >lintian.txt 2>&1 ||
    { cat lintian.txt; fail "lintian finds errors"; }
else
  echo "not looked at by lintian, which is not installed (scripts/install-packages debian)"
fi

# Into a folder with a package database of its own, so that no rights and no other packages are needed.
root=$work/root
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
touch "$root"/var/lib/dpkg/{status,available}
database() {
  PATH=$PATH:/usr/sbin:/sbin dpkg --root="$root" --log=/dev/null --force-not-root --force-script-chrootless --force-depends "$@" >dpkg.log 2>&1 ||
    { cat dpkg.log; fail "dpkg $* fails"; }
}
files() { (cd "$root" && find . -path ./var -prune -o -print | sort); }
as_root=()
if [ "$(id -u)" -ne 0 ]; then # files of packages belong to root
  command -v fakeroot >/dev/null || { echo "skipped: there is no fakeroot"; exit 77; }
  as_root=(fakeroot)
fi
export -f database fail
export root work
files >before.txt
"${as_root[@]}" bash -c 'database --install "$@"' _ "${packages[@]}"
if (cd "$root" && find . -path ./var -prune -o \( -name '*.so' -o -name '*.so.*' -o -path '*/bin/*' \) -type f -print0 | xargs -0 readelf -d 2>/dev/null) |
  grep -E 'R(UN)?PATH'; then fail "the paths above are of this build"; fi

wayfront=$root/usr/bin/wayfront
export LD_LIBRARY_PATH=$root/usr/lib  # libraries of packages need no path, those of this folder do
"$wayfront" list >list.txt 2>&1 || { cat list.txt; fail "list fails"; }
while read -r plugin; do
  grep -qE "^(algorithm|loader) +$plugin " list.txt || fail "the packages lack the plugin $plugin"
done < <("$build/bin/wayfront" list | awk 'NR > 1 && /^(algorithm|loader) / {print $2}')
cp -R "$root/usr/share/wayfront/configs" .
"$wayfront" run configs/quickstart.toml --set graph.options.vertices=20000 >run.txt 2>&1 || { cat run.txt; fail "the quickstart fails"; }
grep -q '12/12 right' run.txt || { cat run.txt; fail "not all answers of the quickstart are right"; }
for page in README.md docs/run.md plugins/dijkstra/README.md changelog.gz copyright; do
  [ -s "$root/usr/share/doc/wayfront/$page" ] || fail "there is no page $page"
done

# The first program of docs/from-cpp.md, by CMake and by pkg-config.
python3 "$source/tests/library/programs_of_page.py" "$source/docs/from-cpp.md" programs
cd programs
"$cmake" -S . -B build -DCMAKE_PREFIX_PATH="$root/usr" -DCMAKE_CXX_COMPILER="$compiler" >log.txt 2>&1 && "$cmake" --build build >>log.txt 2>&1 ||
  { cat log.txt; fail "shortest is not built by CMake"; }
./build/shortest cities.gr | diff shortest.expected - || fail "shortest prints something else"
if command -v pkg-config >/dev/null; then
  # shellcheck disable=SC2046
  "$compiler" -std=c++20 arrays.cpp $(PKG_CONFIG_PATH=$root/usr/lib/pkgconfig pkg-config --cflags --libs wayfront) -o arrays || fail "arrays is not built by pkg-config"
  ./arrays | diff arrays.expected - || fail "arrays prints something else"
fi
cd ..

# A plugin of one's own.
"$wayfront" new-plugin own >/dev/null
"$cmake" -S own -B own/build -DCMAKE_PREFIX_PATH="$root/usr" -DCMAKE_CXX_COMPILER="$compiler" >log.txt 2>&1 && "$cmake" --build own/build >>log.txt 2>&1 ||
  { cat log.txt; fail "a new plugin is not built"; }
"$wayfront" check --quick --only 'one vertex' own/build/own.so >check.txt 2>&1 || { cat check.txt; fail "a new plugin is wrong"; }

if [ -d "$root/usr/lib/python3" ]; then
  python=/usr/bin/python3
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/usr/lib/python3/dist-packages $python -c '
import wayfront
graph = wayfront.generate("grid", rows=20, columns=20)
result = wayfront.solve(graph, 0)
assert result.certified and len(result.distances) == 400
assert len(wayfront.plugins()) > 10' || fail "the Python module fails"
fi

# Without a trace: not even empty folders.
# shellcheck disable=SC2086
"${as_root[@]}" bash -c 'database --purge "$@"' _ $names
files >after.txt
diff before.txt after.txt || fail "removed packages leave the files above"
echo "right: $(wc -w <<<"$names") packages"
