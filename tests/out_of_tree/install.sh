#!/bin/sh
# install.sh CMAKE BUILD PREFIX: `cmake --install BUILD --prefix PREFIX`, but with PREFIX.txt as its manifest. That of
# BUILD stays: it says what `--target uninstall` removes.
set -eu
sed "s|\"[^\"]*/\${CMAKE_INSTALL_MANIFEST}\"|\"$3.txt\"|" "$2/cmake_install.cmake" >"$3.cmake"
grep -qF "\"$3.txt\"" "$3.cmake" || { echo "install.sh: no manifest is named in $2/cmake_install.cmake" >&2; exit 1; }
exec "$1" -DCMAKE_INSTALL_PREFIX="$3" -P "$3.cmake"
