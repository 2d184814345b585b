#!/usr/bin/env python3
"""Opens a report with maps in a browser: clicks, moves the sliders, and looks at pixels of the map of distances and of the two
maps of the order of work, whose steps must be those of the trace.

usage: report_map_test.py WAYFRONT [PICTURES]
Exit code 77: skipped, there is no browser. With a folder PICTURES, screenshots are left there to look at.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

import webdriver

# A street of six crossings to the east, and one that nothing reaches.
GRAPH = "p sp 7 6\n" + "".join(f"a {v} {v + 1} 10\n" for v in range(1, 6)) + "a 7 1 1\n"
PLACES = "c degrees\np aux sp co 7\n" + "".join(f"v {v} {8000000 + 10000 * v} 50000000\n" for v in range(1, 7)) + \
    "v 7 8010000 50008000\n"
PIPELINE = """
[[graph]]
path = "little.gr"
[[graph]]
loader = "generate"
options = {{ kind = "grid", rows = 350, columns = 350, seed = 3 }}
[[graph]]
path = "bare.gr"
[problem]
sources = [1]
targets = [5]
[measure]
repeats = 1
warmups = 0
trace = {trace}
threads = 1
[[run]]
plugin = "bellman-ford"
[[run]]
plugin = "delta-stepping"
[[run]]
plugin = "dijkstra"
[report]
directory = "{name}"
formats = ["json", "html"]
map = true
"""

failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAILED:", what)


class Page:
    def __init__(self, browser, file):
        self.browser = browser
        browser.open(file)
        browser.resize(1300, 900)

    def run(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def frame(self, result, kind):
        """Brings a frame into the window, waits for its map, and makes it what `inside` means."""
        self.run("""
          const card = document.querySelector(`section[data-result="${arguments[0]}"] [data-map="${arguments[1]}"]`);
          window.inside = card.querySelector("iframe");
          card.scrollIntoView({block: "center"});""", result, kind)
        for _ in range(200):
            if self.run("""
              const it = window.inside.contentWindow;
              const paintings = it.wayfrontMap ? [it.wayfrontMap.painting] : it.wayfrontOrder?.sides.map(side => side.painting);
              return paintings !== undefined && paintings.every(it => it.frames > 0 && !it.pending);"""):
                return
            time.sleep(0.05)
        check(False, f"the {kind} of result {result} is drawn")

    def text(self, element):
        return self.run("return window.inside.contentDocument.getElementById(arguments[0]).textContent", element)

    def settle(self):
        for _ in range(200):
            time.sleep(0.05)
            if not self.run("""
              const it = window.inside.contentWindow;
              return (it.wayfrontMap ? [it.wayfrontMap.painting] : it.wayfrontOrder.sides.map(side => side.painting))
                  .some(it => it.pending);"""):
                return

    def click(self, x, y):
        """At a place of the frame."""
        left, top = self.run("const it = window.inside.getBoundingClientRect(); return [it.left + 1, it.top + 1]")
        for kind, more in (("mouseMoved", {}), ("mousePressed", {"button": "left", "buttons": 1, "clickCount": 1}),
                           ("mouseReleased", {"button": "left", "clickCount": 1})):
            self.browser.devtools("Input.dispatchMouseEvent", type=kind, x=left + x, y=top + y, **more)
        self.settle()

    def pixel(self, canvas, x, y):
        """The colours around a place of a canvas."""
        return self.run("""
          const [id, x, y] = arguments, canvas = window.inside.contentDocument.getElementById(id);
          const data = canvas.getContext("2d").getImageData(Math.round(x) - 1, Math.round(y) - 1, 3, 3).data;
          return Array.from({length: 9}, (_, i) => [...data.slice(4 * i, 4 * i + 3)]);""", canvas, x, y)

    def slide(self, share):
        self.run("""
          const it = window.inside.contentDocument.getElementById("limit");
          it.value = arguments[0] * 1000;
          it.dispatchEvent(new window.inside.contentWindow.Event("input"));""", share)
        self.settle()


def near(colours, wanted, most=40):
    return any(max(abs(a - b) for a, b in zip(colour, wanted)) <= most for colour in colours)


def check_distances(page):
    page.frame(0, "distances")
    check(page.text("route") == "1 to 5: 40, 4 arcs", f"the path to the target is drawn: {page.text('route')}")
    at = lambda v: (lambda it: (it["x"], it["y"]))(page.run("return inside.contentWindow.wayfrontMap.at(arguments[0])", v))
    path = (226, 54, 15)
    middle = lambda a, b: ((at(a)[0] + at(b)[0]) / 2, (at(a)[1] + at(b)[1]) / 2)
    check(near(page.pixel("map", *middle(2, 3)), path), f"the path has its colour: {page.pixel('map', *middle(2, 3))}")
    last = page.run("return inside.contentWindow.wayfrontMap.painting.colours.shares[255]")
    check(near(page.pixel("map", *middle(5, 6)), last), "behind the target is the colour of the largest distance")
    page.click(*at(3))
    check(page.text("route") == "1 to 3: 20, 2 arcs", f"a click draws another path: {page.text('route')}")
    check(not near(page.pixel("map", *middle(4, 5)), path), "the path ends where the click was")
    scroll = page.run("return window.scrollY")
    check(page.text("subtitle") == "Distances from vertex 1: bellman-ford, certified", page.text("subtitle"))
    page.run("document.querySelector('#theme button:nth-child(3)').click()")
    page.settle()
    check(near(page.pixel("map", 1100, 10), (18, 22, 28), 2), f"the map is as dark as the page: {page.pixel('map', 1100, 10)[0]}")
    page.run("document.querySelector('#theme button:nth-child(2)').click()")
    page.settle()
    check(near(page.pixel("map", 1100, 10), (246, 245, 241), 2), "the map is as light as the page")
    check(scroll == page.run("return window.scrollY"), "the page stays where it is")


def check_order(page, results):
    """Bellman-Ford needs a round for each arc of the street; the source's own line is final first."""
    page.frame(0, "order")
    at = lambda side, v: (lambda it: (it["x"], it["y"]))(page.run("""
      const it = inside.contentWindow.wayfrontOrder, {left, top} = it.sides[arguments[0]].painting.canvas.getBoundingClientRect();
      const {x, y} = it.at(...arguments);
      return {x: x - left, y: y - top};""", side, v))
    middle = lambda side, a, b: tuple((p + q) / 2 for p, q in zip(at(side, a), at(side, b)))
    page.run("""
      const axis = inside.contentDocument.getElementById("axis");
      axis.value = "rounds";
      axis.dispatchEvent(new inside.contentWindow.Event("change"));""")
    page.settle()
    labels = [page.run("return inside.contentDocument.getElementById(arguments[0]).selectedOptions[0].text", f"choice-{i}")
              for i in (0, 1)]
    check(labels == ["bellman-ford", "delta-stepping"], f"the runs are {labels}")
    rounds = results["map"]["data"]["orders"][0]["rounds"][-1]
    check(rounds in (5, 6), f"Bellman-Ford has {rounds} rounds")
    beyond = page.run("return inside.contentWindow.wayfrontOrder.sides[0].painting.colours.beyond")
    shares = page.run("return inside.contentWindow.wayfrontOrder.sides[0].painting.colours.shares")
    most = max(order["rounds"][-1] for order in results["map"]["data"]["orders"][:2])
    colour = lambda step: shares[min(255, int(step / most * 256))]
    for v in range(1, 6):  # the arc from v to v + 1 is relaxed in round v
        found = page.pixel("map-0", *middle(0, v, v + 1))
        check(near(found, colour(v), 24), f"the line {v}-{v + 1} has the colour of round {v}: {found[4]}, not {colour(v)}")
    check(near(page.pixel("map-0", *middle(0, 7, 1)), beyond), "what is not reached is grey")
    page.slide(2.4 / most)
    check(not near(page.pixel("map-0", *middle(0, 2, 3)), beyond, 12), "after two rounds, 2-3 has a colour")
    check(near(page.pixel("map-0", *middle(0, 3, 4)), beyond), "after two rounds, 3-4 is grey")
    check(page.text("state-0").startswith("3 of 6 distances are final"), page.text("state-0"))
    page.slide(1)
    for side in (0, 1):
        check(page.text(f"state-{side}").startswith("6 of 6 distances are final"), page.text(f"state-{side}"))
    page.run("""
      const it = inside.contentDocument.getElementById("choice-1");
      it.value = 0;
      it.dispatchEvent(new inside.contentWindow.Event("change"));""")
    page.settle()
    for v in range(1, 6):
        check(page.pixel("map-0", *middle(0, v, v + 1)) == page.pixel("map-1", *middle(1, v, v + 1)), "the same run twice")
    before = page.run("return inside.contentWindow.wayfrontOrder.view.scale")
    page.run("inside.contentDocument.getElementById('in').click()")
    page.settle()
    check(abs(page.run("return inside.contentWindow.wayfrontOrder.view.scale") / before - 1.5) < 1e-6, "a click zooms once")


