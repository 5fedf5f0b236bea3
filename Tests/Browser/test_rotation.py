"""A picture that is turned by quarters: its pixels, its gestures and its keys."""

import io

import numpy
import pytest
from PIL import Image

from fingers import Fingers
from viewing import VIEWER, Viewing, image_point

SIZE = (360, 240)


@pytest.fixture
def viewing(open_page, server):
    viewing = Viewing(open_page(viewport={"width": 800, "height": 600}, has_touch=True), server).open("detail.png")
    viewing.hide_bar()
    viewing.set_attribute("max-scale", "20")
    return viewing


def set_size(viewing, width, height):
    viewing.style(width=f"{width}px", height=f"{height}px", inset="100px auto auto 200px")
    viewing.rest()


def look(viewing):
    picture = viewing.page.locator("azulejo-viewer").screenshot()
    return numpy.asarray(Image.open(io.BytesIO(picture)).convert("RGB")).astype(int)


def in_the_view(x, y, turns):
    """Where a point of the page lies in the turned view."""
    width, height = SIZE
    dx, dy = x - 200 - width / 2, y - 100 - height / 2
    for _ in range(turns):
        dx, dy = dy, -dx
    if turns % 2:
        width, height = height, width
    return dx + width / 2, dy + height / 2


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_the_turned_picture_has_the_same_pixels(viewing, turns):
    width, height = SIZE
    set_size(viewing, *(SIZE if turns == 2 else (height, width)))
    viewing.viewport = {"zoom": 0.7, "x": -500, "y": -300}
    viewing.sharp()
    straight = look(viewing)
    set_size(viewing, *SIZE)
    viewing.set_attribute("rotation", str(90 * turns))
    viewing.viewport = {"zoom": 0.7, "x": -500, "y": -300}
    viewing.sharp()
    turned = look(viewing)
    assert abs(numpy.rot90(straight, -turns) - turned).mean() < 1
    assert abs(numpy.rot90(straight, 2 - turns) - turned).mean() > 4, "it would not see a turn"


@pytest.mark.parametrize("turns", [0, 1, 2, 3, -1, 5])
def test_fingers_hold_what_they_touch(viewing, turns):
    set_size(viewing, *SIZE)
    viewing.set_attribute("rotation", str(90 * turns))
    viewing.viewport = {"zoom": 0.7, "x": -500, "y": -300}
    start = viewing.rest()
    fingers = Fingers(viewing.page)
    fingers.down((1, 300, 180), (2, 380, 260))
    held = image_point(start, *in_the_view(*fingers.midpoint, turns % 4))
    for step in range(1, 9):
        fingers.move((1, 300 - 4 * step, 180 + step), (2, 380 + 6 * step, 260 + 3 * step))
        assert image_point(viewing.viewport, *in_the_view(*fingers.midpoint, turns % 4)) == pytest.approx(held, abs=0.5)
    assert viewing.viewport["zoom"] > 1.2 * start["zoom"]


@pytest.mark.parametrize("turns, axis, sign", [(0, "x", 1), (1, "y", -1), (2, "x", -1), (3, "y", 1)])
def test_keys_go_where_they_point(viewing, turns, axis, sign):
    set_size(viewing, *SIZE)
    viewing.set_attribute("rotation", str(90 * turns))
    viewing.viewport = {"zoom": 0.7, "x": -500, "y": -300}
    viewing.rest()
    before = viewing.page.evaluate(f"{VIEWER}.region")
    viewing.page.keyboard.press("ArrowRight")
    viewing.rest()
    after = viewing.page.evaluate(f"{VIEWER}.region")
    other = "y" if axis == "x" else "x"
    assert sign * (after[axis] - before[axis]) == pytest.approx(SIZE[0] / 8 / 0.7)
    assert after[other] == pytest.approx(before[other])


def test_what_is_no_number_turns_nothing(viewing):
    set_size(viewing, *SIZE)
    fit = viewing.viewport
    for value in ("", "round", "NaN", "Infinity", "44"):
        viewing.set_attribute("rotation", value)
        assert viewing.rest() == fit
    viewing.set_attribute("rotation", "90")
    assert viewing.rest() != fit
    viewing.page.evaluate(f"{VIEWER}.removeAttribute('rotation')")
    assert viewing.rest() == fit
