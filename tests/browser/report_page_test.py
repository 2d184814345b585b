#!/usr/bin/env python3
"""Opens HTML reports in a browser: no console message, no request, every plot drawn, values equal to the JSON's.

usage: report_page_test.py WAYFRONT [PICTURES]
Exit code 77: skipped, there is no browser. With a folder PICTURES, screenshots are left there to look at.
"""

import csv
import io
import json
import os
import subprocess
import tempfile
import time
import xml.etree.ElementTree

import webdriver
from webdriver import check, wait_until

PIPELINE = """
graph = {{ loader = "generate", options = {graph} }}
problem.sources = {{ random = 3, seed = 1 }}
measure = {{ repeats = 3, trace = true, aa = true, threads = 1 }}
run = [
  {{ plugin = "boost-dijkstra", baseline = true }},
  {{ plugin = "bellman-ford", sweep.representation = ["queue", "edge_list"] }},
  {{ plugin = "delta-stepping", label = "delta </script><b>& 3", options.delta = 3.0 }},
  {{ plugin = "delta-stepping", label = "delta 30", options.delta = 30.0 }},
  {{ plugin = "delta-stepping", label = "delta 300", options.delta = 300.0 }},
  {{ plugin = "delta-stepping", label = "delta auto" }},
]
report = {{ directory = "{name}", formats = ["json", "html"], diameter = true }}
"""
GRAPHS = {"grid": '{ kind = "grid", rows = 24, columns = 24 }', "rmat": '{ kind = "rmat", scale = 9 }'}
SKIPPED = """
[graph]
loader = "generate"
steps = [{ potentials = { seed = 1 } }]
options = { kind = "grid", rows = 9, columns = 9 }
"""
PATHS = """
[[graph]]
loader = "generate"
options = {{ kind = "path", vertices = {} }}
[[graph]]
loader = "generate"
options = {{ kind = "path", vertices = {} }}
"""
ONE_GRAPH = ["speedup", "samples", "phases", "work", "sweep", "rounds-frontier", "rounds-relaxed", "rounds-parallelism",
             "rounds-limit", "rounds-delta"]

def same(text, value):
    """Whether an attribute of the page says what the JSON says."""
    if value is None:
        return text == ""
    return text == value if isinstance(value, str) else text != "" and float(text) == value


def table_values(browser, result):
    return browser.run("""
      const rows = document.querySelectorAll(`[data-result="${arguments[0]}"] [data-table=runs] tbody tr`);
      return [...rows].map(row => [row.dataset.run,
        Object.fromEntries([...row.cells].map(cell => [cell.dataset.column, cell.dataset.value]))]);""", result)


def check_values(browser, index, report):
    rows = table_values(browser, index)
    check([label for label, _ in rows] == [run["label"] for run in report["runs"]],
          f"the table of {index} has all runs in order")
    for (label, cells), run in zip(rows, report["runs"]):
        summary = run["summary"]
        expected = {"speedup": summary["speedup"], "median": summary["solve_seconds"]["median"],
                    "min": summary["solve_seconds"]["min"], "mteps": summary["mteps"],
                    "reached": summary["reached_share"]["median"],
                    "prepare": run["prepare_seconds"],
                    "verdict": "baseline" if run["baseline"] else summary["verdict"], "samples": len(run["samples"])}
        for column, value in expected.items():
            check(same(cells[column], value),
                  f"{label}: {column} is {cells[column]} in the page and {value} in the JSON")
    rows = rows_drawn(browser, index, "samples")
    expected = sorted([run["label"], sample["solve_seconds"]] for run in report["runs"] for sample in run["samples"])
    check(sorted([row["run"], float(row["solve_seconds"])] for row in rows) == expected,
          f"every sample of {index} is a point, with its value")
    expected = [[run["label"], run["summary"]["speedup"]] for run in report["runs"] if not run["baseline"]]
    check([[row["run"], float(row["speedup"])] for row in rows_drawn(browser, index, "speedup")] == expected,
          f"the bars of {index} are the speed-ups")


