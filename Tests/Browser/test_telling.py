"""The events that the server gets of fingers, wheel and keys; its answer is the place where the picture comes to rest."""


import pytest

from conftest import DESKTOP, PHONE
from fingers import Fingers
from snippets import Elsewhere
from sources import DETAIL
from telling import RECORD, Telling, near, pause, rests_at, settle, shown, words
from test_gestures import STEADY, flick, pinch
from viewing import VIEWER, Viewing, image_point, zoom_in

WIDTH, HEIGHT = DETAIL
STILL = {"x": 0, "y": 0}
# Each event waits for the answer to the one before. On different connections one event may overtake another, and the answers of the server
# would depend on that.
IN_ORDER = """
{
    const fetchNow = window.fetch;
    let last;
    window.fetch = (url, options = {}) => {
        if (options.method !== 'POST') return fetchNow(url, options);
        last = Promise.allSettled([last]).then(() => fetchNow(url, options));
        return last;
    };
}
"""


def open_telling(page, server):
    page.add_init_script(IN_ORDER)
    page.add_init_script(RECORD)
    viewing = Viewing(page, server).open("detail.png")
    settle(viewing)
    return viewing


@pytest.fixture
def viewing(open_page, server):
    page = open_page(**PHONE, reduced_motion="no-preference")
    page.add_init_script(STEADY)
    return open_telling(page, server)


@pytest.fixture
def fingers(viewing):
    return Fingers(viewing.page)


def zoomed(viewing, times=4):
    zoom_in(viewing, times)
    return settle(viewing)


# The events


def test_the_viewport_is_sent_when_the_picture_rests(open_page, server):
    viewing = open_telling(open_page(**PHONE), server)
    [told] = viewing.page.evaluate("told")
    event = told["event"]
    assert told["url"] == f"{server}viewport/detail.png/gestures"
    assert told["options"]["headers"] == {"Content-Type": "application/json"}
    assert event["gesture"] == "settle" and event["phase"] == "ended" and event["view"] == {"width": 390, "height": 844, "dpr": 3}
    assert "leader" not in event
    assert shown(event, DETAIL) == near(viewing.viewport)
    telling = Telling(viewing.page)
    viewing.viewport = {"zoom": 0.5, "x": -100, "y": -50}
    telling.wait("settle ended")
    assert telling.words == ["settle ended"]
    assert shown(telling.events[0], DETAIL) == near(viewing.viewport)
    assert telling.events[0]["sequence"] > event["sequence"]
    assert {one["session"] for one in telling.events} == {event["session"]}
    assert {one["client"] for one in telling.events} == {event["client"]}


def test_a_pinch_begins_changes_and_ends(viewing, fingers):
    start = zoomed(viewing)
    telling = Telling(viewing.page)
    fingers.down((1, 150, 400), (2, 250, 400))
    for step in range(1, 7):
        fingers.move((1, 150 - 5 * step, 400 + 3 * step), (2, 250 + 5 * step, 400 + 3 * step))
        pause(viewing)
    middle, end = fingers.midpoint, viewing.viewport
    fingers.up(1, 2)
    events = telling.gestures
    told = words(events)
    assert told[0] == "pinch began" and told[1] == "pinch changed"
    assert told[-1] == "pinch ended"
    assert set(told[1:-1]) <= {"pinch changed"}
    assert shown(events[0], DETAIL) == near(start)
    ended = events[-1]
    assert shown(ended, DETAIL) == near(end)
    # The image point under the fingers is the anchor.
    assert (ended["anchor"]["x"] * WIDTH, ended["anchor"]["y"] * HEIGHT) == pytest.approx(image_point(end, *middle))
    for event, viewport in list(zip(events, telling.viewports))[1:]:
        assert shown(event, DETAIL) == near(viewport)
        assert event["velocity"] == STILL
    assert [event["sequence"] for event in events] == list(range(events[0]["sequence"], events[0]["sequence"] + len(events)))
    assert {event["mode"] for event in events} == {"persistent"} and {event["cancel"] for event in events} == {"restore"}


