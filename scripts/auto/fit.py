"""Fits the cost models of `auto` to measurements, and judges its choices.

  fit.py ROWS FEATURES [--write core/src/choose/cost_models.inc] [--judge] [-v]

ROWS is a folder with the rows that measure.sh wrote, FEATURES the output of auto_features on pipelines with the same
graphs. One half of the graphs is fitted (graphs.Graph.fitted), the other one is judged: the regret of a choice is its
time by that of the best plugin measured, each with its time to prepare.
"""

import argparse
import collections
import glob
import json
import math
import os
import statistics

import graphs

TERMS = ["call", "reached", "arcs", "sorted", "far", "levels", "sweeps", "all", "all_arcs", "cuts", "reached_each",
         "arcs_each", "far_each"]
SEARCH = [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
DEVICE = {"near-far", "push-pull", "adds", "hbf", "edge-bellman-ford", "separator-sweep-cuda"}
THREADED = {"delta-stepping", "rho-stepping", "stepping-bellman-ford", "cpu-bellman-ford", "separator-sweep", "johnson",
            "dijkstra", "bellman-ford-tarjan"}
# Terms that may matter to a plugin; the threads only where it has several.
ONE_THREAD = [0, 1, 2, 3, 4, 7]
SEVERAL = [0, 1, 2, 3, 5, 7, 10, 11, 12]
ROUNDS = [0, 1, 2, 5, 6, 7, 10, 11, 12]
ON_DEVICE = [0, 2, 4, 5, 7]
SWEEPS = [0, 2, 4, 5, 6, 7, 8]
STRUCTURE = [0, 3, 7, 9]
PLUGINS = {  # plugin: terms of a solve, of a source in a batch, of preparing
    "dijkstra": (ONE_THREAD, ONE_THREAD + [10, 11, 12], [0]),
    "delta-stepping": (SEVERAL, [0, 1, 2, 7, 10, 11, 12], [0, 7, 8]),
    "rho-stepping": (SEVERAL, SEVERAL, [0, 7, 8]),
    "stepping-bellman-ford": (ROUNDS, ROUNDS, [0, 7, 8]),
    "cpu-bellman-ford": (ROUNDS, ROUNDS, [0, 7, 8]),
    "bellman-ford": ([0, 1, 2, 3, 4, 6, 7], [0, 1, 2, 3, 4, 6, 7], [0, 7, 8]),
    "bellman-ford-tarjan": (ONE_THREAD, ONE_THREAD + [10, 11, 12], [0, 7, 8]),
    "johnson": (ONE_THREAD, ONE_THREAD + [10, 11, 12], [0, 1, 2, 3, 4, 7, 8]),
    "separator-sweep": (STRUCTURE, STRUCTURE, STRUCTURE),
    "near-far": (ON_DEVICE, ON_DEVICE, [0, 7, 8]),
    "push-pull": (ON_DEVICE, ON_DEVICE, [0, 7, 8]),
    "adds": (ON_DEVICE, ON_DEVICE, [0, 7, 8]),
    "hbf": (ON_DEVICE, ON_DEVICE, [0, 7, 8]),
    "edge-bellman-ford": (SWEEPS, SWEEPS, [0, 7, 8]),
    "separator-sweep-cuda": (STRUCTURE, STRUCTURE, STRUCTURE),
}
MODES = {"t1": (1, 1, False), "t2": (1, 2, False), "g16": (1, 16, True), "u1": (32, 1, False), "u2": (32, 2, False),
         "b16": (16, 16, True), "b64": (64, 16, True)}  # sources in a call, threads, device
LONG_ROWS = 6  # arcs each: several plugins do something else above
STRUCTURES = {"separator-sweep", "separator-sweep-cuda"}  # that decline what is no map, and are slow with floats
MAX_GROWTH = 3.0
# Their time hangs on weights in ways that no feature tells.
UNPREDICTABLE = {"bellman-ford", "cpu-bellman-ford", "stepping-bellman-ford"}


def read_rows(folder):
    """{mode: {graph: {plugin: (seconds per source, seconds to prepare)}}}"""
    samples = collections.defaultdict(list)
    prepare = {}
    order = collections.defaultdict(list)
    for file in sorted(glob.glob(os.path.join(folder, "*.csv"))):
        name = os.path.basename(file)
        mode = next(mode for mode in sorted(MODES, key=len, reverse=True) if name.startswith(mode))
        for line in open(file):
            graph, plugin, status, source, _, solve, _, _, ready = line.split(",")[:9]
            if not solve:
                continue
            key = (mode, graph, plugin)
            samples[key].append(float(solve) / MODES[mode][0])
            prepare[key] = float(ready)
            if plugin not in order[mode, graph]:
                order[mode, graph].append(plugin)
    found = collections.defaultdict(lambda: collections.defaultdict(dict))
    for (mode, graph), plugins in order.items():
        # All runs of a process share the copy of the graph on the device: the first plugin has paid for it.
        on_device = [plugin for plugin in plugins if plugin in DEVICE]
        for plugin in plugins:
            ready = prepare[mode, graph, plugin]
            if plugin in on_device[1:]:
                ready += 0.7 * prepare[mode, graph, on_device[0]]
            if plugin != "auto":
                found[mode][graph][plugin] = (statistics.median(samples[mode, graph, plugin]), ready)
    return found


def read_features(file):
    """{graph: (features, {threads: terms})}, the middle one of its sources; {graph: {setup and sources: ranking}}"""
    all_graphs, choices = {}, {}
    for line in open(file):
        it = json.loads(line)
        sources = sorted(it["sources"], key=lambda s: s["features"]["reached"])
        if sources:
            it = sources[len(sources) // 2]
            graph = json.loads(line)["graph"]
            all_graphs[graph] = (it["features"], {int(t): x for t, x in it["terms"].items()})
            choices[graph] = it["choices"]
    return all_graphs, choices


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


class Model:
    def __init__(self, plugin, low=0, high=0):
        self.plugin, self.low, self.high = plugin, low, high
        self.map = plugin in STRUCTURES
        self.solve = self.batch = self.prepare = None
        self.caution = [1.0, 1.0, 1.0]  # factors of solve, batch, prepare

    def suits(self, features):
        degree = features["arcs"] / max(features["vertices"], 1)
        if self.map and (features["growth"] > MAX_GROWTH or features["weights"] in (1, 3)):
            return False
        return degree >= self.low and (not self.high or degree < self.high)

    def total(self, terms, sources, per_call):
        one = dot(self.solve, terms) * self.caution[0]
        batch = min(one, dot(self.batch, terms) * self.caution[1])
        per_call = min(per_call, sources)
        return dot(self.prepare, terms) * self.caution[2] + sources * (one if per_call == 1 else batch + (one - batch) / per_call)


def negative(graph):
    return graph.startswith("negative") or graph == "g3"


def fit(found, features, fitted, minimum=7):
    models = []
    for plugin, terms in PLUGINS.items():
        if plugin in UNPREDICTABLE:
            continue
        for sign in (False, True):
            regimes = [(0, LONG_ROWS), (LONG_ROWS, 0)]
            for low, high in regimes:
                model = Model(plugin, low, high)

                def rows(modes, what, keep=fitted, model=model):
                    return [(features[graph][1][MODES[mode][1]], value[what])
                            for mode in modes for graph, plugins in found[mode].items()
                            for name, value in plugins.items()
                            if name == plugin and graph in features and keep(graph) and negative(graph) == sign
                            and model.suits(features[graph][0])]

                single = rows(["g16"] if plugin in DEVICE else ["t1", "t2", "g16"], 0)
                if len(single) < minimum:
                    continue
                batched = rows(["b64"] if plugin in DEVICE else ["u1", "u2", "b64"], 0)
                if len(batched) < minimum:
                    batched += rows(["b16"], 0)
                model.solve = fit_terms(single, terms[0])
                model.batch = fit_terms(batched, terms[1]) if len(batched) >= 4 else model.solve
                model.prepare = fit_terms(rows(["g16"] if plugin in DEVICE else ["t1", "t2", "g16"], 1), terms[2])
                model.sign = sign
                models.append(model)
    return models


def times_of(found, setup, graph, sources):
    """{plugin: seconds} for that many sources, prepare included"""
    single, batches = {"1": ("t1", ["u1"]), "2": ("t2", ["u2"]), "16": ("g16", ["b64", "b16"]),
                       "gpu": ("g16", ["b64", "b16"])}[setup]
    if sources == 16:
        batches = batches[::-1]
    plugins = found[single].get(graph, {})
    together = next((found[mode][graph] for mode in batches if graph in found[mode]), {})
    if sources > 1 and not together:
        return {}
    out = {}
    for plugin, (solve, prepare) in plugins.items():
        if setup != "gpu" and plugin in DEVICE:
            continue
        if sources > 1 and plugin in together:
            solve = min(solve, together[plugin][0])
        out[plugin] = prepare + sources * solve
    return out


def choose(models, features, terms, measured, sources, sign):
    best = None
    for model in models:
        if model.plugin in measured and model.sign == sign and model.suits(features):
            total = model.total(terms, sources, 64)
            if best is None or total < best[0]:
                best = (total, model.plugin)
    return best[1] if best else None


def cautious(models, found, features, keep):
    """Finds factors that make the choices on these graphs better: a plugin whose times scatter needs a lead."""
    cases = []
    for setup, threads in (("1", 1), ("2", 2), ("16", 16), ("gpu", 16)):
        for sources in (1, 16, 1000):
            for graph, (feature, terms) in features.items():
                times = times_of(found, setup, graph, sources)
                if times and keep(graph):
                    suited = [m for m in models
                              if m.plugin in times and m.sign == negative(graph) and m.suits(feature)]
                    if suited:
                        cases.append((times, min(times.values()), suited, terms[threads], sources))

    def loss():
        total = 0
        for times, best, suited, terms, sources in cases:
            regret = times[min(suited, key=lambda m: m.total(terms, sources, 64)).plugin] / best
            total += math.log(regret) + (0.5 * math.log(regret / 1.4) if regret > 1.4 else 0)
        return total / len(cases)

    now = loss()
    for _ in range(2):
        for model in models:
            for part in range(3):
                usual = model.caution[part]
                for factor in (0.7, 0.85, 1.2, 1.5, 2.0):
                    before = model.caution[part]
                    model.caution[part] = usual * factor
                    value = loss() + 0.0005 * abs(math.log(model.caution[part]))
                    if value < now - 1e-4:
                        now = value
                    else:
                        model.caution[part] = before
    for model in models:
        model.solve, model.batch, model.prepare = (
            [c * v for v in values] for c, values in zip(model.caution, (model.solve, model.batch, model.prepare)))
        model.caution = [1.0, 1.0, 1.0]
    return models


def judge(found, features, pick, keep, verbose=False):
    for setup, threads in (("1", 1), ("2", 2), ("16", 16), ("gpu", 16)):
        for sources in (1, 16, 1000):
            regrets = []
            for graph, (feature, terms) in sorted(features.items()):
                times = times_of(found, setup, graph, sources)
                if not times or not keep(graph):
                    continue
                plugin = pick(graph, setup, sources, feature, terms[threads], times)
                best = min(times, key=times.get)
                regrets.append((times[plugin] / times[best], graph, plugin, best, times[plugin]))
            if not regrets:
                continue
            mean = math.exp(statistics.fmean(math.log(r[0]) for r in regrets))
            beyond = [r for r in regrets if r[0] > 1.5]
            print(f"{setup:>3} {'threads' if setup != 'gpu' else '       '} {sources:5} sources: {len(regrets):3} graphs, "
                  f"mean {mean:.3f}, worst {max(regrets)[0]:.2f}, beyond 1.5: {len(beyond)}")
            if verbose:
                for regret, graph, plugin, best, seconds in sorted(regrets, reverse=True)[:8]:
                    if regret > 1.2:
                        print(f"        {regret:5.2f} {graph}: {plugin} {seconds * 1e3:.3f} ms, best {best}")


def written(models):
    lines = ["// Nanoseconds for each term (Term in cost_models.hpp): of one source, of one source in a batch, of preparing.",
             "// Written by scripts/auto/fit.py; scripts/auto/README.md says what was measured, where and when.",
             "// clang-format off",
             "// " + ", ".join(TERMS)]

    def numbers(values):
        return "{" + ", ".join(f"{v * 1e9:.4g}" for v in values) + "}"

    for it in models:
        rest = f", .negative = {'true' if it.sign else 'false'}"
        rest += f", .min_mean_degree = {it.low}" if it.low else ""
        rest += f", .max_mean_degree = {it.high}" if it.high else ""
        rest += f", .max_growth = {MAX_GROWTH:g}, .floats = false" if it.map else ""
        lines.append(f'{{.plugin = "{it.plugin}",\n .solve = {numbers(it.solve)},\n .batch = {numbers(it.batch)},\n'
                     f" .prepare = {numbers(it.prepare)}{rest}}},")
    return "\n".join(lines + ["// clang-format on\n"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows")
    parser.add_argument("features")
    parser.add_argument("--write")
    parser.add_argument("--installed", action="store_true", help="judge the choices in FEATURES instead of a new fit")
    parser.add_argument("--final", action="store_true", help="write models that are fitted to all graphs")
    parser.add_argument("-v", "--verbose", action="store_true")
    arguments = parser.parse_args()
    found, (features, choices) = read_rows(arguments.rows), read_features(arguments.features)

    def fitted(graph):
        return graphs.Graph(graph, "").fitted

    models = [] if arguments.installed else cautious(fit(found, features, fitted), found, features, fitted)

    def pick(graph, setup, sources, feature, terms, times):
        if arguments.installed:
            ranking = [plugin for plugin, _ in choices[graph][f"{setup} {sources}"] if plugin in times]
            return ranking[0] if ranking else max(times, key=times.get)
        return choose(models, feature, terms, times, sources, negative(graph)) or max(times, key=times.get)

    print("fitted half:")
    judge(found, features, pick, fitted, arguments.verbose)
    print("judged half:")
    judge(found, features, pick, lambda graph: not fitted(graph), arguments.verbose)
    if arguments.write:
        final = models
        if arguments.final:
            final = cautious(fit(found, features, lambda graph: True), found, features, lambda graph: True)
        with open(arguments.write, "w") as file:
            file.write(written(final))


if __name__ == "__main__":
    main()
