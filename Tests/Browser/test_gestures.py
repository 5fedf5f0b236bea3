"""The behaviour of the iOS classes that are known for zooming images, with real fingers and motion."""

import math
import pathlib

import pytest
from PIL import Image

from conftest import PHONE
from fingers import Fingers
from server import Server
from viewing import VIEWER, Viewing, image_point, view_point, zoom_in

WIDTH, HEIGHT = 2303, 1511
DECAY = 1000 * math.log(0.998)
# Each frame is 16 ms after the one before, however slow the machine is.
STEADY = """
let now = performance.now();
const draw = requestAnimationFrame;
window.requestAnimationFrame = (action) => draw(() => action((now += 16)));
"""
# Records each viewport that is shown.
RECORD = f"() => {{ window.shown = []; {VIEWER}.addEventListener('viewportchange', ({{ detail }}) => shown.push(detail)) }}"


@pytest.fixture
def viewing(open_page, server):
    viewing = Viewing(open_page(**PHONE, reduced_motion="no-preference"), server)
    viewing.page.add_init_script(STEADY)
    return viewing.open("detail.png")


@pytest.fixture
def fingers(viewing):
    return Fingers(viewing.page)


def give(distance, extent):
    return distance * 0.55 * extent / (0.55 * distance + extent)


def pinch(fingers, times, about=(195, 422), steps=6):
    """Pinches: two fingers 100 px apart move to so many times that distance, and lift."""
    x, y = about
    fingers.down((1, x - 50, y), (2, x + 50, y))
    for step in range(1, steps + 1):
        half = 50 * times ** (step / steps)
        fingers.move((1, x - half, y), (2, x + half, y))
    fingers.up(1, 2)


def flick(fingers, start, step, count=8):
    (x, y), (dx, dy) = start, step
    fingers.down((1, x, y))
    for number in range(1, count + 1):
        fingers.move((1, x + number * dx, y + number * dy))
    fingers.up(1)


def destination(viewing):
    return viewing.page.evaluate(f"{VIEWER}.destination")


class TestPinchRecognizer:
    """Scale, anchor and offset while pinching; double tap; zoom percentage and reset."""

    def test_sequential_pinches_accumulate(self, viewing, fingers):
        fit = viewing.viewport
        viewing.set_attribute("max-scale", "9")
        pinch(fingers, 1.6)
        assert viewing.rest()["zoom"] == pytest.approx(1.6 * fit["zoom"], rel=1e-6)
        pinch(fingers, 1.5)
        assert viewing.rest()["zoom"] == pytest.approx(2.4 * fit["zoom"], rel=1e-6)

    @pytest.mark.parametrize("times, bound", [(4, 3), (0.4, 0.9)])
    def test_scale_is_clamped_and_bounces(self, viewing, fingers, times, bound):
        viewing.set_attribute("max-scale", "3")
        viewing.set_attribute("min-scale", "0.9")
        fit = 390 / WIDTH
        viewing.viewport = {"zoom": fit, "x": 0, "y": 0}
        x, y = 150, 450
        pinned = image_point(viewing.viewport, x, y)
        fingers.down((1, x - 30, y), (2, x + 30, y))
        fingers.move((1, x - 30 * times, y), (2, x + 30 * times, y))
        beyond = abs(math.log(times / bound))
        expected = bound * fit * math.exp(math.copysign(give(beyond, math.log(2)), times - 1))
        assert viewing.viewport["zoom"] == pytest.approx(expected)
        assert math.dist(view_point(viewing.viewport, *pinned), (x, y)) < 1
        viewing.page.evaluate(RECORD)
        fingers.up(1, 2)
        assert viewing.rest()["zoom"] == pytest.approx(bound * fit)
        way = [shown["zoom"] for shown in viewing.page.evaluate("shown")]
        assert len(way) > 5 and way == sorted(way, reverse=times > 1)
        if times > 1:  # about the last midpoint, where there is room
            assert abs(view_point(viewing.viewport, *pinned)[0] - x) < 1

    def test_no_jump_when_the_number_of_touches_changes(self, viewing, fingers):
        zoom_in(viewing)
        fingers.down((1, 100, 300), (2, 200, 400))
        fingers.move((1, 110, 320), (2, 210, 440))
        before = viewing.viewport
        fingers.down((3, 300, 700))
        assert viewing.viewport == pytest.approx(before)
        fingers.up(1)
        assert viewing.viewport == pytest.approx(before)

    def test_double_tap_springs_to_the_point_and_resets(self, viewing, fingers):
        fit = viewing.viewport
        tapped = image_point(fit, 130, 420)
        viewing.page.evaluate(RECORD)
        fingers.tap(130, 420)
        fingers.wait(0.1)
        fingers.tap(130, 420)
        now = viewing.rest()
        assert now["zoom"] == pytest.approx(2 * fit["zoom"])
        way = viewing.page.evaluate("shown")
        assert len(way) > 5
        # The tapped point stays where it is all the way, along the axis that the image fills.
        assert max(abs(view_point(shown, *tapped)[0] - 130) for shown in way) < 0.5
        # While it is smaller than the view it is centred.
        assert max(abs(shown["y"] - (844 - HEIGHT * shown["zoom"]) / 2) for shown in way) < 0.5
        fingers.wait(1)
        fingers.tap(200, 300)
        fingers.wait(0.1)
        fingers.tap(200, 300)
        assert viewing.rest() == pytest.approx(fit)

    def test_percentage_and_reset(self, viewing, fingers):
        pinch(fingers, 1.5)
        percent = round(100 * 3 * viewing.rest()["zoom"])
        viewing.page.get_by_role("button", name=f"{percent}%").wait_for()
        viewing.page.get_by_role("button", name="Show the whole image").click()
        assert viewing.rest() == pytest.approx({"zoom": 390 / WIDTH, "x": 0, "y": (844 - 390 * HEIGHT / WIDTH) / 2})