def test_at_most_fifteen_changes_a_second(viewing, fingers):
    zoomed(viewing, 20)
    telling = Telling(viewing.page)
    begin = viewing.page.evaluate("performance.now()")
    fingers.down((1, 300, 600))
    for step in range(1, 46):
        fingers.move((1, 300 - 3 * step, 600 - 4 * step))
    took = viewing.page.evaluate("performance.now()") - begin
    changes = telling.words.count("pan changed")
    assert changes <= took / (1000 / 15) + 1
    fingers.up(1)
    told = words(telling.gestures)
    assert told[-1] == "pan ended" and told[0] == "pan began"


def test_a_pan_sends_its_velocity(viewing, fingers):
    start = zoomed(viewing, 20)
    telling = Telling(viewing.page)
    flick(fingers, (300, 500), (-9, 5))
    ended = telling.gestures[-1]
    assert (ended["gesture"], ended["phase"]) == ("pan", "ended")
    # 9 and 5 px in 16 ms.
    assert ended["velocity"] == pytest.approx({"x": -9 / 0.016, "y": 5 / 0.016}, rel=0.01)
    assert shown(ended, DETAIL) == near({**start, "x": start["x"] - 72, "y": start["y"] + 40})


def test_a_pinch_that_becomes_a_pan_is_one_gesture(viewing, fingers):
    zoomed(viewing)
    telling = Telling(viewing.page)
    fingers.down((1, 150, 400), (2, 250, 400))
    for step in range(1, 4):
        fingers.move((1, 150 - 5 * step, 400), (2, 250 + 5 * step, 400))
    fingers.up(1)
    for step in range(1, 5):
        fingers.move((2, 265 + 4 * step, 400))
        pause(viewing)
    fingers.up(2)
    told = words(telling.gestures)
    assert told[0] == "pinch began" and told[-1] == "pan ended" and "pan changed" in told
    assert sum("began" in word for word in told) == sum("ended" in word for word in told) == 1
    assert telling.gestures[-1]["velocity"] == pytest.approx({"x": 4 / 0.016, "y": 0}, rel=0.01)


def test_a_pinch_whose_fingers_lift_one_after_the_other_ends_as_a_pinch(viewing, fingers):
    zoomed(viewing)
    telling = Telling(viewing.page)
    fingers.down((1, 150, 400), (2, 250, 400))
    for step in range(1, 4):
        fingers.move((1, 150 - 5 * step, 400), (2, 250 + 5 * step, 400))
        pause(viewing)
    fingers.up(1)
    # A finger moves a little while it lifts.
    fingers.move((2, 266, 401))
    pause(viewing)
    fingers.move((2, 265, 401))
    fingers.up(2)
    told = words(telling.gestures)
    assert told[0] == "pinch began" and told[-1] == "pinch ended" and set(told[1:-1]) == {"pinch changed"}


def test_a_double_tap_sends_the_viewport_before_it_and_the_point(viewing, fingers):
    fit = viewing.viewport
    telling = Telling(viewing.page)
    fingers.tap(130, 420)
    fingers.wait(0.1)
    fingers.tap(130, 420)
    [event] = telling.gestures
    assert (event["gesture"], event["phase"]) == ("doubleTap", "ended")
    assert shown(event, DETAIL) == near(fit)
    assert (event["anchor"]["x"] * WIDTH, event["anchor"]["y"] * HEIGHT) == pytest.approx(image_point(fit, 130, 420))
    assert event["scales"]["doubleTap"] == 2


def test_nothing_is_sent_about_a_touch_without_movement(viewing, fingers):
    zoomed(viewing)
    telling = Telling(viewing.page)
    fingers.tap(130, 420)
    fingers.wait(1)
    fingers.down((1, 200, 400))
    fingers.move((1, 202, 400))  # within the slop
    fingers.wait(1)
    fingers.up(1)
    fingers.wait(1)
    fingers.down((1, 200, 400))
    fingers.cancel()
    viewing.rest()
    assert set(telling.words) <= {"settle ended"}


