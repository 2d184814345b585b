"""Fits what `auto` knows to measurements, and judges its choices.

  fit.py ROWS FEATURES --write core/src/auto          fits to all graphs of ROWS
  fit.py ROWS FEATURES --cross 4 [-v]                   judges each quarter of the graphs by a fit to the others
  fit.py ROWS FEATURES --judge [-v] [--page docs/auto.md]   judges the choices in FEATURES, and the runs of auto in ROWS

ROWS is a folder with the rows that measure.sh wrote, FEATURES the output of auto_features on pipelines with the same
graphs. The regret of a choice is its time by that of the best plugin measured, each with its time to prepare.
"""

import argparse
import collections
import glob
import itertools
import json
import math
import os
import random
import statistics

TERMS = ["call", "reached", "arcs", "sorted", "far", "levels", "sweeps", "all", "all_arcs", "cuts", "reached_each",
         "arcs_each", "far_each"]
DEVICE = {"near-far", "push-pull", "adds", "hbf", "edge-bellman-ford", "separator-sweep-cuda"}
TOGETHER = {"separator-sweep", "separator-sweep-cuda", "near-far", "push-pull"}  # solve the sources of a call together
STRUCTURES = {"separator-sweep", "separator-sweep-cuda"}  # that decline what is no map, and are slow with floats
LONG_ROWS = 6  # arcs each: several plugins do something else above
# Terms that may matter to a plugin; the threads only where it has several.
ONE_THREAD = [0, 1, 2, 3, 4, 7]
SEVERAL = [0, 1, 2, 3, 5, 7, 10, 11, 12]
ON_DEVICE = [0, 2, 4, 5, 7]
SWEEPS = [0, 2, 4, 5, 6, 7, 8]
STRUCTURE = [0, 3, 7, 9]
PLUGINS = {  # plugin: terms of a solve, of a source in a batch, of preparing
    "dijkstra": (ONE_THREAD, ONE_THREAD + [10, 11, 12], [0]),
    "delta-stepping": (SEVERAL, [0, 1, 2, 7, 10, 11, 12], [0, 7, 8]),
    "rho-stepping": (SEVERAL, SEVERAL, [0, 7, 8]),
    "bellman-ford-tarjan": (ONE_THREAD, ONE_THREAD + [10, 11, 12], [0, 7, 8]),
    "johnson": (ONE_THREAD, ONE_THREAD + [10, 11, 12], [0, 1, 2, 3, 4, 7, 8]),
    "separator-sweep": (STRUCTURE, STRUCTURE, STRUCTURE),
    "near-far": (ON_DEVICE, ON_DEVICE, [0, 7, 8]),
    "push-pull": (ON_DEVICE, ON_DEVICE, [0, 7, 8]),
    "adds": (ON_DEVICE, ON_DEVICE, [0, 7, 8]),
    "hbf": (ON_DEVICE, ON_DEVICE, [0, 7, 8]),
    "edge-bellman-ford": (SWEEPS, SWEEPS, [0, 7, 8]),
    "separator-sweep-cuda": (STRUCTURE, STRUCTURE, STRUCTURE),
    "bellman-ford": ([0, 1, 2, 5, 6], [0, 1, 2, 5, 6], [0]),
    "cpu-bellman-ford": (SWEEPS, SWEEPS, [0, 7, 8]),
}
# A plugin without a model, whose time depends on weights in ways that no feature tells. With --cross and --also NAME ... one sees
# what its model would be worth.
WITHOUT_MODEL = {"stepping-bellman-ford": (SEVERAL, SEVERAL, [0, 7, 8])}
MODES = {"t1": (1, 1), "c1": (16, 1), "t2": (1, 2), "c2": (16, 2), "g16": (1, 16), "b16": (16, 16), "s64": (64, 16),
         "h16": (16, 16), "h64": (64, 16), "m1": (64, 1), "m2": (64, 2)}  # sources in a call, threads