class TestScrollView:
    """The least scale fits, what is smaller is centred, the device turns, insets."""

    def test_the_least_scale_fits_and_is_centred(self, viewing, fingers):
        fit = viewing.viewport
        assert fit == pytest.approx({"zoom": 390 / WIDTH, "x": 0, "y": (844 - 390 * HEIGHT / WIDTH) / 2})
        pinch(fingers, 0.3, about=(100, 700))
        assert viewing.rest() == pytest.approx(fit)

    def test_the_device_turns(self, viewing, fingers):
        viewing.resize(844, 390)
        zoom = 390 / HEIGHT
        assert viewing.rest() == pytest.approx({"zoom": zoom, "x": (844 - WIDTH * zoom) / 2, "y": 0})
        viewing.set_attribute("max-scale", "9")
        viewing.viewport = {"zoom": 1, "x": -600, "y": -500}
        middle = image_point(viewing.viewport, 422, 195)
        viewing.resize(390, 844)
        assert view_point(viewing.rest(), *middle) == pytest.approx((195, 422))

    def test_insets_do_not_disturb_the_centring(self, viewing):
        viewing.style(boxSizing="border-box", padding="44px 0 34px", border="10px solid")
        zoom = 370 / WIDTH
        height = 844 - 44 - 34 - 20
        assert viewing.rest() == pytest.approx({"zoom": zoom, "x": 0, "y": (height - HEIGHT * zoom) / 2})
        canvas = viewing.page.locator("azulejo-viewer canvas").bounding_box()
        assert canvas == pytest.approx({"x": 10, "y": 54, "width": 370, "height": height})

    def test_zooms_to_a_rectangle(self, viewing):
        zoom = 390 / 800
        viewing.viewport = {"zoom": zoom, "x": -400 * zoom, "y": -200 * zoom}
        assert image_point(viewing.viewport, 390, 0)[0] == pytest.approx(1200)


class TestMagnifyGesture:
    """Temporary magnification, and persistent."""

    def test_temporary_snaps_back(self, viewing, fingers):
        viewing.set_attribute("mode", "temporary")
        fit = viewing.viewport
        fingers.down((1, 100, 400), (2, 200, 450))
        fingers.move((1, 50, 350), (2, 280, 500))
        assert viewing.viewport["zoom"] > 1.5 * fit["zoom"]
        fingers.up(1)
        fingers.move((2, 250, 480))
        fingers.up(2)
        assert viewing.rest() == pytest.approx(fit)

    def test_temporary_comes_back_to_what_was_before_and_not_to_fit(self, viewing, fingers):
        start = zoom_in(viewing)
        viewing.set_attribute("mode", "temporary")
        pinch(fingers, 2)
        pinch(fingers, 1.5)  # perhaps on the way back
        assert viewing.rest() == pytest.approx(start)

    def test_persistent_is_total_times_current(self, viewing, fingers):
        viewing.set_attribute("mode", "temporary")
        viewing.set_attribute("mode", "persistent")
        start = zoom_in(viewing, 2)
        pinch(fingers, 1.5)
        pinch(fingers, 0.8)
        assert viewing.rest()["zoom"] == pytest.approx(1.2 * start["zoom"])