def check_large(page, results):
    """122,500 vertices are too many for a report."""
    data = results["map"]["data"]
    check(data["selection"] == "simplified" and 30_000 < data["drawn"] <= 100_001, f"{data['selection']}, {data['drawn']}")
    page.frame(1, "distances")
    check(page.text("notes").find("Simplified: ") >= 0, page.text("notes"))
    check(page.text("route").startswith("1 to 5: ") and "arc" not in page.text("route"), page.text("route"))
    covered = page.run("""
      const {painting} = inside.contentWindow.wayfrontMap, {canvas, colours: {ground}} = painting;
      const {data} = canvas.getContext("2d").getImageData(canvas.width / 2, 0, canvas.width / 2, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) count += data[i] !== ground[0] || data[i + 1] !== ground[1] ? 1 : 0;
      return count / (data.length / 4);""")
    check(covered > 0.2, f"the network covers {covered:.2f} of the half")
    page.frame(1, "order")
    page.slide(0.5)
    final = [int(page.text(f"state-{i}").split(" of ")[0].replace(",", "")) for i in (0, 1)]
    check(all(0 < it for it in final) and min(final) < data["drawn"], f"halfway {final} distances are final")


def quiet(browser, name):
    for entry in browser.log("browser"):
        if "willReadFrequently" not in entry["message"]:  # the test reads pixels, the page does not
            check(False, f"{name}: the console says {entry['message']}")
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            address = message["params"]["request"]["url"]
            check(address.startswith(("file:", "data:", "about:")), f"{name}: the page asks for {address}")


