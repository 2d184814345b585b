"""The program under attack: started with limits and a mark by which whatever it leaves behind is found."""

import json
import os
import pathlib
import re
import signal
import subprocess
import time
import uuid

MARK = "WAYFRONT_SOAK_MARK"  # in the environment of every process of a try
POLL = 0.02
PATIENCE = 20.0  # seconds until a process must be gone whose parent has ended
# What only a crash, a sanitizer or an exception that nobody caught prints.
CRASH_TEXT = re.compile(
    rb"Sanitizer|runtime error:|terminate called|pure virtual|stack smashing|double free|malloc\(\)|free\(\): "
    rb"|corrupted|Assertion|std::|basic_string|vector::|\[json\.exception|bad_alloc|bad_function_call")
# Open MPI's session folder: its launcher removes it a second or two after it is told to end, and may be killed before.
FOREIGN_FILES = "ompi."
DOCUMENTED_CODES = {0, 1, 2, 3, 4, 5, 124, 130}


def has_mark(process, mark):
    try:
        return f"{MARK}={mark}".encode() in pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def marked(mark):
    """The processes with this mark in their environment, zombies left out: they have none."""
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit() and has_mark(entry, mark)]


def command_line(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace").replace("\0", " ").strip()
    except OSError:
        return ""


def send(process, number):
    """True where the signal was sent."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return False
    return True


class Process:
    """A command that has been started; its output goes to files of the try's folder, NUMBER.out and NUMBER.err."""

    def __init__(self, place, arguments, seconds):
        """It is killed `seconds` and the slack after its start."""
        self.place, self.limit = place, seconds + place.slack
        self.mark = uuid.uuid4().hex
        self.arguments = [str(argument) for argument in arguments]
        for folder in ("tmp", "home"):
            (place.folder / folder).mkdir(exist_ok=True)
        self.number = len(list(place.folder.glob("*.err"))) + 1
        self.out, self.err = (place.folder / f"{self.number}.{end}" for end in ("out", "err"))
        environment = {**os.environ, MARK: self.mark, "TMPDIR": str(place.folder / "tmp"),
                       "HOME": str(place.folder / "home"), "XDG_CACHE_HOME": str(place.folder / "home")}
        if place.plugins:
            environment["WAYFRONT_PLUGIN_PATH"] = ":".join(str(folder) for folder in place.plugins)

        no_cores = ["/bin/sh", "-c", 'ulimit -c 0; exec "$0" "$@"']
        self.started = time.monotonic()
        with open(self.out, "wb") as out, open(self.err, "wb") as err:
            self.child = subprocess.Popen([*no_cores, place.program, *self.arguments], cwd=place.folder, env=environment,
                                          stdin=subprocess.DEVNULL, stdout=out, stderr=err)

    def age(self):
        """Seconds since its start."""
        return time.monotonic() - self.started

    def running(self):
        return self.child.poll() is None

    def worker(self, choice):
        """One of its workers, or None where there is none now; `choice` is any number."""
        workers = [process for process in marked(self.mark) if command_line(process).endswith(" worker")]
        return workers[choice % len(workers)] if workers else None

    def wait(self, until=None):
        """Waits for the end or `until` (seconds after the start); True where it has ended."""
        try:
            self.child.wait(None if until is None else max(0.0, until - self.age()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self, outcome, signals=()):
        """Waits for the end and checks what holds for every command. Returns the exit code; below 0, the signal.

        `signals` are those that may end it, because the try has sent them.
        """
        what = f"command {self.number} ({' '.join(self.arguments)[:200]})"
        if not self.wait(self.limit):
            self.child.kill()
            self.child.wait()
            outcome.failures.append(f"{what} did not end within {self.limit:.0f} s")
        code = self.child.returncode
        self.seconds = self.age()
        if code < 0:
            if -code not in signals and not outcome.failures:
                outcome.failures.append(f"{what} was ended by {signal.Signals(-code).name}")
        else:
            outcome.require(code in DOCUMENTED_CODES, f"{what} ended with {code}, which is not a documented exit code")
        found = CRASH_TEXT.search(self.err.read_bytes())
        text = found and found[0].decode(errors="replace")
        outcome.require(found is None, f"{what} printed '{text}', see {self.err.name}")
        self.check_left_processes(outcome, what)
        left = [name for name in os.listdir(self.place.folder / "tmp") if not name.startswith(FOREIGN_FILES)]
        outcome.require(not left, f"{what} left temporary files: {left}")
        return code

    def check_left_processes(self, outcome, what):
        deadline = time.monotonic() + PATIENCE
        left = marked(self.mark)
        while left and time.monotonic() < deadline:
            time.sleep(POLL)
            left = marked(self.mark)
        lines = [f"{process}: {command_line(process)}" for process in left]
        for process in left:
            send(process, signal.SIGKILL)
        outcome.require(not left, f"{what} left processes: {lines}")


def ask(program, plugins, *arguments):
    """What a command prints as JSON."""
    environment = {**os.environ, "WAYFRONT_PLUGIN_PATH": ":".join(str(folder) for folder in plugins)}
    return json.loads(subprocess.run([program, *arguments, "--json"], env=environment, check=True,
                                     capture_output=True).stdout)
