"""Mouse, wheel and keyboard."""

import math

import pytest

from viewing import VIEWER, Viewing, image_point, view_point


@pytest.fixture
def viewing(desktop):
    return desktop.open("detail.png")


def zoomed(viewing):
    fit = viewing.viewport
    zoom = fit["zoom"] * 2.5
    viewing.viewport = {"zoom": zoom, "x": 500 - 2303 / 2 * zoom, "y": 350 - 1511 / 2 * zoom}
    return viewing.viewport


def test_drag_is_one_to_one(viewing):
    start = zoomed(viewing)
    mouse = viewing.page.mouse
    mouse.move(400, 300)
    mouse.down()
    for step in range(1, 6):
        mouse.move(400 + 11 * step, 300 - 7 * step)
        now = viewing.viewport
        assert (now["x"] - start["x"], now["y"] - start["y"]) == pytest.approx((11 * step, -7 * step))
    mouse.up()
    mouse.move(100, 100)
    assert viewing.rest() == pytest.approx({**start, "x": start["x"] + 55, "y": start["y"] - 35})


def test_a_release_that_is_not_reported_ends_the_drag(viewing):
    start = zoomed(viewing)
    viewing.page.mouse.move(400, 300)
    viewing.page.mouse.down()
    viewing.page.mouse.move(420, 300)
    # A move without a pressed button: the button was released outside of the window.
    viewing.page.evaluate(
        f"""() => {VIEWER}.shadowRoot.querySelector('canvas').dispatchEvent(
            new PointerEvent('pointermove', {{ pointerId: 1, pointerType: 'mouse', buttons: 0, clientX: 500, clientY: 300 }}))"""
    )
    viewing.page.mouse.move(600, 300)
    assert viewing.viewport["x"] - start["x"] == pytest.approx(20)


@pytest.mark.parametrize("end", ["new Event('blur')", "new PointerEvent('contextmenu', { pointerType: 'mouse', bubbles: true })"])
def test_blur_and_menus_end_the_drag(viewing, end):
    start = zoomed(viewing)
    viewing.page.mouse.move(400, 300)
    viewing.page.mouse.down()
    viewing.page.mouse.move(420, 300)
    target = "window" if "blur" in end else f"{VIEWER}.shadowRoot.querySelector('canvas')"
    viewing.page.evaluate(f"() => {{ {target}.dispatchEvent({end}) }}")
    viewing.page.mouse.move(500, 300)
    assert viewing.viewport["x"] - start["x"] == pytest.approx(20)


def test_the_right_button_drags_nothing(viewing):
    start = zoomed(viewing)
    viewing.page.mouse.move(400, 300)
    viewing.page.mouse.down(button="right")
    viewing.page.mouse.move(450, 300)
    viewing.page.mouse.up(button="right")
    assert viewing.viewport == start


def test_a_drag_is_no_click(viewing):
    viewing.page.evaluate(f"() => {{ window.clicks = 0; {VIEWER}.addEventListener('click', () => {{ clicks += 1 }}) }}")
    zoomed(viewing)
    mouse = viewing.page.mouse
    mouse.move(400, 300)
    mouse.down()
    mouse.move(440, 300)
    mouse.up()
    assert viewing.page.evaluate("clicks") == 0
    mouse.click(400, 300)
    assert viewing.page.evaluate("clicks") == 1


@pytest.mark.parametrize("delta", [-100, 100, -37])
def test_wheel_zooms_at_the_cursor(viewing, delta):
    start = zoomed(viewing)
    pinned = image_point(start, 610, 420)
    viewing.page.mouse.move(610, 420)
    viewing.page.mouse.wheel(0, delta)
    now = viewing.rest()
    assert now["zoom"] / start["zoom"] == pytest.approx(2 ** (-0.002 * delta))
    assert math.dist(view_point(now, *pinned), (610, 420)) < 1e-6


