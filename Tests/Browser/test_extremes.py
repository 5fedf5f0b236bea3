"""Images of one pixel, one column or one row; and interruptions of a drag."""

import math

import pytest
from PIL import Image

from conftest import PHONE
from fingers import Fingers
from server import Server
from viewing import VIEWER, Viewing

COLOUR = (30, 90, 200)


@pytest.fixture(scope="module")
def thin(tmp_path_factory):
    folder = tmp_path_factory.mktemp("thin")
    for width, height in ((1, 1), (1, 50_000), (50_000, 1)):
        Image.new("RGB", (width, height), COLOUR).save(folder / f"{width}x{height}.png")
    with Server(folder, tmp_path_factory.mktemp("cache") / "thin") as running:
        yield running.address


@pytest.mark.parametrize("width, height", [(1, 1), (1, 50_000), (50_000, 1)])
def test_an_image_of_one_pixel_or_one_line_can_be_seen_and_zoomed(open_page, thin, width, height):
    viewing = Viewing(open_page(**PHONE), thin).open(f"{width}x{height}.png")
    fingers = Fingers(viewing.page)
    fit = min(390 / width, 844 / height)
    most = max(3 * fit, 2 / 3)
    assert viewing.viewport["zoom"] == pytest.approx(fit)
    # An image that is thinner than a px is drawn as one px.
    viewing.hide_bar()
    viewing.sharp()
    assert (abs(viewing.pixels() - COLOUR).max(axis=2) < 12).any()
    fingers.down((1, 190, 422), (2, 200, 422))
    fingers.move((1, 150, 400), (2, 240, 440))
    fingers.move((1, 20, 100), (2, 370, 700))
    fingers.up(1)
    for step in range(1, 8):
        fingers.move((2, 370 - 30 * step, 700 - 60 * step))
    fingers.up(2)
    now = viewing.rest()
    assert now["zoom"] == pytest.approx(min(most, fit * math.hypot(350, 600) / 10), rel=0.01)
    viewing.viewport = {"zoom": 1e6, "x": 0, "y": 0}
    assert viewing.viewport["zoom"] == pytest.approx(most)
    viewing.sharp()
    # The middle of the view: an image that is smaller than the view is centred.
    x, y = 585, 1266
    assert abs(viewing.pixels()[y, x] - COLOUR).max() < 12
    viewing.page.close()


@pytest.fixture
def viewing(phone):
    viewing = phone.open("detail.png")
    viewing.set_attribute("max-scale", "20")
    viewing.viewport = {"zoom": 0.6, "x": -400, "y": -30}
    return viewing


def test_an_alert_in_the_middle_of_a_drag(viewing):
    fingers = Fingers(viewing.page)
    start = viewing.viewport
    fingers.down((1, 200, 400))
    fingers.move((1, 180, 400))
    viewing.page.once("dialog", lambda dialog: dialog.accept())
    viewing.page.evaluate("alert('Wait')")
    before = viewing.viewport
    fingers.move((1, 150, 400))
    assert viewing.viewport["x"] - start["x"] in (pytest.approx(-20), pytest.approx(-50))
    fingers.up(1)
    assert viewing.rest()["zoom"] == before["zoom"]
    # The next fingers work: one pans, two pinch.
    start = viewing.viewport
    fingers.down((1, 200, 400))
    fingers.move((1, 170, 400))
    assert viewing.viewport["x"] - start["x"] == pytest.approx(-30)
    fingers.down((2, 270, 400))
    fingers.move((2, 370, 400))
    assert viewing.viewport["zoom"] == pytest.approx(2 * start["zoom"])


def test_an_element_that_is_taken_away_in_the_middle_of_a_drag(viewing):
    fingers = Fingers(viewing.page)
    fingers.down((1, 200, 400), (2, 250, 450))
    fingers.move((1, 150, 350), (2, 280, 500))
    viewing.page.evaluate("() => { seen.ready = 0 }")
    viewing.page.evaluate(f"() => {{ const viewer = {VIEWER}; viewer.remove(); document.querySelector('main').append(viewer) }}")
    fingers.up(1, 2)
    viewing.page.wait_for_function("() => seen.ready === 1")
    fit = viewing.viewport
    fingers.down((1, 150, 400), (2, 250, 400))
    fingers.move((1, 100, 400), (2, 300, 400))
    assert viewing.viewport["zoom"] == pytest.approx(2 * fit["zoom"])