# CostFigure of measured_graphs.hpp: modes, which terms, and whether it is the time to prepare.
FIGURES = {
    "solve": (["t1", "t2", "g16"], 0, False),
    "batch": (["c1", "c2", "b16", "h16"], 1, False),
    "large_batch": (["m1", "m2", "s64", "h64"], 1, False),
    "prepare": (["t1", "t2", "g16"], 2, True),
    "prepare_batch": (["c1", "c2", "b16"], 2, True),
}
SETUPS = {  # modes of one source, of 16, of 1000 (the first with the plugin counts)
    "1": (["t1"], ["c1"], ["m1", "c1"]),
    "2": (["t2"], ["c2"], ["m2", "c2"]),
    "16": (["g16"], ["b16"], ["s64", "b16"]),
    "gpu": (["g16"], ["b16", "h16"], ["s64", "h64", "b16", "h16"]),
}
# The mode whose run of auto was asked this question.
ASKED = {("1", 1): "t1", ("1", 16): "c1", ("1", 1000): "m1", ("2", 1): "t2", ("2", 16): "c2", ("2", 1000): "m2",
         ("gpu", 1): "g16", ("16", 16): "b16", ("16", 1000): "s64", ("gpu", 16): "h16", ("gpu", 1000): "h64"}
# As SimilarGraphs::factor, and CostModel::usual_error: how far off a plugin's model usually is, squared.
TRUST, CAUTION = 0.1, 0.5
USUAL_ERROR, OTHER_ERROR = {"bellman-ford": 1.0, "cpu-bellman-ford": 1.0}, 0.1


def read_rows(folder):
    """{mode: {graph: {plugin: (seconds per source, seconds to prepare)}}}, medians over sources, repeats and passes."""
    samples = collections.defaultdict(list)
    prepared = collections.defaultdict(set)
    for file in sorted(glob.glob(os.path.join(folder, "*.csv"))):
        mode = os.path.basename(file).split(".")[0].split("_")[0]
        for line in open(file):
            cells = line.rstrip("\n").split(",")
            if len(cells) < 9 or cells[2] not in ("ok", "interrupted") or not cells[5]:
                continue
            key = (mode, cells[0], cells[1])
            samples[key].append(float(cells[5]) / MODES[mode][0])
            prepared[key].add(float(cells[8]))
    found = collections.defaultdict(lambda: collections.defaultdict(dict))
    for (mode, graph, plugin), seconds in samples.items():
        found[mode][graph][plugin] = (statistics.median(seconds), statistics.median(prepared[mode, graph, plugin]))
    add_one_thread(found)
    return found


def add_one_thread(found):
    """One thread solves the sources of a call one after the other: modes with calls get what they lack from t1. A source in a
    large call takes longer, because answers fill the caches: as much as for delta-stepping."""
    for graph, times in found["t1"].items():
        alone, among = times.get("delta-stepping"), found["m1"][graph].get("delta-stepping")
        longer = among[0] / alone[0] if alone and among else 1.0
        for plugin, (solve, prepare) in times.items():
            if plugin not in TOGETHER and plugin != "auto":
                found["c1"][graph].setdefault(plugin, (solve, prepare))
                found["m1"][graph].setdefault(plugin, (solve * longer, prepare))


def read_features(file):
    lines = [json.loads(line) for line in open(file)]
    graphs = {it["graph"]: it for it in lines}
    assert len(graphs) == len(lines) and "" not in graphs, "a graph has no name of its own"
    return graphs


