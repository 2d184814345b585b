"""What must hold for a report, whatever was measured."""

import csv
import json
import math
import re
import struct

FILES = {"table": "report.txt", "markdown": "report.md", "csv": "samples.csv", "json": "report.json",
         "html": "report.html"}
# Runs that rightly fail: a distance too long for its type, a matrix that is larger than its limit.
RIGHT_FAILURES = re.compile(r"does not fit|do not fit|too long|out of host memory|out of memory|matrix|MiB|memory")
# Float weights with negative arcs: a cycle within rounding of zero.
UNDECIDED = re.compile(r"rounding|cannot tell from a cycle of weight zero")


def results_of(text):
    """The results of each case."""
    document = json.loads(text)
    return document.get("results", [document])


def exit_code(results):
    """Of all cases together, as docs/run.md says it; strictness left out."""
    statuses = [[run["status"] for run in one["runs"]] for one in results]
    if any(one["interrupted"] for one in results):
        return 130
    every = [status for one in statuses for status in one]
    if "failed" in every or "wrong" in every:
        return 1
    if "timeout" in every:
        return 124
    return 1 if every and set(every) == {"skipped"} else 0


def check_results(outcome, results, plan):
    """One case."""
    labels = [run["label"] for run in results["runs"]]
    outcome.require(results["schema"] == 2, f"schema is {results['schema']}")
    outcome.require(len(set(labels)) == len(labels), f"labels are not unique: {labels}")
    outcome.require(not labels or sum(run["baseline"] for run in results["runs"]) == 1, "there is not one baseline")
    repeats = results["pipeline"]["measure"]["repeats"]["value"]
    batch = results["pipeline"]["problem"]["batch"]["value"]
    wanted = {(str(source), repeat) for source in results["sources"][::batch] for repeat in range(1, repeats + 1)}
    for run in results["runs"]:
        check_run(outcome, results, run, wanted, plan)
    answers = {}
    for run in results["runs"]:
        for sample in run["samples"]:
            facts = (sample["outcome"], sample["digest"] if sample["outcome"] == "solved" else "")
            answers.setdefault(str(sample["source"]), {}).setdefault(facts, set()).add(run["label"])
    graph = results["graph"]
    if graph is None:
        return  # time was over before it was loaded
    if graph["weights"] == "int32" or graph["min_weight"] is not None and graph["min_weight"] >= 0:
        for source, found in answers.items():
            outcome.require(len(found) == 1, f"answers from source {source} differ: {found}")


def check_run(outcome, results, run, wanted, plan):
    label, status, reason = run["label"], run["status"], run["reason"]
    outcome.counts["runs"] += 1
    outcome.counts[f"runs {status}"] += 1
    outcome.counts["samples"] += len(run["samples"])
    made = [(str(sample["source"]), sample["repeat"]) for sample in run["samples"]]
    outcome.require(len(set(made)) == len(made), f"'{label}' has a sample twice")
    outcome.require(set(made) <= wanted, f"'{label}' has samples that nobody asked for: {set(made) - wanted}")
    if status == "ok":
        outcome.require(set(made) == wanted, f"'{label}' is ok, but has {len(made)} of {len(wanted)} samples")
    else:
        outcome.require(reason != "", f"'{label}' is {status}, but says no reason")
    min_weight = results["graph"] and results["graph"]["min_weight"]  # none where time was over before it was loaded
    negative = min_weight is not None and min_weight < 0
    if status == "wrong" and not (negative and UNDECIDED.search(reason)):
        outcome.failures.append(f"'{label}' is wrong: {reason}")
    if status == "failed":
        outcome.require(RIGHT_FAILURES.search(reason), f"'{label}' failed: {reason}")
    if status == "interrupted":
        outcome.failures.append(f"'{label}' was interrupted, but nobody has done so: {reason}")
    if status == "timeout" and not plan["tight"] and "total_timeout" not in reason:
        options = [name for name, option in run["options"].items() if option["set"]]
        outcome.require(options, f"'{label}' ended by a timeout with all options at their defaults: {reason}")
    for sample in run["samples"]:
        where = f"'{label}', source {sample['source']}, repeat {sample['repeat']}"
        outcome.require(sample["verdict"] == "right", f"{where}: verdict {sample['verdict']}")
        outcome.require(sample["solve_seconds"] >= 0, f"{where}: took {sample['solve_seconds']} s")
        known = (plan["known"] or {}).get(str(sample["source"]))
        found = [sample["reached_vertices"], sample["distance_sum"], sample["distance_max"]]
        if known is not None and sample.get("sources", 1) == 1:
            outcome.counts["answers known"] += 1
            outcome.require(found == known, f"{where}: reached, sum and largest are {found}, but should be {known}")
    summary = run["summary"]["solve_seconds"]
    if run["samples"]:
        order = [summary[name] for name in ("min", "first_quartile", "median", "third_quartile", "max")]
        outcome.require(order == sorted(order), f"'{label}': its quartiles are in no order: {order}")