def main():
    if why := webdriver.missing():
        print("skipped:", why)
        return 77
    wayfront, pictures = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as scratch:
        at = lambda name: os.path.join(scratch, name)

        def run(*arguments):
            return subprocess.run([wayfront, *arguments], cwd=scratch, check=True, capture_output=True, text=True)

        for name, content in (("little.gr", GRAPH), ("little.co", PLACES), ("bare.gr", GRAPH.replace("a 7 1 1", "a 7 1 2")),
                              ("traced.toml", PIPELINE.format(trace="true", name="traced")),
                              ("plain.toml", PIPELINE.format(trace="false", name="plain"))):
            with open(at(name), "w") as file:
                file.write(content)
        said = run("run", "traced.toml").stderr
        check("bare.gr has no coordinates" in said, f"a graph without coordinates is noted: {said}")
        run("run", "plain.toml")
        run("report", "traced", "--format", "html", "-o", "again.html")
        size = os.path.getsize(at("traced/report.html"))
        check(size < 5e6, f"the report has {size / 1e6:.1f} MB")
        results = [json.load(open(at(f"traced/{folder}/report.json")))
                   for folder in sorted(os.listdir(at("traced"))) if os.path.isdir(at(f"traced/{folder}"))]
        results = {it["graph"]["name"]: it for it in results}
        grid = next(it for name, it in results.items() if not name.endswith(".gr"))
        browser = webdriver.Browser(scratch)
        try:
            browser.colours("light")
            page = Page(browser, at("traced/report.html"))
            check_distances(page)
            if pictures:
                browser.picture(os.path.join(pictures, "report-map.png"))
            check_order(page, results["little.gr"])
            check_large(page, grid)
            if pictures:
                browser.picture(os.path.join(pictures, "report-order.png"))
            shown = page.run("return [...document.querySelectorAll('[data-map=none]')].map(it => it.textContent)")
            check(len(shown) == 1 and "bare.gr has no coordinates" in shown[0], f"without coordinates: {shown}")
            quiet(browser, "traced")
            page = Page(browser, at("again.html"))
            page.frame(0, "distances")
            check(page.text("route") == "1 to 5: 40, 4 arcs", "a report that is made again has the map, too")
            page = Page(browser, at("plain/report.html"))
            page.frame(0, "distances")
            check(page.run("return document.querySelectorAll('[data-map=order]').length") == 0, "without a trace no order")
            quiet(browser, "plain")
        finally:
            browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
