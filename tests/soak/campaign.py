"""A campaign: many random tries from one seed, each in a folder of its own; those that fail are kept to be repeated.

A tool gives a Campaign two functions. plan(random, catalogue) makes a try as plain data, and attempt(plan, place) runs
it. The plan of a try that failed is kept as plan.json beside all that the try left, so that --again runs the same one,
whatever has been changed in the tool or in the program since.
"""

import argparse
import base64
import collections
import concurrent.futures
import contextlib
import dataclasses
import json
import pathlib
import random
import shutil
import sys
import tempfile
import threading
import time
import traceback

import program


@dataclasses.dataclass
class Outcome:
    """What a try has found: its failures in words, and what it did, counted by name."""

    failures: list = dataclasses.field(default_factory=list)
    counts: collections.Counter = dataclasses.field(default_factory=collections.Counter)

    def require(self, holds, text):
        if not holds:
            self.failures.append(text)
        return holds


@dataclasses.dataclass
class Place:
    """Where a try runs: the program, its test plugins, and an empty folder with the files of the plan."""

    program: pathlib.Path
    plugins: list
    folder: pathlib.Path
    slack: float

    def start(self, arguments, **limits):
        return program.Process(self, arguments, **limits)


def pack(content):
    """Bytes as they stand in a plan."""
    return base64.b64encode(content).decode()


class Campaign:
    def __init__(self, what, summary, count, plan, attempt, catalogue=lambda program, plugins: None):
        """`what` the tries are, such as "pipelines"; it is also the name of the tool."""
        self.what, self.plan, self.attempt, self.make_catalogue = what, plan, attempt, catalogue
        parser = argparse.ArgumentParser(prog=f"tests/soak/{what}", description=summary)
        parser.add_argument("--program", required=True, type=pathlib.Path, help="the wayfront program to attack")
        parser.add_argument("--plugins", action="append", default=[], type=pathlib.Path, metavar="DIR",
                            help="another directory of plugins (repeatable)")
        parser.add_argument("--count", type=int, help=f"number of {what} (default {count}, or any number with --seconds)")
        parser.add_argument("--seconds", type=float, help="start none after this time")
        parser.add_argument("--seed", type=int, help="of all that is random (default: from the clock)")
        parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with this number")
        parser.add_argument("--jobs", type=int, default=1, help="how many at the same time (default 1)")
        parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("soak-failures"), metavar="DIR",
                            help="where failures are kept (default soak-failures)")
        parser.add_argument("--again", type=pathlib.Path, metavar="DIR", help="repeat what is kept in this folder")
        parser.add_argument("--slack", type=float, default=60,
                            help="seconds that a command may take beyond its own limits (default 60)")
        parser.add_argument("--require", action="append", default=[], metavar="NAME=N",
                            help="fail where fewer than N of NAME were counted in the summary (repeatable)")
        self.options = parser.parse_args()
        self.options.program = self.options.program.resolve()
        self.options.plugins = [folder.resolve() for folder in self.options.plugins]
        if self.options.count is None:
            self.options.count = count if self.options.seconds is None else 10**9
        if self.options.seed is None:
            self.options.seed = int(time.time())
        self.catalogue = None
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.failed = 0

    def run(self):
        """Runs the tries and ends the program: exit code 0 where none has failed."""
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="soak-") as scratch:
            self.scratch = pathlib.Path(scratch)
            if self.options.again:
                self.run_one(0, json.loads((self.options.again / "plan.json").read_text()))
            else:
                self.run_all(start)
        for requirement in [] if self.options.again else self.options.require:
            name, _, least = requirement.partition("=")
            if self.counts[name] < int(least):
                print(f"FAILED: {name} is {self.counts[name]}, but {requirement} is required", flush=True)
                self.failed += 1
        counts = "".join(f", {count} {name}" for name, count in sorted(self.counts.items()) if name != self.what)
        print(f"{self.counts[self.what]} {self.what}{counts}, {self.failed} failures; "
              f"seed {self.options.seed}, {time.monotonic() - start:.0f} s")
        sys.exit(1 if self.failed else 0)

    def run_all(self, start):
        self.catalogue = self.make_catalogue(self.options.program, self.options.plugins)

        def worker(numbers):
            while self.options.seconds is None or time.monotonic() - start < self.options.seconds:
                with self.lock:
                    number = next(numbers, None)
                if number is None:
                    return
                self.run_one(number, self.plan_of(number))

        numbers = iter(range(self.options.first, self.options.first + self.options.count))
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for done in [pool.submit(worker, numbers) for _ in range(self.options.jobs)]:
                done.result()

    def plan_of(self, number):
        plan = self.plan(random.Random(f"{self.what} {self.options.seed} {number}"), self.catalogue)
        return {**plan, "seed": self.options.seed, "number": number}

    def run_one(self, number, plan):
        folder = self.scratch / str(number)
        folder.mkdir()
        for name, content in plan.get("files", {}).items():
            if content is None:
                (folder / name).mkdir()
            else:
                (folder / name).write_bytes(base64.b64decode(content))
        try:
            outcome = self.attempt(plan, Place(self.options.program, self.options.plugins, folder, self.options.slack))
        except Exception:  # a report of another shape than expected, for example: a finding, too
            outcome = Outcome([f"the check itself failed: {traceback.format_exc()}"])
        with self.lock:
            self.counts.update(outcome.counts)
            self.counts[self.what] += 1
            if outcome.failures:
                self.failed += 1
                self.tell(number, plan, folder, outcome.failures)
        shutil.rmtree(folder, ignore_errors=True)

    def tell(self, number, plan, folder, failures):
        kept = self.options.again
        if not kept:
            kept = self.options.keep / f"{self.what}-{self.options.seed}-{number}"
            shutil.rmtree(kept, ignore_errors=True)
            kept.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(shutil.Error):  # sockets and pipes cannot be copied; all the rest is
                shutil.copytree(folder, kept, symlinks=True)
            (kept / "plan.json").write_text(json.dumps(plan, indent=1) + "\n")
            (kept / "failures.txt").write_text("\n".join(failures) + "\n")
        print(f"FAILED {self.what} {number}:")
        for failure in failures:
            print(f"  {failure}")
        folders = "".join(f" --plugins {folder}" for folder in self.options.plugins)
        print(f"  again: tests/soak/{self.what} --program {self.options.program}{folders} --again {kept}", flush=True)