def rows_drawn(browser, index, kind):
    """The rows of a figure's data that its marks refer to."""
    text, marks = browser.run("""
      const view = document.querySelector(`[data-result="${arguments[0]}"] [data-plot=${arguments[1]}] .view`);
      return [view.querySelector("pre.data").textContent,
              [...view.querySelectorAll("[data-row]")].map(it => Number(it.dataset.row))];""", index, kind)
    rows = list(csv.DictReader(io.StringIO(text)))
    return [rows[i] for i in marks]


def check_plots(browser, index, kinds):
    drawn = browser.run("""
      return Object.fromEntries([...document.querySelectorAll(`[data-result="${arguments[0]}"] figure`)]
      .map(it => [it.dataset.plot, it.querySelectorAll("[data-row], [data-first-row]").length]));""", index)
    for kind in kinds:
        check(drawn.get(kind, 0) > 0, f"the plot {kind} of {index} is drawn: {drawn}")
    broken = browser.run("return [...document.querySelectorAll('svg *')].filter(it => [...it.attributes]"
                         ".some(a => /NaN|Infinity|undefined/.test(a.value))).length")
    check(broken == 0, f"{broken} elements have attributes that are no numbers")


def check_graphs(browser, reports):
    """The table of graphs and runs: the baseline and the best first, medians, one best in each row, the means."""
    labels, rows, means = browser.run("""
      const table = document.querySelector("[data-table=graphs]");
      return [[...table.querySelector("tbody tr").cells].slice(1).map(cell => cell.dataset.column),
              [...table.querySelectorAll("tbody tr")].map(row => [...row.cells].map(
                cell => [cell.dataset.value, cell.querySelectorAll(".best").length])),
              table.querySelectorAll("tfoot td").length];""")
    measured = [run["label"] for run in reports[0]["runs"] if not run["control"]]
    check(sorted(labels) == sorted(measured) and labels[0] == "boost-dijkstra", f"the baseline is first: {labels}")
    wins = [sum(row[i + 1][1] for row in rows) for i in range(1, len(labels))]
    check(wins == sorted(wins, reverse=True), f"then those that are best most often: {wins}")
    for row, report in zip(rows, reports):
        medians = {run["label"]: run["summary"]["solve_seconds"]["median"] for run in report["runs"]}
        check([float(cell[0]) for cell in row[1:]] == [medians[label] for label in labels],
              f"the table of graphs has the medians: {row}")
        best = [label for label, cell in zip(labels, row[1:]) if cell[1]]
        check(best == [min(labels, key=medians.get)], f"the best of a graph is bold: {best}")
    check(means == len(labels) + 1, f"the last row has the means: {means}")


def check_width(browser, width):
    browser.resize(width, 900)
    wide = browser.run("return document.documentElement.scrollWidth")
    check(wide <= width, f"at {width} pixels the page is {wide} wide")
    cut = browser.run("""return [...document.querySelectorAll("svg")].filter(it => it.getClientRects().length > 0).filter(it => {
      const box = it.getBoundingClientRect(), card = it.closest("figure").getBoundingClientRect();
      return box.left < card.left || box.right > card.right; }).length;""")
    check(cut == 0, f"at {width} pixels {cut} plots leave their cards")
    cut = browser.run("""return [...document.querySelectorAll("svg text")].filter(it => it.getClientRects().length > 0).filter(it => {
      const box = it.getBoundingClientRect(), card = it.closest("figure")?.getBoundingClientRect();
      return card && (box.left < card.left - 0.5 || box.right > card.right + 0.5); }).map(it => it.textContent);""")
    check(cut == [], f"at {width} pixels texts leave their cards: {cut}")


