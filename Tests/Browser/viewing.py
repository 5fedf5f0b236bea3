"""Helpers for tests of the viewer: open a page, read and set the viewport, wait for rest, read pixels."""

import io
import re
import time
import urllib.parse

import numpy
from PIL import Image

from sources import DETAIL

QUIET = 250  # ms without a change

# Counts the element's events (they do not bubble, but can be captured), and tracks each tile from its request to its bitmap.
WATCH = """
window.seen = { errors: [], changed: 0, coming: new Set() };
{
    const [fetchNow, decodeNow, requests] = [fetch, createImageBitmap, new WeakMap()];
    window.fetch = (url, options = {}) => {
        const answer = fetchNow(url, options);
        if (!/[/](tiles[/][^/]+([/][0-9]+){3}[.]|thumbnail)/.test(url)) return answer;
        const request = {};
        const end = () => seen.coming.delete(request);
        seen.coming.add(request);
        options.signal?.addEventListener('abort', end);
        answer.then((response) => {
            if (!response.ok) return end();
            const blobNow = response.blob.bind(response);
            response.blob = () => {
                const blob = blobNow();
                blob.then((blob) => requests.set(blob, request), end);
                return blob;
            };
        }, end);
        return answer;
    };
    window.createImageBitmap = (blob, ...more) => {
        const bitmap = decodeNow(blob, ...more);
        const end = () => seen.coming.delete(requests.get(blob));
        bitmap.then(end, end);
        return bitmap;
    };
}
for (const type of ['describe', 'ready', 'viewportchange', 'settle', 'progress', 'error']) {
    document.addEventListener(type, (event) => {
        seen[type] = (seen[type] ?? 0) + 1;
        if (type === 'viewportchange') seen.changed = performance.now();
        if (type === 'error' && event.detail) seen.errors.push(event.detail);
    }, true);
}
"""
VIEWER = "document.querySelector('azulejo-viewer')"


class Viewing:
    """A viewer page that is open in a browser page."""

    def __init__(self, page, base: str):
        self.page = page
        self.base = base

    def open(self, name: str) -> "Viewing":
        self.page.goto(f"{self.base}view/{urllib.parse.quote(name, safe='')}")
        self.page.wait_for_function("() => seen.ready > 0")
        return self

    @property
    def viewport(self) -> dict:
        return self.page.evaluate(f"{VIEWER}.viewport")

    @viewport.setter
    def viewport(self, viewport: dict) -> None:
        self.page.evaluate(f"(viewport) => {{ {VIEWER}.viewport = viewport }}", viewport)

    def resize(self, width: int, height: int) -> None:
        """Sets the size of the page, and waits until the page has it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])

    def draw(self) -> None:
        """Waits for two frames: a change is drawn in the first."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def rest(self) -> dict:
        """Waits until no motion goes on and nothing has changed for a while; returns the viewport. A busy browser draws few frames."""
        self.draw()
        is_there = f"{VIEWER}.viewport && ['zoom', 'x', 'y'].every((name) => {VIEWER}.viewport[name] === {VIEWER}.destination[name])"
        self.page.wait_for_function(f"() => {is_there} && performance.now() - seen.changed > {QUIET}")
        return self.viewport

    def sharp(self) -> None:
        """Waits until every tile that is requested has come or failed, and is drawn."""
        self.rest()
        self.page.wait_for_function("() => seen.coming.size === 0")
        self.draw()

    def set_attribute(self, name: str, value: str) -> None:
        self.page.evaluate(f"([name, value]) => {VIEWER}.setAttribute(name, value)", [name, value])

    def style(self, **properties: str) -> None:
        """Sets style properties of the element itself."""
        self.page.evaluate(f"(properties) => Object.assign({VIEWER}.style, properties)", properties)

    def hide_bar(self) -> None:
        """Hides everything but the picture."""
        self.page.evaluate("() => document.querySelectorAll('.glass, #map').forEach((part) => { part.style.visibility = 'hidden' })")

    def pixels(self) -> numpy.ndarray:
        """The page in device px, as rows of RGB."""
        return numpy.asarray(Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")).astype(int)


def asks_for_the_image(page) -> None:
    """Removes the description and the first picture from viewer pages, so that the page asks for the description."""
    def bare(route):
        answer = route.fetch()
        body = re.sub(r'(class="azulejo-carried">).*?(</script>)(<img [^>]*>)?', r"\1\2", answer.text(), flags=re.S)
        route.fulfill(response=answer, body=body)

    page.route("**/view/*", bare)


def zoom_in(viewing, times=4) -> dict:
    """Shows the middle of the detailed image at so many times the size at which it fits a phone's screen."""
    viewing.set_attribute("max-scale", "20")
    (width, height), zoom = DETAIL, 390 / DETAIL[0] * times
    viewing.viewport = {"zoom": zoom, "x": 195 - width / 2 * zoom, "y": 422 - height / 2 * zoom}
    return viewing.viewport


def until(page, condition) -> None:
    """Lets the page go on until a condition of the test is true."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        page.wait_for_timeout(20)


def image_point(viewport: dict, x: float, y: float) -> tuple[float, float]:
    """The image point that is shown at a point of the view."""
    return (x - viewport["x"]) / viewport["zoom"], (y - viewport["y"]) / viewport["zoom"]


def view_point(viewport: dict, x: float, y: float) -> tuple[float, float]:
    """The point of the view at which an image point is shown."""
    return viewport["x"] + x * viewport["zoom"], viewport["y"] + y * viewport["zoom"]


def hide(page, is_hidden: bool = True) -> None:
    """Emulates that the tab is hidden by another one, or shown again."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        is_hidden,
    )
