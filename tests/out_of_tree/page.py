#!/usr/bin/env python3
"""Does all that a page for authors of plugins shows, in its order, in a folder of its own with nothing but an installed Wayfront:
runs its blocks of sh and of toml, and builds and checks its blocks of cpp, which must be whole plugins.

usage: page.py CMAKE BUILD PAGE DEFINITIONS...
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

cmake, build, page, *definitions = sys.argv[1:]
install = pathlib.Path(__file__).with_name("install.sh").resolve()

PROLOGUE = f"""
set -eu
unset WAYFRONT_PLUGIN_PATH
fail() {{ echo "page.py: $1" >&2; exit 1; }}
cmake() {{
  case $1 in
    --install) sh {shlex.quote(str(install))} {shlex.quote(cmake)} {shlex.quote(build)} "$4" >install.log || {{ cat install.log; fail "cannot install"; }} ;;
    -S) {shlex.quote(cmake)} "$@" {shlex.join(definitions)} ;;
    *) {shlex.quote(cmake)} "$@" ;;
  esac
}}
wayfront() {{
  case " $* " in *" --watch "*) watch "$@" ;; *) command wayfront "$@" ;; esac
}}
watch() {{  # until the first turn is over, then Ctrl-C
  command wayfront "$@" >said.txt 2>notes.txt & watching=$!
  until grep -q 'waiting for a change' notes.txt; do
    kill -0 $watching 2>/dev/null || {{ cat said.txt notes.txt; fail "wayfront $* has ended"; }}
    sleep 0.1
  done
  kill -INT $watching
  ended=0; wait $watching || ended=$?
  cat said.txt notes.txt
  [ $ended = 130 ] || fail "wayfront $* ended with $ended"
  grep -q ' passed, 0 failed' said.txt || fail "wayfront $* found nothing right"
}}
"""


def plugin(number, code):
    """The commands for a whole plugin."""
    macro = re.search(r'WAYFRONT_SOLVE\("([\w-]+)"|\.name = "([\w-]+)"', code)
    if not macro or "WAYFRONT_" not in code:
        sys.exit(f"{page}: block {number} of cpp is not a whole plugin")
    name = macro[1] or macro[2]
    source = f"{name.replace('-', '_')}.cpp"
    return f"""(
  cd "$work"; wayfront new-plugin {name} >/dev/null; cd {name}
  cp {shlex.quote(str(work / f"block-{number}"))} {source}
  cmake -S . -B build; cmake --build build
  wayfront check --strict build/{name}.so >said.txt || {{ cat said.txt; fail "{name} is wrong"; }}
  tail -1 said.txt
)"""


with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    commands = [PROLOGUE, f"work={shlex.quote(folder)}; export HOME=$work/home; mkdir $HOME; cd $work"]
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", pathlib.Path(page).read_text(encoding="utf-8"), re.S | re.M)
    if not {"sh", "cpp", "toml"} <= {kind for kind, _ in blocks}:
        sys.exit(f"{page}: no blocks of sh, cpp and toml")
    for number, (kind, text) in enumerate(blocks, 1):
        commands.append(f"echo '--- block {number}, {kind}'")
        (work / f"block-{number}").write_text(text, encoding="utf-8")
        if kind == "sh":
            commands.append(text)
        elif kind == "cpp":
            commands.append(plugin(number, text))
        elif kind == "toml":
            commands.append(f"cp $work/block-{number} block-{number}.toml; wayfront run block-{number}.toml || fail 'a run is wrong'")
        else:
            sys.exit(f"{page}: block {number} is of kind '{kind}', which nothing tests; use sh, cpp or toml")
    script = work / "page.sh"
    script.write_text("\n".join(commands), encoding="utf-8")
    sys.exit(subprocess.run(["bash", script], stdin=subprocess.DEVNULL, check=False).returncode)