def fit_terms(rows, terms):
    """Coefficients >= 0 of `terms` for rows (x, y), by the squares of log(prediction / y), as near as that comes."""
    k = len(terms)
    scale = [max(x[t] for x, _ in rows) or 1 for t in terms]
    data = [([x[t] / s for t, s in zip(terms, scale)], y) for x, y in rows]
    beta = [statistics.median(y for _, y in data) / k] * k
    for _ in range(30):
        gram = [[0.0] * k for _ in range(k)]
        right = [0.0] * k
        for x, y in data:
            guess = max(sum(b * v for b, v in zip(beta, x)), 1e-12)
            weight = 1 / max(guess * y, 1e-24)
            for i in range(k):
                right[i] += weight * x[i] * y
                for j in range(k):
                    gram[i][j] += weight * x[i] * x[j]
        for _ in range(200):
            for i in range(k):
                if gram[i][i] > 0:
                    rest = right[i] - sum(gram[i][j] * beta[j] for j in range(k) if j != i)
                    beta[i] = max(0.0, rest / gram[i][i])
    out = [0.0] * len(TERMS)
    for t, b, s in zip(terms, beta, scale):
        out[t] = b / s
    return out


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def is_negative(graph):
    return graph["features"]["min_weight"] < 0


def degree(graph):
    return graph["features"]["arcs"] / max(graph["features"]["vertices"], 1)


def limits_of(plugin, kind):
    """The domain of a model, beside its kind: {limit of CostModel: value}."""
    if plugin in STRUCTURES:
        return {"max_growth": 3, "floats": "false"}
    if plugin in USUAL_ERROR:  # was measured only where rounds are few or short
        return {"max_levels": 20} if kind[1] else {"max_arcs": 60000}
    return {}


def suits(plugin, graph):
    features, kind = graph["features"], kind_of(graph)
    if plugin in USUAL_ERROR and kind == (True, False):  # some take a hundred times as long as others that are like them
        return False
    limits = limits_of(plugin, kind)
    if plugin in STRUCTURES and (features["weights"] in (1, 3) or degree(graph) >= LONG_ROWS):
        return False
    return all(features[figure] <= limits.get(f"max_{figure}", math.inf) for figure in ("growth", "arcs", "levels"))


def kind_of(graph):
    """Graphs of a kind share a model: (negative arcs, long rows)."""
    return is_negative(graph), degree(graph) >= LONG_ROWS


class Knowledge:
    """Models of plugins, and how far they were off on the graphs that they were fitted to."""

    def __init__(self, found, graphs, keep):
        self.graphs = [name for name in sorted(graphs) if keep(name)]
        self.all = graphs
        self.models = {}  # plugin, figure, whether negative, whether rows are long: coefficients
        self.columns = {}  # plugin, figure, threads: {graph: how far off}
        for plugin, terms in PLUGINS.items():
            for figure, (modes, which, prepares) in FIGURES.items():
                rows = [(name, MODES[mode][1], found[mode][name][plugin][prepares])
                        for mode in modes for name in self.graphs
                        if plugin in found[mode].get(name, {}) and suits(plugin, graphs[name])]
                if figure == "prepare_batch" and plugin in TOGETHER:
                    continue
                for kind in itertools.product((False, True), repeat=2):
                    mine = [row for row in rows if kind_of(graphs[row[0]]) == kind]
                    if len({row[0] for row in mine}) < 4:
                        continue
                    # Few graphs with negative arcs are large: what lies far away in memory cannot be told from noise.
                    of_these = [t for t in terms[which] if not kind[0] or TERMS[t] not in ("far", "far_each")]
                    model = fit_terms([(graphs[name]["terms"][str(threads)], y) for name, threads, y in mine], of_these)
                    self.models[plugin, figure, kind] = model
                    for name, threads, y in mine:
                        base = dot(model, graphs[name]["terms"][str(threads)])
                        self.columns.setdefault((plugin, figure, threads), {})[name] = (
                            math.log(max(y, 1e-9) / max(base, 1e-9)))
        self.near = {}

    def expected(self, plugin, figure, name, threads):
        graph = self.all[name]
        model = self.models.get((plugin, figure, kind_of(graph)))
        if model is None or not suits(plugin, graph):
            return None
        weight, total, squares = TRUST, 0.0, TRUST * USUAL_ERROR.get(plugin, OTHER_ERROR)
        threads_there = min((t for p, f, t in self.columns if (p, f) == (plugin, figure)),
                            key=lambda t: abs(math.log(t / threads)))
        for other, off in self.columns[plugin, figure, threads_there].items():
            if other == name:
                continue
            if (name, other) not in self.near:
                apart = sum((a - b) ** 2 for a, b in zip(graph["place"], self.all[other]["place"]))
                self.near[name, other] = self.near[other, name] = math.exp(-apart)
            near = self.near[name, other]
            weight, total, squares = weight + near, total + near * off, squares + near * off * off
        mean = total / weight
        return max(dot(model, graph["terms"][str(threads)]), 1e-9) * math.exp(
            mean + CAUTION * max(squares / weight - mean * mean, 0))

    def total(self, plugin, name, threads, sources):
        """As Chooser::add in choice.cpp, for instances that solve at the same time."""
        solve, prepare = self.expected(plugin, "solve", name, threads), self.expected(plugin, "prepare", name, threads)
        if solve is None or prepare is None:
            return None
        if sources > 1:
            batch = self.expected(plugin, "large_batch", name, threads) if sources >= 32 else None
            batch = batch or self.expected(plugin, "batch", name, threads)
            if batch and plugin in TOGETHER:
                solve = min(solve, batch)
            elif batch and plugin not in DEVICE:
                solve, prepare = batch, self.expected(plugin, "prepare_batch", name, threads) or prepare
        return prepare + sources * solve

    def choice(self, name, setup, sources, plugins):
        threads = 16 if setup == "gpu" else int(setup)
        totals = [(total, plugin) for plugin in plugins
                  if (total := self.total(plugin, name, threads, sources)) is not None]
        return min(totals)[1] if totals else None


