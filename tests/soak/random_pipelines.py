"""Random pipelines: graphs, weights, steps, sources, plugins with options at random values, rules and files."""

import json

import campaign
import program
import random_graphs

SAME_DISTANCES = {"reorder", "drop_self_loops", "merge_parallel"}  # steps that change none
TIGHT = {"timeout": [0.001, 0.01, 0.05], "run_timeout": [0.001, 0.02, 0.3], "total_timeout": [0.001, 0.1, 0.5]}
CALM = {"timeout": 20.0, "total_timeout": 40.0}


class Catalogue:
    """The algorithm plugins with their options, and the options of the loader `generate`, as the program tells them."""

    def __init__(self, path, plugins):
        listed = program.ask(path, plugins, "list")["plugins"]
        # Runs of auto have the names of the plugins that it chooses.
        self.algorithms = {plugin["name"]: plugin for plugin in listed
                           if plugin["kind"] == "algorithm" and plugin["name"] != "auto"}
        generate = next(plugin for plugin in listed if plugin["name"] == "generate")
        self.generate = {row["name"]: row for row in generate["options"]}

    def references(self):
        """Those that take any graph."""
        return sorted(name for name, about in self.algorithms.items()
                      if {"int32 weights", "float32 weights", "negative weights"} <= set(about["capabilities"])
                      and "needs an accelerator" not in about["capabilities"])


