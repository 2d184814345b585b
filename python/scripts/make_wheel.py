#!/usr/bin/env python3
"""Makes a wheel of a build: the package, its extension, libwayfront, plugins, and the libraries that these need.
Needs no network; Python's package `wheel` (Debian: python3-wheel) does the packing.

usage: make_wheel.py --cmake CMAKE --build DIRECTORY --version VERSION --output DIRECTORY
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent

METADATA = """Metadata-Version: 2.1
Name: wayfront
Version: {version}
Summary: Single-source shortest paths with answers that are proved
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: all
Requires-Dist: scipy; extra == "all"
Requires-Dist: pandas; extra == "all"
Requires-Dist: networkx; extra == "all"
Description-Content-Type: text/markdown

{description}"""

WHEEL = """Wheel-Version: 1.0
Generator: make_wheel.py
Root-Is-Purelib: false
Tag: {tag}
"""

ENTRY_POINTS = """[networkx.backends]
wayfront = wayfront.networkx:backend

[networkx.backend_info]
wayfront = _wayfront_networkx:backend_info
"""


def flatten(folder: pathlib.Path) -> None:
    """A zip file has no links: each one that is asked for by name becomes the file, which is then there only once."""
    links = [file for file in folder.rglob("*") if file.is_symlink()]
    files = {link: link.resolve() for link in links}
    for link, file in files.items():
        link.unlink()
        shutil.copy2(file, link)
    for file in set(files.values()):
        if folder in file.parents and file.exists():
            file.unlink()


def licences(libraries: pathlib.Path, folder: pathlib.Path) -> None:
    """Those of bundled libraries, where Debian's packages say them."""
    if shutil.which("dpkg") is None:
        return
    for library in sorted(libraries.glob("lib*.so*")):
        found = subprocess.run(["dpkg", "-S", f"*/{library.name}"], capture_output=True, text=True).stdout
        package = found.split(":")[0]
        text = pathlib.Path("/usr/share/doc", package, "copyright")
        if package and text.is_file():
            folder.mkdir(exist_ok=True)
            shutil.copy(text, folder / f"{package}.txt")


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("--cmake", "--build", "--version", "--output"):
        parser.add_argument(name, required=True)
    arguments = parser.parse_args()
    output = pathlib.Path(arguments.output)
    tag = "cp{0}{1}-cp{0}{1}-{2}".format(
        *sys.version_info[:2], sysconfig.get_platform().replace("-", "_").replace(".", "_")
    )
    try:
        import wheel  # noqa: F401
    except ImportError:
        sys.exit("make_wheel.py: Python's package `wheel` is missing; scripts/install-packages python installs it")

    with tempfile.TemporaryDirectory() as scratch:
        stage = pathlib.Path(scratch).resolve() / "wheel"
        subprocess.run(
            [arguments.cmake, "--install", arguments.build, "--component", "python", "--strip", "--prefix", str(stage)],
            check=True, stdout=subprocess.DEVNULL,
        )
        flatten(stage)
        information = stage / f"wayfront-{arguments.version}.dist-info"
        information.mkdir()
        description = (HERE / "README.md").read_text(encoding="utf-8")
        (information / "METADATA").write_text(METADATA.format(version=arguments.version, description=description))
        (information / "WHEEL").write_text(WHEEL.format(tag=tag))
        (information / "entry_points.txt").write_text(ENTRY_POINTS)
        shutil.copy(HERE.parent / "LICENSE", information / "LICENSE")
        licences(stage / "wayfront" / "lib", information / "licenses")
        output.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "wheel", "pack", str(stage), "-d", str(output)], check=True,
                       stdout=subprocess.DEVNULL)
    print(output / f"wayfront-{arguments.version}-{tag}.whl")


main()
