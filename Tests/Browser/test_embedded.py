"""A viewer in a page that scrolls: which fingers and wheels move the picture, and which scroll the page."""

import io
import math

import pytest
from PIL import Image

from conftest import PHONE
from fingers import Fingers
from viewing import VIEWER, Viewing, until

PAGE = """<!doctype html><meta name="viewport" content="width=device-width"><title>Embedded</title><link rel="icon" href="data:,">
<script type="module" src="js/azulejo-viewer.js"></script>
<style>body { margin: 0; height: 4000px } azulejo-viewer { margin-top: 300px; height: 500px }</style>
<azulejo-viewer src="images/detail.png" max-scale="20"%s></azulejo-viewer>"""


def embed(page, server, attributes):
    page.route("**/embedded", lambda route: route.fulfill(content_type="text/html", body=PAGE % attributes))
    viewing = Viewing(page, server)
    page.goto(f"{server}embedded")
    page.wait_for_function("() => seen.ready > 0")
    return viewing


@pytest.fixture
def cooperative(open_page, server):
    return embed(open_page(**PHONE), server, ' gestures="cooperative"')


def scroll(viewing):
    viewing.page.wait_for_timeout(150)
    return viewing.page.evaluate("scrollY")


def zoomed(viewing):
    viewing.viewport = {"zoom": 0.8, "x": -500, "y": -300}
    return viewing.viewport


def test_one_finger_scrolls_the_page(cooperative):
    fingers = Fingers(cooperative.page, ahead=0)
    start = zoomed(cooperative)
    fingers.down((1, 200, 600))
    for step in range(1, 12):
        fingers.move((1, 200, 600 - 20 * step))
    fingers.up(1)
    cooperative.page.wait_for_function("() => scrollY > 100")
    assert cooperative.rest() == start


def test_a_hint_explains_that_two_fingers_or_ctrl_are_needed(cooperative):
    """The hint appears and disappears by itself."""
    cooperative.page.evaluate("""() => {
        window.told = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            told.push(this.textContent);
            return animate.apply(this, how);
        };
    }""")
    fingers = Fingers(cooperative.page, ahead=0)
    fingers.down((1, 200, 600))
    for step in range(1, 12):
        fingers.move((1, 200, 600 - 20 * step))
    fingers.wait(0.2)  # or the page would fly on, and the viewer out of sight
    fingers.up(1)
    words = "Use two fingers, or Ctrl and the wheel"
    cooperative.page.wait_for_function("(words) => told.length === 1 && told[0] === words", arg=words)
    cooperative.page.mouse.move(200, 400)
    cooperative.page.mouse.wheel(0, 10)
    cooperative.page.wait_for_function("() => told.length === 2")
    fingers = Fingers(cooperative.page)
    fingers.tap(200, 400)
    assert cooperative.page.evaluate("told.length") == 2


def test_two_fingers_pinch_and_pan_and_the_page_stays(cooperative):
    fingers = Fingers(cooperative.page)
    start = zoomed(cooperative)
    fingers.down((1, 150, 500))
    fingers.down((2, 250, 600))
    for step in range(1, 9):
        fingers.move((1, 150 - 5 * step, 500 + 10 * step), (2, 250 + 5 * step, 600 + 10 * step))
    assert cooperative.viewport["zoom"] == pytest.approx(start["zoom"] * math.hypot(180, 100) / math.hypot(100, 100))
    fingers.up(1)
    before = cooperative.viewport
    for step in range(1, 9):
        fingers.move((2, 290, 680 - 15 * step))
    assert cooperative.viewport["y"] - before["y"] == pytest.approx(-120, abs=0.01)
    fingers.up(2)
    assert scroll(cooperative) == 0
    assert cooperative.page.evaluate("visualViewport.scale") == 1


def test_the_wheel_scrolls_and_with_control_zooms(cooperative):
    start = zoomed(cooperative)
    cooperative.page.mouse.move(200, 500)
    cooperative.page.mouse.wheel(0, 100)
    cooperative.page.wait_for_function("() => scrollY === 100")
    assert cooperative.viewport == start
    cooperative.page.keyboard.down("Control")
    cooperative.page.mouse.wheel(0, -20)
    cooperative.page.keyboard.up("Control")
    assert scroll(cooperative) == 100
    assert cooperative.rest()["zoom"] > start["zoom"]