def times_of(found, setup, name, sources):
    """{plugin: seconds} for that many sources, prepare included."""
    single, sixteen, many = SETUPS[setup]
    together = sixteen if sources == 16 else many if sources > 1 else []
    if sources > 1 and setup != "1" and not any(name in found[mode] for mode in together):
        return {}
    out = {}
    for plugin, (solve, prepare) in found[single[0]].get(name, {}).items():
        if setup != "gpu" and plugin in DEVICE:
            continue
        mode = next((mode for mode in together if plugin in found[mode].get(name, {})), None)
        if mode:
            batch, ready = found[mode][name][plugin]
            solve, prepare = (min(solve, batch), prepare) if plugin in TOGETHER else (batch, ready)
        elif sources > 1 and setup != "1" and plugin in ("dijkstra", "delta-stepping"):
            continue
        out[plugin] = prepare + sources * solve
    return out


def judged(found, graphs, pick, keep=lambda name: True):
    """(setup, sources): [(regret, graph, chosen, best, seconds)], the worst first. What is picked is one of `times`."""
    cells = {}
    for setup in SETUPS:
        for sources in (1, 16, 1000):
            cell = []
            for name in sorted(graphs):
                times = times_of(found, setup, name, sources) if keep(name) else {}
                plain = {plugin: t for plugin, t in times.items() if plugin != "auto"}
                chosen = pick(name, setup, sources, times) if plain else None
                if chosen:
                    best = min(plain, key=plain.get)
                    cell.append((times[chosen] / plain[best], name, chosen, best, times[chosen]))
            if cell:
                cells[setup, sources] = sorted(cell, reverse=True)
    return cells


def runs_of_auto(found, graphs):
    """As judged(), of the runs of auto themselves, where one was asked the same question."""
    cells = {}
    for (setup, sources), mode in ASKED.items():
        cell = []
        for name in sorted(graphs):
            times = {p: t for p, t in times_of(found, setup, name, sources).items() if p != "auto"}
            if times and "auto" in found[mode].get(name, {}):
                solve, prepare = found[mode][name]["auto"]
                best = min(times, key=times.get)
                cell.append(((prepare + sources * solve) / times[best], name, "auto", best, prepare + sources * solve))
        if cell:
            cells[setup, sources] = sorted(cell, reverse=True)
    return cells


def mean_of(cell):
    return math.exp(statistics.fmean(math.log(it[0]) for it in cell))