def toml(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def table(title, entries):
    return "\n".join([title, *(f"{key} = {toml(value)}" for key, value in entries.items() if value is not None)]) + "\n"


def random_value(random, row):
    """A value that the row takes: often an end of its range; None for rows whose values only their plugin knows."""
    if row["type"] == "boolean":
        return random.choice([True, False])
    if row["type"] == "choice":
        return random.choice(row["choices"])
    if row["type"] not in ("integer", "real"):
        return None
    least, most = row["least"], row["most"]
    if row["name"] == "threads" and random.random() < 0.9:
        return random.randint(max(least, 0), min(most, 3))  # so that most tries leave the machine to others
    if random.random() < 0.5:
        return random.choice([least, most])
    usual = row["default"] if isinstance(row["default"], (int, float)) else 1
    value = usual + (abs(usual) + 1) * (10 ** random.uniform(-3, 3) - 1)
    value = min(max(value, least), most)
    return int(value) if row["type"] == "integer" else float(value)


def random_options(random, rows):
    """Of several rows with one name, which are several forms of one option, one is taken."""
    options = {}
    for row in random.sample(rows, len(rows)):
        if row["name"] in options or random.random() < 0.6 and not row["required"]:
            continue
        value = random_value(random, row)
        if value is not None:
            options[row["name"]] = value
    return options


LARGEST_INT32 = 2**31 - 2  # weight; the next one says unreached


def random_sizes(random, kind, size):
    """What says how large a generated graph is, and the options that only this kind takes."""
    vertices = random.choice([2, 3, random.randint(2, size), random.randint(2, size)])
    if kind == "rmat":
        a, b = random.choice([(0.57, 0.19), (0.25, 0.25), (1.0, 0.0), (0.4, 0.3)])
        return {"scale": random.randint(1, max(1, size.bit_length() - 1)), "edge_factor": random.choice([0, 1, 4, 16]),
                "a": a, "b": b, "c": min(b, 1 - a - b), "self_loops": b == 0 or random.choice([True, False])}
    if kind == "uniform":
        return {"vertices": vertices, "edges": random.randint(0, 8 * vertices)}
    if kind == "regular":
        return {"vertices": vertices, "degree": random.randint(0, 9), "degree_of": random.choice(["out", "in"])}
    if kind == "grid":
        return {"rows": random.randint(1, 40), "columns": random.randint(1, 40), "reach": random.choice([0, 0, 1, 3])}
    if kind == "honeycomb":
        return {"rows": random.randint(1, 40), "columns": random.randint(1, 40)}
    if kind == "shell":
        return {"rows": random.randint(1, 12), "columns": random.randint(1, 12), "freedoms": random.randint(1, 6),
                "self_loops": random.choice([True, False])}
    if kind == "complete":
        return {"vertices": min(vertices, 60)}
    if kind == "star":
        return {"vertices": vertices, "hubs": random.randint(1, min(vertices, 9))}
    if kind == "tree":
        return {"vertices": vertices, "degree": random.randint(1, 5)}
    return {"vertices": vertices}


def generated_graph(random, generate, size):
    kind = random.choice(generate["kind"]["choices"])
    graph = {"loader": "generate", "weights": random.choice(["int32", "float32"])}
    options = {"kind": kind, **random_sizes(random, kind, size)}
    if kind == "hard":
        options["case"] = random.choice(generate["case"]["choices"])
        if options["case"] == "doubling":
            options["vertices"] = min(options["vertices"], 30)
        elif options["case"] == "overflow":
            options["vertices"] = max(options["vertices"], 3)
    else:
        options["order"] = random.choice(generate["order"]["choices"])
    if kind in ("rmat", "uniform", "path", "cycle", "star", "tree"):
        options["symmetric"] = random.choice([True, False])
    if kind not in ("road", "hard"):
        options["distribution"] = random.choice(generate["distribution"]["choices"])
        positive = options["distribution"] == "log_uniform" or random.random() < 0.8
        options["min_weight"] = float(random.choice([1, 1, 7] if positive else [0, 0, -3, -LARGEST_INT32]))
        options["max_weight"] = float(random.choice([7, 100, 10**6, LARGEST_INT32]))
    options["seed"] = random.randrange(2**31)
    graph["options"] = options
    return graph


def random_rule(random, kind, file):
    rules = [{"constant": random.choice([0, 1, 5]) + 0.0}, {"uniform": [1.0, 100.0], "seed": random.randrange(99)},
             "hash1000", "gap"]
    if file.beside:
        rules.append({"euclidean": "g.co", "scale": random.choice([0.5, 1.0, 100.0])})
    return random.choice(rules)


def file_graph(random, files):
    """The graph's table, and what is known of its distances: (file, weight of arcs without one), or None."""
    kind = random.choice(["int32", "float32"])
    file = random_graphs.random_file(random, kind == "float32")
    files[file.name] = file.content
    files.update(file.beside)
    graph = {"path": file.name, "weights": kind, "cache": random.choice([None, None, False, "kept"])}
    if file.options or file.loader == "metis" or random.random() < 0.3:
        graph["loader"] = file.loader
        graph["options"] = file.options or None
    constant = None
    if not file.weighted:
        graph["missing_weights"] = random_rule(random, kind, file)
        if isinstance(graph["missing_weights"], dict):
            constant = graph["missing_weights"].get("constant")
    known = kind == "int32" and (file.weighted or constant is not None)
    return graph, file, (None if constant is None else int(constant)) if known else "unknown"


def random_steps(random):
    steps = ["symmetrize", "transpose", "drop_self_loops", {"merge_parallel": random.choice(["min", "max"])},
             "largest_component", "abs_weights", {"scale_weights": random.choice([0.0, 0.5, 3.0, -1.0, 1e6])},
             {"potentials": {"seed": random.randrange(99), "most": random.choice([0, 1, 100, 10**6])}},
             {"negative_fraction": {"fraction": random.choice([0.0, 0.01, 0.5, 1.0]), "seed": random.randrange(99)}},
             {"reorder": {"order": random.choice(["none", "bfs", "degree", "random"]), "seed": random.randrange(99)}}]
    return random.sample(steps, random.choice([0, 0, 0, 0, 1, 1, 2, 4]))


def step_name(step):
    return step if isinstance(step, str) else next(iter(step))


def random_run(random, catalogue, number):
    name = random.choice(sorted(catalogue.algorithms))
    rows = catalogue.algorithms[name]["options"]
    run = {"plugin": name}
    if random.random() < 0.4:
        run["label"] = f"{name} {number}" + random.choice(["", " <b>\"'", " \u00e9\u2192", ", a/b"])
    options = random_options(random, rows)
    sweepable = [row for row in rows if row["type"] in ("boolean", "integer", "real", "choice")
                 and not any(row is not other and row["name"] == other["name"] for other in rows)]
    if sweepable and random.random() < 0.15:
        row = random.choice(sweepable)
        values = []
        for value in (random_value(random, row) for _ in range(3)):
            if value not in values:
                values.append(value)
        options.pop(row["name"], None)
        run["sweep"] = {row["name"]: values}
    return {**run, "options": options or None}


def random_sources(random, ids):
    """`ids` is None where nothing is known but that 0 is a vertex."""
    if random.random() < 0.5:
        return {"random": random.randint(1, 4), "seed": random.randrange(99)}
    if random.random() < 0.2:
        return "max_degree"
    return random.sample(ids, min(len(ids), random.randint(1, 3))) if ids else [0]


def random_question(random, ids):
    """What is asked besides the sources, and whether the answers are those of the whole question."""
    question = {}
    if random.random() < 0.3:
        question["direction"] = "to"
    if random.random() < 0.2:
        question["mode"] = "nearest"
    elif random.random() < 0.5:
        question["batch"] = random.randint(1, 5)
    part = random.random()
    if part < 0.3:
        question["limit"] = random.choice([0, 1, random.randint(1, 50), random.uniform(1, 2000), 1e6])
    elif part < 0.5 and ids:
        question["targets"] = random.sample(ids, min(len(ids), random.randint(1, 5)))
    elif part < 0.6:
        question["count"] = 1
    return question, not set(question) - {"batch"}


def random_pipeline(random, catalogue, size=600):
    """A plan: files, the pipeline's text, arguments, and what is known of the answers."""
    files = {}
    file, known = None, "unknown"
    if random.random() < 0.5:
        graphs = [generated_graph(random, catalogue.generate, size)]
        if random.random() < 0.15:
            graphs.append(generated_graph(random, catalogue.generate, size))
            for number, graph in enumerate(graphs):
                graph["label"] = f"graph {number}"
    else:
        graph, file, known = file_graph(random, files)
        graphs = [graph]
    steps = random_steps(random)
    if steps:
        graphs[0]["steps"] = steps
    if any(step_name(step) not in SAME_DISTANCES or step == {"merge_parallel": "max"} for step in steps):
        known = "unknown"
    problems = [{"sources": random_sources(random, file and file.vertices),
                 "predecessors": random.choice([None, True, False])}]
    if random.random() < 0.4:
        question, whole = random_question(random, file and file.vertices)
        problems[0].update(question)
        known = known if whole else "unknown"
    if random.random() < 0.15:
        problems.append({**problems[0], "sources": "max_degree"})
        for number, problem in enumerate(problems):
            problem["label"] = f"problem {number}"
    runs = [random_run(random, catalogue, number) for number in range(random.choice([1, 2, 2, 3, 4]))]
    for number, run in enumerate(runs):  # twins need labels, and a sweep's single value may make one
        if sum(other["plugin"] == run["plugin"] for other in runs) > 1:
            run.setdefault("label", f"{run['plugin']} {number}")
    unswept = [run for run in runs if "sweep" not in run]
    if unswept and random.random() < 0.3:
        random.choice(unswept)["baseline"] = True

    tight = random.choice(sorted(TIGHT)) if random.random() < 0.08 else None
    measure = {"warmups": random.choice([0, 1, 1, 2]), "repeats": random.choice([1, 2, 3]),
               "isolation": random.choice(["process", "process", "none"]), "threads": random.randint(1, 3),
               "parallel_sources": random.choice([None, None, 0, 2]),
               "seed": random.randrange(99), "trace": random.choice([None, True]), "work": random.choice([None, False]),
               "aa": random.choice([None, None, None, True]), "memory": random.choice([None, None, "2GiB"]), **CALM}
    if tight:
        measure[tight] = random.choice(TIGHT[tight])
    references = catalogue.references()
    if references and random.random() < 0.2:
        measure["verify"] = {"reference": random.choice(references)}
    report, output = {"diameter": random.choice([None, True])}, {}
    if random.random() < 0.8:
        report["directory"] = "results"
        formats = random.sample(["table", "markdown", "csv", "json", "html"], random.randint(1, 5))
        report["formats"] = random.choice([None, formats, formats])
    several = len(graphs) * len(problems) > 1
    if random.random() < 0.3:
        output["distances"] = "answers/d-{source}" + (" {case}" if several else "") + \
            random.choice([".txt", ".csv", ".npy", ".jsonl"])
        if random.random() < 0.4:
            output["predecessors"] = output["distances"].replace("/d-", "/p-")
        files["answers/"] = None

    def heading(name, tables):
        return f"[[{name}]]" if len(tables) > 1 else f"[{name}]"

    text = [table(heading("graph", graphs), graph) for graph in graphs]
    text += [table(heading("problem", problems), problem) for problem in problems]
    text += [table("[[run]]", run) for run in runs] + [table("[measure]", measure), table("[report]", report)]
    files["p.toml"] = "\n".join(text + ([table("[output]", output)] if output else [])).encode()
    arguments = ["run", "p.toml", "--json"]
    chosen = random.choice(runs)["plugin"] if random.random() < 0.1 else ""
    if chosen:
        arguments += ["--filter", random.choice([chosen, f"*{chosen}*"])]
    if random.random() < 0.2:
        arguments += ["-q"]
    if random.random() < 0.05:
        arguments += ["--strict"]
    return {"files": {name: None if content is None else campaign.pack(content) for name, content in files.items()},
            "arguments": arguments, "filter": chosen, "total": measure["total_timeout"], "tight": tight is not None,
            "kill_after": random.uniform(0, 1) ** 2 * 2 if "directory" in report and random.random() < 0.15 else None,
            "resume": "directory" in report and random.random() < 0.2, "directory": report.get("directory"),
            "formats": report.get("formats") or ["table", "csv", "json", "html"], "output": output,
            "cases": len(graphs) * len(problems), "runs": [run["plugin"] for run in runs],
            "known": known_answers(file, known)}


def known_answers(file, constant):
    """Of each vertex of a graph that is a file: how many it reaches, the sum and the largest of the distances."""
    if constant == "unknown":
        return None
    known = {}
    for source in file.vertices:
        found = random_graphs.distances(file, source, constant)
        if found is None:
            return None
        known[str(source)] = [len(found), sum(found.values()), max(found.values())]
    return known