def test_a_double_tap_and_the_mouse_are_the_viewers(cooperative):
    fingers = Fingers(cooperative.page)
    fit = cooperative.viewport
    fingers.tap(200, 500)
    fingers.wait(0.1)
    fingers.tap(200, 500)
    assert cooperative.rest()["zoom"] == pytest.approx(2 * fit["zoom"])
    start = zoomed(cooperative)
    cooperative.page.mouse.move(200, 500)
    cooperative.page.mouse.down()
    cooperative.page.mouse.move(240, 520)
    cooperative.page.mouse.up()
    assert cooperative.rest()["x"] - start["x"] == pytest.approx(40)


def test_exclusive_takes_all_and_can_be_changed_live(open_page, server):
    viewing = embed(open_page(**PHONE), server, "")
    fingers = Fingers(viewing.page)
    start = zoomed(viewing)
    fingers.down((1, 200, 600))
    for step in range(1, 6):
        fingers.move((1, 200, 600 - 20 * step))
    fingers.up(1)
    assert viewing.rest()["y"] - start["y"] == pytest.approx(-100)
    viewing.page.mouse.move(200, 500)
    viewing.page.mouse.wheel(0, 100)
    assert scroll(viewing) == 0
    viewing.set_attribute("gestures", "cooperative")
    viewing.page.mouse.wheel(0, 100)
    viewing.page.wait_for_function("() => scrollY === 100")
    viewing.set_attribute("gestures", "exclusive")
    viewing.page.mouse.wheel(0, 100)
    assert scroll(viewing) == 100


def test_a_pinch_of_safaris_trackpad(open_page, server):
    """Safari reports it in events of its own, which Chromium does not have."""
    viewing = embed(open_page(viewport={"width": 390, "height": 844}), server, "")
    start = zoomed(viewing)
    viewing.page.mouse.move(100, 400)
    is_used = viewing.page.evaluate(
        f"""() => ['gesturestart 1', 'gesturechange 1.2', 'gesturechange 1.5', 'gestureend 1.5'].map((event) => {{
            const [type, scale] = event.split(' ');
            const made = Object.assign(new Event(type, {{ cancelable: true }}), {{ scale: Number(scale), clientX: 100, clientY: 400 }});
            return !{VIEWER}.shadowRoot.querySelector('canvas').dispatchEvent(made);
        }})"""
    )
    assert is_used[:3] == [True, True, True]
    now = viewing.viewport
    assert now["zoom"] / start["zoom"] == pytest.approx(1.5)
    assert (100 - now["x"]) / now["zoom"] == pytest.approx((100 - start["x"]) / start["zoom"])
    # The canvas begins 300 px down.
    assert (100 - now["y"]) / now["zoom"] == pytest.approx((100 - start["y"]) / start["zoom"])


def test_safaris_pinch_does_not_count_twice_under_fingers(open_page, server):
    viewing = embed(open_page(**PHONE), server, "")
    fingers = Fingers(viewing.page)
    start = zoomed(viewing)
    fingers.down((1, 150, 500), (2, 250, 500))
    viewing.page.evaluate(
        f"""() => ['gesturestart 1', 'gesturechange 1.5'].forEach((event) => {{
            const [type, scale] = event.split(' ');
            const made = Object.assign(new Event(type, {{ cancelable: true }}), {{ scale: Number(scale), clientX: 100, clientY: 400 }});
            {VIEWER}.shadowRoot.querySelector('canvas').dispatchEvent(made);
        }})"""
    )
    assert viewing.viewport == start


def test_a_coarse_tile_that_comes_alone_is_seen(open_page, server):
    """It fades in, and no other tile keeps the frames going."""
    page = open_page(viewport={"width": 800, "height": 900}, reduced_motion="no-preference")
    viewing = Viewing(page, server)
    red, held = io.BytesIO(), []
    Image.new("RGB", (288, 189), (255, 0, 0)).save(red, "PNG")

    def answer(route):
        if "/detail.png/0/" in route.request.url:
            route.fulfill(content_type="image/png", body=red.getvalue())
        else:
            held.append(route)

    page.route("**/tiles/**", answer)
    page.route("**/thumbnail.jpg*", lambda route, _request: held.append(route))
    page.route("**/embedded", lambda route: route.fulfill(content_type="text/html", body=PAGE % ""))
    page.goto(f"{server}embedded")
    until(page, lambda: viewing.pixels()[550, 400].tolist() == [255, 0, 0])
    for route in held:
        route.continue_()
