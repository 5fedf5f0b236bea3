"""What is drawn: the source's own pixels at full zoom, and no line between tiles at any other."""

import numpy
import pytest

import sources
from viewing import Viewing

WIDTH, HEIGHT = sources.DETAIL
PLACES = [(0, 0), (WIDTH - 300, HEIGHT - 300), (WIDTH - 300, 0), (0, HEIGHT - 300), (400, 380), (900, 890)]
# Quality 80 of this grain is off by 1.2 on average; a shift by one pixel by 5.7.
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
    # Of the sharp level every second tile is refused: coarse and sharp ones lie side by side.
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