class TestPDFKit:
    """Least, ideal and greatest scale; background; a page of a PDF."""

    @pytest.mark.parametrize("ideal, expected", [("0.1", 0.5), ("1.7", 1.7), ("50", 4)])
    def test_an_ideal_outside_becomes_the_nearer_bound(self, open_page, server, ideal, expected):
        viewing = Viewing(open_page(viewport={"width": 400, "height": 400}), server)
        scales = {"min-scale": "0.5", "ideal-scale": ideal, "max-scale": "4"}
        viewing.page.add_init_script(
            f"""document.addEventListener('DOMContentLoaded', () => {{
                for (const [name, value] of Object.entries({scales})) {VIEWER}.setAttribute(name, value);
            }})"""
        )
        viewing.open("detail.png")
        assert viewing.viewport["zoom"] == pytest.approx(expected * 400 / WIDTH)

    def test_background(self, viewing):
        viewing.hide_bar()
        viewing.set_attribute("background", "rgb(10, 200, 30)")
        viewing.rest()
        assert (viewing.pixels()[30, 600] == [10, 200, 30]).all()

    def test_a_page_of_a_pdf(self, open_page, starting, tmp_path):
        folder = tmp_path / "images"
        folder.mkdir()
        pages = [Image.new("RGB", size, colour) for size, colour in (((300, 200), (200, 0, 0)), ((200, 300), (0, 0, 200)))]
        pages[0].save(pathlib.Path(folder, "atlas.pdf"), save_all=True, append_images=pages[1:])
        running = starting(Server(folder, tmp_path / "cache"))
        viewing = Viewing(open_page(**PHONE), running.address).open("atlas.pdf;2")
        fingers = Fingers(viewing.page)
        pinch(fingers, 1.5)
        image = viewing.page.evaluate(f"{VIEWER}.image")
        assert image["pages"] == 2 and image["height"] > image["width"]
        assert viewing.rest()["zoom"] == pytest.approx(1.5 * 390 / image["width"])
        viewing.hide_bar()
        viewing.sharp()
        assert abs(viewing.pixels()[1266, 585] - [0, 0, 200]).max() < 12


