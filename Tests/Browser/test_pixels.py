"""The pixels on the screen: those of the source at full zoom, and no lines between tiles at any zoom."""

import numpy
import pytest

import sources
from viewing import VIEWER, Viewing

WIDTH, HEIGHT = sources.DETAIL
PLACES = [(0, 0), (WIDTH - 300, HEIGHT - 300), (WIDTH - 300, 0), (0, HEIGHT - 300), (400, 380), (900, 890)]
# JPEG of quality 80 changes this grain by 1.2 on average; a shift by one pixel by 5.7.
TOLERANCE = 2


@pytest.fixture(scope="module")
def original():
    return numpy.asarray(sources.detail()).astype(int)


@pytest.mark.parametrize("dpr", [1, 2, 3])
def test_full_zoom_shows_the_very_pixels(open_page, server, original, dpr):
    side = 300 // dpr
    viewing = Viewing(open_page(viewport={"width": side, "height": side}, device_scale_factor=dpr), server).open("detail.png")
    viewing.hide_bar()
    for x, y in PLACES:
        viewing.viewport = {"zoom": 1 / dpr, "x": -x / dpr, "y": -y / dpr}
        viewing.sharp()
        assert viewing.viewport == pytest.approx({"zoom": 1 / dpr, "x": -x / dpr, "y": -y / dpr})
        shown = viewing.pixels()
        size = side * dpr
        expected = original[y : y + size, x : x + size]
        assert numpy.abs(shown - expected).mean() < TOLERANCE, (x, y)
        assert numpy.abs(shown[:, 1:] - expected[:, :-1]).mean() > 2 * TOLERANCE, "the test would not see a shift"


FRACTIONAL = """<!doctype html><title>Fractional</title><link rel="icon" href="data:,">
<script type="module" src="js/azulejo-viewer.js"></script>
<style>body {{ writing-mode: {writing_mode} }} azulejo-viewer {{ position: absolute }}</style>
<azulejo-viewer src="images/detail.png" style="{style}"></azulejo-viewer>"""


@pytest.mark.parametrize("writing_mode", ["horizontal-tb", "vertical-rl"])
@pytest.mark.parametrize("left, top, width, height", [(10, 20, 333.6, 250.6), (10.2, 20, 333.6, 250.4), (10.3, 20.3, 333.4, 250.6)])
def test_an_element_of_fractional_size_is_not_resampled(open_page, server, original, left, top, width, height, writing_mode):
    """Each px of the screen that the element covers is one px of the canvas, and shows one px of the image."""
    page = open_page(viewport={"width": 500, "height": 400}, device_scale_factor=1)
    style = f"left: {left}px; top: {top}px; width: {width}px; height: {height}px"
    text = FRACTIONAL.format(writing_mode=writing_mode, style=style)
    page.route("**/fractional", lambda route: route.fulfill(content_type="text/html", body=text))
    page.goto(f"{server}fractional")
    page.wait_for_function("() => seen.ready > 0")
    viewing = Viewing(page, server)
    x, y = 800, 500
    viewing.viewport = {"zoom": 1, "x": -x, "y": -y}
    viewing.sharp()
    assert viewing.viewport == {"zoom": 1, "x": -x, "y": -y}
    across, down = round(width), round(height)
    canvas = f"{VIEWER}.shadowRoot.querySelector('canvas')"
    assert page.evaluate(f"[{canvas}.width, {canvas}.height]") == [across, down]
    region = page.evaluate(f"{VIEWER}.region")
    assert (region["width"], region["height"]) == (across, down)
    pixels = viewing.pixels()
    shown = pixels[20 : 20 + down, 10 : 10 + across]
    assert (pixels[20 + down + 1, 10:300] == 255).all() and (pixels[20:250, 10 + across + 1] == 255).all(), "nothing is beyond the canvas"
    expected = original[y : y + down, x : x + across]
    # At the far edges, too, where a canvas that is stretched by a px would be a px off.
    for part in (slice(None, 60), slice(-60, None)):
        assert numpy.abs(shown[part] - expected[part]).mean() < 1.5
        assert numpy.abs(shown[:, part] - expected[:, part]).mean() < 1.5
    assert numpy.abs(shown[:, 1:] - expected[:, :-1]).mean() > 2 * TOLERANCE, "the test would not see a shift"


@pytest.mark.parametrize("dpr", [1, 1.5, 3])
def test_no_line_between_tiles(open_page, server, dpr):
    viewing = Viewing(open_page(viewport={"width": 500, "height": 400}, device_scale_factor=dpr), server).open("flat.png")
    viewing.hide_bar()
    viewing.set_attribute("background", "#f0f")
    for zoom in (0.173, 0.2551, 0.3337, 0.4999, 0.5003, 0.7411, 1.2719):
        viewing.viewport = {"zoom": zoom, "x": -100.37, "y": -60.61}
        viewing.sharp()
        top = max(0, viewing.viewport["y"])
        shown = viewing.pixels()[int(top * dpr) + 1 : int((400 - top) * dpr) - 1]
        assert numpy.abs(shown - sources.GREY).max() <= 2, zoom


def test_no_line_while_tiles_are_missing(open_page, server):
    viewing = Viewing(open_page("503", viewport={"width": 500, "height": 400}), server).open("flat.png")
    viewing.hide_bar()
    viewing.set_attribute("background", "#f0f")
    # Every second tile of the sharp level fails: coarse and sharp tiles lie side by side.
    def refuse(route):
        column, row = route.request.url.split("?")[0].removesuffix(".jpg").split("/")[-2:]
        if (int(column) + int(row)) % 2:
            route.fulfill(status=503, headers={"Retry-After": "60"})
        else:
            route.continue_()

    viewing.page.route("**/tiles/*/3/**", refuse)
    for zoom in (0.7411, 0.9173):
        viewing.viewport = {"zoom": zoom, "x": -500.37, "y": -460.61}
        viewing.sharp()
        assert numpy.abs(viewing.pixels() - sources.GREY).max() <= 2, zoom


def test_the_background_is_around_the_image(desktop):
    viewing = desktop.open("detail.png")
    viewing.hide_bar()
    viewing.set_attribute("background", "rgb(10, 200, 30)")
    viewing.resize(400, 600)
    viewing.sharp()
    shown = viewing.pixels()
    edge = 300 - 400 * HEIGHT / WIDTH / 2
    assert (shown[: int(edge)] == [10, 200, 30]).all()
    assert (shown[int(edge) + 1] != [10, 200, 30]).any()
    viewing.set_attribute("background", "white")
    viewing.sharp()
    assert (viewing.pixels()[:50] == 255).all()