def print_cells(cells, verbose):
    for (setup, sources), cell in cells.items():
        print(f"{setup:>3} {sources:5} sources: {len(cell):3} graphs, mean {mean_of(cell):.3f}, worst {cell[0][0]:.2f}, "
              f"beyond 1.5: {sum(it[0] > 1.5 for it in cell)}")
        for regret, name, chosen, best, seconds in cell[: 8 if verbose else 0]:
            if regret > 1.2:
                print(f"        {regret:5.2f} {name}: {chosen} {seconds * 1e3:.3f} ms, best {best}")


def cost_models_text(knowledge):
    lines = ["// Nanoseconds for each term (Term in cost_models.hpp).",
             "// Written by scripts/auto/fit.py; scripts/auto/README.md says what was measured, where and when.",
             "// clang-format off",
             "// " + ", ".join(TERMS)]
    for plugin in PLUGINS:
        for kind in itertools.product((False, True), repeat=2):
            parts = []
            for figure in FIGURES:
                model = knowledge.models.get((plugin, figure, kind))
                if model and any(model):
                    parts.append(f" .{figure} = {{" + ", ".join(f"{v * 1e9:.4g}" for v in model) + "},")
            if not parts or not parts[0].startswith(" .solve") or not any(p.startswith(" .prepare ") for p in parts):
                continue
            limits = [f".negative = {str(kind[0]).lower()}", f".{'min' if kind[1] else 'max'}_mean_degree = {LONG_ROWS}"]
            limits += [f".{limit} = {value}" for limit, value in limits_of(plugin, kind).items()]
            if plugin in USUAL_ERROR:
                limits.append(f".usual_error = {USUAL_ERROR[plugin]:g}")
            lines += [f'{{.plugin = "{plugin}",', *parts, " " + ", ".join(limits) + ", .corrected = true},"]
    return "\n".join([*lines, "// clang-format on", ""])


def measured_graphs_text(knowledge):
    columns = sorted(knowledge.columns, key=lambda c: (list(PLUGINS).index(c[0]), list(FIGURES).index(c[1]), c[2]))
    lines = ["// The graphs that were measured: where they lie (GraphPlace in measured_graphs.hpp), and by how much the time of each",
             "// column was off from its cost model: 100 * ln(measured / model). Written by scripts/auto/fit.py.",
             "// clang-format off", "constexpr CostColumn columns[] = {"]
    lines += [f'  {{"{plugin}", CostFigure::{figure}, {threads}}},' for plugin, figure, threads in columns]
    lines += ["};", "constexpr GraphPlace places[] = {"]
    for name in knowledge.graphs:
        lines.append("  {{" + ", ".join(f"{v:.4g}" for v in knowledge.all[name]["place"]) + f"}}}},  // {name}")
    lines += ["};", f"constexpr std::int16_t measured[][{len(columns)}] = {{"]
    for name in knowledge.graphs:
        values = [knowledge.columns[column].get(name) for column in columns]
        lines.append("  {" + ", ".join("no" if v is None else str(round(100 * v)) for v in values) + "},")
    return "\n".join([*lines, "};", "// clang-format on", ""])