def test_a_finger_that_stops_a_flick_is_reported_when_the_picture_rests(viewing, fingers):
    zoomed(viewing, 20)
    telling = Telling(viewing.page)
    flick(fingers, (300, 500), (-9, 5))
    told = telling.gestures
    fingers.down((1, 200, 400))
    fingers.up(1)
    telling.wait("settle ended")
    assert telling.gestures == told
    assert shown(telling.events[-1], DETAIL) == near(viewing.viewport)


def test_the_wheel_sends_events(open_page, server):
    viewing = open_telling(open_page(**DESKTOP), server)
    pause(viewing)
    telling = Telling(viewing.page)
    viewing.page.mouse.move(300, 200)
    pinned = image_point(viewing.viewport, 300, 200)
    viewing.page.mouse.wheel(0, -200)
    telling.wait("settle ended")
    assert telling.words == ["wheel changed", "settle ended"]
    wheel = telling.events[0]
    assert shown(wheel, DETAIL) == near(viewing.viewport)
    assert (wheel["anchor"]["x"] * WIDTH, wheel["anchor"]["y"] * HEIGHT) == pytest.approx(pinned)


@pytest.mark.parametrize("action", ["+", "ArrowRight", "0", "Zoom in", "Show the whole image"])
def test_keys_and_buttons_send_where_they_lead(viewing, action):
    zoomed(viewing)
    telling = Telling(viewing.page)
    if len(action) > 1 and " " in action:
        viewing.page.get_by_role("button", name=action).click()
    else:
        viewing.page.keyboard.press(action)
    telling.wait("key ended")
    told = shown(telling.events[0], DETAIL)
    assert told != near(viewing.viewport) or viewing.page.evaluate(f"{VIEWER}.destination") == near(viewing.viewport)
    assert viewing.rest() == near(told)
    telling.wait("settle ended")
    assert telling.words == ["key ended", "settle ended"]


# The resting place in the answer


def bounce(viewing, fingers):
    viewing.viewport = {**zoomed(viewing), "x": -200}
    flick(fingers, (100, 400), (20, 0))


def drag_beyond(viewing, fingers):
    viewing.viewport = {**zoomed(viewing), "x": -10}
    fingers.down((1, 100, 400))
    for step in range(1, 6):
        fingers.move((1, 100 + 30 * step, 400 + 10 * step))
    fingers.wait(0.2)
    fingers.up(1)


def throw_back(viewing, fingers):
    """Throws the picture back from beyond its bound, fast enough to come in."""
    viewing.viewport = {**zoomed(viewing), "x": 0}
    fingers.down((1, 100, 400))
    fingers.move((1, 200, 400))
    fingers.wait(0.2)
    for step in range(1, 9):
        fingers.move((1, 200 - 15 * step, 400))
    fingers.up(1)


def pinch_then_flick(viewing, fingers):
    zoomed(viewing, 10)
    fingers.down((1, 150, 400), (2, 250, 400))
    fingers.move((1, 130, 420), (2, 270, 380))
    fingers.up(1)
    for step in range(1, 9):
        fingers.move((2, 270 - 8 * step, 380 + 3 * step))
    fingers.up(2)


def double_tap(viewing, fingers):
    fingers.tap(130, 420)
    fingers.wait(0.1)
    fingers.tap(131, 421)


def double_tap_back(viewing, fingers):
    zoomed(viewing)
    double_tap(viewing, fingers)


def double_tap_on_the_way(viewing, fingers):
    """The second double tap comes while the picture moves."""
    double_tap(viewing, fingers)
    fingers.wait(1)
    double_tap(viewing, fingers)


def cancelled(viewing, fingers):
    zoomed(viewing)
    fingers.down((1, 100, 300), (2, 200, 400))
    fingers.move((1, 60, 260), (2, 260, 460))
    fingers.cancel()


def cancelled_pan(viewing, fingers):
    zoomed(viewing)
    fingers.down((1, 100, 300))
    fingers.move((1, 140, 330))
    fingers.move((1, 160, 330))
    fingers.cancel()