class TestScrollViewInSwiftUI:
    """Zoom and pan at once, no freeze between two fingers and one, inertia, bounce, a view that is empty at first."""

    def test_zoom_and_pan_at_once_then_one_finger_without_freeze(self, viewing, fingers):
        zoom_in(viewing)
        fingers.down((1, 120, 300), (2, 200, 380))
        pinned = image_point(viewing.viewport, *fingers.midpoint)
        for step in range(1, 9):
            fingers.move((1, 120 - step, 300 + step), (2, 200 + 5 * step, 380 + 6 * step))
            assert math.dist(view_point(viewing.viewport, *pinned), fingers.midpoint) < 1
        fingers.up(2)
        before = viewing.viewport
        for step in range(1, 6):
            fingers.move((1, 112 + 5 * step, 308 - 3 * step))
            assert viewing.viewport["x"] - before["x"] == pytest.approx(5 * step, abs=0.01)
            assert viewing.viewport["y"] - before["y"] == pytest.approx(-3 * step, abs=0.01)

    def test_a_flick_rests_where_the_closed_form_says(self, viewing, fingers):
        start = zoom_in(viewing, 20)
        flick(fingers, (200, 400), (-9, 5))
        # 9 and 5 px in 16 ms, after 8 of these
        expected = [start[axis] + 8 * step + step / 0.016 / -DECAY for axis, step in (("x", -9), ("y", 5))]
        end = destination(viewing)
        assert (end["x"], end["y"]) == pytest.approx(expected, abs=2)
        assert viewing.rest() == pytest.approx(end)

    def test_fingers_that_lift_at_once_do_not_flick(self, viewing, fingers):
        zoom_in(viewing)
        fingers.down((1, 100, 300), (2, 200, 400))
        for step in range(1, 6):
            fingers.move((1, 100 + 20 * step, 300), (2, 200 + 20 * step, 400))
        fingers.up(1, 2)
        assert destination(viewing) == pytest.approx(viewing.viewport)

    def test_a_touch_stops_a_flick(self, viewing, fingers):
        zoom_in(viewing, 20)
        flick(fingers, (200, 400), (-9, 5))
        fingers.down((1, 100, 100))
        held = viewing.viewport
        viewing.page.wait_for_timeout(100)
        assert viewing.viewport == held
        fingers.up(1)
        assert viewing.rest() == held

    def test_a_flick_bounces_off_the_bound(self, viewing, fingers):
        zoom_in(viewing)
        viewing.viewport = {**viewing.viewport, "x": -200}
        viewing.page.evaluate(RECORD)
        flick(fingers, (100, 400), (20, 0))
        assert viewing.rest()["x"] == 0
        way = [shown["x"] for shown in viewing.page.evaluate("shown")]
        assert 5 < max(way) < 60 and way[-1] == 0

    def test_position_gives_way_beyond_a_bound_and_springs_back(self, viewing, fingers):
        start = zoom_in(viewing)
        viewing.viewport = {**start, "x": -10}
        fingers.down((1, 100, 400))
        for step in range(1, 11):
            fingers.move((1, 100 + 20 * step, 400))
            beyond = 20 * step - 10
            assert viewing.viewport["x"] == pytest.approx(give(beyond, 390))
        fingers.wait(0.2)
        fingers.up(1)
        assert viewing.rest() == pytest.approx({**start, "x": 0})

    def test_caught_while_it_springs_back(self, viewing, fingers):
        start = zoom_in(viewing)
        viewing.viewport = {**start, "x": 0}
        fingers.down((1, 100, 400))
        fingers.move((1, 300, 400))
        fingers.wait(0.2)
        fingers.up(1)
        fingers.down((1, 200, 400))
        held = viewing.viewport
        fingers.move((1, 196, 400))
        assert viewing.viewport["x"] == pytest.approx(held["x"] - 4)
        fingers.wait(0.2)
        fingers.up(1)
        assert viewing.rest()["x"] <= 0

    def test_an_axis_that_is_smaller_does_not_follow_one_finger(self, viewing, fingers):
        fit = viewing.viewport
        fingers.down((1, 100, 300))
        fingers.move((1, 160, 420))
        fingers.move((1, 220, 540))
        assert viewing.viewport == fit
        fingers.up(1)
        assert viewing.rest() == fit

    def test_a_view_that_is_empty_at_first(self, open_page, server):
        viewing = Viewing(open_page(**PHONE, reduced_motion="no-preference"), server)
        viewing.page.add_init_script(
            "document.addEventListener('DOMContentLoaded', () => { document.querySelector('azulejo-viewer').style.width = '0px' })"
        )
        viewing.page.goto(f"{server}view/detail.png")
        viewing.page.wait_for_function("() => seen.describe > 0")
        assert viewing.viewport is None
        fingers = Fingers(viewing.page)
        fingers.tap(10, 10)
        viewing.style(width="390px")
        viewing.page.wait_for_function("() => seen.ready === 1")
        assert viewing.viewport["zoom"] == pytest.approx(390 / WIDTH)

    def test_a_drag_after_a_tap_zooms(self, viewing, fingers):
        fit = viewing.viewport
        pinned = image_point(fit, 130, 400)
        fingers.tap(130, 400)
        fingers.wait(0.1)
        fingers.down((1, 130, 400))
        for step in range(1, 6):
            fingers.move((1, 130, 400 + 20 * step))
            assert viewing.viewport["zoom"] == pytest.approx(fit["zoom"] * 2 ** (20 * step / 150))
            assert math.dist(view_point(viewing.viewport, *pinned), (130, 400)) < 1
        fingers.up(1)
        assert viewing.rest()["zoom"] == pytest.approx(fit["zoom"] * 2 ** (100 / 150))

    def test_reduced_motion_neither_flies_nor_springs(self, open_page, server):
        viewing = Viewing(open_page(**PHONE), server).open("detail.png")
        fingers = Fingers(viewing.page)
        start = zoom_in(viewing)
        flick(fingers, (300, 400), (-9, 0), 8)
        assert viewing.viewport == pytest.approx({**start, "x": start["x"] - 72})
        fingers.down((1, 100, 400))
        fingers.move((1, 380, 400))
        fingers.move((1, 1000, 400))
        fingers.up(1)
        assert viewing.viewport["x"] == 0

    @pytest.mark.parametrize("policy", ["restore", "reset"])
    def test_cancelled(self, viewing, fingers, policy):
        fit = viewing.viewport
        start = zoom_in(viewing)
        viewing.set_attribute("cancel", policy)
        fingers.down((1, 100, 300), (2, 200, 400))
        fingers.move((1, 60, 260), (2, 260, 460))
        fingers.cancel()
        assert viewing.rest() == pytest.approx(start if policy == "restore" else fit)
