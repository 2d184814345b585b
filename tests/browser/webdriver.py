"""A browser for a test: headless Chromium, driven by chromedriver over WebDriver, with the standard library alone."""

import base64
import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request


def missing():
    """Why there is no browser to test with, or nothing."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        return "there is no Chromium (scripts/install-packages browser)"
    if shutil.which("chromedriver") is None:
        return "there is no chromedriver (scripts/install-packages browser)"
    return None


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
