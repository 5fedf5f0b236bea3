"""Fingers: pinch and pan at once, no jump when the number of fingers changes, double tap, cancel."""

import math

import pytest

from fingers import Fingers
from viewing import image_point, view_point


@pytest.fixture
def viewing(phone):
    return phone.open("detail.png")


@pytest.fixture
def fingers(viewing):
    return Fingers(viewing.page)


def zoomed(viewing):
    """Zooms to four times the fitted size, about the middle: the picture can move to every side, and zoom."""
    viewing.set_attribute("max-scale", "20")
    fit = viewing.viewport
    zoom = fit["zoom"] * 4
    viewing.viewport = {"zoom": zoom, "x": 195 - 2303 / 2 * zoom, "y": 422 - 1511 / 2 * zoom}
    return viewing.viewport


def shift(before, after):
    """The farthest that a corner of the view has moved, in CSS px."""
    return max(
        math.dist((x, y), view_point(after, *image_point(before, x, y))) for x, y in [(0, 0), (390, 0), (0, 844), (390, 844)]
    )


def test_image_point_stays_under_the_midpoint(viewing, fingers):
    start = zoomed(viewing)
    fingers.down((1, 120, 300), (2, 200, 380))
    pinned = image_point(start, *fingers.midpoint)
    distance = fingers.distance
    for step in range(1, 21):
        # The fingers spread and both move to the lower right: zoom and pan at once.
        fingers.move((1, 120 - step + 2 * step, 300 - 2 * step + step), (2, 200 + 3 * step + 2 * step, 380 + 2 * step + step))
        now = viewing.viewport
        assert math.dist(view_point(now, *pinned), fingers.midpoint) < 1
        assert now["zoom"] / start["zoom"] == pytest.approx(fingers.distance / distance, rel=0.01)
    assert now["zoom"] > 1.5 * start["zoom"]
    assert viewing.page.evaluate("visualViewport.scale") == 1


def test_image_point_stays_under_the_midpoint_where_the_image_is_smaller_than_the_view(viewing, fingers):
    start = viewing.viewport
    fingers.down((1, 100, 350), (2, 140, 390))
    pinned = image_point(start, *fingers.midpoint)
    for step in range(1, 11):
        fingers.move((1, 100 - 2 * step, 350 - 4 * step), (2, 140 + 5 * step, 390 + step))
        assert math.dist(view_point(viewing.viewport, *pinned), fingers.midpoint) < 1
    fingers.up(1, 2)
    rest = viewing.rest()
    assert rest["y"] == pytest.approx((844 - 1511 * rest["zoom"]) / 2)


def test_a_finger_that_comes_or_lifts_moves_nothing(viewing, fingers):
    zoomed(viewing)
    fingers.down((1, 100, 300))
    for number, (x, y) in [(2, (300, 500)), (3, (60, 700)), (4, (380, 40))]:
        before = viewing.viewport
        fingers.down((number, x, y))
        assert shift(before, viewing.viewport) < 1
        fingers.move(*((id_, x + 7, y - 5) for id_, (x, y) in fingers.at.items()))
        assert shift(before, viewing.viewport) == pytest.approx(math.hypot(7, 5), abs=1)
    for number in (2, 1, 4):
        before = viewing.viewport
        fingers.up(number)
        assert shift(before, viewing.viewport) < 1


def test_the_finger_that_stays_pans_one_to_one(viewing, fingers):
    zoomed(viewing)
    fingers.down((1, 150, 350), (2, 250, 450))
    fingers.move((1, 140, 340), (2, 260, 460))
    fingers.up(1)
    before = viewing.viewport
    for step in range(1, 11):
        fingers.move((2, 260 - 6 * step, 460 + 4 * step))
        now = viewing.viewport
        assert now["x"] - before["x"] == pytest.approx(-6 * step, abs=0.01)
        assert now["y"] - before["y"] == pytest.approx(4 * step, abs=0.01)
    assert now["zoom"] == before["zoom"]


def test_a_pan_loses_nothing_of_its_slop(viewing, fingers):
    start = zoomed(viewing)
    fingers.down((1, 200, 400))
    fingers.move((1, 202, 400))
    assert viewing.viewport == start
    fingers.move((1, 204, 401))
    assert viewing.viewport["x"] - start["x"] == pytest.approx(4)
    assert viewing.viewport["y"] - start["y"] == pytest.approx(1)


def test_double_tap_zooms_at_the_point_and_back_to_fit(viewing, fingers):
    fit = viewing.viewport
    tapped = image_point(fit, 130, 400)
    fingers.tap(130, 400)
    fingers.wait(0.1)
    fingers.tap(131, 401)
    now = viewing.rest()
    assert now["zoom"] == pytest.approx(2 * fit["zoom"])
    assert view_point(now, *tapped)[0] == pytest.approx(130, abs=1)
    fingers.wait(1)
    fingers.tap(200, 300)
    fingers.wait(0.05)
    fingers.tap(200, 300)
    assert viewing.rest() == pytest.approx(fit)


@pytest.mark.parametrize("pause, distance", [(0.5, 0), (0.1, 80)])
def test_two_taps_that_are_no_double_tap(viewing, fingers, pause, distance):
    fit = viewing.viewport
    fingers.tap(130, 400)
    fingers.wait(pause)
    fingers.tap(130 + distance, 400)
    assert viewing.rest() == fit


def test_two_fingers_and_a_tap_are_no_double_tap(viewing, fingers):
    fit = viewing.viewport
    fingers.down((1, 100, 400), (2, 104, 404))
    fingers.up(1, 2)
    fingers.tap(100, 400)
    assert viewing.rest() == pytest.approx(fit)


def test_a_cancelled_pinch_restores_what_was_before(viewing, fingers):
    start = zoomed(viewing)
    fingers.down((1, 100, 300), (2, 200, 400))
    fingers.move((1, 60, 260), (2, 260, 460))
    assert shift(start, viewing.viewport) > 20
    fingers.cancel()
    assert viewing.rest() == pytest.approx(start)
    # The next finger works: it pans.
    fingers.down((1, 200, 400))
    fingers.move((1, 180, 400))
    assert viewing.viewport["x"] - start["x"] == pytest.approx(-20)


def test_a_finger_may_rest_before_it_moves(viewing, fingers):
    start = zoomed(viewing)
    fingers.down((1, 200, 400))
    viewing.page.wait_for_timeout(900)  # long enough for a menu
    fingers.wait(0.9)
    fingers.move((1, 180, 400))
    fingers.move((1, 150, 400))
    assert viewing.viewport["x"] - start["x"] == pytest.approx(-50)


def test_setting_the_viewport_ends_the_gesture(viewing, fingers):
    start = zoomed(viewing)
    fingers.down((1, 200, 400))
    fingers.move((1, 230, 400))
    viewing.viewport = start
    fingers.move((1, 330, 400))
    assert viewing.viewport == start
