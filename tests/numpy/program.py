"""The program in a folder of its own, for tests of files that it shares with NumPy, SciPy and NetworkX."""

import importlib
import json
import os
import subprocess
import sys
import tempfile


def need(package, *modules):
    """The modules, imported. Ends the program with exit code 77 if one is missing."""
    try:
        return [importlib.import_module(name) for name in modules]
    except ImportError as missing:
        print(f"skipped: {missing}; scripts/install-packages {package} installs it")
        sys.exit(77)


class Folder(tempfile.TemporaryDirectory):
    """Removed at the end of a `with`. The program is the first argument of the test."""

    def __enter__(self):
        super().__enter__()
        return self

    def at(self, name):
        return os.path.join(self.name, name)

    def write(self, name, lines):
        with open(self.at(name), "w", encoding="ascii") as file:
            file.writelines(lines)

    def call(self, *arguments):
        """Exit code, output and what is said."""
        done = subprocess.run([os.path.realpath(sys.argv[1]), *arguments], cwd=self.name, text=True,
                              capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def run(self, *arguments):
        code, out, said = self.call(*arguments)
        assert code == 0, (arguments, said)
        return out

    def info(self, *arguments):
        return json.loads(self.run("info", "--json", *arguments))

    def digest(self, *arguments):
        return self.info(*arguments)["digest"]

    def expect(self, code, words, *arguments):
        """That it ends with that code and says those words."""
        ended, out, said = self.call(*arguments)
        assert ended == code and words in out + said, (arguments, ended, out, said)