def tap_and_drag(viewing, fingers):
    fingers.tap(130, 400)
    fingers.wait(0.1)
    fingers.down((1, 130, 400))
    for step in range(1, 6):
        fingers.move((1, 130, 400 + 20 * step))
    fingers.up(1)


def temporary_pinch(viewing, fingers):
    zoomed(viewing)
    pinch(fingers, 2, about=(120, 300))


def temporary_caught(viewing, fingers):
    """The fingers come again while the picture springs back."""
    temporary_pinch(viewing, fingers)
    pinch(fingers, 1.5, about=(250, 500))


def temporary_pan(viewing, fingers):
    zoomed(viewing, 10)
    flick(fingers, (300, 500), (-6, -4))


def key(*keys):
    def press(viewing, fingers):
        zoomed(viewing)
        for one in keys:
            viewing.page.keyboard.press(one)

    return press


def key_in_flight(viewing, fingers):
    zoomed(viewing, 20)
    flick(fingers, (300, 500), (-9, 5))
    viewing.page.keyboard.press("ArrowLeft")


ENDS = {
    "pinch": ({}, lambda viewing, fingers: pinch(fingers, 1.6, about=(120, 500))),
    "pinch beyond the most": ({"max-scale": "3"}, lambda viewing, fingers: pinch(fingers, 6, about=(120, 500))),
    "pinch below the least": ({"min-scale": "0.8"}, lambda viewing, fingers: pinch(fingers, 0.3, about=(120, 500))),
    "pinch where it is smaller": ({}, lambda viewing, fingers: pinch(fingers, 1.3, about=(60, 700))),
    "flick": ({}, lambda viewing, fingers: [zoomed(viewing, 20), flick(fingers, (300, 500), (-9, 5))]),
    "bounce": ({}, bounce),
    "drag beyond a bound": ({}, drag_beyond),
    "thrown back from beyond a bound": ({}, throw_back),
    "pinch, then flick": ({}, pinch_then_flick),
    "double tap": ({}, double_tap),
    "double tap to a scale": ({"double-tap-scale": "2.7"}, double_tap),
    "double tap back": ({}, double_tap_back),
    "double tap on the way": ({}, double_tap_on_the_way),
    "tap and drag": ({}, tap_and_drag),
    "cancelled": ({}, cancelled),
    "cancelled, reset": ({"cancel": "reset"}, cancelled),
    "pan cancelled": ({}, cancelled_pan),
    "temporary": ({"mode": "temporary"}, temporary_pinch),
    "temporary, caught": ({"mode": "temporary"}, temporary_caught),
    "temporary, cancelled": ({"mode": "temporary"}, cancelled),
    "temporary, moved": ({"mode": "temporary"}, temporary_pan),
    "key": ({}, key("+")),
    "keys": ({}, key("+", "+", "ArrowRight", "ArrowDown")),
    "key at a bound": ({"max-scale": "4.1"}, key("+")),
    "key in flight": ({}, key_in_flight),
    "key, temporary": ({"mode": "temporary"}, key("+")),
}


@pytest.mark.parametrize("attributes, act", ENDS.values(), ids=ENDS)
def test_the_server_knows_where_the_picture_comes_to_rest(viewing, fingers, attributes, act):
    for name, value in attributes.items():
        viewing.set_attribute(name, value)
    telling = Telling(viewing.page)
    act(viewing, fingers)
    rest = settle(viewing)
    told = list(zip(telling.events, telling.answers))
    *_, ended = (answer for event, answer in told if event["gesture"] != "settle" and event["phase"] in ("ended", "cancelled"))
    assert rests_at(ended) == near(rest)
    event, settled = told[-1]
    assert event["gesture"] == "settle" and rests_at(settled) == near(rest)


def test_without_motion_nothing_goes_on(open_page, server):
    viewing = open_telling(open_page(**PHONE, reduced_motion="reduce"), server)
    fingers = Fingers(viewing.page)
    zoomed(viewing, 20)
    telling = Telling(viewing.page)
    flick(fingers, (300, 500), (-9, 5))
    ended = telling.words.index("pan ended")
    assert rests_at(telling.answers[ended]) == near(viewing.rest())


