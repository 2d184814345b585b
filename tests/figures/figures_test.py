#!/usr/bin/env python3
"""Figures and tables as other programs see them.

usage: figures_test.py WAYFRONT rsvg-convert|pdflatex
  rsvg-convert  draws every SVG of `wayfront report --figures`: right size, light ground, several colours, nothing cut off
  pdflatex      makes a page of the LaTeX table, without any package and with booktabs
Exit code 77: skipped, there is no such program, or no Pillow for the first.
"""

import csv
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

try:
    import PIL.Image
except ImportError:
    PIL = None

PIPELINE = """
graph = [
  { loader = "generate", options = { kind = "grid", rows = 24, columns = 24 } },
  { loader = "generate", options = { kind = "rmat", scale = 9 } },
]
problem.sources = { random = 3, seed = 1 }
measure = { repeats = 3, trace = true, threads = 1 }
run = [
  { plugin = "dijkstra", label = "50% & more_{x}^2 ~ #1 $ \\\\ <b>", baseline = true },
  { plugin = "bellman-ford" },
  { plugin = "delta-stepping" },
  { plugin = "delta-stepping", sweep.delta = [1.0, 10.0, 100.0] },
]
report.directory = "results"
"""
SVG = "{http://www.w3.org/2000/svg}"
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAILED:", what)


def check_drawing(name):
    root = xml.etree.ElementTree.parse(f"figures/{name}.svg").getroot()
    check(root.tag == SVG + "svg" and root.get("aria-label"), f"{name} is an SVG with a title")
    texts = [node.text for node in root.iter(SVG + "text")]
    check(len(texts) >= 4 and any(text and text[0].isdigit() for text in texts), f"{name} has an axis: {texts}")
    with open(f"figures/{name}.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    check(len(rows) > 1 and all(len(row) == len(rows[0]) for row in rows), f"{name}.csv is a table")
    marks = [int(node.get("data-row")) for node in root.iter() if node.get("data-row")]
    marks += [int(node.get("data-first-row")) for node in root.iter() if node.get("data-first-row")]
    check(marks and max(marks) < len(rows) - 1, f"the marks of {name} have their rows")
    made = subprocess.run(["rsvg-convert", f"figures/{name}.svg", "-o", "drawn.png"], capture_output=True, text=True,
                          check=False)
    check(made.returncode == 0 and made.stderr == "", f"rsvg-convert draws {name}: {made.stderr}")
    if made.returncode != 0:
        return
    with PIL.Image.open("drawn.png") as image:
        width, height = image.size
        colour = image.convert("RGB").load()
    box = [float(number) for number in root.get("viewBox").split()]
    check(abs(width - box[2]) <= 1 and abs(height - box[3]) <= 1, f"{name} is {width} x {height}, not {box}")
    everywhere = {(x, y): colour[x, y] for x in range(width) for y in range(height)}
    border = {it for (x, y), it in everywhere.items() if x in (0, width - 1) or y in (0, height - 1)}
    check(border == {(255, 255, 255)}, f"{name} is cut off: {list(border)[:5]}")
    colours = set(everywhere.values())
    vivid = [it for it in colours if max(it) - min(it) > 60]
    check(len(colours) > 20 and len(vivid) > 3, f"{name} is drawn in {len(colours)} colours, {len(vivid)} of them vivid")


def check_drawings(wayfront):
    subprocess.run([wayfront, "report", "results", "--figures", "figures"], check=True, stderr=subprocess.DEVNULL)
    names = sorted(file[:-4] for file in os.listdir("figures") if file.endswith(".svg"))
    for kind in ("speedup", "samples", "phases", "work", "sweep-delta", "frontier", "parallelism", "limit", "profile",
                 "sizes", "speedups", "counts"):
        check(any(kind in name for name in names), f"there is a drawing of {kind}: {names}")
    for name in names:
        check_drawing(name)


def check_latex(wayfront):
    subprocess.run([wayfront, "report", "results", "--format", "latex", "-o", "table.tex"], check=True,
                   stderr=subprocess.DEVNULL)
    for package in ("", "\\usepackage{booktabs}"):
        if package and subprocess.run(["kpsewhich", "booktabs.sty"], capture_output=True, check=False).returncode != 0:
            print("not checked: there is no booktabs")
            continue
        with open("paper.tex", "w", encoding="utf-8") as file:
            file.write("\\documentclass{article}" + package +
                       "\\begin{document}\n\\noindent\\input{table}\n\\end{document}\n")
        made = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
                              capture_output=True, text=True, check=False)
        check(made.returncode == 0, f"pdflatex makes a page {package}: {made.stdout[-1500:]}")
        check("Missing character" not in made.stdout, f"all characters are printed {package}")


def main():
    wayfront, program = os.path.abspath(sys.argv[1]), sys.argv[2]
    if shutil.which(program) is None or (program == "rsvg-convert" and PIL is None):
        print(f"skipped: no {program}, or no Pillow to see what it draws (scripts/install-packages figures)")
        return 77
    with tempfile.TemporaryDirectory(prefix="wayfront-figures-") as scratch:
        os.chdir(scratch)
        with open("p.toml", "w", encoding="utf-8") as file:
            file.write(PIPELINE)
        subprocess.run([wayfront, "run", "-q", "p.toml"], check=True, stdout=subprocess.DEVNULL)
        if program == "pdflatex":
            check_latex(wayfront)
        else:
            check_drawings(wayfront)
        os.chdir("/")
    print("failed:" if failures else "passed", len(failures) or "")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