@pytest.mark.parametrize(
    "options, factor",
    [("deltaY: -3, deltaMode: 1", 2**0.24), ("deltaY: -20, ctrlKey: true", math.exp(0.2)), ("deltaY: 10", 2**-0.02)],
)
def test_wheel_in_lines_and_trackpad_pinch(viewing, options, factor):
    start = zoomed(viewing)
    is_used = viewing.page.evaluate(
        f"""() => !{VIEWER}.shadowRoot.querySelector('canvas').dispatchEvent(
            new WheelEvent('wheel', {{ {options}, clientX: 500, clientY: 350, cancelable: true }}))"""
    )
    assert is_used
    assert viewing.viewport["zoom"] / start["zoom"] == pytest.approx(factor)


def test_double_click_zooms_at_the_point_and_back(viewing):
    fit = viewing.viewport
    pinned = image_point(fit, 300, 250)
    viewing.page.mouse.dblclick(300, 250)
    now = viewing.rest()
    assert now["zoom"] == pytest.approx(2 * fit["zoom"])
    assert math.dist(view_point(now, *pinned), (300, 250)) < 1
    viewing.page.wait_for_timeout(400)
    viewing.page.mouse.dblclick(700, 500)
    assert viewing.rest() == pytest.approx(fit)


def test_a_pen_drags(viewing):
    start = zoomed(viewing)
    protocol = viewing.page.context.new_cdp_session(viewing.page)
    for kind, x, buttons in [("mousePressed", 400, 1), ("mouseMoved", 430, 1), ("mouseReleased", 430, 0)]:
        protocol.send(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": x, "y": 300, "button": "left", "buttons": buttons, "clickCount": 1, "pointerType": "pen"},
        )
    assert viewing.viewport["x"] - start["x"] == pytest.approx(30)


def test_keys_zoom_and_move(viewing):
    press = viewing.page.keyboard.press
    fit = viewing.viewport
    press("+")
    press("+")
    now = viewing.rest()
    assert now["zoom"] == pytest.approx(2.25 * fit["zoom"])
    assert view_point(now, 2303 / 2, 1511 / 2) == pytest.approx((500, 350))
    press("-")
    assert viewing.rest()["zoom"] == pytest.approx(1.5 * fit["zoom"])
    press("+")
    start = viewing.rest()
    for key, x, y in [("ArrowRight", -125, 0), ("ArrowLeft", 125, 0), ("ArrowDown", 0, -87.5), ("ArrowUp", 0, 87.5)]:
        before = viewing.rest()
        press(key)
        now = viewing.rest()
        assert (now["x"] - before["x"], now["y"] - before["y"]) == pytest.approx((x, y))
    assert now == pytest.approx(start)
    press("0")
    assert viewing.rest() == pytest.approx(fit)
    press("+")
    press("Home")
    assert viewing.rest() == pytest.approx(fit)


def test_shortcuts_of_the_browser_are_left_alone(viewing):
    fit = viewing.viewport
    viewing.page.keyboard.press("Control+=")
    assert viewing.rest()["zoom"] == pytest.approx(fit["zoom"])


def test_motion_can_be_interrupted(open_page, server):
    viewing = Viewing(open_page(viewport={"width": 1000, "height": 700}, reduced_motion="no-preference"), server)
    # A hundred times slower, so that a test can see a place on the way.
    viewing.page.add_init_script(
        "window.slowness = 100; const request = requestAnimationFrame;"
        "window.requestAnimationFrame = (draw) => request((time) => draw(time / slowness))"
    )
    viewing.open("detail.png")
    fit = viewing.viewport
    viewing.page.mouse.move(500, 350)
    viewing.page.evaluate(f"() => {{ {VIEWER}.zoomBy(2) }}")
    viewing.page.wait_for_function(f"() => {VIEWER}.viewport.zoom > {1.001 * fit['zoom']}")
    viewing.page.mouse.down()
    held = viewing.viewport
    viewing.page.wait_for_timeout(200)
    assert viewing.viewport == held
    assert fit["zoom"] < held["zoom"] < 2 * fit["zoom"]
    # About the view's centre all the way.
    assert view_point(held, 2303 / 2, 1511 / 2) == pytest.approx((500, 350))
    viewing.page.mouse.up()
    viewing.page.evaluate(f"() => {{ slowness = 1; {VIEWER}.zoomBy(1.5) }}")
    assert viewing.rest()["zoom"] == pytest.approx(1.5 * held["zoom"])