def page_table(found, graphs, cells):
    """Lines of Markdown for docs/auto.md."""
    names = {"1": "1 thread", "2": "2 threads", "16": "16 threads", "gpu": "16 threads and the GPU"}
    lines = ["| | 1 source | 16 sources | 1000 sources |", "|---|---|---|---|"]
    for setup, title in names.items():
        row = [f"{mean_of(cell):.2f}; {sum(it[0] > 1.5 for it in cell)} of {len(cell)}" if cell else "-"
               for cell in (cells.get((setup, sources), []) for sources in (1, 16, 1000))]
        lines.append(f"| {title} | " + " | ".join(row) + " |")
    lines += ["", "The worst choice of each cell, with its time:", "", "| | 1 source | 16 sources | 1000 sources |", "|---|---|---|---|"]
    for setup, title in names.items():
        row = []
        for sources in (1, 16, 1000):
            cell = cells.get((setup, sources))
            regret, name, chosen, best, seconds = cell[0] if cell else (0, "", "", "", 0)
            row.append(f"{regret:.2f}: `{chosen}` on {name}, {seconds * 1e3:.3g} ms; best `{best}`" if cell else "-")
        lines.append(f"| {title} | " + " | ".join(row) + " |")
    spent, too_long = [], 0
    for (setup, sources), cell in cells.items():
        for _, name, _, best, _ in cell:
            spent.append(graphs[name]["choices"][f"{setup} {sources}"]["microseconds"])
            seconds = times_of(found, setup, name, sources)[best]
            too_long += spent[-1] > 100 and spent[-1] * 1e-6 > 0.02 * seconds
    spent.sort()
    lines += ["", f"A choice took {spent[len(spent) // 2]:.0f} us in the median and {spent[-1]:.0f} us at most; {too_long} of {len(spent)} took more "
              "than both 0.1 ms and 2 % of the best plugin's time.", ""]
    auto = runs_of_auto(found, graphs)
    if auto:
        lines += ["Runs of `auto` itself beside the plugins, by the same best ones:", "",
                  "| | sources | graphs | mean | beyond 1.5 |", "|---|---|---|---|---|"]
        lines += [f"| {names[setup]} | {sources} | {len(cell)} | {mean_of(cell):.2f} | {sum(it[0] > 1.5 for it in cell)} |"
                  for (setup, sources), cell in auto.items()]
        lines.append("")
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rows")
    parser.add_argument("features")
    parser.add_argument("--write", help="the folder core/src/auto")
    parser.add_argument("--cross", type=int, default=0, metavar="PARTS")
    parser.add_argument("--also", nargs="+", choices=WITHOUT_MODEL, default=[], help="fit these plugins, too")
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--page", help="the page whose part between the marks `judge` is replaced")
    parser.add_argument("-v", "--verbose", action="store_true")
    arguments = parser.parse_args()
    PLUGINS.update({plugin: WITHOUT_MODEL[plugin] for plugin in arguments.also})
    found, graphs = read_rows(arguments.rows), read_features(arguments.features)
    if arguments.cross:
        names = sorted(graphs)
        random.Random(0).shuffle(names)
        part = {name: i % arguments.cross for i, name in enumerate(names)}
        known = [Knowledge(found, graphs, lambda name, k=k: part[name] != k) for k in range(arguments.cross)]
        print_cells(judged(found, graphs, lambda name, *question: known[part[name]].choice(name, *question)),
                    arguments.verbose)
    if arguments.write:
        knowledge = Knowledge(found, graphs, lambda name: True)
        with open(os.path.join(arguments.write, "cost_models.inc"), "w") as file:
            file.write(cost_models_text(knowledge))
        with open(os.path.join(arguments.write, "measured_graphs.inc"), "w") as file:
            file.write(measured_graphs_text(knowledge))
    if arguments.judge:
        def chosen(name, setup, sources, times):
            # With many sources trials decide, and only a run of auto makes them: its time has them in it.
            mode = ASKED.get((setup, sources))
            if sources == 1000 and mode and "auto" in found[mode].get(name, {}):
                solve, prepare = found[mode][name]["auto"]
                times["auto"] = prepare + sources * solve
                return "auto"
            ranking = graphs[name]["choices"][f"{setup} {sources}"]["ranking"]
            return next((plugin for plugin, _ in ranking if plugin in times), None)

        cells = judged(found, graphs, chosen)
        print_cells(cells, arguments.verbose)
        if any("auto" in plugins for mode in found.values() for plugins in mode.values()):
            print("the runs of auto, whose times scatter like those of all runs:")
            print_cells(runs_of_auto(found, graphs), arguments.verbose)
        if arguments.page:
            text = open(arguments.page).read()
            start, end = text.index("<!-- judge -->") + len("<!-- judge -->\n"), text.index("<!-- end of judge -->")
            with open(arguments.page, "w") as file:
                file.write(text[:start] + "\n".join(page_table(found, graphs, cells)) + text[end:])


if __name__ == "__main__":
    main()
