"""A browser for a test: headless Chromium, driven by chromedriver over WebDriver, with the standard library alone; and
checks that go on after one has failed."""

import base64
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request


failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAILED:", what)


def wait_until(holds):
    """Whether holds() came true within ten seconds."""
    for _ in range(200):
        if holds():
            return True
        time.sleep(0.05)
    return False


def arguments():
    """The program, and a folder for pictures or None. Ends the test with exit code 77 where there is no browser."""
    for name, programs in (("Chromium", ["chromium", "chromium-browser", "google-chrome"]),
                           ("chromedriver", ["chromedriver"])):
        if not any(map(shutil.which, programs)):
            print(f"skipped: there is no {name} (scripts/install-packages browser)")
            sys.exit(77)
    return os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None


def finish():
    print("failed:" if failures else "passed", len(failures) or "")
    sys.exit(1 if failures else 0)


class Browser:
    def __init__(self, scratch):
        self.driver = subprocess.Popen(["chromedriver", "--port=0", "--log-level=SEVERE"],
                                       stdout=subprocess.PIPE, text=True)
        port = None
        for line in self.driver.stdout:  # "ChromeDriver was started successfully on port 12345."
            if "started successfully on port" in line:
                port = int(line.rstrip().rstrip(".").split()[-1])
                break
        if port is None:
            raise RuntimeError("chromedriver did not start")
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy
        self.base = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     f"--user-data-dir={scratch}/profile"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")  # Chromium refuses to start as root with it
        options = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments},
                   "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        self.session = ""
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self.session = "/session/" + answer["sessionId"]

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.base + self.session + path, method=method,
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        try:
            with self.opener.open(request, timeout=90) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:500]}") from None

    def open(self, file):
        self.call("POST", "/url", {"url": "about:blank"})
        for kind in ("browser", "performance"):  # what the browser's own first page did is no concern
            self.log(kind)
        self.call("POST", "/url", {"url": "file://" + os.path.abspath(file)})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def said(self):
        """What the console says, and the addresses that were asked for, since the page was opened or the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        requests = [it["params"]["request"]["url"] for it in events if it["method"] == "Network.requestWillBeSent"]
        return [entry["message"] for entry in self.log("browser")], requests

    def resize(self, width, height):
        """The page's own size, which may be less than a window can be."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                      mobile=False)
        time.sleep(0.3)

    def colours(self, scheme):
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("GET", "/screenshot")))

    def close(self):
        try:
            if self.session:
                self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait(20)