def check_behaviour(browser):
    """Hover, sort, legend, colours."""
    tip = browser.run("""
      const dot = document.querySelector("[data-plot=samples] circle");
      dot.dispatchEvent(new PointerEvent("pointermove", {clientX: 5, clientY: 5, bubbles: true}));
      return [document.getElementById("tip").hidden, document.getElementById("tip").textContent];""")
    check(not tip[0] and "source" in tip[1], f"a sample tells its source on hover: {tip}")
    check("solve: " in tip[1] and "s" in tip[1].split("solve: ")[1], f"and its time with a unit: {tip}")
    tip = browser.run("""
      const path = document.querySelector("[data-plot=rounds-frontier] path[data-first-row]");
      const box = path.getBoundingClientRect();
      path.dispatchEvent(new PointerEvent("pointermove", {clientX: box.right, clientY: box.top, bubbles: true}));
      const rows = path.closest(".view").querySelector("pre.data").textContent.trim().split("\\n");
      return [document.getElementById("tip").textContent, path.getAttribute("d").match(/[ML]/g).length, rows];""")
    check(f"round: {tip[2][tip[1]].split(',')[-2]}" in tip[0].split("\n"), f"a curve tells its nearest point: {tip[0]}")
    browser.run("""document.querySelector("[data-plot=samples] .view").dispatchEvent(new PointerEvent("pointerleave"));
      [...document.querySelectorAll("[data-result='0'] th button")].find(it => it.textContent === "median").click();""")
    medians = [float(cells["median"]) for _, cells in table_values(browser, 0)]
    check(medians == sorted(medians), f"a click on a heading sorts: {medians}")
    shown = browser.run("""
      const figure = document.querySelector("[data-plot=phases]");
      const solve = () => [...figure.querySelectorAll("[data-series=solve]")].filter(it => it.getClientRects().length);
      const click = () => [...figure.querySelectorAll(".view:not([hidden]) .entry")]
        .find(it => it.textContent === "solve").dispatchEvent(new MouseEvent("click", {bubbles: true}));
      const counts = [solve().length];
      click();
      counts.push(solve().length);
      click();
      counts.push(solve().length);
      return counts;""")
    check(shown[0] > 0 and shown[1] == 0 and shown[2] == shown[0], f"a click on a name of the legend hides it: {shown}")
    linked = browser.run("""
      const entry = document.querySelector("[data-plot=rounds-frontier] .entry"), name = entry.dataset.entry;
      const other = [...document.querySelectorAll("[data-plot=rounds-relaxed] .view:not([hidden]) [data-series]")]
        .find(it => it.dataset.series === name);
      const seen = [getComputedStyle(other).display];
      entry.dispatchEvent(new MouseEvent("click", {bubbles: true}));
      seen.push(getComputedStyle(other).display);
      entry.dispatchEvent(new MouseEvent("click", {bubbles: true}));
      return seen;""")
    check(linked[0] != "none" and linked[1] == "none", f"the rounds hide it in all panels: {linked}")
    over_time = browser.run("""
      const plot = document.querySelector("[data-plot=rounds-frontier]");
      const axis = () => [...plot.querySelectorAll(".view:not([hidden]) text")].map(it => it.textContent);
      const before = axis().includes("round");
      [...plot.querySelectorAll("button")].find(it => it.textContent === "over time").click();
      return [before, axis().includes("since the start of the solve"),
              plot.querySelectorAll(".view:not([hidden]) .faint path").length];""")
    check(over_time[:2] == [True, True], f"rounds are drawn over time, too: {over_time}")
    check(over_time[2] > 0, "the smoothed frontier has every round behind it")
    sweep = browser.run("""
      const plot = [...document.querySelectorAll("[data-plot=sweep]")]
        .find(it => it.querySelector("h3").textContent === "Time against delta");
      const places = [...plot.querySelectorAll(".dot")].map(it => it.getBoundingClientRect().left);
      return [places, plot.querySelectorAll("line.level").length,
              [...plot.querySelectorAll(".entry")].map(it => it.textContent)];""")
    check(len(sweep[0]) == 3 and abs(sweep[0][2] - 2 * sweep[0][1] + sweep[0][0]) < 1,
          f"3, 30 and 300 are equally far apart: {sweep}")
    check(sweep[1] == 1 and any("auto" in text for text in sweep[2]), f"auto is a line across: {sweep}")
    folded = browser.run("""
      const node = document.getElementById("repeat"), pipeline = node.querySelector(".pipeline");
      const shown = () => pipeline.checkVisibility ? pipeline.checkVisibility() : pipeline.getClientRects().length > 0;
      const before = shown();
      node.querySelector("summary").click();
      const texts = [before, shown(), pipeline.textContent, node.querySelector(".commands").textContent,
                     node.querySelector("dl").textContent];
      node.querySelector("summary").click();
      return texts;""")
    check(folded[:2] == [False, True], f"how to repeat it is folded, and unfolds: {folded[:2]}")
    check("repeats = 3" in folded[2] and folded[3].startswith("wayfront run ") and "digest" in folded[4],
          f"it has the pipeline, the command and the digest: {folded[2:]}")
    ground = "return getComputedStyle(document.body).backgroundColor"
    seen = {}
    for scheme in ("light", "dark"):
        browser.colours(scheme)
        seen[scheme] = browser.run(ground)
    check(seen["light"] != seen["dark"], f"the page follows the system's colours: {seen}")
    browser.run("[...document.querySelectorAll('#theme button')].find(it => it.textContent === 'Light').click()")
    check(browser.run(ground) == seen["light"], "the switch overrules the system")
    browser.run("[...document.querySelectorAll('#theme button')].find(it => it.textContent === 'Auto').click()")
    check(browser.run("return document.querySelectorAll('b').length") == 0, "no label became markup")


