"""What a test does with a viewer: open a page, read and set its viewport, wait until it rests, look at its pixels."""

import io
import re
import time
import urllib.parse

import numpy
from PIL import Image

from sources import DETAIL

QUIET = 250  # ms without a change

# Counts the element's events, which do not bubble but can be captured, and keeps the pictures that are on their way, from the request to
# the bitmap.
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
        """Gives the page another size, and waits until it has it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])

    def draw(self) -> None:
        """Waits for two frames: in the first, what has changed is drawn."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def rest(self) -> dict:
        """The viewport once no motion is on its way and nothing has changed for a while: a busy browser lets a motion wait for its frames."""
        self.draw()
        is_there = f"{VIEWER}.viewport && ['zoom', 'x', 'y'].every((name) => {VIEWER}.viewport[name] === {VIEWER}.destination[name])"
        self.page.wait_for_function(f"() => {is_there} && performance.now() - seen.changed > {QUIET}")
        return self.viewport

    def sharp(self) -> None:
        """Waits until every tile that is wanted has come, or has failed, and is drawn."""
        self.rest()
        self.page.wait_for_function("() => seen.coming.size === 0")
        self.draw()

    def set_attribute(self, name: str, value: str) -> None:
        self.page.evaluate(f"([name, value]) => {VIEWER}.setAttribute(name, value)", [name, value])

    def style(self, **properties: str) -> None:
        """Sets style properties of the element itself."""
        self.page.evaluate(f"(properties) => Object.assign({VIEWER}.style, properties)", properties)

    def hide_bar(self) -> None:
        """Leaves nothing but the picture on the page."""
        self.page.evaluate("() => document.querySelectorAll('.glass, #map').forEach((part) => { part.style.visibility = 'hidden' })")

    def pixels(self) -> numpy.ndarray:
        """The page in device px, as rows of RGB."""
        return numpy.asarray(Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")).astype(int)


def asks_for_the_image(page) -> None:
    """Lets viewer pages come without what they carry, so that they ask for the image's description."""
    def bare(route):
        answer = route.fetch()
        body = re.sub(r'(class="azulejo-carried">).*?(</script>)(<img [^>]*>)?', r"\1\2", answer.text(), flags=re.S)
        route.fulfill(response=answer, body=body)

    page.route("**/view/*", bare)


def zoom_in(viewing, times=4) -> dict:
    """Shows the middle of the detailed image, so many times as large as it fits a phone's screen."""
    viewing.set_attribute("max-scale", "20")
    (width, height), zoom = DETAIL, 390 / DETAIL[0] * times
    viewing.viewport = {"zoom": zoom, "x": 195 - width / 2 * zoom, "y": 422 - height / 2 * zoom}
    return viewing.viewport


def until(page, condition) -> None:
    """Lets the page go on until something is so in the test."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        page.wait_for_timeout(20)


def image_point(viewport: dict, x: float, y: float) -> tuple[float, float]:
    """The image point at a point of the view."""
    return (x - viewport["x"]) / viewport["zoom"], (y - viewport["y"]) / viewport["zoom"]


def view_point(viewport: dict, x: float, y: float) -> tuple[float, float]:
    """Where an image point appears."""
    return viewport["x"] + x * viewport["zoom"], viewport["y"] + y * viewport["zoom"]


def hide(page, is_hidden: bool = True) -> None:
    """Emulates that another tab comes in front, or goes."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        is_hidden,
    )