def test_a_touch_in_the_way_back_of_a_temporary_pinch_is_no_double_tap(viewing, fingers):
    viewing.set_attribute("mode", "temporary")
    start = zoomed(viewing)
    telling = Telling(viewing.page)
    pinch(fingers, 2)
    told = telling.gestures
    fingers.tap(100, 100)
    assert viewing.rest() == near(start)
    telling.wait("settle ended")
    assert telling.gestures == told


# Slow answers, errors, several viewers


def test_no_changes_are_sent_while_an_answer_is_awaited(viewing, fingers):
    zoomed(viewing, 20)
    pause(viewing)
    held, is_slow = [], True
    viewing.page.route("**/gestures", lambda route: held.append(route) if is_slow else route.continue_())
    telling = Telling(viewing.page)
    fingers.down((1, 300, 600))
    for step in range(1, 8):
        fingers.move((1, 300 - 3 * step, 600 - 4 * step))
        viewing.page.wait_for_timeout(70)
    assert telling.words == ["pan began"]  # other requests have their connections
    fingers.up(1)
    assert words(telling.gestures) == ["pan began", "pan ended"]
    is_slow = False
    for route in held:
        route.continue_()
    settle(viewing)
    fingers.wait(1)
    fingers.down((1, 200, 400))
    for step in range(1, 8):
        fingers.move((1, 200 + 3 * step, 400))
        pause(viewing)
    fingers.up(1)
    assert "pan changed" in telling.words


@pytest.mark.parametrize("status", [404, 405, 501])
def test_a_server_that_refuses_events_gets_no_more(open_page, server, status):
    page = open_page("Failed to load resource", **PHONE)
    page.route("**/gestures", lambda route: route.fulfill(status=status, body="Nothing here"))
    viewing = open_telling(page, server)
    page.evaluate("async () => { for (const { answer } of told) await answer }")
    viewing.draw()
    telling = Telling(page)
    zoom = viewing.viewport["zoom"]
    pinch(Fingers(page), 1.5)
    assert viewing.rest()["zoom"] == pytest.approx(1.5 * zoom)
    page.keyboard.press("0")
    assert viewing.rest()["zoom"] == pytest.approx(zoom)
    assert telling.words == []


def test_a_server_that_goes_away_and_comes_back(open_page, server):
    page = open_page("Failed to load resource", **PHONE)
    viewing = open_telling(page, server)
    page.route("**/gestures", lambda route: route.abort())
    telling = Telling(page)
    pinch(Fingers(page), 1.5)
    end = settle(viewing)
    assert set(telling.answers) == {None}
    page.unroute_all()
    page.keyboard.press("+")
    settle(viewing)
    assert rests_at(telling.answers[-1]) == near(viewing.viewport) != near(end)


def test_two_viewers_have_sessions_of_their_own(open_page, server, starting):
    viewer = f'<azulejo-viewer id="%s" src="{server}images/detail.png"></azulejo-viewer>'
    text = f"""<!doctype html><title>Two</title><link rel="icon" href="data:,">
        <script type="module" src="{server}js/azulejo-viewer.js"></script>
        <style>azulejo-viewer {{ width: 400px; height: 300px }}</style>{viewer % "one"}{viewer % "two"}"""
    elsewhere = starting(Elsewhere(server, {"two": text}))
    page = open_page(**DESKTOP)
    page.add_init_script(RECORD)
    page.goto(f"{elsewhere.address}/two")
    page.wait_for_function("() => seen.ready > 1 && new Set(told.map(({ event }) => event.session)).size === 2")
    telling = Telling(page)
    page.evaluate("() => { one.zoomBy(2); two.moveBy(0.1, 0) }")
    telling.wait("settle ended")
    keys = [event for event in telling.events if event["gesture"] == "key"]
    assert [event["scale"] for event in keys] == pytest.approx([2, 1]) and keys[0]["session"] != keys[1]["session"]