def check_doubts(browser, reports):
    """The page opens with wrong answers; then it says once, for all results, what disturbed the measurement."""
    shown = browser.run("""return [...document.querySelectorAll(".doubt")].map(it => {
      const box = it.getBoundingClientRect();
      return [it.textContent, box.width > 200 && box.height > 10, box.top, getComputedStyle(it).color]; });""")
    wrong = [run["label"] for report in reports for run in report["runs"] if run["status"] == "wrong"]
    doubted = [report for report in reports if not report["trust"]["verdicts"]]
    check(len(shown) == len(wrong) + (1 if doubted else 0) and all(it[1] for it in shown), f"what is said first: {shown}")
    check(shown == sorted(shown, key=lambda it: it[2]), f"in this order: {shown}")
    for (text, _, _, colour), label in zip(shown, wrong):
        check(text.startswith(f"Wrong answer of {label} on ") and colour == "rgb(192, 0, 32)", f"it is red: {text} {colour}")
    for report in doubted:
        check(shown[-1][0].startswith("Do not trust differences below 50 %") and report["trust"]["reasons"][0] in shown[-1][0],
              f"it says why: {shown}")


def check_silence(browser, page):
    messages, requests = browser.said()
    check(messages == [], f"the console is silent: {messages}")
    check(requests == ["file://" + os.path.abspath(page)], f"the page is all that was asked for: {requests}")


def draws_itself(browser, page):
    browser.resize(1280, 900)
    browser.open(page)
    check(wait_until(lambda: browser.run(
        "return document.querySelectorAll('figure').length > 0 && document.querySelector('footer').textContent && "
        "[...document.querySelectorAll('figure')].every(it => it.querySelector('.buttons'))")), f"{page} draws itself")


def check_saving(browser, scratch, folder, page):
    """The buttons save what `report --figures` writes, and only what is shown."""
    into = os.path.join(scratch, "saved")
    os.makedirs(into, exist_ok=True)
    browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=into)
    draws_itself(browser, page)
    names = browser.run("""
      return [...document.querySelectorAll("figure .view:not([hidden])")].map(view => view.dataset.file);""")
    for i in range(len(names)):  # a browser refuses many files at once
        browser.run("""
          for (const button of document.querySelectorAll("figure")[arguments[0]].querySelectorAll(".buttons > button"))
            if (["SVG", "data"].includes(button.textContent)) button.click();""", i)
        time.sleep(0.3)
    files = [name + ending for name in names for ending in (".svg", ".csv")]
    wait_until(lambda: all(os.path.exists(os.path.join(into, file)) for file in files))
    check(len(files) >= 20, f"there are figures to save: {files}")
    for file in files:
        if not os.path.exists(os.path.join(into, file)):
            check(False, f"{file} was saved: {os.listdir(into)}")
            continue
        with open(os.path.join(into, file), encoding="utf-8", newline="") as saved:
            with open(os.path.join(folder, file), encoding="utf-8", newline="") as written:
                texts = saved.read(), written.read()
        if file.endswith(".svg"):
            texts = [xml.etree.ElementTree.canonicalize(text) for text in texts]
        check(texts[0] == texts[1], f"{file} is what --figures writes")
    name = browser.run("""
      const figure = document.querySelector("[data-plot=rounds-frontier]");
      const entry = figure.querySelector(".entry"), file = figure.querySelector(".view").dataset.file;
      entry.dispatchEvent(new MouseEvent("click", {bubbles: true}));
      figure.querySelector(".view").dataset.file = "hidden";
      [...figure.querySelectorAll(".buttons > button")].find(it => it.textContent === "SVG").click();
      return entry.dataset.entry;""")
    path = os.path.join(into, "hidden.svg")
    wait_until(lambda: os.path.exists(path))
    series = [node.get("data-series") for node in xml.etree.ElementTree.parse(path).iter() if node.get("data-series")]
    check(series and name not in series, f"what is hidden is not saved: {name} of {series}")