def check_directory(outcome, folder, results, plan):
    """The files of a report directory."""
    folders = [folder] if plan["cases"] == 1 else [file for file in sorted(folder.iterdir()) if file.is_dir()]
    if not outcome.require(len(folders) == len(results), f"{len(results)} cases, but the folders {folders}"):
        return
    expected = {folder / "samples.jsonl"}
    for name in plan["formats"]:
        expected |= {place / FILES[name] for place in folders}
        if name != "json" or plan["cases"] == 1:
            expected.add(folder / FILES[name])
    there = {file for file in folder.rglob("*") if not file.is_dir()}
    outcome.require(there == expected, f"files missing {sorted(map(str, expected - there))}, "
                                       f"not expected {sorted(map(str, there - expected))}")
    lines = (folder / "samples.jsonl").read_text().splitlines() if (folder / "samples.jsonl").exists() else []
    for number, line in enumerate(lines, 1):
        try:
            json.loads(line)
        except ValueError as error:
            outcome.failures.append(f"samples.jsonl:{number}: {error}")
    if folder / "samples.csv" in there:
        with open(folder / "samples.csv", newline="") as file:
            rows = len(list(csv.reader(file))) - 1
        wanted = sum(max(1, len(run["samples"])) for one in results for run in one["runs"])  # one says: no samples
        outcome.require(rows == wanted, f"samples.csv has {rows} rows instead of {wanted}")
    if folder / "report.html" in there:
        page = (folder / "report.html").read_text()
        outcome.require(page.rstrip().endswith("</html>"), "report.html does not end as a page does")
    if plan["cases"] == 1 and folder / "report.json" in there:
        same = results_of((folder / "report.json").read_text()) == results
        outcome.require(same, "report.json is not what --json prints")


def finite_values(file):
    """The finite distances in a file that [output] has written, and the number of rows."""
    if file.suffix == ".npy":
        content = file.read_bytes()
        start = 10 + struct.unpack("<H", content[8:10])[0]
        header = content[10:start].decode()
        kind = re.search(r"'descr': '([^']*)'", header)
        if kind is None:
            return None, int(re.search(r"'shape': \((\d+)", header)[1])
        values = [item[0] for item in struct.iter_unpack("<i" if kind[1] == "<i4" else "<f", content[start:])]
        unreached = 2**31 - 1 if kind[1] == "<i4" else math.inf
        return [value for value in values if value != unreached], len(values)
    rows = file.read_text().splitlines()
    if file.suffix == ".jsonl":
        values = [json.loads(row)["distance"] for row in rows]
        return [value for value in values if value is not None], len(values)
    words = [row.replace(",", " ").split()[-1] for row in (rows[1:] if file.suffix == ".csv" else rows)]
    return [float(word) for word in words if word != "inf"], len(words)


def check_answers(outcome, folder, results, plan):
    """The distances of the run that [output] writes: rows, and the sum that the report has."""
    pattern = plan["output"].get("distances")
    for one in results if pattern else []:
        run = next(run for run in one["runs"] if run["baseline"])
        last = one["pipeline"]["measure"]["repeats"]["value"]
        for sample in run["samples"]:
            if run["status"] != "ok" or sample["outcome"] != "solved" or sample["repeat"] != last:
                continue
            files = list(folder.glob(pattern.replace("{source}", str(sample["source"])).replace("{case}", "*")))
            if not outcome.require(files, f"[output] wrote no distances from source {sample['source']}"):
                continue
            outcome.counts["answer files"] += len(files)
            if len(results) > 1 or sample.get("compared", 1) > 1:
                continue  # which of the files belongs to this case? The figures of a batch are those of all its sources
            virtual = sum(step.startswith("mode nearest") for step in one["graph"]["steps"])  # a source that no file names
            values, count = finite_values(files[0])
            targets = one["pipeline"]["problem"]["targets"]["value"]
            wanted = len(targets) if targets else one["graph"]["vertices"] - virtual
            outcome.require(count == wanted, f"{files[0].name} has {count} rows instead of {wanted}")
            if values is not None and not targets and one["graph"]["weights"] == "int32":
                reached = sample["reached_vertices"] - virtual
                outcome.require((len(values), sum(values)) == (reached, sample["distance_sum"]),
                                f"{files[0].name}: {len(values)} distances, sum {sum(values)}")
