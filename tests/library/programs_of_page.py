#!/usr/bin/env python3
"""Writes the programs of a page into a folder, with what they must print.

usage: programs_of_page.py PAGE.md FOLDER

A ```cpp block whose first line is `// NAME.cpp` becomes NAME.cpp. The ```text block after the next line that ends in "prints" is
NAME.expected. A ```text block that begins with `c NAME` becomes the file NAME, and the ```cmake block CMakeLists.txt.
"""

import pathlib
import re
import sys

page, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
folder.mkdir(parents=True)
program, prints = None, False
for before, language, body in re.findall(r"(.*?)^```(\w*)\n(.*?)^```$", page.read_text(), re.S | re.M):
    prints = before.rstrip().endswith("prints")
    if language == "cpp" and (named := re.match(r"// (\w+)\.cpp\n", body)):
        program = named[1]
        (folder / f"{program}.cpp").write_text(body)
    elif language == "cmake":
        (folder / "CMakeLists.txt").write_text(body)
    elif language == "text" and prints:
        (folder / f"{program}.expected").write_text(body)
    elif language == "text" and (named := re.match(r"c (\S+)\n", body)):
        (folder / named[1]).write_text(body)
missing = [file.name for file in folder.glob("*.cpp") if not file.with_suffix(".expected").exists()]
if missing or program is None:
    sys.exit(f"{page}: programs without what they print: {missing}")
