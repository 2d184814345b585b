#!/usr/bin/env python3
"""Opens maps in a browser: moves, clicks, hovers, types and looks at pixels; values must equal those of `wayfront solve`.

usage: map_page_test.py WAYFRONT [PICTURES]
Exit code 77: skipped, there is no browser. With a folder PICTURES, screenshots are left there to look at.
"""

import json
import os
import subprocess
import tempfile
import time

import webdriver
from webdriver import check, wait_until

# A street along the equator, 1 to 5, with a detour through 6, and 7, which nothing reaches.
GRAPH = """p sp 7 10
a 1 2 100
a 2 1 100
a 2 3 100
a 3 4 100
a 4 5 100
a 5 4 100
a 2 6 50
a 6 4 50
a 6 2 50
a 7 1 1
"""
PLACES = """p aux sp co 7
v 1 8000000 50000000
v 2 8010000 50000000
v 3 8020000 50000000
v 4 8030000 50000000
v 5 8040000 50000000
v 6 8020000 50008000
v 7 8000000 50008000
"""

class Map:
    def __init__(self, browser, file, width=1000, height=700):
        self.browser = browser
        browser.open(file)
        browser.resize(width, height)
        self.settle()

    def settle(self):
        """Waits until everything is drawn."""
        check(wait_until(lambda: self.run(
            "return window.wayfrontMap !== undefined && wayfrontMap.painting.frames > 0 && !wayfrontMap.painting.pending"
        )), "the map is drawn")

    def run(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def at(self, vertex):
        place = self.run("return wayfrontMap.at(arguments[0])", vertex)
        return round(place["x"]), round(place["y"])

    def view(self):
        return self.run("const {x, y, scale} = wayfrontMap.view; return {x, y, scale}")

    def text(self, element):
        return self.run("return document.getElementById(arguments[0]).textContent", element)

    def pixel(self, x, y, reach=1):
        """The colours around a place of the canvas, as a list."""
        return self.run("""
          const canvas = document.getElementById("map"), [x, y, reach] = arguments;
          const data = canvas.getContext("2d").getImageData(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1).data;
          return Array.from({length: data.length / 4}, (_, i) => [...data.slice(4 * i, 4 * i + 3)]);""", x, y, reach)

    def mouse(self, kind, x, y, **more):
        self.browser.devtools("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)
        self.settle()

    def key(self, key):
        more = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.browser.devtools("Input.dispatchKeyEvent", type=kind, key=key, **more)
        self.settle()


def near(colours, wanted, most=40):
    """Whether one of the colours is about the wanted one."""
    return any(max(abs(a - b) for a, b in zip(colour, wanted)) <= most for colour in colours)


def between(a, b, share=0.5):
    return round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share)


def check_values(page, solved):
    wanted = {str(it["id"]): it["distance"] for it in solved["answers"][0]["distances"]}
    shown = page.run("""
      const {network} = wayfrontMap;
      return Object.fromEntries(Array.from({length: network.count}, (_, v) =>
        [network.id(v), Number.isFinite(network.distance[v]) ? network.distance[v] : null]));""")
    check(shown == wanted, f"distances are {shown}, not {wanted}")


def check_pixels(page):
    colours = page.run("return wayfrontMap.painting.colours")
    shares, beyond = colours["shares"], colours["beyond"]
    middle = between(page.at(1), page.at(2))
    check(near(page.pixel(*middle), shares[int(100 / 300 * 256)]), f"the street 1-2 has its colour: {page.pixel(*middle)}")
    far = between(page.at(4), page.at(5))
    check(near(page.pixel(*far), shares[255]), f"the street 4-5 has the last colour: {page.pixel(*far)}")
    check(near(page.pixel(*between(page.at(7), page.at(1))), beyond), "the street from 7 is grey")
    x, y = between(page.at(1), page.at(6), 0.4)
    check(near(page.pixel(x, y), colours["ground"], 2), "between the streets is ground")


def check_limit(page):
    page.run("const it = document.getElementById('limit'); it.value = 700; it.dispatchEvent(new Event('input'));")
    page.settle()
    check(page.text("limit-text") == "210", f"the limit says {page.text('limit-text')}")
    check(page.text("count").startswith("5 of 7 vertices"), f"the limit counts: {page.text('count')}")
    beyond = page.run("return wayfrontMap.painting.colours.beyond")
    check(near(page.pixel(*between(page.at(4), page.at(5))), beyond), "beyond the limit streets are grey")
    check(not near(page.pixel(*between(page.at(1), page.at(2))), beyond, 12), "within the limit streets have colours")
    page.run("const it = document.getElementById('limit'); it.value = 1000; it.dispatchEvent(new Event('input'));")
    page.settle()


def check_path(page):
    path = (226, 54, 15)
    middle = between(page.at(2), page.at(6))
    check(not near(page.pixel(*middle), path), "no path is drawn at first")
    page.click(*page.at(5))
    check(page.text("route") == "1 to 5: 300, 4 arcs", f"a click names the path: {page.text('route')}")
    check(near(page.pixel(*middle), path), f"a click draws the path: {page.pixel(*middle)}")
    check(not near(page.pixel(*between(page.at(2), page.at(3))), path), "the longer way is not the path")
    page.click(*page.at(7))
    check(page.text("route") == "No path leads from 1 to 7.", f"without a path: {page.text('route')}")
    page.click(*between(page.at(1), page.at(6), 0.4))
    check(page.text("route").startswith("Click a vertex"), f"a click on nothing removes the path: {page.text('route')}")
    page.run("document.getElementById('vertex').value = '3'; document.querySelector('#search button').click();")
    page.settle()
    check(page.text("route") == "1 to 3: 200, 2 arcs", f"the search: {page.text('route')}")
    page.run("document.getElementById('vertex').value = '33'; document.querySelector('#search button').click();")
    check(page.text("route") == "The map has no vertex 33.", f"the search: {page.text('route')}")


def check_hover(page):
    x, y = page.at(6)
    page.mouse("mouseMoved", x + 3, y - 2)
    page.settle()
    tip = page.text("tip")
    check(tip.split("\n")[:2] == ["vertex 6", "150"], f"the vertex below the pointer: {tip!r}")
    check(tip.split("\n")[2] == "8.0200, 50.0080", f"its place: {tip!r}")
    page.mouse("mouseMoved", x + 60, y - 40)
    check(page.run("return document.getElementById('tip').hidden"), "away from vertices there is no tip")


def check_moves(page):
    before, (x, y) = page.view(), page.at(3)
    page.mouse("mouseWheel", x, y, deltaX=0, deltaY=-240)
    page.settle()
    check(page.view()["scale"] > before["scale"] * 1.3, "the wheel zooms in")
    check(max(abs(a - b) for a, b in zip(page.at(3), (x, y))) <= 2, "what is below the pointer stays there")
    page.mouse("mousePressed", 700, 600, button="left", buttons=1, clickCount=1)
    page.mouse("mouseMoved", 640, 570, button="left", buttons=1)
    page.mouse("mouseReleased", 640, 570, button="left", clickCount=1)
    page.settle()
    check(max(abs(a - b) for a, b in zip(page.at(3), (x - 60, y - 30))) <= 2, "dragging moves the map")
    page.run("document.getElementById('map').focus()")
    scale = page.view()["scale"]
    page.key("-")
    check(page.view()["scale"] < scale, "minus zooms out")
    page.key("+")
    check(abs(page.view()["scale"] - scale) < 1e-9, "plus zooms in")
    x = page.view()["x"]
    page.key("ArrowRight")
    check(page.view()["x"] > x, "the arrow to the right moves to the right")
    page.key("0")
    check(page.view() == before, "0 shows all")
    page.run("document.getElementById('in').click()")
    check(page.view()["scale"] > before["scale"], "the button zooms in")
    page.run("document.getElementById('all').click()")
    check(page.view() == before, "the button shows all")


def check_touch(page):
    before = page.view()
    touch = lambda kind, *places: page.browser.devtools(
        "Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)])
    touch("touchStart", (450, 400), (550, 400))
    for step in range(1, 6):
        touch("touchMove", (450 - 10 * step, 400), (550 + 10 * step, 400))
    touch("touchEnd")
    page.settle()
    share = page.view()["scale"] / before["scale"]
    check(1.8 < share < 2.2, f"two fingers twice as far apart zoom by 2: {share}")
    check(not page.text("route").startswith("1 to"), "two fingers choose no vertex")
    touch("touchStart", (500, 600))
    touch("touchMove", (460, 600))
    touch("touchEnd")
    page.settle()
    check(page.view()["x"] > before["x"], "one finger moves the map")


def check_schemes(page, pictures):
    page.browser.colours("dark")
    page.settle()
    time.sleep(0.2)
    check(near(page.pixel(990, 10), (18, 22, 28), 2), f"the dark ground: {page.pixel(990, 10)[0]}")
    picture(page, pictures, "little-dark.png")
    page.browser.colours("light")
    time.sleep(0.2)
    check(near(page.pixel(990, 10), (246, 245, 241), 2), f"the light ground: {page.pixel(990, 10)[0]}")


def check_phone(page):
    page.browser.resize(360, 640)
    page.settle()
    wide = page.run("return [document.documentElement.scrollWidth, document.getElementById('panel').getBoundingClientRect().right]")
    check(wide[0] <= 360 and wide[1] <= 360, f"on a phone nothing is wider than the window: {wide}")
    page.browser.resize(1000, 700)
    page.settle()


def check_play(page):
    page.run("document.getElementById('play').click()")
    time.sleep(1)
    counts = page.text("count")
    check(page.text("play") == "Stop", "the button stops the play")
    page.run("document.getElementById('play').click()")
    check(page.text("play") == "Play" and not counts.startswith("6 of"), f"the play grows the limit: {counts}")


def check_large(page, size, arcs):
    """A network as large as New York's: a file of a few megabytes, frames that follow the hand."""
    check(size < 6e6, f"the page has {size / 1e6:.1f} MB")
    known = page.run("return [wayfrontMap.network.count, wayfrontMap.network.from.length]")
    check(known[1] == arcs, f"the map has {known[1]} lines, not {arcs}")
    times = page.run("""
      const {painting, view} = wayfrontMap, times = [];
      const timed = what => { what(); painting.draw(); times.push(painting.milliseconds); };
      for (let i = 0; i < 9; ++i) timed(() => view.pan(3, 2));
      for (let i = 0; i < 30; ++i) timed(() => view.zoom(1.3));
      view.showAll();
      painting.draw();
      return times.sort((a, b) => a - b);""")
    median, worst = times[len(times) // 2], times[-1]
    print(f"map of {known[0]} vertices: {size / 1e6:.2f} MB; a frame takes {median:.1f} ms, at most {worst:.1f}")
    check(median < 200, f"a frame takes {median:.0f} ms")  # on a machine without a graphics card that does other work, too
    drawn = page.run("""
      const {painting} = wayfrontMap, canvas = painting.canvas, ground = painting.colours.ground;
      const {data} = canvas.getContext("2d").getImageData(canvas.width / 2, 0, canvas.width / 2, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) count += data[i] !== ground[0] || data[i + 1] !== ground[1] ? 1 : 0;
      return count / (data.length / 4);""")
    check(drawn > 0.2, f"the network covers {drawn:.2f} of the half")


def picture(page, pictures, name):
    if pictures:
        page.browser.picture(os.path.join(pictures, name))


def quiet(browser, name):
    messages, requests = browser.said()
    messages = [it for it in messages if "willReadFrequently" not in it]  # the test reads pixels, the page does not
    check(messages == [], f"{name}: the console says {messages}")
    elsewhere = [it for it in requests if not it.startswith(("file:", "data:", "about:"))]
    check(elsewhere == [], f"{name}: the page asks for {elsewhere}")


def main():
    wayfront, pictures = webdriver.arguments()
    with tempfile.TemporaryDirectory() as scratch:
        def run(*arguments):
            return subprocess.run([wayfront, *arguments], cwd=scratch, check=True, capture_output=True, text=True).stdout

        for name, content in (("little.gr", GRAPH), ("little.co", PLACES)):
            with open(os.path.join(scratch, name), "w") as file:
                file.write(content)
        run("map", "little.gr", "--from", "1", "-o", "little.html")
        run("map", "little.gr", "--from", "1", "--to", "5", "--limit", "200", "--unit", "m=10", "-o", "part.html")
        run("generate", "road", "large.wfg", "--set", "vertices=264346")
        run("map", "large.wfg", "--from", "130000", "--to", "200", "-o", "large.html")
        large = json.loads(run("info", "large.wfg", "--json"))
        browser = webdriver.Browser(scratch)
        try:
            browser.colours("light")
            page = Map(browser, os.path.join(scratch, "little.html"))
            picture(page, pictures, "little.png")
            check_values(page, json.loads(run("solve", "little.gr", "--from", "1", "--json")))
            check_pixels(page)
            check_hover(page)
            check_limit(page)
            check_path(page)
            check_moves(page)
            check_touch(page)
            page.key("0")
            check_schemes(page, pictures)
            check_phone(page)
            check_play(page)
            quiet(browser, "little")
            page = Map(browser, os.path.join(scratch, "part.html"))
            check(page.text("route") == "No path within the limit leads from 1 to 5.", f"--limit: {page.text('route')}")
            check("20 m" in page.text("ticks"), f"--unit: {page.text('ticks')}")
            quiet(browser, "part")
            page = Map(browser, os.path.join(scratch, "large.html"), 1400, 900)
            picture(page, pictures, "large.png")
            check_large(page, os.path.getsize(os.path.join(scratch, "large.html")), large["undirected_edges"])
            quiet(browser, "large")
        finally:
            browser.close()
    webdriver.finish()


main()