def main():
    wayfront, pictures = webdriver.arguments()
    with tempfile.TemporaryDirectory(prefix="wayfront-browser-") as scratch:
        os.chdir(scratch)
        pipelines = {name: PIPELINE.format(graph=graph, name=name) for name, graph in GRAPHS.items()}
        for name, graph, source, plugins in (("skipped", SKIPPED, 3, "dijkstra bellman-ford"),
                                             ("nothing", PATHS.format(5, 6), 4, "bellman-ford"),
                                             ("little", PATHS.format(500, 600), 497, "dijkstra bellman-ford")):
            runs = "".join(f'[[run]]\nplugin = "{plugin}"\n' for plugin in plugins.split())
            trace = str(name == "nothing").lower()
            pipelines[name] = (f'problem.sources = [{source}]\nmeasure = {{ repeats = 1, trace = {trace} }}\n'
                               f'report.directory = "{name}"\n{graph}{runs}')
        for name, pipeline in pipelines.items():
            with open(name + ".toml", "w", encoding="utf-8") as file:
                file.write(pipeline)
            subprocess.run([wayfront, "run", "-q", name + ".toml"], check=True, stdout=subprocess.DEVNULL)
        with open("grid/samples.jsonl", encoding="utf-8") as file, open("lone.jsonl", "w", encoding="utf-8") as lone:
            lone.writelines(line for line in file if '"source"' in line and '"schema"' not in line)
        subprocess.run([wayfront, "report", "lone.jsonl", "--format", "html", "-o", "journal.html"], check=True)
        reports = []
        for name in GRAPHS:
            with open(name + "/report.json", encoding="utf-8") as file:
                reports.append(json.load(file))
        subprocess.run([wayfront, "report", *GRAPHS, "--format", "html", "-o", "both.html"], check=True,
                       stderr=subprocess.DEVNULL)

        subprocess.run([wayfront, "report", "grid", "grid/samples.jsonl", "--format", "html", "-o", "twice.html"],
                       check=True, stderr=subprocess.DEVNULL)

        # A result of a machine that others used, alone and beside one of a quiet machine.
        quiet, busy = json.loads(json.dumps(reports[0])), json.loads(json.dumps(reports[1]))
        quiet["runs"] = [run for run in quiet["runs"] if not run["control"]]
        quiet["machine_readings"] = []
        busy["machine_readings"] = [{"source": 1, "repeat": 1, "seconds": 100, "others": 1.5, "load": 3.2}]
        for name, report in (("quiet", quiet), ("busy", busy)):
            with open(name + ".json", "w", encoding="utf-8") as file:
                json.dump(report, file)
            subprocess.run([wayfront, "report", name + ".json", "--format", "json", "-o", name + "_again.json"],
                           check=True)
            with open(name + "_again.json", encoding="utf-8") as file:
                report.update(json.load(file))
        check([quiet["trust"]["verdicts"], busy["trust"]["verdicts"]] == [True, False], "the busy machine is doubted")
        # A third one on another graph, with a wrong answer of the last run.
        wrong = json.loads(json.dumps(busy))
        wrong["graph"] |= {"digest": "0123", "name": "other"}
        wrong["runs"][-1] |= {"status": "wrong", "reason": "vertex 3 is nearer than it says"}
        with open("wrong.json", "w", encoding="utf-8") as file:
            json.dump(wrong, file)
        for names in (["busy"], ["quiet", "busy"], ["quiet", "busy", "wrong"]):
            subprocess.run([wayfront, "report", *[name + ".json" for name in names], "--format", "html", "-o",
                            "_".join(names) + ".html"], check=True, stderr=subprocess.DEVNULL)

        browser = webdriver.Browser(scratch)
        try:
            for page, results in (("grid/report.html", reports[:1]), ("both.html", reports)):
                draws_itself(browser, page)
                for index, report in enumerate(results):
                    check_plots(browser, index, ONE_GRAPH)
                    check_values(browser, index, report)
                if len(results) > 1:
                    check_plots(browser, "all", ["profile", "counts", "sizes", "speedups", "work"])
                    check_graphs(browser, reports)
                    check(reports[0]["graph"]["diameter"] == 46, "a grid of 24 x 24 has the diameter 46")
                    offered = browser.run("""
                      const plot = document.querySelector("[data-plot=sizes]");
                      const button = [...plot.querySelectorAll("button")].find(it => it.textContent === "diameter");
                      button?.click();
                      return button && [...plot.querySelectorAll(".view:not([hidden]) text")]
                        .some(it => it.textContent === "46");""")
                    check(offered, "time is drawn against the diameter")
                check_behaviour(browser)
                for width in (390, 768, 1280):
                    check_width(browser, width)
                if pictures:
                    for scheme in ("light", "dark"):
                        browser.colours(scheme)
                        for width in (390, 1280):
                            height = 900
                            browser.resize(width, height)
                            height = browser.run("return document.documentElement.scrollHeight")
                            browser.resize(width, height)
                            browser.picture(os.path.join(pictures, f"{len(results)}_{scheme}_{width}.png"))
                check_silence(browser, page)
            subprocess.run([wayfront, "report", "grid", "--figures", "figures"], check=True, stderr=subprocess.DEVNULL)
            check_saving(browser, scratch, "figures", "grid/report.html")
            # A baseline that was skipped; samples of which neither graph nor plugin is known; one sample of a search
            # that has nowhere to go.
            for page in ("skipped/report.html", "journal.html", "nothing/report.html"):
                draws_itself(browser, page)
                check_plots(browser, 0, ["samples", "phases"])
                ticks = browser.run("return document.querySelectorAll('[data-plot=samples] line.grid').length")
                headings = browser.run("return [...document.querySelectorAll('h2')].map(it => it.textContent)")
                if page.startswith("nothing"):
                    check(headings == ["All graphs", "generate vertices=5", "generate vertices=6"],
                          f"results are called by their cases: {headings}")
                check(ticks > 1, f"the axis of the samples of {page} has {ticks} ticks")
                check_silence(browser, page)
            # Of two paths one is left almost at once: it is named before all else, has no MTEPS, and is in no plot of both.
            draws_itself(browser, "little/report.html")
            report = json.loads(subprocess.run([wayfront, "report", "little", "--format", "json"], check=True,
                                               capture_output=True).stdout)
            for index, mteps in enumerate((False, True)):
                check((report["results"][index]["runs"][0]["summary"]["mteps"] is not None) == mteps,
                      f"MTEPS of the path {index}")
                check_values(browser, index, report["results"][index])
            warnings = browser.run("return [...document.querySelectorAll('#warnings p')].map(it => it.textContent)")
            check(len(warnings) == 1 and "vertices=500" in warnings[0] and "reaches" in warnings[0],
                  f"sources that reach little are named: {warnings}")
            across = browser.run("return document.querySelectorAll('[data-plot=profile], [data-plot=sizes]').length")
            check(across == 0, "one graph is left, which is no comparison over graphs")
            if pictures:
                browser.picture(os.path.join(pictures, "little.png"))
            check_silence(browser, "little/report.html")
            for page, results in (("busy.html", [busy]), ("quiet_busy.html", [quiet, busy]),
                                  ("quiet_busy_wrong.html", [quiet, busy, wrong])):
                draws_itself(browser, page)
                browser.colours("light")
                check_doubts(browser, results)
                check_values(browser, len(results) - 1, results[-1])
                for width in (390, 1280):
                    check_width(browser, width)
                    if pictures:
                        browser.picture(os.path.join(pictures, f"{page}_{width}.png"))
                check_silence(browser, page)
            draws_itself(browser, "twice.html")
            across = browser.run("return document.querySelectorAll('[data-plot=profile], [data-plot=sizes]').length")
            headings = browser.run("return [...document.querySelectorAll('h2')].map(it => it.textContent)")
            check(across == 0 and headings[0] == "All results", f"two results of one graph are no two graphs: {headings}")
            check_silence(browser, "twice.html")
        finally:
            browser.close()
    webdriver.finish()


main()
